//! What a person notices beside the game: speed, silence, titles, the mouse, the size of the window.

use std::time::Duration;

use super::full_screen::play;
use super::screen::ScreenSession;
use crate::server::ServerProcess;

const SMALL: (u16, u16) = (80, 24);

fn server(home: &tempfile::TempDir, messages: &str) -> (ServerProcess, String) {
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", messages]);
    let url = format!("http://{}", server.address);
    (server, url)
}

fn start(home: &tempfile::TempDir, url: &str, args: &[&str]) -> ScreenSession {
    let mut all = vec![url, "--name", "Ann"];
    all.extend(args);
    let mut session = ScreenSession::start(play(home.path(), &all), SMALL);
    session.wait_for("No table is open");
    session
}

fn gomoku(session: &mut ScreenSession) {
    session.keys("pgomoku bots=random bot_delay_ms=0\r");
    session.wait_for("Your turn: put a pebble");
}

fn leave(mut session: ScreenSession) {
    session.keys("\x03");
    assert!(session.end().0.success());
}

/// Ticks of processor time that a process has used.
fn ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn a_waiting_client_writes_nothing_and_uses_no_processor() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &[]);
    gomoku(&mut session);
    // The flash of the first news ends by itself.
    while !session.is_silent_for(Duration::from_millis(600)) {}
    let before = ticks(session.pid());
    assert!(session.is_silent_for(Duration::from_millis(1_500)), "{}", session.text());
    assert_eq!(ticks(session.pid()) - before, 0, "ticks of 10 ms in 1.5 s");
    leave(session);
}

#[test]
fn a_key_that_is_held_down_waits_for_the_servers_rate() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "5");
    let mut session = start(&home, &url, &[]);
    session.keys("/open chicago clock=off\r");
    session.wait_for("Waiting room");
    // Four hundred requests at once, each of them refused: there is no bot to remove, and nobody to start with.
    session.keys(&"s".repeat(400));
    session.wait_for_output();
    session.keys("i");
    session.wait_for("Invitation");
    session.keys("q");
    loop {
        session.keys("b");
        let text = session.wait_until(|text| text.contains("Bot 2") || text.contains("Wait a moment"));
        if text.contains("Bot 2") {
            break;
        }
        session.keys("?");
        session.wait_for("any key closes");
        session.keys("q");
        session.wait_until(|text| !text.contains("any key closes"));
    }
    assert!(!session.text().contains("connection"), "{}", session.text());
    leave(session);
}

#[test]
fn your_turn_is_in_the_title_and_rings_the_bell_if_wanted() {
    /// The output without the titles, which end with the same sign as the bell.
    fn without_titles(raw: &str) -> String {
        let mut parts = raw.split("\x1b]0;");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('\x07').map_or("", |(_, rest)| rest))
    }
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &["--bell"]);
    gomoku(&mut session);
    let raw = session.raw();
    assert!(raw.contains("\x1b]0;Your turn · Gomoku"), "{raw:?}");
    assert!(without_titles(&raw).contains('\x07'), "{raw:?}");
    leave(session);
    let mut session = ScreenSession::start(play(home.path(), &[&url]), SMALL);
    session.wait_for("Your turn: put a pebble");
    assert!(!without_titles(&session.raw()).contains('\x07'), "no bell unless it is wanted");
    leave(session);
}

#[test]
fn the_mouse_picks_and_plays_unless_it_is_left_to_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &[]);
    assert!(session.raw().contains("\x1b[?1000h"), "the mouse is taken");
    gomoku(&mut session);
    // Column D, line 12: the first click picks, the second plays.
    let row = session.text().lines().position(|line| line.trim_start().starts_with("12 ")).unwrap() as u16;
    let letters = session.text().lines().nth(1).unwrap().to_owned();
    let column = letters.chars().position(|letter| letter == 'D').unwrap() as u16;
    session.click(column, row);
    session.wait_for("(D12)");
    session.click(column, row);
    session.wait_for("You put a pebble on D12.");
    leave(session);
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--no-mouse"]), SMALL);
    session.wait_for("Gomoku");
    assert!(!session.raw().contains("\x1b[?1000h"));
    leave(session);
}

