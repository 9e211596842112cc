//! Readers that leave, disks that are full, and no progress bar without a terminal.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::helped::{Folder, Said, fine, parlor, records};

/// The program with a reader that takes one line and leaves.
fn first_line(args: &[&str]) -> (String, Said) {
    let mut command = parlor(args);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("standard output");
    BufReader::with_capacity(64, stdout).read_line(&mut line).expect("a line");
    (line, child.wait_with_output().expect("an end").into())
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", records("chicago", &[]).join("\n"));
    for args in [&["replay", &file][..], &["replay", &file, "--json"], &["show", "--seed", "1"], &["games"]] {
        let (line, said) = first_line(args);
        assert!(!line.is_empty());
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{args:?}");
    }
}

#[test]
fn a_shell_pipe_into_head_is_quiet() {
    let parlor = env!("CARGO_BIN_EXE_parlor");
    let said = Command::new("bash")
        .args(["-c", &format!("set -o pipefail; {parlor} show golf --json | head -1")])
        .output()
        .unwrap();
    assert!(said.status.success());
    assert!(said.stderr.is_empty());
    assert_eq!(said.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
}

#[test]
fn a_full_disk_under_standard_output_is_told() {
    let folder = Folder::new();
    let file = folder.write("games.jsonl", records("gomoku", &[]).join("\n"));
    let commands: [&[&str]; 7] = [
        &["games"],
        &["games", "--json"],
        &["sim", "gomoku", "--games", "2"],
        &["sim", "gomoku", "--games", "2", "--json"],
        &["replay", &file],
        &["replay", &file, "--json"],
        &["show", "gomoku"],
    ];
    for args in commands {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = parlor(args).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err.starts_with("parlor: cannot "), "{err}");
        assert!(err.contains("cannot write the answer: No space left on device"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn long_work_shows_no_progress_bar_in_a_pipe() {
    // `fine` sees to it that standard error stays empty; this one takes longer than the bar's first beat.
    fine(&["sim", "chicago", "--games", "60", "--seed", "1", "--bots", "casual"]);
}

#[test]
fn long_work_shows_a_progress_bar_on_a_terminal() {
    let parlor = env!("CARGO_BIN_EXE_parlor");
    let folder = Folder::new();
    let answer = folder.path("answer");
    let command = format!("{parlor} sim chicago --games 100 --seed 1 --json > {answer}");
    // `script` runs the program on a terminal; without it there is nothing to check.
    let Ok(output) = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
    else {
        return;
    };
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("/100 games"), "{shown:?}");
    let answer = std::fs::read_to_string(answer).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&answer).unwrap()["games"], 100);
}
