//! Many at once. The games run only when asked for: `PARLOR_GOLF_LONG=1`, or `make golf-long`.

use super::bed::{Manager, Player};

#[test]
fn five_hundred_players_and_a_hundred_games_are_known_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    for number in 0..500 {
        assert_eq!(manager.ask(&format!("register player{number} {}", 2_000 + 5 * number)), "SUCCESS");
    }
    for game in 0..100 {
        let started = manager.ask(&format!("start game player{} 3", 499 - game));
        assert!(started.starts_with(&format!("SUCCESS\n{game}\n")), "{started}");
    }
    let players = manager.ask("query players");
    assert!(players.starts_with("500\n") && players.lines().count() == 501);
    let games = manager.ask("query games");
    assert!(games.starts_with("100\n") && games.matches("player").count() == 500);
    for game in 0..100 {
        assert_eq!(manager.ask(&format!("end {game} player{}", 499 - game)), "SUCCESS");
    }
    assert_eq!(manager.ask("query games"), "0");
}

#[test]
fn a_hundred_games_are_played_at_once() {
    if std::env::var_os("PARLOR_GOLF_LONG").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let waiting: Vec<_> = (0..100)
        .map(|number| Player::start(manager.address, &format!("waits{number}"), &["--bot", "random"]))
        .collect();
    manager.wait_until("query players", |answer| answer.starts_with("100\n"));
    let dealers: Vec<_> = (0..100)
        .map(|number| {
            Player::start(manager.address, &format!("deals{number}"), &["--bot", "random", "--start", "1"])
        })
        .collect();
    for player in dealers.into_iter().chain(waiting) {
        let ended = player.ended();
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
    assert_eq!(manager.ask("query players"), "0");
}