#[test]
fn a_window_that_changes_its_size_is_drawn_whole_again() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &[]);
    gomoku(&mut session);
    session.resize((120, 36));
    session.wait_for("┼───┼");
    session.resize((40, 12));
    session.wait_until(|text| !text.contains("┼") && text.contains("Your turn"));
    session.resize((1, 1));
    session.resize((80, 24));
    session.wait_until(|text| text.contains("Ann (you)") && text.contains("Esc lobby"));
    leave(session);
}

#[test]
fn several_tables_are_played_at_once() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &[]);
    gomoku(&mut session);
    session.keys("\x1b");
    session.wait_for("Tables (1)");
    session.keys("psorry bots=random bot_delay_ms=0\r");
    session.wait_until(|text| text.contains("Sorry!") && text.contains("draw a card"));
    session.wait_for("your turn at another table (Tab)");
    session.keys("\t");
    session.wait_for("Your turn: put a pebble");
    session.keys("\t");
    session.wait_for("Your turn: draw a card");
    session.keys("\x1b");
    let lobby = session.wait_for("Tables (2)");
    assert_eq!(lobby.matches("your turn · ").count(), 2, "{lobby}");
    leave(session);
}

#[test]
fn settings_are_changed_inside_and_remembered() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &[]);
    session.keys("o");
    session.wait_for("[ ] four colours");
    session.keys(" ");
    session.wait_for("[x] four colours");
    leave(session);
    let mut session = ScreenSession::start(play(home.path(), &[&url]), SMALL);
    session.wait_for("you are Ann");
    session.keys("o");
    session.wait_for("[x] four colours");
    leave(session);
}

#[test]
fn no_color_and_ascii_leave_neither_colours_nor_other_signs() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut command = play(home.path(), &[&url, "--name", "Ann", "--ascii"]);
    command.env("NO_COLOR", "1");
    let mut session = ScreenSession::start(command, SMALL);
    session.wait_for("No table is open");
    session.keys("pchicago bots=random bot_delay_ms=0\r");
    session.wait_for("Mark the cards");
    assert!(session.text().is_ascii(), "{}", session.text());
    for row in 0..24 {
        for column in 0..80 {
            let cell = session.vt().cell(row, column).unwrap();
            assert_eq!((cell.fgcolor(), cell.bgcolor()), (vt100::Color::Default, vt100::Color::Default));
        }
    }
    leave(session);
}

#[test]
fn without_a_server_or_a_game_it_asks_and_the_answer_is_remembered() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = ScreenSession::start(play(home.path(), &[]), SMALL);
    session.wait_for("A server (HOST:PORT or URL) or a game");
    session.keys(&format!("{url}\r"));
    session.wait_for("Your name, or a code");
    session.keys("Ann\r");
    session.wait_for("you are Ann");
    leave(session);
    let mut session = ScreenSession::start(play(home.path(), &[]), SMALL);
    session.wait_for("you are Ann");
    leave(session);
}

#[test]
fn a_token_file_makes_one_the_same_person_and_must_be_private() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    leave(start(&home, &url, &[]));
    let people = home.path().join("parlor/people.json");
    assert_eq!(std::fs::metadata(&people).unwrap().permissions().mode() & 0o777, 0o600);
    let saved: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&people).unwrap()).unwrap();
    let file = home.path().join("token");
    std::fs::write(&file, saved["tokens"][&url].as_str().unwrap()).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let args = [&url, "--token-file", file.to_str().unwrap()];
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    let refused = play(elsewhere.path(), &["--plain", args[0], args[1], args[2]]).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("chmod 600"));
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    let mut session = ScreenSession::start(play(elsewhere.path(), &args), SMALL);
    session.wait_for("you are Ann");
    leave(session);
}

#[test]
fn a_finished_game_is_seen_again_step_by_step() {
    let home = tempfile::tempdir().unwrap();
    let (_server, url) = server(&home, "1000");
    let mut session = start(&home, &url, &[]);
    session.keys("psorry bots=random bot_delay_ms=0\r");
    super::full_screen::play_to_the_end(&mut session, &["\r"]);
    session.keys("v");
    session.wait_for("step 0 of");
    session.keys("\x1b[C\x1b[C");
    session.wait_for("step 2 of");
    session.keys("v");
    session.wait_for("as Bot 2");
    session.keys("\x1b");
    session.wait_for("r rematch");
    session.keys("\x1b");
    session.wait_for("g games");
    session.keys("g");
    session.wait_until(|text| text.contains("Your finished games") && text.contains("Sorry! · "));
    session.keys("\r");
    session.wait_for("step 0 of");
    leave(session);
}
