//! A plain connection that can be cut at any byte, and what streams say.

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A connection on which one request was sent, and what came back.
pub struct Wire {
    stream: TcpStream,
    raw: Vec<u8>,
}

/// A message of an event stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Its id.
    pub id: String,
    /// Its kind; `message` where it says none.
    pub event: String,
    /// What it says.
    pub data: Value,
}

impl Wire {
    /// Sends a request for the events of a game as a stream of messages, from the one after this id on.
    pub async fn follow(place: &str, path: &str, last: Option<&str>) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        Self::follow_on(socket, place, path, last).await
    }

    /// The same with a socket of one's own.
    pub async fn follow_on(socket: TcpSocket, place: &str, path: &str, last: Option<&str>) -> Self {
        let last = last.map_or_else(String::new, |id| format!("last-event-id: {id}\r\n"));
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {place}\r\naccept: text/event-stream\r\nconnection: close\r\n{last}\r\n"
        );
        let address = place.parse().expect("an address");
        let mut stream = socket.connect(address).await.expect("it listens");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let raw = Vec::new();
        Self { stream, raw }
    }

    /// The head and the body of what is answered to these very words.
    pub async fn say(place: &str, words: &str) -> (String, String) {
        let stream = TcpStream::connect(place).await;
        let mut stream = stream.expect("it listens");
        stream.write_all(words.as_bytes()).await.expect("sent");
        let mut said = String::new();
        let read = stream.read_to_string(&mut said).await;
        read.expect("it can be read");
        let (head, body) = said.split_once("\r\n\r\n").expect("a head");
        (head.to_owned(), body.to_owned())
    }

    /// So many bytes, less where it ends before.
    pub async fn read(mut self, most: usize) -> Vec<u8> {
        let most = u64::try_from(most).expect("small");
        let mut part = self.stream.take(most);
        let read = part.read_to_end(&mut self.raw).await;
        read.expect("it can be read");
        self.raw
    }

    /// All it has said, once it has said a message of this version.
    pub async fn until(&mut self, version: u64) -> Vec<Message> {
        loop {
            let said = messages(&body(&self.raw));
            let newest = said.last().map(|last| &last.data["next_after"]);
            if newest.and_then(Value::as_u64) >= Some(version) {
                return said;
            }
            let read = self.stream.read_buf(&mut self.raw).await;
            let read = read.expect("it can be read");
            assert!(read > 0, "it ends before {version}: {said:?}");
        }
    }
}

/// The body of an answer in chunks, as far as it came.
pub fn body(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let mut rest = text.split_once("\r\n\r\n").map_or("", |(_, chunks)| chunks);
    let mut body = String::new();
    while let Some((size, chunk)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("the size of a chunk");
        let (came, after) = chunk.split_at_checked(size).unwrap_or((chunk, ""));
        body.push_str(came);
        rest = after.strip_prefix("\r\n").unwrap_or_default();
    }
    body
}

/// The messages that are whole.
pub fn messages(text: &str) -> Vec<Message> {
    let Some((whole, _)) = text.rsplit_once("\n\n") else {
        return Vec::new();
    };
    let blocks = whole.split("\n\n");
    let messages = blocks.map(|block| {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        Some(Message {
            id: field("id: ")?.to_owned(),
            event: field("event: ").unwrap_or("message").to_owned(),
            data: serde_json::from_str(field("data: ")?).expect("JSON"),
        })
    });
    messages.flatten().collect()
}
