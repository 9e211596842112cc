//! Journals that were written before deals could be checked are still read, and played on.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use store::{Store, StoreLocation, Write};
use tables::{Server, ServerConfig, Time};

fn entry(table: u64, seq: u64, body: &Value) -> Write {
    Write::Append { table, epoch: 1, seq, at: 1_000, body: body.to_string() }
}

/// What an older version wrote when a bot was to play a bot.
fn journal() -> Vec<Value> {
    vec![
        json!({"opened": {"game": "gomoku", "seats": 2, "options": {"size": 10}, "clock": 20, "code": null,
            "watchers": "open", "on_leave": "bot", "grace": 30000, "level": "thumb", "bot_pause": 0,
            "missed_limit": 3}}),
        json!({"sat": {"seat": 0, "person": 12, "name": "Ann", "bot": false}}),
        json!({"bot_sat": {"seat": 1, "level": "random"}}),
        json!({"started": {"seed": "07".repeat(32)}}),
        json!({"acted": {"seat": 0, "action": {"place": {"x": 1, "y": 1}}, "by": "person"}}),
        json!({"abandoned": {"seat": 0}}),
        json!({"ready": {"seat": 0}}),
        json!({"started": {"seed": "08".repeat(32)}}),
    ]
}

#[tokio::test]
async fn a_table_of_an_older_server_goes_on_without_a_commitment() {
    let folder = tempfile::tempdir().unwrap();
    let place = StoreLocation::Sqlite(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    let mut writes = vec![Write::OpenTable { table: 7, first_seq: 0, at: 1_000 }];
    writes.extend((0..).zip(journal()).map(|(seq, body)| entry(7, seq, &body)));
    store.commit(writes).await.unwrap();
    let server = Server::open(store, Time::manual(2_000), ServerConfig::default()).await.unwrap();
    let card = server.public_table(protocol::TableId::new(7)).unwrap();
    assert_eq!((card.stage, card.commitment), (protocol::TableStage::Running, None));
    let json = serde_json::to_value(&card).unwrap();
    assert!(json.get("commitment").is_none(), "what is not known is not sent");
}

#[tokio::test]
async fn a_table_whose_deal_does_not_follow_from_its_secret_stays_closed_and_keeps_no_other_closed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
    let mut wrong = journal();
    wrong[0]["opened"]["secret"] = json!("09".repeat(32));
    for (table, journal) in [(7, wrong), (8, vec![json!("no entry at all")]), (9, journal())] {
        let mut writes = vec![Write::OpenTable { table, first_seq: 0, at: 1_000 }];
        writes.extend((0..).zip(journal).map(|(seq, body)| entry(table, seq, &body)));
        store.commit(writes).await.unwrap();
    }
    let before = store.journal(7).await.unwrap();
    let server = Server::open(store.clone(), Time::manual(2_000), ServerConfig::default()).await.unwrap();
    let tables: Vec<_> = server.public_tables().into_iter().map(|card| card.table.number()).collect();
    assert_eq!((tables, server.metrics().tables_quarantined.get()), (vec![9], 2));
    assert_eq!(store.journal(7).await.unwrap(), before, "it is left as it was");
}

/// Three people at a table of the legacy Gomoku protocol, where a game was abandoned and the first of them has left.
fn legacy_journal(keeps_numbers: bool) -> Vec<Value> {
    let mut opened = json!({"opened": {"game": "gomoku", "seats": 3, "options": {"dead_draw": "off"},
        "clock": "off", "code": null, "watchers": "open", "on_leave": "end", "grace": 0, "level": "thumb",
        "bot_pause": 0, "missed_limit": null, "wire": "gomoku"}});
    if keeps_numbers {
        opened["opened"]["keeps_numbers"] = json!(true);
    }
    let sat = |seat: u64, name: &str| json!({"sat": {"seat": seat, "person": 12 + seat, "name": name, "bot": false}});
    vec![
        opened,
        sat(0, "Ann"),
        sat(1, "Bo"),
        sat(2, "Cy"),
        json!({"started": {"seed": "07".repeat(32)}}),
        json!({"abandoned": {"seat": 0}}),
        json!({"stood": {"seat": 0}}),
    ]
}

#[tokio::test]
async fn a_table_of_an_older_server_that_dealt_numbers_anew_stands_as_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
    for (table, keeps_numbers) in [(7, false), (8, true)] {
        let mut writes = vec![Write::OpenTable { table, at: 1_000, first_seq: 0 }];
        writes.extend((0..).zip(legacy_journal(keeps_numbers)).map(|(seq, body)| entry(table, seq, &body)));
        store.commit(writes).await.unwrap();
    }
    let server = Server::open(store, Time::manual(2_000), ServerConfig::default()).await.unwrap();
    let names = |table| {
        let card = server.public_table(protocol::TableId::new(table)).unwrap();
        let name = |seat: &protocol::SeatInfo| match &seat.occupant {
            protocol::Occupant::Person { name, .. } => name.clone(),
            _ => String::new(),
        };
        card.seats.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(7), ["Bo", "Cy", ""], "the earlier player has the lower number");
    assert_eq!(names(8), ["", "Bo", "Cy"], "a player who stays keeps the number");
}

/// Tables once played up to a thousand rounds of One Card. What bounds new tables closes no old one.
#[tokio::test]
async fn a_table_and_a_record_with_more_rounds_than_may_be_opened_now_are_still_read() {
    for rounds in [101_u64, 1_000] {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
        let facts = [
            json!({"opened": {"game": "onecard", "seats": 2, "options": {"rounds": rounds}, "clock": 20,
                "code": null, "watchers": "open", "on_leave": "bot", "grace": 30000, "level": "thumb",
                "bot_pause": 0, "missed_limit": 3}}),
            json!({"sat": {"seat": 0, "person": 12, "name": "Ann", "bot": false}}),
            json!({"bot_sat": {"seat": 1, "level": "random"}}),
            json!({"started": {"seed": "07".repeat(32)}}),
        ];
        let mut writes = vec![Write::OpenTable { table: 7, first_seq: 0, at: 1_000 }];
        writes.extend((0..).zip(&facts).map(|(seq, body)| entry(7, seq, body)));
        store.commit(writes).await.unwrap();
        let server = Server::open(store, Time::manual(2_000), ServerConfig::default()).await.unwrap();
        assert_eq!(server.metrics().tables_quarantined.get(), 0);
        let card = server.public_table(protocol::TableId::new(7)).unwrap();
        assert_eq!(card.stage, protocol::TableStage::Running);
        server.close().await;

        let kind: games::Kind = "onecard".parse().unwrap();
        let options = serde_json::from_value(json!({ "rounds": rounds })).unwrap();
        assert!(kind.face().options_to_open(&options, 2).is_err(), "no new table has so many");
        let chance = game::Chance::new(game::Seed::from_number(7));
        let dealt = kind.face().deal(kind.spec().rules_version, &options, 2, chance).unwrap();
        let mut record = Vec::new();
        dealt.write_record(&[], &mut record).unwrap();
        assert!(kind.face().replay(std::str::from_utf8(&record).unwrap()).is_ok());
    }
}
