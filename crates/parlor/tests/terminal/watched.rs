//! Watching somebody else's table.

use super::full_screen::play;
use super::screen::ScreenSession;
use crate::server::ServerProcess;

#[test]
fn a_table_in_the_lobby_is_watched_with_one_key_and_shows_its_moves() {
    let home = tempfile::tempdir().unwrap();
    let other_home = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut ann = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), (80, 24));
    ann.wait_for("No table is open");
    ann.keys("pgomoku bots=random bot_delay_ms=0 clock=off\r");
    ann.wait_for("Your turn: put a pebble");
    let mut bo = ScreenSession::start(play(other_home.path(), &[&url, "--name", "Bo"]), (80, 24));
    bo.wait_for("Ann");
    bo.keys("w");
    bo.wait_for("Waiting for Ann");
    ann.keys("d3\r");
    ann.wait_for("You put a pebble on D3.");
    bo.wait_for("Ann puts a pebble on D3.");
    // The pebble lies where both see it: column D, the third row.
    let rows = |session: &ScreenSession| session.text().lines().nth(4).unwrap().chars().nth(11);
    assert_eq!((rows(&ann), rows(&bo)), (Some('●'), Some('●')), "{}\n{}", ann.text(), bo.text());
    for mut session in [ann, bo] {
        session.keys("\x03");
        assert!(session.end().0.success());
    }
}
