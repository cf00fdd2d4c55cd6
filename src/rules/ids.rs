//! Who and what an event speaks of: players and games are UUIDs, seats are chairs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A player's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A game's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct GameId(pub Uuid);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of an event in its game, from 1 without gaps; 0 before the first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Version(pub u64);

impl Version {
    /// The version after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A chair, from 0 to 7. Under `colours: by_seat` chair `k` is arm `k` (EVENTS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "server", schema(minimum = 0, maximum = 7))]
pub struct Chair(u8);

impl Chair {
    /// All chairs, by rising number.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// Chair `number`; none from 8 on.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 8 { Some(Self(number)) } else { None }
    }

    /// The number, 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, to index an array of eight.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<Chair> for u8 {
    fn from(chair: Chair) -> Self {
        chair.0
    }
}

impl TryFrom<u8> for Chair {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a chair is a number from 0 to 7")
    }
}

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Thirty-two bytes, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "server", schema(value_type = String, pattern = "^[0-9a-f]{64}$"))]
pub struct Hex32(pub [u8; 32]);

impl fmt::Display for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex32({self})")
    }
}

impl From<Hex32> for String {
    fn from(bytes: Hex32) -> Self {
        hex::encode(bytes.0)
    }
}

impl FromStr for Hex32 {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        let mut seen = 0;
        // Digits are as good as random, so that looking for the first wrong one would be guessing wrong all the time.
        let (pairs, rest) = text.as_bytes().as_chunks();
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let (high, low) = (digit(*high), digit(*low));
            seen |= high | low;
            *byte = high << 4 | low;
        }
        if pairs.len() == bytes.len() && rest.is_empty() && seen < NO_DIGIT {
            Ok(Self(bytes))
        } else {
            Err("must be 64 lower-case hex digits")
        }
    }
}

/// More than any digit, in a bit that no digit has.
const NO_DIGIT: u8 = 16;

/// What a lower-case hex digit stands for.
const fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        _ => NO_DIGIT,
    }
}

impl TryFrom<String> for Hex32 {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}
