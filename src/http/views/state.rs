//! The state of a game at a version: what the fold of its log says, and nothing else.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::board::Board;
use super::possible::Possible;
use crate::proof::Head;
use crate::rules::colour::Colour;
use crate::rules::event::{Created, EndReason, Outcome};
use crate::rules::game::{Game, Phase, Seat};
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};

/// The state of a game at the end of a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct State {
    /// The game.
    game: GameId,
    /// The version of the newest event.
    version: Version,
    /// The hash of the newest event.
    head: Hex32,
    /// What was settled when it was created: rules, seats, dice.
    settings: Settings,
    /// Where it stands.
    phase: PhaseView,
    /// Since when somebody is asked.
    asked_since: DateTime<Utc>,
    /// What is possible now.
    #[serde(flatten)]
    possible: Possible,
    /// Who sits where, by chair.
    seats: Vec<SeatView>,
    /// Whether some player holds several seats, like people around one phone.
    shared_seats: bool,
    /// The board, from the first roll of the game proper on; null before.
    #[schema(required)]
    board: Option<Board>,
    /// Points won and lost so far, one entry for each arm of the board, by chair, null where nobody sits; null without stakes.
    #[schema(required)]
    ledger: Option<Vec<Option<i64>>>,
    /// Why it ended; null before.
    #[schema(required)]
    end_reason: Option<EndReason>,
    /// The places, by chair like the ledger; null before the end, and without a winner.
    #[schema(required, value_type = Option<Vec<Option<u64>>>)]
    places: Option<Vec<Option<u8>>>,
    /// The outcomes, by chair like the ledger; null before the end, and without a winner.
    #[schema(required)]
    outcomes: Option<Vec<Option<Outcome>>>,
}

/// Everything that was settled when a game was created.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Settings {
    /// The members of the first event.
    #[serde(flatten)]
    created: Created,
    /// Whether a player says what a real die showed; nothing proves such rolls.
    manual_dice: bool,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Phase)]
pub(in crate::http) enum PhaseView {
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
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
pub(in crate::http) struct SeatView {
    /// Which chair.
    chair: Chair,
    /// Who.
    player: PlayerId,
    /// The colour; null until it is chosen.
    #[schema(required)]
    colour: Option<Colour>,
    /// What became of its promise of entropy.
    entropy: Promise,
    /// Whether it has left for good.
    left: bool,
    /// Whether its four pieces are in the goal.
    finished: bool,
}

/// What became of a promise of entropy.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::http) enum Promise {
    /// There was none.
    None,
    /// It is open.
    Promised,
    /// It was kept.
    Revealed,
}

impl State {
    /// The state of a folded game; none before its first event.
    pub(in crate::http) fn of(
        id: GameId,
        game: &Game,
        head: Head,
        asked_since: DateTime<Utc>,
    ) -> Option<Self> {
        let created = game.created()?;
        let end = game.end();
        Some(Self {
            game: id,
            version: game.version(),
            head: head.0,
            settings: Settings {
                created: created.clone(),
                manual_dice: !game.has_server_dice(),
            },
            phase: PhaseView::of(game.phase()),
            asked_since,
            possible: Possible::of(game),
            seats: game.seats().map(|seat| SeatView::of(game, seat)).collect(),
            shared_seats: shares_seats(game),
            board: game.position().map(Board::of),
            ledger: ledger(game, created),
            end_reason: end.map(|end| end.reason),
            places: end.and_then(|end| Some(end.places.as_ref()?.to_vec())),
            outcomes: end.and_then(|end| Some(end.outcomes.as_ref()?.to_vec())),
        })
    }
}

/// Whether some player holds several seats.
fn shares_seats(game: &Game) -> bool {
    let mut players: Vec<PlayerId> = game.seats().map(|seat| seat.player).collect();
    let seats = players.len();
    players.sort_unstable();
    players.dedup();
    players.len() < seats
}

fn ledger(game: &Game, created: &Created) -> Option<Vec<Option<i64>>> {
    created.rules.stakes?;
    if let Some(ledger) = game.end().and_then(|end| end.ledger.as_ref()) {
        return Some(ledger.to_vec());
    }
    let points = |chair: Chair| {
        let position = game.position();
        let colour = position.and_then(|position| position.colour(chair));
        position
            .zip(colour)
            .map_or(0, |(position, colour)| position.points(colour))
    };
    let chairs = Chair::ALL
        .into_iter()
        .take(usize::from(created.rules.arms.number()));
    Some(
        chairs
            .map(|chair| game.seat(chair).map(|_| points(chair)))
            .collect(),
    )
}

impl PhaseView {
    /// Where a game stands.
    pub(in crate::http) const fn of(phase: Phase) -> Self {
        match phase {
            Phase::Empty | Phase::Seating => Self::Seating,
            Phase::Promising => Self::Promising,
            Phase::Opening => Self::Opening,
            Phase::Colours => Self::Colours,
            Phase::Playing => Self::Playing,
            Phase::Ended => Self::Ended,
        }
    }
}

impl SeatView {
    fn of(game: &Game, seat: &Seat) -> Self {
        Self {
            chair: seat.chair,
            player: seat.player,
            colour: game.colour(seat.chair),
            entropy: match (&seat.entropy_commit, &seat.entropy) {
                (None, _) => Promise::None,
                (Some(_), None) => Promise::Promised,
                (Some(_), Some(_)) => Promise::Revealed,
            },
            left: game.has_left(seat.chair),
            finished: game.has_finished(seat.chair),
        }
    }
}
