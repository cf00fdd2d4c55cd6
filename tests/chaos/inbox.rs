use std::collections::BTreeSet;
use std::time::Duration;

use super::caller::Caller;
use super::seat::Seat;

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays seats to the end by asking again and again which games wait for their player.
pub(crate) async fn play(caller: Caller, mut seats: Vec<Seat>) {
    for seat in &seats {
        seat.order().await;
    }
    while !seats.is_empty() {
        let urgent = list(&caller, "my_turn=true").await;
        let over = list(&caller, "mine=true&status=ended").await;
        let mut still = Vec::new();
        for mut seat in seats {
            let due =
                urgent.contains(&seat.game.table.path) || over.contains(&seat.game.table.path);
            if !due || seat.turn(seat.state().await).await.is_some() {
                still.push(seat);
            }
        }
        seats = still;
        if urgent.is_empty() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn list(caller: &Caller, which: &str) -> BTreeSet<String> {
    let page = caller
        .get(&format!("/v1/games?{which}&limit=200"))
        .await
        .json();
    let games = page["games"].as_array().unwrap().iter();
    games
        .map(|game| format!("/v1/games/{}", game["game"].as_str().unwrap()))
        .collect()
}
