//! A game as it is now: its state, and what stands beside the log.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::event::{Event, bodies};
use super::state::State;
use crate::http::etag;
use crate::play::{Created, Done, Folded, Tried};
use crate::proof::SignedHead;
use crate::rules::clocks::Moment;
use crate::rules::ids::Chair;

/// A game as it is now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(in crate::http) struct GameView {
    /// Its state.
    state: State,
    /// Whether strangers find it in the list.
    listed: bool,
    /// Whether an invite is needed to sit down.
    by_invite: bool,
    /// When the clock acts, if nobody does before; null where it does not.
    #[schema(required)]
    due_at: Option<DateTime<Utc>>,
    /// How the clocks of those who are still in stand, by chair; empty in a game without a clock.
    clocks: Vec<SeatClock>,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When its newest event was made.
    updated_at: DateTime<Utc>,
    /// The server's time.
    server_time: DateTime<Utc>,
}

/// How the clock of a seat stands at the server's time.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct SeatClock {
    /// Which chair.
    chair: Chair,
    /// Whether it runs.
    running: bool,
    /// What is left for this turn or, where it does not run, the next one, in milliseconds.
    left_ms: u64,
    /// How often time has run out.
    lapses: u8,
}

/// What a command brought about, and the game now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Done)]
pub(in crate::http) struct DoneView {
    /// The events of the command, also where it had been made before.
    #[schema(value_type = Vec<Event>)]
    events: Vec<Box<RawValue>>,
    /// The game now.
    game: GameView,
    /// The server's signature over the game as it is now: keep it, and nobody can deny later what happened up to here.
    receipt: SignedHead,
}

/// What a choice brought about, and the game now; or, where it was only tried, what it would bring about, and the game then.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChoiceDone)]
pub(in crate::http) struct ChoiceView {
    /// The events of the command, also where it had been made before. Those of a choice that was only tried get another
    /// time when they are made, and with it other hashes.
    #[schema(value_type = Vec<Event>)]
    events: Vec<Box<RawValue>>,
    /// The game after them.
    game: GameView,
    /// The server's signature over the game as it is now; absent where the choice was only tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<SignedHead>,
}

/// A game that has been created.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedGame)]
pub(in crate::http) struct CreatedView {
    /// The events of its creation.
    #[schema(value_type = Vec<Event>)]
    events: Vec<Box<RawValue>>,
    /// The game now.
    game: GameView,
    /// The server's signature over the game as it is now.
    receipt: SignedHead,
    /// The code needed to sit down, where one is. It is shown this once; give it to those who shall play.
    #[serde(skip_serializing_if = "Option::is_none")]
    invite: Option<String>,
}

/// The entity tag of a game.
pub(in crate::http) fn tag(folded: &Folded) -> String {
    etag::of_game(folded.version(), &folded.head.0.0)
}

impl GameView {
    /// A folded game; none before its first event, which no stored game lacks.
    pub(in crate::http) fn of(folded: &Folded, now: DateTime<Utc>) -> Option<Self> {
        Some(Self {
            state: State::of(folded.id, &folded.game, folded.head, folded.asked_since)?,
            listed: folded.facts.listed,
            by_invite: folded.facts.invite_hash.is_some(),
            due_at: folded.due_at,
            clocks: SeatClock::all(folded, now),
            created_at: folded.facts.created_at,
            updated_at: folded.updated_at,
            server_time: now,
        })
    }
}

impl SeatClock {
    fn all(folded: &Folded, now: DateTime<Utc>) -> Vec<Self> {
        let (game, clocks) = (&folded.game, &folded.clocks);
        let now = Moment(now.timestamp_micros());
        game.seats()
            .map(|seat| seat.chair)
            .filter(|chair| !game.has_left(*chair) && !game.has_finished(*chair))
            .filter_map(|chair| {
                Some(Self {
                    chair,
                    running: clocks.turn().is_some_and(|turn| turn.chair == chair),
                    left_ms: clocks.left_ms(chair, now)?,
                    lapses: clocks.lapses(chair),
                })
            })
            .collect()
    }
}

impl DoneView {
    /// What a request brought about.
    pub(in crate::http) fn of(done: &Done, now: DateTime<Utc>) -> Option<Self> {
        Some(Self {
            events: bodies(&done.events),
            game: GameView::of(&done.folded, now)?,
            receipt: done.receipt,
        })
    }
}

impl ChoiceView {
    /// What a choice would bring about.
    pub(in crate::http) fn tried(tried: &Tried, now: DateTime<Utc>) -> Option<Self> {
        Some(Self {
            events: bodies(&tried.events),
            game: GameView::of(&tried.then, now)?,
            receipt: None,
        })
    }
}

impl CreatedView {
    /// A game that is there now.
    pub(in crate::http) fn of(created: Created, now: DateTime<Utc>) -> Option<Self> {
        Some(Self {
            events: bodies(&created.events),
            game: GameView::of(&created.folded, now)?,
            receipt: created.receipt,
            invite: created.invite.map(crate::play::Invite::reveal),
        })
    }
}
