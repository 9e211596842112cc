//! What is kept, for how long, and how much of it one person can make the server keep.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::time::Duration;

use serde_json::json;
use store::{Person, Replay, SeatResult, Write};
use tables::{MAX_FOLLOWS, Retention, ServerConfig};

use self::support::{Client, close_server, open_server, open_store};

const DAY: u32 = 86_400_000;

fn person(id: u64) -> Write {
    let name = format!("Person {id}");
    let mut token_hash = [0; 32];
    token_hash[..8].copy_from_slice(&id.to_le_bytes());
    let name_key = protocol::Name::parse(&name).unwrap().key();
    Write::PutPerson(Person { id, name, name_key, token_hash, created: 0, seen: 1_000_000 })
}

/// Waits for something that happens in the background.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test]
async fn replays_are_deleted_after_their_days_and_kept_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_store(folder.path()).await;
    let replay = |number: u64, days: u32| {
        let result = SeatResult { name: "Ann".to_owned(), won: true, ..SeatResult::default() };
        Write::PutReplay(Replay {
            id: format!("r{number}"),
            game: "golf".to_owned(),
            ended: 1_000_000 + i64::from(days) * i64::from(DAY),
            public: true,
            rated: false,
            body: "{}".to_owned(),
            results: vec![result],
        })
    };
    // More than are deleted in one transaction, and one that is younger.
    store.commit((0..450).map(|number| replay(number, 0)).chain([replay(450, 9)]).collect()).await.unwrap();
    store.close().await;
    for (replay_days, kept) in [(0, 451), (7, 1)] {
        let retention = Retention { replay_days, idle_person_days: 1, ..Retention::default() };
        let server = open_server(folder.path(), ServerConfig { retention, ..ServerConfig::default() }).await;
        let store = server.store().clone();
        store.commit(vec![person(1)]).await.unwrap();
        (0..10).for_each(|_| assert!(server.time().advance(DAY)));
        // People come after replays in the round of an hour.
        until("a round is over", async || store.people().await.unwrap().is_empty()).await;
        let left = store.old_replays(i64::MAX, 1_000).await.unwrap();
        assert_eq!((left.len(), &*left[left.len() - 1]), (kept, "r450"));
        close_server(server).await;
    }
}

#[tokio::test]
async fn a_sleeping_table_leaves_room_for_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let config = ServerConfig { max_tables: 1, ..ServerConfig::default() };
    let server = open_server(folder.path(), config).await;
    let mut ann = Client::named(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2})).await;
    let mut bo = Client::named(&server, "Bo").await;
    let another = json!({"config": {"game": "gomoku", "seats": 2}});
    assert_eq!(bo.ask("open", another.clone()).await.1["code"], "limit_reached");
    let token = ann.token.clone();
    drop(ann);
    until("it sleeps", async || {
        assert!(server.time().advance(1_000));
        server.metrics().tables.get() == 0
    })
    .await;
    let other = bo.does("open", another).await["table"].clone();
    // The one that sleeps is still there, and is woken when there is room again.
    bo.does("leave", json!({"table": other})).await;
    until("it is closed", async || server.metrics().tables.get() == 0).await;
    let mut ann = Client::again(&server, &token).await;
    assert_eq!(ann.until("table").await["info"]["table"], table);
    close_server(server).await;
}

#[tokio::test]
async fn a_watch_list_has_a_bounded_length() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_store(folder.path()).await;
    let people = MAX_FOLLOWS as u64 + 1;
    store.commit((1..=people).map(person).collect()).await.unwrap();
    store.close().await;
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let ann = Client::named(&server, "Ann").await;
    let ann = server.people().by_token(ann.token.as_str().unwrap()).await.unwrap().unwrap();
    for id in 1..people {
        server.follow(ann.id, &format!("Person {id}")).await.unwrap();
    }
    let last = format!("Person {people}");
    assert_eq!(server.follow(ann.id, &last).await.unwrap_err().code, "limit_reached");
    assert!(server.unfollow(ann.id, "Person 1").await.unwrap());
    server.follow(ann.id, &last).await.unwrap();
    close_server(server).await;
}

#[tokio::test]
async fn a_person_invites_a_bounded_number_of_people_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let ann = Client::named(&server, "Ann").await;
    let ann = server.people().by_token(ann.token.as_str().unwrap()).await.unwrap().unwrap();
    let invite =
        async |uses| server.people().make_invitation(Some(ann.id), uses, 1, server.time().now()).await;
    invite(50).await.unwrap();
    invite(50).await.unwrap();
    assert_eq!(invite(1).await.unwrap_err().code, "limit_reached");
    // Those that have ended count no more.
    assert!(server.time().advance(DAY + 1));
    invite(50).await.unwrap();
    close_server(server).await;
}
