//! Processes that are killed in each phase of a game, and players who are interrupted.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::harness::{Manager, Player, ports_are_free};

/// When somebody is killed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    /// As soon as there is a game: cards are on their way.
    Deal,
    /// While its two cards are waited for.
    Reveals,
    /// While its turn is waited for.
    Turn,
    /// In the second after a round.
    BetweenRounds,
    /// In the ninth round.
    LastRound,
}

/// A game of ann, who deals, and two others. One of them is killed; the others report it, exit with status 3 and release
/// their ports, and the dealer informs the manager.
fn killed(victim: &str, phase: Phase) {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let mut players: Vec<(&str, Player)> = Vec::new();
    for name in ["bob", "cid", "ann"] {
        // A person does nothing unasked, so the game stands still where it is wanted to.
        let waits_for_a_person =
            name == victim && matches!(phase, Phase::Reveals | Phase::Turn | Phase::LastRound);
        let mut args = if waits_for_a_person { vec![] } else { vec!["--bot", "casual"] };
        args.extend(if name == "ann" { &["--start", "2"][..] } else { &[] });
        players.push((name, Player::start(manager.address, name, &args)));
        if name != "ann" {
            manager.wait_until("query players", |answer| answer.contains(name));
        }
    }
    let index = players.iter().position(|(name, _)| *name == victim).unwrap();
    let (_, mut dead) = players.remove(index);
    dead.says("A game of");
    match phase {
        Phase::Deal => {}
        Phase::Reveals => dead.says("Turn two of your cards"),
        Phase::Turn => {
            dead.says("Turn two of your cards");
            dead.types("0 1");
            dead.says("Your turn.");
        }
        Phase::BetweenRounds => dead.says("After round 1:"),
        Phase::LastRound => {
            // Input that does not answer the question is explained and asked again.
            while !dead.has_said("Round 9 of 9") {
                ["0 1", "s", "2", "s", "3", "s", "4", "s", "5", "s", "d"]
                    .iter()
                    .for_each(|line| dead.types(line));
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }
    let ports: Vec<u16> = manager.ask("query players").lines().skip(1).map(port_of).collect();
    assert_eq!(ports.len(), 3);
    dead.kill();
    for (name, player) in players.into_iter().rev() {
        let ended = player.ended_or_interrupted();
        let place = format!("{victim} killed in {phase:?}: {name}: {ended:?}");
        if ended.code == Some(130) {
            // The dealer had not come to this player yet.
            assert!(phase == Phase::Deal && !ended.stdout.contains("A game of"), "{place}");
            continue;
        }
        assert_eq!(ended.code, Some(3), "{place}");
        assert!(ended.stderr.contains("the game is over: "), "{place}");
        assert!(ended.stderr.contains(" has vanished; waited for "), "{place}");
    }
    assert!(ports.iter().all(|port| ports_are_free(*port)), "{victim} killed in {phase:?}: {ports:?}");
    if victim == "ann" {
        // Only the dealer can end a game: it stays until somebody does so in its name, or the manager forgets it.
        assert_eq!(manager.ask("end 0 ann"), "SUCCESS");
    } else {
        assert_eq!(manager.ask("query games"), "0", "{victim} killed in {phase:?}");
        let left = manager.ask("query players");
        assert!(left.starts_with(&format!("1\n({victim}, ")), "only who was killed is left: {left}");
    }
}

fn port_of(line: &str) -> u16 {
    line.trim_end_matches([')', ']']).rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn whoever_is_killed_in_any_phase_is_missed_by_everybody_else() {
    let phases = [Phase::Deal, Phase::Reveals, Phase::Turn, Phase::BetweenRounds, Phase::LastRound];
    // All these games run at the same time: most of it is waiting.
    std::thread::scope(|scope| {
        let games = phases.into_iter().flat_map(|phase| ["bob", "cid", "ann"].map(|victim| (victim, phase)));
        let games: Vec<_> = games.map(|(victim, phase)| scope.spawn(move || killed(victim, phase))).collect();
        games.into_iter().for_each(|game| game.join().unwrap());
    });
}

#[test]
fn whoever_is_killed_while_registered_is_missed_when_a_game_begins() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let bob = Player::start(manager.address, "bob", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    bob.kill();
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1"]).ended();
    assert_eq!(ann.code, Some(3), "{ann:?}");
    assert!(ann.stderr.contains("bob has vanished; waited for an acknowledgement"), "{ann:?}");
    assert_eq!(manager.ask("query games"), "0");
    assert!(manager.ask("query players").starts_with("1\n(bob, "));
}

#[test]
fn a_dealer_killed_while_it_waits_for_others_is_missed_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1"]);
    ann.says("Waiting for 1 others.");
    ann.kill();
    // Her name is still there, so she is drawn into bob's game, and found to be gone.
    let bob = Player::start(manager.address, "bob", &["--bot", "casual", "--start", "1"]).ended();
    assert_eq!(bob.code, Some(3), "{bob:?}");
    assert_eq!(manager.ask("query games"), "0");
}

#[test]
fn a_manager_that_is_killed_during_a_game_does_not_stop_it() {
    std::thread::scope(|scope| {
        scope.spawn(a_manager_that_is_gone_for_good_is_told_nothing_and_the_game_is_played_to_its_end);
        scope.spawn(a_manager_killed_and_restarted_during_a_game_is_not_missed);
    });
}

fn a_manager_that_is_gone_for_good_is_told_nothing_and_the_game_is_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let bob = Player::start(manager.address, "bob", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1"]);
    ann.says("After round 1:");
    manager.kill();
    for ended in [ann.ended(), bob.ended()] {
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stdout.contains("The game is over: "), "{ended:?}");
        assert!(ended.stderr.contains("no golf manager answers"), "{ended:?}");
    }
}

fn a_manager_killed_and_restarted_during_a_game_is_not_missed() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("golf.json");
    let manager = Manager::start(&state, 0);
    let port = manager.address.port();
    let bob = Player::start(manager.address, "bob", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1"]);
    manager.wait_until("query games", |answer| answer.starts_with('1'));
    manager.kill();
    let manager = Manager::start(&state, port);
    assert_eq!((ann.ended().code, bob.ended().code), (Some(0), Some(0)));
    assert_eq!(manager.ask("query players"), "0");
}

#[test]
fn who_is_interrupted_deregisters_first() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    for (name, args) in
        [("ann", &[][..]), ("bob", &["--bot", "casual"]), ("cid", &["--bot", "casual", "--start", "3"])]
    {
        let player = Player::start(manager.address, name, args);
        manager.wait_until("query players", |answer| answer.contains(name));
        kill_process(Pid::from_child(&player.child), Signal::INT).unwrap();
        let ended = player.ended();
        assert_eq!(ended.code, Some(130), "{ended:?}");
        assert_eq!(manager.ask("query players"), "0", "{ended:?}");
    }
}

#[test]
fn a_dealer_who_is_interrupted_in_a_game_ends_it_first() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let bob = Player::start(manager.address, "bob", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1"]);
    manager.wait_until("query games", |answer| answer.starts_with('1'));
    kill_process(Pid::from_child(&ann.child), Signal::TERM).unwrap();
    assert_eq!(ann.ended().code, Some(130));
    let bob = bob.ended_or_interrupted();
    // The dealer may have been interrupted before it came to bob.
    let idle = bob.code == Some(130) && !bob.stdout.contains("A game of");
    assert!(bob.code == Some(3) || idle, "{bob:?}");
    assert_eq!((manager.ask("query games"), manager.ask("query players")), ("0".to_owned(), "0".to_owned()));
}
