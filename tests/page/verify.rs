//! The verify button: what is right, what is wrong, and what it says it did not check.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::forgery::Forgery;
use crate::stage::Stage;

const PROOFS: &str = include_str!("../vectors/proofs.jsonl");

/// Presses the button, and waits for the verdict.
async fn verdict(browser: &Browser) -> String {
    browser.click("#check button").await;
    browser
        .until("document.querySelector('#report h3') && document.getElementById('progress').hidden")
        .await;
    browser.text("#report").await
}

/// Every check with its outcome.
async fn outcomes(browser: &Browser) -> Value {
    browser
        .value(
            "[...document.querySelectorAll('.findings li')].map((item) => \
            [item.querySelector('strong').textContent, item.className])",
        )
        .await
}

/// Serves another proof in the place of the true one.
async fn swap(browser: &Browser, proof: &str) {
    let script = "globalThis.asked ??= fetch;
        globalThis.fetch = async (path, ...rest) =>
            String(path).endsWith('/proof') ? new Response(given[0]) : asked(path, ...rest);
        return null;";
    browser.run(script, vec![json!(proof)]).await;
}

/// What the page's own module finds of a proof: null where it is right, else `[why, version, line]`.
async fn found(browser: &Browser, game: &str, proof: &str) -> Value {
    let script = "const { checkProof } = await import('/assets/proof.js');
        const bytes = new TextEncoder().encode(given[1]);
        try {
            const { findings } = await checkProof(
                bytes, { game: given[0], believed: '', shown: [], progress: async () => {} });
            return { findings };
        } catch ({ why, version, line, stack }) {
            return why ? { wrong: [why, version, line] } : { failed: stack };
        }";
    browser.run(script, vec![json!(game), json!(proof)]).await
}

#[tokio::test]
async fn a_good_game_is_right_as_far_as_it_was_checked() {
    let stage = Stage::finished().await;
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    let report = verdict(&browser).await;
    assert!(
        report.contains("está bien, pero no se ha comprobado de quién es"),
        "{report}"
    );
    assert!(report.contains("Que cada jugada sea legal"), "{report}");
    assert!(
        report.contains(&format!("parchis verify {}.jsonl --key HUELLA", stage.game)),
        "{report}"
    );
    assert!(
        report.contains(
            &format!(
                "curl -o {}.jsonl '{}'",
                stage.game,
                stage.address("/v1/games/")
            )[..70]
        ),
        "{report}"
    );
    let all = json!([
        ["Cadena", "good"],
        ["Lo que se ve aquí", "good"],
        ["Dados", "good"],
        ["Firma", "good"],
        ["Clave", "unknown"]
    ]);
    assert_eq!(outcomes(&browser).await, all);

    let keys: Value = stage
        .get("/.well-known/parchis-keys")
        .await
        .json()
        .await
        .unwrap();
    let fingerprint = keys["keys"][0]["fingerprint"].as_str().unwrap();
    browser.fill("#fingerprint", fingerprint).await;
    let report = verdict(&browser).await;
    assert!(
        report.contains("está bien, y lo firma la clave que has dado"),
        "{report}"
    );

    browser.fill("#fingerprint", &"ab".repeat(32)).await;
    let report = verdict(&browser).await;
    assert!(
        report.contains("no está bien") && report.contains("no de la que has dado"),
        "{report}"
    );
}

#[tokio::test]
async fn a_forged_game_is_wrong_at_its_first_wrong_event() {
    let stage = Stage::finished().await;
    let proof = stage.proof().await;
    let browser = Browser::start("en").await;
    browser.watch(&stage.page("")).await;
    let roll = Forgery::of(&proof).event(40, "\"kind\":\"roll\"");
    let other = |proof: Forgery| {
        let line = proof.text().lines().nth(roll).unwrap().to_owned();
        let dice = line.split("\"dice\":[").nth(1).unwrap()[..1].to_owned();
        let face = if dice == "1" { 2 } else { 1 };
        proof.changed(
            roll,
            &format!("\"dice\":[{dice}]"),
            &format!("\"dice\":[{face}]"),
        )
    };
    let changed = other(Forgery::of(&proof));
    swap(&browser, &changed.text()).await;
    let report = verdict(&browser).await;
    assert!(
        report.contains(&format!("Event {roll}: its hash does not follow")),
        "{report}"
    );
    assert!(!report.contains("✓"), "{report}");
    browser.click("#report > button").await;
    browser
        .until(&format!("Number(location.hash.slice(3)) >= {roll}"))
        .await;

    // Whoever holds the database makes the chain anew; the dice give it away.
    swap(&browser, &changed.rechained(&stage.game).text()).await;
    let report = verdict(&browser).await;
    assert!(report.contains(&format!("Event {roll}: roll ")), "{report}");
    assert!(report.contains("does not follow from the seed"), "{report}");

    // A game with other moves than those that the page shows is another game.
    let moved = Forgery::of(&proof);
    let at = moved.event(30, "\"by\":\"player\"");
    let moved = moved
        .changed(at, "\"by\":\"player\"", "\"by\":\"order\"")
        .rechained(&stage.game);
    swap(&browser, &moved.text()).await;
    let report = verdict(&browser).await;
    assert!(
        report.contains(&format!("Event {at} on this page is not that of the proof")),
        "{report}"
    );
}

