//! Games: creating, listing and reading them.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::Service;
use super::body::Body;
use super::caller::{Caller, MaybeCaller};
use super::clock::NewClock;
use super::etag;
use super::idempotency::IdempotencyKey;
use super::openapi::parameters::{GamePath, KeyHeader, KnownState, SpokenLanguages};
use super::openapi::{OnCreate, OnGame, OnList};
use super::path::In;
use super::problem::{Code, Problem};
use super::query::{PageCursor, PageSize, Query};
use super::telling::{Telling, Tongue};
use super::views::game::{CreatedView, GameView, tag};
use super::views::summary::{GamePage, StatusView};
use super::views::text;
use crate::play;
use crate::rules::event::{DiceSource, StartWhen};
use crate::rules::ids::{GameId, PlayerId};
use crate::rules::options::Overrides;
use crate::rules::preset::Preset;
use crate::store::{Cursor, Filter, Of};

/// A game to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "preset": "league", "overrides": { "goal_entry": "rebound" }, "seats": 2, "dice": "server" }))]
pub(super) struct NewGame {
    /// The preset the rules start from.
    preset: Preset,
    /// The options that differ from it.
    #[serde(default)]
    #[schema(required = false)]
    overrides: Overrides,
    /// How many will play: 2 to the arms of the board, in pairs all of them; by default as many as there are arms.
    #[serde(default)]
    #[schema(minimum = 2, maximum = 8)]
    seats: Option<u8>,
    /// Where rolls come from.
    #[serde(default = "server_dice")]
    #[schema(required = false, default = "server")]
    dice: DiceSource,
    /// When it starts: by itself when as many sit as will play, or when the owner says so.
    #[serde(default = "when_full")]
    #[schema(required = false, default = "full")]
    start_when: StartWhen,
    /// How long a promise of entropy may take to be kept, in seconds.
    #[serde(default)]
    #[schema(required = false, value_type = u32, minimum = 1, maximum = 604_800, default = 300)]
    entropy_seconds: EntropySeconds,
    /// Whether the server takes an option that is the only one.
    #[serde(default)]
    #[schema(required = false)]
    take_single: bool,
    /// How much time the seats have; without one there is no clock.
    #[serde(default)]
    clock: Option<NewClock>,
    /// Whether strangers find it in the list.
    #[serde(default = "yes")]
    #[schema(required = false, default = true)]
    listed: bool,
    /// Whether an invite is needed to sit down; it is shown once, in the answer.
    #[serde(default)]
    #[schema(required = false)]
    by_invite: bool,
}

/// How long a promise of entropy may take: 1 second to a week.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u32")]
struct EntropySeconds(u32);

impl Default for EntropySeconds {
    fn default() -> Self {
        Self(300)
    }
}

impl TryFrom<u32> for EntropySeconds {
    type Error = &'static str;

    fn try_from(seconds: u32) -> Result<Self, Self::Error> {
        let within = (1..=604_800).contains(&seconds);
        within
            .then_some(Self(seconds))
            .ok_or("must be 1 to 604800 seconds")
    }
}

const fn server_dice() -> DiceSource {
    DiceSource::Server
}

const fn when_full() -> StartWhen {
    StartWhen::Full
}

const fn yes() -> bool {
    true
}

