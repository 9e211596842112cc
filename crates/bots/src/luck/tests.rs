use game::{Record, Replay, Status, dice};
use games::chicago::Chicago;
use games::golf::Golf;
use games::onecard::OneCard;
use games::sorry::Sorry;

use super::*;
use crate::Searchable;
use crate::game_review::tests::played;

/// Mean and variance of a list.
fn spread(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0))
}

/// Over many games between equals: the plain results of seat 0, and its results minus its luck.
fn results<G: Searchable + Outlook>(settings: &str, seats: u8, games: u64) -> (Vec<f64>, Vec<f64>) {
    let mut plain = Vec::new();
    let mut adjusted = Vec::new();
    for seed in 0..games {
        let replay = Replay::<G>::read(&played::<G>(settings, seats, seed)).unwrap();
        let last = replay.steps().last().unwrap().position;
        let Status::Over(outcome) = last.status() else { panic!("not over") };
        let result = shares(&last, outcome.winners)[Seat::of(0)];
        let luck: f64 =
            luck(&replay, &mut dice(seed), Budget::usual()).map(|event| event.luck[Seat::of(0)]).sum();
        plain.push(result);
        adjusted.push(result - luck);
    }
    (plain, adjusted)
}

/// The mean of the luck must be 0 within three standard errors, and the adjusted results vary less than `part` of the plain.
#[track_caller]
fn is_unbiased_and_narrower<G: Searchable + Outlook>(settings: &str, seats: u8, games: u64, part: f64) {
    let games = if std::env::var_os("PARLOR_LONG").is_some() { 20 * games } else { games };
    let (plain, adjusted) = results::<G>(settings, seats, games);
    let luck: Vec<f64> = plain.iter().zip(&adjusted).map(|(plain, adjusted)| plain - adjusted).collect();
    let ((luck, variance), (_, plain), (_, adjusted)) = (spread(&luck), spread(&plain), spread(&adjusted));
    let error = (variance / games as f64).sqrt();
    assert!(luck.abs() < 3.0 * error, "{}: mean luck {luck}, standard error {error}", G::NAME);
    assert!(adjusted < part * plain, "{}: variance {adjusted} against {plain}", G::NAME);
}

#[test]
fn luck_in_sorry_is_unbiased_and_results_without_it_vary_less() {
    is_unbiased_and_narrower::<Sorry>("", 2, 150, 0.35);
    is_unbiased_and_narrower::<Sorry>("", 4, 150, 0.9);
}

#[test]
fn luck_in_one_card_is_unbiased_and_results_without_it_vary_less() {
    // The outlook sees little more than the number of cards.
    is_unbiased_and_narrower::<OneCard>("", 3, 150, 1.0);
}

#[test]
fn luck_in_golf_is_unbiased_and_results_without_it_vary_less() {
    // The outlook does not see how cards will be exchanged.
    is_unbiased_and_narrower::<Golf>("rounds=2", 2, 100, 1.0);
}

#[test]
fn luck_in_chicago_is_unbiased_and_results_without_it_vary_less() {
    is_unbiased_and_narrower::<Chicago>("", 3, 60, 0.9);
}

#[test]
fn a_step_without_chance_has_no_luck() {
    let line = played::<Sorry>("", 2, 8);
    let replay = Replay::<Sorry>::read(&line).unwrap();
    let record: Record<serde_json::Value> = Record::parse(&line).unwrap();
    for event in luck(&replay, &mut dice(1), Budget::usual()) {
        let action = event.step.checked_sub(1).map(|index| record.actions[index].action.to_string());
        assert_eq!(action.as_deref(), Some("\"roll\""), "step {}", event.step);
    }
}
