//! Documented commands are run as they stand.

use super::blocks::{Block, Mode, blocks, documents, root};
use super::sandbox::Sandbox;
use super::tutorial::TUTORIAL;
use crate::support::skipped::skipped;

/// A test for each document, so that they run beside each other and a failure names its document.
macro_rules! documents_with_commands {
    ($($test:ident => $document:literal,)*) => {
        /// All documents with commands.
        const DOCUMENTS: &[&str] = &[$($document),*];
        $(
            #[tokio::test]
            async fn $test() {
                run_commands($document).await;
            }
        )*
    };
}

documents_with_commands! {
    the_commands_of_the_readme_run => "README.md",
    the_commands_of_bots_run => "docs/bots.md",
    the_commands_of_the_cluster_run => "docs/cluster.md",
    the_commands_of_installing_run => "docs/installing.md",
    the_commands_of_onecard_run => "docs/onecard.md",
    the_commands_of_performance_run => "docs/performance.md",
    the_commands_of_protocol_run => "docs/protocol.md",
    the_commands_of_ratings_run => "docs/ratings.md",
    the_commands_of_reviews_run => "docs/reviews.md",
    the_commands_of_running_run => "docs/running.md",
    the_commands_of_scale_run => "docs/scale.md",
    the_commands_of_the_terminal_run => "docs/terminal.md",
    the_commands_of_tournaments_run => "docs/tournaments.md",
    the_commands_of_the_chicago_protocol_run => "docs/legacy/chicago.md",
    the_commands_of_the_golf_protocol_run => "docs/legacy/golf.md",
    the_commands_of_the_gomoku_protocol_run => "docs/legacy/gomoku.md",
    the_commands_of_the_sorry_protocol_run => "docs/legacy/sorry.md",
}

async fn run_commands(document: &str) {
    for block in blocks(document).iter().filter(|block| block.language == "sh") {
        match &block.mode {
            Mode::NotRun(reason) => skipped(&block.place(), reason),
            Mode::DryRun(reason) => dry_run(block, reason),
            Mode::Run => {
                let sandbox = Sandbox::for_commands(&block.text).await;
                if let Err(failure) = sandbox.run(&block.text) {
                    panic!("{}:\n{}\n{failure}", block.place(), block.text);
                }
            }
        }
    }
}

/// What `make` would do: the targets are there.
fn dry_run(block: &Block, reason: &str) {
    skipped(&block.place(), &format!("{reason}; only `make --dry-run` was run"));
    for line in block.text.lines() {
        let command = line.split('#').next().unwrap_or_default().trim();
        // Variables may stand before the command.
        let Some((before, targets)) = command.split_once("make ") else {
            panic!("{}: only make can be run dry, not {command:?}", block.place());
        };
        let script = format!("{before} make --dry-run {targets}");
        let output =
            std::process::Command::new("sh").args(["-euc", &script]).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_document_with_commands_is_tested() {
    for document in documents() {
        let has_commands = blocks(&document).iter().any(|block| block.language == "sh");
        let is_tested = document == TUTORIAL || DOCUMENTS.contains(&document.as_str());
        assert!(!has_commands || is_tested, "{document} is not in this list");
    }
}
