//! The command line: every form, every limit, every mistake.

use super::program::{Folder, text, words};

/// Runs a demo with these options and returns what stands after this label in the log.
#[track_caller]
fn says(options: &str, label: &str) -> String {
    let folder = Folder::new("says");
    let output = folder.run(&[&words(options)[..], &["-a", "--seed", "1"]].concat());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{options}");
    let log = folder.read("onecard.log");
    log.lines().find_map(|line| line.strip_prefix(label)).unwrap().to_owned()
}

/// Runs a command line that is wrong: nothing happens but the message.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let folder = Folder::new("refused");
    folder.write("onecard.log", "old");
    folder.write("other.log", "old");
    let output = folder.run(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    let errors = text(&output.stderr);
    assert!(errors.contains("\n-h|--help                 print this help message\n"), "{args:?}: {errors}");
    assert_eq!((folder.read("onecard.log"), folder.read("other.log")), ("old".into(), "old".into()));
    assert_eq!(folder.names(), ["onecard.log", "other.log"], "{args:?}");
    errors.lines().next().unwrap().to_owned()
}

#[test]
fn ow3_values_stand_after_a_blank_or_an_equals_sign_short_or_long() {
    for form in ["-n 3", "-n3", "-n=3", "--player-number 3", "--player-number=3"] {
        assert_eq!(says(form, "Number of players: "), "3", "{form}");
    }
    for form in ["-d 3", "-d3", "-d=3", "--decks 3", "--decks=3"] {
        assert_eq!(says(form, "Number of decks: "), "3", "{form}");
    }
    for form in ["-r 3", "-r3", "-r=3", "--rounds 3", "--rounds=3"] {
        assert_eq!(says(form, "Number of rounds: "), "3", "{form}");
    }
    for form in ["-c 3", "-c3", "-c=3", "--initial-cards 3", "--initial-cards=3"] {
        assert_eq!(says(form, "Player 1: ").split(", ").count(), 3, "{form}");
    }
}

