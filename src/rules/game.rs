//! A whole game, from its creation to its end: the fold of its events.

use super::choice::{Choice, Choices};
use super::colour::{ByColour, Colour};
use super::event::{Created, End, Event, OriginKind};
use super::ids::{Chair, Hex32, PlayerId, Version};
use super::misfit::Misfit;
use super::opening::{Chairs, ColourRound, Opening};
use super::options::{Colours, Rules};
use super::position::{Position, Presence};

/// Where a game stands between its creation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Nothing has happened.
    Empty,
    /// Players sit down and get up.
    Seating,
    /// Seats are fixed; promised entropy is awaited.
    Promising,
    /// Rolls for who begins.
    Opening,
    /// Seats choose their colours.
    Colours,
    /// The game proper.
    Playing,
    /// It is over.
    Ended,
}

/// Somebody on a chair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Which chair.
    pub chair: Chair,
    /// Who.
    pub player: PlayerId,
    /// The hash of the entropy promised.
    pub entropy_commit: Option<Hex32>,
    /// The entropy revealed.
    pub entropy: Option<Hex32>,
    /// The bot that plays it.
    pub bot: Option<Box<str>>,
}

/// What a phase needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Empty,
    Seating,
    Promising,
    Opening(Opening),
    Colours(ColourRound),
    Playing(Position),
    Ended(Option<Position>),
}

