//! What the program says about wrong arguments, and what it answers.

use super::harness::{Manager, Player};
use crate::support::server::{parlor, run};

#[test]
fn questions_to_the_manager_print_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    manager.ask("register ann 4505");
    let address = manager.address.to_string();
    let players = run(&mut parlor(&["golf", "query", "players", "--manager", &address]));
    assert_eq!((players.code, players.stdout.as_str()), (Some(0), "1\n(ann, 127.0.0.1, 4505)\n"));
    let games = run(&mut parlor(&["golf", "query", "games", "--manager", &address]));
    assert_eq!((games.code, games.stdout.as_str()), (Some(0), "0\n"));
}

#[test]
fn wrong_words_are_refused_before_anything_happens() {
    for (args, expected) in [
        (&["golf", "player", "sixteen-letters-", "--manager", "x"][..], "1 to 15 letters"),
        (&["golf", "player", "a b", "--manager", "x"], "1 to 15 letters"),
        (&["golf", "player", "ann"], "--manager"),
        (&["golf", "player", "ann", "--manager", "x", "--port", "80"], "1024"),
        (&["golf", "player", "ann", "--manager", "x", "--start", "4"], "from 1 to 3"),
        (&["golf", "player", "ann", "--manager", "x", "--steal"], "--start"),
        (&["golf", "player", "ann", "--manager", "x", "--bot", "genius"], "no bot"),
        (&["golf", "query", "cards", "--manager", "x"], "players"),
        (&["golf", "manager", "--port", "70000"], "from 0 to 65535"),
        (&["golf", "manager", "--registration-timeout", "0"], "from 1 to 60000000"),
    ] {
        let ended = run(&mut parlor(args));
        assert_eq!(ended.code, Some(2), "{args:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{args:?}: {}", ended.stderr);
    }
    let ended = run(&mut parlor(&["golf", "query", "games", "--manager", "127.0.0.1:port"]));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("such as localhost:4500"), "{}", ended.stderr);
}

#[test]
fn a_name_that_is_taken_is_refused_and_a_block_that_is_taken_moves_up() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let port = super::harness::block();
    let (address, text) = (manager.address, port.to_string());
    let mut first = Player::start(address, "ann", &["--port", &text]);
    manager.wait_until("query players", |answer| answer.contains("ann"));
    let again = Player::start(address, "ann", &[]).ended();
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(again.stderr.contains("somebody has it already"), "{again:?}");
    let mut second = Player::start(address, "bob", &["--port", &text]);
    manager.wait_until("query players", |answer| answer.contains("bob"));
    let players = manager.ask("query players");
    assert!(players.contains(&format!("(ann, 127.0.0.1, {port})")), "{players}");
    // Others play on this machine, too: the next block is the next that is free.
    let bob = players.split_once("(bob, 127.0.0.1, ").unwrap().1.split_once(')').unwrap().0;
    let bob: u16 = bob.parse().unwrap();
    assert!(bob > port && (bob - port).is_multiple_of(5), "{players}");
    // The end of input, and the menu's last line.
    drop(first.stdin.take());
    second.types("5");
    assert_eq!((first.ended().code, second.ended().code), (Some(0), Some(0)));
    assert_eq!(manager.ask("query players"), "0");
}

#[test]
fn nobody_answers_where_no_manager_is() {
    let ended = Player::start("127.0.0.1:9".parse().unwrap(), "ann", &["--bot", "casual"]).ended();
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("no golf manager answers at 127.0.0.1:9"), "{ended:?}");
}
