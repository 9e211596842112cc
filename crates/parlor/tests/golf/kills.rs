//! Processes that are killed in each phase of a game, and players who are interrupted.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::bed::{Manager, Player};

/// A game of ann, who deals, and two bots; one of them is killed when this long has passed. What the others said.
fn killed(victim: &str, after: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let bot = |name: &str| Player::start(manager.address, name, &["--bot", "thumb"]);
    let mut players = vec![("bob", bot("bob")), ("cid", bot("cid"))];
    manager.wait_until("query players", |answer| answer.starts_with('2'));
    let dealer = Player::start(manager.address, "ann", &["--bot", "thumb", "--start", "2"]);
    players.push(("ann", dealer));
    manager.wait_until("query games", |answer| answer.starts_with('1'));
    std::thread::sleep(after);
    let index = players.iter().position(|(name, _)| *name == victim).unwrap();
    let (_, mut dead) = players.remove(index);
    dead.child.kill().unwrap();
    drop(dead);
    for (name, player) in players.into_iter().rev() {
        let ended = if name == "ann" { player.ended() } else { player.ended_or_interrupted() };
        if ended.code == Some(130) {
            // The dealer had not come to this player yet.
            assert!(!ended.stdout.contains("A game of"), "{victim} after {after:?}: {name}: {ended:?}");
            continue;
        }
        assert_eq!(ended.code, Some(3), "{victim} after {after:?}: {name}: {ended:?}");
        assert!(ended.stderr.contains("the game is over: "), "{ended:?}");
    }
    if victim == "ann" {
        // Only the dealer can end a game: it stays until somebody does so in its name, or the manager forgets it.
        assert_eq!(manager.ask("end 0 ann"), "SUCCESS");
    } else {
        assert_eq!(manager.ask("query games"), "0");
        assert!(manager.ask("query players").starts_with("1\n"), "only who was killed is left");
    }
}

// The deal takes some tens of milliseconds, the reveals a tenth of a second, the turns of a round some more, and then
// comes a second between rounds: these times fall into each of them.
#[test]
fn a_player_killed_in_the_deal_is_missed() {
    killed("bob", Duration::ZERO);
}

#[test]
fn a_player_killed_around_the_reveals_is_missed() {
    killed("cid", Duration::from_millis(120));
}

#[test]
fn a_player_killed_between_rounds_is_missed() {
    killed("bob", Duration::from_millis(900));
}

#[test]
fn a_dealer_killed_in_the_deal_is_missed() {
    killed("ann", Duration::ZERO);
}

#[test]
fn a_dealer_killed_in_play_is_missed() {
    killed("ann", Duration::from_millis(300));
}

#[test]
fn a_manager_killed_and_restarted_during_a_game_is_not_missed() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("golf.json");
    let manager = Manager::start(&state, 0);
    let port = manager.address.port();
    let bob = Player::start(manager.address, "bob", &["--bot", "thumb"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let ann = Player::start(manager.address, "ann", &["--bot", "thumb", "--start", "1"]);
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
        [("ann", &[][..]), ("bob", &["--bot", "thumb"]), ("cid", &["--bot", "thumb", "--start", "3"])]
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
    let bob = Player::start(manager.address, "bob", &["--bot", "thumb"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let ann = Player::start(manager.address, "ann", &["--bot", "thumb", "--start", "1"]);
    manager.wait_until("query games", |answer| answer.starts_with('1'));
    kill_process(Pid::from_child(&ann.child), Signal::TERM).unwrap();
    assert_eq!(ann.ended().code, Some(130));
    let bob = bob.ended_or_interrupted();
    // The dealer may have been interrupted before it came to bob.
    let idle = bob.code == Some(130) && !bob.stdout.contains("A game of");
    assert!(bob.code == Some(3) || idle, "{bob:?}");
    assert_eq!((manager.ask("query games"), manager.ask("query players")), ("0".to_owned(), "0".to_owned()));
}
