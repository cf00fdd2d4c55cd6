//! What only the dice know of a game: its rolls, the transcript in `start`, the seed in `reveal`.

use super::key::Key;
use super::seed::Seed;
use super::transcript::{Sitter, transcript};
use crate::rules::decide::Events;
use crate::rules::dice::Roll;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::ids::{GameId, Hex32};

/// Completes what a command decided: the transcript where play begins, the seed where the game ends. Games with manual
/// dice have neither.
///
/// `game` is the state that the events were decided on.
pub fn disclose(id: GameId, game: &Game, seed: &Seed, events: &mut Events) {
    if !game.has_server_dice() {
        return;
    }
    fix_transcript(id, game, events);
    if matches!(events.last(), Some(Event::End(_))) {
        events.push(Event::Reveal {
            seed: seed.reveal(),
        });
    }
}

/// Fills in the transcript where play begins; a game with manual dice has none.
pub fn fix_transcript(id: GameId, game: &Game, events: &mut Events) {
    let begins = |event: &Event| matches!(event, Event::Start { .. });
    // Most commands begin nothing, and a transcript costs four blocks of hashing.
    let Some(begin) = events.iter().position(begins) else {
        return;
    };
    let fixed = transcript_after(id, game, events);
    if let Some(Event::Start { transcript }) = events.get_mut(begin) {
        *transcript = fixed;
    }
}

/// The transcript of a game with server dice as it stands after these events, which are not applied yet.
fn transcript_after(id: GameId, game: &Game, events: &[Event]) -> Option<Hex32> {
    let commit = game.created()?.commit?;
    let mut sitters: Vec<Sitter> = game
        .seats()
        .map(|seat| {
            (
                seat.chair,
                seat.player,
                seat.entropy.map(|entropy| entropy.0),
            )
        })
        .collect();
    for event in events {
        if let Event::Seated { chair, player, .. } = event {
            sitters.push((*chair, *player, None));
        } else if let Event::Ready { chair, entropy } = event {
            for (_, _, revealed) in sitters.iter_mut().filter(|(sitter, ..)| sitter == chair) {
                *revealed = Some(entropy.0);
            }
        }
    }
    Some(transcript(id, &commit, &sitters))
}

impl Seed {
    /// The key of a game's rolls, once it has started; none for a game with manual dice.
    #[must_use]
    pub fn key_of(&self, id: GameId, game: &Game) -> Option<Key> {
        transcript_after(id, game, &[]).map(|transcript| self.key(&transcript))
    }

    /// The next roll of a game that has started; none for a game with manual dice.
    #[must_use]
    pub fn next_roll(&self, id: GameId, game: &Game) -> Option<Roll> {
        let dice = game.rules()?.dice;
        self.key_of(id, game)
            .map(|key| key.roll(game.next_roll(), dice))
    }
}
