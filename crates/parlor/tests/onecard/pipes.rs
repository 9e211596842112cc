//! The game at one keyboard when input or output is not a terminal.

use super::program::{Folder, text};
use super::reader::{Rules, check, check_beginning};

#[test]
fn ow15_the_end_of_input_ends_the_game_with_the_log_complete_to_there() {
    let folder = Folder::new("pipe-end");
    for input in ["", "\n", "\n\n", "\nq\n", "q", "q\n", "Q\n", " q \n", "\nQ", "\r\nq\r\n"] {
        let output = folder.run_with(&["--seed=5", "-n3"], input);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{input:?}");
        assert!(text(&output.stdout).contains("You have left the game."));
        let log = folder.read("onecard.log");
        assert!(log.ends_with("---- Game start ----\nFirst card: Hearts Q\n"), "{input:?}");
        check_beginning(&log, &Rules::default());
    }
}

#[test]
fn nothing_is_cleared_when_the_output_is_no_terminal() {
    let folder = Folder::new("pipe-clear");
    let output = folder.run_with(&["--seed=5", "-n3", "--art"], "\nh5\n\n?\nx\n");
    let shown = text(&output.stdout);
    assert!(!shown.contains('\x1b'), "{shown:?}");
    assert!(shown.contains("Press Enter when player 3 sits here."));
    let painted = text(&folder.run_with(&["--seed=5", "-n3", "--color=always"], "\nh5\n\n").stdout);
    assert!(painted.contains("\x1b[31m"));
    assert!(!painted.contains("\x1b[2J") && !painted.contains("\x1b[?1049h"));
    let plain = text(&folder.run_with(&["--seed=5", "-n3", "--color=never"], "\nh5\n\n").stdout);
    assert!(!plain.contains('\x1b'));
}

/// Enough answers for any game: each card by number, then a draw.
fn any_answers() -> String {
    let turn: String = (1..=60).map(|number| format!("{number}\n")).collect();
    format!("\n{turn}0\n").repeat(400)
}

#[test]
fn the_same_seed_options_and_choices_give_the_same_log_byte_for_byte() {
    let folder = Folder::new("pipe-same");
    let mut logs = Vec::new();
    for color in ["never", "always"] {
        let output =
            folder.run_with(&["--seed=31", "-n2", "-c3", "--bots=1", "--color", color], &any_answers());
        assert_eq!(output.status.code(), Some(0));
        logs.push(folder.read("onecard.log"));
    }
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn bots_alone_play_a_whole_game_and_tell_it_in_sentences() {
    let folder = Folder::new("pipe-bots");
    for level in ["random", "casual"] {
        let output = folder.run(&["-n3", "--bots=3", "--level", level, "--seed=6", "-r2"]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        check(&folder.read("onecard.log"), &Rules::default());
        let shown = text(&output.stdout);
        assert!(shown.contains(" wins round 2!") && shown.contains(" the game"), "{shown}");
        assert!(!shown.contains(" hand:") && !shown.contains("The shuffle:"), "{shown}");
    }
}
