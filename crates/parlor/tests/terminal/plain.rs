//! Whole games by a program that reads only lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};

use super::full_screen::play;
use crate::server::{ServerProcess, TEST_TIMEOUT};

/// A client between two pipes.
pub(crate) struct PlainSession {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    pub(crate) heard: Vec<String>,
}

impl PlainSession {
    pub(crate) fn start(mut command: std::process::Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { stdin: child.stdin.take(), child, lines, heard: Vec::new() }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    #[track_caller]
    pub(crate) fn next(&mut self) -> String {
        match self.lines.recv_timeout(TEST_TIMEOUT) {
            Ok(line) => {
                self.heard.push(line.clone());
                line
            }
            Err(error) => panic!("{error} after:\n{}", self.heard.join("\n")),
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, part: &str) -> String {
        loop {
            let line = self.next();
            if line.contains(part) {
                return line;
            }
        }
    }

    /// Ends the input and waits for the end of the program.
    pub(crate) fn end(mut self) -> bool {
        drop(self.stdin.take());
        self.child.wait().unwrap().success()
    }
}

impl Drop for PlainSession {
    fn drop(&mut self) {
        // Only a test that failed leaves it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Answers every question with the first move until the game is over.
pub(crate) fn answer_to_the_end(session: &mut PlainSession) {
    loop {
        let line = session.next();
        if line.starts_with("  1. ") {
            session.say("1");
        } else if line.starts_with("Mark the cards") {
            session.say("keep");
        } else if line.starts_with("The game is over") {
            return;
        }
    }
}

#[test]
fn whole_games_are_played_by_a_program_that_reads_only_lines() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    session.wait_for("You are Ann");
    for table in ["onecard", "golf rounds=1", "sorry", "chicago pause=0"] {
        session.say(&format!("play {table} bots=random bot_delay_ms=0"));
        answer_to_the_end(&mut session);
        session.wait_for("Type rematch");
        session.say("leave");
        session.wait_for("You are in the lobby");
    }
    let escapes: Vec<_> = session.heard.iter().filter(|line| line.contains('\x1b')).collect();
    assert!(escapes.is_empty(), "{escapes:?}");
    assert!(session.end());
}

/// Puts a pebble on the first crossing that no line has named yet, until the game is over.
fn play_gomoku_to_the_end(session: &mut PlainSession, lines: u8) {
    let letters = (b'A'..).take(lines.into()).map(char::from);
    let mut free: std::collections::VecDeque<String> =
        letters.flat_map(|letter| (1..=lines).map(move |row| format!("{letter}{row}"))).collect();
    loop {
        let line = session.next();
        if let Some((_, at)) = line.split_once("a pebble on ") {
            free.retain(|crossing| *crossing != at.trim_end_matches('.'));
        }
        if line.starts_with("Your turn") {
            session.say(&free.front().expect("a free crossing").to_lowercase());
        } else if line.starts_with("The game is over") {
            return;
        }
    }
}

#[test]
fn a_whole_game_of_gomoku_is_played_by_a_program_that_reads_only_lines() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    session.say("play gomoku size=10 bots=random bot_delay_ms=0");
    play_gomoku_to_the_end(&mut session, 10);
    session.wait_for("Type rematch");
    // The same people deal again.
    session.say("rematch");
    session.wait_for("The board has 10 by 10 lines");
    session.wait_for("Your turn");
    assert!(session.end());
}

#[test]
fn a_refused_move_is_answered_with_the_rule() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = PlainSession::start(play(home.path(), &["--plain", "--ascii", &url, "--name", "Ann"]));
    session.say("play gomoku bots=random bot_delay_ms=0");
    session.wait_for("Your turn");
    session.say("h8");
    session.wait_for("You put a pebble on H8.");
    session.wait_for("Your turn");
    session.say("h8");
    let refusal = session.wait_for("pebble");
    assert!(refusal.contains("already") || refusal.contains("taken"), "{refusal}");
    assert!(session.heard.iter().all(|line| line.is_ascii()));
    assert!(session.end());
}

#[test]
fn two_people_meet_by_an_invitation_and_talk() {
    let home = tempfile::tempdir().unwrap();
    let other_home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut ann = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    ann.say("open gomoku private clock=off");
    ann.wait_for("You are at table");
    ann.say("invite");
    let link = ann.wait_for("/j/");
    assert!(link.contains('#'), "the link to a private table has its code: {link}");
    let mut bo = PlainSession::start(play(other_home.path(), &["--plain", &link, "--name", "Bo"]));
    bo.wait_for("You are at table");
    ann.wait_for("Bo sits down");
    bo.say("/say hej \u{1b}[2J Ann");
    assert_eq!(ann.wait_for("Bo: "), "Bo: hej [2J Ann");
    assert!(ann.end() && bo.end());
}

#[test]
fn the_name_of_a_game_that_is_misspelt_is_not_taken_for_a_server() {
    let home = tempfile::tempdir().unwrap();
    let output = play(home.path(), &["--plain", "gomokku"]).output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("neither a game nor a server"), "{error}");
}
