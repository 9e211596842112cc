//! Bots with a bug: the table plays for them, and the game continues.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use store::{Store, StoreLocation};

use super::{Server, ServerConfig};
use crate::live_game::BotTask;
use crate::outbox::Outbox;
use crate::session::Session;
use crate::time::Time;

static RELEASED: AtomicBool = AtomicBool::new(false);

fn panics() -> BotTask {
    BotTask::of(|_, _| panic!("a bug in a bot"))
}

/// Does not ask its budget.
fn hangs() -> BotTask {
    BotTask::of(|_, _| {
        while !RELEASED.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    })
}

fn invents() -> BotTask {
    BotTask::of(|_, _| serde_json::value::to_raw_value("resign").ok())
}

#[tokio::test]
async fn a_bot_that_panics_hangs_or_invents_an_action_is_replaced_by_the_default_action() {
    for bug in [panics as fn() -> BotTask, hangs, invents] {
        RELEASED.store(false, Ordering::Relaxed);
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
        let server = Server::open(store, Time::manual(1_000_000), ServerConfig::default()).await.unwrap();
        server.context.bots.instead.set(bug).unwrap();
        let mut session = Session::new(server.clone(), Outbox::new(server.metrics().clone()));
        let config = json!({"game": "gomoku", "seats": 3, "bots": ["random", "random"], "bot_delay_ms": 0});
        for message in
            [json!({"hello": {"version": 2, "name": "Ann"}}), json!({"open": {"config": config, "ref": 1}})]
        {
            assert!(session.handle(&message.to_string()).await.is_continue());
        }
        let table = server.all_tables()[0].table;
        let action = json!({"place": {"x": 3, "y": 3}});
        let act = json!({"table": table, "game_number": 1, "nth": 0, "action": action, "ref": 2});
        assert!(session.handle(&json!({ "act": act }).to_string()).await.is_continue());
        let metrics = server.metrics();
        let played = async {
            while metrics.actions_played_total.get() < 3 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), played).await.expect("both bots are played for");
        assert_eq!((metrics.bot_decisions_total.get(), metrics.tables_failed_total.get()), (2, 0));
        RELEASED.store(true, Ordering::Relaxed);
        server.close().await;
    }
}
