//! What every game promises, as a suite that plays thousands of random games and checks each step.
//!
//! ```text
//! Laws::<Chicago>::new(scramble).table("", 2).table("straight_flush=8", 4).games(500).hold();
//! ```
//!
//! A broken law comes with the record of the game up to the step, so that it can be played again.

mod forms;
mod law_violation;
#[cfg(test)]
mod tests;
mod turns;
mod walk;
mod worlds;

pub use law_violation::{Law, LawViolation};

use crate::options::RawOptions;
use crate::{FastRng, Game, Options, Viewer};

/// Rearranges all that the viewer must not know, and nothing else.
///
/// It is written by the author of the game's tests, from the rules and not from [`Game::view`] or
/// [`Game::imagine`], so that a mistake there is not made here again.
pub type Scramble<G> = fn(&G, Viewer, &mut FastRng) -> G;

/// The suite for one game.
#[derive(Clone, Debug)]
pub struct Laws<G: Game> {
    tables: Vec<(G::Options, u8)>,
    scramble: Scramble<G>,
    reluctant: fn(&G::Action) -> bool,
    games: u64,
    longest: usize,
    thorough_every: u32,
}

/// How much was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games played to the end.
    pub games: u64,
    /// Actions in them.
    pub actions: u64,
    /// Steps at which every law was checked, not only the quick ones.
    pub thorough: u64,
}

impl<G: Game> Laws<G> {
    /// The suite, with no tables yet.
    #[must_use]
    pub const fn new(scramble: Scramble<G>) -> Self {
        Self {
            tables: Vec::new(),
            scramble,
            reluctant: |_| false,
            games: 2_000,
            longest: 20_000,
            thorough_every: 16,
        }
    }

    /// Adds a table with these settings (`k=v,k=v`) and so many seats.
    ///
    /// # Panics
    /// If the game does not admit it: the suite is for tests.
    #[must_use]
    pub fn table(mut self, settings: &str, seats: u8) -> Self {
        let options = RawOptions::parse(settings).and_then(|settings| G::Options::from_settings(&settings));
        match options.map_err(|bad| bad.to_string()) {
            Ok(options) => match G::admits(&options, seats) {
                Ok(()) => self.tables.push((options, seats)),
                Err(bad) => panic!("{settings}: {bad}"),
            },
            Err(bad) => panic!("{settings}: {bad}"),
        }
        self
    }

    /// How many games are played at each table.
    #[must_use]
    pub const fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// The number of actions after which a game counts as endless.
    #[must_use]
    pub const fn longest(mut self, actions: usize) -> Self {
        self.longest = actions;
        self
    }

    /// Actions that random players choose seldom, for games that such actions draw out a hundredfold.
    #[must_use]
    pub const fn reluctant(mut self, reluctant: fn(&G::Action) -> bool) -> Self {
        self.reluctant = reluctant;
        self
    }

    /// The slow laws are checked at one step in so many, chosen at random, and at the end of some games.
    #[must_use]
    pub const fn thorough_every(mut self, steps: u32) -> Self {
        self.thorough_every = steps;
        self
    }

    /// Plays all tables.
    ///
    /// # Errors
    /// The first law found broken.
    pub fn check(&self) -> Result<Report, Box<LawViolation>> {
        let mut report = Report::default();
        for (number, (options, seats)) in self.tables.iter().enumerate() {
            walk::table(self, options, *seats, number as u64, &mut report)?;
        }
        Ok(report)
    }

    /// Plays all tables.
    ///
    /// # Panics
    /// If a law is broken, with the record that shows it.
    pub fn hold(&self) -> Report {
        match self.check() {
            Ok(report) => report,
            Err(broken) => panic!("{broken}"),
        }
    }
}
