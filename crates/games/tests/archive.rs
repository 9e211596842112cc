//! Every game that was ever committed to the archive replays to its end, for ever.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use game::{Game, Replay};
use games::{Kind, with_game};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The names of the files in a folder, without this ending.
fn names(folder: &Path, ending: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        name.strip_suffix(ending)
            .unwrap_or_else(|| panic!("{} does not belong here", path.display()))
            .to_owned()
    };
    entries.map(|entry| name(entry.unwrap().path())).collect()
}

#[test]
fn every_archived_game_replays_to_its_end() {
    for &kind in Kind::ALL {
        let folder = folder("archive").join(kind.name());
        for name in names(&folder, ".jsonl") {
            let text = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap();
            for (line, number) in text.lines().zip(1..) {
                with_game!(kind, G => {
                    let replay = Replay::<G>::read(line).unwrap_or_else(|error| panic!("{name}, line {number}: {error}"));
                    let last = replay.steps().last().unwrap().position;
                    assert!(last.status().is_over(), "{name}, line {number} ends before the game does");
                });
            }
        }
    }
}

#[test]
fn every_golden_playthrough_has_a_record_and_a_test() {
    let mut archived = BTreeSet::new();
    for kind in Kind::ALL {
        let records = names(&folder("archive").join(kind.name()), ".jsonl");
        archived.extend(records.into_iter().map(|name| format!("{}-{name}", kind.name())));
    }
    assert_eq!(names(&folder("golden"), ".txt"), archived, "golden/ and archive/ hold the same games");
    let mut tests = String::new();
    for kind in Kind::ALL {
        for file in ["golden.rs", "goldens.rs"] {
            let path = folder("src").join(kind.name()).join("tests").join(file);
            tests += &std::fs::read_to_string(path).unwrap_or_default();
        }
    }
    for name in archived {
        assert!(tests.contains(&format!("\"{name}\"")), "no test reads {name}: it is an orphan");
    }
}
