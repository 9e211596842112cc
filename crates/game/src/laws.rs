//! What every game promises, as a suite that plays thousands of random games and checks each step.
//!
//! ```text
//! Laws::<Chicago>::new(scramble).table("", 2).table("straight_flush=8", 4).games(500).hold();
//! ```
//!
//! A broken law comes with the record of the game up to the step, so that it can be played again.

mod duplicate;
mod forms;
mod law_violation;
#[cfg(test)]
mod tests;
mod turns;
mod walk;
mod worlds;

pub use duplicate::{Met, MetIn};
pub use law_violation::{Law, LawViolation};

use crate::options::RawOptions;
use crate::{FastRng, Game, Imagine, OptionRange, Options, Seat, SeenOf, Viewer};

/// A message lists at most this many legal actions.
pub const MAX_LISTED: usize = 300;
/// What a viewer sees takes at most this many bytes of JSON.
pub const MAX_SEEN_BYTES: usize = 32 * 1024;

/// How worlds are imagined, for games that can.
type Imagination<G> = fn(u16, &<G as Game>::Options, Seat, &SeenOf<G>, &mut FastRng) -> G;

/// Rearranges all that the viewer must not know, and nothing else.
///
/// It is written by the author of the game's tests, from the rules and not from [`Game::view`] or
/// [`Imagine::imagine`], so that a mistake there is not made here again.
pub type Scramble<G> = fn(&G, Viewer, &mut FastRng) -> G;

/// The suite for one game.
#[derive(Clone, Debug)]
pub struct Laws<G: Game> {
    tables: Vec<(G::Options, u8)>,
    scramble: Scramble<G>,
    imagine: Option<Imagination<G>>,
    reluctant: fn(&G::Action) -> bool,
    duplicate: Option<MetIn<G>>,
    games: u64,
    longest: usize,
    must_end: bool,
    thorough_every: u32,
}

/// How much was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games played to the end, or stopped.
    pub games: u64,
    /// Actions in them.
    pub actions: u64,
    /// Steps at which every law was checked, not only the quick ones.
    pub thorough: u64,
}

impl<G: Imagine> Laws<G> {
    /// Holds imagined worlds to their laws too.
    #[must_use]
    pub const fn with_worlds(mut self) -> Self {
        self.imagine = Some(|rules, options, seat, seen, dice| G::imagine(rules, options, seat, seen, dice));
        self
    }
}

impl<G: Game> Laws<G> {
    /// The suite, with no tables yet.
    #[must_use]
    pub const fn new(scramble: Scramble<G>) -> Self {
        Self {
            tables: Vec::new(),
            scramble,
            imagine: None,
            reluctant: |_| false,
            duplicate: None,
            games: 2_000,
            longest: 20_000,
            must_end: true,
            thorough_every: 16,
        }
    }

    /// The suite for a game without secrets.
    #[must_use]
    pub const fn without_secrets() -> Self {
        Self::new(|position, _, _| position.clone())
    }

    /// Adds [tables at the extremes of the options](extreme_tables).
    #[must_use]
    pub fn extremes(mut self) -> Self {
        for table in extreme_tables::<G>() {
            if !self.tables.contains(&table) {
                self.tables.push(table);
            }
        }
        self
    }

    /// Adds a table with these settings (`k=v,k=v`) and this many seats.
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

    /// Holds duplicate deals to all laws too, and to [`Law::SameLuckForAll`].
    #[must_use]
    pub const fn with_duplicates(mut self, met: MetIn<G>) -> Self {
        self.duplicate = Some(met);
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

    /// Stops each game after this many actions, over or not: for tables with so long a game that random players do not come
    /// to the end.
    #[must_use]
    pub const fn stop_after(mut self, actions: usize) -> Self {
        self.longest = actions;
        self.must_end = false;
        self
    }

    /// Actions that random players choose seldom, for games that such actions draw out a hundredfold.
    #[must_use]
    pub const fn reluctant(mut self, reluctant: fn(&G::Action) -> bool) -> Self {
        self.reluctant = reluctant;
        self
    }

    /// The slow laws are checked at one step in this many, chosen at random, and at the end of some games.
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
            if let Some(met) = self.duplicate {
                duplicate::table(self, met, options, *seats, number as u64)?;
            }
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

/// Tables at the extremes of the options: every option at each end of its range (or at each of its words) with the others at
/// their defaults, and all options at the same end together; for the smallest and the largest table. What is not admitted is
/// left out. No combination that a table can be opened with has more of anything than these; some are only read from old
/// records, because new tables have narrower limits.
#[must_use]
pub fn extreme_tables<G: Game>() -> Vec<(G::Options, u8)> {
    let ends = |range: &OptionRange| match range {
        OptionRange::Switch => vec!["off".to_owned(), "on".to_owned()],
        OptionRange::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        OptionRange::Number { min, max } => vec![min.to_string(), max.to_string()],
    };
    let specs = G::Options::specs();
    let mut sets = vec![RawOptions::default()];
    for spec in &specs {
        sets.extend(ends(&spec.range).into_iter().map(|end| RawOptions(vec![(spec.name.to_owned(), end)])));
    }
    for spec in &specs {
        // Everything at its last end but this one: limits that hold each other in check are met from both sides.
        for end in ends(&spec.range) {
            let last = |other: &crate::OptionSpec| ends(&other.range).pop().unwrap_or_default();
            let pairs = specs.iter().map(|other| {
                let value = if other.name == spec.name { end.clone() } else { last(other) };
                (other.name.to_owned(), value)
            });
            sets.push(RawOptions(pairs.collect()));
        }
    }
    let mut tables = Vec::new();
    for settings in sets {
        for seats in [*G::SEATS.start(), *G::SEATS.end()] {
            if let Ok(options) = G::Options::from_settings(&settings)
                && G::admits(&options, seats).is_ok()
                && !tables.contains(&(options, seats))
            {
                tables.push((options, seats));
            }
        }
    }
    tables
}
