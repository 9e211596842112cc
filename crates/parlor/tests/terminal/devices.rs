//! One person at several terminals.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use super::full_screen::play;
use super::plain::PlainSession;
use super::screen::ScreenSession;
use crate::server::ServerProcess;

/// The token that is kept in this home, for the only server there; nobody else can read it.
fn token(home: &Path) -> String {
    let file = home.join("parlor/people.json");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let saved: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let tokens = saved["tokens"].as_object().unwrap();
    assert_eq!(tokens.len(), 1, "the code of a link is not kept: {saved}");
    tokens.values().next().unwrap().as_str().unwrap().to_owned()
}

#[test]
fn a_link_makes_another_terminal_the_same_person_at_the_same_table_once() {
    let [home, second, third] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut ann = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    ann.say("play gomoku bots=random bot_delay_ms=0");
    ann.wait_for("Your turn");
    ann.say("/device");
    let link = ann.wait_for("/link#");
    let mut again = PlainSession::start(play(second.path(), &["--plain", &link]));
    assert!(again.wait_for("You are ").starts_with("You are Ann at "));
    again.wait_for("Your turn");
    ann.wait_for("Done: the other device is signed in.");
    again.say("h8");
    ann.wait_for("You put a pebble on H8.");
    assert_ne!(token(home.path()), token(second.path()), "each device has a token of its own");
    // The link is used up; nobody is signed in, and nothing is asked.
    let refused = play(third.path(), &["--plain", &link]).stdin(Stdio::null()).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("code"), "{refused:?}");
    assert!(ann.end() && again.end());
    // The next visit needs no link.
    let mut again = PlainSession::start(play(second.path(), &["--plain"]));
    assert!(again.wait_for("You are ").starts_with("You are Ann at "));
    assert!(again.end());
}

#[test]
fn a_code_is_typed_where_the_name_is_asked_for() {
    let [home, second] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut ann = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), (80, 40));
    ann.wait_for("No table is open");
    ann.keys("d");
    let shown = ann.wait_for("type the code there: ");
    assert!(shown.contains('█') && shown.contains("within five minutes"), "{shown}");
    let (_, code) = shown.split_once("type the code there: ").unwrap();
    // It may stand on the next line, inside the frame.
    let code: String =
        code.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').take(23).collect();
    let mut again = ScreenSession::start(play(second.path(), &[&url]), (80, 24));
    again.wait_for("Your name, or a code");
    again.keys("ABCDE-ABCDE-ABCDE-ABCDE\r");
    again.wait_until(|text| text.matches("Your name, or a code").count() == 2);
    again.keys(&format!("{}\r", code.to_lowercase()));
    again.wait_for("you are Ann");
    ann.wait_for("Done: the other device is signed in.");
    assert!(!ann.text().contains(&code), "a used code is not shown any longer");
    for mut session in [ann, again] {
        session.keys("\x03");
        assert!(session.end().0.success());
    }
}

#[test]
fn a_terminal_that_is_somebody_already_is_asked_before_a_link_changes_that() {
    let [home, second] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let server = ServerProcess::start_with(&home.path().join("data"), &["--messages-per-second", "1000"]);
    let url = format!("http://{}", server.address);
    let mut bo = PlainSession::start(play(second.path(), &["--plain", &url, "--name", "Bo"]));
    bo.wait_for("You are Bo");
    assert!(bo.end());
    let before = token(second.path());
    let mut ann = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    ann.say("device");
    let link = ann.wait_for("/link#");
    for (answer, name) in [("no", "Bo"), ("yes", "Ann")] {
        let mut command = play(second.path(), &["--plain", &link]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "perhaps\n{answer}\nquit").unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Here you are Bo"), "{text}");
        assert!(text.contains(&format!("You are {name} at ")), "{text}");
        assert_eq!(token(second.path()) == before, name == "Bo");
    }
    assert!(ann.end());
}
