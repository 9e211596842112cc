//! Two people at one keyboard.

use super::full_screen::{play, status};
use super::plain::PlainSession;
use super::screen::ScreenSession;

#[test]
fn two_people_share_a_keyboard_and_their_game_is_kept_in_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("our-game");
    let folder = folder.to_str().unwrap();
    let args = ["onecard", "--people", "Ann,Bo", "--saved", folder];
    let mut session = ScreenSession::start(play(home.path(), &args), (80, 24));
    // The first player sees a page without cards before their turn.
    let page = session.wait_for("press Enter when nobody else is looking");
    assert!(!page.contains("Your hand"), "{page}");
    session.keys("\r");
    let shown = session.wait_until(|text| text.contains("(you)") && text.contains("Your hand"));
    let second = if shown.contains("Ann (you)") { "Bo" } else { "Ann" };
    assert!(!shown.contains(&format!("{second} (you)")), "{shown}");
    if shown.contains(&format!("It is {second}'s turn")) {
        // Enter came before the deal was known: the other one begins.
        session.keys("\r\r");
        session.wait_for(&format!("{second} (you)"));
    }
    let second = if session.text().contains("Ann (you)") { "Bo" } else { "Ann" };
    // The first plays until it is the other's turn.
    let handed = format!("It is {second}'s turn: Enter hands the keyboard over.");
    let covered = format!("{second}: press Enter when nobody else is looking.");
    loop {
        let text =
            session.wait_until(|text| !status(text).is_empty() && !status(text).starts_with("Waiting"));
        if text.contains(&handed) {
            break;
        }
        // Never Enter here: pressed once too often it would hand the keyboard over already.
        let told = ["not your turn", "cannot", "on its way"].iter().any(|part| status(&text).contains(part));
        session.keys(match status(&text).contains('0') {
            _ if told => "\x1b[D",
            true => "0",
            false => " ",
        });
        session.wait_for_output();
    }
    session.keys("\r");
    session.wait_until(|text| text.contains(&covered) && !text.contains("Your hand"));
    session.keys("\r");
    session.wait_for(&format!("{second} (you)"));
    session.keys("\x03");
    assert!(session.end().0.success());
    // The same folder goes on with the same game: it is still the second one's turn.
    let mut session = ScreenSession::start(play(home.path(), &args), (80, 24));
    session.wait_for(&covered);
    session.keys("\r");
    let text = session.wait_for(&format!("{second} (you)"));
    assert!(!text.contains("The first card is"), "it is not a new game:\n{text}");
    session.keys("\x03");
    assert!(session.end().0.success());
}

#[test]
fn a_whole_game_at_one_keyboard_is_played_by_a_program_that_reads_only_lines() {
    let home = tempfile::tempdir().unwrap();
    let args = ["--plain", "golf", "--people", "Ann,Bo", "--options", "rounds=1"];
    let mut session = PlainSession::start(play(home.path(), &args));
    let mut played = std::collections::BTreeMap::<String, u32>::new();
    let mut who = "Ann".to_owned();
    loop {
        let line = session.next();
        if line.ends_with("press Enter.") {
            session.say("");
        } else if let Some(name) = line.strip_suffix(" plays.") {
            name.clone_into(&mut who);
        } else if line.starts_with("  1. ") {
            *played.entry(who.clone()).or_default() += 1;
            session.say("1");
        } else if line.starts_with("The game is over") {
            break;
        }
    }
    assert!(played.len() == 2 && played.values().all(|count| *count > 5), "{played:?}");
    session.wait_for("Type rematch");
    session.say("rematch");
    session.wait_for("Round 1: six cards each");
    assert!(session.end());
}

#[test]
fn a_game_without_secrets_needs_no_hand_over() {
    let home = tempfile::tempdir().unwrap();
    let args = ["--plain", "gomoku", "--people", "Ann,Bo"];
    let mut session = PlainSession::start(play(home.path(), &args));
    for (who, typed) in [("Ann", "h8"), ("Bo", "h9"), ("Ann", "h7"), ("Bo", "h10")] {
        session.wait_for("Your turn");
        session.say(typed);
        session.wait_for(&format!("You put a pebble on {}.", typed.to_uppercase()));
        let next = if who == "Ann" { "Bo plays." } else { "Ann plays." };
        session.wait_for(next);
    }
    assert!(session.end());
}
