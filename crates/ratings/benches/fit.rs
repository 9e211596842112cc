//! How long a fit over all games of a server takes: `cargo bench -p ratings --bench fit`.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints its figures, and its games are its own"
)]

#[path = "../tests/fit/games.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod games;

use std::time::Instant;

use games::{Dice, games_of};
use ratings::fit_boards;

const NOW: i64 = 1_800_000_000_000;

fn main() {
    for people in [200, 2_000, 10_000] {
        let games = games_of(&mut Dice(1), "golf", 4, people, 50_000);
        let started = Instant::now();
        let boards = fit_boards(&games, NOW);
        let took = started.elapsed();
        let rated: usize = boards.values().map(|board| board.players.len()).sum();
        println!("50,000 games of four, {people} people: {took:?}, {rated} rated");
    }
}
