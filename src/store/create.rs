//! Creating a game: its row, its first events, its secret and its idempotency key in one statement.

use super::columns::{
    EventColumns, chair_numbers, dice_source_word, end_reason_word, seat_columns, to_i64,
};
use super::rows::{Facts, Standing};
use super::seals::seal_columns;
use super::{Store, StoreError};
use crate::dice::SealedSeed;
use crate::proof::{Head, SignedHead, Stored};
use crate::rules::ids::{Chair, GameId, Hex32, PlayerId, Version};

/// A game that is not there yet.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id; with an idempotency key one that follows from the key.
    pub id: GameId,
    /// The newest of its events.
    pub to: (Version, Head),
    /// Its events, from the first.
    pub events: Vec<Stored>,
    /// What never changes.
    pub facts: Facts,
    /// What follows from its events.
    pub standing: Standing,
    /// Who sits already.
    pub seated: Vec<(Chair, PlayerId)>,
    /// The seed of its dice, sealed.
    pub secret: Option<SealedSeed>,
    /// Its seal, where it is over already.
    pub seal: Option<SignedHead>,
    /// The key under which it was asked for.
    pub key: Option<IdempotencyKey>,
}

/// What tells a repeated request from another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Who asks.
    pub player: PlayerId,
    /// The key the player gave.
    pub key: String,
    /// A hash of the request.
    pub print: Hex32,
}

/// How a creation came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creation {
    /// The game is there now.
    Made,
    /// The same request made it before.
    Repeated,
    /// Another request has used the key, or the id.
    Taken,
}

impl Store {
    /// Creates a game, unless its id is taken.
    ///
    /// # Errors
    ///
    /// When the database is away or refuses.
    pub async fn create(&self, new: NewGame) -> Result<Creation, StoreError> {
        let (game, key) = (new.id, new.key.clone());
        let (made, print) = self.create_statement(new).await?;
        let Some(key) = key else {
            return Ok(if made {
                Creation::Made
            } else {
                Creation::Taken
            });
        };
        // A statement sees nothing of one that committed while it waited for it: then the print is read again.
        let print = match (made, print) {
            (true, _) => return Ok(Creation::Made),
            (false, Some(print)) => Some(print),
            (false, None) => self.print(game, &key).await?,
        };
        let same = print.is_some_and(|print| print == key.print.0);
        Ok(if same {
            Creation::Repeated
        } else {
            Creation::Taken
        })
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one statement with its arguments, one a line"
    )]
    async fn create_statement(&self, new: NewGame) -> Result<(bool, Option<Vec<u8>>), StoreError> {
        let events = EventColumns::of(&new.events);
        let (chairs, players) = seat_columns(&new.seated);
        let (facts, standing) = (&new.facts, &new.standing);
        let (sealed, key_id) = new
            .secret
            .map(|secret| (secret.bytes, secret.key_id))
            .unzip();
        let (sealed_at, sealed_head, signer, signature) = seal_columns(new.seal.as_ref());
        let key = new.key.as_ref();
        let statement = sqlx::query!(
            r#"with made as (
                insert into games (game_id, version, head, status, preset, arms, dice_count, dice_source, seats, seated,
                    owner, listed, invite_hash, asked, asked_what, asked_since, due_at, created_at, updated_at,
                    dice_commit, started_at, end_reason)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $34, $35, $36)
                on conflict (game_id) do nothing
                returning 1
            ), logged as (
                insert into events (game_id, version, body, hash)
                select $1, event.version, event.body, event.hash
                from unnest($20::bigint[], $21::text[], $22::bytea[]) as event (version, body, hash)
                where exists (select 1 from made)
            ), sat as (
                insert into seats (game_id, chair, player_id)
                select $1, seat.chair, seat.player_id
                from unnest($23::smallint[], $24::uuid[]) as seat (chair, player_id)
                where exists (select 1 from made)
            ), sealed as (
                insert into secrets (game_id, seed_sealed, key_id)
                select $1, secret.seed_sealed, secret.key_id
                from (values ($25::bytea, $26::text)) as secret (seed_sealed, key_id)
                where secret.seed_sealed is not null and exists (select 1 from made)
            ), kept as (
                insert into commands (game_id, player_id, key, print, first_version, last_version)
                select $1, command.player_id, command.key, command.print, 1, $2
                from (values ($27::uuid, $28::text, $29::bytea)) as command (player_id, key, print)
                where command.key is not null and exists (select 1 from made)
            ), signed as (
                insert into seals (game_id, version, head, key, signature)
                select $1, seal.version, seal.head, seal.key, seal.signature
                from (values ($30::bigint, $31::bytea, $32::bytea, $33::bytea)) as seal (version, head, key, signature)
                where seal.version is not null and exists (select 1 from made)
            ), joined as (
                insert into members (game_id, player_id, after_version, until_version, until_at, joined_at)
                select $1, member.player_id, 0, case when $36::text is not null then $2::bigint end,
                    case when $36::text is not null then clock_timestamp() else 'infinity' end, $19::timestamptz
                from (select $11::uuid union select unnest($24::uuid[])) as member (player_id)
                where exists (select 1 from made)
            )
            select exists (select 1 from made) as "made!",
                (select print from commands where game_id = $1 and player_id = $27 and key = $28) as print"#,
            new.id.0,
            to_i64(new.to.0),
            new.to.1.0.0.as_slice(),
            standing.status.word(),
            facts.preset.name(),
            i16::from(facts.arms.number()),
            i16::from(facts.dice.number()),
            dice_source_word(facts.dice_source),
            i16::from(facts.seats),
            i16::from(standing.seated),
            facts.owner.0,
            facts.listed,
            facts.invite_hash.as_ref().map(|hash| hash.0.as_slice()),
            &chair_numbers(&standing.asked),
            standing.ask.word(),
            standing.asked_since,
            standing.due_at,
            facts.created_at,
            standing.updated_at,
            &events.versions,
            &events.bodies,
            &events.hashes,
            &chairs,
            &players,
            sealed,
            key_id,
            key.map(|key| key.player.0),
            key.map(|key| key.key.as_str()),
            key.map(|key| key.print.0.as_slice()),
            sealed_at,
            sealed_head,
            signer,
            signature,
            facts.commit.as_ref().map(|commit| commit.0.as_slice()),
            standing.started_at,
            standing.end_reason.map(end_reason_word),
        );
        let row = self.run(statement.fetch_one(&self.pool)).await?;
        Ok((row.made, row.print))
    }

    async fn print(
        &self,
        game: GameId,
        key: &IdempotencyKey,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let statement = sqlx::query_scalar!(
            "select print from commands where game_id = $1 and player_id = $2 and key = $3",
            game.0,
            key.player.0,
            key.key,
        );
        self.run(statement.fetch_optional(&self.pool)).await
    }
}
