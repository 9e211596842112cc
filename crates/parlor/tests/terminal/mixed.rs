//! A browser's protocol, a terminal and a bot at one table.

use serde_json::json;

use super::full_screen::{play, play_to_the_end};
use super::screen::ScreenSession;
use crate::client::Client;
use crate::server::ServerProcess;

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_a_terminal_and_a_bot_finish_a_game_together() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let mut page = Client::hello(&server, "Bea").await;
    let config =
        json!({"game": "onecard", "seats": 3, "clock": "off", "bots": ["random"], "bot_delay_ms": 0});
    let opened = page.done("open", json!({ "config": config })).await;
    let table = opened["table"].as_str().unwrap().to_owned();
    let link = format!("http://{}/j/{table}", server.address);
    let mut session = ScreenSession::start(play(home.path(), &[&link, "--name", "Ann"]), (80, 24));
    let terminal = std::thread::spawn(move || {
        session.wait_for("Bea");
        let text = play_to_the_end(&mut session, &["\r", "0"]);
        session.keys("\x03");
        assert!(session.end().0.success());
        text
    });
    let scene = page.scene().await;
    let last = page.play_on(&table, scene, u32::MAX).await;
    let winners = last.result().unwrap()["winners"].as_array().unwrap().clone();
    let text = tokio::task::spawn_blocking(move || terminal.join().unwrap()).await.unwrap();
    let names = ["Bea", "Bot 2", "you"];
    for winner in winners {
        let seat = winner.as_u64().unwrap() as usize;
        // Seats: Bea opened the table, the bot came with it, Ann was the last.
        assert!(text.contains(names[seat]), "{text}");
    }
}
