//! `parlor verify`, against what a real server dealt.

use std::path::Path;
use std::process::Command;

use protocol::Seal;
use serde_json::{Value, json};

use crate::support::client::{Client, legal};
use crate::support::http::{get, get_as};
use crate::support::server::{Ended, ServerProcess, parlor, run};
use crate::support::skipped::is_installed;

/// A server that nobody asks too fast.
const PATIENT: &[&str] = &["--messages-per-second", "1000"];

fn verify(args: &[&str]) -> Ended {
    run(&mut parlor(&[&["verify"], args].concat()))
}

/// What was found in each game of a file.
fn verdicts(file: &Path, args: &[&str]) -> Vec<Value> {
    let ended = verify(&[&["--json", file.to_str().unwrap()], args].concat());
    ended.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A game of One Card between Ann and two bots; returns the commitment sent before and the result.
async fn bots_play(server: &ServerProcess, private: bool) -> (Client, Value, Value) {
    let mut ann = Client::hello(server, "Ann").await;
    let promised =
        ann.transcript.iter().find_map(|(_, said)| said["welcome"].get("commitment")).cloned().unwrap();
    let new = json!({"game": "onecard", "seats": 3, "bots": ["random", "random"], "bot_delay_ms": 0, "clock": "off",
        "private": private});
    let opened = ann.done("open", json!({"config": new, "nonce": "anns-own-luck"})).await;
    let table = opened["table"].as_str().unwrap().to_owned();
    loop {
        let now = ann.done("sync", json!({"table": table})).await;
        if now["result"].is_object() {
            return (ann, promised, now["result"].clone());
        }
        match legal(&now).first() {
            Some(action) => {
                ann.ask("act", json!({"table": table, "nth": now["nth"], "action": action})).await;
            }
            None => {
                ann.until("update").await;
            }
        }
    }
}

async fn replay(server: &ServerProcess) -> (Value, Value, String) {
    let (_, promised, result) = bots_play(server, false).await;
    let body = get(server, &format!("/api/replays/{}", result["replay_id"].as_str().unwrap())).body;
    (promised, result, body)
}

#[tokio::test]
async fn a_replay_is_checked_by_its_address_and_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), PATIENT);
    let (promised, result, body) = replay(&server).await;
    let (promised, id) = (promised.as_str().unwrap(), result["replay_id"].as_str().unwrap());
    let seal = result["seal"].as_str().unwrap();
    let noted = ["--commitment", promised, "--nonce", "0=anns-own-luck", "--seal", seal];
    for address in
        [format!("http://{}/r/{id}", server.address), format!("http://{}/api/replays/{id}", server.address)]
    {
        let ended = verify(&[&[address.as_str()][..], &noted].concat());
        assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
        for part in [
            id,
            "seal",
            "commitment",
            "sent before",
            "sent after",
            "own nonce",
            "seed",
            "game",
            "result",
            "Everything holds.",
        ] {
            assert!(ended.stdout.contains(part), "{part} is missing:\n{}", ended.stdout);
        }
    }
    let file = folder.path().join("replay.json");
    let spread = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&body).unwrap()).unwrap();
    for text in [&body, &spread] {
        std::fs::write(&file, text).unwrap();
        assert_eq!(verify(&[file.to_str().unwrap()]).code, Some(0));
    }
    let others = "0".repeat(64);
    for wrong in [
        ["--commitment", others.as_str()],
        ["--nonce", "0=other"],
        ["--nonce", "1=anns-own-luck"],
        ["--seal", others.as_str()],
    ] {
        let ended = verify(&[&[file.to_str().unwrap()][..], &wrong].concat());
        assert!(ended.code == Some(1) && ended.stdout.contains("WRONG"), "{wrong:?}: {}", ended.stdout);
    }
}

