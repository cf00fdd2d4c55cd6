//! The options of board, dice and turns.

use super::{OptionEntry, name, number};
use crate::words::note::NoteId::{D1, D3, D4, D5, D16, D17, D18, D20};

pub(super) const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "arms",
        es: "Cuántos brazos tiene el tablero; cada uno es de un color.",
        en: "How many arms the board has; each belongs to one colour.",
        values: &[
            number(
                4,
                "Cuatro colores y 68 casillas en el recorrido.",
                "Four colours and 68 squares on the ring.",
            ),
            number(
                6,
                "Seis colores y 102 casillas en el recorrido.",
                "Six colours and 102 squares on the ring.",
            ),
            number(
                8,
                "Ocho colores y 136 casillas en el recorrido.",
                "Eight colours and 136 squares on the ring.",
            ),
        ],
        notes: &[D1, D3],
    },
    OptionEntry {
        name: "dice",
        es: "Con cuántos dados se tira.",
        en: "How many dice a roll has.",
        values: &[
            number(
                1,
                "Un dado; un seis da otra tirada.",
                "One die; a six brings another roll.",
            ),
            number(
                2,
                "Dos dados, que se mueven uno tras otro; un doble da otra tirada.",
                "Two dice, moved one after the other; a double brings another roll.",
            ),
        ],
        notes: &[D16, D17, D18, D20],
    },
    OptionEntry {
        name: "exit_on",
        es: "Con qué número se sacan fichas de casa.",
        en: "Which number brings pieces out of home.",
        values: &[
            number(
                5,
                "Con un cinco; con dos dados, también si suman cinco.",
                "A five; with two dice also a sum of five.",
            ),
            number(
                6,
                "Con un seis; con dos dados, también si suman seis.",
                "A six; with two dice also a sum of six.",
            ),
        ],
        notes: &[],
    },
    OptionEntry {
        name: "opening",
        es: "Quién empieza la partida.",
        en: "Who begins the game.",
        values: &[
            name(
                "highest_roll",
                "Cada jugador tira una vez y empieza quien saca más; los empatados vuelven a tirar entre ellos.",
                "Each player rolls once and the highest roll begins; those tied roll again among themselves.",
            ),
            name(
                "first_seat",
                "Empieza el color del primer brazo ocupado; si juega el amarillo, él.",
                "The colour of the first arm that plays begins; yellow, if it plays.",
            ),
        ],
        notes: &[D5],
    },
    OptionEntry {
        name: "colours",
        es: "Cómo recibe cada jugador su color.",
        en: "How each player gets a colour.",
        values: &[
            name(
                "by_seat",
                "Cada jugador toma un color libre al sentarse.",
                "Each player takes a free colour by sitting down.",
            ),
            name(
                "by_opening_roll",
                "Los puestos llevan número; quien gana la tirada inicial elige color primero y los demás después, por puesto; necesita `opening: highest_roll` y `teams: none`.",
                "Seats are numbered; the winner of the opening roll picks a colour first, then the others, seat by seat; it needs `opening: highest_roll` and `teams: none`.",
            ),
        ],
        notes: &[D4],
    },
    OptionEntry {
        name: "turn_direction",
        es: "Hacia qué lado pasa el turno.",
        en: "To which side turns pass.",
        values: &[
            name(
                "left",
                "Hacia la izquierda, en el sentido de las agujas del reloj.",
                "To the left, clockwise.",
            ),
            name(
                "right",
                "Hacia la derecha, contra las agujas del reloj, como avanzan las fichas.",
                "To the right, anticlockwise, the way pieces travel.",
            ),
        ],
        notes: &[D5],
    },
];
