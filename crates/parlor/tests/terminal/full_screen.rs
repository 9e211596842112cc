//! Whole games by keys.

use std::path::Path;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};

use super::proxy::Proxy;
use super::screen::ScreenSession;
use crate::server::{ServerProcess, TEST_TIMEOUT, parlor};

const SMALL: (u16, u16) = (80, 24);

pub(crate) fn play(home: &Path, args: &[&str]) -> Command {
    let mut command = parlor(&["play"]);
    command.args(args).env("XDG_STATE_HOME", home).env("HOME", home).env_remove("NO_COLOR");
    command
}

/// The line above the keys: what to do now.
pub(crate) fn status(text: &str) -> &str {
    text.lines().nth(21).unwrap_or_default().trim()
}

fn is_over(text: &str) -> bool {
    text.contains("The game is over")
}

/// A free crossing of the board on the screen.
fn free_crossing(text: &str) -> String {
    for line in text.lines().skip(2) {
        let row = line.split_whitespace().next().and_then(|label| label.parse::<u8>().ok());
        let column = line.chars().enumerate().skip(5).find(|(_, letter)| *letter == '·');
        if let (Some(row), Some((at, _))) = (row, column) {
            return format!("{}{row}", char::from(b'a' + (at as u8 - 5) / 2));
        }
    }
    panic!("no crossing is free:\n{text}");
}

/// Plays with these keys, one group at each decision, until the game is over.
pub(crate) fn play_to_the_end(session: &mut ScreenSession, keys: &[&str]) -> String {
    play_and(session, keys, |_, _| {})
}

/// The same; before each decision something may happen.
fn play_and(
    session: &mut ScreenSession,
    keys: &[&str],
    mut before: impl FnMut(&mut ScreenSession, usize),
) -> String {
    let mut decisions = 0..;
    let mut groups = keys.iter().cycle();
    let ready = |text: &str| {
        let status = status(text);
        is_over(text) || !(status.is_empty() || status.starts_with("Waiting") || status.contains("sealed"))
    };
    let begun = std::time::Instant::now();
    while begun.elapsed() < 2 * TEST_TIMEOUT {
        let text = session.wait_until(ready);
        if is_over(&text) {
            return text;
        }
        before(session, decisions.next().unwrap());
        session.keys(groups.next().unwrap());
        // Every key is followed by a drawing, even if what is shown is the same.
        session.wait_for_output();
    }
    panic!("the game does not end:\n{}", session.text());
}

/// What stands in the first line as long as there is no connection. The sentence below the board goes with the next key,
/// and keys of earlier decisions may still be on their way.
const LOST: &str = "connection lost, trying again";

/// A whole game in which the connection is cut and later the server is killed.
fn whole_game(game: &str, table: &str, keys: &[&str]) {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let server = ServerProcess::start_with(&data, &["--messages-per-second", "1000"]);
    let address = server.address;
    let proxy = Proxy::to(address);
    let mut running = Some(server);
    let url = format!("http://{}", proxy.address);
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), SMALL);
    session.wait_for("No table is open");
    session.keys(&format!("p{game} bots=random bot_delay_ms=0 {table}\r"));
    let mut troubles = 0;
    let text = play_and(&mut session, keys, |session, decision| match decision {
        1 => {
            let before = proxy.passed();
            proxy.cut();
            session.wait_until(|text| proxy.passed() > before && !text.contains(LOST));
            troubles += 1;
        }
        3 => {
            running.take().unwrap().kill();
            session.wait_for(LOST);
            let mut command = parlor(&["serve", "--messages-per-second", "1000", "--listen"]);
            command.arg(address.to_string()).arg("--data-dir").arg(&data);
            running = Some(ServerProcess::spawn(&mut command));
            session.wait_until(|text| !text.contains(LOST));
            troubles += 1;
        }
        _ => {}
    });
    assert_eq!(troubles, 2, "{text}");
    assert!(text.contains("Ann (you)"), "{text}");
    session.keys("\x1b");
    session.wait_for("q quit");
    session.keys("q");
    let (status, _) = session.end();
    assert!(status.success());
}

#[test]
fn a_whole_game_of_gomoku_is_played_with_the_keys() {
    let mut keys = vec!["\x1b[C\r".to_owned(), "\x1b[B\r".to_owned()];
    keys.extend(('a'..='j').flat_map(|letter| (1..=10).map(move |row| format!("{letter}{row}\r"))));
    let keys: Vec<_> = keys.iter().map(String::as_str).collect();
    whole_game("gomoku", "size=10", &keys);
}

#[test]
fn a_whole_game_of_one_card_is_played_with_the_keys() {
    whole_game("onecard", "", &["\r", "0"]);
}

#[test]
fn a_whole_game_of_golf_is_played_with_the_keys() {
    whole_game("golf", "rounds=1", &["12\r"]);
}

#[test]
fn a_whole_game_of_chicago_is_played_with_the_keys() {
    whole_game("chicago", "pause=0", &["\r"]);
}

#[test]
fn a_whole_game_of_sorry_is_played_with_the_keys() {
    whole_game("sorry", "", &["\r"]);
}

#[test]
fn the_terminal_is_restored_by_ctrl_c_and_by_a_signal() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), SMALL);
    session.wait_for("No table is open");
    session.keys("\x03");
    assert!(session.end().0.success());
    let mut session = ScreenSession::start(play(home.path(), &[]), SMALL);
    session.wait_for("you are Ann");
    kill_process(Pid::from_raw(session.pid() as i32).unwrap(), Signal::TERM).unwrap();
    assert!(session.end().0.success());
}

#[test]
fn a_killed_server_is_waited_for_and_the_game_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let server = ServerProcess::start_with(&data, &["--messages-per-second", "1000"]);
    let address = server.address;
    let url = format!("http://{address}");
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), SMALL);
    session.wait_for("No table is open");
    session.keys("pgomoku bots=random bot_delay_ms=0\r");
    session.wait_until(|text| status(text).starts_with("Your turn"));
    session.keys("h8\r");
    session
        .wait_until(|text| text.contains("You put a pebble on H8") && status(text).starts_with("Your turn"));
    server.kill();
    session.wait_until(|text| text.contains(LOST) && text.contains("The connection is lost."));
    let mut command = parlor(&["serve", "--listen", &address.to_string(), "--data-dir"]);
    command.arg(&data);
    let _server = ServerProcess::spawn(&mut command);
    let text = session.wait_until(|text| !text.contains(LOST) && text.contains("The connection is back."));
    let free = free_crossing(&text);
    session.keys(&format!("{free}\r"));
    session.wait_for(&format!("You put a pebble on {}.", free.to_uppercase()));
    session.keys("\x03");
    assert!(session.end().0.success());
}

#[test]
fn a_terminal_of_any_size_is_enough() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    for size in [(1, 1), (20, 5), (200, 60)] {
        let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), size);
        session.wait_for_screen();
        session.keys("\x03");
        assert!(session.end().0.success());
    }
}
