//! Many at once. The games run only when asked for: `PARLOR_GOLF_LONG=1`, or `make golf-long`.

use std::time::{Duration, Instant};

use super::harness::{Manager, Player, TEST_TIMEOUT, is_long};

const THREADS: usize = 50;

#[test]
fn five_hundred_players_and_a_hundred_games_are_known_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    all_at_once(500, |number| {
        assert_eq!(manager.ask(&format!("register player{number} {}", 2_000 + 5 * number)), "SUCCESS");
    });
    // Each of them asks to deal: with three others each, a hundred games use up four hundred players.
    all_at_once(100, |game| {
        let dealer = format!("player{}", 499 - game);
        let started = manager.ask(&format!("start game {dealer} 3"));
        assert!(started.starts_with("SUCCESS\n") || started == "FAILURE", "{started}");
    });
    for number in 0..500 {
        if manager.ask("query games").starts_with("100\n") {
            break;
        }
        manager.ask(&format!("start game player{number} 3"));
    }
    let players = manager.ask("query players");
    assert!(players.starts_with("500\n") && players.lines().count() == 501);
    let games = manager.ask("query games");
    assert!(games.starts_with("100\n") && games.matches("player").count() == 500);
}

/// Does this for this many numbers, on many threads.
fn all_at_once(count: usize, work: impl Fn(usize) + Sync) {
    std::thread::scope(|scope| {
        for first in 0..THREADS {
            let work = &work;
            scope.spawn(move || (first..count).step_by(THREADS).for_each(work));
        }
    });
}

#[test]
fn a_hundred_games_are_played_at_once() {
    if !is_long() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let waiting: Vec<_> = (0..100)
        .map(|number| Player::start(manager.address, &format!("waits{number}"), &["--bot", "random"]))
        .collect();
    manager.wait_until("query players", |answer| answer.starts_with("100\n"));
    // Three hundred more are registered and never drawn, since the others came first.
    all_at_once(300, |number| {
        assert_eq!(manager.ask(&format!("register idle{number} {}", 2_000 + 5 * number)), "SUCCESS");
    });
    let started = Instant::now();
    let dealers: Vec<_> = (0..100)
        .map(|number| {
            Player::start(manager.address, &format!("deals{number}"), &["--bot", "random", "--start", "1"])
        })
        .collect();
    let mut most = (0, 0);
    let mut slowest = Duration::ZERO;
    while manager.ask("query games") != "0" || most.1 == 0 {
        let asked = Instant::now();
        let count = |request: &str| manager.ask(request).lines().next().unwrap().parse::<usize>().unwrap();
        let (players, games) = (count("query players"), count("query games"));
        slowest = slowest.max(asked.elapsed() / 2);
        most = (most.0.max(players), most.1.max(games));
        assert!(started.elapsed() < 4 * TEST_TIMEOUT, "{most:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
    for player in dealers.into_iter().chain(waiting) {
        let ended = player.ended();
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
    let took = started.elapsed();
    #[allow(clippy::print_stderr, reason = "the result of a long run")]
    {
        eprintln!("{took:?}; at most {most:?} players and games at once; slowest answer {slowest:?}");
    }
    assert!(manager.ask("query players").starts_with("300\n"));
}
