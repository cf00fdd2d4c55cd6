//! The kinds of problems: their names, statuses and advice.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Writes the kinds and their names from one list.
macro_rules! codes {
    ($($code:ident = $name:literal, $title:literal, $advice:literal;)+) => {
        /// The kind of a problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = ProblemCode)]
        pub(in crate::http) enum Code { $(#[doc = $title] $code,)+ }

        impl Code {
            /// Every kind.
            pub(in crate::http) const ALL: &'static [Self] = &[$(Self::$code),+];

            /// The name in JSON.
            #[must_use]
            pub(in crate::http) const fn name(self) -> &'static str {
                match self { $(Self::$code => $name),+ }
            }

            /// The kind in a few words.
            #[must_use]
            pub(in crate::http) const fn title(self) -> &'static str {
                match self { $(Self::$code => $title),+ }
            }

            /// What to do about it.
            #[must_use]
            pub(in crate::http) const fn advice(self) -> &'static str {
                match self { $(Self::$code => $advice),+ }
            }
        }
    };
}

codes! {
    InvalidRequest = "invalid_request", "The request is malformed",
        "Correct the places named in `errors` and send it again.";
    RulesConflict = "rules_conflict", "These rules do not go together",
        "Change one of the options named in `errors`.";
    InvalidDate = "invalid_date", "There is no such day",
        "Name a day by UTC as YYYY-MM-DD, such as 2026-03-01.";
    InvalidPosition = "invalid_position", "There is no such position",
        "Correct the position line as `errors` says.";
    IllegalNotation = "illegal_notation", "The text is no legal game",
        "Correct the text at `line` and `column`; `legal` says what could stand there.";
    KeyReused = "key_reused", "The idempotency key was used for another request",
        "Send a new Idempotency-Key for a new request; the same key repeats the same request.";
    KeyEmpty = "key_empty", "The idempotency key is empty",
        "Send a key of 1 to 255 visible ASCII characters, or no Idempotency-Key at all.";
    KeyTooLong = "key_too_long", "The idempotency key is too long",
        "Send a key of 1 to 255 visible ASCII characters.";
    NoVersion = "no_version", "If-Match names no version of a game",
        "Send the ETag of the state that the command is meant for, as it was answered, or no If-Match at all.";
    InsideCommand = "inside_command", "The version lies inside a command",
        "States are shown at the ends of commands; take one of the versions in `nearest`.";
    InvalidWait = "invalid_wait", "Nobody waits for so long",
        "Name a whole number of seconds from 0 to 60 as `wait`, and ask again when they are over.";
    UnknownEventId = "unknown_event_id", "The Last-Event-ID is none of this stream's",
        "Send the `id` of the last message one has of this stream, as it came, or begin anew without it.";
    ReplayTooLong = "replay_too_long", "The replay has more than 1500 commands",
        "Ask for a part of the game by `first` and `last`.";
    ReplayTooLarge = "replay_too_large", "The replay has more than 8 MiB",
        "Ask for a smaller `width`, or for a part of the game by `first` and `last`.";
    Unauthorized = "unauthorized", "A token is needed",
        "Send `Authorization: Bearer <token>`; POST /v1/players gives you a token.";
    NotYourSeat = "not_your_seat", "It is another player's seat",
        "Only the player of a seat acts for it.";
    NotYourOrders = "not_your_orders", "The orders are another player's",
        "Only the player of a seat sees its standing orders and puts them.";
    NotTheOwner = "not_the_owner", "Only the owner of the game may do this",
        "Ask the player who created the game.";
    InviteNeeded = "invite_needed", "The game is by invite",
        "Send the invite its owner gave you, as `invite` in the body.";
    NotFound = "not_found", "There is nothing at this path",
        "GET /openapi.json lists every path.";
    UnknownGame = "unknown_game", "There is no such game",
        "Check the id in the path; GET /v1/games lists the games you may see.";
    UnknownPlayer = "unknown_player", "There is no such player",
        "Check the id in the path.";
    NoSuchChair = "no_such_chair", "The game has no such chair",
        "Take a chair below the number of arms of the game's board.";
    BeyondEnd = "beyond_end", "The game has not come so far",
        "Take a version up to the newest, which is in `nearest`.";
    MethodNotAllowed = "method_not_allowed", "The path does not know this method",
        "Use one of the methods in the header Allow.";
    NotYourTurn = "not_your_turn", "It is another seat's turn",
        "Wait until the state asks a seat of yours.";
    UnknownOption = "unknown_option", "That is not one of the options",
        "Take one of the options in `possible`.";
    StaleDecision = "stale_decision", "The decision has passed",
        "Look at the options now, and answer the decision in `possible`.";
    RollTooFar = "roll_too_far", "That roll is not due yet",
        "Make the roll `next_roll` in `possible`.";
    RollMade = "roll_made", "That roll was made, and showed something else",
        "See `missed` for what it showed.";
    NoSuchDecision = "no_such_decision", "That decision is not due",
        "Answer the decision in `possible`.";
    RollFirst = "roll_first", "A roll is due before a choice",
        "Make the roll `next_roll` in `possible`.";
    ChooseFirst = "choose_first", "A choice is due before the next roll",
        "Take one of the options in `possible`.";
    TooFewPlayers = "too_few_players", "Too few players have sat down",
        "Wait until more have sat down.";
    EntropyAwaited = "entropy_awaited", "Promised entropy is awaited",
        "Whoever promised entropy reveals it at …/seats/{chair}/entropy first.";
    NoEntropyHere = "no_entropy_here", "The game takes no entropy",
        "Only games with server dice take entropy; sit down without `entropy_commit`.";
    NothingPromised = "nothing_promised", "The seat has no promise of entropy to keep",
        "Only a seat that promised entropy reveals it, once.";
    NothingAwaited = "nothing_awaited", "No promise of entropy is open",
        "Entropy is revealed once the seats are fixed, before the start.";
    EntropyDiffers = "entropy_differs", "The entropy is not the one promised",
        "Reveal the 32 bytes whose hash was sent when sitting down.";
    SeatTaken = "seat_taken", "The seat is taken",
        "Take a free chair.";
    SeatEmpty = "seat_empty", "Nobody sits there",
        "Name a chair on which somebody sits.";
    HasLeft = "has_left", "The seat has left",
        "It takes no further part in the game.";
    HasFinished = "has_finished", "The seat has finished",
        "Its pieces are in the goal; it cannot leave.";
    GameFull = "game_full", "As many sit as the game wants",
        "Find another game, or wait until somebody gets up.";
    NotOver = "not_over", "The game is not over",
        "A proof holds the seed of the dice, which is revealed at the end; until then keep the receipts.";
    GameOver = "game_over", "The game is over",
        "Read its state and events; nothing more can happen in it.";
    AlreadyStarted = "already_started", "The game has started",
        "Seats are fixed now; a seat may resign.";
    AlreadyClosed = "already_closed", "The seats are fixed",
        "Nobody sits down or gets up any more.";
    NotStarted = "not_started", "The game has not started",
        "Wait until the game has started.";
    DiceCount = "dice_count", "That is not how many dice the game has",
        "Send as many dice as the game's rules say.";
    DiceSource = "dice_source", "The dice are not rolled by whom you think",
        "Send `dice` where the game has manual dice, and none where the server rolls.";
    RolledByHand = "rolled_by_hand", "Nobody can be ordered to roll by hand",
        "Leave `roll` out: with manual dice somebody says what they showed.";
    SeatCount = "seat_count", "So many cannot play on this board",
        "Take 2 seats up to the number of arms; in pairs as many as there are arms.";
    InvalidClock = "invalid_clock", "There is no such clock",
        "Correct the member of `clock` that `errors` names.";
    PreconditionFailed = "precondition_failed", "The game is not at the version named in If-Match",
        "Look at `missed` and `possible`, and decide again.";
    TooLarge = "too_large", "The body is too large",
        "Send at most as many bytes as `detail` says; 65536 where nothing else is said.";
    UnsupportedMediaType = "unsupported_media_type", "The body is not JSON by its header",
        "Send `Content-Type: application/json`, without a content encoding.";
    TooManyGames = "too_many_games", "The player has too many unfinished games",
        "Finish or cancel a game of one's own first.";
    TooManySeats = "too_many_seats", "The player sits in too many unfinished games",
        "Finish a game, or get up from one that has not started, first.";
    TooManyRequests = "too_many_requests", "Too much is asked for at once",
        "Go on after the seconds in Retry-After; `RateLimit` says what is left of the budget.";
    Internal = "internal", "The server failed",
        "Try again; if it stays, tell the operator the X-Request-Id of this answer.";
    CorruptGame = "corrupt_game", "The stored game cannot be read",
        "Tell the operator the X-Request-Id of this answer; other games are not touched.";
    Unavailable = "unavailable", "The database is away",
        "Send the same request again after the seconds in Retry-After; nothing is done twice.";
    ReadOnly = "read_only", "The database only reads for now",
        "Go on reading; send the same request again after the seconds in Retry-After. Nothing was written.";
    StorageFull = "storage_full", "The database has no room left",
        "Go on reading; send the same request again after the seconds in Retry-After. Nothing was written.";
    TooManyReaders = "too_many_readers", "Too many readers are waiting at this server",
        "Try again after the seconds in Retry-After, or ask without `wait` meanwhile.";
    StudioFull = "studio_full", "Too many pictures are being drawn",
        "Send the same request again after the seconds in Retry-After; drawings (`picture.svg`) never wait.";
    Draining = "draining", "The server is about to stop",
        "Send further requests to another server process; this one goes on answering until it closes.";
    NewerVersion = "newer_version", "The game was written by a newer server",
        "This server cannot read it; another process or an upgrade will.";
}

