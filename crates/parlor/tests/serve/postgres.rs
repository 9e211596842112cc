//! The same server in PostgreSQL.

use serde_json::json;
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::get;
use crate::support::server::{ServerProcess, parlor, run};

#[tokio::test]
async fn a_server_in_postgresql_survives_kill_9_and_lets_no_second_server_in() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = ServerProcess::start_with(&data, &["--database-url", &url]);
    assert_eq!(server.admin_token().len(), 64);
    let mut ann = Client::hello(&server, "Ann").await;
    let token = ann.token.clone();
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0})).await;
    let scene = ann.scene().await;
    ann.play_on(&table, scene, 2).await;

    let second = run(&mut parlor(&["serve", "--listen", "127.0.0.1:0", "--database-url", &url]));
    assert_eq!(second.code, Some(1));
    assert!(second.stderr.contains("in use by another server"), "{}", second.stderr);
    server.kill();

    let server = ServerProcess::start_with(&data, &["--database-url", &url]);
    let (mut ann, _) = Client::resume(&server, &token).await;
    let scene = ann.scene().await;
    assert!(scene.nth() >= 2);
    let over = ann.play_on(&table, scene, u32::MAX).await;
    let path = format!("/api/replays/{}", over.result().unwrap()["replay_id"].as_str().unwrap());
    assert_eq!(get(&server, &path).json()["names"][0], "Ann");
    let mut kept: Vec<_> = std::fs::read_dir(&data).unwrap().map(|file| file.unwrap().file_name()).collect();
    // The files of the pages are there for tabs that stay open over a change of the build.
    kept.retain(|name| name != "pages");
    assert_eq!(kept, ["admin-token"], "nothing else is kept in a folder");
    server.stop();
}