/// A game: the fold of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) version: Version,
    pub(super) decision: Option<Version>,
    pub(super) created: Option<Box<Created>>,
    pub(super) seats: [Option<Seat>; 8],
    pub(super) rolls: u64,
    pub(super) left: Chairs,
    pub(super) stage: Stage,
    pub(super) end: Option<Box<End>>,
    pub(super) revealed: bool,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// A game of which nothing has happened.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            version: Version(0),
            decision: None,
            created: None,
            seats: [const { None }; 8],
            rolls: 0,
            left: Chairs::new_const(),
            stage: Stage::Empty,
            end: None,
            revealed: false,
        }
    }

    /// The game that these events tell.
    ///
    /// # Errors
    ///
    /// Says why the first event that does not fit does not; the game's version is then one less than that event's.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Self, Misfit> {
        let mut game = Self::new();
        for event in events {
            game.apply(event)?;
        }
        Ok(game)
    }

    /// How many events have been applied.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The version that options hang on (EVENTS, "Where a game rests"); none before the start.
    #[must_use]
    pub const fn decision(&self) -> Option<Version> {
        self.decision
    }

    /// What the first event says.
    #[must_use]
    pub fn created(&self) -> Option<&Created> {
        self.created.as_deref()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Option<&Rules> {
        self.created().map(|created| &created.rules)
    }

    /// Where it stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Empty => Phase::Empty,
            Stage::Seating => Phase::Seating,
            Stage::Promising => Phase::Promising,
            Stage::Opening(_) => Phase::Opening,
            Stage::Colours(_) => Phase::Colours,
            Stage::Playing(_) => Phase::Playing,
            Stage::Ended(_) => Phase::Ended,
        }
    }

    /// The seats taken, by chair.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().flatten()
    }

    /// The seat of a chair, if somebody sits there.
    #[must_use]
    pub fn seat(&self, chair: Chair) -> Option<&Seat> {
        self.seats.get(chair.index()).and_then(Option::as_ref)
    }

    /// Whether its players are only quoted: it repeats another game, or was read from a text, and is its owner's alone.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        let origin = self.created().and_then(|created| created.origin.as_ref());
        origin.is_some_and(|origin| match origin.kind {
            OriginKind::Fork | OriginKind::Import => true,
            OriginKind::Rematch => false,
        })
    }

    /// Whether a player may act for a chair: whoever sits there, and where players are only quoted the owner too.
    #[must_use]
    pub fn may_act(&self, chair: Chair, actor: PlayerId) -> bool {
        self.seat(chair).is_some_and(|seat| {
            seat.player == actor
                || (self.is_quoted()
                    && self.created().is_some_and(|created| created.owner == actor))
        })
    }

    /// Whether a chair has left.
    #[must_use]
    pub fn has_left(&self, chair: Chair) -> bool {
        self.left.contains(&chair)
    }

    /// The chairs the game has: one for each arm, or, before colours are chosen, one for each seat.
    pub fn chairs(&self) -> impl Iterator<Item = Chair> {
        let number = self
            .created()
            .map_or(0, |created| match created.rules.colours {
                Colours::BySeat => created.rules.arms.number(),
                Colours::ByOpeningRoll => created.seats,
            });
        Chair::ALL.into_iter().take(usize::from(number))
    }

    /// The chairs of those who play and have not left, by rising number.
    pub(super) fn still_in(&self) -> Chairs {
        self.seats()
            .map(|seat| seat.chair)
            .filter(|chair| !self.has_left(*chair))
            .collect()
    }

    /// The colour of a chair, once it has one.
    #[must_use]
    pub fn colour(&self, chair: Chair) -> Option<Colour> {
        match (&self.stage, self.rules()?.colours) {
            (_, Colours::BySeat) => Colour::of_arm(chair.number()),
            (Stage::Playing(position) | Stage::Ended(Some(position)), Colours::ByOpeningRoll) => {
                position.colour(chair)
            }
            (Stage::Colours(round), Colours::ByOpeningRoll) => Colour::ALL
                .into_iter()
                .find(|colour| round.chairs[*colour] == Some(chair)),
            (
                Stage::Empty
                | Stage::Seating
                | Stage::Promising
                | Stage::Opening(_)
                | Stage::Ended(None),
                Colours::ByOpeningRoll,
            ) => None,
        }
    }

    /// The number of the next roll, from 1, opening rolls included.
    #[must_use]
    pub const fn next_roll(&self) -> u64 {
        self.rolls + 1
    }

    /// The position, from the first roll of the game proper on.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        match &self.stage {
            Stage::Playing(position) | Stage::Ended(Some(position)) => Some(position),
            Stage::Empty
            | Stage::Seating
            | Stage::Promising
            | Stage::Opening(_)
            | Stage::Colours(_)
            | Stage::Ended(None) => None,
        }
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.end.as_deref()
    }

    /// The chairs whose promised entropy is still awaited.
    pub(super) fn promises_open(&self) -> Chairs {
        self.seats()
            .filter(|seat| seat.entropy_commit.is_some() && seat.entropy.is_none())
            .map(|seat| seat.chair)
            .collect()
    }

    /// The chair that chooses its colour next: those still in first, from the beginner on, then those who left.
    pub(super) fn next_chooser(&self, round: &ColourRound) -> Option<Chair> {
        let all: Chairs = self.seats().map(|seat| seat.chair).collect();
        let without = |chair: &&Chair| !round.has_colour(**chair);
        let order = round.order(&all);
        let staying = order
            .iter()
            .filter(|chair| !self.has_left(**chair))
            .find(without);
        staying.or_else(|| order.iter().find(without)).copied()
    }

    /// The options, in order; none unless a choice is due.
    #[must_use]
    pub fn choices(&self) -> Choices {
        match &self.stage {
            Stage::Playing(position) => position.choices(),
            Stage::Colours(round) => self.rules().map_or_else(Choices::new, |rules| {
                round
                    .free(rules.arms)
                    .map(|colour| Choice::Colour { colour })
                    .collect()
            }),
            Stage::Empty
            | Stage::Seating
            | Stage::Promising
            | Stage::Opening(_)
            | Stage::Ended(_) => Choices::new(),
        }
    }

    /// Whether a chair has its four pieces in the goal and is out of the turns for it.
    #[must_use]
    pub fn has_finished(&self, chair: Chair) -> bool {
        self.position().is_some_and(|position| {
            position.colour(chair).is_some_and(|colour| {
                position.presence(colour) == Presence::Playing && !position.is_active(colour)
            })
        })
    }

    /// The colours of the chairs, by seat.
    pub(super) fn colours_by_seat(&self) -> ByColour<Option<Chair>> {
        let mut chairs = ByColour([None; 8]);
        for seat in self.seats() {
            if let Some(colour) = Colour::of_arm(seat.chair.number()) {
                chairs[colour] = Some(seat.chair);
            }
        }
        chairs
    }
}
