//! `parlor replay`: what can be seen of a record, and how.

use serde_json::{Value, json};

use super::helped::{Folder, GAMES, fed, fine, parlor, records, refused, steps};

#[test]
fn everything_shows_every_step_with_everybodys_view() {
    for game in GAMES.iter().copied() {
        let folder = Folder::new();
        let line = &records(game, &[])[0];
        let file = folder.write("games.jsonl", line);
        let record: Value = serde_json::from_str(line).unwrap();
        let actions = record["actions"].as_array().unwrap();
        let steps = steps(&["replay", &file, "--json"]);
        assert_eq!(steps.len(), actions.len() + 1);
        let seats = record["seats"].as_u64().unwrap();
        let mut viewers: Vec<String> = (0..seats).map(|seat| seat.to_string()).collect();
        viewers.extend(["everything".to_owned(), "watcher".to_owned()]);
        for (number, step) in steps.iter().enumerate() {
            assert_eq!(step["n"], number);
            assert_eq!(
                step["views"].as_object().unwrap().keys().collect::<Vec<_>>(),
                viewers.iter().collect::<Vec<_>>()
            );
            assert!(step["events"].is_array());
            let played = number.checked_sub(1).map(|index| &actions[index]);
            assert_eq!(step["seat"], played.map_or(Value::Null, |played| played["seat"].clone()));
            assert_eq!(step["action"], played.map_or(Value::Null, |played| played["action"].clone()));
            assert_eq!(step["outcome"].is_null(), number < actions.len());
            assert_eq!(step["to_act"] == json!([]), number == actions.len());
        }
    }
}

#[test]
fn text_shows_the_deal_every_step_and_the_end() {
    for game in GAMES.iter().copied() {
        let folder = Folder::new();
        let line = &records(game, &[])[0];
        let file = folder.write("games.jsonl", line);
        let record: Value = serde_json::from_str(line).unwrap();
        for eyes in ["everything", "watcher", "0", "1"] {
            let text = fine(&["replay", &file, "--as", eyes]);
            assert!(text.starts_with("── ") && text.contains(": the deal ──"), "{game}");
            let headings = text.lines().filter(|line| line.starts_with("── step ")).count();
            assert_eq!(headings, record["actions"].as_array().unwrap().len(), "{game}, {eyes}");
            assert!(
                text.contains("won the game.") || text.contains("share the win.") || text.contains("A draw")
            );
        }
    }
}

#[test]
fn step_shows_one_step_and_line_one_record() {
    let folder = Folder::new();
    let lines = records("golf", &[]);
    let file = folder.write("games.jsonl", format!("\n{}\n\n{}\r\n", lines[0], lines[1]));
    let both = steps(&["replay", &file, "--json"]);
    let first = steps(&["replay", &file, "--json", "--line", "2"]);
    let second = steps(&["replay", &file, "--json", "--line", "4"]);
    assert_eq!(both, [first.clone(), second.clone()].concat());
    assert_eq!(steps(&["replay", &file, "--json", "--line", "4", "--step", "0"]), second[..1]);
    assert_eq!(steps(&["replay", &file, "--json", "--step", "5"]), [first[5].clone(), second[5].clone()]);
    assert!(fine(&["replay", &file, "--line", "2", "--step", "5"]).starts_with("── step 5, "));
}

#[test]
fn a_line_or_a_step_that_is_not_there_is_refused_with_what_is() {
    let folder = Folder::new();
    let line = &records("sorry", &[])[0];
    let last = serde_json::from_str::<Value>(line).unwrap()["actions"].as_array().unwrap().len();
    let file = folder.write("games.jsonl", line);
    assert_eq!(refused(&["replay", &file, "--line", "2"]), format!("{file} has no record on line 2."));
    assert_eq!(
        refused(&["replay", &file, "--step", "18446744073709551615"]),
        format!("{file}, line 1: There is no step 18446744073709551615: the last one is {last}.")
    );
    assert_eq!(
        refused(&["replay", &file, "--as", "9"]),
        format!("{file}, line 1: There is no seat 9: 4 played, counted from 0.")
    );
}

#[test]
fn a_dash_reads_standard_input() {
    let lines = records("gomoku", &[]);
    let folder = Folder::new();
    let file = folder.write("games.jsonl", &lines[0]);
    let said = fed(&["replay", "-", "--json"], lines[0].as_bytes());
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    assert_eq!(said.out, fine(&["replay", &file, "--json"]));
    let said = fed(&["replay", "-"], b"");
    assert_eq!((said.status, said.err.as_str()), (1, "parlor: standard input has no record in it.\n"));
    let said = fed(&["replay", "-"], b"\n{}");
    assert_eq!(said.status, 1);
    assert!(said.err.starts_with("parlor: standard input, line 2: This is not a record: "), "{}", said.err);
}

#[test]
fn a_record_of_one_line_is_shown_without_waiting_for_the_rest() {
    // Standard input stays open: a program that waits for its end would wait for ever.
    let line = records("onecard", &[])[0].clone() + "\n";
    let mut child = parlor(&["replay", "-", "--line", "1", "--json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, line.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    drop(stdin);
}

#[test]
fn a_game_of_a_hundred_rounds_is_read_and_shown() {
    let lines = records("onecard", &["--options", "rounds=100", "--games", "1"]);
    let folder = Folder::new();
    let file = folder.write("games.jsonl", &lines[0]);
    let text = fine(&["replay", &file, "--step", "0"]);
    assert!(text.starts_with("── One Card: the deal ──"));
}
