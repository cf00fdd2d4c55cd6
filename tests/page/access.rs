//! For everybody: by keyboard, with a screen reader, on a phone, in the dark.

use serde_json::{Value, json};
use thirtyfour::Key;

use crate::browser::{Browser, DESKTOP, Look, PHONE};
use crate::stage::Stage;

/// Words whose contrast with what is behind them is too small.
const PALE: &str = "(() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => channels(colour).slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((channels(colour)[3] ?? 1) > 0) return colour;
        }
        return getComputedStyle(document.body).backgroundColor;
    };
    return [...document.querySelectorAll('body *')].filter((element) => {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!own || element.closest('[aria-disabled=true], [hidden], dialog, noscript, .unseen, .skip, pre')) return false;
        const [one, other] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
        return (one + 0.05) / (other + 0.05) < 4.5;
    }).map((element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`);
})()";

/// What can be pressed or moved but is too small for a finger.
const SMALL: &str = "[...document.querySelectorAll('button, select, input')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && element.type !== 'checkbox' && (width < 24 || height < 24);
}).map((element) => element.id || element.outerHTML.slice(0, 80))";

/// The roles of what is used or looked at; each such thing needs a name.
const USED: [&str; 9] = [
    "button", "link", "slider", "combobox", "textbox", "image", "region", "dialog", "checkbox",
];

#[tokio::test]
async fn whatever_can_be_used_has_a_name_and_pictures_are_told() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("#v=30")).await;
    let tree = browser.tell("Accessibility.getFullAXTree", json!({})).await;
    let nodes: Vec<&Value> = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| node["ignored"] == json!(false))
        .collect();
    let part = |node: &Value, part: &str| {
        let value = node[part]["value"].as_str().unwrap_or_default();
        value.trim().to_owned()
    };
    let mut used = 0;
    for node in &nodes {
        let role = part(node, "role");
        if USED.contains(&role.as_str()) {
            assert_ne!(part(node, "name"), "", "a {role} has no name: {node}");
            used += 1;
        }
    }
    assert!(used > 30, "only {used} things are named");
    for landmark in ["banner", "main", "navigation"] {
        let there = nodes.iter().filter(|node| part(node, "role") == landmark);
        assert_eq!(there.count(), 1, "{landmark}");
    }
    let sentence = browser.text("#sentence").await;
    let slider = browser
        .value("document.getElementById('seek').getAttribute('aria-valuetext')")
        .await;
    assert!(slider.as_str().unwrap().contains(&sentence), "{slider}");
    assert_eq!(
        browser
            .value("document.getElementById('sentence').getAttribute('aria-live')")
            .await,
        json!("polite")
    );
    let headings = browser.value("[...document.querySelectorAll('#page h1, main h2')].map((heading) => heading.tagName).join(' ')").await;
    assert!(
        headings.as_str().unwrap().starts_with("H1 H2 H2"),
        "{headings}"
    );
}

#[tokio::test]
async fn the_keyboard_reaches_everything_once() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("#v=30")).await;
    let mut reached: Vec<String> = Vec::new();
    for _ in 0..60 {
        browser.press(Key::Tab).await;
        let at = browser.value("(() => { const at = document.activeElement; const style = getComputedStyle(at); \
            return [at === document.body ? '' : at.id || at.textContent.trim() || at.title, style.outlineStyle]; })()").await;
        let (id, outline) = (at[0].as_str().unwrap().to_owned(), &at[1]);
        if id.is_empty() {
            break;
        }
        assert_ne!(outline, "none", "the focus is not seen on {id}");
        reached.push(id);
    }
    let order = [
        "Ir a la jugada",
        "other",
        "help",
        "seek",
        "first",
        "back",
        "play",
        "forward",
        "last",
        "speed",
        "fingerprint",
        "copy",
    ];
    let places: Vec<Option<usize>> = order
        .iter()
        .map(|id| reached.iter().position(|at| at == id))
        .collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{reached:?}"
    );
    assert!(
        reached.len() < 40,
        "the list of moves is one stop: {reached:?}"
    );

    browser.press("?").await;
    browser.until("document.getElementById('keys').open").await;
    browser.press(Key::Escape).await;
    browser.until("!document.getElementById('keys').open").await;
    // Letters can be given up, for those whose software types them.
    browser.press("?").await;
    browser.click("#letters").await;
    browser.click("#keys form button").await;
    let before = browser.text("#place").await;
    browser.press("c").await;
    assert_eq!(browser.text("#place").await, before);
}

#[tokio::test]
async fn it_fits_a_phone_and_a_desktop_in_light_and_dark() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    let narrow = Look {
        width: 320,
        height: 568,
        ..PHONE
    };
    for look in [
        PHONE,
        DESKTOP,
        narrow,
        Look {
            dark: true,
            ..DESKTOP
        },
        Look {
            dark: false,
            ..PHONE
        },
    ] {
        browser.look(look).await;
        browser.watch(&stage.page("#v=100")).await;
        browser.click("#check button").await;
        browser.until("document.querySelector('#report h3')").await;
        let wide = browser.value("document.documentElement.scrollWidth").await;
        assert!(
            wide.as_u64().unwrap() <= u64::from(look.width),
            "{wide} of {}",
            look.width
        );
        assert_eq!(browser.value(PALE).await, json!([]), "dark: {}", look.dark);
        assert_eq!(browser.value(SMALL).await, json!([]));
        let moving = browser.value("document.getAnimations().length").await;
        assert!(
            !look.still || moving == json!(0),
            "nothing moves for who wants it still"
        );
    }
    // On a phone the board and what drives it are seen together.
    browser.look(PHONE).await;
    browser.watch(&stage.page("#v=100")).await;
    let below = browser
        .value("document.getElementById('play').getBoundingClientRect().bottom")
        .await;
    assert!(
        below.as_f64().unwrap() <= f64::from(PHONE.height),
        "{below}"
    );
}
