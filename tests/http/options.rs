//! The stateless question.

use serde_json::{Value, json};

use crate::server::Server;
use crate::trials;

trials![
    a_position_and_a_roll_give_options,
    a_roll_in_hand_needs_none,
    a_third_six_and_a_pass_leave_none,
    what_cannot_be_is_refused_with_its_place,
];

fn ids(answer: &Value) -> Vec<&str> {
    let options = answer["options"].as_array().into_iter().flatten();
    options.filter_map(|option| option["id"].as_str()).collect()
}

async fn a_position_and_a_roll_give_options() {
    let server = Server::start().await;
    let question = json!({
        "preset": "league",
        "position": "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 1 Y3 -",
        "roll": [5],
    });
    let answer = server
        .nobody()
        .post("/v1/options", question)
        .await
        .expect_status(200);
    assert_eq!(ids(&answer.json), ["exit:5:Y1"]);
    assert_eq!(answer.json["duties"], json!(["exit"]));
    let capture = json!({
        "preset": "league",
        "position": "Y:10,h,h,h/B:33,h,h,h/R:13,h,h,h/G:h,h,h,h Y 0 - -",
        "roll": [3],
    });
    let answer = server
        .nobody()
        .post("/v1/options", capture)
        .await
        .expect_status(200);
    let option = &answer.json["options"][0];
    assert_eq!(
        (&option["origin"], &option["target"], &option["captured"]),
        (&json!("10"), &json!("13"), &json!("R1"))
    );
    assert_eq!(
        option["earns"],
        json!([{ "reason": "capture", "amount": 20 }])
    );
}

async fn a_roll_in_hand_needs_none() {
    let server = Server::start().await;
    let question = json!({
        "preset": "league",
        "position": "Y:13,h,h,h/B:33,h,h,h/R:h,h,h,h/G:h,h,h,h Y 0 - - 3:-:20:-",
    });
    let answer = server
        .nobody()
        .post("/v1/options", question)
        .await
        .expect_status(200);
    assert_eq!(ids(&answer.json), ["take_count:20:Y1"]);
    assert_eq!(answer.json["board"]["pending_counts"], json!([20]));
}

async fn a_third_six_and_a_pass_leave_none() {
    let server = Server::start().await;
    let third = json!({
        "preset": "league",
        "position": "Y:13,h,h,h/B:33,h,h,h/R:h,h,h,h/G:h,h,h,h Y 2 Y1 -",
        "roll": [6],
    });
    let answer = server
        .nobody()
        .post("/v1/options", third)
        .await
        .expect_status(200);
    assert_eq!(
        (&answer.json["third_six"], &answer.json["penalised"]),
        (&json!(true), &json!("Y1"))
    );
    let pass = json!({
        "preset": "league",
        "position": "Y:h,h,h,h/B:33,h,h,h/R:h,h,h,h/G:h,h,h,h Y 0 - -",
        "roll": [3],
    });
    let answer = server
        .nobody()
        .post("/v1/options", pass)
        .await
        .expect_status(200);
    assert_eq!(
        (ids(&answer.json), &answer.json["passed"]),
        (vec![], &json!([3]))
    );
}

async fn what_cannot_be_is_refused_with_its_place() {
    let server = Server::start().await;
    let line = "Y:13,h,h,h/B:33,h,h,h/R:h,h,h,h/G:h,h,h,h Y 0 - -";
    let ask = |position: &str, roll: Value| {
        let question = json!({ "preset": "league", "position": position, "roll": roll });
        let nobody = server.nobody();
        async move { nobody.post("/v1/options", question).await }
    };
    let refused = ask(line, json!([7]))
        .await
        .expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["/roll/0"]);
    let refused = ask(line, json!([1, 2, 3]))
        .await
        .expect_problem(422, "invalid_request");
    assert_eq!(refused.pointers(), ["/roll"]);
    let without = json!({ "preset": "league", "position": line });
    let refused = server.nobody().post("/v1/options", without).await;
    let refused = refused.expect_problem(422, "invalid_position");
    assert_eq!(refused.pointers(), ["/roll"]);
    for roll in [json!([]), json!([1, 2])] {
        let refused = ask(line, roll)
            .await
            .expect_problem(422, "invalid_position");
        assert_eq!(refused.pointers(), ["/roll"]);
    }
    for bad in [
        "",
        "Y",
        "Y:200,h,h,h/B:33,h,h,h Y 0 - -",
        "Y:g,g,g,g/B:33,h,h,h Y 0 - -",
    ] {
        let refused = ask(bad, json!([3]))
            .await
            .expect_problem(422, "invalid_position");
        assert_eq!(refused.pointers(), ["/position"]);
    }
    let conflict = json!({
        "preset": "rebound", "overrides": { "teams": "pairs" }, "position": line, "roll": [1],
    });
    server
        .nobody()
        .post("/v1/options", conflict)
        .await
        .expect_problem(422, "rules_conflict");
}
