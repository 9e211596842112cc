//! Hints: allowed by the table, private to the seat, noted in the result and the replay.

use protocol::ServerMsg;
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{legal, read, to_act};

fn onecard(hints: &Value, bots: &[&str]) -> Value {
    let mut new = json!({"game": "onecard", "seats": 2, "bots": bots, "bot_delay_ms": 0, "clock": "off"});
    if !hints.is_null() {
        new["hints"] = hints.clone();
    }
    new
}

pub(crate) async fn a_hint_is_private_and_marked_in_the_result() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let id = ann.opens(onecard(&Value::Null, &["casual"])).await;
    let mut watcher = server.person("Wim").await;
    watcher.does("watch", json!({"table": id})).await;
    let mut hints = 0;
    let result = loop {
        let table = ann.sync(id, None).await;
        assert!(table.info.hints, "against bots alone hints are allowed");
        if let Some(result) = table.result {
            break result;
        }
        let seen = table.seen.expect("a running game");
        if to_act(&seen) != [0] {
            ann.update().await;
            continue;
        }
        let mut chosen = legal(&seen)[0].clone();
        if hints < 3 {
            let ServerMsg::Hint(hint) = ann.ask("hint", json!({"table": id, "nth": table.nth})).await else {
                panic!("no hint")
            };
            hints += 1;
            assert_eq!(hint.choices.len(), legal(&seen).len());
            chosen = read(&hint.choices[hint.best as usize].action);
            assert!(legal(&seen).contains(&chosen) && hint.text.starts_with("Best: "), "{hint:?}");
            assert_eq!((hint.table, hint.nth, hint.game_number), (id, table.nth, 1));
            // The reason, too, as the game writes it and as a sentence; absent if there was only one choice.
            assert_eq!(hint.why.is_some(), hint.choices.len() > 1, "{hint:?}");
            if let Some(why) = &hint.why {
                assert!(read(&why.reason).is_object() && hint.text.contains(&why.text), "{hint:?}");
            }
            let early = ann.refused("hint", json!({"table": id, "nth": table.nth + 1})).await;
            assert_eq!(early, "too_early");
        }
        ann.acts(id, table.nth, chosen).await;
        let late = ann.refused("hint", json!({"table": id, "nth": table.nth})).await;
        assert_eq!(late, "stale");
    };
    assert_eq!(json!(result.hinted), json!([0]));
    let replay = server.replay(result.replay_id).await.expect("a replay");
    assert_eq!(replay["hinted"], json!([0]));
    // Nobody else was sent a hint.
    assert!(!watcher.received_so_far().await.iter().any(|message| matches!(message, ServerMsg::Hint(_))));
}

pub(crate) async fn a_table_of_people_has_no_hints_unless_it_says_so() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    for (hints, code) in [(Value::Null, Some("hints_disabled")), (json!(true), None)] {
        let id = ann.opens(onecard(&hints, &[])).await;
        bo.does("join", json!({"table": id})).await;
        let table = bo.sync(id, None).await;
        let ann_moves = to_act(&table.seen.expect("a running game")) == [0];
        let (mover, other) = if ann_moves { (&mut ann, &mut bo) } else { (&mut bo, &mut ann) };
        let asked = || json!({"table": id, "nth": 0});
        match (mover.ask("hint", asked()).await, code) {
            (ServerMsg::Hint(_), None) => {}
            (ServerMsg::Refused(refused), Some(code)) => assert_eq!(refused.code, code),
            (other, _) => panic!("{other:?}"),
        }
        // It is not their turn.
        assert_eq!(other.refused("hint", asked()).await, code.unwrap_or("too_early"));
    }
}
