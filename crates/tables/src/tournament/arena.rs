//! The arena: who gets the next table with whom, and the standings. No I/O: games and the time in, tables out.
//!
//! The rule, as `docs/tournaments.md` and the page state it:
//!
//! 1. The person who has waited longest is next. With them sit those who wait, are nearest in the standings, and were not at
//!    the last table of anybody there.
//! 2. If these do not fill the table, the one who is next waits for others, at most [`COMPANY_TIMEOUT_MS`].
//! 3. After that people of the last table are taken, too. Bots take the seats that are left, or the table is smaller.
//!
//! People who block each other never meet.

use std::cmp::Reverse;

use game::Seat;
use protocol::TableId;
use serde::{Deserialize, Serialize};

use super::pairing::{Entrant, Meetings, TableSize};
use super::standings::{Standing, TableResult, give_places, table_points};

/// How long somebody waits for a full table of people whom they did not just meet, in milliseconds.
pub(crate) const COMPANY_TIMEOUT_MS: i64 = 15_000;

/// After this many tables no more are opened: an arena is read as a whole.
pub(crate) const MAX_GAMES: usize = 2_000;

/// A table of an arena, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ArenaTable {
    pub(crate) table: TableId,
    pub(crate) begun_at: i64,
    /// Who sits where; nothing is a bot.
    pub(crate) seats: Vec<Option<Entrant>>,
}

/// A game of an arena: played, or over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ArenaGame {
    /// From 1, in the order in which they were opened.
    pub(crate) number: u16,
    pub(crate) played: ArenaTable,
    pub(crate) result: Option<TableResult>,
}

impl ArenaGame {
    pub(crate) fn people(&self) -> impl Iterator<Item = Entrant> + '_ {
        self.played.seats.iter().flatten().copied()
    }

    /// Whether a bot played for somebody at the end.
    fn was_away(&self, entrant: Entrant) -> bool {
        let seat = self.played.seats.iter().position(|other| *other == Some(entrant));
        let result = self.result.as_ref();
        seat.zip(result).is_some_and(|(seat, result)| result.away.contains(Seat::of(seat as u8)))
    }
}

/// What somebody does in an arena that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// They have left, or were away at the end of a game.
    Left,
    /// They wait for a table.
    Waits { since: i64 },
    /// They play.
    Plays { table: TableId },
}

/// What somebody does who joined last at a time, and may have left since.
pub(crate) fn doing(entrant: Entrant, joined_at: i64, has_left: bool, games: &[ArenaGame]) -> Doing {
    let mut since = joined_at;
    let own = games.iter().filter(|game| game.people().any(|other| other == entrant));
    let mut is_away = false;
    for game in own {
        let Some(result) = &game.result else { return Doing::Plays { table: game.played.table } };
        if result.at >= since {
            (since, is_away) = (result.at, game.was_away(entrant) && result.at > joined_at);
        }
    }
    if has_left || is_away { Doing::Left } else { Doing::Waits { since } }
}

/// Who was with whom at the last table of either, by the place in the list of entrants.
pub(crate) fn last_met(count: usize, games: &[ArenaGame]) -> Meetings {
    let mut last: Vec<Option<&ArenaGame>> = vec![None; count];
    for game in games {
        game.people().for_each(|entrant| last[entrant.index()] = Some(game));
    }
    let mut meetings = Meetings::new(count);
    for (index, game) in last.into_iter().enumerate() {
        let own = Entrant(index as u16);
        for other in game.into_iter().flat_map(ArenaGame::people).filter(|other| *other != own) {
            meetings.add(own, other);
        }
    }
    meetings
}

/// The standings, the best first. Equal points are decided by tables won, then by fewer tables played; who is equal then
/// shares a place, and stands in the order of entry.
pub(crate) fn arena_standings(count: usize, games: &[ArenaGame], low_score_wins: bool) -> Vec<Standing> {
    let row = |index: u16| Standing {
        entrant: Entrant(index),
        place: 0,
        points: 0,
        opponents: 0,
        won: 0,
        played: 0,
    };
    let mut rows: Vec<Standing> = (0..count as u16).map(row).collect();
    for (game, result) in games.iter().filter_map(|game| Some((game, game.result.as_ref()?))) {
        let seats = &game.played.seats;
        let points = table_points(seats.len(), Some(result), low_score_wins);
        for ((seat, entrant), points) in (0..).zip(seats).zip(points) {
            let Some(row) = entrant.and_then(|entrant| rows.get_mut(entrant.index())) else { continue };
            row.points += points;
            row.won += u32::from(result.is_won_by(Seat::of(seat)));
            row.played += 1;
        }
    }
    give_places(&mut rows, |row| (Reverse((row.points, row.won)), row.played));
    rows
}

/// Somebody who waits for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub(crate) entrant: Entrant,
    pub(crate) since: i64,
}

/// Who must not meet.
pub(crate) struct Apart<'a> {
    /// Who was at the last table of somebody: not again while they can wait.
    pub(crate) last_met: &'a Meetings,
    /// Who blocks whom.
    pub(crate) blocked: &'a Meetings,
}

/// The tables that can be opened now, each with the people who sit there. `waiting` is in the order of the standings.
pub(crate) fn next_tables(
    waiting: &[Waiting],
    size: TableSize,
    apart: &Apart<'_>,
    now: i64,
) -> Vec<Vec<Entrant>> {
    let mut longest: Vec<usize> = (0..waiting.len()).collect();
    // Stable: of two who wait equally long the higher in the standings is first.
    longest.sort_by_key(|rank| waiting[*rank].since);
    let mut is_placed = vec![false; waiting.len()];
    let mut tables = Vec::new();
    for first in longest {
        if is_placed[first] {
            continue;
        }
        is_placed[first] = true;
        let is_patient = now - waiting[first].since < COMPANY_TIMEOUT_MS;
        let with = |repeats| company(first, waiting, size.seats, apart, repeats, &is_placed);
        let fresh = with(false);
        let seated = if fresh.len() == size.seats {
            fresh
        } else if is_patient {
            Vec::new()
        } else {
            with(true)
        };
        // Those who were there first stay at a table that is not full.
        let is_enough = size.bots || seated.len() >= size.fewest;
        if seated.is_empty() || !is_enough {
            is_placed[first] = false;
            continue;
        }
        seated.iter().for_each(|rank| is_placed[*rank] = true);
        tables.push(seated.into_iter().map(|rank| waiting[rank].entrant).collect());
    }
    tables
}

/// The one who is next and those who may sit with them, the nearest in the standings first.
fn company(
    first: usize,
    waiting: &[Waiting],
    seats: usize,
    apart: &Apart<'_>,
    repeats: bool,
    is_placed: &[bool],
) -> Vec<usize> {
    let mut others: Vec<usize> = (0..waiting.len()).filter(|rank| !is_placed[*rank]).collect();
    others.sort_by_key(|rank| rank.abs_diff(first));
    let mut table = vec![first];
    // Who was not met just now comes first, also where repeats are allowed.
    for allowed in [false, true] {
        if allowed && !repeats {
            break;
        }
        for rank in &others {
            let meets = |seated: &usize| {
                let (one, other) = (waiting[*seated].entrant, waiting[*rank].entrant);
                apart.blocked.have_met(one, other) || !allowed && apart.last_met.have_met(one, other)
            };
            if table.len() < seats && !table.contains(rank) && !table.iter().any(meets) {
                table.push(*rank);
            }
        }
    }
    table
}

#[cfg(test)]
mod tests;
