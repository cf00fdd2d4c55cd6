//! Wrong addresses, and browsers without JavaScript.

use serde_json::json;

use crate::browser::Browser;
use crate::stage::Stage;

#[tokio::test]
async fn a_wrong_id_is_told_in_a_page() {
    let stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    for path in [
        "/games/01a22989-bbaf-748b-96d2-60fba8c58e2d",
        "/games/nothing",
        "/assets/nothing.js",
    ] {
        let answer = stage.get(path).await;
        assert_eq!(answer.status(), 404, "{path}");
        let text = answer.text().await.unwrap();
        assert!(
            text.contains("no hay ninguna partida") && text.contains("There is no game"),
            "{text}"
        );
    }
    let browser = Browser::start("es").await;
    browser.open(&stage.address("/games/nothing")).await;
    browser.click("main a").await;
    browser.fill("#game", &format!(" {} ", stage.game)).await;
    browser.click("form button").await;
    browser.until("document.body.dataset.ready === 'yes'").await;
    assert_eq!(
        browser.value("location.pathname").await,
        json!(format!("/games/{}", stage.game))
    );
}

#[tokio::test]
async fn without_javascript_the_text_form_is_named() {
    let stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    let browser = Browser::start("es").await;
    browser
        .tell(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": true }),
        )
        .await;
    browser.open(&stage.page("")).await;
    let text = browser.text("noscript").await;
    assert!(
        text.contains("text/plain") && text.contains(&stage.game),
        "{text}"
    );
}
