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

fn python_client() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/python")
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
    // `make test` prepares it; the tests alone can do without.
    let Ok(python) = std::env::var("PARLOR_PYTHON") else {
        skipped("the bot in Python", "PARLOR_PYTHON does not name a Python with websockets");
        return;
    };
    for game in ["gomoku", "onecard"] {
        let state = tempfile::tempdir().unwrap();
        let mut command = Command::new(&python);
        command.arg(python_bot()).env("PYTHONPATH", python_client().join("src"));
        command.env("XDG_STATE_HOME", state.path());
        plays_a_game(command, game).await;
    }
}

/// Its tests start servers of their own, play all games on them and kill them.
#[test]
fn the_client_in_python_keeps_what_its_tests_promise() {
    let Ok(python) = std::env::var("PARLOR_PYTHON") else {
        skipped(
            "the client in Python",
            "PARLOR_PYTHON does not name a Python with websockets, jsonschema-rs and mypy",
        );
        return;
    };
    let client = python_client();
    let run = |args: &[&str]| {
        let mut command = Command::new(&python);
        command.args(args).current_dir(&client).env("PYTHONPATH", client.join("src"));
        let output = command.env("PARLOR", env!("CARGO_BIN_EXE_parlor")).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["generate.py", "--check"]);
    run(&["-m", "mypy", "src"]);
    run(&["-m", "unittest", "discover", "tests"]);
}

#[tokio::test]
async fn the_client_of_the_pages_is_a_package_that_plays_to_the_end() {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/typescript");
    if !client.join("../../web/node_modules/typescript").exists() {
        skipped("the client in TypeScript", "web/node_modules is missing (make web)");
        return;
    }
    let built = Command::new("node").arg(client.join("build.js")).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stdout));
    for game in ["gomoku", "golf"] {
        let mut command = Command::new("node");
        // Node.js 20 has WebSocket behind this flag; newer versions have it and accept the flag.
        command.args(["--experimental-websocket", "--no-warnings"]).arg(client.join("example/bot.js"));
        plays_a_game(command, game).await;
    }
}
