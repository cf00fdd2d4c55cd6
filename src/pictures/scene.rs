//! What stands on a board at the end of a command, and how it came there.

use super::chip::Standing;
use super::plan::Plan;
use super::trail::Trail;
use crate::rules::board::{Arms, CORRIDOR, Place};
use crate::rules::colour::Colour;
#[cfg(feature = "server")]
use crate::rules::dice::Die;
use crate::rules::dice::{Dice, Roll};
use crate::rules::event::Event;
use crate::rules::game::{Game, Phase};
use crate::rules::piece::Piece;
use crate::rules::position::{Due, Position, Presence};

/// What a picture shows on its board.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The board.
    pub(super) plan: Plan,
    /// The pieces, each on its spot.
    pub(super) pieces: Vec<Standing>,
    /// The pairs that are barriers, each by its two pieces.
    pub(super) barriers: Vec<[Standing; 2]>,
    /// What the last command moved.
    pub(super) trail: Trail,
    /// Whose seat is asked.
    pub(super) turn: Option<Colour>,
    /// The dice of the roll in hand, or of the last command.
    pub(super) dice: Dice,
}

impl Scene {
    /// A board without anything on it.
    pub(super) fn empty(arms: Arms) -> Self {
        Self {
            plan: Plan::of(arms),
            pieces: Vec::new(),
            barriers: Vec::new(),
            trail: Trail::default(),
            turn: None,
            dice: Dice::new(),
        }
    }

    /// A board with a piece wherever one is at home, and a die: everything that has a colour of its own.
    #[cfg(feature = "server")]
    pub(super) fn crowded(arms: Arms) -> Self {
        let mut scene = Self::empty(arms);
        for colour in arms.colours() {
            for place in [Place::Home, Place::Ring(arms.exit_square(colour))] {
                scene.stand(colour, place, &Piece::all_of(colour));
            }
        }
        scene.turn = Some(Colour::Yellow);
        scene.dice = Roll::One(Die::FACES[4]).dice();
        scene
    }

    /// A game at the end of this command.
    pub(super) fn of(game: &Game, command: &[Event]) -> Self {
        let arms = game.rules().map_or(Arms::Four, |rules| rules.arms);
        let mut scene = Self::empty(arms);
        match game.position() {
            Some(position) => scene.show(position, command),
            None if game.phase() == Phase::Ended => {}
            None => {
                let colours = game.seats().filter_map(|seat| game.colour(seat.chair));
                for colour in colours {
                    scene.stand(colour, Place::Home, &Piece::all_of(colour));
                }
            }
        }
        scene
    }

    fn show(&mut self, position: &Position, command: &[Event]) {
        let playing = position
            .colours()
            .filter(|colour| position.presence(*colour) == Presence::Playing);
        for colour in playing {
            self.show_colour(position, colour);
        }
        let arms = self.plan.arms();
        for square in (1..=arms.ring()).filter_map(|number| arms.square(number)) {
            let standing = position.standing_on(square);
            self.stand(Colour::Yellow, Place::Ring(square), &standing);
        }
        self.barriers = self.pairs(position);
        self.trail = Trail::of(&self.plan, command);
        self.turn = match position.due() {
            Due::Roll(colour) | Due::Choice(colour) => Some(colour),
            Due::Nothing => None,
        };
        self.dice = position
            .roll_in_hand()
            .map(Roll::dice)
            .or_else(|| rolled(command))
            .unwrap_or_default();
    }

    /// A colour's pieces besides those on the ring.
    fn show_colour(&mut self, position: &Position, colour: Colour) {
        let pieces = Piece::all_of(colour);
        for place in [Place::Home, Place::Goal] {
            // Each has a spot of its own, by its number.
            let spots = self.plan.spots(colour, place, pieces.len());
            let standing = pieces.into_iter().zip(spots);
            let standing = standing.filter(|(piece, _)| position.place(*piece) == place);
            self.pieces
                .extend(standing.map(|(piece, spot)| Standing { piece, spot }));
        }
        for step in 1..=CORRIDOR {
            let place = Place::Corridor(step);
            let here = pieces.into_iter();
            let here: Vec<Piece> = here
                .filter(|piece| position.place(*piece) == place)
                .collect();
            self.stand(colour, place, &here);
        }
    }

    fn stand(&mut self, colour: Colour, place: Place, pieces: &[Piece]) {
        let spots = self.plan.spots(colour, place, pieces.len());
        let standing = pieces.iter().zip(spots);
        self.pieces
            .extend(standing.map(|(&piece, spot)| Standing { piece, spot }));
    }

    /// The barriers: neighbours of one colour, in the order in which pieces are drawn.
    fn pairs(&self, position: &Position) -> Vec<[Standing; 2]> {
        let is_pair = |[one, other]: &&[Standing; 2]| {
            position.is_in_barrier(one.piece)
                && one.piece.colour() == other.piece.colour()
                && position.place(one.piece) == position.place(other.piece)
        };
        let pairs = self.pieces.array_windows();
        pairs.filter(is_pair).copied().collect()
    }
}

/// The dice of the last roll of a command.
fn rolled(command: &[Event]) -> Option<Dice> {
    command.iter().rev().find_map(|event| {
        if let Event::Roll { dice, .. } = event {
            Some(dice.clone())
        } else {
            None
        }
    })
}