/// `parlor replay` and `parlor review` read what `parlor verify` reads.
#[tokio::test]
async fn replay_and_review_read_a_servers_replay_by_its_url_and_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), PATIENT);
    let (ann, _, result) = bots_play(&server, true).await;
    let id = result["replay_id"].as_str().unwrap();
    let body = get_as(&server, &format!("/api/replays/{id}"), &ann.token).body;
    let spread = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&body).unwrap()).unwrap();
    let record = serde_json::from_str::<Value>(&body).unwrap()["record"].to_string();
    let written = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let sources = [
        format!("http://{}/r/{id}", server.address),
        written("replay.json", &body),
        written("pretty.json", &spread),
        written("record.json", &record),
    ];
    let seal = result["seal"].as_str().unwrap();
    for command in [&["replay", "--json"][..], &["review", "--json", "--level", "medium", "--seat", "0"]] {
        let shown = sources.each_ref().map(|source| {
            let ended = run(&mut parlor(&[command, &[source, "--seal", seal, "--line", "1"]].concat()));
            assert_eq!(ended.code, Some(0), "{command:?} {source}: {}", ended.stderr);
            ended.stdout
        });
        assert!(!shown[0].is_empty() && shown.iter().all(|one| *one == shown[0]), "{command:?}: {shown:?}");
        let refused = run(&mut parlor(&[command, &[&sources[0]]].concat()));
        assert!(refused.code == Some(1) && refused.stderr.contains("no such replay"), "{}", refused.stderr);
        let with_token = run(parlor(&[command, &[&sources[0]]].concat()).env("PARLOR_TOKEN", &ann.token));
        assert_eq!((with_token.code, &with_token.stdout), (Some(0), &shown[0]), "{}", with_token.stderr);
    }
    let shown = run(&mut parlor(&["replay", &sources[1]])).stdout;
    assert!(shown.contains("Ann"), "a replay names its players: {shown}");
}

#[tokio::test]
async fn the_replay_of_a_private_table_needs_the_token_of_who_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), PATIENT);
    let (ann, _, result) = bots_play(&server, true).await;
    let address = format!("http://{}/r/{}", server.address, result["replay_id"].as_str().unwrap());
    let refused = verify(&[&address]);
    assert!(refused.code == Some(1) && refused.stderr.contains("no such replay"), "{}", refused.stderr);
    let shown = run(parlor(&["verify", &address]).env("PARLOR_TOKEN", &ann.token));
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(!shown.stdout.contains(&ann.token));
    let sealed = verify(&[&address, "--seal", result["seal"].as_str().unwrap()]);
    assert_eq!(sealed.code, Some(0), "a person who has the seal was there: {}", sealed.stderr);
    let guessed = verify(&[&address, "--seal", &"0".repeat(64)]);
    assert!(guessed.code == Some(1) && guessed.stderr.contains("no such replay"), "{}", guessed.stderr);
    assert_eq!(
        get_as(&server, &format!("/api/replays/{}", result["replay_id"].as_str().unwrap()), &ann.token)
            .status,
        200
    );
}

/// Two short games: one to its end, and one of cards that is left after two actions.
async fn short_games(server: &ServerProcess) -> Vec<String> {
    let mut ann = Client::hello(server, "Ann").await;
    let mut ben = Client::hello(server, "Ben").await;
    let mut ids = Vec::new();
    for game in ["gomoku", "onecard"] {
        let new = json!({"game": game, "seats": 2, "clock": "off", "on_leave": "end"});
        let opened = ann.done("open", json!({"config": new, "nonce": "a"})).await;
        let table = opened["table"].as_str().unwrap().to_owned();
        ben.done("join", json!({"table": table, "nonce": "b"})).await;
        for turn in 0..5 {
            for (person, row) in [(&mut ann, 0), (&mut ben, 9)] {
                let now = person.done("sync", json!({"table": table})).await;
                let mut action = legal(&now).first().cloned().unwrap_or_default();
                if game == "gomoku" {
                    action = json!({"place": {"x": turn, "y": row}});
                }
                if now["result"].is_null() && !action.is_null() && (game == "gomoku" || turn == 0) {
                    person.done("act", json!({"table": table, "nth": now["nth"], "action": action})).await;
                }
            }
        }
        ben.done("leave", json!({"table": table})).await;
        ids.push(format!("/api/replays/{table}-1"));
    }
    ids.iter().map(|id| get(server, id).body.trim_end().to_owned()).collect()
}

#[tokio::test]
async fn a_changed_byte_anywhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), PATIENT);
    for body in short_games(&server).await {
        assert!(body.is_ascii() && !body.contains('\n'), "{body}");
        let mut lines = format!("{body}\n");
        // The next letter, and the other letter case: every byte in turn, one game a line.
        for flip in [0x01_u8, 0x20] {
            for place in 0..body.len() {
                let mut bytes = body.as_bytes().to_vec();
                bytes[place] ^= flip;
                lines += std::str::from_utf8(&bytes).unwrap();
                lines.push('\n');
            }
        }
        let file = folder.path().join("changed.jsonl");
        std::fs::write(&file, lines).unwrap();
        let found = verdicts(&file, &[]);
        assert_eq!(found.len(), 1 + 2 * body.len());
        assert_eq!(found[0]["verdict"], "holds", "{}", found[0]);
        for (index, report) in found.iter().enumerate().skip(1) {
            assert_eq!(report["verdict"], "wrong", "byte {} of {body}: {report}", (index - 1) % body.len());
        }
    }
}

