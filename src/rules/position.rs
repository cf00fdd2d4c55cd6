//! A moment of the game proper: the board, the turn, who is in, what is owed; and how events change it.

use super::board::{Arms, Place, Progress};
use super::colour::{ByColour, Colour};
use super::dice::{Dice, Roll};
use super::ids::Chair;
use super::occupancy::Occupancy;
use super::options::{Rules, Teams, TurnDirection};
use super::piece::Piece;
use super::roster::Roster;
use super::turn::{Hand, Stage, Turn};

/// Whether a colour takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// Nobody plays it.
    #[default]
    Absent,
    /// It is in the game, finished or not.
    Playing,
    /// It has left.
    Left,
}

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A roll by this colour's seat.
    Roll(Colour),
    /// A choice by this colour's seat.
    Choice(Colour),
    /// Nothing: the game is over.
    Nothing,
}

/// A moment of the game proper, validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Occupancy,
    pub(super) presence: ByColour<Presence>,
    /// Which colours have had an exit (RULES §6, `two_once`).
    pub(super) exited: ByColour<bool>,
    pub(super) chairs: ByColour<Option<Chair>>,
    pub(super) turn: Turn,
    /// Who has finished, in order.
    pub(super) finished: Roster,
    /// Who has left, in order; pairs side by side.
    pub(super) left: Roster,
    pub(super) ledger: ByColour<i64>,
    /// Third sixes rolled, by their rollers.
    pub(super) third_sixes: ByColour<u32>,
    pub(super) over: bool,
    /// The seats that still roll, a bit for each arm.
    pub(super) active: u8,
}

impl Position {
    /// All pieces at home, `beginner` to roll.
    pub(super) fn new(rules: Rules, chairs: ByColour<Option<Chair>>, beginner: Colour) -> Self {
        let seated = |chair: Option<Chair>| chair.map_or(Presence::Absent, |_| Presence::Playing);
        let mut position = Self {
            rules,
            board: Occupancy::all_home(),
            presence: ByColour(chairs.0.map(seated)),
            exited: ByColour::default(),
            chairs,
            turn: Turn {
                first: true,
                ..Turn::of(beginner)
            },
            finished: Roster::new(),
            left: Roster::new(),
            ledger: ByColour::default(),
            third_sixes: ByColour::default(),
            over: false,
            active: 0,
        };
        position.note_active();
        position
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    pub(super) const fn arms(&self) -> Arms {
        self.rules.arms
    }

    /// Whether a colour takes part.
    #[must_use]
    pub fn presence(&self, colour: Colour) -> Presence {
        self.presence[colour]
    }

    /// The colours that take part or have left, by rising arm.
    #[must_use]
    pub fn colours(&self) -> impl DoubleEndedIterator<Item = Colour> + Clone + '_ {
        self.arms()
            .colours()
            .filter(|colour| self.presence[*colour] != Presence::Absent)
    }

    /// Where a piece stands; the pieces of a colour that has left are shown at home.
    #[must_use]
    pub fn place(&self, piece: Piece) -> Place {
        self.board.place(self.arms(), piece)
    }

    /// The progress of a piece; none at home.
    #[must_use]
    pub fn progress(&self, piece: Piece) -> Option<Progress> {
        self.board.progress(piece)
    }

    /// The sum of the distances of a colour's pieces to the goal (RULES §2).
    #[must_use]
    pub fn distance(&self, colour: Colour) -> u16 {
        let goal = self.arms().goal().steps();
        let distance = |piece| match self.progress(piece) {
            None => u16::from(goal) + 1,
            Some(progress) => u16::from(goal - progress.steps()),
        };
        Piece::all_of(colour).into_iter().map(distance).sum()
    }

    /// The chair of a colour.
    #[must_use]
    pub fn chair(&self, colour: Colour) -> Option<Chair> {
        self.chairs[colour]
    }

