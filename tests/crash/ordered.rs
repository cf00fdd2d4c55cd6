//! Killed while seats play by standing orders alone: nobody asks for anything, and whichever process lives plays on.

use serde_json::{Value, json};

use super::process::pid_of;
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;
use super::told::Told;

/// How often a process is killed, each time under another game.
const KILLS: usize = 4;
/// How many play in each.
const SEATS: usize = 4;

/// A game that plays itself, and what was seen of it.
struct Watched {
    table: Table,
    told: Told,
    seen: usize,
    over: bool,
}

impl Watched {
    /// A game that waits for nothing but the orders.
    async fn started(address: &str) -> Self {
        let mut game = Self {
            table: Table::started(address, SEATS).await,
            told: Told::nothing(),
            seen: 0,
            over: false,
        };
        game.goes_on(address).await;
        game
    }

    /// Has the server play for all seats.
    async fn order(&self, address: &str) {
        for (chair, player) in self.table.players.iter().enumerate() {
            let orders = self.table.at(address, &format!("/seats/{chair}/orders"));
            let all = json!({ "roll": true, "policy": "cautious" });
            player.put(&orders, all).await.expect_status(200);
        }
    }

    /// Waits for what comes next; whether there was more by then.
    async fn goes_on(&mut self, address: &str) -> bool {
        let rest = format!("/events?after={}&limit=200&wait=60", self.seen);
        let page = self.table.read(address, &rest).await.json();
        for event in page["events"].as_array().expect("events") {
            self.seen += 1;
            assert_eq!(event["version"], self.seen, "a gap or a double");
            self.over |= event["kind"] == "end";
        }
        let head = page["hashes"].as_array().expect("hashes").last();
        let head = head.and_then(Value::as_str).expect("it goes on");
        self.told.note_head(self.seen, head);
        page["more"] == true
    }

    /// Checks that the log is whole and holds what was seen; that everything in it since the start was ordered.
    async fn holds(&self, address: &str) {
        for body in self.told.holds(address, &self.table).await {
            let event: Value = serde_json::from_str(&body).unwrap();
            let played = event["kind"] == "roll" || event["kind"] == "move";
            assert!(!played || event["by"] == "order", "{body}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_play_themselves_go_on_after_every_kill() {
    let data = Temporary::new("ordered");
    let mut server = Program::start(&data.path(), None);
    let postgres = pid_of(&data);
    let (mut games, mut in_the_middle) = (Vec::new(), 0);
    for kill in 0..KILLS {
        let mut game = Watched::started(server.address()).await;
        game.order(server.address()).await;
        let more = game.goes_on(server.address()).await;
        // Nobody is there to play on, or another process is already.
        if kill % 2 == 0 {
            server.kill();
            server = Program::start(&data.path(), None);
        } else {
            let other = Program::start(&data.path(), None);
            std::mem::replace(&mut server, other).kill();
        }
        assert_eq!(pid_of(&data), postgres, "PostgreSQL lives on");
        in_the_middle += usize::from(!more && !game.over);
        game.holds(server.address()).await;
        games.push(game);
    }
    assert!(in_the_middle > 0, "each was over at once");
    for game in &mut games {
        while !game.over {
            game.goes_on(server.address()).await;
        }
        game.holds(server.address()).await;
    }
    server.stop();
}
