//! Frames: a command, in words too, the game after it, and what it changed.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::board::Board;
use super::event::{Event, bodies};
use super::possible::AskedView;
use super::state::PhaseView;
use crate::play::{FramePage, Step};
use crate::proof::By;
use crate::rules::asked::Asked;
use crate::rules::board::Place;
use crate::rules::game::Game;
use crate::rules::ids::{Chair, Hex32, Version};
use crate::rules::piece::Piece;
use crate::rules::position::{Position, Presence};
use crate::words::language::Language;
use crate::words::mark::by_order;
use crate::words::teller::Teller;

/// Commands of a game in the order asked for, each with the game after it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FramePage)]
pub(in crate::http) struct FramePageView {
    /// The frames.
    frames: Vec<FrameView>,
    /// The `first` of the next page; null at the end. A page may hold fewer frames than asked for, and even none.
    #[schema(required)]
    next_first: Option<Version>,
}

/// A command, and the game after it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Frame)]
struct FrameView {
    /// The version that it ends with: the frame's number.
    version: Version,
    /// The version of its first event: the command's number.
    command: Version,
    /// The hash of its last event.
    head: Hex32,
    /// When it was made.
    at: DateTime<Utc>,
    /// Whose act it was.
    by: By,
    /// Its events.
    #[schema(value_type = Vec<Event>)]
    events: Vec<Box<RawValue>>,
    /// What happened, in words.
    told: String,
    /// Where the game stands now.
    phase: PhaseView,
    /// Who is asked for what now.
    asked: AskedView,
    /// The board now; null before the first roll of the game proper.
    #[schema(required)]
    board: Option<Board>,
    /// What is otherwise than before.
    changes: Changes,
}

/// What a command changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FrameChanges)]
struct Changes {
    /// The pieces that stand elsewhere, be it by a move, a capture, a penalty or because their seat has left.
    pieces: Vec<MovedPiece>,
    /// The phase, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<PhaseChange>,
    /// Whose turn it is, where that is somebody else's.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnChange>,
}

/// A piece that stands elsewhere.
#[derive(Debug, Serialize, ToSchema)]
struct MovedPiece {
    /// Which.
    piece: Piece,
    /// Where it stood.
    origin: Place,
    /// Where it stands; null where it has left the board with its seat.
    #[schema(required)]
    target: Option<Place>,
}

/// Another phase.
#[derive(Debug, Serialize, ToSchema)]
struct PhaseChange {
    /// The phase before.
    before: PhaseView,
    /// The phase now.
    after: PhaseView,
}

/// Somebody else's turn.
#[derive(Debug, Serialize, ToSchema)]
struct TurnChange {
    /// The seat that was to roll or to choose; null where none was.
    #[schema(required)]
    before: Option<Chair>,
    /// The seat that is to roll or to choose now; null where none is.
    #[schema(required)]
    after: Option<Chair>,
}

impl FramePageView {
    /// A page, told in a language.
    pub(in crate::http) fn of(page: &FramePage, language: Language) -> Self {
        let frames = page.frames.iter();
        Self {
            frames: frames
                .filter_map(|step| FrameView::of(step, language))
                .collect(),
            next_first: page.next,
        }
    }
}

impl FrameView {
    /// A command; none without events, which no command lacks.
    fn of(step: &Step, language: Language) -> Option<Self> {
        let first = &step.events.first()?.entry;
        let game = &step.after.game;
        Some(Self {
            version: game.version(),
            command: first.command,
            head: step.after.head.0,
            at: first.at,
            by: first.by,
            events: bodies(&step.events),
            told: told(step, language),
            phase: PhaseView::of(game.phase()),
            asked: AskedView::of(game),
            board: game.position().map(Board::of),
            changes: Changes::of(&step.before.game, game),
        })
    }
}

/// A command in words.
pub(in crate::http) fn told(step: &Step, language: Language) -> String {
    let events = step.events.iter().map(|logged| &logged.entry.event);
    let mut teller = Teller::after(language, &step.before.game);
    let mut told = teller.tell_command(events);
    if step
        .events
        .first()
        .is_some_and(|first| first.entry.by == By::Order)
    {
        told = by_order(language, told);
    }
    told.join(" ")
}

impl Changes {
    fn of(before: &Game, after: &Game) -> Self {
        let phases = (before.phase(), after.phase());
        let turns = (turn(before), turn(after));
        Self {
            pieces: moved(before, after),
            phase: (phases.0 != phases.1).then(|| PhaseChange {
                before: PhaseView::of(phases.0),
                after: PhaseView::of(phases.1),
            }),
            turn: (turns.0 != turns.1).then_some(TurnChange {
                before: turns.0,
                after: turns.1,
            }),
        }
    }
}

/// The seat that is to roll or to choose.
fn turn(game: &Game) -> Option<Chair> {
    match game.asked() {
        Asked::Roll { chair, .. } | Asked::Colour { chair } | Asked::Choice { chair } => {
            Some(chair)
        }
        Asked::Nobody | Asked::Players { .. } | Asked::Start | Asked::Entropy(_) => None,
    }
}

fn moved(before: &Game, after: &Game) -> Vec<MovedPiece> {
    let Some((before, after)) = before.position().zip(after.position()) else {
        return Vec::new();
    };
    let pieces = before.colours().flat_map(Piece::all_of);
    let moved = pieces.filter_map(|piece| {
        Some(MovedPiece {
            piece,
            origin: on_board(before, piece)?,
            target: on_board(after, piece),
        })
    });
    let elsewhere = |moved: &MovedPiece| moved.target != Some(moved.origin);
    moved.filter(elsewhere).collect()
}

/// Where a piece stands; nowhere where its colour has left.
fn on_board(position: &Position, piece: Piece) -> Option<Place> {
    let plays = position.presence(piece.colour()) == Presence::Playing;
    plays.then(|| position.place(piece))
}
