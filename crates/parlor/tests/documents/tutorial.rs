//! The tutorial for a new game is followed literally, in a copy of the tree.

use std::path::Path;
use std::process::Command;

use super::blocks::{blocks, root};
use crate::support::skipped::skipped;

pub(super) const TUTORIAL: &str = "docs/adding-a-game.md";

/// Copies what is under version control, as it stands now.
fn copy_tree(to: &Path) {
    let script = "git ls-files -z | xargs -0 cp --parents --target-directory \"$0\"";
    let copied = Command::new("sh").args(["-euc", script]).arg(to).current_dir(root()).status().unwrap();
    assert!(copied.success());
}

#[test]
fn the_tutorial_is_followed_and_the_new_game_is_played() {
    let is_long = std::env::var_os("PARLOR_LONG").is_some();
    let tree = tempfile::tempdir().unwrap();
    copy_tree(tree.path());
    for block in blocks(TUTORIAL).iter().filter(|block| block.language == "sh") {
        let (compiling, quick): (Vec<&str>, Vec<&str>) =
            block.text.lines().partition(|line| line.starts_with("cargo "));
        if !is_long && !compiling.is_empty() {
            skipped(&block.place(), "builds a copy of the tree: `make test-long` runs it");
        }
        let commands = if is_long { block.text.clone() } else { quick.join("\n") };
        let mut shell = Command::new("sh");
        shell.args(["-euc", &commands]).current_dir(tree.path());
        // Beside the other builds, so that a second run is quick.
        shell.env("CARGO_TARGET_DIR", root().join("target/tutorial"));
        let output = shell.output().unwrap();
        assert!(
            output.status.success(),
            "{}:\n{commands}\n{}{}",
            block.place(),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let read = |file: &str| std::fs::read_to_string(tree.path().join(file)).unwrap();
    assert!(read("crates/games/src/lib.rs").contains("\npub mod pig;\n"));
    assert!(read("crates/games/src/kind.rs").contains("    Pig => crate::pig::Pig, plain;\n"));
    assert!(read("crates/games/tests/pig.rs").contains("use games::pig::"));
}
