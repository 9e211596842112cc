use game::{Chance, DiscardEvents, Seed, Viewer, dice};
use games::chicago::Chicago;
use games::golf::Golf;
use games::onecard::OneCard;

use super::Pool;
use crate::{Bot, BotInput, Budget, Random, Searchable};

/// How many of these games the player of this name wins against a random one, a tie as half.
fn wins_against_random<G: Searchable>(name: &str, games: u64) -> f64 {
    let options = G::Options::default();
    let mut bots: [Box<dyn Bot<G>>; 2] = [G::reference_bot(name).unwrap(), Box::new(Random)];
    let (mut rng, mut won) = (dice(1), 0.0);
    for game in 0..games {
        let chance = Chance::new(Seed::from_number(8).nth(game / 2));
        let mut position = G::start(&options, 2, chance, &mut DiscardEvents).unwrap();
        let turned = (game % 2) as usize;
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let action = bots[(seat.index() + turned) % 2].choose(input, &mut rng, Budget::usual());
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let winners = position.status().outcome().unwrap().winners;
        let own = game::Seat::of(turned as u8);
        won += if winners.contains(own) { 1.0 / f64::from(winners.len()) } else { 0.0 };
    }
    won
}

#[test]
fn every_simple_player_plays_to_the_end_and_beats_a_random_one() {
    for name in Pool::CHICAGO.all() {
        assert!(wins_against_random::<Chicago>(name, 6) >= 4.0, "{name}");
    }
    for name in Pool::GOLF.all() {
        assert!(wins_against_random::<Golf>(name, 4) >= 3.0, "{name}");
    }
    for name in Pool::ONECARD.all() {
        // Chance decides most of it.
        assert!(wins_against_random::<OneCard>(name, 40) >= 12.0, "{name}");
    }
}

#[test]
fn an_unknown_name_is_no_player() {
    assert!(Chicago::reference_bot("golf-plain").is_none() && Golf::reference_bot("").is_none());
}

#[test]
fn the_benchmark_measures_tuned_and_held_out_players_apart() {
    let script = include_str!("../../../../scripts/bench-bots");
    for (game, pool) in [("chicago", Pool::CHICAGO), ("golf", Pool::GOLF), ("onecard", Pool::ONECARD)] {
        for (half, names) in [("tuned", pool.tuned), ("held-out", pool.held_out)] {
            let names = names.map(|name| name.trim_start_matches(game).trim_start_matches('-'));
            let line = format!("pool {game} {half} ");
            let found = script.lines().find(|script| script.trim_start().starts_with(&line));
            assert!(found.is_some_and(|found| found.ends_with(&names.join(" "))), "{line}{names:?}");
        }
    }
}
