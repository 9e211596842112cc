//! Whole games of real processes through a relay that loses, doubles and reorders.

use std::time::{Duration, Instant};

use super::harness::{Manager, Player, is_long};
use super::relay::{Relay, Weather};

/// A lost card is sent again after two seconds, and a game has hundreds of them.
const TEST_TIMEOUT: Duration = Duration::from_secs(540);

/// Nine rounds of bots through the relay; all print the same record.
fn play(others: usize, steal: bool, weather: Weather, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let relay = Relay::before(manager.address, weather, seed);
    let waiting: Vec<_> = ["bob", "cid", "dot"][..others]
        .iter()
        .map(|name| Player::start(relay.manager, name, &["--bot", "casual", "--json"]))
        .collect();
    manager.wait_until("query players", |answer| answer.starts_with(&others.to_string()));
    let started = Instant::now();
    let count = others.to_string();
    let mut args = vec!["--bot", "casual", "--json", "--start", &count];
    args.extend(steal.then_some("--steal"));
    let dealer = Player::start(relay.manager, "ann", &args).ended_within(TEST_TIMEOUT);
    let took = started.elapsed();
    let waiting: Vec<_> = waiting.into_iter().map(|player| player.ended_within(TEST_TIMEOUT)).collect();
    // The first to fail says why.
    let said: Vec<_> =
        [&dealer].into_iter().chain(&waiting).map(|player| (player.code, &player.stderr)).collect();
    assert!(said.iter().all(|(code, _)| *code == Some(0)), "{said:#?}");
    assert!(dealer.stderr.contains("After round 9:"), "{}", dealer.stderr);
    assert!(waiting.iter().all(|player| player.stdout == dealer.stdout), "all print the same record");
    let (carried, lost) = relay.counts();
    #[allow(clippy::print_stderr, reason = "the result of a long run")]
    {
        eprintln!("{} players, stealing {steal}: {took:?}, {lost} of {carried} datagrams lost", others + 1);
    }
    assert!(carried > 1_000 && (lost > 0) == (weather.lost > 0), "{lost} of {carried} were lost");
    assert_eq!((manager.ask("query players"), manager.ask("query games")), ("0".to_owned(), "0".to_owned()));
}

fn play_all(games: &[(usize, bool, Weather)]) {
    std::thread::scope(|scope| {
        let games = (0..)
            .zip(games)
            .map(|(seed, &(others, steal, weather))| scope.spawn(move || play(others, steal, weather, seed)));
        games.collect::<Vec<_>>().into_iter().for_each(|game| game.join().unwrap());
    });
}

#[test]
fn whole_games_of_processes_finish_where_datagrams_are_lost_doubled_and_reordered() {
    let five = Weather { lost: 5, doubled: 5, delayed: 10 };
    if is_long() {
        let all = (1..=3).flat_map(|others| [(others, false, five), (others, true, five)]);
        return play_all(&all.collect::<Vec<_>>());
    }
    // At five in a hundred a game takes minutes; what is lost here takes seconds to be sent again.
    play_all(&[(1, true, Weather { lost: 1, ..five })]);
}
