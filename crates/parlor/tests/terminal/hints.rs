//! Hints, asked of a real server.

use super::full_screen::{play, play_to_the_end};
use super::plain::{PlainSession, answer_to_the_end};
use super::screen::ScreenSession;
use crate::server::ServerProcess;

#[test]
fn a_key_shows_a_hint_and_the_result_says_so() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), (80, 24));
    session.wait_for("No table is open");
    session.keys("psorry bots=random bot_delay_ms=0\r");
    session.wait_for("! hint");
    session.keys("!");
    let shown = session.wait_for("Best: ");
    assert!(shown.contains(" Hint "), "{shown}");
    session.keys("x");
    session.wait_until(|text| !text.contains("Best: "));
    play_to_the_end(&mut session, &["\r"]);
    // The rest of the screen may come a moment after its first lines.
    session.wait_for("With hints: You.");
    session.keys("\x03");
    assert!(session.end().0.success());
}

#[test]
fn a_hint_is_told_in_lines_and_a_table_may_have_none() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    session.say("play onecard bots=random bot_delay_ms=0");
    session.wait_for("Type hint for the best choice.");
    session.say("hint");
    let best = session.wait_for("Best: ");
    assert!(best.contains("Chance to win: ") && best.ends_with(" %."), "{best}");
    let next = session.next();
    assert!(next.starts_with("Why: ") || next == "You have no other choice.", "{next}");
    // The question is still the same one: its first answer is the first of the list.
    session.say("1");
    answer_to_the_end(&mut session);
    session.wait_for("With hints: You.");
    session.say("leave");
    session.wait_for("You are in the lobby");
    session.say("play onecard bots=random bot_delay_ms=0 hints=off");
    session.wait_for("  1. ");
    session.say("hint");
    session.wait_for("There are no hints at this table.");
    assert!(session.end());
}