/// A changed replay can be given a new, valid seal: the check of the deal still finds the change.
#[tokio::test]
async fn a_changed_field_is_found_even_under_a_new_seal() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), PATIENT);
    let (_, _, body) = replay(&server).await;
    let replay: Value = serde_json::from_str(&body).unwrap();
    let digits = json!("0".repeat(64));
    let changes = [
        ("/id", json!("0000000000-1"), true),
        ("/table", json!("0000000000"), true),
        ("/winners", json!([0, 1, 2]), true),
        ("/scores/1", json!(4711), true),
        ("/abandoned", json!(true), true),
        ("/record/game", json!("golf"), true),
        ("/record/seats", json!(4), true),
        ("/record/seed", digits.clone(), true),
        ("/record/options/decks", json!(3), true),
        ("/record/actions", json!([]), true),
        ("/deal/secret", digits.clone(), true),
        ("/deal/commitment", digits.clone(), true),
        ("/deal/nonces/0", json!("other"), true),
        ("/deal/nonces/1", json!("a"), true),
        ("/deal/nonces", json!(["anns-own-luck", null]), true),
        // Every name is hashed separately.
        ("/names/0", json!("Eve"), true),
        // The seal alone vouches for these, and the one who noted it.
        ("/ended", json!(1), false),
        ("/record/actions/0/by", json!("clock"), false),
    ];
    let mut text = String::new();
    for (place, value, _) in &changes {
        let mut changed = replay.clone();
        *changed.pointer_mut(place).unwrap_or_else(|| panic!("{place} in {replay}")) = value.clone();
        changed["seal"] = json!(Seal::of(&changed));
        text += &format!("{changed}\n");
    }
    let file = folder.path().join("changed.jsonl");
    std::fs::write(&file, text).unwrap();
    let found = verdicts(&file, &[]);
    for ((place, _, covered), report) in changes.iter().zip(&found) {
        let expected = if *covered { "wrong" } else { "holds" };
        assert_eq!(report["verdict"], expected, "{place}: {report}");
    }
}

#[test]
fn a_record_without_a_commitment_says_what_cannot_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let name = file.to_str().unwrap();
    assert_eq!(run(&mut parlor(&["sim", "golf", "--games", "3", "--records", name])).code, Some(0));
    let ended = verify(&[name]);
    assert_eq!(ended.code, Some(3), "{}", ended.stderr);
    assert_eq!(ended.stdout.matches("no commitment").count(), 3);
    let wanted = "0".repeat(64);
    assert_eq!(verify(&[name, "--commitment", &wanted]).code, Some(1));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\"seat\":1", "\"seat\":0", 1)).unwrap();
    assert_eq!(verify(&[name]).code, Some(1));
    for wrong in ["", "\n\n", "{", "[]", "{\"record\":1}", "nothing"] {
        std::fs::write(&file, wrong).unwrap();
        assert_eq!(verify(&[name]).code, Some(1), "{wrong:?}");
    }
}

#[test]
fn what_cannot_be_asked_for_is_told() {
    for (args, part) in [
        (vec!["https://127.0.0.1:1/r/ss439rrzy0-1"], "No server answers"),
        (vec!["https://127.0.0.1:1/t/ss439rrzy0-1"], "/r/ID"),
        (vec!["http://127.0.0.1:1/r/ss439rrzy0-1"], "No server answers"),
        (vec!["http://127.0.0.1:1/ss439rrzy0-1"], "/r/ID"),
        (vec!["no-such-file"], "cannot read"),
        (vec!["-", "--commitment", "abc"], "64 hexadecimal digits"),
        (vec!["-", "--nonce", "x=y"], "such as 0="),
        (vec!["-", "--nonce", "0=a b"], "letters"),
    ] {
        let ended = verify(&args);
        assert!(ended.code != Some(0) && ended.stderr.contains(part), "{args:?}: {}", ended.stderr);
    }
}

/// The commands that `docs/protocol.md` shows do what it says.
#[tokio::test]
async fn a_deal_can_be_checked_by_hand_with_common_tools() {
    let what = "a deal checked by hand";
    if !is_installed("jq", "--version", what) || !is_installed("sha256sum", "--version", what) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), PATIENT);
    let (_, _, body) = replay(&server).await;
    std::fs::write(folder.path().join("replay.json"), &body).unwrap();
    let document =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap();
    let commands = document.split("```sh by-hand\n").nth(1).unwrap().split("```").next().unwrap();
    let ended = run(Command::new("sh").args(["-euc", commands]).current_dir(folder.path()));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let lines: Vec<_> = ended.stdout.lines().collect();
    assert_eq!(lines.len(), 8, "{lines:?}");
    for pair in lines.chunks(2) {
        assert!(pair[0] == pair[1] && pair[0].len() == 64, "{pair:?}");
    }
}
