//! `parlor games`.

use serde_json::Value;

use super::helped::{GAMES, fine, fine_json, misunderstood};

#[test]
fn games_lists_every_game_with_seats_and_options() {
    let text = fine(&["games"]);
    for game in GAMES.iter() {
        assert!(text.contains(&format!("({game})")), "{game} is missing");
    }
    for words in
        ["players, usually", "option", "default", "range", "description", "initial_cards", "2 to 206"]
    {
        assert!(text.contains(words), "{words}");
    }
    assert!(text.lines().all(|line| line.trim_end() == line), "blanks at the end of a line");
}

#[test]
fn games_of_one_name_tells_only_of_that_game() {
    let text = fine(&["games", "golf"]);
    assert!(text.starts_with("Six Card Golf  (golf)\n"));
    assert!(!text.contains("(chicago)"));
    assert!(text.contains("the lowest score wins"));
}

#[test]
fn games_json_lists_every_option_with_default_range_and_description() {
    let list = fine_json(&["games", "--json"]);
    let books = list.as_array().expect("a list");
    assert_eq!(books.iter().map(|book| book["name"].as_str().unwrap()).collect::<Vec<_>>(), *GAMES);
    for book in books {
        assert!(book["title"].is_string() && book["summary"].is_string() && book["rules_version"].is_u64());
        let [least, usual, most] =
            ["min_seats", "default_seats", "max_seats"].map(|field| book[field].as_u64().expect(field));
        assert!(2 <= least && least <= usual && usual <= most && most <= 10);
        let options = book["options"].as_array().expect("options");
        assert!(!options.is_empty());
        for option in options {
            let name = option["name"].as_str().expect("a name");
            assert!(
                option["description"].as_str().expect("a description").len() > 10,
                "{name} means nothing"
            );
            assert_default_is_in_range(
                name,
                option["default"].as_str().expect("a default"),
                &option["range"],
            );
        }
    }
}

fn assert_default_is_in_range(name: &str, default: &str, range: &Value) {
    if range == "switch" {
        assert!(["on", "off"].contains(&default), "{name}");
    } else if let Some(words) = range["choice"].as_array() {
        assert!(words.iter().any(|word| word == default), "{name}");
    } else {
        let [min, max] = ["min", "max"].map(|end| range["number"][end].as_u64().expect(end));
        let number: u64 = default.parse().expect("a number");
        assert!(min <= number && number <= max, "{name}");
    }
}

#[test]
fn games_json_of_one_name_is_that_game() {
    for game in GAMES.iter().copied() {
        assert_eq!(fine_json(&["games", game, "--json"])["name"], game);
    }
}

#[test]
fn every_option_that_is_listed_can_be_set_to_its_default() {
    for game in GAMES.iter().copied() {
        let book = fine_json(&["games", game, "--json"]);
        let all: Vec<_> = book["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| {
                format!("{}={}", option["name"].as_str().unwrap(), option["default"].as_str().unwrap())
            })
            .collect();
        fine(&["sim", game, "--games", "1", "--options", &all.join(",")]);
    }
}

#[test]
fn a_game_that_does_not_exist_is_refused_with_those_that_do() {
    let err = misunderstood(&["games", "poker"]);
    let known = format!("There is no game \"poker\". The games are {}.", GAMES.join(", "));
    assert!(err.contains(&known), "{err}");
}

#[test]
fn help_is_there_for_the_program_and_every_command() {
    for args in [&["--help"][..], &["help"], &["-h"]] {
        let text = fine(args);
        for word in ["games", "sim", "replay", "show", "Examples:"] {
            assert!(text.contains(word), "{args:?} does not tell of {word}");
        }
    }
    for command in ["games", "sim", "replay", "show"] {
        let text = fine(&[command, "--help"]);
        assert_eq!(text, fine(&["help", command]));
        assert!(text.contains("Usage: parlor") && text.contains("--json"), "{text}");
    }
    let sim = fine(&["sim", "--help"]);
    for word in [
        &GAMES.join(", "),
        "random, easy, casual, medium, hard, expert",
        "--seed",
        "--records",
        "[default: 1000]",
    ] {
        assert!(sim.contains(word), "{word}");
    }
    let version = fine(&["--version"]);
    assert!(version.starts_with(concat!("parlor ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
}
