//! Games that are killed or interrupted.

use std::io::Read;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use super::program::{Folder, words};
use super::pty::Session;
use super::reader::{Rules, check_beginning};

#[test]
fn a_killed_demo_leaves_whole_lines_up_to_its_last_turn() {
    let folder = Folder::new("killed-demo");
    for bytes in [1_000, 100_000, 300_000] {
        let mut child = folder.command(&["-a", "-r", "1000"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut some = vec![0; bytes];
        child.stdout.as_mut().unwrap().read_exact(&mut some).unwrap();
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        let log = folder.read("onecard.log");
        assert!(log.as_bytes().starts_with(&some), "nothing is shown before it is logged");
        check_beginning(before_a_cut(&log), &Rules::default());
    }
}

/// The lines of a log without the one that the kernel was writing when it killed the writer: it stops between two pages.
fn before_a_cut(log: &str) -> &str {
    if log.len().is_multiple_of(rustix::param::page_size()) {
        &log[..=log.rfind('\n').expect("no line is as long as a page")]
    } else {
        log
    }
}

#[test]
fn a_killed_game_of_people_leaves_whole_lines_up_to_its_last_turn() {
    let folder = Folder::new("killed-game");
    let mut session = Session::start(folder.command(&words("-n 3 --seed 5")), (80, 24));
    for answer in ["", "h5", ""] {
        session.wait_for_any(&["Press Enter", "choice (? for help): "]);
        session.line(answer);
    }
    session.wait_for("choice (? for help): ");
    kill_process(Pid::from_raw(session.pid() as i32).unwrap(), Signal::KILL).unwrap();
    assert_eq!(session.end().0.code(), None);
    let log = folder.read("onecard.log");
    assert!(log.contains("Player 2 plays: Hearts 5\n"));
    check_beginning(&log, &Rules::default());
}

#[test]
fn an_interrupted_game_gives_the_terminal_back_with_no_hand_on_it() {
    let folder = Folder::new("interrupted");
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut session = Session::start(folder.command(&words("-n 3 --seed 5")), (80, 24));
        session.wait_for("Press Enter");
        session.line("");
        session.wait_for("choice (? for help): ");
        kill_process(Pid::from_raw(session.pid() as i32).unwrap(), signal).unwrap();
        let (status, rest) = session.end();
        assert_eq!(status.code(), Some(130));
        assert!(rest.contains("\x1b[2J") && rest.ends_with("\x1b[?1049l"), "{rest:?}");
        check_beginning(&folder.read("onecard.log"), &Rules::default());
    }
}
