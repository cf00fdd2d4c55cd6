//! The failures that many operations share, so that an operation names them in a word.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use utoipa::IntoResponses;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use crate::http::problem::{Code, MEDIA_TYPE};

/// Writes the groups: a name and the kinds of problems that each may answer.
macro_rules! answers {
    ($($(#[$doc:meta])* $group:ident: $($code:ident),+;)+) => {
        $(
            $(#[$doc])*
            pub(in crate::http) struct $group;

            impl IntoResponses for $group {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    of(&[$(Code::$code),+])
                }
            }
        )+
    };
}

answers! {
    /// Every operation.
    OnAny: InvalidRequest, Internal;
    /// Operations that read a body.
    OnBody: InvalidRequest, TooLarge, UnsupportedMediaType;
    /// Operations that take a token.
    OnToken: Unauthorized;
    /// Creating a game.
    OnCreate: InvalidRequest, RulesConflict, SeatCount, KeyReused, KeyEmpty, KeyTooLong, Unauthorized, TooLarge, UnsupportedMediaType,
        TooManyGames, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Listing games.
    OnList: InvalidRequest, Unauthorized, Internal, Unavailable;
    /// Reading a game.
    OnGame: InvalidRequest, UnknownGame, Internal, CorruptGame, Unavailable, NewerVersion;
    /// Proving a game.
    OnProof: InvalidRequest, UnknownGame, NotOver, Internal, CorruptGame, Unavailable, NewerVersion;
    /// The games of a day.
    OnDay: InvalidRequest, InvalidDate, Internal, Unavailable;
    /// The proofs of a day.
    OnDayProofs: InvalidRequest, InvalidDate, Internal, CorruptGame, Unavailable;
    /// Auditing a game.
    OnAudit: InvalidRequest, UnknownGame, Internal, Unavailable;
    /// Reading a game at a version.
    OnVersion: InvalidRequest, InsideCommand, UnknownGame, BeyondEnd, Internal, CorruptGame, Unavailable,
        NewerVersion;
    /// Painting a game at a version.
    OnPicture: InvalidRequest, InsideCommand, UnknownGame, BeyondEnd, Internal, CorruptGame, Unavailable,
        NewerVersion, StudioFull;
    /// Painting a board.
    OnBoardPicture: InvalidRequest, Internal, StudioFull;
    /// Filming a game.
    OnReplay: InvalidRequest, InsideCommand, ReplayTooLong, ReplayTooLarge, UnknownGame, BeyondEnd, Internal,
        CorruptGame, Unavailable, NewerVersion, StudioFull;
    /// Forking a game at a version.
    OnFork: InvalidRequest, InsideCommand, KeyReused, KeyEmpty, KeyTooLong, Unauthorized, UnknownGame, BeyondEnd, TooLarge,
        UnsupportedMediaType, TooManyGames, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Reading or following a game's events.
    OnEvents: InvalidRequest, InvalidWait, InsideCommand, UnknownEventId, UnknownGame, BeyondEnd, Internal, CorruptGame,
        Unavailable, TooManyReaders, NewerVersion;
    /// Importing a game.
    OnImport: InvalidRequest, IllegalNotation, KeyReused, KeyEmpty, KeyTooLong, Unauthorized, TooLarge, UnsupportedMediaType, TooManyGames, Internal,
        CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Reading or following a feed.
    OnFeed: InvalidRequest, InvalidWait, Unauthorized, UnknownEventId, Internal, Unavailable, TooManyReaders;
    /// Sitting down.
    OnSit: InvalidRequest, NoVersion, Unauthorized, InviteNeeded, UnknownGame, NoSuchChair, SeatTaken, GameFull, NoEntropyHere,
        AlreadyClosed, AlreadyStarted, GameOver, TooManySeats, PreconditionFailed, TooLarge, UnsupportedMediaType, Internal,
        CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Getting up.
    OnGetUp: InvalidRequest, NoVersion, Unauthorized, NotYourSeat, UnknownGame, SeatEmpty, AlreadyClosed, AlreadyStarted,
        GameOver, PreconditionFailed, TooLarge, UnsupportedMediaType, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull,
        NewerVersion;
    /// Revealing entropy.
    OnReveal: InvalidRequest, NoVersion, Unauthorized, NotYourSeat, UnknownGame, SeatEmpty, NothingPromised, NothingAwaited,
        EntropyDiffers, GameOver, PreconditionFailed, TooLarge, UnsupportedMediaType, Internal, CorruptGame,
        Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Resigning.
    OnResign: InvalidRequest, NoVersion, Unauthorized, NotYourSeat, UnknownGame, SeatEmpty, HasLeft, HasFinished, NotStarted,
        EntropyAwaited, GameOver, PreconditionFailed, TooLarge, UnsupportedMediaType, Internal, CorruptGame,
        Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Starting.
    OnStart: InvalidRequest, NoVersion, Unauthorized, NotTheOwner, UnknownGame, TooFewPlayers, EntropyAwaited, AlreadyStarted,
        GameOver, PreconditionFailed, TooLarge, UnsupportedMediaType, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull,
        NewerVersion;
    /// Cancelling.
    OnCancel: InvalidRequest, NoVersion, Unauthorized, NotTheOwner, UnknownGame, AlreadyStarted, GameOver, PreconditionFailed,
        TooLarge, UnsupportedMediaType, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Rolling.
    OnRoll: InvalidRequest, NoVersion, DiceCount, DiceSource, Unauthorized, NotYourSeat, UnknownGame, NotYourTurn, RollTooFar,
        RollMade, ChooseFirst, NotStarted, EntropyAwaited, GameOver, PreconditionFailed, TooLarge,
        UnsupportedMediaType, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Choosing.
    OnChoose: InvalidRequest, NoVersion, Unauthorized, NotYourSeat, UnknownGame, NotYourTurn, UnknownOption, StaleDecision,
        NoSuchDecision, RollFirst, NotStarted, EntropyAwaited, GameOver, PreconditionFailed, TooLarge,
        UnsupportedMediaType, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Reading orders.
    OnOrders: InvalidRequest, Unauthorized, NotYourOrders, UnknownGame, SeatEmpty, Internal, CorruptGame, Unavailable,
        NewerVersion;
    /// Putting orders.
    OnOrder: InvalidRequest, RolledByHand, Unauthorized, NotYourOrders, UnknownGame, SeatEmpty, HasLeft, GameOver,
        TooLarge, UnsupportedMediaType, Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Taking orders back.
    OnDropOrders: InvalidRequest, Unauthorized, NotYourOrders, UnknownGame, SeatEmpty, TooLarge, UnsupportedMediaType,
        Internal, CorruptGame, Unavailable, ReadOnly, StorageFull, NewerVersion;
    /// Operations that read the database.
    OnDatabase: Unavailable;
    /// Being ready.
    OnReady: Unavailable, Draining;
    /// Operations that write to the database, games apart.
    OnWriting: Unavailable, ReadOnly, StorageFull;
    /// Operations on one player.
    OnPlayer: UnknownPlayer;
    /// Operations that take rules.
    OnRules: InvalidRequest, RulesConflict;
    /// Operations that take a position.
    OnPosition: InvalidRequest, RulesConflict, InvalidPosition;
}

fn of(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status
            .entry(code.status().as_u16())
            .or_default()
            .push(*code);
    }
    by_status
        .into_iter()
        .map(|(status, codes)| (status.to_string(), RefOr::T(response(status, &codes))))
        .collect()
}

fn response(status: u16, codes: &[Code]) -> Response {
    let kinds: Vec<String> = codes
        .iter()
        .map(|code| format!("{} (`{}`).", code.title(), code.name()))
        .collect();
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("Problem")))
        .build();
    let response = ResponseBuilder::new()
        .description(kinds.join(" "))
        .content(MEDIA_TYPE, content);
    match StatusCode::from_u16(status) {
        Ok(StatusCode::SERVICE_UNAVAILABLE) => response.header("Retry-After", seconds()),
        Ok(StatusCode::UNAUTHORIZED) => response.header("WWW-Authenticate", scheme()),
        Ok(_) | Err(_) => response,
    }
    .build()
}

fn seconds() -> utoipa::openapi::Header {
    let seconds = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1))
        .build();
    HeaderBuilder::new()
        .schema(Some(seconds))
        .description(Some("Seconds after which to try again."))
        .build()
}

fn scheme() -> utoipa::openapi::Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
        .description(Some("How to say who one is."))
        .build()
}
