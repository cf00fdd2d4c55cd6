//! Who reads a feed, and whose feed it is.

use std::collections::BTreeMap;

use parchis::play::{Act, FeedCursor, Games};
use parchis::rules::ids::{GameId, PlayerId, Version};
use rand::RngExt as _;
use rand::seq::IndexedMutRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::table::{ask, chair, duel, play, player, sit, started};

/// Somebody who reads a feed, keeping a text between two readings, as a client does.
#[derive(Clone)]
pub struct Reader {
    player: PlayerId,
    pub cursor: String,
    /// The newest version that came of each game.
    came: BTreeMap<GameId, Version>,
}

impl Reader {
    pub fn new(player: PlayerId) -> Self {
        Self {
            player,
            cursor: FeedCursor::start(player).to_string(),
            came: BTreeMap::new(),
        }
    }

    /// Reads a page, and now and then loses what comes after some command of it; whether there was more.
    pub async fn read(&mut self, games: &Games, random: &mut ChaCha8Rng) -> bool {
        let cursor = FeedCursor::parse(self.player, &self.cursor).expect("a cursor");
        let limit = random.random_range(1..20);
        let page = games.feed(&cursor, limit).await.expect("a page");
        let kept = if random.random_bool(0.3) && !page.steps.is_empty() {
            random.random_range(1..=page.steps.len())
        } else {
            page.steps.len()
        };
        for step in page.steps.iter().take(kept) {
            for logged in &step.events {
                let came = self.came.entry(logged.entry.game).or_default();
                assert_eq!(logged.entry.version, came.next(), "{}", logged.entry.game);
                *came = logged.entry.version;
            }
        }
        self.cursor = match page.steps.get(kept.saturating_sub(1)) {
            Some(step) if kept < page.steps.len() => step.cursor.to_string(),
            Some(_) | None => page.cursor.to_string(),
        };
        page.more || kept < page.steps.len()
    }

    pub async fn read_all(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        while self.read(games, random).await {}
    }

    /// Has all of these games, up to these versions, and nothing else.
    pub fn has(&self, expected: &BTreeMap<GameId, Version>) {
        assert_eq!(self.came, *expected);
    }
}

/// How far a game is.
pub async fn newest(games: &Games, game: GameId) -> Version {
    games.read(game).await.expect("a game").version()
}

/// Ends a game.
pub async fn end(games: &Games, game: GameId, loser: PlayerId) {
    let resign = Act::Resign {
        chair: chair(0),
        actor: loser,
    };
    ask(games, game, resign).await;
}

/// Ana's games, and how far each is, as far as it is hers.
pub struct Ana {
    pub id: PlayerId,
    /// Other players' games, and whether she sits there.
    open: Vec<(GameId, bool)>,
    pub running: Vec<GameId>,
    pub expected: BTreeMap<GameId, Version>,
}

impl Ana {
    pub fn new() -> Self {
        Self {
            id: player(),
            open: Vec::new(),
            running: Vec::new(),
            expected: BTreeMap::new(),
        }
    }

    /// Begins a game of her own, while another begins that is none of hers.
    pub async fn begin(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        let (game, players) = started(games, &duel()).await;
        play(games, game, 2, random).await;
        let created = games.create(self.id, &duel(), None).await;
        let own = created.expect("a game").folded.id;
        ask(games, own, sit(0, self.id)).await;
        let other = *players.first().expect("a player");
        ask(games, own, sit(1, other)).await;
        self.running.push(own);
    }

    /// Sits down in somebody's game, or gets up there.
    pub async fn sit_or_get_up(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        if self.open.len() < 6 {
            let created = games.create(player(), &duel(), None).await;
            self.open.push((created.expect("a game").folded.id, false));
        }
        let (game, sits) = self.open.choose_mut(random).expect("a game");
        let game = *game;
        *sits = !*sits;
        if *sits {
            ask(games, game, sit(1, self.id)).await;
            self.expected.insert(game, newest(games, game).await);
            return;
        }
        ask(games, game, get_up(1, self.id)).await;
        self.expected.insert(game, newest(games, game).await);
        // What happens now comes once she sits down again, and not before.
        let other = player();
        ask(games, game, sit(0, other)).await;
        ask(games, game, get_up(0, other)).await;
    }

    /// Resigns in one of her games.
    pub async fn resign(&mut self, games: &Games, random: &mut ChaCha8Rng) {
        if !self.running.is_empty() {
            let place = random.random_range(0..self.running.len());
            let game = self.running.swap_remove(place);
            end(games, game, self.id).await;
            self.expected.insert(game, newest(games, game).await);
        }
    }
}

pub fn get_up(number: u8, actor: PlayerId) -> Act {
    Act::GetUp {
        chair: chair(number),
        actor,
    }
}
