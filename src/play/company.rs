//! The people at a game, as its log says: who sits where, and whose the game is from when to when.

use std::collections::BTreeMap;

use super::folded::Folded;
use super::log::Logged;
use crate::rules::event::Event;
use crate::rules::ids::{Chair, PlayerId, Version};
use crate::store::{Company, Membership};

impl Folded {
    /// The people at the game by the end of these events, which are its first.
    pub(super) fn company<'a>(&self, log: impl IntoIterator<Item = &'a Logged>) -> Company {
        let mut people = People {
            owner: self.owner(),
            quoted: self.game.is_quoted(),
            seats: BTreeMap::new(),
            members: Vec::new(),
        };
        people.join(people.owner);
        let mut ended = None;
        for logged in log {
            let version = logged.entry.version;
            people.follow(&logged.entry.event, version);
            if ended.is_some() || matches!(logged.entry.event, Event::End(_)) {
                ended = Some(version);
            }
        }
        people.at_the_end(ended)
    }
}

/// The people at a game so far.
struct People {
    owner: PlayerId,
    /// Whether players are only quoted, so that all seats are the owner's.
    quoted: bool,
    seats: BTreeMap<Chair, PlayerId>,
    members: Vec<Membership>,
}

impl People {
    fn follow(&mut self, event: &Event, version: Version) {
        match event {
            Event::Seated { chair, player, .. } => {
                let holder = if self.quoted { self.owner } else { *player };
                self.seats.insert(*chair, holder);
                self.join(holder);
            }
            Event::Unseated { chair, .. } => {
                if let Some(player) = self.seats.remove(chair) {
                    self.part(player, version);
                }
            }
            Event::Created(_)
            | Event::Closed {}
            | Event::Ready { .. }
            | Event::Start { .. }
            | Event::OpeningRoll { .. }
            | Event::Begins { .. }
            | Event::ColourChoice { .. }
            | Event::Roll { .. }
            | Event::Exit { .. }
            | Event::Move { .. }
            | Event::Capture { .. }
            | Event::Crush { .. }
            | Event::Count { .. }
            | Event::CountLost { .. }
            | Event::Pass { .. }
            | Event::Penalty { .. }
            | Event::Payment { .. }
            | Event::Finish { .. }
            | Event::Lapse { .. }
            | Event::TakenOver { .. }
            | Event::Agreed { .. }
            | Event::Leave { .. }
            | Event::End(_)
            | Event::Reveal { .. } => {}
        }
    }

    /// The game becomes a player's, from where it was theirs before, else from its first event on.
    fn join(&mut self, player: PlayerId) {
        let mut theirs = self.members.iter().filter(|one| one.player == player);
        let last = theirs.next_back();
        if last.is_none_or(|last| last.until.is_some()) {
            self.members.push(Membership {
                player,
                after: last.and_then(|last| last.until).unwrap_or(Version(0)),
                until: None,
            });
        }
    }

    /// The game is a player's no more, who got up by the event of this version, unless they sit elsewhere or own it.
    fn part(&mut self, player: PlayerId, version: Version) {
        let stays = player == self.owner || self.seats.values().any(|sits| *sits == player);
        let mut on = self.members.iter_mut().filter(|one| one.until.is_none());
        if let Some(member) = on.find(|one| one.player == player && !stays) {
            member.until = Some(version);
        }
    }

    /// All of them, of a game that has ended with this version, if it has.
    fn at_the_end(mut self, ended: Option<Version>) -> Company {
        for member in &mut self.members {
            member.until = member.until.or(ended);
        }
        self.members.sort_unstable();
        Company {
            seats: self.seats.into_iter().collect(),
            members: self.members,
        }
    }
}
