use reqwest::Method;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// A player, who may speak to any server, and expects none of them to be there.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    token: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
    pub(crate) text: String,
}

/// The answer to a command: the bytes of its events, and the state now.
#[derive(Debug, Deserialize)]
pub(crate) struct Done {
    pub(crate) events: Vec<Box<RawValue>>,
    pub(crate) game: Value,
}

impl Client {
    /// Nobody.
    pub(crate) fn nobody() -> Client {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Client { http, token: None }
    }

    /// The same way of sending, under this token.
    pub(crate) fn with_token(&self, token: &str) -> Client {
        Client {
            http: self.http.clone(),
            token: Some(token.to_owned()),
        }
    }

    /// A new player.
    pub(crate) async fn new_player(address: &str) -> Client {
        let nobody = Client::nobody();
        let path = format!("{address}/v1/players");
        let made = nobody
            .send(Method::POST, &path, Some(json!({ "name": "Ana" })))
            .await
            .expect("an answer")
            .expect_status(201);
        let token = made.json()["token"].as_str().expect("a token").to_owned();
        nobody.with_token(&token)
    }

    /// The token, where there is one.
    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// A request; an error where the server is gone before it has answered.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &str,
        body: Option<Value>,
    ) -> Result<Answer, reqwest::Error> {
        self.send_with(method, url, body, &[]).await
    }

    /// A request with headers.
    pub(crate) async fn send_with(
        &self,
        method: Method,
        url: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Result<Answer, reqwest::Error> {
        let mut request = self.http.request(method, url);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await?;
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after.map(|value| value.to_str().unwrap().to_owned());
        Ok(Answer {
            status: response.status().as_u16(),
            retry_after,
            text: response.text().await?,
        })
    }

    /// GET, from a server that is there.
    pub(crate) async fn get(&self, url: &str) -> Answer {
        self.send(Method::GET, url, None).await.expect("an answer")
    }

    /// PUT, to a server that is there.
    pub(crate) async fn put(&self, url: &str, body: Value) -> Answer {
        self.send(Method::PUT, url, Some(body))
            .await
            .expect("an answer")
    }

    /// POST, to a server that is there.
    pub(crate) async fn post(&self, url: &str, body: Value) -> Answer {
        self.send(Method::POST, url, Some(body))
            .await
            .expect("an answer")
    }
}

impl Answer {
    /// The answer itself, if it has this status.
    pub(crate) fn expect_status(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// The body.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("JSON")
    }

    /// What a command did.
    pub(crate) fn done(&self) -> Done {
        serde_json::from_str(&self.text).expect("events and a game")
    }

    /// Whether the database was away; then it says when to come again.
    pub(crate) fn is_away(&self) -> bool {
        let away = self.status == 503;
        assert!(!away || self.retry_after.is_some(), "{}", self.text);
        away
    }
}
