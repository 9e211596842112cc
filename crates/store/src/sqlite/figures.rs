//! Questions about how people did.

use std::collections::BTreeSet;

use rusqlite::{Connection, Result, Row};

use super::queries::{many, number, private_games};
use crate::{
    FigureTotals, HeadToHead, PastRating, PersonFigure, RatingHistoryQuery, ReplaySeat, ShownRating,
    SizeStats,
};

pub(crate) fn standing_by_seats(connection: &Connection, person: u64) -> Result<Vec<SizeStats>> {
    let sql = "SELECT game, seats, sum(games), sum(wins) FROM standings WHERE person = ?1 AND opponent = ?1
               GROUP BY game, seats ORDER BY game, seats";
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
    let may_see_all = viewer == Some(person) || viewer == Some(opponent);
    let (person, opponent) = (person.cast_signed(), opponent.cast_signed());
    let read = |row: &Row<'_>| {
        let (games, wins, opponent_wins) = (number(row, 1)?, number(row, 2)?, number(row, 3)?);
        Ok(HeadToHead { game: row.get(0)?, games, wins, opponent_wins })
    };
    let sql = "SELECT game, sum(games), sum(wins), sum(opponent_wins) FROM standings
               WHERE person = ?1 AND opponent = ?2 AND (public OR ?3) GROUP BY game ORDER BY game";
    let found = many(connection, sql, (person, opponent, may_see_all), read)?;
    let Some(viewer) = viewer.filter(|_| !may_see_all) else { return Ok(found) };
    // Private games that all three played, among those of whichever two met less often.
    let viewer = viewer.cast_signed();
    let (fewer, more) =
        if private_games(connection, person, viewer)? < private_games(connection, person, opponent)? {
            (viewer, opponent)
        } else {
            (opponent, viewer)
        };
    let sql = "SELECT game, count(DISTINCT replay), count(DISTINCT CASE WHEN won THEN replay END),
                      count(DISTINCT CASE WHEN EXISTS (
                          SELECT 1 FROM meetings WHERE person = ?4 AND opponent = ?1 AND game = own.game
                          AND public = 0 AND won = 1 AND replay = own.replay) THEN replay END)
               FROM meetings AS own WHERE person = ?1 AND opponent = ?2 AND public = 0
               AND EXISTS (SELECT 1 FROM meetings WHERE person = ?1 AND opponent = ?3 AND game = own.game
                           AND public = 0 AND won = own.won AND replay = own.replay) GROUP BY game";
    let private = many(connection, sql, (person, fewer, more, opponent), read)?;
    Ok(HeadToHead::added(found, private))
}

pub(crate) fn rating_history(connection: &Connection, query: &RatingHistoryQuery) -> Result<Vec<PastRating>> {
    let RatingHistoryQuery { person, game, seats, limit } = query;
    let listed = "SELECT replay FROM rated_results WHERE person = ?1 AND game = ?2 AND seats = ?3
                  ORDER BY replay DESC LIMIT ?4";
    let mut places = BTreeSet::new();
    for seats in seats.0..=seats.1 {
        let params = (person.cast_signed(), game, seats, limit);
        places.extend(many(connection, listed, params, |row| row.get::<_, i64>(0))?);
    }
    let sql =
        "SELECT ended, rating, rating_interval, rating_change FROM results JOIN replays ON place = replay
               WHERE replay = ?1 AND person = ?2 AND rating IS NOT NULL";
    let mut past = Vec::new();
    for place in places.into_iter().rev().take(*limit as usize) {
        past.extend(many(connection, sql, (place, person.cast_signed()), |row| {
            let rating = ShownRating { points: row.get(1)?, interval: row.get(2)?, change: row.get(3)? };
            Ok(PastRating { ended: row.get(0)?, rating })
        })?);
    }
    past.truncate(*limit as usize);
    Ok(past)
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

pub(crate) fn unsummed_replays(connection: &Connection, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM replays WHERE summed IS NULL ORDER BY place DESC LIMIT ?1";
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
