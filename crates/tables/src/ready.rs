//! People who would play: what each wants, and which of them are seated together. Without I/O and clock.
//!
//! Every node of a cluster has the wishes that were said to it ([`own::OwnWishes`]); one of them, the keeper, has the list of all
//! ([`ReadyList`]). They send each other whole states ([`NodeWishes`], [`KeeperState`]), never changes, and repeat them: a message
//! that is lost costs time alone. A server without a cluster is its own keeper.

mod list;
mod matching;
mod node;
mod other_nodes;
mod own;
mod stored;

use games::Kind;
use protocol::{Pace, ReadyWish, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};

use self::list::ReadyList;
pub(crate) use self::list::{KeeperState, OpenProposal, proposal_is_over};
pub(crate) use self::matching::Match;
pub(crate) use self::node::ReadyNode;
pub(crate) use self::own::{Answer, NodeWishes};
pub(crate) use self::stored::{forget_wish, stored_wish, stored_wishes};
use crate::people::PersonId;
use crate::table::Caller;

/// Everybody who is here must accept a proposal within this time, in milliseconds.
pub(crate) const ACCEPT_MS: i64 = 15_000;

/// A person who is away is called when all connected people have accepted, and must accept within this time, in
/// milliseconds: the call takes some seconds to arrive, and people take some to see it.
pub(crate) const CALLED_MS: i64 = 180_000;

/// A place on the list is kept for this long after the connection was lost, in milliseconds.
const LOST_MS: i64 = 20_000;

/// Maximum number of people on the list.
const MAX_WAITING: usize = 1_000;

/// The longest time on the list, in minutes.
const MAX_MINUTES: u16 = 120;

/// The longest wait for people before bots fill the table, in seconds.
const MAX_BOTS_AFTER: u32 = 7_200;

/// What somebody wants, checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "ReadyWish", into = "ReadyWish")]
pub(crate) struct Wish {
    games: Vec<Kind>,
    min_seats: u8,
    max_seats: u8,
    pace: Pace,
    bots_after: Option<i64>,
    lasts: i64,
    /// Whether they are called while they are away.
    call: bool,
}

