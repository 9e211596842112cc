//! Questions to the database.

use std::collections::HashMap;
use std::pin::pin;

use futures_util::TryStreamExt;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::reader::{Reader, Values, failed};
use crate::{
    JournalRow, LiveTable, Person, PlayerGameStats, ReadError, Replay, ReplayFilter, ReplayHead, SeatResult,
};

impl Reader {
    pub(crate) async fn live_tables(&self) -> Result<Vec<LiveTable>, ReadError> {
        let sql =
            "SELECT id, opened, seq, at, body FROM parlor.tables LEFT JOIN parlor.entries ON table_id = id
                   WHERE closed IS NULL";
        let link = self.link(None).await?;
        // Row by row: a million of them at once would be held twice.
        let asked = link.client.query_raw::<_, &(dyn ToSql + Sync), _>(sql, []);
        let stream = self.patiently(&link, asked).await?.map_err(|error| failed(&error))?;
        let mut stream = pin!(stream);
        let mut tables: HashMap<u64, LiveTable> = HashMap::new();
        while let Some(row) =
            self.patiently(&link, stream.try_next()).await?.map_err(|error| failed(&error))?
        {
            let id = number(&row, 0);
            let table = tables.entry(id).or_insert_with(|| LiveTable {
                table: id,
                opened: row.get(1),
                entries: Vec::new(),
            });
            if let Some(seq) = row.get::<_, Option<i64>>(2) {
                table.entries.push(JournalRow { seq: seq.cast_unsigned(), at: row.get(3), body: row.get(4) });
            }
        }
        let mut tables: Vec<LiveTable> = tables.into_values().collect();
        tables.sort_by_key(|table| table.table);
        for table in &mut tables {
            table.entries.sort_by_key(|entry| entry.seq);
        }
        Ok(tables)
    }

    pub(crate) async fn last_table(&self) -> Result<Option<u64>, ReadError> {
        let row = self.row("SELECT max(id) FROM parlor.tables", &[]).await?;
        Ok(row.and_then(|row| row.get::<_, Option<i64>>(0)).map(i64::cast_unsigned))
    }

    pub(crate) async fn journal(&self, table: u64) -> Result<Vec<JournalRow>, ReadError> {
        let sql = "SELECT seq, at, body FROM parlor.entries WHERE table_id = $1 ORDER BY seq";
        let rows = self.rows(sql, &[&table.cast_signed()]).await?;
        Ok(rows
            .iter()
            .map(|row| JournalRow { seq: number(row, 0), at: row.get(1), body: row.get(2) })
            .collect())
    }

    pub(crate) async fn people(&self) -> Result<Vec<Person>, ReadError> {
        let rows = self.rows(&format!("{PERSON} ORDER BY id"), &[]).await?;
        rows.iter().map(person).collect()
    }

    pub(crate) async fn person_by_token(&self, token_hash: &[u8; 32]) -> Result<Option<Person>, ReadError> {
        let row = self.row(&format!("{PERSON} WHERE token_hash = $1"), &[&token_hash.as_slice()]).await?;
        row.as_ref().map(person).transpose()
    }

    pub(crate) async fn person_by_name_key(&self, name_key: &str) -> Result<Option<Person>, ReadError> {
        let row = self.row(&format!("{PERSON} WHERE name_key = $1"), &[&bindable(name_key)]).await?;
        row.as_ref().map(person).transpose()
    }

    pub(crate) async fn replay(&self, id: &str) -> Result<Option<Replay>, ReadError> {
        let sql = "SELECT place, id, game, ended, public, body FROM parlor.replays WHERE id = $1";
        let Some(row) = self.row(sql, &[&bindable(id)]).await? else { return Ok(None) };
        let ReplayHead { id, game, ended, public, results } =
            self.heads(std::slice::from_ref(&row)).await?.remove(0);
        Ok(Some(Replay { id, game, ended, public, body: row.get(5), results }))
    }

