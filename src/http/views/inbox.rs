//! An inbox as the interface shows it, and as text tells it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::summary::{AskView, Seated, StatusView};
use super::text::{lines, pick};
use crate::http::etag;
use crate::play::Glance;
use crate::rules::ids::{Chair, GameId, PlayerId, Version};
use crate::rules::preset::Preset;
use crate::store::{Ask, InboxPage, ListedGame};
use crate::words::language::Language;
use crate::words::preset::short_name;

/// A page of the caller's games, most urgent first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Inbox)]
pub(in crate::http) struct InboxView {
    /// The games.
    games: Vec<InboxEntry>,
    /// Where the next page begins, as `cursor`; null on the last, and where changes are shown.
    #[schema(required)]
    next_cursor: Option<String>,
    /// What one has seen with all pages that begin with this one: sent as `changed_since` it shows what has changed since,
    /// and sent as `cursor` to `GET /v1/players/me/events` it is where the events of these games go on. Null on later
    /// pages: the first page's is to be kept.
    #[schema(required)]
    seen: Option<String>,
    /// Whether there is more: at `next_cursor`, or, where changes are shown, at `seen`.
    more: bool,
}

/// A game in an inbox.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct InboxEntry {
    /// Which game.
    game: GameId,
    /// The version of its newest event.
    version: Version,
    /// The tag of its state, for `If-Match` and `If-None-Match`.
    #[schema(example = "W/\"7-0123456789ab\"")]
    state_tag: String,
    /// How far it is.
    status: StatusView,
    /// The preset its rules started from.
    preset: Preset,
    /// Who created it.
    owner: PlayerId,
    /// Who sits where, by chair.
    seated: Vec<Seated>,
    /// What it asks of the caller; null where it asks nothing.
    #[schema(required)]
    asks: Option<Asks>,
    /// Whether it has left the inbox: it is over, or the caller got up. Only where changes are shown.
    gone: bool,
}

/// What a game asks of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InboxAsk)]
struct Asks {
    /// What.
    kind: AskView,
    /// For which of the caller's chairs; none where the owner is to start.
    chairs: Vec<Chair>,
    /// Since when.
    since: DateTime<Utc>,
    /// Until when, where the clock runs.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
}

impl InboxView {
    /// A page of an inbox; `seen` where a reader may go on from it.
    pub(in crate::http) fn of(glance: &Glance, page: &InboxPage, seen: Option<String>) -> Self {
        let games = page.games.iter();
        Self {
            games: games.map(|game| InboxEntry::of(glance, game)).collect(),
            next_cursor: page.next.map(|place| place.to_string()),
            seen,
            more: glance.more || page.next.is_some(),
        }
    }
}

impl InboxEntry {
    fn of(glance: &Glance, listed: &ListedGame) -> Self {
        let ListedGame { row, seats } = listed;
        let standing = &row.standing;
        let asks = listed.asks(glance.player()).map(|chairs| Asks {
            kind: standing.ask.into(),
            chairs,
            since: standing.asked_since,
            until: standing.due_at,
        });
        Self {
            game: row.id,
            version: row.version,
            state_tag: etag::of_game(row.version, &row.head.0.0),
            status: standing.status.into(),
            preset: row.facts.preset,
            owner: row.facts.owner,
            seated: Seated::all(seats),
            asks,
            gone: glance.is_gone(row.id),
        }
    }
}

/// A page of an inbox in text, and where it goes on.
pub(in crate::http) fn told(
    language: Language,
    glance: &Glance,
    page: &InboxPage,
    next: Option<String>,
) -> String {
    let mut told = vec![pick(language, "Tus partidas", "Your games").to_owned()];
    let (gone, here): (Vec<_>, Vec<_>) = page
        .games
        .iter()
        .partition(|listed| glance.is_gone(listed.row.id));
    let (asking, idle): (Vec<_>, Vec<_>) = here
        .into_iter()
        .partition(|listed| listed.asks(glance.player()).is_some());
    for (title, games) in [
        (pick(language, "Te toca", "It is up to you"), asking),
        (
            pick(language, "Se espera a otros", "Others are awaited"),
            idle,
        ),
        (pick(language, "Ya no están", "No longer there"), gone),
    ] {
        if games.is_empty() {
            continue;
        }
        told.push(String::new());
        told.push(format!("{title}:"));
        told.extend(
            games
                .into_iter()
                .map(|game| line(language, glance.player(), game)),
        );
    }
    if page.games.is_empty() {
        told.push(pick(language, "Nada.", "Nothing.").to_owned());
    }
    if let Some(next) = next {
        told.push(String::new());
        let more = pick(language, "Sigue en", "Goes on at");
        told.push(format!("{more}: {next}"));
    }
    lines(told)
}

/// A game, and what it asks.
fn line(language: Language, player: PlayerId, listed: &ListedGame) -> String {
    let (row, standing) = (&listed.row, &listed.row.standing);
    let rules = short_name(language, row.facts.preset);
    let (version, word) = (row.version, pick(language, "versión", "version"));
    let game = format!("{rules}, {word} {version}: /v1/games/{}", row.id);
    let Some(chairs) = listed.asks(player) else {
        return format!("  {game}");
    };
    let mut told = vec![what(language, standing.ask).to_owned()];
    let seat = pick(language, "puesto", "seat");
    told.extend(chairs.iter().map(|chair| format!("{seat} {chair}")));
    let moment = |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M:%S UTC");
    let since = pick(language, "desde", "since");
    told.push(format!("{since} {}", moment(standing.asked_since)));
    let until = pick(language, "plazo", "deadline");
    told.extend(standing.due_at.map(|at| format!("{until} {}", moment(at))));
    format!("  {} — {game}", told.join(", "))
}

/// What is asked of somebody.
const fn what(language: Language, ask: Ask) -> &'static str {
    match ask {
        Ask::Nothing => pick(language, "nada", "nothing"),
        Ask::Players => pick(language, "sentarse", "sit down"),
        Ask::Start => pick(language, "empezar", "start"),
        Ask::Entropy => pick(
            language,
            "entregar el azar prometido",
            "hand in the promised chance",
        ),
        Ask::Roll => pick(language, "tirar", "roll"),
        Ask::Colour => pick(language, "elegir color", "choose a colour"),
        Ask::Choice => pick(language, "elegir", "choose"),
    }
}
