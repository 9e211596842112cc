//! `parlor show`.

use serde_json::Value;

use super::helped::{GAMES, fine, misunderstood, refused, steps};

#[test]
fn show_plays_one_game_of_each_kind() {
    let text = fine(&["show", "--seed", "1"]);
    let deals: Vec<_> = text.lines().filter(|line| line.contains(": the deal ──")).collect();
    assert_eq!(deals.len(), GAMES.len(), "{deals:?}");
    let ends = ["won the game.", "share the win.", "A draw: nobody wins."];
    assert_eq!(text.lines().filter(|line| ends.iter().any(|end| line.ends_with(end))).count(), GAMES.len());
}

#[test]
fn show_plays_one_game_that_is_named_and_the_seed_fixes_it() {
    for game in GAMES.iter().copied() {
        let text = fine(&["show", game, "--seed", "5"]);
        assert_eq!(text, fine(&["show", game, "--seed", "5", "--delay-ms", "0"]));
        assert_eq!(text.matches(": the deal ──").count(), 1);
    }
}

#[test]
fn show_json_is_one_line_a_step_with_everybodys_view() {
    let steps = steps(&["show", "gomoku", "--seed", "1", "--players", "2", "--json"]);
    assert!(steps.len() > 9);
    for (number, step) in steps.iter().enumerate() {
        assert_eq!(step["n"], number);
        let viewers: Vec<_> = step["views"].as_object().unwrap().keys().collect();
        assert_eq!(viewers, ["0", "1", "everything", "watcher"]);
    }
    assert_ne!(steps[steps.len() - 1]["outcome"], Value::Null);
}

#[test]
fn show_takes_the_table_as_sim_does() {
    assert!(
        fine(&["show", "onecard", "--players", "6", "--options", "decks=3", "--bots", "random,casual"])
            .contains("Player 6")
    );
    assert_eq!(
        refused(&["show", "golf", "--options", "packs=3"]),
        "The option packs cannot be \"3\": it is 1 to 2."
    );
    let err = misunderstood(&["show", "golf", "--delay-ms", "-1"]);
    assert!(err.contains("must be a whole number from 0 to 60000"), "{err}");
}
