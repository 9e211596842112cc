//! Whole games between our own players, in every weather.

use std::collections::HashSet;
use std::time::Duration;

use game::Viewer;
use games::golf::Action;
use gateways::golf::{Ending, PeerReplay, Question, Timing};

use super::network::{Network, Ours, Program, Weather, contact};

const FINE: Weather = Weather { lost: 0, doubled: 0, delayed: 0, delay: 0 };

/// Steals whenever that can be done, else turns a hidden card.
fn eager(question: &Question) -> Action {
    let own = question.view.layouts[question.seat];
    let rank = |action: &&Action| match action {
        Action::Steal(_) => 0,
        Action::Swap(place) if own[place.index()].is_none() => 1,
        _ => 2,
    };
    question.view.legal.iter().min_by_key(rank).copied().unwrap()
}

/// Plays a whole game and returns how long it took.
fn play(seats: u16, steal: bool, weather: Weather, seed: u64) -> Duration {
    play_as(seats, steal, weather, seed, false)
}

fn play_as(seats: u16, steal: bool, weather: Weather, seed: u64, wanton: bool) -> Duration {
    let contacts: Vec<_> = (0..seats).map(contact).collect();
    let mut players: Vec<_> = (0..)
        .zip(&contacts)
        .map(|(number, contact)| Ours::new(contact, seed * 10 + number, Timing::default()))
        .collect();
    players.iter_mut().for_each(|player| player.wanton = wanton);
    if seed % 2 == 1 && !wanton {
        players.iter_mut().for_each(|player| player.thumb = Some(eager));
    }
    let dealer = players.last_mut().unwrap();
    assert!(dealer.peer.start(&contacts, steal, Duration::ZERO));
    let mut network = Network::new(weather, seed);
    network.log = Some(Vec::new());
    let mut programs: Vec<_> =
        contacts.iter().cloned().zip(players.iter_mut().map(|player| player as &mut dyn Program)).collect();
    network.run(&mut programs, Duration::from_secs(3_600));
    let place = format!("{seats} players, steal {steal}, {weather:?}, seed {seed}");
    let mut lines = Vec::new();
    for player in &players {
        let Some(Ending::Finished { named, winner }) = player.ending() else {
            panic!("{place}: {:?} after {:?}\n{}", player.ending(), network.now, network.last_words())
        };
        assert_eq!(named, winner, "{place}");
        lines.push(player.peer.table().unwrap().record().to_line());
    }
    assert!(lines.iter().all(|line| *line == lines[0]), "{place}: all have seen the same game");
    let replay = PeerReplay::read(&lines[0]).unwrap_or_else(|bad| panic!("{place}: {bad}"));
    let last = replay.steps().last().unwrap().position;
    let totals = players[0].peer.table().unwrap().totals();
    assert!(replay.unveiled().is_some(), "{place}");
    assert_eq!(game::Game::scores(&last).as_slice(), totals, "{place}");
    assert_eq!(game::Game::view(&last, Viewer::Watcher).results.len(), 9, "{place}");
    network.now
}

#[test]
fn whole_games_of_two_three_and_four_finish_in_both_modes() {
    for seats in 2..=4 {
        for steal in [false, true] {
            let took = play(seats, steal, FINE, u64::from(seats));
            assert!(took < Duration::from_secs(20), "{seats}: {took:?}");
        }
    }
}

#[test]
fn everything_that_the_rules_allow_can_be_told_to_peers() {
    for seed in 0..12 {
        play_as(2 + seed as u16 % 3, seed % 2 == 0, FINE, 300 + seed, true);
    }
}

#[test]
fn cards_that_are_taken_from_the_discard_pile_and_thrown_back_survive_bad_weather() {
    let weather = Weather { lost: 3, doubled: 3, delayed: 5, delay: 10 };
    for seed in 0..6 {
        play_as(2 + seed as u16 % 3, seed % 2 == 1, weather, 400 + seed, true);
    }
}

#[test]
fn whole_games_finish_at_five_per_cent_loss_each_way() {
    let weather = Weather { lost: 5, ..FINE };
    for seed in 0..6 {
        play(2 + seed as u16 % 3, seed % 2 == 0, weather, seed);
    }
}

