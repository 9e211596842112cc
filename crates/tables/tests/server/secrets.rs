//! What is hidden stays hidden: in views, in news, in what was missed, in drafts.

use protocol::{GameEvent, GameJson, ServerMsg, TableId, TableSnapshot, TableStage};
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{Person, legal, place, read};

/// Whether a text stands anywhere in this JSON.
fn mentions(json: &Value, text: &str) -> bool {
    match json {
        Value::String(own) => own == text,
        Value::Array(items) => items.iter().any(|item| mentions(item, text)),
        Value::Object(fields) => fields.values().any(|field| mentions(field, text)),
        _ => false,
    }
}

fn hand(snapshot: &TableSnapshot) -> Vec<String> {
    let seen = read(snapshot.seen.as_ref().expect("a view"));
    let cards = seen["view"]["hand"].as_array().cloned().unwrap_or_default();
    cards.iter().filter_map(|card| card.as_str().map(str::to_owned)).collect()
}

fn received(events: &[GameEvent]) -> Vec<(Value, String)> {
    events.iter().map(|received| (read(&received.event), received.text.clone())).collect()
}

/// All that was sent of the game since it was last asked.
async fn received_live(person: &mut Person) -> Vec<(Value, String)> {
    let heard = person.received_so_far().await;
    let updates = heard.iter().filter_map(|message| match message {
        ServerMsg::Update(update) => Some(received(&update.events)),
        _ => None,
    });
    updates.flatten().collect()
}

/// Plays some actions of the player to act, or all there are.
async fn play_some(people: &mut [Person; 2], table: TableId, most: usize) {
    let mut played = 0;
    while played < most {
        for person in people.iter_mut() {
            let snapshot = person.sync(table, None).await;
            if snapshot.info.stage == TableStage::Finished {
                return;
            }
            let choices = legal(snapshot.seen.as_ref().expect("a view"));
            if let Some(action) = choices.get(played % choices.len().max(1)) {
                person.acts(table, snapshot.nth, action.clone()).await;
                played += 1;
            }
        }
    }
}

/// A player who was away receives just what they would have received live, and nobody receives the cards of others.
async fn missed_equals_live(game: &str) {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": game, "seats": 2, "clock": "off"})).await;
    eve.does("watch", json!({"table": table})).await;
    let before = ann.sync(table, None).await.seq;
    let mut bo = server.person("Bo").await;
    let ServerMsg::Table(joined) = bo.ask("join", json!({"table": table})).await else { panic!() };
    // The player who takes the last seat receives the deal with the table itself.
    let deal: Vec<_> = joined.missed.iter().flat_map(|missed| received(&missed.events)).collect();
    let mut seated = [ann, bo];
    play_some(&mut seated, table, 12).await;
    let [mut ann, mut bo] = seated;
    let mut all = Vec::new();
    for (person, mut live) in [(&mut ann, vec![]), (&mut bo, deal), (&mut eve, vec![])] {
        let missed = person.sync(table, Some(before)).await.missed;
        let missed: Vec<_> = missed.iter().flat_map(|missed| received(&missed.events)).collect();
        assert!(missed.len() > 5, "{missed:?}");
        live.extend(received_live(person).await);
        all.push((live, missed));
    }
    for (live, missed) in &all {
        assert_eq!(live, missed);
    }
    assert_ne!(all[0].1, all[1].1, "each receives their own cards");
    assert_ne!(all[0].1, all[2].1);
}

pub(crate) async fn what_was_missed_at_one_card_is_what_was_told() {
    missed_equals_live("onecard").await;
}

pub(crate) async fn what_was_missed_at_chicago_is_what_was_told() {
    missed_equals_live("chicago").await;
}

pub(crate) async fn nobody_is_told_the_hand_of_somebody_else() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;
    let table = ann.opens(json!({"game": "chicago", "seats": 2, "clock": "off"})).await;
    eve.does("watch", json!({"table": table})).await;
    bo.does("join", json!({"table": table})).await;
    let hands = [hand(&ann.sync(table, None).await), hand(&bo.sync(table, None).await), Vec::new()];
    assert_eq!((hands[0].len(), hands[1].len()), (5, 5));
    for (viewer, person) in [&mut ann, &mut bo, &mut eve].into_iter().enumerate() {
        let mut heard = person.received_so_far().await;
        heard.push(ServerMsg::Table(Box::new(person.sync(table, Some(0)).await)));
        let heard: Vec<Value> =
            heard.iter().map(|message| serde_json::to_value(message).expect("json")).collect();
        for (seat, hand) in hands.iter().enumerate() {
            for card in hand {
                let received = heard.iter().any(|message| mentions(message, card));
                assert_eq!(received, seat == viewer, "{card} of seat {seat}, sent to {viewer}");
            }
        }
    }
}

pub(crate) async fn a_draft_is_told_to_nobody_else() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = server.two_at(json!({"game": "gomoku", "seats": 2, "clock": 20})).await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    let phone = ann.token.clone();
    let mut phone = server.again(&phone).await;
    phone.table().await;
    bo.received_so_far().await;
    eve.received_so_far().await;
    ann.does("draft", json!({"table": table, "nth": 0, "action": place(3, 4)})).await;
    let text = |draft: Option<GameJson>| draft.map(|draft| read(&draft));
    assert_eq!(text(phone.sync(table, None).await.draft), Some(place(3, 4)), "one's own devices know it");
    for person in [&mut bo, &mut eve] {
        let snapshot = person.sync(table, Some(0)).await;
        assert!(snapshot.draft.is_none());
        assert!(
            snapshot.missed.iter().all(|missed| missed.events.iter().all(|event| !event.text.contains("D5")))
        );
        assert!(person.received_so_far().await.is_empty(), "nobody learns that there is one");
    }
    ann.does("draft", json!({"table": table, "nth": 0, "action": null})).await;
    assert!(ann.sync(table, None).await.draft.is_none(), "it can be taken back");
    assert_eq!(
        ann.refused("draft", json!({"table": table, "nth": 1, "action": place(1, 1)})).await,
        "too_early"
    );
    ann.acts(table, 0, place(0, 0)).await;
    assert_eq!(ann.refused("draft", json!({"table": table, "nth": 0, "action": place(1, 1)})).await, "stale");
}
