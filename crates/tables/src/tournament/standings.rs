//! Points of a round, and the standings after it. No I/O and no clock.
//!
//! Points are hundredths. At each table 1,200 are for the winner and 0 for the last, in equal steps; equal results share.
//! With duplicate deals a seat is compared with the same seat of all other tables of the round instead.

use game::{Chance, Seat, SeatSet, Seed};
use protocol::ReplayId;
use serde::{Deserialize, Serialize};

use super::pairing::{Entrant, Meetings};
use crate::day::compared;

/// Points of a win, and of a free round.
pub(crate) const FULL_POINTS: u32 = 1_200;
/// Points of a game that was stopped, for everybody who was there.
const SHARED_POINTS: u32 = FULL_POINTS / 2;
/// After this many rounds in a row that somebody was away at the end of, they are not paired any more.
const MISSED_ROUNDS: usize = 2;

/// How a game of a tournament ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TableResult {
    pub(crate) winners: SeatSet,
    pub(crate) scores: Vec<i32>,
    /// The seats of people for whom a bot played at the end.
    pub(crate) away: SeatSet,
    /// Whether it was stopped before its end.
    #[serde(default)]
    pub(crate) stopped: bool,
    /// What each seat's result is worth in comparison with the same seat elsewhere; more is better.
    pub(crate) values: Vec<i64>,
    pub(crate) at: i64,
    pub(crate) replay: ReplayId,
}

impl TableResult {
    /// Whether somebody who was there won.
    pub(super) fn is_won_by(&self, seat: Seat) -> bool {
        !self.stopped && self.winners.contains(seat) && !self.away.contains(seat)
    }
}

/// A round that has ended.
#[derive(Clone, Debug)]
pub(crate) struct EndedRound<'a> {
    /// Who sat where; nothing is a bot.
    pub(crate) tables: &'a [Vec<Option<Entrant>>],
    pub(crate) free: &'a [Entrant],
    /// By table; `None` if its game was not over.
    pub(crate) results: &'a [Option<TableResult>],
}

/// How rounds are scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scoring {
    pub(crate) low_score_wins: bool,
    pub(crate) duplicate: bool,
}

/// A row of the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) entrant: Entrant,
    pub(crate) place: u32,
    pub(crate) points: u32,
    pub(crate) opponents: u32,
    pub(crate) won: u32,
    pub(crate) played: u32,
}

/// Points by table and seat.
pub(crate) fn round_points(round: &EndedRound<'_>, scoring: Scoring) -> Vec<Vec<u32>> {
    let finished = round.results.iter().flatten().filter(|result| !result.stopped).count();
    let tables = round.tables.iter().zip(round.results);
    tables
        .map(|(seats, result)| match result {
            Some(own) if scoring.duplicate && finished >= 2 && !own.stopped => {
                (0..seats.len()).map(|seat| compared_points(round, own, seat)).collect()
            }
            result => table_points(seats.len(), result.as_ref(), scoring.low_score_wins),
        })
        .collect()
}

/// The points at one table: players who are away are last; winners come before all others, then scores decide. Without a
/// result the table was stopped and it is unknown who was there, so all get the same points.
pub(crate) fn table_points(seats: usize, result: Option<&TableResult>, low_score_wins: bool) -> Vec<u32> {
    let Some(result) = result else { return vec![SHARED_POINTS; seats] };
    let worth = |seat: usize| {
        let number = Seat::of(seat as u8);
        let score = result.scores.get(seat).copied().map_or(0, i64::from);
        let score = if low_score_wins { -score } else { score };
        let here = !result.away.contains(number);
        // A game that was stopped has no winner, and its scores say nothing yet.
        let decided = here && !result.stopped;
        (here, decided && result.winners.contains(number), if decided { score } else { 0 })
    };
    let all: Vec<_> = (0..seats).map(worth).collect();
    let steps = 2 * seats.saturating_sub(1).max(1) as u32;
    let points = all.iter().map(|own| {
        let below = all.iter().filter(|other| *other < own).count() as u32;
        let equal = all.iter().filter(|other| *other == own).count() as u32 - 1;
        if own.0 { FULL_POINTS * (2 * below + equal) / steps } else { 0 }
    });
    points.collect()
}

/// Matchpoints of a seat among the same seats of all tables that were played to the end.
fn compared_points(round: &EndedRound<'_>, own: &TableResult, seat: usize) -> u32 {
    let number = Seat::of(seat as u8);
    if own.away.contains(number) {
        return 0;
    }
    let value = |result: &TableResult| match result.away.contains(number) {
        true => i64::MIN,
        false => result.values.get(seat).copied().unwrap_or(i64::MIN),
    };
    let played: Vec<&TableResult> = round.results.iter().flatten().filter(|result| !result.stopped).collect();
    let values: Vec<i64> = played.iter().map(|result| value(result)).collect();
    let place = played.iter().position(|result| std::ptr::eq(*result, own));
    let points = place.and_then(|place| compared(&values).get(place).copied());
    points.map_or(SHARED_POINTS, |points| {
        // Rounded to the nearest hundredth.
        (2 * FULL_POINTS * points.points + points.max) / (2 * points.max).max(1)
    })
}

