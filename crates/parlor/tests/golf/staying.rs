//! Players who stay for several games, managers who forget, the other family of addresses, and records.

use std::time::{Duration, Instant};

use super::harness::{Manager, Player, ask_from, block, is_long};
use crate::support::server::{parlor, run};

#[test]
fn players_stay_as_long_as_they_are_told_and_both_families_of_addresses_are_played_over() {
    std::thread::scope(|scope| {
        scope.spawn(a_player_who_stays_plays_one_game_after_another_until_interrupted);
        scope.spawn(a_player_who_stays_outlives_a_dealer_who_is_killed);
        scope.spawn(two_play_over_the_newer_internet_addresses);
    });
}

fn a_player_who_stays_plays_one_game_after_another_until_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let stays = Player::start(manager.address, "stays", &["--bot", "casual", "--repeat", "--json"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    // The dealer plays two games, then leaves.
    let deals = ["--bot", "casual", "--start", "1", "--games", "2", "--json"];
    let dealer = Player::start(manager.address, "deals", &deals).ended();
    assert_eq!(dealer.code, Some(0), "{dealer:?}");
    assert_eq!(dealer.stdout.lines().count(), 2, "one record a game");
    manager.wait_until("query players", |answer| answer.starts_with("1\n(stays, "));
    stays.interrupt();
    let stays = stays.ended();
    assert_eq!((stays.code, stays.stdout), (Some(130), dealer.stdout), "both print the same records");
    assert_eq!((manager.ask("query players"), manager.ask("query games")), ("0".to_owned(), "0".to_owned()));
}

fn a_player_who_stays_outlives_a_dealer_who_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let stays = Player::start(manager.address, "stays", &["--bot", "casual", "--repeat"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let dies = Player::start(manager.address, "dies", &["--bot", "casual", "--start", "1"]);
    dies.says("After round 1:");
    dies.kill();
    stays.complains("dies has vanished");
    // Somebody frees both in the name of the dead.
    assert_eq!(manager.ask("end 0 dies"), "SUCCESS");
    assert_eq!(manager.ask("de-register dies"), "SUCCESS");
    let deals = Player::start(manager.address, "deals", &["--bot", "casual", "--start", "1"]);
    deals.says("After round 1:");
    deals.interrupt();
    deals.ended();
    stays.interrupt();
    assert_eq!(stays.ended_or_interrupted().code, Some(130));
}

fn two_play_over_the_newer_internet_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start_with(&folder.path().join("golf.json"), 0, &["--address", "::1"]);
    assert!(manager.address.is_ipv6());
    let bob = Player::start(manager.address, "bob", &["--bot", "casual", "--json"]);
    manager.wait_until("query players", |answer| answer.starts_with("1\n(bob, ::1, "));
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1", "--json"]).ended();
    assert_eq!(ann.code, Some(0), "{ann:?}");
    let bob = bob.ended();
    assert_eq!((bob.code, bob.stdout), (Some(0), ann.stdout.clone()), "both print the same record");
    assert_eq!(manager.ask("query players"), "0");
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, &ann.stdout).unwrap();
    let replay = run(parlor(&["replay"]).arg(&file));
    assert_eq!(replay.code, Some(0), "{}", replay.stderr);
    assert!(replay.stdout.contains("Round 9"), "{}", replay.stdout);
}

#[test]
fn a_manager_drops_a_silent_player_after_seconds_and_not_minutes() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--address", "127.0.0.1", "--registration-timeout", "1"];
    let manager = Manager::start_with(&folder.path().join("golf.json"), 0, &args);
    assert_eq!(manager.ask(&format!("register silent {}", block())), "SUCCESS");
    let started = Instant::now();
    manager.wait_until("query players", |answer| answer.starts_with('0'));
    assert!(started.elapsed() < Duration::from_secs(50), "{:?}", started.elapsed());
}

#[test]
fn a_manager_forgets_whoever_is_silent_for_too_long() {
    if !is_long() {
        // A player who waits says every half minute that it is still there, so the time must be longer than that.
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let args = ["--address", "127.0.0.1", "--registration-timeout", "60"];
    let manager = Manager::start_with(&folder.path().join("golf.json"), 0, &args);
    // From another address: what comes from one address renews all registrations from there.
    let register = format!("register silent {}", block());
    assert_eq!(ask_from([127, 0, 0, 3], manager.address, register.as_bytes()), "SUCCESS");
    // A player who waits says every half minute that it is still there.
    let waits = Player::start(manager.address, "waits", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.starts_with('2'));
    std::thread::sleep(Duration::from_secs(75));
    let left = manager.ask("query players");
    assert!(left.starts_with("1\n(waits, "), "{left}");
    waits.interrupt();
    assert_eq!(waits.ended().code, Some(130));
}
