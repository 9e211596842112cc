//! The game at one keyboard, driven through a pseudo-terminal.

use super::program::{Folder, words};
use super::pty::Session;
use super::reader::{Met, Rules, check, check_beginning};

const LEAVE: &str = "\x1b[?1049l";
const PROMPT: &str = "your choice (? for help): ";

fn start(folder: &Folder, args: &str) -> Session {
    Session::start(folder.command(&words(args)), (80, 24))
}

/// What a person would type on this page: the first card that fits, else nothing but a draw.
fn first_legal(page: &str) -> String {
    let marked = page.split("* ").skip(1).filter_map(|rest| rest.trim_start().split(')').next());
    marked.map(str::to_owned).find(|number| number.bytes().all(|byte| byte.is_ascii_digit())).unwrap()
}

/// Plays to the end with whatever is legal.
fn play_to_end(session: &mut Session) {
    loop {
        let (which, page) = session.wait_for_any(&["Press Enter", PROMPT, "The log is in"]);
        match which {
            0 => session.line(""),
            1 => session.line(&first_legal(page.rsplit("\x1b[2J").next().unwrap())),
            _ => return,
        }
    }
}

#[test]
fn ow17_a_game_of_people_is_played_to_its_end_and_logged_right() {
    let folder = Folder::new("pty-whole");
    let mut session = start(&folder, "-n 3 -c 3 --seed 11 -r 2");
    play_to_end(&mut session);
    let (status, rest) = session.end();
    assert_eq!((status.code(), rest.trim()), (Some(0), "onecard.log."));
    check(&folder.read("onecard.log"), &Rules::default());
}

#[test]
fn ow17_a_turn_shows_the_previous_card_the_direction_the_counts_and_the_numbered_hand() {
    let folder = Folder::new("pty-page");
    let mut session = start(&folder, "-n 3 --seed 5 --color never");
    let between = session.wait_for("Press Enter when player 2 sits here.");
    assert!(between.contains("Previous card: Hearts Q") && !between.contains(") "), "{between}");
    session.line("");
    let page = session.wait_for(PROMPT);
    let page = page.rsplit("\x1b[2J").next().unwrap();
    for text in [
        "Previous card: Hearts Q",
        "Direction: counter-clockwise (rising numbers)",
        "  Player 1: 5 cards",
        "> Player 2 (you): 5 cards",
        "* 1) Hearts 5\r\n* 2) Hearts A\r\n  3) Diamonds 7\r\n  4) Diamonds J\r\n  5) Clubs 7\r\n",
    ] {
        assert!(page.contains(text), "{text} in {page}");
    }
    assert!(!page.contains("0) draw"), "there is a card that fits");
    session.line("q");
    session.wait_for("You have left the game.");
    assert_eq!(session.end().0.code(), Some(0));
}

#[test]
fn ow17_a_refused_answer_says_why_and_asks_again_on_the_same_page() {
    let folder = Folder::new("pty-refused");
    let mut session = start(&folder, "-n 3 --seed 5 --color never");
    session.wait_for("Press Enter");
    session.line("");
    session.wait_for(PROMPT);
    let before = std::fs::read(folder.path("onecard.log")).unwrap();
    for (answer, why) in [
        ("3", "You must follow Q♥: play a heart or a queen."),
        ("D7", "You must follow Q♥: play a heart or a queen."),
        ("d", "You may not draw while you can play"),
        ("0", "You may not draw while you can play"),
        ("9", "There is no card 9: your cards are 1 to 5."),
        ("00", "There is no card 00"),
        ("S10", "You do not hold 10♠"),
        ("C7 D7", "Only one card may be played in a turn at this table."),
        ("1 2", "Only one card may be played in a turn at this table."),
        ("k", "There is nothing to keep"),
        ("xyzzy", "\"xyzzy\" is no card"),
        ("\u{e9}\u{1F0A1}", "is no card"),
        ("", "Type the number of a card, or ? for help."),
        ("?", "Follow the suit or the rank of the previous card"),
    ] {
        session.line(answer);
        let reply = session.wait_for(PROMPT);
        assert!(reply.contains(why), "{answer}: {reply}");
        assert!(!reply.contains("\x1b["), "the page is still the same: {reply:?}");
    }
    assert_eq!(std::fs::read(folder.path("onecard.log")).unwrap(), before, "a refusal changes nothing");
    session.line(" h5 ");
    session.wait_for("Press Enter when player 3 sits here.");
    let log = folder.read("onecard.log");
    assert!(
        log.ends_with(
            "Player 2 plays: Hearts 5\nPlayer 2 cards: Hearts A, Diamonds 7, Diamonds J, Clubs 7\n"
        )
    );
    session.line("Q");
    session.wait_for("You have left the game.");
    assert_eq!(session.end().0.code(), Some(0));
}

