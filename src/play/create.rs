//! Creating a game.

use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

use super::Games;
use super::draft::{Draft, Drafted};
use super::error::PlayError;
use super::folded::Folded;
use super::invite::Invite;
use super::log::Logged;
use crate::dice::{SealedSeed, Seed};
use crate::proof::{By, SignedHead};
use crate::rules::command::Command;
use crate::rules::event::{self, ClockRule, Derivation, DiceSource, RULES_VERSION, StartWhen};
use crate::rules::ids::{GameId, Hex32, PlayerId, Version};
use crate::rules::options::Overrides;
use crate::rules::preset::Preset;
use crate::store::{self, Creation, Facts, IdempotencyKey, Status};

/// A game that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four questions that have nothing to do with each other"
)]
pub struct NewGame {
    /// The preset the rules start from.
    pub preset: Preset,
    /// The options that differ from it.
    pub overrides: Overrides,
    /// How many will play; as many as the board has arms, where nothing is said.
    pub seats: Option<u8>,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// When it starts.
    pub start_when: StartWhen,
    /// How long a promise of entropy may take to be kept, in seconds.
    pub entropy_seconds: u32,
    /// Whether the server takes an option that is the only one.
    pub take_single: bool,
    /// How much time the seats have.
    pub clock: Option<ClockRule>,
    /// Whether it counts for rankings.
    pub rated: bool,
    /// Whether strangers find it in a list.
    pub listed: bool,
    /// Whether an invite is needed to sit down.
    pub by_invite: bool,
}

/// A game that is there now.
#[derive(Clone, Debug)]
pub struct Created {
    /// The events of its first command.
    pub events: Vec<Logged>,
    /// The game now.
    pub folded: Arc<Folded>,
    /// The server's signature over that state, or over a later one that it has signed meanwhile.
    pub receipt: SignedHead,
    /// The code to sit down with, to be shown this once; none where the game needs none or is a repeated creation's.
    pub invite: Option<Invite>,
    /// Whether the same request made it before.
    pub repeated: bool,
}

impl Games {
    /// Creates a game; with a key, at most once for the player, the key and the request.
    ///
    /// # Errors
    ///
    /// [`PlayError::NotCreated`] where the rules do not go together, [`PlayError::KeyReused`] where the key belongs to
    /// another request; and when the database is away.
    pub async fn create(
        &self,
        owner: PlayerId,
        request: &NewGame,
        key: Option<&str>,
    ) -> Result<Created, PlayError> {
        let id = self.id_for(owner, key)?;
        let invite = if request.by_invite {
            Some(Invite::random()?)
        } else {
            None
        };
        let drafted = self.draft_game(id, owner, request, invite.as_ref(), key);
        if matches!(drafted, Err(PlayError::NotCreated(_))) {
            self.unused(owner, key).await?;
        }
        let (new, drafted) = drafted?;
        self.make(new, drafted, invite).await
    }

    /// Refuses a key under which a game was made, as what is refused itself cannot have made it.
    pub(super) async fn unused(&self, owner: PlayerId, key: Option<&str>) -> Result<(), PlayError> {
        let Some(key) = key else {
            return Ok(());
        };
        match self.store.newest(self.id_of(owner, key)).await? {
            Some(_) => Err(PlayError::KeyReused),
            None => Ok(()),
        }
    }

    /// Writes a new game, unless the same request has made it before.
    pub(super) async fn make(
        &self,
        new: store::NewGame,
        drafted: Drafted,
        invite: Option<Invite>,
    ) -> Result<Created, PlayError> {
        let id = new.id;
        if new.standing.status != Status::Ended {
            self.room_for_game(new.facts.owner, id).await?;
        }
        if self.has_slept(new.standing.updated_at) {
            return Err(PlayError::Slept(id));
        }
        match self.store.create(new).await? {
            Creation::Made => {
                let folded = Arc::new(drafted.folded);
                self.remember(&folded);
                self.waking.wrote(Version(0), &drafted.events, &folded);
                let mut events = drafted.events;
                events.retain(|logged| logged.entry.command == Version(1));
                Ok(Created {
                    events,
                    receipt: self.receipt(&folded)?,
                    folded,
                    invite,
                    repeated: false,
                })
            }
            Creation::Repeated => {
                let folded = self.look(id, self.folded.get(&id)).await?;
                let events = self.command_at(id, Version(1)).await?;
                Ok(Created {
                    events,
                    receipt: self.receipt(&folded)?,
                    folded,
                    invite: None,
                    repeated: true,
                })
            }
            Creation::Taken => Err(PlayError::KeyReused),
        }
    }

