//! `parlor sim --records`: the file is whole or not there, and an old one survives a failure.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use serde_json::Value;

use super::helped::{Folder, GAMES, fine, misunderstood, parlor, records, refused, steps};

fn write_to(path: &str) -> Vec<&str> {
    vec!["sim", "gomoku", "--games", "3", "--seed", "1", "--records", path]
}

#[test]
fn every_game_is_one_line_with_all_that_is_needed_to_play_it_again() {
    for game in GAMES.iter().copied() {
        let folder = Folder::new();
        let file = folder.path("games.jsonl");
        fine(&["sim", game, "--games", "20", "--seed", "1", "--bots", "casual,random", "--records", &file]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.ends_with('\n'));
        assert_eq!(text.lines().count(), 20);
        let mut seeds = Vec::new();
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let fields: Vec<_> = record.as_object().unwrap().keys().collect();
            assert_eq!(fields, ["actions", "game", "options", "rules", "seats", "seed"]);
            assert!(line.starts_with(&format!("{{\"game\":\"{game}\",\"rules\":")), "{line}");
            assert_eq!(record["seed"].as_str().unwrap().len(), 64);
            seeds.push(record["seed"].clone());
            for played in record["actions"].as_array().unwrap() {
                assert_eq!(played.as_object().unwrap().keys().collect::<Vec<_>>(), ["action", "seat"]);
            }
        }
        seeds.sort_by_key(Value::to_string);
        seeds.dedup();
        assert_eq!(seeds.len(), 20, "{game}: two games with the same luck");
        let ends = steps(&["replay", &file, "--json", "--as", "watcher"]);
        assert_eq!(ends.iter().filter(|step| !step["outcome"].is_null()).count(), 20, "{game}");
    }
}

#[test]
fn records_agree_with_the_result() {
    let folder = Folder::new();
    let file = folder.path("games.jsonl");
    let result: Value =
        serde_json::from_str(&fine(&["sim", "golf", "-g", "9", "--records", &file, "--json"])).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let actions: usize = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["actions"].as_array().unwrap().len())
        .sum();
    assert_eq!(result["actions"], actions);
}

#[test]
fn writing_records_does_not_change_the_games() {
    let folder = Folder::new();
    let file = folder.path("games.jsonl");
    let line = |text: String| {
        text.lines().filter(|line| !line.contains("games/s")).map(str::to_owned).collect::<Vec<_>>()
    };
    let plain = ["sim", "onecard", "--games", "50", "--seed", "6", "--bots", "casual,random"];
    assert_eq!(line(fine(&plain)), line(fine(&[&plain[..], &["--records", &file]].concat())));
}

#[test]
fn an_old_file_is_replaced_and_nothing_else_is_left() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", "old");
    fine(&write_to(&file));
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    assert_eq!(folder.names(), ["games.jsonl"]);
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", "old");
    let link = folder.path("link");
    symlink(&file, &link).unwrap();
    fine(&write_to(&link));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    assert_eq!(folder.names(), ["games.jsonl", "link"]);
}

#[test]
fn places_that_cannot_be_written_are_refused_before_a_game_is_played() {
    let folder = Folder::new();
    let old = folder.write("old", "old");
    // This many games would take hours.
    let refused = |path: &str| refused(&["sim", "chicago", "--games", "1000000000", "--records", path]);
    let here = folder.path("");
    assert_eq!(refused(&here), format!("cannot write records to {here}: it is a folder."));
    let new_folder = folder.path("none/");
    assert_eq!(
        refused(&new_folder),
        format!("cannot write records to {new_folder}: that is the name of a folder.")
    );
    for path in [folder.path("none/games"), format!("{old}/games"), folder.path(&"x".repeat(300))] {
        let sentence = refused(&path);
        assert!(sentence.starts_with(&format!("cannot write records to {path}: ")), "{sentence}");
    }
    misunderstood(&["sim", "chicago", "--records", ""]);
    assert!(refused("-").contains("standard output is for the result"));
    assert_eq!(folder.names(), ["old"]);
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", "old");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(refused(&write_to(&file)), format!("cannot write records to {file}: it is read-only."));
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(folder.names(), ["games.jsonl"]);
}

#[test]
fn a_table_that_is_refused_leaves_the_old_file_alone() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", "old");
    refused(&["sim", "golf", "--players", "5", "--records", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(folder.names(), ["games.jsonl"]);
}

#[test]
fn a_failure_at_the_end_leaves_nothing_half_written() {
    let folder = Folder::new();
    let file = folder.path("games.jsonl");
    let script = format!(
        "ulimit -f 16; trap '' XFSZ; exec {} sim chicago --games 50 --seed 1 --records {file}",
        env!("CARGO_BIN_EXE_parlor")
    );
    for old in [None, Some("old")] {
        old.iter().for_each(|old| drop(folder.write("games.jsonl", old)));
        let said = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(said.status.code(), Some(1));
        let err = String::from_utf8(said.stderr).unwrap();
        assert_eq!(err, format!("parlor: cannot write records to {file}: File too large (os error 27)\n"));
        assert!(said.stdout.is_empty());
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), old);
        assert_eq!(folder.names().len(), usize::from(old.is_some()), "{:?}", folder.names());
    }
}

#[test]
fn an_interruption_leaves_nothing_half_written() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", "old");
    for signal in ["INT", "TERM"] {
        let mut child =
            parlor(&["sim", "gomoku", "--games", "1000000000", "--records", &file]).spawn().unwrap();
        // The file appears once games are written; whatever else happens, it does within a minute.
        let begun = (0..6_000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            folder.names().len() > 1
        });
        assert!(begun, "{:?}", folder.names());
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(folder.names(), ["games.jsonl"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}

#[test]
fn a_device_is_written_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    fine(&write_to("/dev/null"));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(
        refused(&write_to("/dev/full")),
        "cannot write records to /dev/full: No space left on device (os error 28)"
    );
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    let both = fine(&write_to("/dev/stdout"));
    assert_eq!(both.lines().filter(|line| line.starts_with("{\"game\":")).count(), 3);
}

#[test]
fn the_longest_records_are_read_again() {
    let lines = records("chicago", &["--games", "1", "--players", "4", "--options", "must_chicago=on"]);
    let folder = Folder::new();
    let file = folder.write("games.jsonl", &lines[0]);
    let last =
        serde_json::from_str::<Value>(&lines[0]).unwrap()["actions"].as_array().unwrap().len().to_string();
    assert!(fine(&["replay", &file, "--step", &last]).contains("── step"));
}
