//! Who owns what, where several servers share a database: leases on the database's own clock, and tables that are claimed.

use std::ops::RangeInclusive;

use crate::rows::versions;

/// A server among those that share the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number, another one at every start.
    pub id: u64,
    /// What people call it.
    pub name: String,
    /// Which program it runs.
    pub build: String,
    /// When it started, by the clock of the database.
    pub started: i64,
    /// When it last renewed its lease, by the clock of the database.
    pub renewed: i64,
}

/// A lease that was renewed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenewedLease {
    /// Whether it had run out before: what this server owned may belong to another now.
    pub had_lapsed: bool,
    /// What the clock of the database says.
    pub now: i64,
    /// All servers whose lease is valid, by rising number, this one too.
    pub living: Vec<Node>,
}

/// What a server can read of a table that it is to take.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadableGames {
    newest_facts: u16,
    pub(crate) games: Vec<String>,
    pub(crate) oldest: Vec<i32>,
    pub(crate) newest: Vec<i32>,
}

impl ReadableGames {
    /// No game yet, in journals of facts up to this version.
    #[must_use]
    pub fn with_facts(newest_facts: u16) -> Self {
        Self { newest_facts, ..Self::default() }
    }

    /// One more game, and the versions of its rules that can be played.
    #[must_use]
    pub fn with(mut self, game: &str, rules: RangeInclusive<u16>) -> Self {
        for facts in 0..=self.newest_facts {
            self.games.push(game.to_owned());
            self.oldest.push(versions(facts, *rules.start()));
            self.newest.push(versions(facts, *rules.end()));
        }
        self
    }
}

/// What became of the wish to own a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is this server's now.
    Taken(ClaimedTable),
    /// Another server owns it whose lease is valid.
    OwnedBy(u64),
    /// It is of a game or of rules that this server cannot play.
    Unreadable,
    /// It is closed or was never there.
    NoTable,
}

/// A table that this server owns from now on. It must be read after it was claimed, not before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimedTable {
    /// The table.
    pub table: u64,
    /// Its new epoch.
    pub epoch: u64,
    /// When it was to be woken, if it slept.
    pub wake_at: Option<i64>,
    /// Whether it slept, or was handed over: nobody owned it.
    pub slept: bool,
    /// When its last owner last renewed its lease, by the clock of the database; `None` if that is not known.
    pub last_alive: Option<i64>,
}
