//! Deadlines, drafts, and bots that play on.

use protocol::{ServerMsg, TableId};
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{Person, legal, read, seen, to_act};

async fn two_at_gomoku(server: &TestServer, clock: Value) -> (Person, Person, TableId) {
    server.two_at(json!({"game": "gomoku", "seats": 2, "clock": clock, "bot_delay_ms": 0})).await
}

pub(crate) async fn at_the_deadline_the_default_is_played() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&server, json!(20)).await;
    let snapshot = ann.sync(table, None).await;
    assert_eq!(
        snapshot.deadlines.iter().map(|d| (d.seat.number(), d.remaining_ms)).collect::<Vec<_>>(),
        [(0, 20_000)]
    );
    server.advance(19_999).await;
    assert_eq!(ann.sync(table, None).await.nth, 0);
    server.advance(1).await;
    let update = bo.update().await;
    assert_eq!(to_act(seen(&update)), [1]);
    assert!(update.events[0].text.contains("H8"), "{}", update.events[0].text);
}

pub(crate) async fn at_the_deadline_a_legal_draft_is_played() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&server, json!(20)).await;
    ann.does("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 1, "y": 2}}})).await;
    assert!(ann.sync(table, None).await.draft.is_some());
    assert!(bo.sync(table, None).await.draft.is_none());
    server.advance(20_000).await;
    let update = bo.update().await;
    assert!(update.events[0].text.contains("B3"), "{}", update.events[0].text);
    // What is not legal is not a draft, and the default is played.
    let taken = json!({"table": table, "nth": 0, "action": {"place": {"x": 1, "y": 2}}});
    assert_eq!(bo.refused("draft", taken).await, "occupied");
    server.advance(20_000).await;
    let update = ann.until(|message| match message {
        ServerMsg::Update(update) if to_act(seen(update)) == [0] => Some((**update).clone()),
        _ => None,
    });
    assert!(update.await.events[0].text.contains("H8"));
}

pub(crate) async fn after_three_missed_deadlines_a_bot_plays_on_until_the_person_acts() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&server, json!(20)).await;
    for nth in 0..3 {
        server.advance(20_000).await;
        bo.its_turn_of(1, nth).await;
        bo.does("act", json!({"table": table, "nth": nth, "action": {"place": {"x": nth, "y": 0}}})).await;
    }
    // The fourth decision is a bot's: no time passes.
    bo.its_turn_of(1, 3).await;
    assert!(bo.sync(table, None).await.info.seats[0].played_by_bot);
    let nth = ann.sync(table, None).await.nth;
    assert_eq!(nth, 4);
    assert_eq!(
        ann.refused("act", json!({"table": table, "nth": 3, "action": {"place": {"x": 9, "y": 9}}})).await,
        "stale"
    );
    // Out of turn, but it says who is there: a refusal does not bring one back, an action does.
    bo.does("act", json!({"table": table, "nth": 3, "action": {"place": {"x": 3, "y": 1}}})).await;
}

/// The number of the turn.
fn turn(json: Option<&protocol::GameJson>) -> u64 {
    read(json.expect("a game"))["turn"].as_u64().expect("a number")
}

async fn two_at_clocked(server: &TestServer, game: &str) -> (Person, Person, TableId) {
    // At One Card everybody may draw, and the drawn card may be played or kept.
    let options = if game == "onecard" { json!({"play_drawn": "on", "may_draw": "on"}) } else { json!({}) };
    server.two_at(json!({"game": game, "seats": 2, "options": options, "clock": 20, "bot_delay_ms": 0})).await
}

pub(crate) async fn a_turn_that_nobody_plays_has_one_clock_and_is_missed_once_in_every_game() {
    for game in games::Kind::ALL.iter().map(|kind| kind.name()) {
        let server = TestServer::open().await;
        let (mut ann, _bo, table) = two_at_clocked(&server, game).await;
        let mut missed = [0; 2];
        while missed.iter().all(|count| *count < 3) {
            let before = ann.sync(table, None).await;
            assert!(before.info.seats.iter().all(|seat| !seat.played_by_bot), "{game}: after {missed:?}");
            let now = turn(before.seen.as_ref());
            let next = before.deadlines.iter().map(|deadline| deadline.remaining_ms).min().expect("a clock");
            assert!(next >= 20_000, "{game}: a turn has a whole clock");
            let late = before.deadlines.iter().filter(|deadline| deadline.remaining_ms == next);
            late.for_each(|deadline| missed[deadline.seat.index()] += 1);
            server.advance(next).await;
            // All decisions of the turn are made at this moment.
            ann.until(|message| match message {
                ServerMsg::Update(update) => (turn(update.seen.as_ref()) > now).then_some(()),
                _ => None,
            })
            .await;
        }
        let seats = ann.sync(table, None).await.info.seats;
        let played: Vec<_> = seats.iter().map(|seat| seat.played_by_bot).collect();
        assert_eq!(played, missed.map(|count| count == 3), "{game}: {missed:?}");
    }
}

