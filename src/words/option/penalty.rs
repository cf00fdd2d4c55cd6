//! The options of the third six.

use super::{OptionEntry, name};
use crate::words::note::NoteId::{D10, D24};

pub(super) const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "penalty_piece",
        es: "Qué ficha sufre el castigo del tercer seis (con dos dados, del tercer doble).",
        en: "Which piece the third six penalises (with two dice, the third double).",
        values: &[
            name(
                "second_six",
                "La que se movió con el segundo seis, sin mirar lo contado; ninguna si no se movió.",
                "The one moved with the second six itself, counts aside; none if that six moved nothing.",
            ),
            name(
                "last_moved",
                "La última que se movió en el turno, también si fue al contar.",
                "The last one moved in the turn, by a roll or by a count.",
            ),
        ],
        notes: &[D24],
    },
    OptionEntry {
        name: "penalty_in_corridor",
        es: "Qué le hace el castigo a una ficha que está en su pasillo.",
        en: "What the penalty does to a piece in its corridor.",
        values: &[
            name(
                "stays",
                "Nada: se queda donde está.",
                "Nothing: it stays where it is.",
            ),
            name(
                "to_entrance",
                "Vuelve a la entrada de su pasillo, al seguro gris.",
                "It goes back to the entrance of its corridor.",
            ),
        ],
        notes: &[D10],
    },
    OptionEntry {
        name: "penalty_at_entrance",
        es: "Qué le hace el castigo a una ficha que está en la entrada de su pasillo.",
        en: "What the penalty does to a piece on the entrance of its corridor.",
        values: &[
            name(
                "goes_home",
                "Vuelve a casa, como las demás.",
                "It goes home, like any other.",
            ),
            name(
                "stays",
                "Se queda: la entrada cuenta como parte del pasillo.",
                "It stays: the entrance counts as part of the corridor.",
            ),
        ],
        notes: &[],
    },
];
