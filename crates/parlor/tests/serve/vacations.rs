//! Vacation days: clocks of slow games stand, also after a kill, and the others see it.

use serde_json::{Value, json};
use store::testing::Postgres;

use super::hooks::{Hook, json_hook, moves, plays, sees_lost, set, slow_table};
use crate::support::client::Client;
use crate::support::http::{Answer, get_as, request};
use crate::support::server::ServerProcess;

const DAY: u32 = 86_400_000;
const HOUR: u32 = 3_600_000;

const BEGIN: i64 = 1_700_000_000_000;

fn start(data: &std::path::Path, args: &[&str], now: i64) -> ServerProcess {
    let now = now.to_string();
    let own = ["--test-time", &now, "--webhook-networks", "127.0.0.1", "--vacation-days", "10"];
    ServerProcess::start_with(data, &[&own, args].concat())
}

fn take(server: &ServerProcess, token: &str, days: u32) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
    request(server, "PUT", "/api/vacation", &headers, &json!({ "days": days }).to_string())
}

fn end(server: &ServerProcess, token: &str) -> Answer {
    request(server, "DELETE", "/api/vacation", &[&format!("Authorization: Bearer {token}")], "")
}

/// How long somebody may still think, as a client sees it.
async fn left(client: &mut Client, table: &str, seat: u64) -> Option<u64> {
    let snapshot = client.done("sync", json!({ "table": table })).await;
    let deadlines = snapshot["deadlines"].as_array().cloned().unwrap_or_default();
    deadlines.iter().find(|one| one["seat"] == seat).and_then(|one| one["remaining_ms"].as_u64())
}

/// Until when somebody is on vacation, once that is as expected.
async fn sees_vacation(client: &mut Client, table: &str, seat: usize, expected: bool) -> Value {
    loop {
        let snapshot = client.done("sync", json!({ "table": table })).await;
        let until = snapshot["info"]["seats"][seat]["vacation_until"].clone();
        if until.is_number() == expected {
            return until;
        }
        tokio::task::yield_now().await;
    }
}

async fn clocks_stand_on_vacation(data: &std::path::Path, args: &[&str]) {
    let server = start(data, args, BEGIN);
    let operator = server.admin_token().to_owned();
    let (mut ann, mut ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let (ann_token, ben_token) = (ann.token.clone(), ben.token.clone());
    let hook = Hook::good();
    assert_eq!(set(&server, &ben_token, &json_hook(&hook)).status, 204);
    let table = slow_table(&mut ann, &mut ben).await;
    plays(&mut ann, &table, 0, 0).await;
    // It is Ben's turn. Six hours later he goes on vacation.
    moves(&server, &operator, 6 * HOUR);
    assert_eq!(left(&mut ann, &table, 1).await, Some(u64::from(18 * HOUR)));
    for (days, code) in [(0, "limit_reached"), (11, "limit_reached")] {
        assert_eq!(take(&server, &ben_token, days).error(), (400, code.to_owned()));
    }
    assert_eq!(take(&server, &ben_token, 3).status, 204);
    assert_eq!(take(&server, &ben_token, 3).error(), (409, "already_done".to_owned()));
    let until = sees_vacation(&mut ann, &table, 1, true).await;
    assert_eq!(until, BEGIN + i64::from(6 * HOUR) + 3 * i64::from(DAY));
    drop(ben);
    sees_lost(&mut ann, 1).await;

    // A day later nothing has happened, also not after a kill, and nobody was called.
    moves(&server, &operator, DAY);
    server.kill();
    let server = start(data, args, BEGIN + i64::from(6 * HOUR + DAY));
    let (mut ann, _) = Client::resume(&server, &ann_token).await;
    assert_eq!(sees_vacation(&mut ann, &table, 1, true).await, until);
    let state = get_as(&server, "/api/vacation", &ben_token).json();
    assert_eq!((&state["until"], &state["used_days"], &state["max_days"]), (&until, &json!(3), &json!(10)));
    assert!(hook.has_none());

    // He is back early: what has not begun is given back, and his clock goes on where it stood.
    let (mut ben, _) = Client::resume(&server, &ben_token).await;
    assert_eq!(end(&server, &ben_token).status, 204);
    assert_eq!(end(&server, &ben_token).error(), (409, "already_done".to_owned()));
    sees_vacation(&mut ann, &table, 1, false).await;
    // Time for which no server ran is given back on top.
    let remaining = left(&mut ann, &table, 1).await.unwrap();
    assert!((u64::from(18 * HOUR)..=u64::from(42 * HOUR)).contains(&remaining), "{remaining}");
    assert_eq!(get_as(&server, "/api/vacation", &ben_token).json()["used_days"], 1);
    plays(&mut ben, &table, 0, 5).await;
    // Ann's clock ran all the time when it was her turn.
    assert_eq!(left(&mut ann, &table, 0).await, Some(u64::from(DAY)));
    server.stop();
}

#[tokio::test]
async fn clocks_stand_on_vacation_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    clocks_stand_on_vacation(folder.path(), &[]).await;
}

#[tokio::test]
async fn clocks_stand_on_vacation_on_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let store::StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    clocks_stand_on_vacation(folder.path(), &["--database-url", &url]).await;
}
