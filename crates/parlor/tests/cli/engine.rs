//! The protocol of the Gomoku tournaments, both ways, as real processes.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::helped::{Folder, fed, fine, fine_json, refused};

/// A program of our own in the folder.
fn program(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.write(name, text);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

/// Our own engine, as another program would be called.
fn ours(folder: &Folder) -> String {
    let parlor = env!("CARGO_BIN_EXE_parlor");
    program(folder, "ours.sh", &format!("#!/bin/sh\nexec {parlor} engine gomoku\n"))
}

/// A whole engine by hand: talks a little, and takes the first free crossing.
const FIRST_FREE: &str = r#"#!/usr/bin/env bash
declare -A taken
say() { printf '%s\r\n' "$1"; }
play() { for ((y = 0; y < size; y++)); do for ((x = 0; x < size; x++)); do
  if [ -z "${taken[$x,$y]}" ]; then taken["$x,$y"]=1; say "MESSAGE I take $x,$y"; say "$x,$y"; return; fi; done; done; }
while read -r line; do
  line="${line%$'\r'}"
  case "$line" in
    START*) size="${line#START }"; say "OK" ;;
    BEGIN) taken=(); play ;;
    BOARD) taken=() ;;
    TURN*) taken["${line#TURN }"]=1; play ;;
    DONE) play ;;
    END) exit 0 ;;
    *,*,*) taken["${line%,*}"]=1 ;;
  esac
done
"#;

fn against(engine: &str, more: &[&str]) -> Value {
    let bots = format!("medium,engine:{engine}");
    let mut args = vec!["arena", "gomoku", "--bots", &bots, "--games", "2", "--seed", "1", "--json"];
    args.extend(["--engine-time-ms", "300"]);
    args.extend(more);
    fine_json(&args)["match_ups"][0].clone()
}

#[test]
fn a_manager_gets_answers_from_our_engine() {
    let talk = "ABOUT\nSTART 15\nINFO timeout_turn 200\nINFO rule 0\nBEGIN\nTURN 0,0\n\
                BOARD\n3,3,2\n4,3,2\n5,3,2\n6,3,2\n9,9,1\nDONE\nRESTART\nTURN 20,3\nDANCE\nEND\nTURN 1,1\n";
    let said = fed(&["engine", "gomoku"], talk.as_bytes());
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    let (remarks, lines): (Vec<_>, Vec<_>) = said.out.lines().partition(|line| line.starts_with("MESSAGE "));
    assert_eq!(remarks.len(), 2, "the first move needs no search: {remarks:?}");
    for word in ["depth ", " nodes", " nodes per second"] {
        assert!(remarks.iter().all(|remark| remark.contains(word)), "{remarks:?}");
    }
    assert!(lines[0].starts_with("name=\"Parlor\", version="), "{lines:?}");
    assert_eq!(lines[1..3], ["OK", "7,7"]);
    assert!(
        lines[3].split(',').all(|number| number.parse::<u8>().is_ok_and(|number| number < 15)),
        "{lines:?}"
    );
    assert!(["2,3", "7,3"].contains(&lines[4]), "the four is closed: {lines:?}");
    assert_eq!(lines[5..], ["OK", "ERROR 20,3 is not on the board", "UNKNOWN DANCE"]);
}

#[test]
fn there_is_an_engine_of_gomoku_only() {
    assert_eq!(refused(&["engine", "golf"]), "There is a protocol for engines of gomoku only, not of golf.");
}

#[test]
fn any_bytes_on_the_engines_input_do_no_harm() {
    let mut bytes: Vec<u8> = (0..=255).cycle().take(20_000).collect();
    bytes.extend(b"\nSTART 15\nEND\n");
    let said = fed(&["engine", "gomoku"], &bytes);
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    assert!(said.out.lines().any(|line| line == "OK"));
}

#[test]
fn another_program_plays_whole_games_and_loses_on_the_board() {
    let folder = Folder::new();
    let met = against(&program(&folder, "first.sh", FIRST_FREE), &[]);
    assert_eq!(
        (&met["win_rate"], &met["crashes"], &met["timeouts"], &met["void"]),
        (&1.0.into(), &0.into(), &0.into(), &0.into()),
        "{met}"
    );
}

