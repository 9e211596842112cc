//! Every game in the list can be played over the protocol, against a bot, to the end; its replay is shown and verified.
//! Nothing here knows a game: one that was added this morning is tested like the others.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod server;
}

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::http::get_as;
use crate::support::server::{ServerProcess, parlor, run};

/// No game takes more decisions of one player, if that player decides by lot.
const MAX_DECISIONS: usize = 20_000;

async fn play_against_a_bot(server: &ServerProcess, game: &str) {
    let mut ann = Client::hello(server, &format!("Ann of {game}")).await;
    let table = ann
        .open(json!({"game": game, "seats": 2, "clock": "off", "bots": ["casual"], "bot_delay_ms": 0}))
        .await;
    let mut scene = ann.scene().await;
    let mut lot: usize = 7;
    for _ in 0..MAX_DECISIONS {
        if let Some(result) = scene.result() {
            let id = result["replay_id"].as_str().unwrap();
            let shown = get_as(server, &format!("/api/replays/{id}/frames"), &ann.token);
            assert_eq!(shown.status, 200, "{game}: {shown:?}");
            let url = format!("http://{}/api/replays/{id}", server.address);
            for command in ["verify", "replay"] {
                let ended = run(parlor(&[command, &url]).env("PARLOR_TOKEN", &ann.token));
                assert_eq!(ended.code, Some(0), "{game}: parlor {command}: {}{}", ended.stdout, ended.stderr);
            }
            return;
        }
        let legal: Vec<Value> = scene.legal();
        if !legal.is_empty() {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = &legal[(lot >> 33) % legal.len()];
            ann.send(&json!({"act": {"table": table, "nth": scene.nth(), "action": action}})).await;
        }
        scene = ann.scene().await;
    }
    panic!("the game of {game} did not end");
}

#[tokio::test]
async fn every_game_is_played_against_a_bot_to_the_end_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--messages-per-second", "1000"]);
    for kind in games::Kind::ALL {
        play_against_a_bot(&server, kind.name()).await;
    }
    server.stop();
}
