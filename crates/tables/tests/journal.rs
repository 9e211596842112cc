//! The journal of a table is as long as one game, and holds all that the table is.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use store::Write;
use tables::{Server, ServerConfig};

use self::support::{Client, close_server, open_server};

fn config() -> ServerConfig {
    ServerConfig { messages_per_second: 1_000_000, ..ServerConfig::default() }
}

/// The facts of a table, by kind.
async fn facts(server: &Server, table: &str) -> Vec<(String, Value)> {
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let journal = server.store().journal(number).await.unwrap();
    let fact = |entry: &store::JournalRow| {
        let body: Value = serde_json::from_str(&entry.body).unwrap();
        body.as_object().unwrap().iter().next().map(|(kind, body)| (kind.clone(), body.clone())).unwrap()
    };
    journal.iter().map(fact).collect()
}

/// Ann gets five in a row, in nine moves.
async fn play(ann: &mut Client, bo: &mut Client, table: &str, game_number: u32) {
    for number in 0..9 {
        let (player, nth, y) =
            if number % 2 == 0 { (&mut *ann, number / 2, 0) } else { (&mut *bo, number / 2, 1) };
        let action = json!({"place": {"x": nth, "y": y}});
        let act = json!({"table": table, "game_number": game_number, "nth": nth, "action": action});
        player.does("act", act).await;
    }
}

/// Plays a game to its end, and both want another.
async fn play_and_rematch(ann: &mut Client, bo: &mut Client, table: &str, game_number: u32) {
    play(ann, bo, table, game_number).await;
    for player in [bo, ann] {
        player.does("rematch", json!({ "table": table })).await;
    }
}

#[tokio::test]
async fn after_any_number_of_games_the_journal_is_as_long_as_one_and_says_all() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), config()).await;
    let mut ann = Client::named(&server, "Ann").await;
    let mut bo = Client::named(&server, "Bo").await;
    let token = bo.token.clone();
    let new = json!({"game": "gomoku", "seats": 2, "clock": 20, "private": true, "options": {"size": 10}});
    let table = ann.open_table(new).await;
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let opened = facts(&server, &table).await;
    let code = opened[0].1["code"].clone();
    bo.does("join", json!({"table": table, "invite_code": code, "nonce": "aa11"})).await;
    for game in 1..=4 {
        let dealt = facts(&server, &table).await;
        assert_eq!((dealt.len(), dealt[0].0.as_str(), &dealt[0].1["games"]), (1, "dealt", &json!(game - 1)));
        play(&mut ann, &mut bo, &table, game).await;
        bo.does("say", json!({"room": {"table": table}, "text": format!("game {game}")})).await;
        assert_eq!(facts(&server, &table).await.len(), 1 + 9 + 1);
        for player in [&mut bo, &mut ann] {
            player.does("rematch", json!({ "table": table })).await;
        }
    }
    let action = json!({"place": {"x": 3, "y": 3}});
    ann.does("act", json!({"table": table, "game_number": 5, "nth": 0, "action": action})).await;
    let last_seq = server.store().journal(number).await.unwrap().last().unwrap().seq;
    assert!(last_seq > 40, "numbers go on where they were: {last_seq}");
    let before = bo.does("sync", json!({ "table": table })).await;
    drop((ann, bo));
    close_server(server).await;

    let server = open_server(folder.path(), config()).await;
    let mut bo = Client::again(&server, &token).await;
    let after = bo.until("table").await;
    assert_eq!(before["chat"].as_array().unwrap().len(), 4);
    for what in ["seq", "nth", "game_number", "seen", "chat", "you", "deadlines"] {
        assert_eq!(after[what], before[what], "{what}");
    }
    for what in ["commitment", "host", "game", "options", "opened_at", "clock"] {
        assert_eq!(after["info"][what], before["info"][what], "{what}");
    }
}

#[tokio::test]
async fn after_many_rematches_a_restart_and_the_disk_cost_what_they_cost_after_one_game() {
    let games = if std::env::var_os("PARLOR_LONG").is_some() { 1_000 } else { 100 };
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), config()).await;
    let mut ann = Client::named(&server, "Ann").await;
    let mut bo = Client::named(&server, "Bo").await;
    let table =
        ann.open_table(json!({"game": "gomoku", "seats": 2, "clock": "off", "options": {"size": 10}})).await;
    bo.does("join", json!({ "table": table })).await;
    // What there is to read at a start, and the pages of the file that hold it.
    let cost = || {
        let database = Connection::open(folder.path().join("parlor.db")).unwrap();
        let one = |sql: &str| database.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let pages = one("SELECT count(*) FROM dbstat WHERE name = 'entries'");
        let free = one("SELECT freelist_count FROM pragma_freelist_count");
        [one("SELECT count(*) FROM entries"), one("SELECT sum(length(body)) FROM entries"), pages, free]
    };
    play_and_rematch(&mut ann, &mut bo, &table, 1).await;
    play(&mut ann, &mut bo, &table, 2).await;
    let after_one = cost();
    for player in [&mut bo, &mut ann] {
        player.does("rematch", json!({ "table": table })).await;
    }
    for game in 3..=games {
        play_and_rematch(&mut ann, &mut bo, &table, game).await;
    }
    play(&mut ann, &mut bo, &table, games + 1).await;
    let after_many = cost();
    assert_eq!(after_many[0], after_one[0], "facts");
    // The number of games has more digits, and later numbers of facts as well.
    assert!(after_many[1] <= after_one[1] + 64, "bytes: {after_many:?}, {after_one:?}");
    assert!(after_many[2] <= after_one[2] + 2, "pages: {after_many:?}, {after_one:?}");
    assert!(after_many[3] <= after_one[3] + 64, "free pages: {after_many:?}, {after_one:?}");
    let token = bo.token.clone();
    drop((ann, bo));
    close_server(server).await;
    let server = open_server(folder.path(), config()).await;
    let after = Client::again(&server, &token).await.until("table").await;
    assert_eq!((&after["game_number"], &after["info"]["stage"]), (&json!(games + 1), &json!("finished")));
}

