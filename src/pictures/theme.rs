//! The colours of a picture, light and dark.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::colour::Colour;

/// Whether a picture is light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the reader's screen is: whoever shows the picture decides.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a theme decides the colour of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// The page below a board, where a picture cannot be transparent.
    Page,
    /// An open square, and the ground on which pieces wait.
    Square,
    /// A safe square.
    Safe,
    /// The lines between squares.
    Line,
    /// The mark of a safe square.
    Mark,
    /// Numbers on squares without a colour.
    Ink,
    /// The last move.
    Trail,
}

/// What a paint is used for.
#[derive(Clone, Copy, Debug)]
enum Use {
    Fill,
    Stroke,
}

/// A paint as the attribute of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    theme: Theme,
    paint: Paint,
    used: Use,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Filled with a paint.
    pub(super) const fn fill(self, paint: Paint) -> Attribute {
        Attribute {
            theme: self,
            paint,
            used: Use::Fill,
        }
    }

    /// Drawn with a paint.
    pub(super) const fn stroke(self, paint: Paint) -> Attribute {
        Attribute {
            theme: self,
            paint,
            used: Use::Stroke,
        }
    }
}

impl Paint {
    const ALL: [Self; 7] = [
        Self::Page,
        Self::Square,
        Self::Safe,
        Self::Line,
        Self::Mark,
        Self::Ink,
        Self::Trail,
    ];

    const fn light(self) -> &'static str {
        match self {
            Self::Page => "#fff",
            Self::Square => "#fffdf8",
            Self::Safe => "#d5d0c6",
            Self::Line => "#1a1712",
            Self::Mark => "#8d867a",
            Self::Ink => "#26221d",
            Self::Trail => "#111",
        }
    }

    const fn dark(self) -> &'static str {
        match self {
            Self::Page => "#15171a",
            Self::Square => "#2a2e34",
            Self::Safe => "#4a5059",
            Self::Line => "#878e98",
            Self::Mark => "#868e99",
            Self::Ink => "#f0eee9",
            Self::Trail => "#fff",
        }
    }

    /// The class that it has where the reader's screen decides.
    const fn class(self) -> &'static str {
        match self {
            Self::Page => "p",
            Self::Square => "q",
            Self::Safe => "s",
            Self::Line => "l",
            Self::Mark => "m",
            Self::Ink => "i",
            Self::Trail => "t",
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.used {
            Use::Fill => "fill",
            Use::Stroke => "stroke",
        };
        match self.theme {
            Theme::Auto => write!(f, "class=\"{}{}\"", &name[..1], self.paint.class()),
            Theme::Light => write!(f, "{name}=\"{}\"", self.paint.light()),
            Theme::Dark => write!(f, "{name}=\"{}\"", self.paint.dark()),
        }
    }
}

/// The style sheet of a picture; nothing unless the reader's screen decides.
pub(super) struct Style(pub(super) Theme);

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 != Theme::Auto {
            return Ok(());
        }
        let rules = |f: &mut fmt::Formatter<'_>, colour: fn(Paint) -> &'static str| {
            Paint::ALL.into_iter().try_for_each(|paint| {
                let (class, colour) = (paint.class(), colour(paint));
                write!(f, ".f{class}{{fill:{colour}}}.s{class}{{stroke:{colour}}}")
            })
        };
        f.write_str("<style>")?;
        rules(f, Paint::light)?;
        f.write_str("@media(prefers-color-scheme:dark){")?;
        rules(f, Paint::dark)?;
        f.write_str("}</style>")
    }
}

/// A colour of the board, the same in every theme.
pub(super) const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "#ffc91f",
        Colour::Blue => "#1f6fd0",
        Colour::Red => "#d92b2b",
        Colour::Green => "#2c9344",
        Colour::Purple => "#7d43b5",
        Colour::Orange => "#f58220",
        Colour::Turquoise => "#14b1ab",
        Colour::Magenta => "#d6338f",
    }
}

/// What can be read on a colour.
pub(super) const fn ink_on(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow | Colour::Orange | Colour::Turquoise => "#1a1712",
        Colour::Blue | Colour::Red | Colour::Green | Colour::Purple | Colour::Magenta => "#fff",
    }
}
