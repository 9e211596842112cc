use game::{Chance, DiscardEvents, Options, Record, Seed, Viewer, options::RawOptions};
use games::golf::Golf;
use games::gomoku::Gomoku;
use games::sorry::Sorry;

use super::*;
use crate::{BotInput, Level};

/// A whole game between bots that play by rules of thumb, as a line.
pub(crate) fn played<G: Searchable>(settings: &str, seats: u8, seed: u64) -> String {
    let options = G::Options::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let deal = Seed::from_number(seed);
    let mut position = G::start(&options, seats, Chance::new(deal), &mut DiscardEvents).unwrap();
    let mut record = Record::new::<G>(&options, seats, deal);
    let mut choices = dice(seed);
    while let Some(seat) = position.status().to_act().first() {
        let view = position.seen(Viewer::Seat(seat));
        let input = BotInput { rules: *G::RULES.end(), options: &options, seat, view: &view };
        let action = Level::Casual.bot::<G>().choose(input, &mut choices, Budget::usual());
        position.play(seat, action, &mut DiscardEvents).unwrap();
        record.push(seat, action);
    }
    record.to_line()
}

fn quick(record: &str) -> GameReview {
    review_game(record, Effort::Medium, 1, Budget::simulations(8), &mut |_| ()).unwrap().unwrap()
}

#[test]
fn a_review_sums_costs_and_luck_and_is_the_same_each_time() {
    let record = played::<Golf>("rounds=1", 2, 5);
    let review = quick(&record);
    for (seat, sum) in (0..).map(Seat::of).zip(&review.seats) {
        let own: Vec<_> = review.decisions.iter().filter(|decision| decision.seat == seat).collect();
        let cost: f64 = own.iter().filter_map(|decision| decision.cost).sum();
        assert!((cost - sum.cost).abs() < 1e-3, "{cost} {sum:?}");
        assert_eq!(own.iter().filter(|decision| decision.cost.is_some()).count(), sum.decisions as usize);
        let luck: f64 = review.chances.iter().map(|chance| chance.luck[seat.index()]).sum();
        assert!((luck - sum.luck).abs() < 1e-3 && (sum.result - sum.luck - sum.adjusted).abs() < 1e-5);
    }
    assert_eq!(review.luck_method, "estimated");
    assert!(review.chances[0].step == 0 && review.chances.len() > 4);
    let (once, again) =
        (serde_json::to_string(&review).unwrap(), serde_json::to_string(&quick(&record)).unwrap());
    assert_eq!(once, again);
}

#[test]
fn luck_in_sorry_for_two_is_summed_over_every_card_and_gomoku_has_none() {
    let review = quick(&played::<Sorry>("", 2, 3));
    assert_eq!(review.luck_method, "exact");
    assert!(review.seats.iter().all(|seat| seat.luck_error == 0.0));
    // What one seat gains the other loses.
    for chance in &review.chances {
        assert!((chance.luck[0] + chance.luck[1]).abs() < 1e-5, "{chance:?}");
    }
    let review = quick(&played::<Gomoku>("", 2, 3));
    assert_eq!((review.luck_method, review.chances.len()), ("none", 0));
    assert!(review.seats.iter().all(|seat| seat.luck == 0.0 && seat.adjusted == seat.result));
}

#[test]
fn progress_only_rises_and_a_review_that_is_stopped_is_no_review() {
    let record = played::<Golf>("rounds=1", 2, 6);
    let mut parts = Vec::new();
    review_game(&record, Effort::Medium, 1, Budget::simulations(4), &mut |part| parts.push(part)).unwrap();
    assert!(parts.windows(2).all(|pair| pair[0] <= pair[1]), "{parts:?}");
    assert_eq!(parts.last(), Some(&1.0));
    let stop = Budget { simulations: 4, stop: &|| true };
    assert!(review_game(&record, Effort::Medium, 1, stop, &mut |_| ()).unwrap().is_none());
}

#[test]
fn a_game_that_is_not_over_and_a_line_that_is_no_record_are_refused() {
    let record: Record<serde_json::Value> = Record::parse(&played::<Golf>("rounds=1", 2, 6)).unwrap();
    let mut cut = record.clone();
    cut.actions.pop();
    let refused = |line: &str| {
        review_game(line, Effort::Medium, 1, Budget::simulations(1), &mut |_| ()).unwrap_err().to_string()
    };
    assert!(refused(&cut.to_line()).contains("not played to its end"));
    assert!(!refused("{}").is_empty());
}

#[test]
fn the_more_play_the_smaller_a_costly_share_is() {
    assert_eq!([0.04, 0.05, 0.11, 0.2].map(|cost| grade_of(cost, 2)), [0, 1, 2, 3]);
    assert_eq!([0.02, 0.03, 0.055, 0.08].map(|cost| grade_of(cost, 4)), [0, 1, 2, 3]);
}
