use game::{Chance, DiscardEvents, Game, Seat, Seed, Viewer, dice};
use games::chicago::{Chicago, ChicagoOptions};

use crate::{Bot, BotInput, Budget, HeuristicBot, Random};

/// How many of the given number of games against one random player the rule of thumb wins.
fn won(games: u64, options: &ChicagoOptions) -> u64 {
    let mut dice = dice(7);
    let mut won = 0;
    for number in 0..games {
        let seed = Seed::from_number(31).nth(number);
        let mut position = Chicago::start(options, 2, Chance::new(seed), &mut DiscardEvents).unwrap();
        let thumb = Seat::of((number % 2) as u8);
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput::<Chicago> { rules: 1, options, seat, view: &view };
            let budget = Budget::simulations(0);
            let action = if seat == thumb {
                HeuristicBot.choose(input, &mut dice, budget)
            } else {
                Random.choose(input, &mut dice, budget)
            };
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        won += u64::from(position.status().outcome().is_some_and(|outcome| outcome.winners.contains(thumb)));
    }
    won
}

#[test]
fn the_rule_of_thumb_beats_a_random_player() {
    let won = won(400, &ChicagoOptions::default());
    assert!(won >= 392, "{won} of 400");
}

#[test]
fn the_rule_of_thumb_obeys_the_house_rules() {
    let options = ChicagoOptions {
        one_up: true,
        must_chicago: true,
        buy_stop: games::chicago::BuyStop::At42,
        ..ChicagoOptions::default()
    };
    assert!(won(20, &options) >= 15);
}
