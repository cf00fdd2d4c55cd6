//! Nothing inline, nothing from elsewhere, nothing that the policy forbids.

use serde_json::json;

use crate::browser::Browser;
use crate::stage::Stage;

#[tokio::test]
async fn nothing_leaves_the_server_and_nothing_is_forbidden() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    browser.press("?").await;
    browser.click("#keys form button").await;
    browser.click("#words summary").await;
    browser.click("#check button").await;
    browser.until("document.querySelector('#report h3')").await;
    browser.click("#last").await;
    browser
        .until("document.querySelector('#board img')?.naturalWidth > 0")
        .await;

    assert_eq!(
        browser.value("globalThis.violations ?? []").await,
        json!([])
    );
    assert_eq!(browser.complaints().await, Vec::<String>::new());
    let home = stage.address("/");
    let foreign: Vec<String> = browser.requests().await;
    let asked = foreign
        .iter()
        .filter(|address| address.starts_with(&home))
        .count();
    assert!(asked > 20, "only {asked} requests were seen");
    let foreign: Vec<_> = foreign
        .iter()
        .filter(|address| {
            !address.starts_with(&home) && !["about:blank", "data:,"].contains(&address.as_str())
        })
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

#[tokio::test]
async fn what_can_be_downloaded_is_there() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("#v=30")).await;
    let links = browser
        .value("[...document.querySelectorAll('#downloads a')].map((link) => link.getAttribute('href'))")
        .await;
    let links = links.as_array().unwrap();
    assert!(links.len() >= 5, "{links:?}");
    for link in links {
        let path = link.as_str().unwrap();
        assert_eq!(stage.get(path).await.status(), 200, "{path}");
    }
}

#[tokio::test]
async fn pages_and_files_are_named_guarded_and_kept() {
    let stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    for (path, kind) in [
        (format!("/games/{}", stage.game), "text/html; charset=utf-8"),
        ("/".to_owned(), "text/html; charset=utf-8"),
        (
            "/assets/replay.js".to_owned(),
            "text/javascript; charset=utf-8",
        ),
        ("/assets/page.css".to_owned(), "text/css; charset=utf-8"),
        ("/assets/icons.svg".to_owned(), "image/svg+xml"),
    ] {
        let answer = stage.get(&path).await;
        assert_eq!(answer.status(), 200, "{path}");
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), kind);
        assert_eq!(header("content-security-policy"), "default-src 'self'");
        assert_eq!(header("x-content-type-options"), "nosniff");
        let tag = header("etag");
        let text = answer.text().await.unwrap();
        assert!(
            !text.contains("style=") && !text.contains(" onclick="),
            "{path}"
        );
        let again = reqwest::Client::new()
            .get(stage.address(&path))
            .header("if-none-match", tag);
        assert_eq!(again.send().await.unwrap().status(), 304, "{path}");
    }
}
