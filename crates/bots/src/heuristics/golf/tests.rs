//! How well it plays, with margins far beyond random variation.

use game::options::RawOptions;
use game::{Chance, DiscardEvents, FastRng, Game, Options, PerSeat, Seat, Seed, Viewer, dice};
use games::golf::{Golf, GolfOptions};

use crate::{Bot, BotInput, Budget, HeuristicBot, Random};

/// Plays a series of games with these bots and returns each game's scores.
fn series(settings: &str, bots: &mut [Box<dyn Bot<Golf>>], games: u64) -> Vec<PerSeat<i32>> {
    let options = GolfOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let mut dice = dice(1);
    (0..games).map(|number| one(&options, bots, Seed::from_number(1).nth(number), &mut dice)).collect()
}

fn one(
    options: &GolfOptions,
    bots: &mut [Box<dyn Bot<Golf>>],
    seed: Seed,
    dice: &mut FastRng,
) -> PerSeat<i32> {
    let mut golf = Golf::start(options, bots.len() as u8, Chance::new(seed), &mut DiscardEvents).unwrap();
    while let Some(seat) = golf.status().to_act().first() {
        let view = golf.seen(Viewer::Seat(seat));
        let input = BotInput { rules: 1, options, seat, view: &view };
        let action = bots[seat.index()].choose(input, dice, Budget::simulations(0));
        golf.play(seat, action, &mut DiscardEvents).unwrap();
    }
    golf.scores()
}

fn thumbs(count: usize) -> Vec<Box<dyn Bot<Golf>>> {
    (0..count).map(|_| Box::new(HeuristicBot) as Box<dyn Bot<Golf>>).collect()
}

fn mean_of_a_round(settings: &str, seats: usize, games: u64, rounds: u64) -> f64 {
    let scores = series(settings, &mut thumbs(seats), games);
    let sum: i32 = scores.iter().flat_map(PerSeat::as_slice).sum();
    f64::from(sum) / (games * rounds * seats as u64) as f64
}

#[test]
fn two_players_stay_below_zero_on_average() {
    // Measured over 72,000 rounds: -1.26.
    assert!(mean_of_a_round("", 2, 200, 9) < 0.0);
}

#[test]
fn it_hurries_where_the_first_player_out_ends_the_round() {
    assert!(mean_of_a_round("end_rule=first_out", 2, 100, 9) < 8.5);
    assert!(mean_of_a_round("end_rule=first_out_plus_one", 4, 50, 9) < 10.0);
}

#[test]
fn it_beats_random_play_in_every_game() {
    for settings in ["", "end_rule=first_out", "steal=on", "flip_on_discard=on,values=court"] {
        let mut bots: Vec<Box<dyn Bot<Golf>>> = vec![Box::new(HeuristicBot), Box::new(Random)];
        let (first, second) = (Seat::of(0), Seat::of(1));
        let scores = series(settings, &mut bots, 50);
        assert!(scores.iter().all(|scores| scores[first] < scores[second]), "{settings}");
    }
}

#[test]
fn it_copes_with_every_option() {
    for settings in [
        "packs=2,steal=on,flip_on_discard=on,first_discard=off,rounds=2",
        "packs=2,steal=on,end_rule=first_out,rounds=2",
        "packs=2,values=plus_two,end_rule=first_out_plus_one,rounds=2",
    ] {
        assert!(mean_of_a_round(settings, 8, 20, 2) < 18.0, "{settings}");
    }
}
