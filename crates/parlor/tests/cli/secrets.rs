//! What `parlor replay --as` keeps from whom.

use std::collections::BTreeSet;

use serde_json::Value;

use super::helped::{Folder, GAMES, fine, records, steps};

type Cards = BTreeSet<String>;

/// All cards that are named anywhere in it.
fn cards(value: &Value) -> Cards {
    match value {
        Value::String(text) => {
            let is_card = text.len() <= 3
                && text.starts_with(['S', 'H', 'D', 'C'])
                && (text[1..] == *"10"
                    || text.len() == 2 && text[1..].contains(|rank| "A23456789JQK".contains(rank)));
            is_card.then(|| text.clone()).into_iter().collect()
        }
        Value::Array(items) => items.iter().flat_map(cards).collect(),
        Value::Object(fields) => fields.values().flat_map(cards).collect(),
        _ => Cards::new(),
    }
}

/// One game seen by seat 0, by a watcher, and by an omniscient viewer.
struct Seen {
    own: Vec<Value>,
    watched: Vec<Value>,
    all: Vec<Value>,
}

fn seen(game: &str, more: &[&str]) -> Seen {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", &records(game, more)[0]);
    let [own, watched, all] =
        ["0", "watcher", "everything"].map(|eyes| steps(&["replay", &file, "--json", "--as", eyes]));
    assert!(own.len() == watched.len() && own.len() == all.len() && own.len() > 10);
    Seen { own, watched, all }
}

#[test]
fn a_seat_is_given_its_own_view_and_nobody_elses() {
    for game in GAMES.iter().copied() {
        let seen = seen(game, &[]);
        for ((own, watched), all) in seen.own.iter().zip(&seen.watched).zip(&seen.all) {
            assert_eq!(own["views"].as_object().unwrap().keys().collect::<Vec<_>>(), ["0"]);
            assert_eq!(watched["views"].as_object().unwrap().keys().collect::<Vec<_>>(), ["watcher"]);
            assert_eq!(own["views"]["0"], all["views"]["0"]);
            assert_eq!(watched["views"]["watcher"], all["views"]["watcher"]);
            for field in ["n", "seat", "scores", "to_act", "outcome"] {
                assert_eq!(own[field], all[field], "{game}, {field}");
            }
        }
    }
}

#[test]
fn the_action_of_another_seat_is_not_shown_where_games_have_secrets() {
    for game in GAMES.iter().copied() {
        let seen = seen(game, &[]);
        for ((own, watched), all) in seen.own.iter().zip(&seen.watched).zip(&seen.all) {
            let open = game == "gomoku";
            let mine = all["seat"] == 0;
            assert_eq!(
                own["action"],
                if open || mine { all["action"].clone() } else { Value::Null },
                "{game}"
            );
            assert_eq!(watched["action"], if open { all["action"].clone() } else { Value::Null }, "{game}");
        }
    }
}

#[test]
fn a_seat_of_chicago_sees_no_card_of_another_hand_that_does_not_lie_open() {
    let seen = seen("chicago", &["--bots", "casual"]);
    let mut thrown = Cards::new();
    let mut hidden = 0;
    for ((own, watched), all) in seen.own.iter().zip(&seen.watched).zip(&seen.all) {
        if all["views"]["everything"]["view"]["round"] != 1 {
            break;
        }
        if all["seat"] == 0 {
            thrown.extend(cards(&all["action"]));
        }
        let open = cards(watched);
        let hands: Cards =
            (1..4).flat_map(|seat| cards(&all["views"][seat.to_string()]["view"]["hand"])).collect();
        let known: Cards = &(&open | &cards(&all["views"]["0"]["view"]["hand"])) | &thrown;
        assert!(cards(own).is_subset(&known), "step {}: {own}", all["n"]);
        assert!((&cards(own) & &hands).is_subset(&open), "step {}: {own}", all["n"]);
        hidden += hands.difference(&open).count();
        if all["views"]["everything"]["view"]["exchange"] == 1
            && all["views"]["everything"]["view"]["awards"] == Value::Array(vec![])
        {
            assert!(open.is_empty(), "watchers see {open:?} before anything lies open");
        }
    }
    assert!(hidden > 100, "there was nothing to hide");
}

#[test]
fn a_seat_of_golf_sees_no_card_that_lies_face_down_and_none_of_the_stock() {
    let seen = seen("golf", &[]);
    let mut looked = 0;
    for ((own, watched), all) in seen.own.iter().zip(&seen.watched).zip(&seen.all) {
        let everything = &all["views"]["everything"]["view"];
        // Later rounds show the cards of the one before; a stock made of discards holds cards that all have seen.
        if everything["round"] != 1 || everything["new_stocks"] != 0 {
            break;
        }
        let hidden = &cards(&everything["face_down"]) | &cards(&everything["stock_order"]);
        assert!(hidden.len() > 10, "there is nothing to hide");
        assert!((&cards(own) & &hidden).is_empty(), "step {}: {own}", all["n"]);
        assert!((&cards(watched) & &hidden).is_empty(), "step {}: {watched}", all["n"]);
        if everything["held"]["source"] == "stock" {
            let held = cards(&everything["held"]);
            assert!((&cards(watched) & &held).is_empty(), "a watcher sees the stock card in hand: {watched}");
            assert_eq!(cards(own).is_superset(&held), all["seat"] == 0, "{own}");
        }
        looked += 1;
    }
    assert!(looked > 10);
}

#[test]
fn a_seat_of_one_card_sees_its_own_hand_and_what_was_laid() {
    let seen = seen("onecard", &["--players", "3", "--options", "may_draw=on"]);
    let mut laid = cards(&seen.watched[0]);
    assert!(laid.len() <= 4, "one card for each to find who begins, and the top: {laid:?}");
    let last = seen.all.len() - 1;
    let mut hidden = 0;
    for ((own, watched), all) in seen.own.iter().zip(&seen.watched).zip(&seen.all).take(last) {
        laid.extend(cards(&all["action"]));
        let hands = &all["views"]["everything"]["view"]["all_hands"];
        assert!(cards(watched).is_subset(&laid), "step {}: {watched}", all["n"]);
        assert!(cards(own).is_subset(&(&laid | &cards(&hands[0]))), "step {}: {own}", all["n"]);
        hidden += (&cards(hands) - &cards(own)).len();
    }
    assert!(hidden > 100, "there was nothing to hide");
}

#[test]
fn text_for_a_seat_names_no_choice_of_another() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", &records("chicago", &["--players", "2"])[0]);
    let headings = |eyes| -> Vec<String> {
        let text = fine(&["replay", &file, "--as", eyes]);
        text.lines().filter(|line| line.starts_with("── step")).map(str::to_owned).collect()
    };
    for (own, all) in headings("0").iter().zip(headings("everything")) {
        let (_, who) = own.split_once(", ").unwrap();
        assert!(who.starts_with("you: ") || who == "Player 2 ──", "{own}");
        assert!(all.contains(": "), "{all}");
    }
    assert!(headings("watcher").iter().all(|line| !line.contains(": ")));
}

#[test]
fn no_replay_tells_the_seed() {
    for game in GAMES.iter().copied() {
        let folder = Folder::new();
        let line = &records(game, &[])[0];
        let file = folder.write("games.jsonl", line);
        let seed = serde_json::from_str::<Value>(line).unwrap()["seed"].as_str().unwrap().to_owned();
        for eyes in ["0", "watcher"] {
            assert!(!fine(&["replay", &file, "--json", "--as", eyes]).contains(&seed));
        }
    }
}
