//! `parlor review`: what decisions cost.

use super::helped::{Folder, fine, records, refused};

#[test]
fn a_beginner_is_shown_what_was_lost() {
    let folder = Folder::new();
    let lines =
        records("gomoku", &["--games", "1", "--players", "2", "--bots", "hard,easy", "--options", "size=10"]);
    let file = folder.write("games.jsonl", lines.join("\n"));
    let text = fine(&["review", &file, "--level", "medium", "--seat", "1"]);
    assert!(text.starts_with("Gomoku for three: what each decision cost"), "{text}");
    assert!(text.contains("seat 1") && text.contains("better: place") && !text.contains("seat 0"), "{text}");
    let json = fine(&["review", &file, "--level", "medium", "--json"]);
    let review: serde_json::Value = serde_json::from_str(&json).expect("one line of JSON");
    assert_eq!((&review["line"], &review["luck_method"]), (&1.into(), &"none".into()));
    for decision in review["decisions"].as_array().expect("decisions") {
        assert!(decision["cost"].as_f64().is_none_or(|cost| (0.0..=1.0).contains(&cost)), "{decision}");
    }
    let chart = folder.path("chances.svg");
    fine(&["review", &file, "--level", "medium", "--svg", &chart]);
    let svg = std::fs::read_to_string(&chart).expect("a chart");
    assert_eq!((svg.matches("<polyline").count(), svg.ends_with("</svg>\n")), (2, true), "{svg}");
    assert!(refused(&["review", &file, "--line", "2"]).ends_with("has no record on line 2."));
    assert!(refused(&["review", &file, "--seat", "2"]).contains("There is no seat 2"));
}

#[test]
fn a_game_that_is_not_over_is_not_reviewed() {
    let folder = Folder::new();
    let lines = records("sorry", &["--games", "1"]);
    let mut record: serde_json::Value = serde_json::from_str(&lines[0]).expect("a record");
    record["actions"].as_array_mut().expect("actions").truncate(3);
    let file = folder.write("cut.jsonl", record.to_string());
    assert!(
        refused(&["review", &file]).ends_with("the game is not over, and only finished games are reviewed.")
    );
}

#[test]
fn luck_and_the_result_without_it_are_printed_for_every_seat() {
    let folder = Folder::new();
    let lines = records("sorry", &["--games", "2", "--players", "2", "--bots", "casual,casual"]);
    let file = folder.write("games.jsonl", lines.join("\n"));
    let text = fine(&["review", &file, "--level", "medium", "--line", "1"]);
    assert!(text.contains("Luck (exact), and the result without it"), "{text}");
    assert!(text.contains("seat 0: result ") && text.contains("seat 1: result "), "{text}");
    let chart = folder.path("chances.svg");
    assert!(
        refused(&["review", &file, "--level", "medium", "--svg", &chart]).contains("name it with --line")
    );
}
