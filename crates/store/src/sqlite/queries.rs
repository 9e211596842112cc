//! Questions about people and replays.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Params, Result, Row};

use crate::{
    Document, DocumentsQuery, GamesQuery, Person, PlayerGameStats, Replay, ReplayHead, SeatResult, SeatedBot,
    ShownRating, StoredReview,
};

const PERSON: &str = "SELECT id, name, name_key, token_hash, created, seen FROM people";

fn read_person(row: &Row<'_>) -> Result<Person> {
    Ok(Person {
        id: number(row, 0)?,
        name: row.get(1)?,
        name_key: row.get(2)?,
        token_hash: row.get(3)?,
        created: row.get(4)?,
        seen: row.get(5)?,
    })
}

pub(crate) fn people(connection: &Connection) -> Result<Vec<Person>> {
    many(connection, &format!("{PERSON} ORDER BY id"), [], read_person)
}

pub(crate) fn person(connection: &Connection, id: u64) -> Result<Option<Person>> {
    let sql = format!("{PERSON} WHERE id = ?1");
    connection.prepare_cached(&sql)?.query_row([id.cast_signed()], read_person).optional()
}

pub(crate) fn document(connection: &Connection, kind: &str, id: &str) -> Result<Option<Document>> {
    let sql = format!("{DOCUMENT} WHERE kind = ?1 AND id = ?2");
    connection.prepare_cached(&sql)?.query_row([kind, id], read_document).optional()
}

pub(crate) fn documents(connection: &Connection, query: &DocumentsQuery) -> Result<Vec<Document>> {
    let DocumentsQuery { kind, person, before, limit } = query;
    let sql = match person {
        Some(_) => {
            format!("{DOCUMENT} WHERE kind = ?1 AND at < ?2 AND person = ?4 ORDER BY at DESC, id LIMIT ?3")
        }
        None => {
            format!("{DOCUMENT} WHERE kind = ?1 AND at < ?2 AND ?4 IS NULL ORDER BY at DESC, id LIMIT ?3")
        }
    };
    let params = (kind, before.unwrap_or(i64::MAX), limit, person.map(u64::cast_signed));
    many(connection, &sql, params, read_document)
}

pub(crate) fn documents_of(connection: &Connection, person: u64) -> Result<Vec<Document>> {
    let sql = format!("{DOCUMENT} WHERE person = ?1 ORDER BY kind, id");
    many(connection, &sql, [person.cast_signed()], read_document)
}

const DOCUMENT: &str = "SELECT kind, id, person, at, expires, body FROM documents";

fn read_document(row: &Row<'_>) -> Result<Document> {
    Ok(Document {
        kind: row.get(0)?,
        id: row.get(1)?,
        person: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
        at: row.get(3)?,
        expires: row.get(4)?,
        body: row.get(5)?,
    })
}

pub(crate) fn person_by_name_key(connection: &Connection, name_key: &str) -> Result<Option<Person>> {
    let sql = format!("{PERSON} WHERE name_key = ?1");
    connection.prepare_cached(&sql)?.query_row([name_key], read_person).optional()
}

/// People who never played to the end and sit nowhere, seen last before a moment.
pub(crate) fn idle_people(connection: &Connection, seen_before: i64, limit: u32) -> Result<Vec<u64>> {
    let sql = "SELECT id FROM people WHERE seen < ?1
               AND NOT EXISTS (SELECT 1 FROM results WHERE person = people.id)
               AND NOT EXISTS (SELECT 1 FROM seats WHERE person = people.id)
               AND NOT EXISTS (SELECT 1 FROM documents WHERE person = people.id AND kind = 'recovery') ORDER BY seen LIMIT ?2";
    many(connection, sql, (seen_before, limit), |row| number(row, 0))
}

pub(crate) fn has_expired_documents(connection: &Connection, before: i64) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM documents WHERE expires < ?1)";
    connection.prepare_cached(sql)?.query_row([before], |row| row.get(0))
}

pub(crate) fn old_replays(connection: &Connection, ended_before: i64, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM replays WHERE ended < ?1 ORDER BY ended LIMIT ?2";
    many(connection, sql, (ended_before, limit), |row| row.get(0))
}

pub(crate) fn replay(connection: &Connection, id: &str) -> Result<Option<Replay>> {
    let sql = "SELECT place, id, game, ended, public, rated, body FROM replays WHERE id = ?1";
    let found =
        connection.prepare_cached(sql)?.query_row([id], |row| Ok((head(row)?, row.get(6)?))).optional()?;
    let Some(((place, head), body)) = found else { return Ok(None) };
    let ReplayHead { id, game, ended, public, rated, .. } = head;
    Ok(Some(Replay { id, game, ended, public, rated, body, results: results(connection, place)? }))
}

/// The newest games of a list that a game and a result name, before a place.
const LISTED: &str = "SELECT replay FROM meetings AS own
    WHERE person = ?1 AND opponent = ?2 AND game = ?4 AND public = ?5 AND won = ?6 AND replay < ?7
    AND (?2 = ?3 OR EXISTS (SELECT 1 FROM meetings WHERE person = ?1 AND opponent = ?3 AND game = ?4 AND public = ?5
                            AND won = ?6 AND replay = own.replay))
    ORDER BY replay DESC LIMIT ?8";

