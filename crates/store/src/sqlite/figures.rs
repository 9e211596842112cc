//! Questions about how people did.

use rusqlite::{Connection, Result};

use super::queries::{many, number};
use crate::{
    FigureTotals, HeadToHead, PastRating, PersonFigure, RatingHistoryQuery, ReplaySeat, ShownRating,
    SizeStats,
};

pub(crate) fn standing_by_seats(connection: &Connection, person: u64) -> Result<Vec<SizeStats>> {
    // A person on two seats of a game has played one game.
    let sql = "SELECT game, seats, count(*), sum(won) FROM (
                   SELECT game, max(won) AS won, (SELECT count(*) FROM results WHERE replay = own.replay) AS seats
                   FROM results AS own JOIN replays ON place = own.replay WHERE own.person = ?1 GROUP BY own.replay
               ) GROUP BY game, seats ORDER BY game, seats";
    many(connection, sql, [person.cast_signed()], |row| {
        let (games, wins) = (number(row, 2)?, number(row, 3)?);
        Ok(SizeStats { game: row.get(0)?, seats: row.get(1)?, games, wins })
    })
}

pub(crate) fn head_to_head(
    connection: &Connection,
    person: u64,
    opponent: u64,
    viewer: Option<u64>,
) -> Result<Vec<HeadToHead>> {
    let sql = "SELECT game, count(DISTINCT place), count(DISTINCT CASE WHEN own.won THEN place END),
                      count(DISTINCT CASE WHEN other.won THEN place END)
               FROM results AS own JOIN results AS other ON other.replay = own.replay AND other.person = ?2
               JOIN replays ON place = own.replay WHERE own.person = ?1
               AND (public OR EXISTS (SELECT 1 FROM results WHERE replay = own.replay AND person = ?3))
               GROUP BY game ORDER BY game";
    let params = (person.cast_signed(), opponent.cast_signed(), viewer.map(u64::cast_signed));
    many(connection, sql, params, |row| {
        let (games, wins, opponent_wins) = (number(row, 1)?, number(row, 2)?, number(row, 3)?);
        Ok(HeadToHead { game: row.get(0)?, games, wins, opponent_wins })
    })
}

pub(crate) fn rating_history(connection: &Connection, query: &RatingHistoryQuery) -> Result<Vec<PastRating>> {
    let RatingHistoryQuery { person, game, seats, limit } = query;
    let sql = "SELECT ended, rating, rating_interval, rating_change
               FROM results AS own JOIN replays ON place = own.replay
               WHERE person = ?1 AND rating IS NOT NULL AND game = ?2
               AND (SELECT count(*) FROM results WHERE replay = own.replay) BETWEEN ?3 AND ?4
               ORDER BY own.replay DESC LIMIT ?5";
    many(connection, sql, (person.cast_signed(), game, seats.0, seats.1, limit), |row| {
        let rating = ShownRating { points: row.get(1)?, interval: row.get(2)?, change: row.get(3)? };
        Ok(PastRating { ended: row.get(0)?, rating })
    })
}

pub(crate) fn figures_of(connection: &Connection, person: u64) -> Result<Vec<PersonFigure>> {
    let sql =
        "SELECT game, key, samples, total, lowest, highest FROM figures WHERE person = ?1 ORDER BY game, key";
    many(connection, sql, [person.cast_signed()], |row| {
        let (samples, total) = (number(row, 2)?, row.get(3)?);
        let totals = FigureTotals { samples, total, lowest: row.get(4)?, highest: row.get(5)? };
        Ok(PersonFigure { game: row.get(0)?, key: row.get(1)?, totals })
    })
}

pub(crate) fn uncounted_replays(connection: &Connection, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM replays WHERE figures_counted IS NULL ORDER BY place DESC LIMIT ?1";
    many(connection, sql, [limit], |row| row.get(0))
}

pub(crate) fn seats_in_replays(connection: &Connection, person: u64, limit: u32) -> Result<Vec<ReplaySeat>> {
    let sql = "SELECT id, seat FROM (
                   SELECT replay, seat FROM results WHERE person = ?1
                   UNION ALL SELECT replay, seat FROM appearances WHERE person = ?1
               ) JOIN replays ON place = replay LIMIT ?2";
    many(connection, sql, (person.cast_signed(), limit), |row| {
        Ok(ReplaySeat { replay: row.get(0)?, seat: row.get(1)? })
    })
}
