//! Spanish and English.

use serde_json::json;

use crate::browser::Browser;
use crate::stage::Stage;

#[tokio::test]
async fn the_page_speaks_the_readers_language() {
    let stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    let browser = Browser::start("es").await;
    for (speaks, rest, language, title) in [
        ("es-ES,es", "", "es", "Jugadores"),
        ("en-GB,en", "", "en", "Players"),
        ("fr-FR,fr", "", "es", "Jugadores"),
        ("es-ES,es", "?lang=en", "en", "Players"),
        ("en-GB,en", "?lang=es", "es", "Jugadores"),
    ] {
        browser.speak(speaks).await;
        browser.watch(&stage.page(rest)).await;
        assert_eq!(
            browser.value("document.documentElement.lang").await,
            json!(language)
        );
        assert_eq!(browser.text("#seats-title").await, title, "{speaks} {rest}");
        let told = stage.told(language).await;
        assert_eq!(&browser.text("#sentence").await, told.last().unwrap());
        browser.click("#other").await;
        let other = if language == "es" { "en" } else { "es" };
        browser.until(&format!("document.body.dataset.ready === 'yes' && document.documentElement.lang === '{other}'")).await;
    }
}

#[tokio::test]
async fn both_languages_say_the_same_things() {
    let stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    let browser = Browser::start("es").await;
    browser.open(&stage.address("/")).await;
    let books = browser
        .run(
            "const { books } = await import('/assets/words.js'); return books;",
            Vec::new(),
        )
        .await;
    let gaps = |text: &str| {
        let mut gaps: Vec<String> = text
            .split('{')
            .skip(1)
            .map(|rest| rest.split('}').next().unwrap().to_owned())
            .collect();
        gaps.sort();
        gaps
    };
    let (es, en) = (
        books["es"].as_object().unwrap(),
        books["en"].as_object().unwrap(),
    );
    assert!(es.keys().eq(en.keys()), "the keys differ");
    assert!(es.len() > 100);
    for (key, text) in es {
        let [es, en] = [text, &en[key]].map(|text| text.as_str().unwrap());
        assert!(!es.is_empty() && !en.is_empty(), "{key}");
        assert_eq!(gaps(es), gaps(en), "{key}");
    }
}
