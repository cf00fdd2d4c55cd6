//! The options of coming out of home.

use super::{OptionEntry, flag, name};
use crate::words::note::NoteId::{D7, D19, D21};

pub(super) const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "first_exit",
        es: "Cuántas fichas salen de casa a la vez.",
        en: "How many pieces come out of home together.",
        values: &[
            name(
                "two_always",
                "Dos siempre que las cuatro estén en casa; si no, una.",
                "Two whenever all four are at home; otherwise one.",
            ),
            name(
                "two_once",
                "Dos si las cuatro están en casa y el color aún no ha sacado ninguna en la partida; si no, una.",
                "Two if all four are at home and the colour has brought none out in this game yet; otherwise one.",
            ),
            name("one", "Siempre una sola.", "Always a single one."),
        ],
        notes: &[D7],
    },
    OptionEntry {
        name: "exit_duty",
        es: "Si es obligatorio sacar ficha cuando se puede.",
        en: "Whether a piece must come out when one can.",
        values: &[
            name(
                "optional",
                "No: se puede mover otra ficha con ese número.",
                "No: another piece may be moved with that number.",
            ),
            name(
                "mandatory",
                "Sí: si se puede sacar ficha, no cabe otra jugada con ese número.",
                "Yes: while a piece can come out, that number has no other use.",
            ),
        ],
        notes: &[D19],
    },
    OptionEntry {
        name: "exit_clash",
        es: "A quién se despachurra cuando sale una ficha y en la salida ya hay dos, alguna de otro color; si salen dos, a todas las de otro color que haya, salvo con `coexist`.",
        en: "Who is crushed when one piece comes out onto two others, some of another colour; two coming out crush every piece of another colour there, except with `coexist`.",
        values: &[
            name(
                "choose",
                "A la ficha de otro color que elija quien saca.",
                "The piece of another colour that the exiting player picks.",
            ),
            name(
                "last_arrived",
                "A la última ficha de otro color que llegó.",
                "The piece of another colour that came there last.",
            ),
            name(
                "coexist",
                "A ninguna: conviven en la salida, aunque pasen de dos, y nadie más puede caer en ella.",
                "None: they share the exit square, even more than two, and nobody else may land there.",
            ),
        ],
        notes: &[D21],
    },
    OptionEntry {
        name: "exit_barrier",
        es: "Qué hace en la salida una barrera de otro color.",
        en: "What a barrier of another colour on the exit square does.",
        values: &[
            name(
                "capture",
                "No protege: sus fichas se tratan como cualesquiera otras.",
                "It protects nobody: its pieces are treated like any others.",
            ),
            name(
                "blocks",
                "Mientras esté allí, no sale ninguna ficha.",
                "While it stands there, no piece comes out.",
            ),
        ],
        notes: &[],
    },
    OptionEntry {
        name: "exit_counts",
        es: "Si despachurrar cuenta como comer.",
        en: "Whether crushing counts like capturing.",
        values: &[
            flag(
                false,
                "No: quien despachurra no se cuenta nada.",
                "No: a crush earns nothing.",
            ),
            flag(
                true,
                "Sí: por cada ficha despachurrada se cuenta lo mismo que por comer.",
                "Yes: each crushed piece earns the count of a capture.",
            ),
        ],
        notes: &[],
    },
];
