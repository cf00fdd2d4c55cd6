//! The bad weather: a proxy that takes one request a connection, and does to it what its lot says.

use std::io;
use std::sync::{Arc, Mutex};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};

use super::fate::Fate;
use super::setting::{Lot, Setting};
use super::tally::Tally;

/// How many old requests are remembered.
const MEMORY: usize = 1_000;

/// The proxy, in front of some servers.
pub(crate) struct Proxy {
    /// Where it listens.
    pub(crate) address: String,
    pub(crate) tally: Arc<Tally>,
    setting: Setting,
    servers: Mutex<Vec<String>>,
    old: Mutex<Vec<Arc<[u8]>>>,
    faults: Mutex<Vec<String>>,
}

impl Proxy {
    /// Listens, until the runtime ends.
    pub(crate) async fn begin(
        setting: Setting,
        servers: Vec<String>,
        tally: Arc<Tally>,
    ) -> Arc<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Arc::new(Proxy {
            address: format!("http://{}", listener.local_addr().unwrap()),
            tally,
            setting,
            servers: Mutex::new(servers),
            old: Mutex::default(),
            faults: Mutex::default(),
        });
        tokio::spawn(Arc::clone(&proxy).listen(listener));
        proxy
    }

    /// A server is elsewhere now.
    pub(crate) fn moved(&self, server: usize, address: &str) {
        address.clone_into(&mut self.servers.lock().unwrap()[server]);
    }

    /// What servers answered that they never should, where no client saw it.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.faults.lock().unwrap().clone()
    }

    async fn listen(self: Arc<Self>, listener: TcpListener) {
        for number in 0.. {
            let (client, _) = listener.accept().await.unwrap();
            let random = self.setting.random(Lot::Connection, number);
            let proxy = Arc::clone(&self);
            tokio::spawn(async move {
                // Either side may go at any time; whatever is open then is closed.
                let _gone = proxy.serve(client, random).await;
            });
        }
    }

    async fn serve(
        self: Arc<Self>,
        mut client: TcpStream,
        mut random: ChaCha8Rng,
    ) -> io::Result<()> {
        let request: Arc<[u8]> = request(&mut client).await?.into();
        let fate = Fate::of(&mut random, &request);
        self.tally.count(fate.name());
        match fate {
            Fate::Passed => {}
            Fate::RequestCut(bytes) => {
                let cut = request.get(..bytes).unwrap_or_default();
                return self.upstream(&mut random).await?.write_all(cut).await;
            }
            Fate::AnswerCut(bytes) => {
                return self.carry(&mut random, &request, &mut client, bytes).await;
            }
            Fate::AnswerLost => return self.deliver(&mut random, &request).await,
            Fate::Delayed(time) => tokio::time::sleep(time).await,
            Fate::Doubled => {
                let (twin, mut random) = (Arc::clone(&request), random.fork());
                let proxy = Arc::clone(&self);
                tokio::spawn(async move { proxy.deliver(&mut random, &twin).await });
            }
            Fate::Held(time) => {
                drop(client);
                tokio::time::sleep(time).await;
                return self.deliver(&mut random, &request).await;
            }
            Fate::Haunted => {
                if let Some(old) = self.some_old(&mut random) {
                    self.deliver(&mut random, &old).await?;
                }
            }
        }
        self.remember(&mut random, &request);
        self.carry(&mut random, &request, &mut client, u64::MAX)
            .await
    }

    /// Carries a request to a server, and so many bytes of the answer back.
    async fn carry(
        &self,
        random: &mut ChaCha8Rng,
        request: &[u8],
        client: &mut TcpStream,
        bytes: u64,
    ) -> io::Result<()> {
        let mut server = self.upstream(random).await?;
        server.write_all(request).await?;
        copy(&mut server.take(bytes), client).await?;
        Ok(())
    }

    /// Carries a request to a server, where no client waits for the answer.
    async fn deliver(&self, random: &mut ChaCha8Rng, request: &[u8]) -> io::Result<()> {
        let mut server = self.upstream(random).await?;
        server.write_all(request).await?;
        let mut answer = Vec::new();
        server.read_to_end(&mut answer).await?;
        let failed = answer.starts_with(b"HTTP/1.1 5") && !answer.starts_with(b"HTTP/1.1 503");
        if failed || answer.starts_with(b"HTTP/1.1 400") {
            let [request, answer] = [request, &answer].map(String::from_utf8_lossy);
            let line = request.lines().next().unwrap_or_default();
            self.faults
                .lock()
                .unwrap()
                .push(format!("{line}: {answer}"));
        }
        Ok(())
    }

    async fn upstream(&self, random: &mut ChaCha8Rng) -> io::Result<TcpStream> {
        let address = {
            let servers = self.servers.lock().unwrap();
            servers[random.random_range(0..servers.len())].clone()
        };
        TcpStream::connect(address.trim_start_matches("http://")).await
    }

    fn remember(&self, random: &mut ChaCha8Rng, request: &Arc<[u8]>) {
        if request.starts_with(b"GET ") {
            return;
        }
        let mut old = self.old.lock().unwrap();
        if old.len() < MEMORY {
            old.push(Arc::clone(request));
        } else {
            old[random.random_range(0..MEMORY)] = Arc::clone(request);
        }
    }

    fn some_old(&self, random: &mut ChaCha8Rng) -> Option<Arc<[u8]>> {
        let old = self.old.lock().unwrap();
        (!old.is_empty()).then(|| Arc::clone(&old[random.random_range(0..old.len())]))
    }
}

/// A whole request, which asks for the connection to be closed after the answer.
async fn request(client: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut request = Vec::new();
    let head = loop {
        if client.read_buf(&mut request).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(end) = request.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
    };
    let lines = String::from_utf8_lossy(&request[..head]).to_lowercase();
    let length = lines
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
        .unwrap_or(0);
    while request.len() < head + 4 + length {
        if client.read_buf(&mut request).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    request.splice(head..head, *b"\r\nconnection: close");
    Ok(request)
}
