//! Headless Chromium, driven by `ChromeDriver`; both end with the test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, LoggingPrefsLogLevel};

const MISSING: &str = "the page tests need Chromium and ChromeDriver (CHROMEDRIVER names another program): run \
    `scripts/install-postgres --tests`, or install Debian's packages chromium and chromium-driver";

/// What Chromium is told: no window, no sandbox for root, no talk with anybody else.
const ARGUMENTS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// Runs before every page: keeps what the policy forbids, where a test finds it.
const WATCH: &str = "addEventListener('securitypolicyviolation', (event) => {
    (globalThis.violations ??= []).push(`${event.violatedDirective} ${event.blockedURI}`);
});";

/// A browser with one window.
pub struct Browser {
    driver: WebDriver,
    // After the driver, which needs it to close the browser.
    _process: Process,
}

/// A window's size and what its user prefers.
#[derive(Clone, Copy)]
pub struct Look {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
    pub still: bool,
}

/// A desktop in the light.
pub const DESKTOP: Look = Look {
    width: 1280,
    height: 800,
    dark: false,
    still: false,
};
/// A phone in the dark.
pub const PHONE: Look = Look {
    width: 360,
    height: 740,
    dark: true,
    still: true,
};

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _gone = self.0.wait();
    }
}

impl Browser {
    /// Starts one whose user reads this language.
    pub async fn start(language: &str) -> Self {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect(MISSING);
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let process = Process(process);
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let port = line.split("started successfully on port ").nth(1)?;
                port.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("ChromeDriver says its port");
        // A connection that is kept is taken for closing the browser, too, when nothing moves on it any more.
        let fresh = reqwest::Client::builder().pool_max_idle_per_host(0);
        let driver = WebDriver::builder(format!("http://127.0.0.1:{port}"), wishes())
            .client(fresh.build().unwrap())
            .await
            .expect(MISSING);
        let browser = Self {
            driver,
            _process: process,
        };
        let script = json!({ "source": WATCH });
        browser
            .tell("Page.addScriptToEvaluateOnNewDocument", script)
            .await;
        browser.look(DESKTOP).await;
        browser.speak(language).await;
        browser
    }

    /// Opens an address.
    pub async fn open(&self, address: &str) {
        self.driver.goto(address).await.unwrap();
    }

    /// Opens a replay page, and waits until it shows the game.
    pub async fn watch(&self, address: &str) {
        // From one place of a page to another is no new page.
        self.open("about:blank").await;
        self.open(address).await;
        self.until("document.body.dataset.ready === 'yes'").await;
    }

    /// Says that its user reads these languages.
    pub async fn speak(&self, languages: &str) {
        let agent = self.value("navigator.userAgent").await;
        let said = json!({ "userAgent": agent, "acceptLanguage": languages });
        self.tell("Emulation.setUserAgentOverride", said).await;
    }

    /// Changes size and preferences.
    pub async fn look(&self, look: Look) {
        let size = json!({
            "width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": look.width < 500,
        });
        self.tell("Emulation.setDeviceMetricsOverride", size).await;
        let scheme = if look.dark { "dark" } else { "light" };
        let motion = if look.still {
            "reduce"
        } else {
            "no-preference"
        };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]});
        self.tell("Emulation.setEmulatedMedia", features).await;
    }

    /// Waits, frame by frame and for no time that is fixed, until the page says yes.
    pub async fn until(&self, condition: &str) {
        let script = format!(
            "const done = arguments[0];
             const look = () => {{ if ({condition}) done(true); else setTimeout(look, 10); }};
             look();"
        );
        let waited = self.driver.execute_async(script, Vec::new()).await;
        if let Err(error) = waited {
            let text = self.value("document.body.innerText").await;
            panic!("{condition} does not come: {error}\n{text}");
        }
    }

    /// What an expression comes to.
    pub async fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression};");
        let found = self.driver.execute(script, Vec::new()).await.unwrap();
        found.json().clone()
    }

    /// What the body of an asynchronous function gives.
    pub async fn run(&self, body: &str, arguments: Vec<Value>) -> Value {
        let script = format!(
            "const [done, ...given] = [arguments[arguments.length - 1], ...arguments];
             (async () => {{ {body} }})().then(done, (error) => done({{ failed: String(error.stack) }}));"
        );
        let found = self.driver.execute_async(script, arguments).await.unwrap();
        let found = found.json().clone();
        assert!(found.get("failed").is_none(), "{found}");
        found
    }

    /// Clicks what a selector finds, as somebody with a mouse would.
    pub async fn click(&self, selector: &str) {
        let found = self.driver.find(By::Css(selector)).await.unwrap();
        found.scroll_into_view().await.unwrap();
        found.click().await.unwrap();
    }

    /// Presses keys, wherever the focus is.
    pub async fn press(&self, keys: impl Into<TypingData>) {
        let keys = keys.into();
        let chain = self.driver.action_chain().send_keys(keys);
        chain.perform().await.unwrap();
    }

    /// Types into a field.
    pub async fn fill(&self, selector: &str, text: &str) {
        let field = self.driver.find(By::Css(selector)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// The text that a selector finds.
    pub async fn text(&self, selector: &str) -> String {
        let found = self.driver.find(By::Css(selector)).await.unwrap();
        found.text().await.unwrap()
    }

    /// A command of the `DevTools` protocol.
    pub async fn tell(&self, command: &str, parameters: Value) -> Value {
        let cdp = self.driver.cdp();
        cdp.send_raw(command, parameters).await.unwrap()
    }

    /// What Chromium has written to its console, errors of the page and of its policy too.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.unwrap();
        log.into_iter().map(|entry| entry.message).collect()
    }

    /// Every address that was asked for since the last time.
    pub async fn requests(&self) -> Vec<String> {
        let log = self.driver.get_log("performance").await.unwrap();
        let sent = log.into_iter().filter_map(|entry| {
            let event: Value = serde_json::from_str(&entry.message).ok()?;
            let message = &event["message"];
            (message["method"] == "Network.requestWillBeSent")
                .then(|| message["params"]["request"]["url"].as_str())?
                .map(str::to_owned)
        });
        sent.collect()
    }
}

fn wishes() -> ChromeCapabilities {
    let mut wishes = DesiredCapabilities::chrome();
    for argument in ARGUMENTS {
        wishes.add_arg(argument).unwrap();
    }
    if let Ok(binary) = std::env::var("CHROMIUM") {
        wishes.set_binary(&binary).unwrap();
    }
    let all = LoggingPrefsLogLevel::All;
    wishes.set_logging_prefs("browser", all).unwrap();
    wishes.set_logging_prefs("performance", all).unwrap();
    wishes
}
