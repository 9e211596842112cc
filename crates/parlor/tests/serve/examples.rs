//! The examples in `examples/`, as real programs at a real table.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::client::Client;
use crate::support::server::ServerProcess;
use crate::support::skipped::skipped;

/// The example, built first: a run of this suite alone would not do it. Cargo puts it beside the binary.
fn rust_bot() -> PathBuf {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--locked", "--package", "parlor", "--example", "rust-bot"]);
    assert!(build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap().success());
    let parlor = Path::new(env!("CARGO_BIN_EXE_parlor"));
    parlor.with_file_name("examples").join("rust-bot")
}

fn python_bot() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python-bot/bot.py")
}

/// A person opens a table, the program takes the other seat, and they play to the end.
async fn plays_a_game(mut program: Command, game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(json!({"game": game, "seats": 2, "options": {}})).await;
    program.arg(format!("ws://{}/ws", server.address)).args(["Robbie", game]);
    let program = program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It is shown for what it is before the first move.
    let robbie = json!({"person": {"name": "Robbie", "program": true}});
    loop {
        let news = ann.until("seats_update").await;
        if news["seats"][1]["occupant"] == robbie {
            break;
        }
    }
    ann.send(&json!({"sync": {"table": table}})).await;
    let scene = ann.scene().await;
    let over = ann.play_on(&table, scene, u32::MAX).await;
    let won = over.result().unwrap()["winners"].as_array().unwrap().contains(&json!(1));
    let output = tokio::task::spawn_blocking(move || program.wait_with_output()).await.unwrap().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}\n{complaints}");
    assert!(said.contains(&format!("Robbie sits at table {table} on seat 1")), "{said}");
    assert!(said.contains(if won { "Robbie won" } else { "Robbie did not win" }), "{said}");
    assert_eq!(complaints, "");
}

#[tokio::test]
async fn the_bot_in_rust_joins_like_a_person_is_shown_as_a_bot_and_plays_to_the_end() {
    plays_a_game(Command::new(rust_bot()), "gomoku").await;
}

#[tokio::test]
async fn the_bot_in_python_joins_like_a_person_is_shown_as_a_bot_and_plays_to_the_end() {
    // `make test` prepares it; whoever calls the tests alone may do without.
    let Ok(python) = std::env::var("PARLOR_PYTHON") else {
        skipped("the bot in Python", "PARLOR_PYTHON does not name a Python with websockets");
        return;
    };
    for game in ["gomoku", "onecard"] {
        let mut command = Command::new(&python);
        command.arg(python_bot());
        plays_a_game(command, game).await;
    }
}
