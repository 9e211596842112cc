//! Games, options, bots and numbers that do not exist.

use super::helped::{GAMES, misunderstood, refused, say};

#[test]
fn an_unknown_game_is_refused_with_the_games_there_are() {
    for command in ["games", "sim", "show"] {
        for name in ["poker", "", "Chicago", "chicago ", "\u{1b}[2J"] {
            let err = misunderstood(&[command, name]);
            assert!(err.contains(&format!("The games are {}.", GAMES.join(", "))), "{err}");
        }
    }
}

#[test]
fn an_unknown_option_is_refused_with_the_options_there_are() {
    assert_eq!(
        refused(&["sim", "gomoku", "--options", "seize=9"]),
        "There is no option \"seize\". The options are size, exact_five, dead_draw, rotate_first, first."
    );
    for game in GAMES.iter().copied() {
        assert!(refused(&["sim", game, "--options", "=1"]).contains("There is no option \"\"."));
    }
    let err = misunderstood(&["sim", "gomoku", "--options", "size"]);
    assert!(err.contains("The option \"size\" has no value: write size=VALUE."), "{err}");
}

#[test]
fn an_option_out_of_its_range_is_refused_with_the_range() {
    for value in
        ["9", "26", "0", "-1", "+15", "15.0", "1e1", "", "fifteen", "99999999999999999999999999", "１５"]
    {
        assert_eq!(
            refused(&["sim", "gomoku", "--options", &format!("size={value}")]),
            format!("The option size cannot be {value:?}: it is 10 to 25.")
        );
    }
    assert_eq!(
        refused(&["sim", "gomoku", "--options", "exact_five=yes"]),
        "The option exact_five cannot be \"yes\": it is on or off."
    );
    assert_eq!(
        refused(&["sim", "chicago", "--options", "buy_stop=43"]),
        "The option buy_stop cannot be \"43\": it is off, 42, 46 or 47."
    );
    assert_eq!(
        refused(&["sim", "gomoku", "--options", "size=15,size=15"]),
        "The option size is given twice."
    );
}

#[test]
fn options_that_do_not_go_together_are_refused_with_what_would() {
    assert_eq!(
        refused(&["sim", "golf", "--players", "5"]),
        "One pack is enough for 2 to 4 players, not for 5: play with two packs."
    );
    assert!(refused(&["sim", "onecard", "--players", "10", "--options", "initial_cards=206"]).ends_with('.'));
    assert!(refused(&["sim", "gomoku", "--players", "2", "--options", "first=3"]).ends_with('.'));
}

#[test]
fn too_few_and_too_many_players_are_refused() {
    for game in GAMES.iter().copied() {
        assert!(refused(&["sim", game, "--players", "1"]).contains("players"), "{game}");
    }
    assert_eq!(
        refused(&["sim", "chicago", "--players", "5"]),
        "5 cannot play this: it is for 2 to 4 players."
    );
    for number in ["0", "11", "256", "-3", "99999999999999999999", "two", ""] {
        let err = misunderstood(&["sim", "chicago", "--players", number]);
        assert!(err.contains("must be a whole number from 1 to 10"), "{err}");
    }
    for number in ["300", "-3", "two", ""] {
        let option = format!("players={number}");
        assert_eq!(
            refused(&["sim", "chicago", "--options", &option]),
            format!("The option players cannot be {number:?}: it is a number of at most 10.")
        );
    }
    assert_eq!(
        refused(&["sim", "chicago", "--options", "players=0"]),
        "0 cannot play this: it is for 2 to 4 players."
    );
}

#[test]
fn players_that_are_said_twice_must_agree() {
    assert_eq!(
        refused(&["sim", "golf", "--players", "3", "--options", "players=4"]),
        "--players says 3 and the option players says 4."
    );
    assert_eq!(
        refused(&["sim", "golf", "--options", "players=3,players=3"]),
        "The option players is given twice."
    );
}

#[test]
fn an_unknown_bot_is_refused_with_the_bots_there_are() {
    for bots in ["genius", "casual,genius", "", "casual,", "Thumb"] {
        let err = misunderstood(&["sim", "golf", "--bots", bots]);
        assert!(err.contains("The bots are random, easy, casual, medium, hard, expert."), "{err}");
    }
}

#[test]
fn more_bots_than_seats_are_refused() {
    assert_eq!(
        refused(&["sim", "golf", "--bots", "casual,casual,casual"]),
        "--bots names 3 bots, but only 2 play: one level a seat."
    );
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let cases: [(&[&str], &str); 5] = [
        (&["sim", "golf", "--games"], "1 to 1000000000"),
        (&["sim", "golf", "--threads"], "1 to 1024"),
        (&["show", "golf", "--delay-ms"], "0 to 60000"),
        (&["replay", "x", "--line"], "1 to 18446744073709551615"),
        (&["replay", "x", "--step"], "0 to 18446744073709551615"),
    ];
    for (args, range) in cases {
        for number in ["-1", "1.5", "1e3", "many", "", "18446744073709551616"] {
            let err = misunderstood(&[args, &[number]].concat());
            assert!(err.contains(&format!("must be a whole number from {range}")), "{err}");
        }
    }
    misunderstood(&["sim", "golf", "--games", "0"]);
    misunderstood(&["sim", "golf", "--games", "1000000001"]);
    misunderstood(&["sim", "golf", "--threads", "0"]);
    misunderstood(&["replay", "x", "--line", "0"]);
    let err = misunderstood(&["sim", "golf", "--seed", "18446744073709551616"]);
    assert!(err.contains("must be a whole number from 0 to 18446744073709551615"), "{err}");
    misunderstood(&["sim", "golf", "--seed", "-1"]);
}

#[test]
fn eyes_that_nobody_has_are_refused() {
    for eyes in ["10", "200", "-1", "everybody", "", "99999999999999999999"] {
        let err = misunderstood(&["replay", "x", "--as", eyes]);
        assert!(err.contains("a seat is a number from 0 to 9; or say watcher or everything"), "{err}");
    }
}

#[test]
fn a_command_line_that_says_nothing_or_nonsense_shows_the_way_to_the_help() {
    for args in [
        &["nonsense"][..],
        &["sim"],
        &["replay"],
        &["sim", "golf", "--nonsense"],
        &["games", "golf", "sorry"],
    ] {
        misunderstood(args);
    }
    let said = say(&[]);
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("Usage: parlor <COMMAND>"));
}

#[test]
fn a_flag_that_was_renamed_is_refused_with_its_new_name() {
    for (args, sentence) in [
        (&["load", "--floor"][..], "--floor is now --baseline"),
        (&["golf", "player", "ann", "--manager", "x", "--patience", "3"], "--patience is now --peer-timeout"),
        (&["golf", "player", "ann", "--manager", "x", "--stay"], "--stay is now --repeat"),
        (
            &["golf", "manager", "--expire", "1"],
            "--expire is now --registration-timeout, in seconds instead of minutes",
        ),
        (&["show", "golf", "--pace", "0"], "--pace is now --delay-ms"),
        (&["show", "gomoku", "--engine-time", "9"], "--engine-time is now --engine-time-ms"),
        (&["sim", "gomoku", "--engine-time=9"], "--engine-time is now --engine-time-ms"),
        (
            &["arena", "gomoku", "--bots", "easy,hard", "--engine-time", "9"],
            "--engine-time is now --engine-time-ms",
        ),
    ] {
        let said = misunderstood(args);
        assert!(said.starts_with(&format!("error: {sentence}\n")), "{said}");
    }
}
