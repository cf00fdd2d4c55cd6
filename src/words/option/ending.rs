//! The options of the end: places, pairs and stakes.

use super::{OptionEntry, Value, ValueEntry, name};
use crate::words::note::NoteId::{D2, D5, D9, D11, D12, D13, D14, D15, D22, D24};

pub(super) const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "finish",
        es: "Qué pasa cuando alguien tiene sus cuatro fichas en la meta (jugando cada uno para sí).",
        en: "What happens when somebody has all four pieces in the goal (each playing alone).",
        values: &[
            name(
                "play_on",
                "Los demás siguen hasta que solo queda uno, que es el último.",
                "The others go on until one is left, who is last.",
            ),
            name(
                "first_winner",
                "La partida acaba en el acto.",
                "The game ends at once.",
            ),
        ],
        notes: &[],
    },
    OptionEntry {
        name: "places",
        es: "Qué puestos se reparten al final.",
        en: "Which places there are at the end.",
        values: &[
            name(
                "all",
                "Todos: primero quienes acabaron, en ese orden, y luego los demás por la distancia que les falta.",
                "All of them: finishers in their order, then the others by the distance they still had to go.",
            ),
            name("winner_only", "Solo el del ganador.", "Only the winner's."),
        ],
        notes: &[D2, D5, D11, D12, D13],
    },
    OptionEntry {
        name: "teams",
        es: "Quién juega con quién.",
        en: "Who plays with whom.",
        values: &[
            name("none", "Cada uno juega para sí.", "Everybody plays alone."),
            name(
                "pairs",
                "Juegan juntos quienes se sientan enfrente, y gana la pareja que antes mete sus ocho fichas; hacen falta todos los puestos del tablero.",
                "Those who sit opposite play together, and the pair whose eight pieces are in first wins; every seat of the board must be taken.",
            ),
        ],
        notes: &[D9, D15],
    },
    OptionEntry {
        name: "stakes",
        es: "Qué se apuesta, en puntos y no en dinero.",
        en: "What is at stake, in points and not in money.",
        values: &[
            ValueEntry {
                value: Value::Nothing(()),
                es: "No se apuesta nada.",
                en: "Nothing is at stake.",
            },
            ValueEntry {
                value: Value::Amounts {
                    capture: 1,
                    win: 10,
                    third_six: 1,
                },
                es: "Cantidades enteras de 0 a 1000000000: `capture` por ficha comida y por ficha fuera de la meta al final, `win` de cada jugador al ganador, `third_six` por cada castigo, al ganador; las de aquí son un ejemplo.",
                en: "Whole amounts from 0 to 1000000000: `capture` for a captured piece and for a piece outside the goal at the end, `win` from every other player to the winner, `third_six` for each penalty, to the winner; those shown are an example.",
            },
        ],
        notes: &[D14, D15, D22, D24],
    },
];
