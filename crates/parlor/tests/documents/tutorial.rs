//! The tutorial for a new game is followed literally, in a copy of the tree.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::blocks::{Block, blocks, root};
use crate::support::client::Client;
use crate::support::http::get_as;
use crate::support::server::ServerProcess;
use crate::support::skipped::skipped;

pub(super) const TUTORIAL: &str = "docs/adding-a-game.md";

/// Copies what is under version control, as it stands now.
fn copy_tree(to: &Path) {
    let script = "git ls-files -z | xargs -0 cp --parents --target-directory \"$0\"";
    let copied = Command::new("sh").args(["-euc", script]).arg(to).current_dir(root()).status().unwrap();
    assert!(copied.success());
}

/// Follows one block, with or without the commands that compile.
fn follow(block: &Block, tree: &Path, is_long: bool) {
    let (compiling, quick): (Vec<&str>, Vec<&str>) =
        block.text.lines().partition(|line| line.starts_with("cargo "));
    if !is_long && !compiling.is_empty() {
        skipped(&block.place(), "builds a copy of the tree: `make test-long` runs it");
    }
    let commands = if is_long { block.text.clone() } else { quick.join("\n") };
    let mut shell = Command::new("sh");
    shell.args(["-euc", &commands]).current_dir(tree).env("CARGO_TARGET_DIR", target());
    let output = shell.output().unwrap();
    assert!(
        output.status.success(),
        "{}:\n{commands}\n{}{}",
        block.place(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Beside the other builds, so that a second run is quick.
fn target() -> PathBuf {
    root().join("target/tutorial")
}

/// The server that the tutorial has built so far.
fn start_what_was_built(data: &Path) -> ServerProcess {
    let mut command = Command::new(target().join("debug/parlor"));
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--messages-per-second", "1000", "--data-dir"])
        .arg(data);
    ServerProcess::spawn(&mut command)
}

const NEW_TABLE: &str = r#"{"game": "pig", "seats": 2, "options": {"goal": "60"}, "clock": "off", "bots": ["casual"], "bot_delay_ms": 0}"#;

/// Begins a game and kills the server in the middle of it; returns the table and the token of the player.
async fn begin_a_game(data: &Path) -> (String, String) {
    let server = start_what_was_built(data);
    let mut ann = Client::hello(&server, "Ann").await;
    let table = ann.open(serde_json::from_str(NEW_TABLE).unwrap()).await;
    let scene = ann.scene().await;
    let scene = ann.play_on(&table, scene, 3).await;
    assert_eq!(scene.0["seen"]["view"]["goal"], 60);
    assert!(scene.result().is_none(), "the game is not over: {scene:?}");
    server.kill();
    (table, ann.token)
}

/// The game ends by the rules it was dealt by; the next table is dealt by the new ones.
async fn end_the_game_under_new_rules(data: &Path, table: &str, token: &str) {
    let server = start_what_was_built(data);
    let (mut ann, _) = Client::resume(&server, token).await;
    ann.send(&json!({"sync": {"table": table}})).await;
    let scene = ann.scene().await;
    assert_eq!(scene.0["seen"]["view"]["goal"], 60);
    let end = ann.play_on(table, scene, 10_000).await;
    let replay = end.result().expect("the game ends")["replay_id"].as_str().unwrap().to_owned();
    let replay = get_as(&server, &format!("/api/replays/{replay}"), &ann.token);
    assert!(replay.body.contains(r#""rules":1"#), "{}", replay.body);
    ann.open(serde_json::from_str(NEW_TABLE).unwrap()).await;
    assert_eq!(ann.scene().await.0["seen"]["view"]["goal"], 120);
    server.stop();
}

#[tokio::test]
async fn the_tutorial_is_followed_and_the_new_game_is_played_over_a_change_of_its_rules() {
    let is_long = std::env::var_os("PARLOR_LONG").is_some();
    let (tree, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    copy_tree(tree.path());
    let steps: Vec<Block> = blocks(TUTORIAL).into_iter().filter(|block| block.language == "sh").collect();
    let (change, steps) = steps.split_last().unwrap();
    for block in steps {
        follow(block, tree.path(), is_long);
    }
    let read = |file: &str| std::fs::read_to_string(tree.path().join(file)).unwrap();
    assert!(read("crates/games/src/lib.rs").contains("\npub mod pig;\n"));
    assert!(read("crates/games/src/kind.rs").contains("    Pig => crate::pig::Pig, plain;\n"));
    assert!(read("crates/games/tests/pig.rs").contains("use games::pig::"));
    let begun = if is_long { Some(begin_a_game(data.path()).await) } else { None };
    follow(change, tree.path(), is_long);
    assert!(read("crates/games/src/pig.rs").contains("const RULES: RangeInclusive<u16> = 1..=2;"));
    assert!(read("crates/games/src/pig.rs").contains("options.goal.get() * u32::from(rules)"));
    if let Some((table, token)) = begun {
        end_the_game_under_new_rules(data.path(), &table, &token).await;
    }
}
