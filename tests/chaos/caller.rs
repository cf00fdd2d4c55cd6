use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::proxy::Proxy;

/// A client that sends again what was not answered, as the README says.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) client: Client,
    pub(crate) proxy: Arc<Proxy>,
}

impl Caller {
    /// A new player.
    pub(crate) async fn new(proxy: &Arc<Proxy>) -> Caller {
        let nobody = Caller {
            client: Client::nobody(),
            proxy: Arc::clone(proxy),
        };
        let body = Some(json!({ "name": "Ana" }));
        let made = nobody.ask(Method::POST, "/v1/players", body, &[]).await;
        let made = made.expect_status(201).json();
        Caller {
            client: nobody.client.with_token(made["token"].as_str().unwrap()),
            ..nobody
        }
    }

    /// The answer to a request that is sent until there is one.
    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let url = format!("{}{path}", self.proxy.address);
        loop {
            let sent = self
                .client
                .send_with(method.clone(), &url, body.clone(), headers);
            let Ok(answer) = sent.await else {
                self.proxy.tally.count("requests repeated by clients");
                continue;
            };
            if let Some(seconds) = &answer.retry_after {
                self.proxy.tally.count("requests put off by servers");
                tokio::time::sleep(Duration::from_secs(seconds.parse().unwrap())).await;
                continue;
            }
            assert!(answer.status < 500, "{method} {path}: {}", answer.text);
            return answer;
        }
    }

    /// What is there.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None, &[])
            .await
            .expect_status(200)
    }
}
