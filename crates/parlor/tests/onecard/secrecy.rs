//! Nobody sees the hand of another player.

use super::program::{Folder, words};
use super::pty::Session;

const CLEAR: &str = "\x1b[2J";
const PROMPT: &str = "your choice (? for help): ";

/// All "Spades 10" in a text, with what stands before each.
fn cards_named(text: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    for suit in ["Spades", "Hearts", "Diamonds", "Clubs"] {
        for (at, _) in text.match_indices(suit) {
            let rank: String =
                text[at + suit.len() + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
            found.push((&text[..at], format!("{suit} {rank}")));
        }
    }
    found
}

/// The last hand of this player in the log.
fn hand_in_log(log: &str, player: usize) -> Vec<String> {
    let (dealt, later) = (format!("Player {player}: "), format!("Player {player} cards: "));
    // The extra card for the start has the label of a dealt hand, but stands after it.
    let first = log.lines().find_map(|line| line.strip_prefix(&dealt));
    let last = log.lines().rev().find_map(|line| line.strip_prefix(&later));
    last.or(first).unwrap().split(", ").map(str::to_owned).collect()
}

/// Plays a few turns and looks at every page.
fn watch(name: &str, args: &str, size: (u16, u16)) {
    let folder = Folder::new(&format!("secrecy-{name}"));
    let mut session = Session::start(folder.command(&words(args)), size);
    for _ in 0..8 {
        let between = session.wait_for("Press Enter");
        let player: usize = {
            let rest = session.wait_for("sits here.");
            rest.split_whitespace().nth(2).unwrap().parse().unwrap()
        };
        // Whatever came before the last clear is gone from the screen.
        let page = between.rsplit(CLEAR).next().unwrap();
        assert!(between.contains(CLEAR));
        for (before, card) in cards_named(page) {
            assert!(before.ends_with("Previous card: "), "{card} stands on an open page: {page}");
        }
        session.line("");
        let turn = session.wait_for(PROMPT);
        assert!(turn.contains(CLEAR));
        let page = turn.rsplit(CLEAR).next().unwrap();
        let hand: Vec<_> = cards_named(page)
            .into_iter()
            .filter(|(before, _)| !before.ends_with("Previous card: "))
            .map(|(before, card)| {
                assert!(before.ends_with(") "), "{card} has a number: {page}");
                card
            })
            .collect();
        let mut expected = hand_in_log(&folder.read("onecard.log"), player);
        let mut shown = hand.clone();
        expected.sort();
        shown.sort();
        assert_eq!(shown, expected, "player {player} sees the own hand and no other");
        let marked = page.split("* ").skip(1).filter_map(|rest| rest.trim_start().split(')').next());
        let legal = marked.map(str::to_owned).find(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        session.line("nonsense");
        session.wait_for(PROMPT);
        session.line(&legal.unwrap());
    }
    session.wait_for("Press Enter");
    session.line("q");
    session.wait_for("You have left");
    let shown = String::from_utf8_lossy(&session.shown).into_owned();
    assert_eq!(shown.matches("\x1b[?1049h").count(), 1);
    assert_eq!(session.end().0.code(), Some(0));
}

#[test]
fn ow17_every_page_begins_clear_and_shows_no_hand_but_that_of_the_player_in_turn() {
    watch("plain", "-n 3 --seed 21", (80, 24));
    watch("wide", "-n 4 --seed 22 -c 9 --color always", (120, 36));
}

#[test]
fn ow17_a_page_that_is_too_long_for_the_screen_leaves_nothing_in_the_scrollback() {
    let folder = Folder::new("secrecy-short");
    let mut session = Session::start(folder.command(&words("-n 2 -c 30 --seed 3")), (40, 10));
    session.wait_for("Press Enter");
    session.line("");
    session.wait_for(PROMPT);
    session.line("?");
    session.wait_for(PROMPT);
    session.line("q");
    let left = session.wait_for("\x1b[?1049l");
    assert!(left.contains("\x1b[2J") && left.contains("\x1b[3J"), "{left:?}");
    session.wait_for("You have left");
    session.end();
}

#[test]
fn ow8_the_shuffle_is_in_the_log_and_never_on_a_page() {
    let folder = Folder::new("secrecy-shuffle");
    let mut session = Session::start(folder.command(&words("-n 2 --seed 3")), (80, 24));
    session.wait_for("Press Enter");
    session.line("");
    session.wait_for(PROMPT);
    assert!(folder.read("onecard.log").contains("Shuffle result:\n"));
    let shown = String::from_utf8_lossy(&session.shown).into_owned();
    assert!(!shown.contains("Shuffle result") && !shown.contains("The shuffle:"));
    session.keys("\x04");
    session.wait_for("You have left");
    session.end();
}
