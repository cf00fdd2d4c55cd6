use std::collections::BTreeMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::rules::ids::{GameId, PlayerId, Version};
use crate::store::Stint;

/// The first byte of every cursor, should there ever be another form.
const FORM: u8 = 1;

/// As far as the time of a cursor may reach; the database's own reaches further.
const LAST: DateTime<Utc> =
    DateTime::from_timestamp(253_402_300_799, 0).expect("the end of year 9999");

/// How far a reader of a player's feed is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    /// Whose feed.
    pub(in crate::play) player: PlayerId,
    /// All stints that ended up to this moment, those of the moment itself up to this game, were given, unless they are
    /// named here.
    pub(in crate::play) settled: (DateTime<Utc>, GameId),
    /// How far it is in each other game; not yet in those that are not named.
    pub(in crate::play) reached: BTreeMap<GameId, Version>,
}

impl FeedCursor {
    /// The cursor before everything.
    #[must_use]
    pub const fn start(player: PlayerId) -> Self {
        Self {
            player,
            settled: (DateTime::UNIX_EPOCH, GameId(Uuid::nil())),
            reached: BTreeMap::new(),
        }
    }

    /// The cursor after all that ended up to this moment.
    pub(in crate::play) const fn since(player: PlayerId, at: DateTime<Utc>) -> Self {
        Self {
            player,
            settled: (at, GameId(Uuid::max())),
            reached: BTreeMap::new(),
        }
    }

    /// How far it is in the game of a stint.
    pub(in crate::play) fn reached(&self, stint: &Stint) -> Version {
        let reached = self.reached.get(&stint.game).copied();
        reached.unwrap_or(stint.after)
    }

    /// Takes in that a game was given up to a version.
    pub(in crate::play) fn reach(&mut self, game: GameId, version: Version) {
        let reached = self.reached.entry(game).or_default();
        *reached = version.max(*reached);
    }

    /// Takes in that a stint, and all that ended before, was given, but for what is left out and named.
    pub(in crate::play) fn settle(&mut self, stint: &Stint) {
        let Some((until, at)) = stint.ended else {
            return;
        };
        self.settled = self.settled.max((at, stint.game));
        // A later stint of the same player in the game may have been given already, or this one was left out.
        if self.reached.get(&stint.game) == Some(&until) {
            self.reached.remove(&stint.game);
        }
    }

    /// Reads a cursor of a player's feed; none where it is no such.
    #[must_use]
    pub fn parse(player: PlayerId, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mut rest = bytes.as_slice();
        if take(&mut rest)? != [FORM] || take(&mut rest)? != *player.0.as_bytes() {
            return None;
        }
        let at = DateTime::from_timestamp_micros(i64::from_be_bytes(take(&mut rest)?))?;
        let mut cursor = Self {
            settled: (at, game(&mut rest)?),
            ..Self::start(player)
        };
        if !(DateTime::UNIX_EPOCH..=LAST).contains(&at) {
            return None;
        }
        while !rest.is_empty() {
            let game = game(&mut rest)?;
            let version = version(&mut rest)?;
            cursor.reached.insert(game, version);
        }
        Some(cursor)
    }
}

/// The cursor as clients keep it: they take it as it is.
impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, game) = self.settled;
        let mut bytes = vec![FORM];
        bytes.extend(self.player.0.as_bytes());
        bytes.extend(at.timestamp_micros().to_be_bytes());
        bytes.extend(game.0.as_bytes());
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
}
