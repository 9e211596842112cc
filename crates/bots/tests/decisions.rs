//! Decisions whose answers are known without the bots: advice must find them.
//!
//! The long form, `PARLOR_DECISIONS=1 cargo nextest run -p bots --test decisions`, asks 200 of them; the short one every fifth.

#[path = "decisions/chicago.rs"]
mod chicago;
#[path = "decisions/golf.rs"]
mod golf;
#[path = "decisions/gomoku.rs"]
mod gomoku;
#[path = "decisions/sorry.rs"]
mod sorry;

use bots::{BotInput, Budget, Evaluation, Searchable};
use game::{Seat, Viewer, dice};

/// A decision at a table, and what is known about it.
struct Decision<G: Searchable> {
    options: G::Options,
    position: G,
    seat: Seat,
    /// One of the best choices: its loss is zero.
    good: G::Action,
    /// A choice that is certainly worse.
    bad: G::Action,
}

impl<G: Searchable> Decision<G> {
    /// What is wrong with the grades of both choices in a review, if anything is.
    fn wrong_grade(&self, seed: u64) -> Option<String> {
        let view = self.position.seen(Viewer::Seat(self.seat));
        let input = BotInput { rules: 1, options: &self.options, seat: self.seat, view: &view };
        // As `Effort::Hard` does.
        let most = 4 * G::QUICK_SIMULATIONS;
        let loss = |played: G::Action| {
            let found = G::advise(input, Some(played), &mut dice(seed), Budget::simulations(most));
            loss_of(&found, played)
        };
        let (good, bad) = (loss(self.good), loss(self.bad));
        let right = good == Some(0.0) && bad.is_some_and(|loss| loss > 0.0);
        (!right)
            .then(|| format!("seat {}: {} lost {good:?}, {} lost {bad:?}", self.seat, self.good, self.bad))
    }
}

fn loss_of<A: Copy + PartialEq>(found: &Evaluation<A>, played: A) -> Option<f64> {
    let place = found.choices.iter().position(|choice| choice.action == played)?;
    found.loss(place)
}

/// How many decisions of a set are asked: all, or every fifth in the short form.
fn wanted(all: usize) -> usize {
    if std::env::var_os("PARLOR_DECISIONS").is_some() { all } else { all / 5 }
}

/// Asks for the grades of these decisions: at least 98 of 100 must be right.
fn check<G: Searchable>(set: &str, count: usize, mut decisions: impl Iterator<Item = Decision<G>>) {
    let count = wanted(count);
    let asked: Vec<Decision<G>> = decisions.by_ref().take(count).collect();
    assert_eq!(asked.len(), count, "{set}: there are fewer decisions");
    let wrong: Vec<String> =
        asked.iter().zip(1..).filter_map(|(decision, seed)| decision.wrong_grade(seed)).collect();
    assert!(100 * wrong.len() <= 2 * count, "{set}: {} of {count} graded wrong: {wrong:?}", wrong.len());
}

#[test]
fn solved_positions_of_sorry_are_graded_as_the_solution_does() {
    check("Sorry!", 40, sorry::solved());
}

#[test]
fn fours_and_open_threes_in_gomoku_are_seen() {
    check("Gomoku", 60, gomoku::forced());
}

#[test]
fn dominated_exchanges_in_chicago_are_losses() {
    check("Chicago, exchanges", 40, chicago::exchanges());
}

#[test]
fn last_tricks_in_chicago_are_solved_with_open_cards() {
    check("Chicago, last tricks", 30, chicago::last_tricks());
}

#[test]
fn last_turns_in_golf_are_graded_as_enumeration_does() {
    check("Six Card Golf", 30, golf::last_turns());
}