#[test]
fn doubled_and_reordered_datagrams_change_nothing() {
    let weather = Weather { doubled: 10, delayed: 10, delay: 5, ..FINE };
    for seed in 0..6 {
        play(2 + seed as u16 % 3, seed % 2 == 1, weather, 100 + seed);
    }
}

#[test]
fn loss_doubling_and_delay_at_once_are_survived() {
    let weather = Weather { lost: 5, doubled: 5, delayed: 10, delay: 30 };
    let games = std::env::var("PARLOR_GOLF_STORMS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    // A long run names every game that failed, not the first one alone.
    let failed: Vec<u64> = (0..games)
        .filter(|seed| {
            let game = || play(2 + *seed as u16 % 3, seed / 3 % 2 == 1, weather, 200 + seed);
            std::panic::catch_unwind(game).is_err()
        })
        .collect();
    assert_eq!(failed, [] as [u64; 0], "seeds of games that failed, less 200");
    // Seeds that once failed, with a player treated as a cheat or as disconnected: a copy of a steal arrived a turn late; a
    // question of the previous turn was taken for that of the next; a turn was acknowledged that was not played; the
    // dealer took a late copy of its own message for the one that ends the game; the dealer announced a new round to a
    // player who was already in it.
    for (seats, steal, seed) in [
        (2, true, 221),
        (2, true, 257),
        (2, false, 824),
        (2, false, 1154),
        (2, true, 653),
        (4, false, 304),
        (2, true, 461),
    ] {
        play(seats, steal, weather, seed);
    }
}

/// A game in which one player is killed at this moment. What the others waited for.
fn killed(seats: u16, victim: usize, at: Duration, seed: u64) -> HashSet<String> {
    let contacts: Vec<_> = (0..seats).map(contact).collect();
    let mut players: Vec<_> = (0..)
        .zip(&contacts)
        .map(|(number, contact)| Ours::new(contact, seed * 10 + number, Timing::default()))
        .collect();
    assert!(players.last_mut().unwrap().peer.start(&contacts, seed % 2 == 1, Duration::ZERO));
    let mut network = Network::new(FINE, seed);
    network.killed = Some((victim, at));
    network.log = Some(Vec::new());
    let mut programs: Vec<_> =
        contacts.iter().cloned().zip(players.iter_mut().map(|player| player as &mut dyn Program)).collect();
    let limit = at + 2 * Timing::default().patience;
    let over = network.run(&mut programs, limit);
    let place = format!("{seats} players, {victim} killed at {at:?}");
    assert!(over, "{place}: somebody waits for ever\n{}", network.last_words());
    let others = players.iter().enumerate().filter(|(index, player)| {
        // A client that was never invited is in no game.
        *index != victim && player.peer.table().is_some()
    });
    others
        .map(|(index, player)| match player.ending() {
            Some(Ending::Vanished { what, .. }) => what.clone(),
            Some(Ending::Finished { .. }) => "nothing".to_owned(),
            other => panic!("{place}: {index}: {other:?}"),
        })
        .collect()
}

#[test]
fn whoever_is_killed_in_any_phase_everybody_else_ends_in_bounded_time() {
    let mut dice = game::dice(5);
    let mut phases = HashSet::new();
    for seed in 0..100 {
        let seats = 2 + (seed % 3) as u16;
        let victim = game::below(&mut dice, u32::from(seats)) as usize;
        // A round takes some tenths of a second, and the pause between two a second. The first moments are the deal.
        let at = match seed % 4 {
            0 => Duration::from_micros(u64::from(game::below(&mut dice, 12_000))),
            // The turns of the first round.
            1 => Duration::from_micros(u64::from(310_000 + game::below(&mut dice, 40_000))),
            _ => Duration::from_micros(u64::from(game::below(&mut dice, 12_000_000))),
        };
        phases.extend(killed(seats, victim, at, seed));
    }
    for phase in ["the deal", "the state of the game", "a turn", "an acknowledgement"] {
        assert!(phases.contains(phase), "nobody was killed while {phase} was waited for: {phases:?}");
    }
}
