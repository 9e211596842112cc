//! Who meets whom in a round: tables by score from the top, and nobody twice while that is possible.
//!
//! No I/O and no clock: the order in, tables out. The rule, as `docs/tournaments.md` and the page state it:
//!
//! 1. Everybody is in the order of the standings; before the first round, of the lot.
//! 2. There are as few tables as hold everybody. Their numbers of people differ by one at most, the larger ones at the
//!    top. Bots take the seats that are left, or the tables are smaller; if the game cannot be played by so few, the
//!    lowest who have had the fewest free rounds have one.
//! 3. The order is cut into tables from the top.
//! 4. Where people would meet again, two people of different tables change places: the nearest in the order whose
//!    change leaves fewer repeats. If repeats are left, all other ways to fill the tables from the top are searched, up
//!    to a bound.

use serde::{Deserialize, Serialize};

/// An entrant: the place in the list of entrants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Entrant(pub(crate) u16);

impl Entrant {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The search for a pairing without repeats gives up after this many steps.
const MAX_SEARCH_STEPS: u32 = 50_000;

/// Who must not meet again.
#[derive(Clone, Debug)]
pub(crate) struct Meetings {
    count: usize,
    met: Vec<bool>,
}

impl Meetings {
    pub(crate) fn new(entrants: usize) -> Self {
        Self { count: entrants, met: vec![false; entrants * entrants] }
    }

    pub(crate) fn add(&mut self, one: Entrant, other: Entrant) {
        self.met[one.index() * self.count + other.index()] = true;
        self.met[other.index() * self.count + one.index()] = true;
    }

    /// Everybody at a table has met everybody else there.
    pub(crate) fn add_table(&mut self, people: &[Entrant]) {
        for (index, one) in people.iter().enumerate() {
            people[..index].iter().for_each(|other| self.add(*one, *other));
        }
    }

    pub(crate) fn have_met(&self, one: Entrant, other: Entrant) -> bool {
        self.met[one.index() * self.count + other.index()]
    }

    /// How many pairs at a table have met before.
    pub(crate) fn repeats(&self, people: &[Entrant]) -> usize {
        let with_earlier = people
            .iter()
            .enumerate()
            .map(|(index, one)| people[..index].iter().filter(|other| self.have_met(*one, **other)).count());
        with_earlier.sum()
    }

    fn total(&self, tables: &[Vec<Entrant>]) -> usize {
        tables.iter().map(|table| self.repeats(table)).sum()
    }
}

/// What tables can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableSize {
    /// Seats of a table.
    pub(crate) seats: usize,
    /// The fewest that the game can be played by.
    pub(crate) fewest: usize,
    /// Whether bots take the seats that are left.
    pub(crate) bots: bool,
}

/// The people of each table, and those who have a free round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pairing {
    pub(crate) tables: Vec<Vec<Entrant>>,
    pub(crate) free: Vec<Entrant>,
}

/// Pairs a round. `order` has the best first, and `free_rounds` says how often an entrant had none to play.
pub(crate) fn pair(
    order: &[Entrant],
    size: TableSize,
    meetings: &Meetings,
    free_rounds: impl Fn(Entrant) -> usize,
) -> Pairing {
    let sizes = table_sizes(order.len(), size);
    let free_count = order.len() - sizes.iter().sum::<usize>();
    let mut lowest: Vec<usize> = (0..order.len()).rev().collect();
    // Stable: among those with equally many the lowest comes first.
    lowest.sort_by_key(|place| free_rounds(order[*place]));
    let free: Vec<Entrant> = lowest[..free_count].iter().map(|place| order[*place]).collect();
    let playing: Vec<Entrant> = order.iter().copied().filter(|entrant| !free.contains(entrant)).collect();
    let mut tables = cut(&playing, &sizes);
    repair(&mut tables, &playing, meetings);
    if meetings.total(&tables) > 0
        && let Some(found) = search(&playing, &sizes, meetings)
    {
        tables = found;
    }
    Pairing { tables, free }
}

/// How many people sit at each table, the top first. People beyond the sum have a free round.
pub(crate) fn table_sizes(people: usize, size: TableSize) -> Vec<usize> {
    for playing in (1..=people).rev() {
        let tables = playing.div_ceil(size.seats);
        let (each, more) = (playing / tables, playing % tables);
        if size.bots || each >= size.fewest {
            return (0..tables).map(|table| each + usize::from(table < more)).collect();
        }
    }
    Vec::new()
}