pub(crate) async fn a_decision_in_the_middle_of_a_turn_gives_no_time_back() {
    for game in ["golf", "sorry", "onecard"] {
        let server = TestServer::open().await;
        let (ann, bo, table) = two_at_clocked(&server, game).await;
        let mut people = [ann, bo];
        let mut turns_that_went_on = 0;
        for _ in 0..200 {
            let shown = people[0].sync(table, None).await.seen.expect("a game");
            let Some(seat) = to_act(&shown).first().map(|seat| *seat as usize) else { break };
            server.advance(2_000).await;
            let before = people[seat].sync(table, None).await;
            let choices = legal(before.seen.as_ref().expect("a game"));
            let draw = choices.iter().find(|action| **action == "draw");
            people[seat].acts(table, before.nth, draw.unwrap_or(&choices[0]).clone()).await;
            let after = people[seat].sync(table, None).await;
            let acts = to_act(after.seen.as_ref().expect("a game")).contains(&(seat as u64));
            if acts && turn(after.seen.as_ref()) == turn(before.seen.as_ref()) {
                assert_eq!(after.deadlines, before.deadlines, "{game}");
                turns_that_went_on += 1;
            }
        }
        assert!(turns_that_went_on > 0, "{game}: a turn can have several decisions");
    }
}

pub(crate) async fn a_clock_can_be_off() {
    let server = TestServer::open().await;
    let (mut ann, _bo, table) = two_at_gomoku(&server, json!("off")).await;
    server.advance(100_000_000).await;
    let snapshot = ann.sync(table, None).await;
    assert!(snapshot.deadlines.is_empty());
    assert_eq!(snapshot.nth, 0);
}

pub(crate) async fn a_crash_in_the_middle_of_a_decision_gives_back_the_time_since_the_last_durable_moment() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = two_at_gomoku(&server, json!(20)).await;
    server.advance(6_000).await;
    ann.does("draft", json!({"table": table, "nth": 0, "action": {"place": {"x": 1, "y": 2}}})).await;
    server.advance(9_000).await;
    assert_eq!(bo.sync(table, None).await.deadlines[0].remaining_ms, 5_000, "everybody is shown the clock");
    let (ann_token, bo_token) = (ann.token.clone(), bo.token.clone());
    ann.goes().await;
    bo.goes().await;
    let server = server.crash(3_600_000).await;
    let mut bo = server.again(&bo_token).await;
    let left = bo.table().await.deadlines[0].remaining_ms;
    // The draft is such a moment, and so is each heartbeat that was stored before the crash.
    assert!((5_000..=14_000).contains(&left), "{left}");
    let mut ann = server.again(&ann_token).await;
    assert!(ann.table().await.draft.is_some());
    server.advance(left - 1).await;
    assert_eq!(ann.sync(table, None).await.nth, 0);
    server.advance(1).await;
    let update = bo.update().await;
    assert!(update.events[0].text.contains("B3"), "{}", update.events[0].text);
}

pub(crate) async fn no_outage_runs_a_clock_down_however_many_there_were() {
    let server = TestServer::open().await;
    let (ann, bo, table) = two_at_gomoku(&server, json!(20)).await;
    let token = bo.token.clone();
    ann.goes().await;
    bo.goes().await;
    let server = server.restart(3_600_000).await;
    let mut bo = server.again(&token).await;
    assert_eq!(bo.table().await.deadlines[0].remaining_ms, 20_000);
    server.advance(5_000).await;
    bo.does("say", json!({"room": {"table": table}, "text": "where is Ann?"})).await;
    bo.goes().await;
    let server = server.crash(7_200_000).await;
    let mut bo = server.again(&token).await;
    assert_eq!(bo.table().await.deadlines[0].remaining_ms, 15_000);
    server.advance(4_000).await;
    bo.goes().await;
    // A server that is closed knows to the millisecond what was left.
    let server = server.restart(60_000).await;
    let mut bo = server.again(&token).await;
    assert_eq!(bo.table().await.deadlines[0].remaining_ms, 11_000);
}
