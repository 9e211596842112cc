//! Measuring luck redraws what is hidden from every seat, and nothing else.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::playthrough::random_record;
use game::{Game, Options, Redraw, Replay, Seat, Seed, Viewer, dice, options::RawOptions};
use games::chicago::Chicago;
use games::golf::Golf;
use games::gomoku::Gomoku;
use games::onecard::OneCard;
use games::sorry::Sorry;

/// Redraws every position of random games: all viewers see what they saw. Whether any redrawn position differed.
fn looks_the_same<G: Redraw>(settings: &str, seats: u8) -> bool {
    let options = G::Options::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let mut differs = false;
    let mut rng = dice(7);
    for seed in 0..2 {
        let record = random_record::<G>(&options, seats, Seed::from_number(seed), seed, 100_000).unwrap();
        for step in Replay::<G>::read(&record.to_line()).unwrap().steps() {
            let redrawn = step.position.redrawn(&mut rng);
            for viewer in Seat::all(seats).map(Viewer::Seat).chain([Viewer::Watcher]) {
                assert_eq!(
                    redrawn.seen(viewer),
                    step.position.seen(viewer),
                    "{} step {}",
                    G::NAME,
                    step.number
                );
            }
            differs |= redrawn != step.position;
        }
    }
    differs
}

#[test]
fn what_is_drawn_again_changes_nothing_that_any_seat_sees() {
    assert!(looks_the_same::<Chicago>("", 2) && looks_the_same::<Chicago>("", 4));
    assert!(looks_the_same::<Golf>("rounds=2", 2) && looks_the_same::<Golf>("rounds=2,packs=2,steal=on", 5));
    assert!(
        looks_the_same::<OneCard>("", 3) && looks_the_same::<OneCard>("multi=on,play_drawn=on,rounds=2", 2)
    );
    assert!(looks_the_same::<Sorry>("", 2) && looks_the_same::<Sorry>("deck=uniform", 4));
    assert!(!looks_the_same::<Gomoku>("", 3), "there is nothing to draw in Gomoku");
}

#[test]
fn the_ways_of_the_next_draw_have_the_pack_s_proportions() {
    let options = <Sorry as Game>::Options::from_settings(&RawOptions::parse("").unwrap()).unwrap();
    let record = random_record::<Sorry>(&options, 2, Seed::from_number(4), 4, 100_000).unwrap();
    for step in Replay::<Sorry>::read(&record.to_line()).unwrap().steps() {
        let ways = step.position.next_draws();
        let sum: f64 = ways.iter().map(|(probability, _)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-9 && ways.len() <= 11, "step {}: {sum}", step.number);
    }
}
