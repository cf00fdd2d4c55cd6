//! The database is away.

use serde_json::json;

use crate::server::Server;
use crate::trials;

trials![what_needs_the_database_says_when_to_come_again];

/// A text that only the database keeps from being imported.
const IMPORTED: &str = "[Preset \"league\"] [Yellow \"?\"] [Red \"?\"]";

#[expect(clippy::too_many_lines, reason = "a list of all operations")]
async fn what_needs_the_database_says_when_to_come_again() {
    let server = Server::without_database();
    let nobody = server.nobody();
    let caller = nobody
        .clone()
        .with_token(&format!("parchis_{}", "0".repeat(64)), "");
    let id = "01900000-0000-7000-8000-000000000000";
    for answer in [
        nobody.get("/health/ready").await,
        nobody.post("/v1/players", json!({ "name": "Ana" })).await,
        caller.get("/v1/players/me").await,
        caller.get("/v1/players/me/inbox").await,
        nobody.get(&format!("/v1/players?ids={id}")).await,
        nobody.get(&format!("/v1/players/{id}")).await,
        nobody.get("/v1/games").await,
        caller
            .post("/v1/games", json!({ "preset": "league" }))
            .await,
        nobody.get(&format!("/v1/games/{id}")).await,
        nobody.get(&format!("/v1/games/{id}/events")).await,
        nobody.get(&format!("/v1/games/{id}/states/1")).await,
        nobody.get(&format!("/v1/games/{id}/frames")).await,
        caller
            .post(&format!("/v1/games/{id}/forks"), json!({ "version": 1 }))
            .await,
        nobody.get(&format!("/v1/games/{id}/notation")).await,
        caller
            .post("/v1/imports", json!({ "notation": IMPORTED }))
            .await,
        caller
            .put(&format!("/v1/games/{id}/seats/0"), json!({}))
            .await,
        caller.delete(&format!("/v1/games/{id}/seats/0")).await,
        caller.get(&format!("/v1/games/{id}/seats/0/orders")).await,
        caller
            .put(&format!("/v1/games/{id}/seats/0/orders"), json!({}))
            .await,
        caller
            .delete(&format!("/v1/games/{id}/seats/0/orders"))
            .await,
        caller
            .put(
                &format!("/v1/games/{id}/seats/0/entropy"),
                json!({ "entropy": "0".repeat(64) }),
            )
            .await,
        caller
            .put(&format!("/v1/games/{id}/seats/0/resignation"), json!({}))
            .await,
        caller
            .put(&format!("/v1/games/{id}/start"), json!({}))
            .await,
        caller
            .put(&format!("/v1/games/{id}/cancellation"), json!({}))
            .await,
        caller
            .put(&format!("/v1/games/{id}/rolls/1"), json!({}))
            .await,
        caller
            .put(
                &format!("/v1/games/{id}/choices/1"),
                json!({ "option": "move:3:Y2" }),
            )
            .await,
    ] {
        let answer = answer.expect_problem(503, "unavailable");
        assert_eq!(answer.header("retry-after"), Some("2"));
    }
    nobody.get("/health/live").await.expect_status(200);
}