#[test]
fn ow15_leaving_at_any_prompt_restores_the_terminal_and_keeps_the_log() {
    for (name, keys) in
        [("q-first", "q\n"), ("end-first", "\x04"), ("q-turn", "\nQ\n"), ("end-turn", "\n\x04")]
    {
        let folder = Folder::new(&format!("pty-leave-{name}"));
        let mut session = start(&folder, "-n 4 --seed 2");
        for key in keys.split_inclusive(['\n', '\x04']) {
            session.wait_for_any(&["Press Enter", PROMPT]);
            session.keys(key);
        }
        session.wait_for(LEAVE);
        session.wait_for("You have left the game.");
        let (status, rest) = session.end();
        assert_eq!(status.code(), Some(0), "{name}");
        assert!(!rest.contains("\x1b["), "{name}: nothing is done to the terminal afterwards");
        check_beginning(&folder.read("onecard.log"), &Rules::default());
    }
}

#[test]
fn bots_take_the_last_seats_and_their_turns_are_told_to_the_next_person() {
    for level in ["random", "casual"] {
        let folder = Folder::new(&format!("pty-bots-{level}"));
        let mut session = start(&folder, &format!("-n 4 --bots 3 --seed 8 --level {level}"));
        let first = session.wait_for("Press Enter to go on, player 1.");
        assert!(first.contains("- Player 3 ") && first.contains("Player 2 (bot):"), "{first}");
        session.line("");
        play_to_end(&mut session);
        assert_eq!(session.end().0.code(), Some(0));
        check(&folder.read("onecard.log"), &Rules::default());
    }
}

/// Two cards of one rank, the first of which can be played now, named as people write them.
fn pair(page: &str) -> Option<String> {
    let cards: Vec<(bool, &str, &str)> = page
        .split("\r\n")
        .flat_map(|line| line.split("   "))
        .filter_map(|cell| {
            let (number, card) = cell.split_once(") ")?;
            let (suit, rank) = card.split_once(' ')?;
            Some((number.contains('*'), suit.get(..1)?, rank.trim()))
        })
        .collect();
    cards.iter().enumerate().find_map(|(index, (playable, suit, rank))| {
        let mut others = cards.iter().enumerate();
        let (_, (_, other, _)) =
            others.find(|(other, card)| *playable && *other != index && card.2 == *rank)?;
        Some(format!("{suit}{rank} {other}{rank}"))
    })
}

#[test]
fn several_cards_a_turn_and_drawn_cards_are_played_from_the_keyboard() {
    let folder = Folder::new("pty-rules");
    let rules = Rules { multi: true, play_drawn: true, ..Rules::default() };
    let (mut kept, mut met) = (0, Met::default());
    for seed in 0..6 {
        let args = format!("-n 2 -c 9 --seed {seed} --rules multi=on,play_drawn=on --color never");
        let mut session = start(&folder, &args);
        loop {
            let (which, page) = session.wait_for_any(&["Press Enter", PROMPT, "The log is in"]);
            let page = page.rsplit("\x1b[2J").next().unwrap();
            match which {
                0 => session.line(""),
                1 if page.contains("0) keep") => {
                    kept += 1;
                    session.line(if kept % 2 == 0 { "k" } else { "0" });
                }
                1 => session.line(&pair(page).unwrap_or_else(|| first_legal(page))),
                _ => break,
            }
        }
        assert_eq!(session.end().0.code(), Some(0));
        met.add(&check(&folder.read("onecard.log"), &rules));
    }
    assert!(kept > 0 && met.plays_of_several > 10, "{kept} {met:?}");
}

#[test]
fn art_is_drawn_above_the_numbered_hand_and_gives_way_on_a_small_screen() {
    let folder = Folder::new("pty-art");
    for (art, size, corner) in
        [("ascii", (80, 24), Some('+')), ("unicode", (80, 24), Some('\u{256d}')), ("ascii", (80, 14), None)]
    {
        let command = folder.command(&["-n3", "--seed=5", "--art", art]);
        let mut session = Session::start(command, size);
        session.wait_for("Press Enter");
        session.line("");
        let page = session.wait_for(PROMPT);
        let page = page.rsplit("\x1b[2J").next().unwrap();
        assert!(page.contains("1) Hearts 5") && page.contains("Previous card: Hearts Q"));
        match corner {
            Some(corner) => assert!(page.contains(corner), "{page}"),
            None => assert!(!page.contains('+'), "{page}"),
        }
        assert!(page.matches('\n').count() < size.1.into(), "the page fits");
        session.line("q");
        session.wait_for("You have left");
        session.end();
    }
}
