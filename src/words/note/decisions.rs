//! The notes themselves, D1 to D24.

use super::NoteId::{
    D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, D14, D15, D16, D17, D18, D19, D20, D21,
    D22, D23, D24,
};
use super::{NoteEntry, NoteId, Topic};

const fn note(
    id: NoteId,
    topic: Topic,
    options: &'static [&'static str],
    es: &'static str,
    en: &'static str,
) -> NoteEntry {
    NoteEntry {
        id,
        topic,
        options,
        es,
        en,
    }
}

/// All notes, in the order of their numbers.
pub const NOTES: &[NoteEntry] = &[
    note(
        D1,
        Topic::Board,
        &["arms"],
        "Las fuentes solo nombran cuatro colores; en los tableros de seis y de ocho llamamos a los demás morado, naranja, turquesa y magenta.",
        "The sources name only four colours; on boards of six and eight we call the others purple, orange, turquoise and magenta.",
    ),
    note(
        D2,
        Topic::Board,
        &["places"],
        "Una ficha en casa está un paso más lejos de la meta que una en su salida, para que los puestos por distancia la distingan.",
        "A piece at home is one step further from the goal than one on its exit square, so that places by distance tell them apart.",
    ),
    note(
        D3,
        Topic::Board,
        &["arms"],
        "El tablero adaptado marca el azul con un punto, el verde con dos, el rojo con una línea y el amarillo con dos; añadimos morado tres puntos, naranja tres líneas, turquesa una cruz y magenta un aro.",
        "The adapted board marks blue by one dot, green by two, red by one line and yellow by two; we add purple three dots, orange three lines, turquoise a cross and magenta a ring.",
    ),
    note(
        D4,
        Topic::Opening,
        &["colours"],
        "S3 deja que los demás elijan color «de manera correlativa»: lo leemos como el orden de los puestos desde quien ganó la tirada inicial.",
        "S3 lets the others pick their colours «one after the other»: we read it as the order of seats from the winner of the opening roll on.",
    ),
    note(
        D5,
        Topic::Presets,
        &["opening", "turn_direction", "places"],
        "Donde una fuente calla, su juego de reglas toma el valor más corriente: la tirada inicial y el sentido del turno en S1 y S2, y los puestos en S2 y S3.",
        "Where a source is silent, its preset takes the most common value: the opening and the turn direction in S1 and S2, and the places in S2 and S3.",
    ),
    note(
        D6,
        Topic::Options,
        &["barriers"],
        "Dos fichas de colores distintos nunca son barrera, sino puente, que se puede pasar; S3 también llama puente a lo que cierra el paso, y seguimos la definición de S0.",
        "Two pieces of different colours are never a barrier but a bridge, which may be passed; S3 uses that word for what blocks the way too, and we follow the definition of S0.",
    ),
    note(
        D7,
        Topic::Options,
        &["first_exit"],
        "Salen las fichas de número más bajo que haya en casa; de dos, la de número más alto se mueve la última, y el orden de llegada y el castigo lo tienen en cuenta.",
        "The pieces with the lowest numbers at home come out; of two, the higher number moves last, which matters for the order of arrival and for the penalty.",
    ),
    note(
        D8,
        Topic::Options,
        &["corridor_duty"],
        "S1 y S2 obligan a abrir la barrera con un seis sin excluir el pasillo, y los programas difieren; por eso es una opción.",
        "S1 and S2 make a six open a barrier without an exception for the corridor, and programs differ; so it is an option.",
    ),
    note(
        D9,
        Topic::Pairs,
        &["teams"],
        "Quien mete su cuarta ficha mueve las de su pareja desde ese momento: ya la cuenta de esa ficha, las que quedan por contar, el resto de la tirada y las siguientes del turno.",
        "Whoever brings in a fourth piece moves the partner's pieces from that moment on: that piece's count, counts still waiting, the rest of the roll and the next rolls of the turn.",
    ),
    note(
        D10,
        Topic::ThirdSix,
        &["penalty_in_corridor"],
        "La ficha que vuelve a la entrada de su pasillo no come a nadie, y si allí ya hay dos o más fichas se queda donde está.",
        "A piece that goes back to the entrance of its corridor captures nobody, and if two or more pieces already stand there it stays where it is.",
    ),
    note(
        D11,
        Topic::End,
        &["places"],
        "Quienes suman la misma distancia comparten puesto y el siguiente se salta: 1, 2, 2, 4.",
        "Those with equal sums of distances share a place, and the next one is skipped: 1, 2, 2, 4.",
    ),
    note(
        D12,
        Topic::End,
        &["places"],
        "Quien se va retira sus fichas del tablero y queda por detrás de quienes siguen; si otro tenía que elegir, sus opciones se calculan de nuevo y conserva sus dados y sus cuentas.",
        "Whoever leaves takes the pieces off the board and ranks below those who stay; if another had a choice to make, the options are worked out anew, and dice and counts stay.",
    ),
    note(
        D13,
        Topic::End,
        &["places"],
        "En la clasificación semanal la mitad de arriba de la mesa gana puntos y la de abajo los pierde, de uno en uno y con cero para quien queda en medio; quienes comparten puesto se reparten la media.",
        "In the weekly ranking the upper half of the table gains points and the lower half loses them, one by one, with zero for a middle place; those who share places share the mean of their scores.",
    ),
    note(
        D14,
        Topic::Stakes,
        &["stakes"],
        "Se paga por cada ficha comida, pero no por la despachurrada: S0 solo habla de comer.",
        "Each captured piece is paid for, a crushed one is not: S0 speaks only of capturing.",
    ),
    note(
        D15,
        Topic::Stakes,
        &["teams", "stakes"],
        "Los compañeros no se pagan nada entre sí; cada perdedor paga la cantidad entera a cada uno de los dos ganadores.",
        "Partners pay each other nothing; each loser pays the full amount to each of the two winners.",
    ),
    note(
        D16,
        Topic::TwoDice,
        &["dice"],
        "Lo que se gana con el primer dado se cuenta antes de mover el segundo.",
        "Counts that the first die earns are taken before the second die is moved.",
    ),
    note(
        D17,
        Topic::TwoDice,
        &["dice", "six_all_out"],
        "Con dos dados solo el doble hace de seis; un seis suelto no es nada especial y `six_all_out` no tiene efecto, como en los juegos por internet y en contra de lo que S0 da a entender.",
        "With two dice only a double stands for the six; a single six is nothing special and `six_all_out` has no effect, as in games online and against what S0 suggests.",
    ),
    note(
        D18,
        Topic::TwoDice,
        &["dice"],
        "Si en algún orden se pueden usar los dos dados, hay que usar los dos: las opciones que lo impedirían no se ofrecen.",
        "If both dice can be used in some order, both must be: options that would prevent it are not offered.",
    ),
    note(
        D19,
        Topic::Options,
        &["exit_duty", "stacking"],
        "Con dos fichas propias en la salida no sale otra, sea cual sea la opción de barreras o de fichas por casilla; la frase de S3 «tendrás que mover una» es esa condición, y no obliga a mover una de las dos.",
        "With two pieces of one's own on the exit square no other comes out, whatever the options on barriers and stacking say; S3's «you will have to move one» is this condition, and no duty to move one of the two.",
    ),
    note(
        D20,
        Topic::Presets,
        &["dice"],
        "S0 dice que las reglas de dos dados reflejan las de uno, pero el juego de reglas `two_dice` toma los valores con que se juega de verdad por internet; cualquier otro valor se puede fijar aparte.",
        "S0 says that the rules of two dice mirror those of one, but the preset `two_dice` takes the values that games online really use; any other value can be set.",
    ),
    note(
        D21,
        Topic::Options,
        &["exit_clash", "goal_entry"],
        "Tanto «podrá capturar» y «podrá repetir turno» en S1 como «puedes rebotar» en S3 dicen lo que ocurre, no algo que se elige; y a un único huésped en la salida no lo despachurra una sola ficha que sale.",
        "Both «may capture» and «may take another turn» in S1 and «you can rebound» in S3 say what happens, not what may be chosen; and a lone guest on the exit square is not crushed by a single piece coming out.",
    ),
    note(
        D22,
        Topic::Stakes,
        &["stakes"],
        "Donde S0 no dice quién cobra, decidimos: por una ficha comida, el color que come; por cada ficha fuera de la meta, todos los que metieron las cuatro; por ganar y por cada castigo, quien gana.",
        "Where S0 does not say who is paid, we decided: for a captured piece the colour that captures; for each piece outside the goal everybody with all four in; for the win and for each penalty the winner.",
    ),
    note(
        D23,
        Topic::Presets,
        &["six_all_out"],
        "S3 no dice que el seis valga siete, así que en el juego de reglas `rebound` vale siempre seis.",
        "S3 does not say that a six is worth seven, so under the preset `rebound` it is always six.",
    ),
    note(
        D24,
        Topic::Presets,
        &["penalty_piece", "stakes"],
        "Al hablar de apuestas S0 castiga «la última ficha movida», pero su regla 8 castiga la que se movió con el segundo seis; vale la regla 8.",
        "Speaking of stakes S0 penalises «the last piece moved», but its rule 8 penalises the one moved with the second six; rule 8 stands.",
    ),
];
