//! Games in a list.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::board::Arms;
use crate::rules::event::DiceSource;
use crate::rules::ids::{Chair, GameId, PlayerId, Version};
use crate::rules::options::DiceCount;
use crate::rules::preset::Preset;
use crate::store::{Ask, Listed, ListedGame, Status};

/// A page of games, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct GamePage {
    /// The games.
    games: Vec<Summary>,
    /// Where the next page begins, as `cursor`; null on the last.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameSummary)]
pub(in crate::http) struct Summary {
    /// Which game.
    game: GameId,
    /// The version of its newest event.
    version: Version,
    /// How far it is.
    status: StatusView,
    /// The preset its rules started from.
    preset: Preset,
    /// Arms of the board.
    arms: Arms,
    /// Dice of a roll.
    dice_count: DiceCount,
    /// Where rolls come from.
    dice: DiceSource,
    /// How many will play.
    #[schema(minimum = 2, maximum = 8)]
    seats: u8,
    /// Who sits where, by chair.
    seated: Vec<Seated>,
    /// Who created it.
    owner: PlayerId,
    /// Whether an invite is needed to sit down.
    by_invite: bool,
    /// What is asked.
    asked: AskView,
    /// Which chairs are asked.
    asked_chairs: Vec<Chair>,
    /// Since when.
    asked_since: DateTime<Utc>,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When its newest event was made.
    updated_at: DateTime<Utc>,
}

/// Somebody on a chair.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Seated {
    /// Which chair.
    chair: Chair,
    /// Who.
    player: PlayerId,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GameStatus)]
pub(in crate::http) enum StatusView {
    /// Players may sit down and get up.
    Open,
    /// Seats are fixed, promised entropy is awaited.
    Closed,
    /// It is played, opening rolls included.
    Playing,
    /// It is over.
    Ended,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Ask)]
pub(in crate::http) enum AskView {
    /// Nothing.
    Nothing,
    /// That players sit down.
    Players,
    /// That the owner starts.
    Start,
    /// That promised entropy is revealed.
    Entropy,
    /// A roll.
    Roll,
    /// A colour.
    Colour,
    /// One of the options.
    Choice,
}

impl GamePage {
    /// A page of a list.
    pub(in crate::http) fn of(listed: Listed) -> Self {
        Self {
            games: listed.games.into_iter().map(Summary::from).collect(),
            next_cursor: listed.next.map(|cursor| cursor.to_string()),
        }
    }
}

impl Seated {
    /// Everybody who sits.
    pub(super) fn all(seats: &[(Chair, PlayerId)]) -> Vec<Self> {
        let seats = seats.iter();
        seats
            .map(|(chair, player)| Self {
                chair: *chair,
                player: *player,
            })
            .collect()
    }
}

impl From<ListedGame> for Summary {
    fn from(listed: ListedGame) -> Self {
        let ListedGame { row, seats } = listed;
        Self {
            game: row.id,
            version: row.version,
            status: StatusView::from(row.standing.status),
            preset: row.facts.preset,
            arms: row.facts.arms,
            dice_count: row.facts.dice,
            dice: row.facts.dice_source,
            seats: row.facts.seats,
            seated: Seated::all(&seats),
            owner: row.facts.owner,
            by_invite: row.facts.invite_hash.is_some(),
            asked: AskView::from(row.standing.ask),
            asked_chairs: row.standing.asked,
            asked_since: row.standing.asked_since,
            created_at: row.facts.created_at,
            updated_at: row.standing.updated_at,
        }
    }
}

impl From<Status> for StatusView {
    fn from(status: Status) -> Self {
        match status {
            Status::Open => Self::Open,
            Status::Closed => Self::Closed,
            Status::Playing => Self::Playing,
            Status::Ended => Self::Ended,
        }
    }
}

impl From<StatusView> for Status {
    fn from(status: StatusView) -> Self {
        match status {
            StatusView::Open => Self::Open,
            StatusView::Closed => Self::Closed,
            StatusView::Playing => Self::Playing,
            StatusView::Ended => Self::Ended,
        }
    }
}

impl From<Ask> for AskView {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Nothing => Self::Nothing,
            Ask::Players => Self::Players,
            Ask::Start => Self::Start,
            Ask::Entropy => Self::Entropy,
            Ask::Roll => Self::Roll,
            Ask::Colour => Self::Colour,
            Ask::Choice => Self::Choice,
        }
    }
}
