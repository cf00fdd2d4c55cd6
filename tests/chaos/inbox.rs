use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use super::caller::Caller;
use super::seat::Seat;

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays seats to the end, and learns of them only what the inbox says to have changed.
pub(crate) async fn play(caller: Caller, mut seats: Vec<Seat>) {
    for seat in &seats {
        seat.order().await;
    }
    let mut seen: Option<String> = None;
    while !seats.is_empty() {
        let query = seen.as_ref().map_or("limit=200".to_owned(), |seen| {
            format!("changed_since={seen}")
        });
        let inbox = caller
            .get(&format!("/v1/players/me/inbox?{query}"))
            .await
            .json();
        let due = due(&inbox);
        let mut still = Vec::new();
        for mut seat in seats {
            // A game that is over before the first look is not in the inbox any more.
            let look = seen.is_none() || due.contains(&seat.game.table.path);
            if !look || seat.turn(seat.state().await).await.is_some() {
                still.push(seat);
            }
        }
        seats = still;
        seen = inbox["seen"].as_str().map(ToOwned::to_owned);
        if due.is_empty() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// The games that ask something, or that are over.
fn due(inbox: &Value) -> BTreeSet<String> {
    let games = inbox["games"].as_array().unwrap().iter();
    games
        .filter(|game| !game["asks"].is_null() || game["gone"] == true)
        .map(|game| format!("/v1/games/{}", game["game"].as_str().unwrap()))
        .collect()
}