#[test]
fn ow3_the_log_may_be_named_in_both_ways_by_a_relative_or_absolute_path() {
    let folder = Folder::new("log-names");
    let absolute = folder.path("absolute.log");
    let absolute = absolute.to_str().unwrap();
    for args in [vec!["--log", "a.log"], vec!["--log=b=c.log"], vec!["--log", absolute], vec!["--log", "-n"]]
    {
        let output = folder.run(&[&args[..], &["-a", "--seed=1"]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
    assert_eq!(folder.names(), ["-n", "a.log", "absolute.log", "b=c.log"]);
    assert_eq!(folder.read("a.log"), folder.read("absolute.log"));
}

#[test]
fn the_defaults_are_those_of_the_help() {
    assert_eq!(says("", "Number of players: "), "4");
    assert_eq!(says("", "Number of decks: "), "2");
    assert_eq!(says("", "Number of rounds: "), "1");
    assert_eq!(says("", "Player 4: ").split(", ").count(), 5);
}

#[test]
fn the_last_of_an_option_given_twice_counts() {
    assert_eq!(says("-n 3 --player-number=5 -n 2", "Number of players: "), "2");
    assert_eq!(says("-d 3 --rules decks=4", "Number of decks: "), "4");
    assert_eq!(says("--rules decks=4 -d 3", "Number of decks: "), "3");
    assert_eq!(says("--rules decks=4,rounds=2 --rules rounds=3", "Number of decks: "), "2");
    let folder = Folder::new("last-log");
    assert_eq!(folder.run(&["--log", "a", "--log=b", "-a"]).status.code(), Some(0));
    assert_eq!(folder.names(), ["b"]);
}

#[test]
fn oct21_short_options_may_be_joined_and_a_double_dash_ends_them() {
    assert_eq!(says("-an3", "Number of players: "), "3");
    let folder = Folder::new("double-dash");
    assert_eq!(folder.run(&["-a", "--"]).status.code(), Some(0));
}

#[test]
fn the_limits_are_allowed_and_one_more_is_not() {
    for form in ["-n 2", "-n 10", "-d 2", "-d 8", "-r 1", "-r 1000", "-c 2"] {
        says(form, "Number of players: ");
    }
    for (flag, bad) in [("-n", ["1", "11"]), ("-d", ["1", "9"]), ("-r", ["0", "1001"]), ("-c", ["1", "207"])]
    {
        for value in bad {
            refused(&[flag, value]);
        }
    }
    // n times (c + 1) plus 1 cards are needed: 104 = 2 * 51 + 2, and 416 = 10 * 41 + 6.
    says("-n 2 -c 50", "Number of players: ");
    assert!(refused(&["-n", "2", "-c", "51"]).contains("at most 50 cards"));
    says("-n 10 -d 8 -c 40", "Number of players: ");
    refused(&["-n", "10", "-d", "8", "-c", "41"]);
    refused(&["-n", "10", "-c", "10"]);
}

#[test]
fn oc29_an_old_log_is_written_over() {
    let folder = Folder::new("overwrite");
    folder.write("onecard.log", &"old line\n".repeat(10_000));
    folder.run(&["-a", "--seed", "1"]);
    let first = folder.read("onecard.log");
    assert!(first.starts_with("#####") && !first.contains("old line"));
}

#[test]
fn ow4_a_bad_number_is_refused_whatever_is_wrong_with_it() {
    let bad = [
        "",
        " ",
        "x",
        "3x",
        "x3",
        "+3",
        "-3",
        "3.0",
        "3.5",
        "3 ",
        " 3",
        "0x3",
        "1e1",
        "٣",
        "99999999999999999999999",
    ];
    for flag in ["--player-number", "--initial-cards", "--decks", "--rounds", "--seed", "--bots", "--pace"] {
        for value in bad {
            assert!(refused(&[flag, value]).contains(flag), "{flag} {value:?}");
            refused(&[&format!("{flag}={value}")]);
        }
        assert_eq!(refused(&[flag]), format!("onecard: The option {flag} needs a value."));
    }
    for flag in ["-n", "-c", "-d", "-r"] {
        for value in ["", "x", "+3", "-3", "3.5", "3x"] {
            refused(&[flag, value]);
            refused(&[&format!("{flag}={value}")]);
        }
        refused(&[flag]);
    }
    refused(&["--seed", "18446744073709551616"]);
    refused(&["--pace", "60001"]);
    refused(&["-n", "3", "--bots", "4"]);
}

#[test]
fn ow4_unknown_options_stray_words_and_values_of_flags_are_refused() {
    assert_eq!(refused(&["--nothing"]), "onecard: There is no option --nothing.");
    assert_eq!(refused(&["-x"]), "onecard: There is no option -x.");
    assert_eq!(refused(&["word"]), "onecard: What is \"word\"? Only options are expected here.");
    for args in [
        vec!["-n", "3", "4"],
        vec![""],
        vec!["-"],
        vec!["--", "-a"],
        vec!["--auto=yes"],
        vec!["--auto="],
        vec!["-a=1"],
        vec!["-ax"],
        vec!["--help=yes"],
        vec!["--play=3"],
        vec!["--player-numbers=3"],
        vec!["-log", "other.log"],
        vec!["--log"],
        vec!["--log="],
        vec!["--log", ""],
        vec!["--log", "other.log", "-n", "1"],
        vec!["--level", "best"],
        vec!["--level="],
        vec!["--art=color"],
        vec!["--art="],
        vec!["--art", "color"],
        vec!["--color", "red"],
        vec!["--color"],
    ] {
        refused(&args);
    }
}

#[test]
fn ow4_unknown_and_bad_rules_are_refused() {
    for rules in [
        "",
        "multi",
        "multi=",
        "multi=yes",
        "multi=on,multi=off",
        "nothing=on",
        "=on",
        "no-such-file",
        "redirect=any",
        "decks=1",
        "rounds=1001",
        "initial_cards=1",
        "players=3",
        ".",
    ] {
        refused(&["--rules", rules]);
        refused(&[&format!("--rules={rules}")]);
    }
    assert!(refused(&["--rules", "may_darw=on"]).contains("There is no option \"may_darw\""));
}

#[test]
fn oct23_help_before_other_options_is_all_that_happens() {
    let folder = Folder::new("help-first");
    let output = folder.run(&["-h", "-a", "-n", "3", "--log", "x.log"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert!(folder.names().is_empty());
}

#[test]
fn ow4_help_wins_over_what_stands_after_it_and_a_mistake_over_what_stands_after_that() {
    let folder = Folder::new("help");
    let help = text(&folder.run(&["-h"]).stdout);
    for args in [
        vec!["--help"],
        vec!["-h", "--nothing"],
        vec!["-n", "3", "-h", "-n", "x"],
        vec!["-ah"],
        vec!["-n", "10", "-c", "100", "-h"],
        vec!["-h", "word"],
    ] {
        let output = folder.run(&args);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{args:?}");
        assert_eq!(text(&output.stdout), help);
    }
    assert!(folder.names().is_empty(), "help makes no log");
    refused(&["--nothing", "-h"]);
    refused(&["-n", "x", "--help"]);
}

#[test]
fn the_help_begins_with_the_words_of_the_document_and_names_every_option_and_rule() {
    let help = text(&Folder::new("help-text").run(&["-h"]).stdout);
    let document = "\
-h|--help                 print this help message
--log filename            write the logs in filename (default: onecard.log)
-n n|--player-number=n    n players, n must be larger than 2 (default: 4)
-c c|--initial-cards=c    deal c cards per player, c must be at least 2 (default: 5)
-d d|--decks=d            use d decks 52 cards each, d must be at least 2 (default: 2)
-r r|--rounds=r           play r rounds, r must be at least 1 (default: 1)
-a|--auto                 run in demo mode
";
    assert!(help.starts_with(document), "{help}");
    for word in [
        "--seed",
        "--bots",
        "--level",
        "--rules",
        "--art",
        "--pace",
        "--color",
        "may_draw",
        "play_drawn",
        "redirect",
        "queen_skips_2",
        "multi",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for line in help.lines() {
        assert!(line.len() <= 110 && line.is_ascii(), "{line}");
    }
}

#[test]
fn rules_come_from_the_command_line_or_from_a_file() {
    let folder = Folder::new("rules-file");
    folder.write("house.rules", "# ours\nrounds = 2\n\nmulti=on # several\r\n");
    folder.run(&["-a", "--seed=1", "--rules", "house.rules"]);
    let from_file = folder.read("onecard.log");
    folder.run(&["-a", "--seed=1", "--rules=rounds=2,multi=on"]);
    assert_eq!(from_file, folder.read("onecard.log"));
    assert!(from_file.contains("Number of rounds: 2\n"));
    folder.write("bad.rules", "multi=on,may_draw=on\n");
    assert_eq!(folder.run(&["-a", "--rules", "bad.rules"]).status.code(), Some(1));
    folder.write("long.rules", &"# long\n".repeat(20_000));
    assert_eq!(folder.run(&["-a", "--rules", "long.rules"]).status.code(), Some(1));
}

#[test]
fn parlor_onecard_is_the_same_program() {
    let folder = Folder::new("parlor");
    let parlor = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.arg("onecard").args(args).current_dir(folder.path("")).output().unwrap()
    };
    for args in
        [vec!["-h"], vec!["--help"], vec!["-a", "--seed=9"], vec!["-x"], vec!["-n"], vec!["-V"], vec!["word"]]
    {
        let (one, other) = (folder.run(&args), parlor(&args));
        assert_eq!(one.status.code(), other.status.code(), "{args:?}");
        assert_eq!((text(&one.stdout), text(&one.stderr)), (text(&other.stdout), text(&other.stderr)));
    }
}