    fn draft_game(
        &self,
        id: GameId,
        owner: PlayerId,
        request: &NewGame,
        invite: Option<&Invite>,
        key: Option<&str>,
    ) -> Result<(store::NewGame, Drafted), PlayError> {
        let now = self.clock.now();
        let seed = match request.dice {
            DiceSource::Server => Some(Seed::random().map_err(|_| PlayError::Random)?),
            DiceSource::Manual => None,
        };
        let sealed = seed
            .as_ref()
            .map(|seed| self.vault.seal(id, seed))
            .transpose();
        let secret = sealed.map_err(|reason| PlayError::Sealed {
            game: id,
            reason: Arc::new(reason),
        })?;
        let created = request.created(owner, seed.as_ref().map(|seed| seed.commit(id)));
        let facts = Facts {
            invite_hash: invite.map(Invite::hash),
            ..Facts::of(&created, request.listed, now)
        };
        let empty = Folded::empty(id, facts.clone(), secret.clone());
        let mut draft = Draft::on(empty, self.secrets(), now).with_seed(seed);
        let command = Command::Create(Box::new(created));
        draft
            .command(By::Player, &command)?
            .map_err(PlayError::NotCreated)?;
        let drafted = draft.finish()?;
        let key = key.map(|key| kept(owner, key, request));
        let new = drafted.as_new(facts, secret, key);
        Ok((new, drafted))
    }

    /// The id of a game that is to be created.
    pub(super) fn id_for(&self, player: PlayerId, key: Option<&str>) -> Result<GameId, PlayError> {
        match key {
            Some(key) => Ok(self.id_of(player, key)),
            None => self.new_id(),
        }
    }

    /// The id that follows from a player and a key, which nobody without the server's secret can foresee.
    fn id_of(&self, player: PlayerId, key: &str) -> GameId {
        let mac = self
            .vault
            .mac("game", &[player.0.as_bytes(), key.as_bytes()]);
        let bytes = std::array::from_fn(|at| mac.get(at).copied().unwrap_or_default());
        GameId(Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// An id that no game has.
    fn new_id(&self) -> Result<GameId, PlayError> {
        let mut random = [0; 10];
        getrandom::fill(&mut random).map_err(|_| PlayError::Random)?;
        let millis = u64::try_from(self.clock.now().timestamp_millis()).unwrap_or_default();
        let id: Uuid = Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
        Ok(GameId(id))
    }
}

impl NewGame {
    /// The members of the first event.
    fn created(&self, owner: PlayerId, commit: Option<Hex32>) -> event::Created {
        let rules = self.overrides.over(self.preset.rules());
        event::Created {
            rules_version: RULES_VERSION,
            rules,
            preset: self.preset,
            seats: self.seats.unwrap_or_else(|| rules.arms.number()),
            dice: self.dice,
            derivation: commit.map(|_| Derivation::V1),
            commit,
            owner,
            start_when: self.start_when,
            entropy_seconds: self.entropy_seconds,
            take_single: self.take_single,
            clock: self.clock,
            rated: self.rated,
            origin: None,
        }
    }
}

impl Drafted {
    /// All of it as a new game.
    pub(super) fn as_new(
        &self,
        facts: Facts,
        secret: Option<SealedSeed>,
        key: Option<IdempotencyKey>,
    ) -> store::NewGame {
        store::NewGame {
            id: self.append.game,
            to: self.append.to,
            events: self.append.events.clone(),
            facts,
            standing: self.append.standing.clone(),
            seated: self.append.seated.clone(),
            secret,
            seal: self.append.seal,
            key,
        }
    }
}

/// What is kept of a request under a key: a hash, to tell it from another one.
pub(super) fn kept(player: PlayerId, key: &str, request: &impl Serialize) -> IdempotencyKey {
    // Enums, numbers, texts and lists of them: nothing here can fail to be written.
    let json = serde_json::to_vec(request).unwrap_or_default();
    IdempotencyKey {
        player,
        key: key.to_owned(),
        print: Hex32(Sha256::digest(json).into()),
    }
}