/// The order of the lot: entrants as they are drawn.
pub(crate) fn draw_lot(count: usize, seed: Seed) -> Vec<Entrant> {
    let mut order: Vec<Entrant> = (0..count as u16).map(Entrant).collect();
    Chance::new(seed).shuffle(&mut order);
    order
}

/// The seats of the tables of a round, or of one table, by lot: people of each table, and bots up to a number of seats.
pub(crate) fn draw_seats(
    tables: &[Vec<Entrant>],
    seats: Option<usize>,
    nth: u64,
    seed: Seed,
) -> Vec<Vec<Option<Entrant>>> {
    let mut chance = Chance::new(seed.nth(nth));
    let seated = tables.iter().map(|people| {
        let mut table: Vec<Option<Entrant>> = people.iter().copied().map(Some).collect();
        table.resize(seats.unwrap_or(people.len()).max(people.len()), None);
        chance.shuffle(&mut table);
        table
    });
    seated.collect()
}

/// The standings, the best first. Equal points are decided by the points of the opponents, then by tables won; who is
/// equal then shares a place, and stands in the order of the lot.
pub(crate) fn standings(lot: &[Entrant], rounds: &[EndedRound<'_>], scoring: Scoring) -> Vec<Standing> {
    let mut rows: Vec<Standing> = lot
        .iter()
        .map(|entrant| Standing { entrant: *entrant, place: 0, points: 0, opponents: 0, won: 0, played: 0 })
        .collect();
    let mut place_of = vec![0; lot.len()];
    for (place, entrant) in lot.iter().enumerate() {
        place_of[entrant.index()] = place;
    }
    let mut opponents: Vec<Vec<Entrant>> = vec![Vec::new(); lot.len()];
    for round in rounds {
        for entrant in round.free {
            rows[place_of[entrant.index()]].points += FULL_POINTS;
        }
        let points = round_points(round, scoring);
        for ((table, points), result) in round.tables.iter().zip(points).zip(round.results) {
            for (seat, (entrant, points)) in table.iter().zip(points).enumerate() {
                let Some(entrant) = entrant else { continue };
                let row = &mut rows[place_of[entrant.index()]];
                row.points += points;
                let number = Seat::of(seat as u8);
                let won = result.as_ref().is_some_and(|result| result.is_won_by(number));
                row.won += u32::from(won);
                row.played += 1;
                let others = table.iter().flatten().filter(|other| *other != entrant);
                opponents[entrant.index()].extend(others);
            }
        }
    }
    let points: Vec<u32> = place_of.iter().map(|place| rows[*place].points).collect();
    for row in &mut rows {
        row.opponents = opponents[row.entrant.index()].iter().map(|other| points[other.index()]).sum();
    }
    // Equal rows stay in the order of the lot.
    give_places(&mut rows, |row| std::cmp::Reverse((row.points, row.opponents, row.won)));
    rows
}

/// Sorts rows and sets their places; equal rows share a place.
pub(super) fn give_places<K: Ord>(rows: &mut [Standing], key: impl Fn(&Standing) -> K) {
    rows.sort_by_key(&key);
    for index in 0..rows.len() {
        let is_equal = index > 0 && key(&rows[index]) == key(&rows[index - 1]);
        rows[index].place = if is_equal { rows[index - 1].place } else { index as u32 + 1 };
    }
}

/// Who has met whom.
pub(crate) fn meetings(count: usize, rounds: &[EndedRound<'_>]) -> Meetings {
    let mut meetings = Meetings::new(count);
    for table in rounds.iter().flat_map(|round| round.tables) {
        let people: Vec<Entrant> = table.iter().flatten().copied().collect();
        meetings.add_table(&people);
    }
    meetings
}

/// How many free rounds somebody had.
pub(crate) fn free_rounds(entrant: Entrant, rounds: &[EndedRound<'_>]) -> usize {
    rounds.iter().filter(|round| round.free.contains(&entrant)).count()
}

/// Whether somebody was away at the end of the last rounds, and so is not paired any more.
pub(crate) fn has_dropped_out(entrant: Entrant, rounds: &[EndedRound<'_>]) -> bool {
    let mut in_a_row = 0;
    for round in rounds {
        let away = round.tables.iter().zip(round.results).find_map(|(table, result)| {
            let seat = table.iter().position(|other| *other == Some(entrant))?;
            Some(result.as_ref().is_some_and(|result| result.away.contains(Seat::of(seat as u8))))
        });
        match away {
            Some(true) => in_a_row += 1,
            Some(false) => in_a_row = 0,
            None => {}
        }
        if in_a_row >= MISSED_ROUNDS {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests;
