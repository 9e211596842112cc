//! Which people are seated together: the one who has waited longest first, connected people before those who have to be
//! called, people before bots, the largest table that can be filled.

use games::Kind;
use protocol::Pace;

use super::list::Waiting;
use super::{Entry, ReadyList};
use crate::people::PersonId;

/// People who want the same, and the table for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Match {
    pub(crate) game: Kind,
    pub(crate) seats: u8,
    pub(crate) pace: Pace,
    /// The one who waits longest first. Bots take the seats that are left.
    pub(crate) people: Vec<PersonId>,
}

impl Waiting {
    /// Whether they would sit at a table of this game with this many seats.
    fn takes(&self, game: Kind, seats: u8) -> bool {
        let spec = game.spec();
        self.is_free()
            && self.entry.wish.games.contains(&game)
            && (self.entry.wish.min_seats.max(spec.min_seats)..=self.entry.wish.max_seats.min(spec.max_seats))
                .contains(&seats)
    }

    fn wants_bots(&self, now: i64) -> bool {
        self.entry.wish.bots_after.is_some_and(|after| now - self.entry.since >= after)
    }
}

impl ReadyList {
    /// The first set that fits.
    pub(crate) fn find(&self, now: i64) -> Option<Match> {
        let free = || self.waiting.iter().filter(|waiting| waiting.is_free());
        let here = || free().filter(|waiting| waiting.is_here());
        here()
            .find_map(|first| self.full_table(first, Waiting::is_here))
            .or_else(|| free().find_map(|first| self.full_table(first, |_| true)))
            // Nobody is called to play with bots.
            .or_else(|| here().filter(|first| first.wants_bots(now)).find_map(|first| self.with_bots(first)))
    }

    /// A table of people alone.
    fn full_table(&self, first: &Waiting, admits: impl Fn(&Waiting) -> bool) -> Option<Match> {
        for &game in &first.entry.wish.games {
            for seats in (first.entry.wish.min_seats..=first.entry.wish.max_seats).rev() {
                if !first.takes(game, seats) {
                    continue;
                }
                let people = self.companions(first, game, seats, &admits);
                if people.len() == usize::from(seats) {
                    return Some(Match { game, seats, pace: first.entry.wish.pace, people });
                }
            }
        }
        None
    }

    /// The table with the most people and then the fewest bots, among people who all allow bots.
    fn with_bots(&self, first: &Waiting) -> Option<Match> {
        let mut best: Option<Match> = None;
        for &game in &first.entry.wish.games {
            for seats in first.entry.wish.min_seats..=first.entry.wish.max_seats {
                if !first.takes(game, seats) {
                    continue;
                }
                let allows = |waiting: &Waiting| waiting.is_here() && waiting.entry.wish.bots_after.is_some();
                let people = self.companions(first, game, seats, allows);
                if best.as_ref().is_none_or(|best| people.len() > best.people.len()) {
                    best = Some(Match { game, seats, pace: first.entry.wish.pace, people });
                }
            }
        }
        best
    }

    /// Those who would sit at this table with `first`, as many as fit, the one who waits longest first.
    fn companions(
        &self,
        first: &Waiting,
        game: Kind,
        seats: u8,
        admits: impl Fn(&Waiting) -> bool,
    ) -> Vec<PersonId> {
        let mut people: Vec<&Entry> = vec![&first.entry];
        for other in &self.waiting {
            if people.len() < usize::from(seats)
                && other.entry.person() != first.entry.person()
                && other.entry.wish.pace == first.entry.wish.pace
                && other.takes(game, seats)
                && admits(other)
                && !people.iter().any(|seated| seated.is_apart_from(&other.entry))
            {
                people.push(&other.entry);
            }
        }
        people.into_iter().map(Entry::person).collect()
    }
}
