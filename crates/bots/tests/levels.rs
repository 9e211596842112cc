//! What every level of every game promises besides playing well.

use std::cell::Cell;

use bots::{Bot, BotInput, Budget, Level, Random, Searchable};
use game::{Chance, DiscardEvents, FastRng, Seed, Viewer, dice};
use games::Kind;

/// Positions of a game played at random, each with a choice to make, from the early to the late ones.
fn positions<G: Searchable>(count: usize) -> Vec<G> {
    let options = G::Options::default();
    let mut rng = dice(4);
    let mut position =
        G::start(&options, 2, Chance::new(Seed::from_number(2)), &mut DiscardEvents).expect("a game for two");
    let mut found = Vec::new();
    while let Some(seat) = position.status().to_act().first() {
        let view = position.seen(Viewer::Seat(seat));
        if view.legal.len() > 1 {
            found.push(position.clone());
        }
        let input: BotInput<'_, G> = BotInput { rules: 1, options: &options, seat, view: &view };
        let action = Random.choose(input, &mut rng, Budget::usual());
        position.play(seat, action, &mut DiscardEvents).expect("a legal action");
    }
    let step = (found.len() / count).max(1);
    found.into_iter().step_by(step).take(count).collect()
}

fn ask<G: Searchable>(position: &G, level: Level, dice: &mut FastRng, budget: Budget<'_>) -> G::Action {
    let options = G::Options::default();
    let seat = position.status().to_act().first().expect("somebody is to act");
    let view = position.seen(Viewer::Seat(seat));
    level.bot::<G>().choose(BotInput { rules: 1, options: &options, seat, view: &view }, dice, budget)
}

#[test]
fn the_same_dice_and_simulations_give_the_same_action() {
    fn check<G: Searchable>() {
        for position in positions::<G>(3) {
            for level in Level::ALL {
                let budget = || Budget::simulations(40);
                let (one, other) = (
                    ask(&position, level, &mut dice(9), budget()),
                    ask(&position, level, &mut dice(9), budget()),
                );
                assert_eq!(one, other, "{}, {level}", G::NAME);
            }
        }
    }
    Kind::ALL.iter().for_each(|&kind| bots::with_bots!(kind, G => check::<G>(), _ => ()));
}

#[test]
fn whoever_is_told_to_stop_stops_at_once_and_answers_all_the_same() {
    /// A thought may come to an end in parts, and each part asks once.
    const FEW: u32 = 100;
    fn check<G: Searchable>() {
        for position in positions::<G>(3) {
            for (level, after) in [(Level::Hard, 0), (Level::Expert, 0), (Level::Expert, 3)] {
                let asked = Cell::new(0);
                let stop = || {
                    asked.set(asked.get() + 1);
                    asked.get() > after
                };
                let budget = Budget { simulations: u32::MAX, stop: &stop };
                let action = ask(&position, level, &mut dice(1), budget);
                let mut legal = Vec::new();
                let seat = position.status().to_act().first().expect("somebody is to act");
                position.legal_actions(seat, &mut legal);
                assert!(legal.contains(&action), "{}, {level}: {action}", G::NAME);
                assert!(asked.get() <= after + FEW, "{}, {level} asked {} times", G::NAME, asked.get());
            }
        }
    }
    Kind::ALL.iter().for_each(|&kind| bots::with_bots!(kind, G => check::<G>(), _ => ()));
}
