//! Which people sit down together: the one who waits longest first, people who are here before those who have to be called,
//! people before bots, the largest table that is full.

use games::Kind;
use protocol::Pace;

use super::{ReadyList, Waiting};
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
            && self.wish.games.contains(&game)
            && (self.wish.min_seats.max(spec.min_seats)..=self.wish.max_seats.min(spec.max_seats))
                .contains(&seats)
    }

    fn wants_bots(&self, now: i64) -> bool {
        self.wish.bots_after.is_some_and(|after| now - self.since >= after)
    }
}

impl ReadyList {
    /// The first set that fits. `apart` says which two must not sit at one table.
    pub(crate) fn find(&self, now: i64, apart: impl Fn(PersonId, PersonId) -> bool) -> Option<Match> {
        let free = || self.waiting.iter().filter(|waiting| waiting.is_free());
        let here = || free().filter(|waiting| waiting.is_here());
        here()
            .find_map(|first| self.full_table(first, Waiting::is_here, &apart))
            .or_else(|| free().find_map(|first| self.full_table(first, |_| true, &apart)))
            // Nobody is called to play with bots.
            .or_else(|| {
                here().filter(|first| first.wants_bots(now)).find_map(|first| self.with_bots(first, &apart))
            })
    }

    /// A table of people alone.
    fn full_table(
        &self,
        first: &Waiting,
        admits: impl Fn(&Waiting) -> bool,
        apart: &impl Fn(PersonId, PersonId) -> bool,
    ) -> Option<Match> {
        for &game in &first.wish.games {
            for seats in (first.wish.min_seats..=first.wish.max_seats).rev() {
                if !first.takes(game, seats) {
                    continue;
                }
                let people = self.companions(first, game, seats, &admits, apart);
                if people.len() == usize::from(seats) {
                    return Some(Match { game, seats, pace: first.wish.pace, people });
                }
            }
        }
        None
    }

    /// The table with the most people and then the fewest bots, among people who all allow bots.
    fn with_bots(&self, first: &Waiting, apart: &impl Fn(PersonId, PersonId) -> bool) -> Option<Match> {
        let mut best: Option<Match> = None;
        for &game in &first.wish.games {
            for seats in first.wish.min_seats..=first.wish.max_seats {
                if !first.takes(game, seats) {
                    continue;
                }
                let allows = |waiting: &Waiting| waiting.is_here() && waiting.wish.bots_after.is_some();
                let people = self.companions(first, game, seats, allows, apart);
                if best.as_ref().is_none_or(|best| people.len() > best.people.len()) {
                    best = Some(Match { game, seats, pace: first.wish.pace, people });
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
        apart: &impl Fn(PersonId, PersonId) -> bool,
    ) -> Vec<PersonId> {
        let mut people = vec![first.caller.person];
        for other in &self.waiting {
            let person = other.caller.person;
            if people.len() < usize::from(seats)
                && person != first.caller.person
                && other.wish.pace == first.wish.pace
                && other.takes(game, seats)
                && admits(other)
                && !people.iter().any(|seated| apart(*seated, person) || apart(person, *seated))
            {
                people.push(person);
            }
        }
        people
    }
}
