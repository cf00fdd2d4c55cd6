//! A game that is watched while it is played.

use serde_json::json;

use crate::browser::Browser;
use crate::stage::Stage;

#[tokio::test]
async fn what_others_play_is_shown_to_who_stands_at_the_end() {
    let mut stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    assert!(browser.text("#standing").await.contains("En directo"));
    for _ in 0..3 {
        stage.step().await;
        let told = stage.told("es").await;
        let last = json!(told.last().unwrap());
        browser
            .until(&format!(
                "document.getElementById('sentence').textContent === {last}"
            ))
            .await;
    }
    // Who looks at the past is not taken away from it.
    browser.click("#first").await;
    let before = browser.text("#sentence").await;
    stage.step().await;
    let all = stage.told("es").await.len();
    browser
        .until(&format!(
            "document.querySelectorAll('#moves li').length === {all}"
        ))
        .await;
    assert_eq!(browser.text("#sentence").await, before);
}