#[test]
fn our_engine_plays_at_our_own_tables() {
    let folder = Folder::new();
    let bots = format!("engine:{},random", ours(&folder));
    let args = [
        "sim",
        "gomoku",
        "--players",
        "2",
        "--bots",
        &bots,
        "--games",
        "2",
        "--seed",
        "1",
        "--engine-time-ms",
        "200",
    ];
    let text = fine(&args);
    assert!(text.contains("100.00"), "{text}");
    assert!(!text.contains("failing"), "{text}");
}

#[test]
fn two_engines_meet_each_other() {
    let folder = Folder::new();
    let bots = format!("engine:{},engine:{}", ours(&folder), program(&folder, "first.sh", FIRST_FREE));
    let result =
        fine_json(&["arena", "gomoku", "--bots", &bots, "--games", "1", "--engine-time-ms", "150", "--json"]);
    let met = &result["match_ups"][0];
    assert_eq!(
        (&met["win_rate"], &met["crashes"], &met["timeouts"], &met["void"]),
        (&1.0.into(), &0.into(), &0.into(), &0.into()),
        "{met}"
    );
}

#[test]
fn a_crash_and_a_timeout_lose_the_game_and_a_breach_of_the_protocol_voids_it() {
    let folder = Folder::new();
    let answers = |what: &str| {
        format!(
            "#!/bin/sh\nread a; echo OK; while read b; do case $b in BEGIN|TURN*|DONE) echo {what};; esac; done\n"
        )
    };
    let cases = [
        (
            "crash.sh",
            "#!/bin/sh\nread a; echo OK; read b; exit 3\n".to_owned(),
            "crashes",
            "ended in the middle of the game (exit status: 3)",
        ),
        (
            "silent.sh",
            "#!/bin/sh\nread a; echo OK; exec sleep 60\n".to_owned(),
            "timeouts",
            "did not answer within 2300 ms",
        ),
        ("liar.sh", answers("99,99"), "void", "played (99, 99), which is not a free crossing"),
        ("poet.sh", answers("ERROR no such command"), "void", "which is not a move"),
        (
            "small.sh",
            "#!/bin/sh\nread a; echo ERROR too large; exec sleep 60\n".to_owned(),
            "void",
            "to START 15, not OK",
        ),
    ];
    for (name, text, outcome, why) in cases {
        let met = against(&program(&folder, name, &text), &[]);
        for kind in ["crashes", "timeouts", "void"] {
            assert_eq!(met[kind], if kind == outcome { 2 } else { 0 }, "{name}: {met}");
        }
        let counted = if outcome == "void" { 0 } else { 2 };
        assert_eq!(
            (&met["games"], &met["win_rate"]),
            (&counted.into(), &f64::from(counted / 2).into()),
            "{name}: {met}"
        );
        assert!(met["first_failure"].as_str().is_some_and(|text| text.contains(why)), "{name}: {met}");
    }
}

#[test]
fn an_engine_is_sent_one_stone_at_a_time() {
    let folder = Folder::new();
    let heard = folder.path("heard");
    let noting = FIRST_FREE.replace("  case", &format!("  echo \"$line\" >> {heard}; case"));
    against(&program(&folder, "noting.sh", &noting), &["--threads", "1"]);
    let heard = std::fs::read_to_string(heard).expect("what it was sent");
    assert!(heard.contains("\nBEGIN") && heard.contains("\nTURN "), "{heard}");
    assert!(!heard.contains("BOARD"), "{heard}");
}

#[test]
fn the_go_between_for_the_bsd_games_says_which_board_it_knows() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/gomoku-engines/bsdgames.py");
    let spawned = Command::new("python3").arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = spawned else {
        assert!(std::env::var("PARLOR_PYTHON").is_err(), "python3 does not start");
        return;
    };
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(b"ABOUT\nSTART 15\nDANCE\nSTART 19\nEND\n")
        .expect("a listener");
    let said = child.wait_with_output().expect("an end");
    let lines: Vec<_> = std::str::from_utf8(&said.stdout).expect("text").lines().collect();
    assert!(said.status.success() && lines[0].starts_with("name="), "{lines:?}");
    assert_eq!(lines[1..], ["ERROR only boards of 19 lines", "UNKNOWN command", "OK"]);
}