impl Wish {
    pub(crate) fn read(wish: &ReadyWish) -> Result<Self, Refusal> {
        let bad = |sentence: String| Refusal::new(RefusalCode::BadOptions, sentence);
        let mut games: Vec<Kind> = Vec::new();
        for name in &wish.games {
            let unknown =
                |error: games::UnknownGame| Refusal::new(RefusalCode::NoSuchGame, error.to_string());
            let game = name.parse().map_err(unknown)?;
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let (min_seats, max_seats) = (wish.min_seats, wish.max_seats);
        let fits = |game: &Kind| game.spec().min_seats <= max_seats && game.spec().max_seats >= min_seats;
        if min_seats < 2 || max_seats < min_seats {
            return Err(bad("A table has 2 seats or more, and at most no fewer than at least.".to_owned()));
        }
        if !games.iter().any(fits) {
            return Err(bad("None of these games is played by that many.".to_owned()));
        }
        let minutes = wish.minutes.unwrap_or(MAX_MINUTES);
        if !(1..=MAX_MINUTES).contains(&minutes) {
            return Err(bad(format!("A place on the list lasts 1 to {MAX_MINUTES} minutes.")));
        }
        if wish.bots_after_seconds.is_some_and(|seconds| seconds > MAX_BOTS_AFTER) {
            return Err(bad(format!("Bots fill a table after 0 to {MAX_BOTS_AFTER} seconds, or never.")));
        }
        games.retain(fits);
        let bots_after = wish.bots_after_seconds.map(|seconds| i64::from(seconds) * 1_000);
        let lasts = i64::from(minutes) * 60_000;
        let (pace, call) = (wish.pace, wish.call);
        Ok(Self { games, min_seats, max_seats, pace, bots_after, lasts, call })
    }

    /// Whether they are called while they are away.
    pub(crate) const fn wants_calls(&self) -> bool {
        self.call
    }

    /// What was wished for, as long as it still lasts.
    fn message(&self, left_ms: i64) -> ReadyWish {
        let minutes = left_ms.max(0).div_euclid(60_000) + 1;
        ReadyWish {
            games: self.games.iter().map(|game| game.name().to_owned()).collect(),
            min_seats: self.min_seats,
            max_seats: self.max_seats,
            pace: self.pace,
            bots_after_seconds: self.bots_after.and_then(|after| u32::try_from(after / 1_000).ok()),
            minutes: Some(u16::try_from(minutes).unwrap_or(MAX_MINUTES).min(MAX_MINUTES)),
            call: self.call,
        }
    }
}

/// As another node tells it or it is stored: it was checked there. What this program does not know of is left out.
impl From<ReadyWish> for Wish {
    fn from(wish: ReadyWish) -> Self {
        Self {
            games: wish.games.iter().filter_map(|name| name.parse().ok()).collect(),
            min_seats: wish.min_seats,
            max_seats: wish.max_seats,
            pace: wish.pace,
            bots_after: wish.bots_after_seconds.map(|seconds| i64::from(seconds) * 1_000),
            lasts: i64::from(wish.minutes.unwrap_or(MAX_MINUTES)) * 60_000,
            call: wish.call,
        }
    }
}

impl From<Wish> for ReadyWish {
    fn from(wish: Wish) -> Self {
        wish.message(wish.lasts - 1)
    }
}

/// The wish of somebody, as nodes tell it to each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) caller: Caller,
    pub(crate) wish: Wish,
    /// When it was said. Of two wishes of a person the later one counts.
    pub(crate) said: i64,
    /// Since when they are on the list.
    pub(crate) since: i64,
    pub(crate) until: i64,
    /// When their last connection was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lost_at: Option<i64>,
    /// With whom they must not sit at one table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) blocked: Vec<PersonId>,
}

impl Entry {
    /// A wish that is said now, after all that the person has said. `known` is what they wished for before: their place stays.
    fn new(caller: Caller, wish: Wish, known: Option<&Self>, last_said: Option<i64>, now: i64) -> Self {
        // Two wishes may be said in one millisecond.
        let said = last_said.map_or(now, |last| now.max(last + 1));
        let since = known.map_or(now, |known| known.since);
        // Where they are is nobody's business at another node, nor in the database.
        let caller = Caller { address: None, ..caller };
        Self { caller, said, since, until: now + wish.lasts, wish, lost_at: None, blocked: Vec::new() }
    }

    pub(crate) const fn person(&self) -> PersonId {
        self.caller.person
    }

    /// What the person wishes for, as a message.
    pub(crate) fn message(&self, now: i64) -> ReadyWish {
        self.wish.message(self.until - now)
    }

    const fn is_here(&self) -> bool {
        self.lost_at.is_none()
    }

    /// Whether they are away and can be called.
    const fn is_on_call(&self) -> bool {
        self.wish.call && !self.is_here()
    }

    /// When they are taken off the list, if nothing happens.
    fn ends_at(&self) -> i64 {
        match self.lost_at {
            Some(lost) if !self.wish.call => self.until.min(lost + LOST_MS),
            _ => self.until,
        }
    }

    fn is_apart_from(&self, other: &Self) -> bool {
        self.blocked.contains(&other.person()) || other.blocked.contains(&self.person())
    }
}

/// The refusal of a wish if there are this many people on the list.
pub(crate) fn refuse_if_full(waiting: usize) -> Result<(), Refusal> {
    if waiting < MAX_WAITING {
        return Ok(());
    }
    let sentence = "The list of those who would play is full. Open a table instead.";
    Err(Refusal::new(RefusalCode::LimitReached, sentence))
}

#[cfg(test)]
mod cluster_tests;
#[cfg(test)]
mod tests;
