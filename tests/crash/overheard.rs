//! No secret in any line of the log, at its most talkative, nor in any error.

use reqwest::Method;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use super::client::{Answer, Client};
use super::database::Database;
use super::program::Program;
use super::table::Table;
use super::temporary::Temporary;

const PASSWORD: &str = "plantedpassword";

/// A test that plants secrets, and listens.
struct Listener {
    server: Program,
    database: Database,
    planted: Vec<String>,
    errors: Vec<String>,
}

impl Listener {
    /// Notes what went wrong; the answer.
    fn hear(&mut self, answer: Answer, status: u16) -> Answer {
        let answer = answer.expect_status(status);
        if status >= 400 {
            self.errors.push(answer.text.clone());
        }
        answer
    }

    fn plant(&mut self, secret: &str) -> String {
        assert!(secret.len() >= 12, "too short to be looked for");
        self.planted.push(secret.to_owned());
        secret.to_owned()
    }

    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.server.address())
    }

    async fn ask(&self, statement: String) {
        let mut connection = self.database.connect().await;
        let statement = sqlx::raw_sql(AssertSqlSafe(statement));
        statement.execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_logged_or_stands_in_an_error() {
    let (data, database) = (Temporary::new("overheard"), Database::fresh().await);
    let url = with_password(&database);
    let server = Program::begin(&data.path(), Some(&url), "trace").served();
    let mut listener = Listener {
        server,
        database,
        planted: vec![PASSWORD.to_owned()],
        errors: Vec::new(),
    };
    let key = std::fs::read_to_string(data.path().join("secret.key")).unwrap();
    listener.plant(key.trim());

    tokens(&mut listener).await;
    invites_and_entropy(&mut listener).await;
    let table = whole_game(&mut listener).await;
    failures(&mut listener, &table).await;

    let Listener {
        server,
        planted,
        errors,
        ..
    } = listener;
    let output = server.stop();
    for word in ["\"level\":\"TRACE\"", "\"status\":200", "\"status\":503"] {
        assert!(output.contains(word), "it says too little: no {word}");
    }
    for secret in &planted {
        let said = output.lines().find(|line| holds(line, secret));
        assert_eq!(said, None, "{secret} was logged");
        let said = errors.iter().find(|error| holds(error, secret));
        assert_eq!(said, None, "{secret} stands in an error");
    }
}

#[test]
fn a_password_is_not_in_what_it_says_when_it_cannot_start() {
    let data = Temporary::new("refused");
    for url in [
        format!("postgres://ana:{PASSWORD}@127.0.0.1:1/games"),
        format!("postgres://ana:{PASSWORD}@127.0.0.1:port/games"),
        format!("mysql://ana:{PASSWORD}@127.0.0.1/games"),
        format!("postgres://ana:{PASSWORD}@127.0.0.1/games?sslmode=nonsense"),
        format!("postgres://localhost/games?host=/nowhere&password={PASSWORD}"),
    ] {
        let said = Program::begin(&data.path(), Some(&url), "trace").given_up();
        assert!(said.contains("parchis: "), "{said}");
        assert!(!said.contains(PASSWORD), "{said}");
    }
}

/// Tokens, right and wrong ones, where they belong and where they do not.
async fn tokens(listener: &mut Listener) {
    let player = Client::new_player(listener.server.address()).await;
    let good = listener.plant(player.token().strip_prefix("parchis_").unwrap());
    let wrong = listener.plant(&"5eac".repeat(16));
    let me = listener.at("/v1/players/me");
    let answer = player.get(&me).await;
    listener.hear(answer, 200);
    let liar = Client::nobody().with_token(&format!("parchis_{wrong}"));
    let answer = liar.get(&me).await;
    listener.hear(answer, 401);
    for secret in [&good, &wrong] {
        for path in [
            format!("/v1/games/parchis_{secret}"),
            format!("/v1/games/%70archis_{secret}"),
            format!("/v1/games/PARCHIS_{secret}"),
            format!("/v1/games/{secret}/events"),
            format!("/v1/parchis_{secret}/parchis_{secret}"),
        ] {
            let answer = player.get(&listener.at(&path)).await;
            let status = answer.status;
            assert!(matches!(status, 404 | 422), "{}", answer.text);
            listener.hear(answer, status);
        }
        for query in [
            format!("token=parchis_{secret}"),
            format!("parchis_{secret}=1"),
            format!("limit={secret}"),
        ] {
            let answer = player
                .get(&listener.at(&format!("/v1/games?{query}")))
                .await;
            listener.hear(answer, 422);
        }
        for body in [
            json!({ "name": { "parchis": secret } }),
            json!({ format!("parchis_{secret}"): 1 }),
            json!([secret]),
        ] {
            let answer = player.post(&listener.at("/v1/players"), body).await;
            listener.hear(answer, 422);
        }
        for (name, value) in [
            ("x-request-id", format!("parchis_{secret}")),
            ("x-request-id", secret.clone()),
            ("authorization", format!("Basic {secret}")),
            ("if-none-match", format!("\"{secret}\"")),
            ("user-agent", secret.clone()),
            ("cookie", format!("token={secret}")),
        ] {
            let (nobody, header) = (Client::nobody(), [(name, value.as_str())]);
            let answer = nobody.send_with(Method::GET, &me, None, &header).await;
            let answer = answer.unwrap();
            listener.hear(answer, 401);
        }
    }
}

/// An invite, promised entropy and its revelation, right and wrong.
async fn invites_and_entropy(listener: &mut Listener) {
    let player = Client::new_player(listener.server.address()).await;
    let settings = json!({ "preset": "league", "seats": 2, "by_invite": true });
    let answer = player.post(&listener.at("/v1/games"), settings).await;
    let created = listener.hear(answer, 201).json();
    let invite = listener.plant(created["invite"].as_str().expect("an invite"));
    let id = created["game"]["state"]["game"]
        .as_str()
        .unwrap()
        .to_owned();
    let me = player.get(&listener.at("/v1/players/me")).await.json();
    let me = me["id"].as_str().expect("an id").to_owned();
    let entropy = listener.plant(&"e7".repeat(32));
    let promise = promise(&id, &me, &entropy);
    let seat = listener.at(&format!("/v1/games/{id}/seats/0"));
    let wrong = listener.plant("0badinvite0badinvite0badinvite00");
    let other = Client::new_player(listener.server.address()).await;
    let answer = other.put(&seat, json!({ "invite": wrong })).await;
    listener.hear(answer, 403);
    let answer = other.put(&seat, json!({ "invites": invite })).await;
    listener.hear(answer, 422);
    let sit = json!({ "invite": invite, "entropy_commit": promise });
    let answer = player.put(&seat, sit).await;
    listener.hear(answer, 200);
    let next = listener.at(&format!("/v1/games/{id}/seats/1"));
    let answer = other.put(&next, json!({ "invite": invite })).await;
    listener.hear(answer, 200);
    let reveal = format!("{seat}/entropy");
    let never = listener.plant(&"4e".repeat(32));
    let answer = player.put(&reveal, json!({ "entropy": never })).await;
    let status = answer.status;
    listener.hear(answer, status);
    assert!(matches!(status, 409 | 422), "{status}");
    let answer = player.put(&reveal, json!({ "entropy": [entropy] })).await;
    listener.hear(answer, 422);
    let answer = player.put(&reveal, json!({ "entropy": entropy })).await;
    listener.hear(answer, 200);
}

fn promise(game: &str, player: &str, entropy: &str) -> String {
    let mut hash = Sha256::new();
    let id = |text: &str| text.parse::<uuid::Uuid>().unwrap().as_bytes().to_vec();
    for part in [
        b"parchis-dice/1 entropy".to_vec(),
        id(game),
        id(player),
        hex::decode(entropy).unwrap(),
    ] {
        hash.update(u32::try_from(part.len()).unwrap().to_be_bytes());
        hash.update(part);
    }
    hex::encode(hash.finalize())
}

/// A game with server dice whose seed comes to light, and another one that goes on.
async fn whole_game(listener: &mut Listener) -> Table {
    let address = listener.server.address().to_owned();
    let table = Table::started(&address, 2).await;
    let mut state = table.state(&address).await;
    for _ in 0..10 {
        let answer = table.step(&address, &state).await.unwrap();
        state = answer.expect_status(200).json()["game"]["state"].clone();
    }
    let resign = table.at(&address, "/seats/0/resignation");
    let answer = table.players[0].put(&resign, json!({})).await;
    let ended = listener.hear(answer, 200).json();
    let seed = ended["events"].as_array().unwrap().last().unwrap()["seed"].clone();
    listener.plant(seed.as_str().expect("a seed"));
    // What this one missed is public by now, the revealed seed too.
    let answer = table.step(&address, &state).await.unwrap();
    answer.expect_status(409);
    Table::started(&address, 2).await
}

/// What the operator sees when things go wrong: a spoilt secret, a spoilt row, a database that is gone.
async fn failures(listener: &mut Listener, table: &Table) {
    let address = listener.server.address().to_owned();
    let state = table.state(&address).await;
    let sealed = "set seed_sealed = decode(repeat('ab', 72), 'hex')";
    listener.ask(format!("update secrets {sealed}")).await;
    let answer = table.step(&address, &state).await.unwrap();
    let status = answer.status;
    assert!(matches!(status, 200 | 500 | 503), "{}", answer.text);
    listener.hear(answer, status);
    let spoil = "update games set head = decode(repeat('ab', 32), 'hex')";
    listener.ask(spoil.to_owned()).await;
    let answer = table.players[0].get(&table.at(&address, "")).await;
    listener.hear(answer, 500);
    listener
        .ask("alter table tokens rename to gone".to_owned())
        .await;
    let stranger = Client::nobody().with_token(&format!("parchis_{}", "0123".repeat(16)));
    listener.plant(&"0123".repeat(16));
    let me = listener.at("/v1/players/me");
    let answer = stranger.get(&me).await;
    listener.hear(answer, 500);
    let name = listener.database.options();
    let name = name.get_database().unwrap().to_owned();
    // Nobody may connect to it any more, and who is connected is not.
    let elsewhere = listener.database.options().database("postgres");
    let mut connection = elsewhere.connect().await.unwrap();
    for statement in [
        format!("alter database {name} with allow_connections false"),
        format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"),
    ] {
        let statement = sqlx::raw_sql(AssertSqlSafe(statement));
        statement.execute(&mut connection).await.unwrap();
    }
    for path in ["/health/ready", "/v1/players/me", "/v1/games"] {
        let answer = stranger.get(&listener.at(path)).await;
        listener.hear(answer, 503);
    }
    connection.close().await.unwrap();
}

/// The database's address, with a password that nobody asks for.
fn with_password(database: &Database) -> String {
    let options = database.options().password(PASSWORD);
    let url = options.to_url_lossy().to_string();
    assert!(url.contains(PASSWORD), "{url}");
    url
}

/// Whether a text holds a secret, in hex of either case.
fn holds(text: &str, secret: &str) -> bool {
    text.contains(secret) || text.contains(&secret.to_uppercase())
}