    pub(crate) async fn recent_replays(
        &self,
        which: ReplayFilter,
        limit: u32,
    ) -> Result<Vec<ReplayHead>, ReadError> {
        let sql = "SELECT place, id, game, ended, public FROM parlor.replays WHERE public OR $1
                   ORDER BY ended DESC, place DESC LIMIT $2";
        let rows = self.rows(sql, &[&(which == ReplayFilter::All), &i64::from(limit)]).await?;
        self.heads(&rows).await
    }

    pub(crate) async fn replays_of(
        &self,
        name_key: &str,
        which: ReplayFilter,
        limit: u32,
    ) -> Result<Vec<ReplayHead>, ReadError> {
        let sql =
            "SELECT place, id, game, ended, public FROM parlor.replays WHERE (public OR $1) AND place IN
                   (SELECT replay FROM parlor.results
                    WHERE person = (SELECT id FROM parlor.people WHERE name_key = $2))
                   ORDER BY ended DESC, place DESC LIMIT $3";
        let values: Values<'_> = &[&(which == ReplayFilter::All), &bindable(name_key), &i64::from(limit)];
        let rows = self.rows(sql, values).await?;
        self.heads(&rows).await
    }

    pub(crate) async fn standing(&self, name_key: &str) -> Result<Vec<PlayerGameStats>, ReadError> {
        // Whoever plays two seats of a game has played one game.
        let sql = "SELECT game, count(DISTINCT place), count(DISTINCT CASE WHEN won THEN place END)
                   FROM parlor.results JOIN parlor.replays ON place = replay
                   WHERE person = (SELECT id FROM parlor.people WHERE name_key = $1)
                   GROUP BY game ORDER BY game COLLATE \"C\"";
        let rows = self.rows(sql, &[&bindable(name_key)]).await?;
        let standing =
            |row| PlayerGameStats { game: Row::get(row, 0), games: number(row, 1), wins: number(row, 2) };
        Ok(rows.iter().map(standing).collect())
    }

    pub(crate) async fn meta(&self, key: &str) -> Result<Option<String>, ReadError> {
        let row = self.row("SELECT value FROM parlor.meta WHERE key = $1", &[&bindable(key)]).await?;
        Ok(row.map(|row| row.get(0)))
    }

    /// Adds the results to the heads of replays.
    async fn heads(&self, rows: &[Row]) -> Result<Vec<ReplayHead>, ReadError> {
        let places: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        let sql = "SELECT replay, person, name, seat, won, score FROM parlor.results
                   WHERE replay = ANY ($1) ORDER BY seat";
        let mut results: HashMap<i64, Vec<SeatResult>> = HashMap::new();
        for row in self.rows(sql, &[&places]).await? {
            results.entry(row.get(0)).or_default().push(SeatResult {
                person: row.get::<_, Option<i64>>(1).map(i64::cast_unsigned),
                name: row.get(2),
                seat: u8::try_from(row.get::<_, i16>(3)).unwrap_or(u8::MAX),
                won: row.get(4),
                score: row.get(5),
            });
        }
        let head = |row: &Row| ReplayHead {
            id: row.get(1),
            game: row.get(2),
            ended: row.get(3),
            public: row.get(4),
            results: results.remove(&row.get(0)).unwrap_or_default(),
        };
        Ok(rows.iter().map(head).collect())
    }
}

const PERSON: &str = "SELECT id, name, name_key, token_hash, created, seen FROM parlor.people";

fn person(row: &Row) -> Result<Person, ReadError> {
    let token_hash = <[u8; 32]>::try_from(row.get::<_, &[u8]>(3));
    Ok(Person {
        id: number(row, 0),
        name: row.get(1),
        name_key: row.get(2),
        token_hash: token_hash.map_err(|_| ReadError::Failed("a token does not have 32 bytes".to_owned()))?,
        created: row.get(4),
        seen: row.get(5),
    })
}

fn number(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).cast_unsigned()
}

/// PostgreSQL refuses text with a NUL character. None is stored, so nothing is asked for, which finds nothing.
fn bindable(text: &str) -> Option<&str> {
    (!text.contains('\0')).then_some(text)
}
