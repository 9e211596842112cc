//! A whole game of each kind through sessions: people choose what their view lists, bots do their part.

use protocol::{Seal, TableStage};
use serde_json::json;

use super::harness::TestServer;
use super::person::legal;

/// Plays a game of two people and, where the game allows, a bot, to its end.
async fn whole_game(game: &str, options: serde_json::Value, seats: u8) {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let bots: Vec<&str> = (2..seats).map(|_| "casual").collect();
    let new = json!({"game": game, "seats": seats, "options": options, "bots": bots, "bot_delay_ms": 0, "clock": "off"});
    let table = ann.opens(new).await;
    bo.does("join", json!({"table": table})).await;
    let mut acted = 0;
    'game: loop {
        let mut waiting = true;
        for person in [&mut ann, &mut bo] {
            let snapshot = person.sync(table, None).await;
            if snapshot.info.stage == TableStage::Finished {
                let result = snapshot.result.expect("a result");
                assert_eq!(result.scores.len(), usize::from(seats));
                let replay = server.replay(result.replay_id).await.expect("a replay");
                assert_eq!(replay["scores"], json!(result.scores));
                assert_eq!(replay["record"]["game"], game);
                assert_eq!(result.seal, Some(Seal::of(&replay)), "it is sealed as it is read");
                break 'game;
            }
            let choices = legal(snapshot.seen.as_ref().expect("a view"));
            if let Some(action) = choices.get(acted % choices.len().max(1)) {
                person.does("act", json!({"table": table, "nth": snapshot.nth, "action": action})).await;
                acted += 1;
                waiting = false;
            }
        }
        if waiting {
            // Bots are to act: wait for what they do.
            let update = ann.update().await;
            let named = |event: &protocol::GameEvent| event.text.contains("(casual)");
            assert!(
                !update.events.iter().any(named),
                "a bot is called as its plate says: {:?}",
                update.events
            );
        }
        assert!(acted < 20_000, "the game does not end");
    }
    for person in [&mut ann, &mut bo] {
        person.received_so_far().await;
        updates_are_small(game, &mut person.update_sizes);
    }
}

/// What one viewer was sent in the middle of a game: changes, not all they see each time.
fn updates_are_small(game: &str, sizes: &mut [usize]) {
    sizes.sort_unstable();
    let (median, high) = (sizes[sizes.len() / 2], sizes[sizes.len() * 99 / 100]);
    assert!(median <= 600, "{game}: the median is {median} bytes");
    assert!(game != "gomoku" || high <= 1_024, "{game}: the 99th percentile is {high} bytes");
}

pub(crate) async fn chicago_to_its_end() {
    whole_game("chicago", json!({}), 3).await;
}

pub(crate) async fn gomoku_to_its_end() {
    whole_game("gomoku", json!({"size": 10}), 3).await;
}

pub(crate) async fn golf_to_its_end() {
    whole_game("golf", json!({"rounds": 2, "steal": "on"}), 4).await;
}

pub(crate) async fn sorry_to_its_end() {
    whole_game("sorry", json!({}), 4).await;
}

pub(crate) async fn one_card_to_its_end() {
    whole_game("onecard", json!({"rounds": 2}), 5).await;
}
