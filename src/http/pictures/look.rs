//! How pictures are asked for.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::problem::{Code, Fault, Part, Problem};
use crate::pictures::{FILM_WIDTHS, Picture, Theme, WIDTHS, sheet};
use crate::rules::board::Arms;
use crate::rules::ids::Version;
use crate::words::language::Language;

/// How a drawing looks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Look {
    /// Light, dark, or as the reader's screen is.
    #[serde(default)]
    #[param(inline = false, required = false)]
    pub(super) theme: Theme,
    /// The language of its title and description; it goes before `Accept-Language`.
    #[param(inline = false)]
    pub(super) lang: Option<Language>,
}

/// How the drawing of an empty board looks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct BoardLook {
    /// Light, dark, or as the reader's screen is; paper is light.
    #[serde(default)]
    #[param(inline = false, required = false)]
    pub(super) theme: Theme,
    /// The language of its title and description; it goes before `Accept-Language`.
    #[param(inline = false)]
    pub(super) lang: Option<Language>,
    /// A page to print, with pieces to cut out.
    #[param(inline = false)]
    pub(super) paper: Option<Paper>,
}

/// How a raster picture looks.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct RasterLook {
    /// Light, which is the default, or dark.
    #[param(inline = false)]
    pub(super) theme: Option<Shade>,
    /// How wide it is, in pixels.
    #[serde(default)]
    #[param(value_type = u16, required = false, default = 800, minimum = 64, maximum = 2480)]
    pub(super) width: Width,
}

/// How the raster picture of an empty board looks.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct BoardRasterLook {
    /// Light, which is the default, or dark; paper is light.
    #[param(inline = false)]
    pub(super) theme: Option<Shade>,
    /// How wide it is, in pixels.
    #[serde(default)]
    #[param(value_type = u16, required = false, default = 800, minimum = 64, maximum = 2480)]
    pub(super) width: Width,
    /// A page to print, with pieces to cut out.
    #[param(inline = false)]
    pub(super) paper: Option<Paper>,
}

/// Which part of a game a replay shows, and how.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ReplayLook {
    /// The version at the end of the first command shown; without it, the first with a board.
    pub(super) first: Option<Version>,
    /// The version at the end of the last command shown; without it, the newest.
    pub(super) last: Option<Version>,
    /// Light, which is the default, or dark.
    #[param(inline = false)]
    pub(super) theme: Option<Shade>,
    /// How wide it is, in pixels.
    #[serde(default)]
    #[param(value_type = u16, required = false, default = 480, minimum = 64, maximum = 480)]
    pub(super) width: FilmWidth,
    /// How long each command is shown, in milliseconds; a GIF counts hundredths of a second.
    #[serde(default)]
    #[param(value_type = u16, required = false, default = 700, minimum = 20, maximum = 10000)]
    pub(super) delay: Delay,
}

/// The size of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::http) enum Paper {
    /// 210 by 297 millimetres.
    A4,
}

/// The theme of a picture that does not follow the reader's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::http) enum Shade {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The width of a raster picture.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u16")]
pub(super) struct Width(pub(super) u16);

/// The width of a replay.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u16")]
pub(super) struct FilmWidth(pub(super) u16);

/// Milliseconds between two frames.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u16")]
pub(super) struct Delay(u16);

impl Default for Width {
    fn default() -> Self {
        Self(800)
    }
}

impl Default for FilmWidth {
    fn default() -> Self {
        Self(*FILM_WIDTHS.end())
    }
}

impl Default for Delay {
    fn default() -> Self {
        Self(700)
    }
}

impl TryFrom<u16> for Width {
    type Error = &'static str;

    fn try_from(width: u16) -> Result<Self, Self::Error> {
        let fits = WIDTHS.contains(&width).then_some(Self(width));
        fits.ok_or("must be 64 to 2480")
    }
}

impl TryFrom<u16> for FilmWidth {
    type Error = &'static str;

    fn try_from(width: u16) -> Result<Self, Self::Error> {
        let fits = FILM_WIDTHS.contains(&width).then_some(Self(width));
        fits.ok_or("must be 64 to 480")
    }
}

impl TryFrom<u16> for Delay {
    type Error = &'static str;

    fn try_from(millis: u16) -> Result<Self, Self::Error> {
        let fits = (20..=10_000).contains(&millis).then_some(Self(millis));
        fits.ok_or("must be 20 to 10000")
    }
}

impl Delay {
    /// As a GIF counts.
    pub(super) const fn hundredths(self) -> u16 {
        self.0 / 10
    }
}

impl Shade {
    /// The theme of what is shown in a shade, light where none is named.
    pub(super) const fn theme(shade: Option<Self>) -> Theme {
        match shade {
            Some(Self::Light) | None => Theme::Light,
            Some(Self::Dark) => Theme::Dark,
        }
    }
}

impl ReplayLook {
    /// Refuses a range that ends before it begins.
    pub(super) fn check(&self) -> Result<(), Problem> {
        match (self.first, self.last) {
            (Some(first), Some(last)) if last < first => {
                let fault = Fault::new(Part::Query, "last", "must not be below `first`");
                Err(Problem::invalid(vec![fault]))
            }
            (Some(_) | None, _) => Ok(()),
        }
    }

    /// The refusal of a replay with too many commands.
    pub(super) fn too_long() -> Problem {
        Problem::new(Code::ReplayTooLong)
    }
}

/// An empty board, or a page to print.
pub(super) fn board(arms: Arms, paper: Option<Paper>, theme: Theme, language: Language) -> String {
    match paper {
        Some(Paper::A4) => sheet(arms, language),
        None => Picture::empty(arms).svg(theme, language),
    }
}