pub(crate) fn games_of(connection: &Connection, query: &GamesQuery) -> Result<Vec<ReplayHead>> {
    let GamesQuery { person, game, won, before, limit, .. } = query;
    let id = |id: u64| i64::try_from(id).unwrap_or(i64::MAX);
    let (person, before) = (id(*person), before.map_or(i64::MAX, id));
    let mut places = BTreeSet::new();
    for list in query.lists() {
        let (mut opponent, mut also) = (id(list.opponent), id(list.also));
        if also != opponent
            && private_games(connection, person, also)? < private_games(connection, person, opponent)?
        {
            (opponent, also) = (also, opponent);
        }
        let games = match game {
            Some(game) => vec![game.clone()],
            None => {
                let sql =
                    "SELECT DISTINCT game FROM standings WHERE person = ?1 AND opponent = ?2 AND public = ?3";
                many(connection, sql, (person, opponent, list.public), |row| row.get(0))?
            }
        };
        for game in games {
            for won in [true, false].into_iter().filter(|either| won.is_none_or(|won| won == *either)) {
                let params = (person, opponent, also, &game, list.public, won, before, limit);
                places.extend(many(connection, LISTED, params, |row| row.get::<_, i64>(0))?);
            }
        }
    }
    let sql = "SELECT place, id, game, ended, public, rated FROM replays WHERE place = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut heads = Vec::new();
    for place in places.into_iter().rev().take(*limit as usize) {
        // It may have gone meanwhile.
        if let Some((place, head)) = statement.query_row([place], head).optional()? {
            heads.push(ReplayHead { results: results(connection, place)?, ..head });
        }
    }
    Ok(heads)
}

/// How many private games two people played with each other.
pub(super) fn private_games(connection: &Connection, person: i64, opponent: i64) -> Result<i64> {
    let sql =
        "SELECT coalesce(sum(games), 0) FROM standings WHERE person = ?1 AND opponent = ?2 AND NOT public";
    connection.prepare_cached(sql)?.query_row([person, opponent], |row| row.get(0))
}

pub(crate) fn rated_games(connection: &Connection, after: u64, limit: u32) -> Result<Vec<ReplayHead>> {
    let sql = "SELECT place, id, game, ended, public, rated FROM replays
               WHERE rated = 1 AND place > ?1 ORDER BY place LIMIT ?2";
    let found = many(connection, sql, (i64::try_from(after).unwrap_or(i64::MAX), limit), head)?;
    let whole = found
        .into_iter()
        .map(|(place, head)| Ok(ReplayHead { results: results(connection, place)?, ..head }));
    whole.collect()
}

pub(crate) fn names_of(connection: &Connection, people: &[u64]) -> Result<Vec<(u64, String)>> {
    let mut statement = connection.prepare_cached("SELECT name FROM people WHERE id = ?1")?;
    let mut names = Vec::with_capacity(people.len());
    for person in people {
        let name = statement.query_row([person.cast_signed()], |row| row.get(0)).optional()?;
        names.extend(name.map(|name| (*person, name)));
    }
    Ok(names)
}

pub(crate) fn standing(connection: &Connection, name_key: &str) -> Result<Vec<PlayerGameStats>> {
    let sql = "SELECT game, sum(games), sum(wins) FROM people JOIN standings ON person = id AND opponent = id
               WHERE name_key = ?1 GROUP BY game ORDER BY game";
    many(connection, sql, [name_key], |row| {
        Ok(PlayerGameStats { game: row.get(0)?, games: number(row, 1)?, wins: number(row, 2)? })
    })
}

pub(crate) fn review(connection: &Connection, replay: &str) -> Result<Option<StoredReview>> {
    let sql = "SELECT asked, reviews.body FROM reviews JOIN replays ON place = replay WHERE id = ?1";
    let read = |row: &Row<'_>| Ok(StoredReview { asked: row.get(0)?, body: row.get(1)? });
    connection.prepare_cached(sql)?.query_row([replay], read).optional()
}

pub(crate) fn open_reviews(connection: &Connection, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM reviews JOIN replays ON place = replay WHERE reviews.body IS NULL
               ORDER BY asked, place LIMIT ?1";
    many(connection, sql, [limit], |row| row.get(0))
}

pub(crate) fn meta(connection: &Connection, key: &str) -> Result<Option<String>> {
    connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()
}

fn head(row: &Row<'_>) -> Result<(i64, ReplayHead)> {
    let head = ReplayHead {
        place: number(row, 0)?,
        id: row.get(1)?,
        game: row.get(2)?,
        ended: row.get(3)?,
        public: row.get(4)?,
        rated: row.get::<_, Option<bool>>(5)?.unwrap_or_default(),
        results: Vec::new(),
    };
    Ok((row.get(0)?, head))
}

pub(super) fn results(connection: &Connection, place: i64) -> Result<Vec<SeatResult>> {
    let sql = "SELECT person, name, seat, won, score, bot_level, bot_version, departed,
                      rating, rating_interval, rating_change
               FROM results WHERE replay = ?1 ORDER BY seat";
    many(connection, sql, [place], |row| {
        let bot: (Option<String>, Option<u16>) = (row.get(5)?, row.get(6)?);
        let rating: (Option<i64>, Option<i64>, Option<i64>) = (row.get(8)?, row.get(9)?, row.get(10)?);
        Ok(SeatResult {
            person: row.get::<_, Option<i64>>(0)?.map(i64::cast_unsigned),
            name: row.get(1)?,
            seat: row.get(2)?,
            won: row.get(3)?,
            score: row.get(4)?,
            bot: SeatedBot::from_columns(bot),
            departed: row.get::<_, Option<bool>>(7)?.unwrap_or_default(),
            rating: ShownRating::from_columns(rating),
        })
    })
}

pub(super) fn number(row: &Row<'_>, column: usize) -> Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

pub(super) fn many<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    #[cfg(test)]
    super::plans::note(connection, sql);
    connection.prepare_cached(sql)?.query_map(params, read)?.collect()
}