fn cut(order: &[Entrant], sizes: &[usize]) -> Vec<Vec<Entrant>> {
    let mut rest = order;
    let tables = sizes.iter().map(|size| {
        let (table, after) = rest.split_at(*size);
        rest = after;
        table.to_vec()
    });
    tables.collect()
}

/// Changes places while that leaves fewer repeats.
fn repair(tables: &mut [Vec<Entrant>], order: &[Entrant], meetings: &Meetings) {
    let highest = order.iter().map(|entrant| entrant.index()).max().map_or(0, |index| index + 1);
    let mut rank = vec![0; highest];
    for (place, entrant) in order.iter().enumerate() {
        rank[entrant.index()] = place;
    }
    while let Some((one, other)) = best_swap(tables, &rank, meetings) {
        let moved = tables[one.0][one.1];
        tables[one.0][one.1] = std::mem::replace(&mut tables[other.0][other.1], moved);
    }
}

type Place = (usize, usize);

/// The change of places of the nearest two that leaves fewer repeats, for the first table from the top that has some.
fn best_swap(tables: &[Vec<Entrant>], rank: &[usize], meetings: &Meetings) -> Option<(Place, Place)> {
    let crowded = (0..tables.len()).filter(|table| meetings.repeats(&tables[*table]) > 0);
    for one in crowded {
        let mut best: Option<(usize, usize, (Place, Place))> = None;
        let own = meetings.repeats(&tables[one]);
        for other in (0..tables.len()).filter(|other| *other != one) {
            let before = own + meetings.repeats(&tables[other]);
            for (place, leaves) in tables[one].iter().enumerate() {
                for (other_place, comes) in tables[other].iter().enumerate() {
                    let distance = rank[leaves.index()].abs_diff(rank[comes.index()]);
                    if best.as_ref().is_some_and(|best| best.0 < distance) {
                        continue;
                    }
                    let (mut here, mut there) = (tables[one].clone(), tables[other].clone());
                    (here[place], there[other_place]) = (*comes, *leaves);
                    let after = meetings.repeats(&here) + meetings.repeats(&there);
                    let is_better = best.as_ref().is_none_or(|best| (distance, after) < (best.0, best.1));
                    if after < before && is_better {
                        best = Some((distance, after, ((one, place), (other, other_place))));
                    }
                }
            }
        }
        if let Some((_, _, swap)) = best {
            return Some(swap);
        }
    }
    None
}

/// A pairing without repeats, the first in order: each table from the top takes the next who have not met.
fn search(order: &[Entrant], sizes: &[usize], meetings: &Meetings) -> Option<Vec<Vec<Entrant>>> {
    let mut search = Search {
        order,
        meetings,
        placed: vec![false; order.len()],
        sizes: sizes.to_vec(),
        tables: Vec::new(),
        steps: 0,
    };
    search.fill().then_some(search.tables)
}

struct Search<'a> {
    order: &'a [Entrant],
    meetings: &'a Meetings,
    placed: Vec<bool>,
    /// Of the tables that are not filled yet.
    sizes: Vec<usize>,
    tables: Vec<Vec<Entrant>>,
    steps: u32,
}

impl Search<'_> {
    /// Opens the next table for the first who has none, and fills all others.
    fn fill(&mut self) -> bool {
        let Some(first) = self.placed.iter().position(|placed| !placed) else { return true };
        let mut tried = Vec::new();
        for index in 0..self.sizes.len() {
            let size = self.sizes[index];
            // Tables of one size are alike.
            if tried.contains(&size) {
                continue;
            }
            tried.push(size);
            self.sizes.remove(index);
            self.placed[first] = true;
            self.tables.push(vec![self.order[first]]);
            if self.seat_next(first + 1, size) {
                return true;
            }
            self.tables.pop();
            self.placed[first] = false;
            self.sizes.insert(index, size);
        }
        false
    }

    /// Fills the last table with those from a place in the order on.
    fn seat_next(&mut self, from: usize, size: usize) -> bool {
        self.steps += 1;
        if self.steps > MAX_SEARCH_STEPS {
            return false;
        }
        let open = self.tables.len() - 1;
        if self.tables[open].len() == size {
            return self.fill();
        }
        for place in from..self.order.len() {
            let entrant = self.order[place];
            let meets = |other: &Entrant| self.meetings.have_met(entrant, *other);
            if self.placed[place] || self.tables[open].iter().any(meets) {
                continue;
            }
            self.placed[place] = true;
            self.tables[open].push(entrant);
            if self.seat_next(place + 1, size) {
                return true;
            }
            self.tables[open].pop();
            self.placed[place] = false;
            if self.steps > MAX_SEARCH_STEPS {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
