//! Records that were damaged, forged or never were any: one sentence with the line and the step, and no panic.

use std::fs;
use std::io::Write;

use serde_json::{Value, json};

use super::helped::{Folder, GAMES, fine, misunderstood, records, refused, say, sentence};

/// What is said to a file whose second line is this record.
fn error_of(record: &[u8]) -> String {
    let folder = Folder::new();
    let good = &records("gomoku", &["--games", "1"])[0];
    let file = folder.write("games.jsonl", [good.as_bytes(), b"\n", record, b"\n"].concat());
    let said = refused(&["replay", &file, "--json", "--line", "2"]);
    said.strip_prefix(&format!("{file}, line 2: ")).unwrap_or_else(|| panic!("{said}")).to_owned()
}

fn a_record(game: &str) -> Value {
    serde_json::from_str(&records(game, &["--games", "1"])[0]).expect("a record")
}

/// What is said to a record in which something was changed.
fn changed(game: &str, change: impl Fn(&mut Value)) -> String {
    let mut record = a_record(game);
    change(&mut record);
    error_of(record.to_string().as_bytes())
}

#[test]
fn a_changed_action_is_refused_with_its_step_and_the_rule() {
    let said =
        changed("gomoku", |record| record["actions"][4]["action"] = record["actions"][1]["action"].clone());
    assert!(said.starts_with("Step 5 is against the rules: seat 1, place "), "{said}");
    assert!(said.ends_with("[occupied]"), "{said}");
    let said =
        changed("gomoku", |record| record["actions"][4]["action"] = json!({"place": {"x": 15, "y": -1}}));
    assert!(said.starts_with("Step 5 is against the rules: seat 1, place (15, -1). "), "{said}");
    let said = changed("chicago", |record| record["actions"][0]["action"] = json!("call_chicago"));
    assert!(said.starts_with("Step 1 is against the rules: seat 0, call Chicago. "), "{said}");
}

#[test]
fn an_action_of_the_wrong_seat_is_refused_with_its_step() {
    let said = changed("gomoku", |record| record["actions"][0]["seat"] = json!(2));
    assert!(said.starts_with("Step 1 is against the rules: seat 2, "), "{said}");
    assert!(said.ends_with("It is not your turn: waiting for seat 0. [not_your_turn]"), "{said}");
    let said = changed("gomoku", |record| record["actions"][0]["seat"] = json!(9));
    assert!(said.ends_with("There is no such seat at this table. [no_such_seat]"), "{said}");
    for (seat, reason) in [
        (json!(200), "step 3: there is no seat 200: seats are counted from 0 to 9"),
        (json!(256), "step 3: invalid value: integer `256`, expected u8"),
        (json!(-1), "step 3: invalid value: integer `-1`, expected u8"),
        (json!("0"), "step 3: invalid type: string \"0\", expected u8"),
        (json!(null), "step 3: invalid type: null, expected u8"),
    ] {
        let said = changed("sorry", |record| record["actions"][2]["seat"] = seat.clone());
        assert!(said.starts_with(&format!("This is not a record: {reason} (column ")), "{said}");
    }
}

#[test]
fn seats_inside_actions_are_checked_as_well() {
    for action in [json!({"switch": 200}), json!({"sorry": 10}), json!({"take": 255})] {
        let said = changed("sorry", |record| record["actions"][1]["action"] = action.clone());
        assert!(said.starts_with("Step 2 is not an action of this game: "), "{said}");
        assert!(said.contains("there is no seat "), "{said}");
    }
    let steal = json!({"steal": {"from": 64, "card": 0, "own": 0}});
    let said = changed("golf", |record| record["actions"][2]["action"] = steal.clone());
    assert!(said.starts_with("Step 3 is not an action of this game: "), "{said}");
    assert!(said.contains("there is no seat 64"), "{said}");
}

#[test]
fn what_is_no_action_is_refused_with_its_step() {
    let strange =
        [json!("fly"), json!(null), json!(7), json!([]), json!({}), json!({"place": {"x": 1e300, "y": 0}})];
    for game in GAMES.iter().copied() {
        for action in &strange {
            let said = changed(game, |record| record["actions"][1]["action"] = action.clone());
            assert!(said.starts_with("Step 2 is not an action of this game: "), "{game}, {action}: {said}");
        }
        let said = changed(game, |record| record["actions"][1] = json!({"seat": 0}));
        assert!(said.starts_with("This is not a record: step 2: missing field `action`"), "{said}");
    }
}

