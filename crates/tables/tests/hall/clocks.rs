//! Deadlines, drafts, and bots that play on.

use protocol::ServerMsg;
use serde_json::{Value, json};

use super::bed::{House, Person, to_act};

async fn two_at_gomoku(house: &House, extra: Value) -> (Person, Person, protocol::TableId) {
    let mut ann = house.person("Ann").await;
    let mut bo = house.person("Bo").await;
    let mut new = json!({"game": "gomoku", "seats": 2, "clock": 20});
    if let (Some(new), Some(extra)) = (new.as_object_mut(), extra.as_object()) {
        new.extend(extra.clone());
    }
    let table = ann.opens(new).await;
    bo.does("join", json!({"table": table})).await;
    ann.update().await;
    (ann, bo, table)
}

#[tokio::test]
async fn at_the_deadline_the_default_is_played() {
    let house = House::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&house, json!({})).await;
    let snapshot = ann.sync(table, None).await;
    assert_eq!(
        snapshot.deadlines.iter().map(|d| (d.seat.number(), d.left)).collect::<Vec<_>>(),
        [(0, 20_000)]
    );
    house.advance(19_999);
    assert_eq!(ann.sync(table, None).await.nth, 0);
    house.advance(1);
    let update = bo.update().await;
    assert_eq!(to_act(&update.view), [1]);
    assert!(update.events[0].text.contains("(7, 7)"), "{}", update.events[0].text);
}

#[tokio::test]
async fn at_the_deadline_a_legal_draft_is_played() {
    let house = House::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&house, json!({})).await;
    ann.does("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 1, "y": 2}}})).await;
    assert!(ann.sync(table, None).await.draft.is_some());
    assert!(bo.sync(table, None).await.draft.is_none());
    house.advance(20_000);
    let update = bo.update().await;
    assert!(update.events[0].text.contains("(1, 2)"), "{}", update.events[0].text);
    // An illegal draft falls back to the default.
    bo.does("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 1, "y": 2}}})).await;
    house.advance(20_000);
    let update = ann.until(|message| match message {
        ServerMsg::Update(update) if to_act(&update.view) == [0] => Some((**update).clone()),
        _ => None,
    });
    assert!(update.await.events[0].text.contains("(7, 7)"));
}

#[tokio::test]
async fn after_three_missed_deadlines_a_bot_plays_on_until_the_person_acts() {
    let house = House::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&house, json!({"bot_pause": 0})).await;
    for nth in 0..3 {
        house.advance(20_000);
        bo.its_turn_of(1, nth).await;
        bo.does("act", json!({"table": table, "nth": nth, "action": {"place": {"x": nth, "y": 0}}})).await;
    }
    // The fourth decision is a bot's: no time passes.
    bo.its_turn_of(1, 3).await;
    assert!(bo.sync(table, None).await.card.seats[0].bot_plays);
    let nth = ann.sync(table, None).await.nth;
    assert_eq!(nth, 4);
    assert_eq!(
        ann.refused("act", json!({"table": table, "nth": 3, "action": {"place": {"x": 9, "y": 9}}})).await,
        "stale"
    );
    // Out of turn, but it says who is there: a refusal does not bring one back, an action does.
    bo.does("act", json!({"table": table, "nth": 3, "action": {"place": {"x": 3, "y": 1}}})).await;
}

#[tokio::test]
async fn a_clock_can_be_off() {
    let house = House::open().await;
    let (mut ann, _bo, table) = two_at_gomoku(&house, json!({"clock": "off"})).await;
    house.advance(100_000_000);
    let snapshot = ann.sync(table, None).await;
    assert!(snapshot.deadlines.is_empty());
    assert_eq!(snapshot.nth, 0);
}
