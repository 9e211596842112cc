//! Reviews of finished games, computed by a real server.

use super::full_screen::{play, play_to_the_end};
use super::plain::PlainSession;
use super::screen::ScreenSession;
use crate::server::ServerProcess;

#[test]
fn a_finished_game_is_reviewed_from_its_replay_and_told_in_lines() {
    let home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), (80, 24));
    session.wait_for("No table is open");
    session.keys("pgolf bots=random bot_delay_ms=0 rounds=1\r");
    play_to_the_end(&mut session, &["12\r"]);
    session.keys("v");
    session.wait_for("step 0 of");
    session.keys("n");
    session.wait_for("Ask for the review first");
    session.keys("r");
    let done = |text: &str| text.contains("played best") || text.contains("equally well");
    session.wait_until(|text| {
        done(text) || text.contains("Looking at every") || text.contains("Waiting for the")
    });
    let shown = session.wait_until(done);
    assert!(shown.contains("cost") && shown.contains("luck") && shown.contains("100"), "{shown}");
    // A player who always takes the first two cards makes costly decisions; the first one is jumped to.
    session.keys("n");
    let jumped = session.wait_until(|text| text.contains("Better:") || text.contains("that way cost much"));
    assert!(jumped.contains("of a win"), "{jumped}");
    session.keys("\x1b");
    session.wait_for("r rematch");
    session.keys("\x03");
    assert!(session.end().0.success());
    // The same review in lines, by the number in the list: it is computed once.
    let mut session = PlainSession::start(play(home.path(), &["--plain", &url]));
    session.say("/lobby");
    session.say("games");
    session.wait_for("Type replay and a number");
    session.say("review 1");
    session.wait_for("The review of Six Card Golf");
    session.wait_for("Chance to win at step 0: ");
    session.wait_for("never by hidden cards");
    assert!(!session.heard.iter().any(|line| line.contains("Looking at")), "{:?}", session.heard);
    assert!(session.end());
}