impl From<NewGame> for play::NewGame {
    fn from(new: NewGame) -> Self {
        Self {
            preset: new.preset,
            overrides: new.overrides,
            seats: new.seats,
            dice: new.dice,
            start_when: new.start_when,
            entropy_seconds: new.entropy_seconds.0,
            take_single: new.take_single,
            clock: new.clock.map(Into::into),
            rated: false,
            listed: new.listed,
            by_invite: new.by_invite,
        }
    }
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Listing {
    /// Only those that are so far.
    #[param(inline = false)]
    status: Option<StatusView>,
    /// Only those where one sits, or that one owns; needs a token.
    #[serde(default)]
    #[param(required = false)]
    mine: bool,
    /// Only those where one is asked now; needs a token.
    #[serde(default)]
    #[param(required = false)]
    my_turn: bool,
    /// Where the page begins: `next_cursor` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<PageCursor<Cursor>>,
    /// How many games at most.
    #[serde(default)]
    #[param(required = false, value_type = u16, minimum = 1, maximum = 200, default = 100)]
    limit: PageSize,
}

impl Listing {
    /// The filter, for who asks.
    ///
    /// # Errors
    ///
    /// Where one's own games are asked for without a token.
    fn filter(&self, caller: Option<PlayerId>) -> Result<Filter, Problem> {
        let me = || caller.ok_or_else(|| Problem::new(Code::Unauthorized));
        let of = match (self.my_turn, self.mine) {
            (true, _) => Of::Turn(me()?),
            (false, true) => Of::Player(me()?),
            (false, false) => Of::Listed,
        };
        Ok(Filter {
            of,
            status: self.status.map(Into::into),
        })
    }
}

/// Create a game. Nobody sits in it yet.
#[utoipa::path(
    post,
    path = "/v1/games",
    tag = "games",
    operation_id = "createGame",
    security(("bearer" = [])),
    params(KeyHeader, Tongue, SpokenLanguages),
    request_body = NewGame,
    responses(
        (status = 201, description = "The game.", content((CreatedView = "application/json"), (String = "text/plain")), headers(("Vary" = String, description = "What the form of the answer depends on."), 
            ("Location" = String, description = "Where the game is."),
            ("ETag" = String, description = "The version and head of the state."),
        )),
        (status = 200, description = "The game that the same request with the same key has created.",
            content((CreatedView = "application/json"), (String = "text/plain")), headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        OnCreate,
    ),
)]
pub(super) async fn create(
    service: web::Data<Service>,
    caller: Caller,
    key: IdempotencyKey,
    telling: Telling,
    Body(new): Body<NewGame>,
) -> Result<HttpResponse, Problem> {
    let created = service
        .games
        .create(caller.id(), &new.into(), key.0.as_deref())
        .await?;
    Ok(made(&service, telling, &created))
}

/// The answer to a creation.
pub(super) fn made(service: &Service, telling: Telling, created: &play::Created) -> HttpResponse {
    let mut answer = if created.repeated {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    answer
        .insert_header((header::LOCATION, format!("/v1/games/{}", created.folded.id)))
        .insert_header((header::ETAG, telling.tag(&tag(&created.folded))))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    let told = |language| text::created(language, created);
    let shown = || CreatedView::of(created.clone(), service.now());
    telling.answer(answer, shown, told)
}

/// Games: everybody's that are listed, or one's own; newest first.
#[utoipa::path(
    get,
    path = "/v1/games",
    tag = "games",
    operation_id = "listGames",
    security((), ("bearer" = [])),
    params(Listing, KnownState),
    responses(
        (status = 200, description = "A page of games.", body = GamePage,
            headers(("ETag" = String, description = "The games and versions on the page."))),
        (status = 304, description = "The page has not changed."),
        OnList,
    ),
)]
pub(super) async fn list(
    service: web::Data<Service>,
    request: HttpRequest,
    caller: MaybeCaller,
    Query(listing): Query<Listing>,
) -> Result<HttpResponse, Problem> {
    let filter = listing.filter(caller.0.map(|player| player.id))?;
    let cursor = listing.cursor.map(|cursor| cursor.0);
    let listed = service.games.list(filter, cursor, listing.limit.0).await?;
    let games = listed.games.iter();
    let games = games.map(|game| (game.row.id, game.row.version));
    let tag = etag::of_list(games, listed.next);
    let mut answer = etag::answer(&request, &tag, etag::ASK_ANEW, || GamePage::of(listed));
    answer
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("Authorization"));
    Ok(answer)
}

/// A game as it is now.
#[utoipa::path(
    get,
    path = "/v1/games/{game}",
    tag = "games",
    operation_id = "readGame",
    params(GamePath, KnownState, Tongue, SpokenLanguages),
    responses(
        (status = 200, description = "The game.", content((GameView = "application/json"), (String = "text/plain")),
            headers(("Vary" = String, description = "What the form of the answer depends on."), ("ETag" = String, description = "The version and head of the state."))),
        (status = 304, description = "It has not changed."),
        OnGame,
    ),
)]
pub(super) async fn read(
    service: web::Data<Service>,
    request: HttpRequest,
    In(game): In<GameId>,
    telling: Telling,
) -> Result<HttpResponse, Problem> {
    let folded = service.games.read(game).await?;
    let shown = || GameView::of(&folded, service.now());
    let told = |language| text::game(language, &folded);
    let tag = tag(&folded);
    Ok(telling.tagged(&request, (&tag, etag::ASK_ANEW), shown, told))
}
