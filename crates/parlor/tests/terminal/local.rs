//! A game without a server: it is played against bots, kept, and resumed.

use super::full_screen::{play, play_to_the_end};
use super::plain::{PlainSession, answer_to_the_end};
use super::screen::ScreenSession;

#[test]
fn a_game_without_a_server_is_kept_and_resumed() {
    let home = tempfile::tempdir().unwrap();
    let args = ["--plain", "gomoku", "--name", "Ann", "--bots", "random"];
    let mut session = PlainSession::start(play(home.path(), &args));
    session.wait_for("Your turn");
    session.say("h8");
    session.wait_for("You put a pebble on H8.");
    session.wait_for("Your turn");
    assert!(session.end());
    let mut session = PlainSession::start(play(home.path(), &["--plain", "gomoku"]));
    let own = session.wait_for("You: ");
    assert_eq!(own, "You: H8.");
    assert!(session.end());
    let mut session = PlainSession::start(play(home.path(), &["--plain", "gomoku", "--new-game"]));
    assert_eq!(session.wait_for("You: "), "You: no pebbles.");
    assert!(session.end());
}

#[test]
fn a_whole_game_is_played_without_a_server() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "--plain",
        "onecard",
        "--name",
        "Ann",
        "--bots",
        "random",
        "--players",
        "2",
        "--options",
        "bot_delay_ms=0",
    ];
    let mut session = PlainSession::start(play(home.path(), &args));
    answer_to_the_end(&mut session);
    assert!(session.end());
    let args = ["golf", "--bots", "random", "--players", "2", "--options", "rounds=1,bot_delay_ms=0"];
    let mut session = ScreenSession::start(play(home.path(), &args), (80, 24));
    session.wait_for("Ann (you)");
    play_to_the_end(&mut session, &["12\r"]);
    session.keys("\x03");
    assert!(session.end().0.success());
}
