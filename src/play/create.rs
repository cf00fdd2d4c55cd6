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
use crate::dice::Seed;
use crate::proof::{By, SignedHead};
use crate::rules::command::Command;
use crate::rules::event::{self, Derivation, DiceSource, RULES_VERSION, StartWhen};
use crate::rules::ids::{GameId, Hex32, PlayerId, Version};
use crate::rules::options::Overrides;
use crate::rules::preset::Preset;
use crate::store::{self, Creation, Facts, IdempotencyKey};

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
    /// The events of its creation.
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
        let id = match key {
            Some(key) => self.id_of(owner, key),
            None => self.new_id()?,
        };
        let invite = if request.by_invite {
            Some(Invite::random()?)
        } else {
            None
        };
        let (new, drafted) = self.draft_game(id, owner, request, invite.as_ref(), key)?;
        match self.store.create(new).await? {
            Creation::Made => {
                let folded = Arc::new(drafted.folded);
                self.remember(&folded);
                Ok(Created {
                    events: drafted.events,
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
            preset: created.preset,
            arms: created.rules.arms,
            dice: created.rules.dice,
            dice_source: created.dice,
            seats: created.seats,
            owner,
            listed: request.listed,
            invite_hash: invite.map(Invite::hash),
            created_at: now,
        };
        let empty = Folded::empty(id, facts.clone(), secret.clone());
        let mut draft = Draft::on(empty, self.secrets(), now).with_seed(seed);
        let command = Command::Create(Box::new(created));
        draft
            .command(By::Player, &command)?
            .map_err(PlayError::NotCreated)?;
        let drafted = draft.finish()?;
        let new = store::NewGame {
            id,
            to: drafted.append.to,
            events: drafted.append.events.clone(),
            facts,
            standing: drafted.append.standing.clone(),
            seated: Vec::new(),
            secret,
            key: key.map(|key| IdempotencyKey {
                player: owner,
                key: key.to_owned(),
                print: request.print(),
            }),
        };
        Ok((new, drafted))
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
            rated: self.rated,
            origin: None,
        }
    }

    /// A hash of the request, to tell it from another under the same key.
    fn print(&self) -> Hex32 {
        // Enums, numbers and booleans: nothing here can fail to be written.
        let json = serde_json::to_vec(self).unwrap_or_default();
        Hex32(Sha256::digest(json).into())
    }
}