#[test]
fn a_cut_record_is_not_shown_whole_but_each_seat_may_see_its_part() {
    for game in GAMES.iter().copied() {
        let mut record = a_record(game);
        record["actions"].as_array_mut().unwrap().truncate(5);
        assert_eq!(
            error_of(record.to_string().as_bytes()),
            "The record stops after step 5 before the game is over, so not everything may be shown: \
             say --as watcher or --as SEAT."
        );
        let folder = Folder::new();
        let file = folder.write("cut.jsonl", record.to_string());
        for eyes in ["0", "watcher"] {
            assert_eq!(fine(&["replay", &file, "--json", "--as", eyes]).lines().count(), 6);
        }
    }
}

#[test]
fn an_action_after_the_end_is_refused() {
    for game in GAMES.iter().copied() {
        let last = a_record(game)["actions"].as_array().unwrap().len();
        let said = changed(game, |record| {
            let again = record["actions"][0].clone();
            record["actions"].as_array_mut().unwrap().push(again);
        });
        assert!(said.starts_with(&format!("Step {} is against the rules: ", last + 1)), "{said}");
        assert!(said.ends_with("The game is over. [game_is_over]"), "{said}");
    }
}

#[test]
fn another_seed_is_another_deal_and_the_old_actions_do_not_fit() {
    for game in ["chicago", "onecard", "sorry"] {
        let said = changed(game, |record| record["seed"] = json!("5".repeat(64)));
        assert!(said.starts_with("Step ") && said.contains(" is against the rules: "), "{said}");
    }
    for seed in [json!("5"), json!("x".repeat(64)), json!("é".repeat(32)), json!("")] {
        let said = changed("golf", |record| record["seed"] = seed.clone());
        assert!(said.starts_with("This is not a record: a seed is 64 hexadecimal digits (column "), "{said}");
    }
}

#[test]
fn other_rules_and_other_games_are_refused_by_name() {
    assert_eq!(
        changed("golf", |record| record["rules"] = json!(2)),
        "This record was played by rules 2 of golf; this program knows rules 1."
    );
    assert_eq!(
        changed("golf", |record| record["game"] = json!("whist")),
        format!("There is no game \"whist\". The games are {}.", GAMES.join(", "))
    );
    let said = changed("golf", |record| record["game"] = json!("gomoku"));
    assert!(said.starts_with("There is no option "), "{said}");
    // Rules that are not known may have actions that are not known: the rules are named, not the actions.
    let said = changed("golf", |record| {
        record["rules"] = json!(65535);
        record["actions"][0]["action"] = json!("juggle");
    });
    assert_eq!(said, "This record was played by rules 65535 of golf; this program knows rules 1.");
}

#[test]
fn options_and_seats_of_a_record_are_checked_as_those_of_a_person() {
    let options = |options: Value| changed("gomoku", |record| record["options"] = options.clone());
    assert!(
        options(json!({"seize": 15})).starts_with("There is no option \"seize\". The options are size, ")
    );
    for size in [json!(9), json!("big"), json!(-1), json!(true), json!(1e99), json!(15.5), json!(u64::MAX)] {
        let said = options(json!({"size": size}));
        assert!(
            said.starts_with("The option size cannot be ") && said.ends_with(": it is 10 to 25."),
            "{said}"
        );
    }
    for (size, what) in [(json!(null), "null"), (json!([15]), "sequence"), (json!({}), "map")] {
        let said = options(json!({"size": size}));
        let start =
            format!("This is not a record: invalid type: {what}, expected a number, a word, on or off");
        assert!(said.starts_with(&start), "{said}");
    }
    assert!(
        options(json!([])).starts_with("This is not a record: invalid type: sequence, expected an object of")
    );
    let seats = |seats: Value| changed("gomoku", |record| record["seats"] = seats.clone());
    for number in [0, 1, 4, 200, 255] {
        assert_eq!(seats(json!(number)), format!("{number} cannot play this: it is for 2 to 3 players."));
    }
    assert!(seats(json!(256)).starts_with("This is not a record: invalid value: integer `256`, expected u8"));
    assert!(seats(json!("3")).starts_with("This is not a record: invalid type: string \"3\", expected u8"));
}

