//! A picture as SVG: self-contained, without scripts, the same bytes for the same position.

use std::fmt;

use super::board::board;
use super::chip::{Chip, Disc};
use super::die::{self, Lying};
use super::ground::Ground;
use super::plan::HALF;
use super::point::Short;
use super::scene::Scene;
use super::theme::{Style, Theme};
use crate::rules::board::Arms;
use crate::rules::colour::Colour;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::words;
use crate::words::language::Language;
use crate::words::teller::Teller;

/// A picture of a board.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    arms: Arms,
    game: Option<&'a Game>,
    command: &'a [Event],
}

impl<'a> Picture<'a> {
    /// A board without pieces.
    #[must_use]
    pub const fn empty(arms: Arms) -> Self {
        Self {
            arms,
            game: None,
            command: &[],
        }
    }

    /// A game, with what its last command moved; without one, nothing is shown to have moved.
    #[must_use]
    pub fn of(game: &'a Game, command: &'a [Event]) -> Self {
        Self {
            arms: game.rules().map_or(Arms::Four, |rules| rules.arms),
            game: Some(game),
            command,
        }
    }

    /// The picture as SVG; its title and description tell the position in words.
    #[must_use]
    pub fn svg(&self, theme: Theme, language: Language) -> String {
        let scene = self.scene();
        let words = Words::of(self, &scene, language);
        Svg {
            scene,
            words,
            theme,
        }
        .to_string()
    }

    fn scene(&self) -> Scene {
        self.game.map_or_else(
            || Scene::empty(self.arms),
            |game| Scene::of(game, self.command),
        )
    }
}

/// What is said of a picture.
struct Words {
    language: Language,
    title: String,
    description: String,
}

impl Words {
    fn of(picture: &Picture<'_>, scene: &Scene, language: Language) -> Self {
        let version = picture.game.map(Game::version);
        let mut told = Vec::new();
        if let Some(game) = picture.game {
            told.extend(Teller::among(language, game).tell_command(picture.command));
        }
        match picture.game.and_then(Game::position) {
            Some(position) => told.extend(words::board::board(language, position)),
            None if scene.pieces.is_empty() => {
                told.push(words::picture::nothing_on_it(language).to_owned());
            }
            None => told.push(words::picture::all_at_home(language).to_owned()),
        }
        Self {
            language,
            title: words::picture::title(language, picture.arms, version),
            description: told.join("\n"),
        }
    }
}

struct Svg {
    scene: Scene,
    words: Words,
    theme: Theme,
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (corner, side) = (Short(-HALF), Short(HALF * 2.0));
        let Words {
            language,
            title,
            description,
        } = &self.words;
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {corner} {side} {side}\" role=\"img\" \
             aria-labelledby=\"title desc\" lang=\"{}\"><title id=\"title\">{title}</title>\
             <desc id=\"desc\">{description}</desc>{}",
            language.code(),
            Style(self.theme),
        )?;
        f.write_str(board(self.scene.plan.arms(), self.theme))?;
        write!(
            f,
            "{}</svg>",
            Moment {
                scene: &self.scene,
                theme: self.theme
            }
        )
    }
}

/// What is drawn upon a board.
struct Moment<'a> {
    scene: &'a Scene,
    theme: Theme,
}

impl fmt::Display for Moment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.definitions(f)?;
        let (scene, theme) = (self.scene, self.theme);
        write!(f, "{}", Ground { scene, theme })?;
        for standing in &self.scene.pieces {
            write!(f, "{standing}")?;
        }
        self.dice(f)
    }
}

impl Moment<'_> {
    fn definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = || self.scene.pieces.iter().map(|standing| standing.piece);
        let present = |colour: &Colour| pieces().any(|piece| piece.colour() == *colour);
        f.write_str("<defs>")?;
        for colour in Colour::ALL.into_iter().filter(present) {
            write!(f, "{}", Disc(colour))?;
        }
        for piece in pieces() {
            write!(f, "{}", Chip(piece))?;
        }
        f.write_str("</defs>")
    }

    fn dice(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plan, dice) = (&self.scene.plan, &self.scene.dice);
        let side = die::side(plan);
        for (&die, at) in dice.iter().zip(die::beds(plan, dice.len())) {
            write!(f, "{}", Lying { die, at, side })?;
        }
        Ok(())
    }
}
