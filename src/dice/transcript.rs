//! Who sits where, and what they added to the dice, fixed when play begins.

use sha2::{Digest, Sha256};

use super::framing::frame;
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId};

/// A seat as the transcript names it: its chair, its player, the entropy revealed.
pub type Sitter = (Chair, PlayerId, Option<[u8; 32]>);

/// The promise of a player to reveal this entropy.
#[must_use]
pub fn entropy_commit(game: GameId, player: PlayerId, entropy: &[u8; 32]) -> Hex32 {
    let mut hash = Sha256::new();
    frame(&mut hash, b"parchis-dice/1 entropy");
    frame(&mut hash, game.0.as_bytes());
    frame(&mut hash, player.0.as_bytes());
    frame(&mut hash, entropy);
    Hex32(hash.finalize().into())
}

/// The transcript of a game: its commitment, and its seats by rising chair whatever order they come in.
#[must_use]
pub fn transcript(game: GameId, commit: &Hex32, sitters: &[Sitter]) -> Hex32 {
    let mut sitters: Vec<&Sitter> = sitters.iter().collect();
    sitters.sort_by_key(|(chair, ..)| *chair);
    let mut hash = Sha256::new();
    frame(&mut hash, b"parchis-dice/1 transcript");
    frame(&mut hash, game.0.as_bytes());
    frame(&mut hash, &commit.0);
    // A board has at most eight seats.
    hash.update([u8::try_from(sitters.len()).unwrap_or(u8::MAX)]);
    for (chair, player, entropy) in sitters {
        hash.update([chair.number()]);
        frame(&mut hash, player.0.as_bytes());
        frame(
            &mut hash,
            entropy.as_ref().map_or(&[], |bytes| bytes.as_slice()),
        );
    }
    Hex32(hash.finalize().into())
}
