//! The pictures of the README: drawn from what the real program writes to a terminal. `scripts/terminal-pictures` keeps
//! them; the test draws them too, and throws them away.

use std::path::{Path, PathBuf};

use super::full_screen::play;
use super::picture::{DARK, LIGHT, Theme, svg};
use super::screen::ScreenSession;

/// A game without a server, in a temporary folder.
fn local(home: &Path, args: &[&str], size: (u16, u16)) -> ScreenSession {
    let folder = home.join(args[0]);
    let mut all = vec!["--name", "Ann", "--calm", "--saved", folder.to_str().unwrap()];
    all.extend(args);
    let mut command = play(home, &all);
    command.env_remove("COLORFGBG");
    ScreenSession::start(command, size)
}

fn keep(folder: &Path, name: &str, frames: &[vt100::Screen], theme: Theme, title: &str) {
    let picture = svg(frames, theme, title);
    assert!(picture.contains("<use ") && picture.ends_with("</svg>\n"));
    std::fs::write(folder.join(name), picture).unwrap();
}

/// Plays with one key until the screen shows this.
fn play_until(session: &mut ScreenSession, key: &str, is_done: impl Fn(&str) -> bool) {
    loop {
        let text = session.wait_until(|text| is_done(text) || is_your_turn(text));
        if is_done(&text) {
            // A key without a meaning here clears the last notice.
            session.keys("\x1b[H");
            session.wait_for_output();
            session.drain();
            return;
        }
        session.keys(key);
        session.wait_for_output();
    }
}

fn is_your_turn(text: &str) -> bool {
    text.contains("▸ Ann (you)") || text.contains("The game is over")
}

fn chicago(home: &Path, folder: &Path) {
    let mut session =
        local(home, &["chicago", "--bots", "easy", "--options", "pause=0,bot_delay_ms=0"], (120, 36));
    play_until(&mut session, "\r", |text| text.contains("trick 2 of 5") && text.contains("Your turn"));
    keep(folder, "terminal-chicago.svg", &[session.vt().clone()], DARK, "Chicago in a terminal");
    session.keys("\x03");
    assert!(session.end().0.success());
}

fn sorry(home: &Path, folder: &Path) {
    let mut session = local(
        home,
        &["sorry", "--players", "4", "--light", "--bots", "easy", "--options", "bot_delay_ms=0"],
        (80, 24),
    );
    play_until(&mut session, "\r", |text| {
        text.contains("2 Back") || text.contains("2 Swap") || text.contains("2 Forward")
    });
    keep(folder, "terminal-sorry.svg", &[session.vt().clone()], LIGHT, "Sorry! in a light terminal");
    session.keys("\x03");
    assert!(session.end().0.success());
}

/// A few moves of Gomoku against a bot that plays well: a frame for each screen that stands still.
fn gomoku(home: &Path, folder: &Path, moves: &[&str]) {
    let mut session = local(home, &["gomoku", "--bots", "easy", "--options", "bot_delay_ms=0"], (80, 24));
    let mut frames = Vec::new();
    for typed in moves {
        session.wait_until(is_your_turn);
        if session.text().contains("The game is over") {
            break;
        }
        session.keys(typed);
        session.wait_for(&format!("› {typed}"));
        frames.push(session.vt().clone());
        session.keys("\r");
        session.wait_until(|text| !text.contains('›'));
        session.wait_until(is_your_turn);
        frames.push(session.vt().clone());
    }
    keep(folder, "terminal-gomoku.svg", &frames, DARK, "A few moves of Gomoku in a terminal");
    session.keys("\x03");
    assert!(session.end().0.success());
}

#[test]
fn pictures_are_drawn_from_the_real_program() {
    let home = tempfile::tempdir().unwrap();
    match std::env::var_os("PARLOR_PICTURES").map(PathBuf::from) {
        None => gomoku(home.path(), home.path(), &["h8", "i9"]),
        Some(folder) => {
            gomoku(home.path(), &folder, &["h8", "i9", "g7", "i7", "g9", "h10", "f8"]);
            chicago(home.path(), &folder);
            sorry(home.path(), &folder);
        }
    }
}
