//! A cursor as clients keep it: they take it as it is.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{FeedCursor, Quiet};
use crate::rules::ids::{GameId, PlayerId, Version};

/// The first byte of every cursor, should there ever be another form.
const FORM: u8 = 2;

/// As far as the moments of a cursor may reach; the database's own reach further.
const LAST: DateTime<Utc> =
    DateTime::from_timestamp(253_402_300_799, 0).expect("the end of year 9999");

impl FeedCursor {
    /// Reads a cursor of a player's feed; none where it is no such.
    #[must_use]
    pub fn parse(player: PlayerId, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mut rest = bytes.as_slice();
        if take(&mut rest)? != [FORM] || take(&mut rest)? != *player.0.as_bytes() {
            return None;
        }
        let mut cursor = Self {
            settled: (moment(&mut rest)?, game(&mut rest)?),
            quiet: Quiet {
                done: moment(&mut rest)?,
                doing: moment(&mut rest)?,
                up_to: game(&mut rest)?,
            },
            ..Self::start(player)
        };
        while !rest.is_empty() {
            let game = game(&mut rest)?;
            let version = version(&mut rest)?;
            cursor.reached.insert(game, version);
        }
        Some(cursor)
    }
}

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (settled_at, settled) = self.settled;
        let Quiet { done, doing, up_to } = self.quiet;
        let mut bytes = vec![FORM];
        bytes.extend(self.player.0.as_bytes());
        bytes.extend(settled_at.timestamp_micros().to_be_bytes());
        bytes.extend(settled.0.as_bytes());
        bytes.extend(done.timestamp_micros().to_be_bytes());
        bytes.extend(doing.timestamp_micros().to_be_bytes());
        bytes.extend(up_to.0.as_bytes());
        for (game, reached) in &self.reached {
            bytes.extend(game.0.as_bytes());
            push(&mut bytes, *reached);
        }
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

/// Takes so many bytes off the front.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(*taken)
}

fn moment(rest: &mut &[u8]) -> Option<DateTime<Utc>> {
    let moment = DateTime::from_timestamp_micros(i64::from_be_bytes(take(rest)?))?;
    (DateTime::UNIX_EPOCH..=LAST)
        .contains(&moment)
        .then_some(moment)
}

fn game(rest: &mut &[u8]) -> Option<GameId> {
    take(rest).map(|bytes| GameId(Uuid::from_bytes(bytes)))
}

/// A version in as few bytes as it takes, seven bits each, the last with its high bit clear.
fn version(rest: &mut &[u8]) -> Option<Version> {
    let mut version = 0_u64;
    loop {
        let [byte] = take(rest)?;
        version = version.checked_mul(0x80)? | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return (version < 1 << 53).then_some(Version(version));
        }
    }
}

fn push(bytes: &mut Vec<u8>, version: Version) {
    let sevens = 64_u32
        .saturating_sub((version.0 | 1).leading_zeros())
        .div_ceil(7);
    for place in (0..sevens).rev() {
        let seven = (version.0 >> (7 * place)) & 0x7f;
        let goes_on = if place == 0 { 0 } else { 0x80 };
        bytes.extend(u8::try_from(seven).map(|seven| seven | goes_on));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    #[test]
    fn a_cursor_reads_back_and_is_one_players() {
        let player = PlayerId(id(1));
        let mut cursor = FeedCursor::start(player);
        for (game, version) in (1..).zip([0, 1, 127, 128, 16_383, 16_384, (1 << 53) - 1]) {
            cursor.reach(GameId(id(game)), Version(version));
        }
        let text = cursor.to_string();
        assert_eq!(FeedCursor::parse(player, &text), Some(cursor));
        assert_eq!(FeedCursor::parse(PlayerId(id(2)), &text), None);
    }

    #[test]
    fn what_is_none_is_refused_at_every_length() {
        let player = PlayerId(id(1));
        let mut cursor = FeedCursor::start(player);
        cursor.reach(GameId(id(7)), Version(300));
        let text = cursor.to_string();
        let whole = FeedCursor::start(player).to_string();
        for length in (0..text.len()).filter(|length| text[..*length] != whole) {
            assert_eq!(FeedCursor::parse(player, &text[..length]), None, "{length}");
        }
        assert_eq!(FeedCursor::parse(player, "now"), None);
    }

    #[test]
    fn a_round_that_goes_on_reads_back_and_no_moment_leaves_the_calendar() {
        let player = PlayerId(id(1));
        let mut cursor = FeedCursor::start(player);
        cursor.settled = (LAST, GameId(Uuid::max()));
        cursor.quiet = Quiet {
            done: DateTime::from_timestamp_micros(1).unwrap(),
            doing: LAST,
            up_to: GameId(id(9)),
        };
        let text = cursor.to_string();
        assert_eq!(FeedCursor::parse(player, &text), Some(cursor));
        let bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
        for moment in [17, 41, 49] {
            for micros in [i64::MIN, -1, LAST.timestamp_micros() + 1, i64::MAX] {
                let mut bytes = bytes.clone();
                bytes[moment..moment + 8].copy_from_slice(&micros.to_be_bytes());
                let text = URL_SAFE_NO_PAD.encode(bytes);
                assert_eq!(FeedCursor::parse(player, &text), None, "{micros}");
            }
        }
    }
}