impl Code {
    /// The kind of this name.
    #[must_use]
    pub(in crate::http) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The HTTP status: the one place where it is chosen.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a line for every kind")]
    pub(in crate::http) const fn status(self) -> StatusCode {
        match self {
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::NotYourSeat | Self::NotYourOrders | Self::NotTheOwner | Self::InviteNeeded => {
                StatusCode::FORBIDDEN
            }
            Self::NotFound
            | Self::UnknownGame
            | Self::UnknownPlayer
            | Self::NoSuchChair
            | Self::BeyondEnd => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotYourTurn
            | Self::UnknownOption
            | Self::StaleDecision
            | Self::RollTooFar
            | Self::RollMade
            | Self::NoSuchDecision
            | Self::RollFirst
            | Self::ChooseFirst
            | Self::TooFewPlayers
            | Self::EntropyAwaited
            | Self::NoEntropyHere
            | Self::NothingPromised
            | Self::NothingAwaited
            | Self::EntropyDiffers
            | Self::SeatTaken
            | Self::SeatEmpty
            | Self::HasLeft
            | Self::HasFinished
            | Self::GameFull
            | Self::NotOver
            | Self::GameOver
            | Self::AlreadyStarted
            | Self::AlreadyClosed
            | Self::NotStarted
            | Self::TooManyGames
            | Self::TooManySeats => StatusCode::CONFLICT,
            Self::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidRequest
            | Self::RulesConflict
            | Self::InvalidPosition
            | Self::InvalidDate
            | Self::IllegalNotation
            | Self::KeyReused
            | Self::KeyEmpty
            | Self::KeyTooLong
            | Self::NoVersion
            | Self::InsideCommand
            | Self::InvalidWait
            | Self::UnknownEventId
            | Self::ReplayTooLong
            | Self::ReplayTooLarge
            | Self::DiceCount
            | Self::DiceSource
            | Self::InvalidClock
            | Self::RolledByHand
            | Self::SeatCount => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal | Self::CorruptGame => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable
            | Self::ReadOnly
            | Self::StorageFull
            | Self::TooManyReaders
            | Self::StudioFull
            | Self::Draining
            | Self::NewerVersion => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The kind that stands for a status answered without a problem document.
    pub(in crate::http) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            status if status.is_client_error() => Self::InvalidRequest,
            _ => Self::Internal,
        }
    }
}
