//! Rule sets: the catalogue, and presets with overrides.

use serde_json::json;

use crate::server::Server;
use crate::trials;

trials![
    the_catalogue_has_presets_options_and_notes,
    a_preset_is_resolved_with_overrides,
    options_that_do_not_go_together_are_named,
    an_unknown_option_or_value_is_named,
];

async fn the_catalogue_has_presets_options_and_notes() {
    let server = Server::start().await;
    let catalogue = server
        .nobody()
        .get("/v1/rule-sets")
        .await
        .expect_status(200);
    let count = |member: &str| catalogue.json[member].as_array().map(Vec::len);
    assert_eq!(
        (count("presets"), count("options"), count("notes")),
        (Some(5), Some(26), Some(24))
    );
    let tag = catalogue.header("etag").expect("a tag");
    let again = server
        .nobody()
        .with("if-none-match", tag)
        .get("/v1/rule-sets")
        .await;
    again.expect_status(304);
    server
        .nobody()
        .get("/v1/rule-sets?lang=es")
        .await
        .expect_problem(422, "invalid_request");
}

async fn a_preset_is_resolved_with_overrides() {
    let server = Server::start().await;
    let choice = json!({ "preset": "league", "overrides": { "arms": 6, "goal_entry": "rebound" } });
    let resolved = server
        .nobody()
        .post("/v1/rule-sets/resolution", choice)
        .await
        .expect_status(200);
    let rules = &resolved.json["rules"];
    assert_eq!(
        (&rules["arms"], &rules["goal_entry"]),
        (&json!(6), &json!("rebound"))
    );
    assert_eq!(
        (&rules["exit_on"], &rules["stakes"]),
        (&json!(5), &json!(null))
    );
    let plain = json!({ "preset": "two_dice" });
    let resolved = server
        .nobody()
        .post("/v1/rule-sets/resolution", plain)
        .await
        .expect_status(200);
    assert_eq!(resolved.json["rules"]["dice"], 2);
}

async fn options_that_do_not_go_together_are_named() {
    let server = Server::start().await;
    let choice =
        json!({ "preset": "rebound", "overrides": { "teams": "pairs", "opening": "first_seat" } });
    let refused = server
        .nobody()
        .post("/v1/rule-sets/resolution", choice)
        .await;
    let refused = refused.expect_problem(422, "rules_conflict");
    assert_eq!(
        refused.pointers(),
        [
            "/overrides/colours",
            "/overrides/opening",
            "/overrides/teams"
        ]
    );
}

async fn an_unknown_option_or_value_is_named() {
    let server = Server::start().await;
    for (overrides, pointer) in [
        (json!({ "exit_on": 7 }), "/overrides/exit_on"),
        (json!({ "arms": "4" }), "/overrides/arms"),
        (json!({ "barriers": "nowhere" }), "/overrides/barriers"),
        (json!({ "colour": "red" }), "/overrides/colour"),
        (
            json!({ "stakes": { "capture": 1, "win": -1, "third_six": 0 } }),
            "/overrides/stakes/win",
        ),
        (json!({ "stakes": { "capture": 1 } }), "/overrides/stakes"),
    ] {
        let choice = json!({ "preset": "league", "overrides": overrides });
        let refused = server
            .nobody()
            .post("/v1/rule-sets/resolution", choice)
            .await;
        let refused = refused.expect_problem(422, "invalid_request");
        assert_eq!(refused.pointers(), [pointer], "{}", refused.text);
    }
}