#[tokio::test]
async fn a_table_dealt_by_other_rules_stays_closed_and_keeps_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), config()).await;
    let mut ann = Client::named(&server, "Ann").await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2, "bots": ["random"]})).await;
    let number = table.parse::<protocol::TableId>().unwrap().number();
    let (_, mut dealt) = facts(&server, &table).await.remove(0);
    server.close().await;
    dealt["rules"] = json!(4_000);
    let seq = server.store().journal(number).await.unwrap().last().unwrap().seq + 1;
    let body = json!({"dealt": dealt}).to_string();
    let begin = Write::BeginJournal { table: number, epoch: store::FIRST_EPOCH, seq, at: 0, body };
    server.store().commit(vec![begin]).await.unwrap();
    server.store().clone().close().await;
    drop((ann, server));
    let server = open_server(folder.path(), config()).await;
    assert_eq!((server.public_tables().len(), server.metrics().tables_quarantined.get()), (0, 1));
    assert_eq!(facts(&server, &table).await[0].1["rules"], 4_000);
}

#[tokio::test]
async fn one_game_keeps_a_bounded_number_of_lines_and_drafts() {
    let folder = tempfile::tempdir().unwrap();
    let generous =
        || ServerConfig { chat_messages_per_minute: 1_000_000, drafts_per_minute: 1_000_000, ..config() };
    let server = open_server(folder.path(), generous()).await;
    let mut ann = Client::named(&server, "Ann").await;
    let mut bo = Client::named(&server, "Bo").await;
    let table = ann.open_table(json!({"game": "gomoku", "seats": 2})).await;
    bo.does("join", json!({ "table": table })).await;
    // Nobody who does not read is to be waited for.
    drop(bo);
    let say = json!({"room": {"table": table}, "text": "again"});
    for _ in 0..1_000 {
        ann.does("say", say.clone()).await;
    }
    let draft = |x: u32| json!({"table": table, "game_number": 1, "nth": 0, "action": {"place": {"x": x % 2, "y": 0}}});
    for number in 0..50 {
        ann.does("draft", draft(number)).await;
    }
    let refused = async |client: &mut Client, kind: &str, body: &Value| {
        let (answer, body) = client.ask(kind, body.clone()).await;
        assert_eq!((answer.as_str(), &body["code"]), ("refused", &json!("limit_reached")), "{body}");
    };
    refused(&mut ann, "say", &say).await;
    refused(&mut ann, "draft", &draft(50)).await;
    assert!(facts(&server, &table).await.len() < 1_100);
    // A restart does not reset these limits.
    let token = ann.token.clone();
    drop(ann);
    close_server(server).await;
    let server = open_server(folder.path(), generous()).await;
    let mut ann = Client::again(&server, &token).await;
    refused(&mut ann, "say", &say).await;
    refused(&mut ann, "draft", &draft(50)).await;
}

/// The journal of the lobby's chat.
const LOBBY: u64 = 1 << 62;

#[tokio::test]
async fn the_chat_of_the_lobby_stays_short_and_is_forgotten_after_some_days() {
    let folder = tempfile::tempdir().unwrap();
    let generous = || ServerConfig { chat_messages_per_minute: 1_000_000, ..config() };
    let server = open_server(folder.path(), generous()).await;
    let mut ann = Client::named(&server, "Ann").await;
    for number in 0..1_010 {
        ann.does("say", json!({"room": "lobby", "text": format!("line {number}")})).await;
    }
    assert!(server.store().journal(LOBBY).await.unwrap().len() < 20, "it was restarted");
    let token = ann.token.clone();
    drop(ann);
    close_server(server).await;

    let server = open_server(folder.path(), generous()).await;
    let mut ann = Client::again(&server, &token).await;
    let shown = async |client: &mut Client| -> Vec<String> {
        client.send(json!({"lobby": {"on": true}})).await;
        let lobby = client.until("lobby").await;
        lobby["chat"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["text"].as_str().unwrap().to_owned())
            .collect()
    };
    let lines: Vec<String> = (910..1_010).map(|number| format!("line {number}")).collect();
    assert_eq!(shown(&mut ann).await, lines);

    // A month later only what was said since is there, in memory and on disk.
    assert!(server.time().advance(29 * 86_400_000));
    ann.does("say", json!({"room": "lobby", "text": "much later"})).await;
    let forgotten = async {
        while server.store().journal(LOBBY).await.unwrap().len() > 1 {
            assert!(server.time().advance(3_600_000));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), forgotten).await.expect("old lines are deleted");
    assert_eq!(shown(&mut ann).await, ["much later"]);
    drop(ann);
    close_server(server).await;
    let server = open_server(folder.path(), generous()).await;
    let mut ann = Client::again(&server, &token).await;
    assert_eq!(shown(&mut ann).await, ["much later"]);
}
