//! Whole games of two, three and four, in both modes.

use super::harness::{Manager, Player};
use crate::support::server::{parlor, run};

/// Nine rounds of bots, who all print the same.
fn play(others: usize, steal: bool) {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let names = ["bob", "cid", "dot"];
    let waiting: Vec<_> = names[..others]
        .iter()
        .map(|name| Player::start(manager.address, name, &["--bot", "casual", "--json"]))
        .collect();
    manager.wait_until("query players", |answer| answer.starts_with(&others.to_string()));
    let count = others.to_string();
    let mut args = vec!["--bot", "random", "--json", "--start", &count];
    args.extend(steal.then_some("--steal"));
    let dealer = Player::start(manager.address, "ann", &args).ended();
    assert_eq!(dealer.code, Some(0), "{dealer:?}");
    assert!(dealer.stderr.contains("After round 9:"), "{}", dealer.stderr);
    for player in waiting {
        let player = player.ended();
        assert_eq!((player.code, &player.stdout), (Some(0), &dealer.stdout), "all print the same record");
        assert!(player.stderr.contains("has won with"), "{}", player.stderr);
    }
    assert_eq!((manager.ask("query players"), manager.ask("query games")), ("0".to_owned(), "0".to_owned()));
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, &dealer.stdout).unwrap();
    let replay = run(parlor(&["replay", "--json"]).arg(&file));
    assert_eq!(replay.code, Some(0), "{}", replay.stderr);
    assert!(replay.stdout.lines().last().unwrap().contains("\"winners\""));
    let stolen = dealer.stdout.contains("\"steal\":{");
    assert_eq!(stolen, steal, "a random bot steals if it may");
}

#[test]
fn two_bots_play_nine_rounds() {
    play(1, false);
}

#[test]
fn two_three_and_four_bots_play_with_and_without_stealing() {
    std::thread::scope(|scope| {
        let games = [(1, true), (2, false), (2, true), (3, false), (3, true)];
        let games = games.map(|(others, steal)| scope.spawn(move || play(others, steal)));
        games.into_iter().for_each(|game| {
            game.join().unwrap();
        });
    });
}

#[test]
fn a_person_plays_through_the_menu_and_leaves_by_the_end_of_input() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let bot = Player::start(manager.address, "bob", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.contains("bob"));
    let mut person = Player::start(manager.address, "ann", &[]);
    for line in ["3", "x", "2", "1", "n", "0 0", "7", "0 1"] {
        person.types(line);
    }
    // The places are filled one after the other; input that does not answer a question is explained.
    for turn in 0..40 {
        person.types("s");
        person.types(&(turn % 6).to_string());
    }
    drop(person.stdin.take());
    let person = person.ended();
    assert!(matches!(person.code, Some(0)), "{person:?}");
    for expected in [
        "1  wait for a game",
        "(bob, 127.0.0.1, ",
        "Choose 1 to 5.",
        "A game of bob, ann, without stealing; ann deals.",
        "Name two different cards",
        "Turn two of your cards",
        "Your turn. s = the stock card",
        "You hold ",
        "After round 1:",
        "ann is de-registered.",
    ] {
        assert!(person.stdout.contains(expected), "{expected}:\n{}", person.stdout);
    }
    manager.wait_until("query games", |answer| answer == "0");
    bot.ended();
}
