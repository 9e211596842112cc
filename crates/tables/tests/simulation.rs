//! Several nodes in one thread, over a database in memory and links that lose messages, with tokio's clock paused. A seed
//! decides what fails when; `PARLOR_SEEDS=1000` runs more of them, `PARLOR_SEED=7` one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "simulation"]
mod simulation {
    pub(crate) mod dice;
    pub(crate) mod history;
    pub(crate) mod network;
    pub(crate) mod player;
    pub(crate) mod tap;
    pub(crate) mod world;
}

use simulation::world::run;
use store::StoredFact;

/// How many seeds every run of the tests tries.
const SEEDS: u64 = 250;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

fn simulate(seed: u64) -> Vec<StoredFact> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| runtime.block_on(run(seed))));
    runtime.shutdown_background();
    outcome.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_owned()));
        panic!("seed {seed}: {}", said.unwrap_or_default());
    })
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled_whatever_fails() {
    if let Some(seed) = number("PARLOR_SEED") {
        return drop(simulate(seed));
    }
    let seeds = number("PARLOR_SEEDS").unwrap_or(SEEDS);
    // A seed is one thread, whatever the others do.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    std::thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                (first..seeds).step_by(threads as usize).for_each(|seed| drop(simulate(seed)));
            });
        }
    });
}

#[test]
fn one_seed_is_one_run() {
    for seed in 0..4 {
        let (once, again) = (simulate(seed), simulate(seed));
        let parted = once.iter().zip(&again).position(|(one, other)| one != other);
        assert_eq!((parted, once.len()), (None, again.len()), "seed {seed} of {} facts", once.len());
    }
}
