//! What it costs to look at where a player's games stand, and at how many they sit in.

use std::fs;

use parchis::rules::ids::PlayerId;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Executor as _, PgConnection, Row as _};
use uuid::Uuid;

use crate::fixture::{player_id, store};

/// Of whom there are 2,000 games that go on, with five players each, and as many that are over.
const CROWD: &str = "
    insert into games (game_id, version, head, status, preset, arms, dice_count, dice_source, seats, seated, owner,
        listed, asked, asked_what, asked_since, created_at, updated_at)
    select gen_random_uuid(), 100 + number, sha256(number::text::bytea), case when number % 2 = 0 then 'ended' else 'playing' end,
        'league', 4, 1, 'server', 4, 4, gen_random_uuid(), true, '{1}', 'roll', now(), now(), now()
    from generate_series(1, 4000) as number;
    insert into members (game_id, player_id, after_version, until_version, until_at)
    select game_id, gen_random_uuid(), 0, case when status = 'ended' then version end,
        case when status = 'ended' then now() - interval '1 day' else 'infinity' end
    from games, generate_series(1, 5);";

/// Makes a player a member of so many of these games.
async fn join(connection: &mut PgConnection, player: PlayerId, status: &str, games: u32) {
    let statement = format!(
        "insert into members (game_id, player_id, after_version, until_version, until_at)
        select game_id, '{player}', 0, case when status = 'ended' then version end,
            case when status = 'ended' then now() - interval '1 day' else 'infinity' end
        from games where status = '{status}' order by game_id limit {games}"
    );
    connection
        .execute(AssertSqlSafe(statement))
        .await
        .expect("a member");
}

/// The statement that the program sends, as it is kept for the compiler.
fn statement(mark: &str) -> String {
    let kept = fs::read_dir(".sqlx").expect("the kept queries");
    let texts = kept.filter_map(|file| {
        let text = fs::read_to_string(file.ok()?.path()).ok()?;
        let kept: Value = serde_json::from_str(&text).ok()?;
        kept["query"].as_str().map(str::to_owned)
    });
    let mut found = texts.filter(|text| text.contains(mark));
    let text = found.next().expect("the query");
    assert_eq!(found.next(), None, "another query has the mark, too");
    text
}

/// Every node of a plan.
fn nodes<'a>(plan: &'a Value, found: &mut Vec<&'a Value>) {
    found.push(plan);
    let inner = plan["Plans"].as_array().into_iter().flatten();
    inner.for_each(|plan| nodes(plan, found));
}

/// What the database does for a statement, whether or not it knows the arguments: its plans, each with the pages it
/// touches.
async fn plans(connection: &mut PgConnection, text: &str, arguments: &str) -> Vec<(Value, u64)> {
    let mut plans = Vec::new();
    for mode in ["force_custom_plan", "force_generic_plan"] {
        let prepare =
            format!("set plan_cache_mode = {mode}; deallocate all; prepare asked as {text}");
        let explain =
            format!("explain (analyze, buffers, format json) execute asked ({arguments})");
        connection
            .execute(AssertSqlSafe(prepare))
            .await
            .expect("it is prepared");
        let row = connection
            .fetch_one(AssertSqlSafe(explain))
            .await
            .expect("a plan");
        let plan: Value = serde_json::from_str(row.get_unchecked(0)).expect("JSON");
        let plan = plan[0]["Plan"].clone();
        let pages = ["Shared Hit Blocks", "Shared Read Blocks"];
        let pages = pages.iter().filter_map(|name| plan[*name].as_u64()).sum();
        plans.push((plan, pages));
    }
    plans
}

#[tokio::test]
async fn a_glance_touches_the_games_that_go_on_and_nothing_else() {
    let (database, _store) = store().await;
    let mut connection = database.connect().await;
    connection.execute(CROWD).await.expect("a crowd");
    let (busy, idle) = (player_id(), player_id());
    join(&mut connection, busy, "playing", 10).await;
    for player in [busy, idle] {
        join(&mut connection, player, "ended", 1000).await;
    }
    for table in ["members", "games"] {
        let statement = AssertSqlSafe(format!("vacuum analyze {table}"));
        connection.execute(statement).await.expect("it is analysed");
    }
    let print = statement("sha256(coalesce(");
    for (player, most) in [(busy, 60), (idle, 6)] {
        for (plan, pages) in plans(&mut connection, &print, &format!("'{player}'")).await {
            let mut all = Vec::new();
            nodes(&plan, &mut all);
            let scans = all.iter().any(|node| node["Node Type"] == "Seq Scan");
            assert!(!scans, "a table is scanned: {plan:#}");
            assert!(pages <= most, "{pages} pages are touched: {plan:#}");
        }
    }
    let glance = statement("as clock");
    for (player, since, rows, most) in [
        (busy, "null", 10, 60),
        (busy, "now() - interval '1 hour'", 10, 60),
        // Nothing goes on: a row with the time alone.
        (idle, "null", 1, 6),
    ] {
        let game = Uuid::nil();
        let arguments = format!("'{player}', {since}, '1 minute', '{game}', 10000");
        for (plan, pages) in plans(&mut connection, &glance, &arguments).await {
            let mut all = Vec::new();
            nodes(&plan, &mut all);
            assert_eq!(plan["Actual Rows"].as_f64(), Some(rows.into()), "{plan:#}");
            let scans = all.iter().any(|node| node["Node Type"] == "Seq Scan");
            assert!(!scans, "a table is scanned: {plan:#}");
            let indices = all.iter().filter_map(|node| node["Index Name"].as_str());
            assert!(
                indices.clone().any(|name| name == "members_by_player"),
                "{plan:#}"
            );
            assert!(pages <= most, "{pages} pages are touched: {plan:#}");
        }
    }
}

#[tokio::test]
async fn a_cap_on_seats_is_looked_at_over_the_games_that_go_on_alone() {
    let (database, _store) = store().await;
    let mut connection = database.connect().await;
    connection.execute(CROWD).await.expect("a crowd");
    let player = player_id();
    join(&mut connection, player, "playing", 10).await;
    join(&mut connection, player, "ended", 1000).await;
    let sit = format!(
        "insert into seats (game_id, chair, player_id)
        select game_id, 0, player_id from members where player_id = '{player}'"
    );
    let sit = connection.execute(AssertSqlSafe(sit)).await;
    sit.expect("seats");
    let analyze = "vacuum analyze members; vacuum analyze games; vacuum analyze seats";
    for statement in analyze.split(';') {
        let analyzed = connection.execute(statement).await;
        analyzed.expect("it is analysed");
    }
    let count = statement("game_id <> $2 and");
    let arguments = format!("'{player}', '{}', 5000", Uuid::nil());
    for (plan, pages) in plans(&mut connection, &count, &arguments).await {
        assert!(pages <= 60, "{pages} pages are touched: {plan:#}");
    }
}
