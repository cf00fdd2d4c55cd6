//! The options of moving, blocking and counting.

use super::{OptionEntry, flag, name, number};
use crate::words::note::NoteId::{D6, D8, D17, D19, D21, D23};

pub(super) const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "six_all_out",
        es: "Cuánto vale un seis cuando no queda ninguna ficha en casa (con un dado).",
        en: "What a six is worth when no piece is at home (with one die).",
        values: &[
            number(6, "Seis pasos, como siempre.", "Six steps, as ever."),
            number(7, "Siete pasos.", "Seven steps."),
        ],
        notes: &[D17, D23],
    },
    OptionEntry {
        name: "barriers",
        es: "Dónde cierran el paso dos fichas de un mismo color.",
        en: "Where two pieces of one colour block the way.",
        values: &[
            name(
                "own_exit",
                "Solo en la salida de su propio color.",
                "Only on the exit square of their own colour.",
            ),
            name(
                "exits",
                "En la salida de cualquier color.",
                "On the exit square of any colour.",
            ),
            name(
                "safe_squares",
                "En los seguros del recorrido, incluidas salidas y entradas.",
                "On the safe squares of the ring, exit squares and entrances included.",
            ),
            name(
                "everywhere",
                "En cualquier casilla del recorrido y de los pasillos.",
                "On every square of the ring and of the corridors.",
            ),
        ],
        notes: &[D6],
    },
    OptionEntry {
        name: "own_barrier",
        es: "Si una barrera detiene también a las fichas de su color.",
        en: "Whether a barrier stops pieces of its own colour too.",
        values: &[
            name(
                "blocks",
                "Sí: no pueden pasarla ni caer en ella.",
                "Yes: they may neither pass it nor land on it.",
            ),
            name(
                "open",
                "No: pueden pasarla, y caer en ella si la casilla admite más de dos.",
                "No: they may pass it, and land on it where a square takes more than two.",
            ),
        ],
        notes: &[],
    },
    OptionEntry {
        name: "corridor_duty",
        es: "Si un seis obliga a abrir también una barrera que está en el pasillo.",
        en: "Whether a six must open a barrier in the corridor too.",
        values: &[
            flag(
                false,
                "No: solo obligan las barreras del recorrido.",
                "No: only barriers on the ring must be opened.",
            ),
            flag(
                true,
                "Sí: obliga como cualquier otra barrera.",
                "Yes: it must be opened like any other barrier.",
            ),
        ],
        notes: &[D8],
    },
    OptionEntry {
        name: "stacking",
        es: "Cuántas fichas caben en una casilla.",
        en: "How many pieces a square takes.",
        values: &[
            name("two", "Dos como mucho.", "At most two."),
            name(
                "unlimited",
                "Las que sean, salvo donde una barrera cierra el paso.",
                "Any number, except where a barrier blocks the way.",
            ),
        ],
        notes: &[D19],
    },
    OptionEntry {
        name: "capture_count",
        es: "Cuánto se cuenta por comer.",
        en: "What a capture counts.",
        values: &[
            number(
                20,
                "Veinte pasos con cualquiera de las fichas propias.",
                "Twenty steps with any of one's own pieces.",
            ),
            number(
                21,
                "Veintiún pasos con cualquiera de las fichas propias.",
                "Twenty-one steps with any of one's own pieces.",
            ),
        ],
        notes: &[],
    },
    OptionEntry {
        name: "goal_count",
        es: "Cuánto se cuenta por meter una ficha en la meta.",
        en: "What a piece in the goal counts.",
        values: &[
            number(
                10,
                "Diez pasos con otra de las fichas propias.",
                "Ten steps with another of one's own pieces.",
            ),
            number(
                11,
                "Once pasos con otra de las fichas propias.",
                "Eleven steps with another of one's own pieces.",
            ),
        ],
        notes: &[],
    },
    OptionEntry {
        name: "goal_entry",
        es: "Cómo se entra en la meta.",
        en: "How a piece enters the goal.",
        values: &[
            name(
                "exact",
                "Con el número justo: si sobran pasos, esa ficha no se mueve.",
                "With the exact number: with steps too many the piece does not move.",
            ),
            name(
                "rebound",
                "Los pasos que sobran se vuelven atrás desde la meta, sin salir del pasillo.",
                "Steps too many are taken back from the goal, without leaving the corridor.",
            ),
        ],
        notes: &[D21],
    },
];
