//! Parts of the path, each read by its name.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use uuid::Uuid;

use super::problem::{Code, Fault, Part, Problem};
use crate::rules::board::Arms;
use crate::rules::ids::{Chair, GameId, PlayerId, Version};
use crate::store::Day;

/// A part of the path.
#[derive(Debug)]
pub(super) struct In<T>(pub T);

/// What can stand in a path.
pub(super) trait Named: Sized {
    /// The parameter's name.
    const NAME: &'static str;

    /// Reads it.
    ///
    /// # Errors
    ///
    /// A problem: an id that can be nobody's is not found, a malformed number is invalid.
    fn read(text: &str) -> Result<Self, Problem>;
}

/// The number of a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct RollNumber(pub u64);

/// The version that a choice answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision(pub Version);

impl<T: Named> FromRequest for In<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let part = request.match_info().get(T::NAME);
        ready(
            part.ok_or_else(|| Problem::new(Code::Internal))
                .and_then(T::read)
                .map(Self),
        )
    }
}

impl Named for GameId {
    const NAME: &'static str = "game";

    fn read(text: &str) -> Result<Self, Problem> {
        uuid(text)
            .map(Self)
            .ok_or_else(|| Problem::new(Code::UnknownGame))
    }
}

impl Named for PlayerId {
    const NAME: &'static str = "player";

    fn read(text: &str) -> Result<Self, Problem> {
        uuid(text)
            .map(Self)
            .ok_or_else(|| Problem::new(Code::UnknownPlayer))
    }
}

impl Named for Chair {
    const NAME: &'static str = "chair";

    fn read(text: &str) -> Result<Self, Problem> {
        number(text)
            .and_then(|number| u8::try_from(number).ok())
            .and_then(Self::new)
            .ok_or_else(|| invalid(Self::NAME, "a chair is a number from 0 to 7"))
    }
}

impl Named for Arms {
    const NAME: &'static str = "arms";

    fn read(text: &str) -> Result<Self, Problem> {
        number(text)
            .and_then(|number| u8::try_from(number).ok())
            .and_then(|number| Self::try_from(number).ok())
            .ok_or_else(|| invalid(Self::NAME, "a board has 4, 6 or 8 arms"))
    }
}

impl Named for Version {
    const NAME: &'static str = "version";

    fn read(text: &str) -> Result<Self, Problem> {
        counted(Self::NAME, text).map(Self)
    }
}

impl Named for Decision {
    const NAME: &'static str = "decision";

    fn read(text: &str) -> Result<Self, Problem> {
        counted(Self::NAME, text).map(|number| Self(Version(number)))
    }
}

impl Named for Day {
    const NAME: &'static str = "date";

    fn read(text: &str) -> Result<Self, Problem> {
        let fault = |detail| Fault::new(Part::Path, Self::NAME, detail);
        text.parse()
            .map_err(|detail: &str| Problem::faulty(Code::InvalidDate, vec![fault(detail)]))
    }
}

impl Named for RollNumber {
    const NAME: &'static str = "n";

    fn read(text: &str) -> Result<Self, Problem> {
        counted(Self::NAME, text).map(Self)
    }
}

fn counted(name: &str, text: &str) -> Result<u64, Problem> {
    number(text)
        .filter(|number| *number >= 1)
        .ok_or_else(|| invalid(name, "a whole number from 1, below 2^53"))
}

fn invalid(name: &str, detail: &str) -> Problem {
    Problem::invalid(vec![Fault::new(Part::Path, name, detail)])
}

/// Digits only, below 2⁵³, so that one thing has one path.
fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = plain && (text == "0" || !text.starts_with('0'));
    plain
        .then(|| text.parse().ok())
        .flatten()
        .filter(|number| *number < 1 << 53)
}

/// The hyphenated form only.
fn uuid(text: &str) -> Option<Uuid> {
    (text.len() == 36)
        .then(|| Uuid::try_parse(text).ok())
        .flatten()
}
