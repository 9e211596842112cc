//! Questions to the database.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Params, Result, Row};

use crate::{JournalRow, LiveTable, Person, PlayerGameStats, Replay, ReplayFilter, ReplayHead, SeatResult};

/// Reads the entries as they lie on the disk and sorts them here: many times faster than looking each up by number.
pub(crate) fn live_tables(connection: &Connection) -> Result<Vec<LiveTable>> {
    // One transaction: both statements see the same moment.
    let moment = connection.unchecked_transaction()?;
    let sql = "SELECT id, opened FROM tables WHERE closed IS NULL ORDER BY id";
    let mut tables: Vec<LiveTable> = many(&moment, sql, [], |row| {
        Ok(LiveTable { table: number(row, 0)?, opened: row.get(1)?, entries: Vec::new() })
    })?;
    let places: HashMap<u64, usize> =
        tables.iter().enumerate().map(|(place, table)| (table.table, place)).collect();
    let mut statement =
        moment.prepare_cached("SELECT table_id, seq, at, body FROM entries ORDER BY place")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(&place) = places.get(&number(row, 0)?) {
            tables[place].entries.push(JournalRow {
                seq: number(row, 1)?,
                at: row.get(2)?,
                body: row.get(3)?,
            });
        }
    }
    for table in &mut tables {
        table.entries.sort_by_key(|entry| entry.seq);
    }
    Ok(tables)
}

pub(crate) fn last_table(connection: &Connection) -> Result<Option<u64>> {
    let last: Option<i64> = connection.query_row("SELECT max(id) FROM tables", [], |row| row.get(0))?;
    Ok(last.map(i64::cast_unsigned))
}

/// The beginning of a statement about the places of all entries of table `?1`, from the newest to the first.
macro_rules! chain {
    () => {
        "WITH RECURSIVE chain (place) AS (
             SELECT newest FROM tables WHERE id = ?1 AND newest IS NOT NULL UNION ALL
             SELECT before FROM chain JOIN entries USING (place) WHERE before IS NOT NULL
         ) "
    };
}
pub(super) use chain;

pub(crate) fn journal(connection: &Connection, table: u64) -> Result<Vec<JournalRow>> {
    let sql = concat!(chain!(), "SELECT seq, at, body FROM chain JOIN entries USING (place) ORDER BY seq");
    many(connection, sql, [table.cast_signed()], |row| {
        Ok(JournalRow { seq: number(row, 0)?, at: row.get(1)?, body: row.get(2)? })
    })
}

const PERSON: &str = "SELECT id, name, name_key, token_hash, created, seen FROM people";

fn person(row: &Row<'_>) -> Result<Person> {
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
    many(connection, &format!("{PERSON} ORDER BY id"), [], person)
}

pub(crate) fn person_by_token(connection: &Connection, token_hash: &[u8; 32]) -> Result<Option<Person>> {
    let sql = format!("{PERSON} WHERE token_hash = ?1");
    connection.prepare_cached(&sql)?.query_row([token_hash], person).optional()
}

pub(crate) fn person_by_name_key(connection: &Connection, name_key: &str) -> Result<Option<Person>> {
    let sql = format!("{PERSON} WHERE name_key = ?1");
    connection.prepare_cached(&sql)?.query_row([name_key], person).optional()
}

pub(crate) fn replay(connection: &Connection, id: &str) -> Result<Option<Replay>> {
    let sql = "SELECT place, id, game, ended, public, body FROM replays WHERE id = ?1";
    let found =
        connection.prepare_cached(sql)?.query_row([id], |row| Ok((head(row)?, row.get(5)?))).optional()?;
    let Some(((place, head), body)) = found else { return Ok(None) };
    let ReplayHead { id, game, ended, public, .. } = head;
    Ok(Some(Replay { id, game, ended, public, body, results: results(connection, place)? }))
}

pub(crate) fn recent_replays(
    connection: &Connection,
    which: ReplayFilter,
    limit: u32,
) -> Result<Vec<ReplayHead>> {
    let sql = "SELECT place, id, game, ended, public FROM replays WHERE public OR ?1
               ORDER BY ended DESC, place DESC LIMIT ?2";
    heads(connection, sql, (which == ReplayFilter::All, limit))
}

pub(crate) fn replays_of(
    connection: &Connection,
    name_key: &str,
    which: ReplayFilter,
    limit: u32,
) -> Result<Vec<ReplayHead>> {
    let sql = "SELECT place, id, game, ended, public FROM replays WHERE (public OR ?1) AND place IN
               (SELECT replay FROM results WHERE person = (SELECT id FROM people WHERE name_key = ?2))
               ORDER BY ended DESC, place DESC LIMIT ?3";
    heads(connection, sql, (which == ReplayFilter::All, name_key, limit))
}

pub(crate) fn standing(connection: &Connection, name_key: &str) -> Result<Vec<PlayerGameStats>> {
    // Whoever plays two seats of a game has played one game.
    let sql = "SELECT game, count(DISTINCT place), count(DISTINCT CASE WHEN won THEN place END)
               FROM results JOIN replays ON place = replay
               WHERE person = (SELECT id FROM people WHERE name_key = ?1) GROUP BY game ORDER BY game";
    many(connection, sql, [name_key], |row| {
        Ok(PlayerGameStats { game: row.get(0)?, games: number(row, 1)?, wins: number(row, 2)? })
    })
}

pub(crate) fn meta(connection: &Connection, key: &str) -> Result<Option<String>> {
    connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()
}

fn head(row: &Row<'_>) -> Result<(i64, ReplayHead)> {
    let head = ReplayHead {
        id: row.get(1)?,
        game: row.get(2)?,
        ended: row.get(3)?,
        public: row.get(4)?,
        results: Vec::new(),
    };
    Ok((row.get(0)?, head))
}

fn heads(connection: &Connection, sql: &str, params: impl Params) -> Result<Vec<ReplayHead>> {
    let found = many(connection, sql, params, head)?;
    let whole = found
        .into_iter()
        .map(|(place, head)| Ok(ReplayHead { results: results(connection, place)?, ..head }));
    whole.collect()
}

fn results(connection: &Connection, place: i64) -> Result<Vec<SeatResult>> {
    let sql = "SELECT person, name, seat, won, score FROM results WHERE replay = ?1 ORDER BY seat";
    many(connection, sql, [place], |row| {
        Ok(SeatResult {
            person: row.get::<_, Option<i64>>(0)?.map(i64::cast_unsigned),
            name: row.get(1)?,
            seat: row.get(2)?,
            won: row.get(3)?,
            score: row.get(4)?,
        })
    })
}

fn number(row: &Row<'_>, column: usize) -> Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

fn many<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map(params, read)?.collect()
}