    /// The colour of a chair.
    #[must_use]
    pub fn colour(&self, chair: Chair) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|colour| self.chairs[*colour] == Some(chair))
    }

    /// What the position waits for.
    #[must_use]
    pub fn due(&self) -> Due {
        if self.over {
            return Due::Nothing;
        }
        match self.turn.stage {
            Stage::Hand(hand) if !hand.is_spent() => Due::Choice(self.turn.seat),
            Stage::Hand(hand) if hand.roll.is_six() => Due::Roll(self.turn.seat),
            Stage::Due => Due::Roll(self.turn.seat),
            Stage::Hand(_) | Stage::Over => Due::Roll(self.next_seat(self.turn.seat)),
        }
    }

    /// The roll in hand, until it is spent.
    #[must_use]
    pub fn roll_in_hand(&self) -> Option<Roll> {
        self.hand().map(|hand| hand.roll)
    }

    /// The dice not yet used, in the order drawn.
    #[must_use]
    pub fn dice_left(&self) -> Dice {
        self.hand().map(Hand::dice).unwrap_or_default()
    }

    /// The pending counts, oldest first.
    pub fn pending_counts(&self) -> impl Iterator<Item = u8> + '_ {
        let counts = self.hand().map(|hand| hand.counts).unwrap_or_default();
        counts.iter().map(|kind| kind.amount(&self.rules))
    }

    /// The roll in hand while something of it is left.
    #[inline]
    pub(super) fn hand(&self) -> Option<&Hand> {
        match &self.turn.stage {
            Stage::Hand(hand) if !hand.is_spent() => Some(hand),
            Stage::Hand(_) | Stage::Due | Stage::Over => None,
        }
    }

    /// The points of a colour so far (RULES §11).
    #[must_use]
    pub fn points(&self, colour: Colour) -> i64 {
        self.ledger[colour]
    }

    /// The colours that have finished, in order.
    #[must_use]
    pub fn finished(&self) -> &[Colour] {
        self.finished.as_slice()
    }

    /// The turn at the moment a roll is due: this one if it goes on, else the next seat's.
    #[inline]
    pub(super) fn roller(&self) -> Turn {
        match self.turn.stage {
            Stage::Due => self.turn,
            Stage::Hand(hand) if hand.roll.is_six() => Turn {
                stage: Stage::Due,
                ..self.turn
            },
            Stage::Hand(_) | Stage::Over => Turn::of(self.next_seat(self.turn.seat)),
        }
    }

    /// The turn with this roll in hand, made by the seat that is due.
    #[inline]
    pub(super) fn turn_with(&self, roll: Roll) -> Turn {
        let turn = self.roller();
        let six = roll.is_six();
        Turn {
            sixes: turn.sixes + u8::from(six),
            // Without another roll to come nothing can be penalised.
            penalised: turn.penalised.filter(|_| six),
            stage: Stage::Hand(Hand::new(roll)),
            first: false,
            ..turn
        }
    }

    /// The next active seat after `seat`, in the turn's direction.
    #[inline]
    fn next_seat(&self, seat: Colour) -> Colour {
        let arm = u32::from(seat.arm());
        let active = u16::from(self.active);
        // Twice around, so that whoever comes after the last arm or before the first is found as well.
        let around = (active << 8) | active;
        let next = match self.rules.turn_direction {
            TurnDirection::Right => (around >> (arm + 1)).trailing_zeros() + arm + 1,
            TurnDirection::Left => 31 - (around << (8 - arm)).leading_zeros() + arm,
        };
        u8::try_from(next % 8)
            .ok()
            .and_then(Colour::of_arm)
            .filter(|_| self.active != 0)
            .unwrap_or(seat)
    }

    /// Whether a seat still rolls.
    #[inline]
    pub(super) const fn is_active(&self, colour: Colour) -> bool {
        (self.active >> colour.arm()) & 1 == 1
    }

    /// How many seats still roll.
    #[inline]
    pub(super) const fn active_seats(&self) -> u32 {
        self.active.count_ones()
    }

    /// Notes which seats still roll, after one has finished or left.
    pub(super) fn note_active(&mut self) {
        let rolls = |colour: &Colour| {
            self.presence[*colour] == Presence::Playing
                && (self.rules.teams == Teams::Pairs || !self.is_home_free(*colour))
        };
        let bits = Colour::ALL.into_iter().filter(rolls);
        self.active = bits.fold(0, |active, colour| active | (1 << colour.arm()));
    }

    /// Whether all four pieces of a colour are in the goal.
    #[inline]
    pub(super) fn is_home_free(&self, colour: Colour) -> bool {
        self.board.all_in_goal(self.arms(), colour)
    }

    /// The partner's colour, in pairs.
    #[must_use]
    pub fn partner(&self, colour: Colour) -> Option<Colour> {
        match self.rules.teams {
            Teams::None => None,
            Teams::Pairs => {
                let arms = self.arms().number();
                Colour::of_arm((colour.arm() + arms / 2) % arms)
            }
        }
    }

    /// The colour whose pieces the seat on turn moves.
    #[inline]
    pub(super) fn mover(&self) -> Colour {
        self.mover_for(self.turn.seat)
    }

    /// The colour whose pieces a seat moves (RULES §8).
    #[inline]
    pub(super) fn mover_for(&self, seat: Colour) -> Colour {
        match self.partner(seat) {
            Some(partner) if self.is_home_free(seat) => partner,
            Some(_) | None => seat,
        }
    }
}