/// The proofs that are kept with the tests, one by one.
fn kept() -> Vec<String> {
    let lines = PROOFS.split_inclusive('\n');
    lines.fold(Vec::new(), |mut proofs, line| {
        if line.contains("\"format\":") {
            proofs.push(String::new());
        }
        proofs.last_mut().unwrap().push_str(line);
        proofs
    })
}

/// Forgeries of a proof, and what is wrong with each: why, at which event, on which line.
fn forgeries(proof: &str, game: &str, events: usize) -> [(Forgery, Value); 9] {
    let forge = || Forgery::of(proof);
    let changed = |line: usize, text: &str, other: &str| forge().changed(line, text, other);
    let lines = proof.lines().count();
    let (last, seal) = (events, events + 1);
    let other = "00000000-0000-4000-8000-000000000000";
    let (sign, at) = ("\"signature\":\"", "\"version\":");
    let (name, seed) = ("\"fingerprint\":\"", "\"seed\":\"");
    [
        (
            changed(3, at, "\"version\": "),
            json!(["canonical", 3, null]),
        ),
        (forge().without(3), json!(["due", null, lines - 1])),
        (forge().exchanged(2, 3), json!(["gap", 2, null])),
        (changed(0, game, other), json!(["another_game", null, 1])),
        (changed(2, game, other), json!(["another_game", 2, null])),
        (
            changed(seal, sign, &format!("{sign}00")),
            json!(["seal", null, seal + 1]),
        ),
        (
            changed(seal, at, &format!("{at}1")),
            json!(["seal_elsewhere", null, seal + 1]),
        ),
        (
            changed(seal + 1, name, &format!("{name}0")),
            json!(["key_name", null, seal + 2]),
        ),
        (
            changed(last, seed, &format!("{seed}00")).rechained(game),
            json!(["commit", last, null]),
        ),
    ]
}

#[tokio::test]
async fn whatever_is_changed_is_found() {
    let stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    let browser = Browser::start("es").await;
    browser.open(&stage.address("/")).await;
    for proof in kept() {
        let header: Value = serde_json::from_str(proof.lines().next().unwrap()).unwrap();
        let game = header["game"].as_str().unwrap();
        let right = found(&browser, game, &proof).await;
        let findings = right["findings"].as_array();
        let findings = findings.unwrap_or_else(|| panic!("{right}"));
        let outcomes: Vec<&Value> = findings.iter().map(|found| &found["outcome"]).collect();
        assert_eq!(
            outcomes,
            ["good", "good", "good", "good", "unknown"],
            "{right}"
        );

        let events = usize::try_from(header["events"].as_u64().unwrap()).unwrap();
        for (forgery, expected) in forgeries(&proof, game, events) {
            let found = found(&browser, game, &forgery.text()).await;
            assert_eq!(found["wrong"], expected);
        }
        let cut = &proof[..proof.len() - 1];
        assert_eq!(found(&browser, game, cut).await["wrong"][0], "due");
    }
}

#[tokio::test]
async fn of_a_running_game_the_chain_is_checked() {
    let mut stage = Stage::begun(json!({ "preset": "league", "seats": 2 })).await;
    for _ in 0..10 {
        stage.step().await;
    }
    let browser = Browser::start("es").await;
    browser.watch(&stage.page("")).await;
    let report = verdict(&browser).await;
    assert!(
        report.contains("de momento solo se puede comprobar la cadena"),
        "{report}"
    );
    let head = stage.state["head"].as_str().unwrap();
    assert!(report.contains(head), "{report}");
    let all = json!([
        ["Cadena", "good"],
        ["Dados", "unknown"],
        ["Firma", "unknown"]
    ]);
    assert_eq!(outcomes(&browser).await, all);
}
