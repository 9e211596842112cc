use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Seat, Seed, Viewer, dice};
use games::golf::GolfOptions;

use super::*;
use crate::{Bot, Level};

/// How many of the given number of rounds the first level wins against the second, a tie as half.
fn rounds_won(levels: [Level; 2], settings: &str, rounds: u64) -> f64 {
    let options = GolfOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let mut bots: Vec<Box<dyn Bot<Golf>>> = levels.iter().map(|level| level.bot()).collect();
    let mut rng = dice(5);
    let mut won = 0.0;
    for round in 0..rounds {
        let chance = Chance::new(Seed::from_number(3).nth(round / 2));
        let mut position = Golf::start(&options, 2, chance, &mut DiscardEvents).unwrap();
        let turned = (round % 2) as usize;
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let action = bots[(seat.index() + turned) % 2].choose(input, &mut rng, Budget::usual());
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let winners = position.status().outcome().unwrap().winners;
        let own = Seat::of(turned as u8);
        won += if winners.contains(own) { 1.0 / f64::from(winners.len()) } else { 0.0 };
    }
    won / rounds as f64
}

#[test]
fn a_hard_player_beats_a_beginner_in_single_rounds() {
    assert!(rounds_won([Level::Hard, Level::Easy], "rounds=1", 12) > 0.7);
}

#[test]
fn it_thinks_at_every_kind_of_table() {
    for settings in
        ["rounds=1,end_rule=first_out,steal=on", "rounds=1,flip_on_discard=on,end_rule=first_out_plus_one"]
    {
        assert!(rounds_won([Level::Medium, Level::Random], settings, 6) > 0.7, "{settings}");
    }
}

#[test]
fn a_lead_is_worth_more_the_fewer_rounds_are_left() {
    assert!(chance(5.0, 1) > chance(5.0, 8));
    assert!((chance(0.0, 4) - 0.5).abs() < 1e-9);
    assert!(chance(1.0, 0) > 0.98 && chance(-1.0, 0) < 0.02);
}
