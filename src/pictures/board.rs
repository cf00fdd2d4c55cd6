//! The board without pieces: the same for every picture of its size and theme, and so drawn once.

use std::fmt;
use std::sync::LazyLock;

use super::digits::{self, Number, Size};
use super::plan::{Label, Plan};
use super::point::{Closed, Point, Short};
use super::theme::{Paint, Theme, colour, ink_on};
use crate::rules::board::{Arms, CORRIDOR, Place, Square};
use crate::rules::colour::Colour;

/// The drawing of an empty board.
pub(super) fn board(arms: Arms, theme: Theme) -> &'static str {
    /// A board in every theme.
    type Drawn = LazyLock<[String; 3]>;
    static FOUR: Drawn = LazyLock::new(|| drawn(Arms::Four));
    static SIX: Drawn = LazyLock::new(|| drawn(Arms::Six));
    static EIGHT: Drawn = LazyLock::new(|| drawn(Arms::Eight));
    let [auto, light, dark] = match arms {
        Arms::Four => &*FOUR,
        Arms::Six => &*SIX,
        Arms::Eight => &*EIGHT,
    };
    match theme {
        Theme::Auto => auto,
        Theme::Light => light,
        Theme::Dark => dark,
    }
}

fn drawn(arms: Arms) -> [String; 3] {
    Theme::ALL.map(|theme| {
        let plan = Plan::of(arms);
        Board { plan, theme }.to_string()
    })
}

struct Board {
    plan: Plan,
    theme: Theme,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<defs>{}</defs>", digits::Definitions)?;
        let line = self.theme.stroke(Paint::Line);
        write!(
            f,
            "<g {line} stroke-width=\"1.6\" stroke-linejoin=\"round\">"
        )?;
        self.homes(f)?;
        self.squares(f)?;
        self.colours(f)?;
        f.write_str("</g>")?;
        self.marks(f)?;
        write!(f, "<g {}>", digits::Pen)?;
        self.numbers(f)?;
        f.write_str("</g>")
    }
}

impl Board {
    fn ring(&self) -> impl Iterator<Item = Square> + use<> {
        let arms = self.plan.arms();
        (1..=arms.ring()).filter_map(move |number| arms.square(number))
    }

    /// The homes, and in each the disc where its pieces wait.
    fn homes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for owner in self.plan.arms().colours() {
            let home = self.plan.home(owner);
            write!(
                f,
                "<path fill=\"{}\" d=\"{}\"/>",
                colour(owner),
                Closed(&home)
            )?;
        }
        write!(f, "<g {}>", self.theme.fill(Paint::Square))?;
        for owner in self.plan.arms().colours() {
            let (Point { x, y }, radius) = self.plan.yard(owner);
            let (x, y, radius) = (Short(x), Short(y), Short(radius));
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
        }
        f.write_str("</g>")?;
        self.places(f)
    }

    /// The places of the pieces at home.
    fn places(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<g fill=\"none\" {}>", self.theme.stroke(Paint::Safe))?;
        for owner in self.plan.arms().colours() {
            for spot in self.plan.spots(owner, Place::Home, 4) {
                let Point { x, y } = spot.at;
                let (x, y, radius) = (Short(x), Short(y), Short(spot.size * 0.46));
                write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
            }
        }
        f.write_str("</g>")
    }

    /// The squares without a colour.
    fn squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (paint, safe) in [(Paint::Square, false), (Paint::Safe, true)] {
            write!(f, "<path {} d=\"", self.theme.fill(paint))?;
            let plain = |square: &Square| square.is_safe() == safe && !square.is_exit();
            for square in self.ring().filter(plain) {
                write!(f, "{}", Closed(&self.plan.square(square)))?;
            }
            f.write_str("\"/>")?;
        }
        Ok(())
    }

    /// A colour's exit square, corridor and part of the goal.
    fn colours(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for owner in self.plan.arms().colours() {
            let exit = self.plan.arms().exit_square(owner);
            write!(f, "<path fill=\"{}\" d=\"", colour(owner))?;
            write!(f, "{}", Closed(&self.plan.square(exit)))?;
            for step in 1..=CORRIDOR {
                write!(f, "{}", Closed(&self.plan.corridor(owner, step)))?;
            }
            write!(f, "{}\"/>", Closed(&self.plan.goal(owner)))?;
        }
        Ok(())
    }

    /// A ring on every safe square, which tells it without its grey.
    fn marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let radius = Short(self.plan.row() * 0.3);
        write!(
            f,
            "<g fill=\"none\" stroke-width=\"3\" {}>",
            self.theme.stroke(Paint::Mark)
        )?;
        for square in self.ring().filter(|square| square.is_safe()) {
            let Point { x, y } = self.plan.middle(Colour::Yellow, Place::Ring(square));
            let (x, y) = (Short(x), Short(y));
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")?;
            if let Some(owner) = self.exit_of(square) {
                write!(f, " stroke=\"{}\"", ink_on(owner))?;
            }
            f.write_str("/>")?;
        }
        f.write_str("</g>")
    }

    fn exit_of(&self, square: Square) -> Option<Colour> {
        let arms = self.plan.arms();
        arms.colours()
            .find(|colour| arms.exit_square(*colour) == square)
    }

    /// The number of every square.
    fn numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.ring().filter(|square| !square.is_exit());
        let plain: Vec<(u8, Label)> = plain
            .map(|square| (square.number(), self.plan.square_label(square)))
            .collect();
        write_numbers(f, self.theme.stroke(Paint::Ink), &plain)?;
        for owner in self.plan.arms().colours() {
            let exit = self.plan.arms().exit_square(owner);
            let corridor = (1..=CORRIDOR).map(|step| (step, self.plan.corridor_label(owner, step)));
            let own: Vec<(u8, Label)> =
                std::iter::once((exit.number(), self.plan.square_label(exit)))
                    .chain(corridor)
                    .collect();
            write_numbers(f, format_args!("stroke=\"{}\"", ink_on(owner)), &own)?;
        }
        Ok(())
    }
}

/// Numbers in one ink, gathered by how they are turned and how large they are.
fn write_numbers(
    f: &mut fmt::Formatter<'_>,
    ink: impl fmt::Display,
    numbers: &[(u8, Label)],
) -> fmt::Result {
    write!(f, "<g {ink}>")?;
    let size = |(value, label): &(u8, Label)| {
        Size::fitting(value.to_string().len(), label.height, label.width)
    };
    let alike = |one: &(u8, Label), next: &(u8, Label)| {
        (one.1.tilt - next.1.tilt).abs() < 0.1 && size(one) == size(next)
    };
    for alike in numbers.chunk_by(alike) {
        let Some(first) = alike.first() else { continue };
        let (tilt, size) = (first.1.tilt, size(first));
        let turn = if tilt.abs() < 0.1 {
            String::new()
        } else {
            format!("rotate({})", Short(tilt))
        };
        write!(f, "<g transform=\"{turn}{}\">", size.scale())?;
        for (value, label) in alike {
            let at = label.at.turned(-tilt);
            write!(
                f,
                "{}",
                Number {
                    value: *value,
                    at,
                    size
                }
            )?;
        }
        f.write_str("</g>")?;
    }
    f.write_str("</g>")
}
