//! A client that believes nothing: every answer is checked against the document.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::Value;

use crate::contract::{self, Exchange};
use crate::secrets;

/// Somebody who sends requests.
#[derive(Clone)]
pub struct Client {
    address: String,
    http: reqwest::Client,
    token: Option<String>,
    /// The player's id; empty for nobody.
    pub id: String,
    headers: Vec<(String, String)>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body as JSON; null where it is none.
    pub json: Value,
    /// The body as text.
    pub text: String,
    /// The body as it came.
    pub bytes: Vec<u8>,
}

impl Client {
    /// Nobody, at a server.
    pub fn new(address: &str) -> Self {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self {
            address: address.to_owned(),
            http,
            token: None,
            id: String::new(),
            headers: Vec::new(),
        }
    }

    /// The same player, at another server.
    pub fn at(mut self, address: &str) -> Self {
        address.clone_into(&mut self.address);
        self
    }

    /// The player of a token.
    pub fn with_token(mut self, token: &str, id: &str) -> Self {
        secrets::plant(token);
        self.token = Some(token.to_owned());
        id.clone_into(&mut self.id);
        self
    }

    /// The same, sending a header too.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// POST with JSON.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    /// PUT with JSON.
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// A request with a JSON body, or none.
    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        match body {
            Some(body) => {
                let text = body.to_string().into_bytes();
                self.raw(method, path, Some(("application/json", text)))
                    .await
            }
            None => self.raw(method, path, None).await,
        }
    }

    /// A request with any body, and what it says it is.
    pub async fn raw(&self, method: Method, path: &str, body: Option<(&str, Vec<u8>)>) -> Answer {
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.address));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let sent = body
            .as_ref()
            .and_then(|(_, bytes)| serde_json::from_slice(bytes).ok());
        if let Some((kind, bytes)) = body {
            request = request.header("content-type", kind).body(bytes);
        }
        let response = request.send().await.expect("the server answers");
        let status = response.status().as_u16();
        let headers = response.headers().iter();
        let headers = headers
            .map(|(name, value)| {
                (
                    name.as_str().to_owned(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect();
        let bytes = response.bytes().await.expect("a body").to_vec();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        let answer = Answer {
            status,
            headers,
            json,
            text,
            bytes,
        };
        let (path, _) = path.split_once('?').unwrap_or((path, ""));
        let shown_once = method == Method::POST && status == 201;
        let secrets = secrets::found_in(&answer.text);
        assert!(
            shown_once || secrets.is_empty(),
            "{path} answers with secrets: {}",
            answer.text
        );
        contract::check(&Exchange {
            method: method.as_str(),
            path,
            sent: sent.as_ref(),
            answer: &answer,
        });
        answer
    }
}

impl Client {
    /// GET, piece by piece: the status, what arrives, and whether that is all.
    pub async fn arriving(&self, path: &str) -> (u16, Vec<u8>, bool) {
        let request = self.http.get(format!("{}{path}", self.address));
        let mut response = request.send().await.expect("the server answers");
        let (status, mut arrived) = (response.status().as_u16(), Vec::new());
        loop {
            match response.chunk().await {
                Ok(Some(piece)) => arrived.extend_from_slice(&piece),
                Ok(None) => return (status, arrived, true),
                Err(_) => return (status, arrived, false),
            }
        }
    }
}

impl Answer {
    /// The answer itself, if it has this status.
    pub fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// The answer itself, if it is this problem.
    pub fn expect_problem(self, status: u16, code: &str) -> Self {
        assert_eq!(
            (self.status, self.json["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text
        );
        self
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// The pointers of a problem's faults.
    pub fn pointers(&self) -> Vec<&str> {
        let faults = self.json["errors"].as_array().into_iter().flatten();
        faults
            .filter_map(|fault| fault["pointer"].as_str())
            .collect()
    }
}
