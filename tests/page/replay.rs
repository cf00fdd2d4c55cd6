//! Stepping, seeking, playing, jumping, by button and by key.

use serde_json::json;
use thirtyfour::Key;

use crate::browser::Browser;
use crate::stage::Stage;

/// The number of the move that is shown, from 1.
async fn shown(browser: &Browser) -> u64 {
    let at = browser
        .value("Number(document.getElementById('seek').value) + 1")
        .await;
    at.as_u64().unwrap()
}

async fn until_shown(browser: &Browser, number: u64) {
    let is = format!("Number(document.getElementById('seek').value) + 1 === {number}");
    browser.until(&is).await;
}

#[tokio::test]
async fn every_move_can_be_reached_by_button_and_by_key() {
    let stage = Stage::finished().await;
    let told = stage.told("es").await;
    let all = u64::try_from(told.len()).unwrap();
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    assert_eq!(
        shown(&browser).await,
        1,
        "a finished game is shown from its start"
    );

    for (button, number) in [
        ("#forward", 2),
        ("#forward", 3),
        ("#back", 2),
        ("#last", all),
        ("#first", 1),
    ] {
        browser.click(button).await;
        until_shown(&browser, number).await;
        let sentence = &told[usize::try_from(number - 1).unwrap()];
        assert_eq!(&browser.text("#sentence").await, sentence, "{button}");
        let current = browser.text("#moves [aria-current] .said").await;
        assert_eq!(&current, sentence, "the list marks what is shown");
    }
    for (key, number) in [
        (Key::Right, 2),
        (Key::Right, 3),
        (Key::Left, 2),
        (Key::End, all),
        (Key::Home, 1),
    ] {
        browser.press(key).await;
        until_shown(&browser, number).await;
    }

    browser
        .value(
            "(() => { const seek = document.getElementById('seek'); seek.value = 40; \
            seek.dispatchEvent(new Event('input', { bubbles: true })); })()",
        )
        .await;
    until_shown(&browser, 41).await;
    assert_eq!(browser.text("#sentence").await, told[40]);
    browser.click("#moves li:nth-child(30) button").await;
    until_shown(&browser, 30).await;
    browser.press(Key::Down).await;
    until_shown(&browser, 31).await;
    for name in ["Ana", "Luis"] {
        let is = format!("document.getElementById('seats').textContent.includes('{name}')");
        browser.until(&is).await;
    }
}

#[tokio::test]
async fn jumps_lead_to_captures_goals_and_penalties() {
    let stage = Stage::imported(include_str!("../notation/golden/league.txt")).await;
    let told = stage.told("en").await;
    let browser = Browser::start("en").await;
    browser.watch(&stage.page("")).await;
    for (of, letter, word) in [("capture", "c", "captures"), ("goal", "g", "to the goal")] {
        let places: Vec<u64> = (1..)
            .zip(&told)
            .filter(|(_, line)| line.contains(word))
            .map(|(at, _)| at)
            .collect();
        assert!(places.len() > 1, "the game has two of {of}");
        browser.press(Key::Home).await;
        browser.press(letter).await;
        until_shown(&browser, places[0]).await;
        browser
            .click(&format!("[data-of={of}] [data-step='1']"))
            .await;
        until_shown(&browser, places[1]).await;
        browser.press(letter.to_uppercase().as_str()).await;
        until_shown(&browser, places[0]).await;
        let before = format!(
            "document.querySelector(\"[data-of={of}] [data-step='-1']\").getAttribute('aria-disabled')"
        );
        assert_eq!(
            browser.value(&before).await,
            json!("true"),
            "there is none before the first"
        );
    }
}

#[tokio::test]
async fn it_plays_and_stops_and_ends() {
    let stage = Stage::finished().await;
    let all = stage.told("es").await.len();
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    browser.press("++").await;
    assert_eq!(
        browser
            .value("document.getElementById('speed').value")
            .await,
        json!("4")
    );
    browser.press(" ").await;
    browser
        .until("document.getElementById('seek').value > 2")
        .await;
    let play = "document.getElementById('play').getAttribute('aria-label')";
    assert_eq!(browser.value(play).await, json!("Parar"));
    browser.click("#play").await;
    assert_eq!(browser.value(play).await, json!("Reproducir"));
    browser.press(Key::End).await;
    browser.press(Key::Left).await;
    browser.click("#play").await;
    browser
        .until(&format!(
            "document.getElementById('seek').value == {}",
            all - 1
        ))
        .await;
    browser
        .until("document.getElementById('play').getAttribute('aria-label') === 'Reproducir'")
        .await;
    assert_eq!(browser.text("#turn").await, "La partida ha terminado.");
}

#[tokio::test]
async fn a_link_opens_its_move() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    browser.click("#moves li:nth-child(25) button").await;
    until_shown(&browser, 25).await;
    browser.until("!['', '#v=1'].includes(location.hash)").await;
    let link = browser.value("location.href").await;
    let link = link.as_str().unwrap();
    assert!(link.contains("#v="), "{link}");
    browser.watch(link).await;
    assert_eq!(shown(&browser).await, 25);
    // Within a command the end of the command is shown, beyond the end the end.
    browser.watch(&stage.page("#v=1000000")).await;
    let all = browser.value("document.getElementById('seek').max").await;
    assert_eq!(json!((shown(&browser).await - 1).to_string()), all);
    browser.value("location.hash = 'v=1'").await;
    until_shown(&browser, 1).await;
}
