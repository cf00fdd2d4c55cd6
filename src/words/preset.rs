//! A sentence on each preset, and where it comes from.

use serde::Serialize;

use crate::rules::options::Rules;
use crate::rules::preset::Preset;
use crate::words::language::Language;

/// A preset, with every option and what to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct PresetEntry {
    /// Its name.
    pub preset: Preset,
    /// Every option with the preset's value.
    pub rules: Rules,
    /// What it is, in Spanish.
    pub es: &'static str,
    /// What it is, in English.
    pub en: &'static str,
    /// Where it comes from.
    pub source: SourceEntry,
}

/// Where rules come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct SourceEntry {
    /// The short name that notes use: S0 to S3.
    pub id: &'static str,
    /// What the source is, in Spanish.
    pub es: &'static str,
    /// What the source is, in English.
    pub en: &'static str,
}

const ENCYCLOPEDIA: SourceEntry = SourceEntry {
    id: "S0",
    es: "El artículo «Parchís» de una enciclopedia libre en español, con sus variantes.",
    en: "The article «Parchís» of a free encyclopedia in Spanish, with its variants.",
};
const LEAGUES: SourceEntry = SourceEntry {
    id: "S1",
    es: "Las «Reglas del Juego Parchís» de un portal de juegos con mesas de cuatro, seis y ocho y clasificación semanal.",
    en: "The «Reglas del Juego Parchís» of a games portal with tables of four, six and eight and a weekly ranking.",
};
const LIFELONG: SourceEntry = SourceEntry {
    id: "S2",
    es: "Las «Reglas del parchís» de una página para jugar «el de toda la vida».",
    en: "The «Reglas del parchís» of a page for playing the game «as always».",
};
const SHEET: SourceEntry = SourceEntry {
    id: "S3",
    es: "Una hoja de reglas en español para jugar en casa, con tablero para recortar y rebote en la meta.",
    en: "A rule sheet in Spanish for playing at home, with a board to make and a rebound at the goal.",
};

/// All presets, in the order of RULES §3.
pub fn presets() -> impl Iterator<Item = PresetEntry> {
    Preset::ALL.into_iter().map(entry)
}

/// What sentences call the rules of a preset.
#[must_use]
pub const fn short_name(language: Language, preset: Preset) -> &'static str {
    match preset {
        Preset::Classic => language.pick("reglas clásicas", "classic rules"),
        Preset::League => language.pick("reglas de liga", "league rules"),
        Preset::Traditional => language.pick("reglas tradicionales", "traditional rules"),
        Preset::Rebound => language.pick("reglas con rebote", "rules with rebound"),
        Preset::TwoDice => language.pick("reglas de dos dados", "rules of two dice"),
    }
}

fn entry(preset: Preset) -> PresetEntry {
    let (es, en, source) = match preset {
        Preset::Classic => (
            "El parchís de la enciclopedia: salen dos fichas a la vez, las barreras solo cierran la propia salida y se juega hasta el último puesto.",
            "The encyclopedia's game: two pieces come out together, barriers block only the own exit square, and play goes on to the last place.",
            ENCYCLOPEDIA,
        ),
        Preset::League => (
            "El parchís de las ligas por internet: salir con cinco es obligatorio, las barreras cierran en todas partes y los puestos se deciden por distancia.",
            "The game of the online leagues: a five must bring a piece out, barriers block everywhere, and places are decided by distance.",
            LEAGUES,
        ),
        Preset::Traditional => (
            "El parchís de toda la vida: como en las ligas, pero el tercer seis saca del pasillo hasta su entrada y solo hay un ganador.",
            "The game as always played: as in the leagues, but a third six sends a piece in the corridor back to its entrance, and there is only a winner.",
            LIFELONG,
        ),
        Preset::Rebound => (
            "El parchís con rebote: los pasos que sobran en la meta se vuelven atrás, el color se elige tras la tirada inicial y el seis nunca vale siete.",
            "The game with rebound: steps too many are taken back from the goal, colours are chosen after the opening roll, and a six is never worth seven.",
            SHEET,
        ),
        Preset::TwoDice => (
            "El parchís con dos dados: cada dado se mueve por separado y un doble da otra tirada.",
            "The game with two dice: each die is moved by itself, and a double brings another roll.",
            ENCYCLOPEDIA,
        ),
    };
    PresetEntry {
        preset,
        rules: preset.rules(),
        es,
        en,
        source,
    }
}