#[test]
fn every_field_is_needed_and_none_may_stand_twice() {
    let record = a_record("gomoku");
    for field in ["game", "rules", "options", "seats", "seed", "actions"] {
        let mut without = record.clone();
        without.as_object_mut().unwrap().remove(field);
        let said = error_of(without.to_string().as_bytes());
        assert!(said.starts_with(&format!("This is not a record: missing field `{field}`")), "{said}");
    }
    let twice = record.to_string().replacen('{', "{\"seats\":3,", 1);
    assert!(error_of(twice.as_bytes()).starts_with("This is not a record: duplicate field `seats`"));
}

#[test]
fn what_was_never_a_record_is_refused() {
    for text in ["x", "{", "{}", "[]", "null", "0", "\"\"", "{\"game\":1}", "\u{feff}{}", "\0", "{}{}"] {
        let said = error_of(text.as_bytes());
        assert!(said.starts_with("This is not a record: "), "{text}: {said}");
        assert!(!said.contains("at line 1"), "two ways of counting lines: {said}");
    }
    let deep = [b'['; 100_000];
    assert!(error_of(&deep).starts_with("This is not a record: "));
    let deep = a_record("golf").to_string().replacen(
        "{\"action\":",
        &format!("{{\"more\":{}{},\"action\":", "[".repeat(100_000), "]".repeat(100_000)),
        1,
    );
    let folder = Folder::new();
    let said = say(&["replay", &folder.write("deep.jsonl", deep), "--step", "0"]);
    assert!(!said.err.contains("panicked") && said.status <= 1, "{}", said.err);
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    let said = error_of(b"{\"game\":\"\xff\"}");
    assert!(said.starts_with("This is not a record: it is not UTF-8 text: "), "{said}");
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = Folder::new();
    let here = folder.path("");
    assert_eq!(refused(&["replay", &here]), format!("cannot read {here}: it is a folder."));
    let none = folder.path("none");
    assert_eq!(
        refused(&["replay", &none]),
        format!("cannot read {none}: No such file or directory (os error 2)")
    );
    misunderstood(&["replay", ""]);
    for nothing in ["", "\n", " \n\r\n\t"] {
        let file = folder.write("empty", nothing);
        assert_eq!(refused(&["replay", &file]), format!("{file} has no record in it."));
    }
}

#[test]
fn a_hostile_record_cannot_command_or_flood_the_terminal() {
    for field in ["game", "seed"] {
        let said = changed("golf", |record| record[field] = json!("\u{1b}[2J\u{9b}1m"));
        assert!(!said.contains(char::is_control), "{said:?}");
    }
    let said = changed("golf", |record| record["actions"][0]["action"] = json!("\u{1b}[2J\u{202e}"));
    assert!(!said.contains(char::is_control) && !said.contains('\u{202e}'), "{said:?}");
    for field in ["game", "seats"] {
        let said = changed("golf", |record| record[field] = json!("x".repeat(100_000)));
        assert!(said.chars().count() <= 1_001, "{}", said.len());
    }
}

#[test]
fn a_line_of_a_hundred_megabytes_is_refused() {
    let folder = Folder::new();
    let file = folder.path("long.jsonl");
    let mut out = fs::File::create(&file).unwrap();
    let record = a_record("onecard").to_string();
    let (head, _) = record.split_once("\"actions\":[").unwrap();
    let megabyte = "[],".repeat(1 << 20);
    let part = &megabyte.as_bytes()[..1 << 20];
    write!(out, "{head}\"actions\":[{{\"seat\":0,\"action\":[").unwrap();
    for _ in 0..100 {
        out.write_all(part).unwrap();
    }
    drop(out);
    let said = refused(&["replay", &file]);
    assert!(said.starts_with(&format!("{file}: This is not a record: ")), "{said}");
}

#[test]
fn a_record_that_ends_at_any_byte_is_refused() {
    let line =
        records("gomoku", &["--games", "1", "--players", "2", "--bots", "casual", "--options", "size=10"])
            .swap_remove(0);
    let mut record: Value = serde_json::from_str(&line).unwrap();
    record["actions"].as_array_mut().unwrap().truncate(3);
    let line = record.to_string();
    let folder = Folder::new();
    for length in 0..line.len() {
        let file = folder.write("cut.jsonl", &line[..length]);
        let said = say(&["replay", &file, "--as", "watcher"]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{length}: {}", said.err);
        let said = sentence(&said.err);
        if length == 0 {
            assert_eq!(said, format!("{file} has no record in it."));
        } else {
            assert!(said.starts_with(&format!("{file}: This is not a record: ")), "{said}");
            assert!(said.contains("the line ends inside "), "{said}");
        }
    }
}
