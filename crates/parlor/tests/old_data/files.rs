//! Files of version 0.1: replays as the server served them, and records that `parlor sim` wrote.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::expected::fixture;
use crate::support::server::{parlor, run};

/// The files of a folder of the fixtures with this end of the name, in order.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(fixture(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    files.sort_unstable();
    files
}

/// The games of version 0.1.
const GAMES: [&str; 5] = ["chicago", "golf", "gomoku", "onecard", "sorry"];

#[test]
fn a_replay_of_version_0_1_verifies_and_is_shown() {
    let files = files("replays", ".json");
    let replays: Vec<Value> =
        files.iter().map(|file| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()).collect();
    for game in GAMES {
        assert!(replays.iter().any(|replay| replay["record"]["game"] == game), "{game}");
    }
    let folder = tempfile::tempdir().unwrap();
    for (file, replay) in files.iter().zip(&replays) {
        let ended = run(&mut parlor(&["verify", file.to_str().unwrap()]));
        assert_eq!(ended.code, Some(0), "{}: {}{}", file.display(), ended.stdout, ended.stderr);
        let record = folder.path().join("record.jsonl");
        fs::write(&record, replay["record"].to_string()).unwrap();
        let ended = run(&mut parlor(&["replay", record.to_str().unwrap(), "--as", "watcher"]));
        assert_eq!(ended.code, Some(0), "{}: {}", file.display(), ended.stderr);
    }
}

#[test]
fn a_record_of_version_0_1_is_played_again_and_ends_as_it_did() {
    let files = files("records", ".jsonl");
    for game in GAMES {
        let of_game = |file: &&PathBuf| file.file_name().unwrap().to_string_lossy().starts_with(game);
        assert!(files.iter().filter(of_game).count() >= 3, "several option sets of {game}");
    }
    for file in files {
        let ends = fs::read_to_string(file.with_extension("ends.json")).unwrap();
        let ends: Vec<Value> = serde_json::from_str(&ends).unwrap();
        for (line, expected) in (1..).zip(ends) {
            let line = u32::to_string(&line);
            let ended = run(&mut parlor(&[
                "replay",
                file.to_str().unwrap(),
                "--line",
                &line,
                "--as",
                "watcher",
                "--json",
            ]));
            assert_eq!(ended.code, Some(0), "{}: {}", file.display(), ended.stderr);
            let last: Value = serde_json::from_str(ended.stdout.lines().last().unwrap()).unwrap();
            for field in ["scores", "outcome"] {
                assert_eq!(last[field], expected[field], "{} line {line}: {field}", file.display());
            }
        }
    }
}
