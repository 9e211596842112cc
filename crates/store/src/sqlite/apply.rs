//! One write, as SQL.

use rusqlite::{ErrorCode, OptionalExtension, Params, params};

use super::queries::chain;
use super::statement_cache::StatementCache;
use crate::{CommitError, Person, Replay, Write};

/// Why a write was not applied.
pub(super) enum WriteError {
    /// The call is at fault: it alone fails.
    Call(CommitError),
    /// The database is at fault: nothing of the transaction can be kept.
    Transaction(rusqlite::Error),
}

/// Applies a write. Only its first statement can be refused, so a refused write leaves nothing behind.
pub(super) fn write(held: &mut StatementCache<'_>, write: &Write) -> Result<(), WriteError> {
    let mut run = Run { held, write };
    match write {
        Write::OpenTable { table, at } => {
            run.sql("INSERT INTO tables (id, opened) VALUES (?1, ?2)", params![table.cast_signed(), at])?;
        }
        Write::Append { table, seq, at, body } => run.append(*table, *seq, *at, body)?,
        Write::CloseTable { table, at } => {
            let sql = "UPDATE tables SET closed = ?2 WHERE id = ?1 AND closed IS NULL";
            if run.sql(sql, params![table.cast_signed(), at])? == 0 {
                return Err(WriteError::Call(CommitError::NoTable { table: *table }));
            }
            let sql = concat!(chain!(), "DELETE FROM entries WHERE place IN (SELECT place FROM chain)");
            run.sql(sql, params![table.cast_signed()])?;
            // Places are given again: the row must not lead to somebody else's entry.
            run.sql("UPDATE tables SET newest = NULL WHERE id = ?1", params![table.cast_signed()])?;
        }
        Write::PutPerson(person) => run.put_person(person)?,
        Write::SeenPerson { person, at } => {
            let sql = "UPDATE people SET seen = max(seen, ?2) WHERE id = ?1";
            run.sql(sql, params![person.cast_signed(), at])?;
        }
        Write::RenamePerson { person, name, name_key } => {
            let sql = "UPDATE people SET name = ?2, name_key = ?3 WHERE id = ?1";
            if run.sql(sql, params![person.cast_signed(), name, name_key])? == 0 {
                return Err(WriteError::Call(CommitError::NoPerson { person: *person }));
            }
        }
        Write::RemovePerson { person } => {
            run.sql("DELETE FROM people WHERE id = ?1", params![person.cast_signed()])?;
        }
        Write::PutReplay(replay) => run.put_replay(replay)?,
        Write::SetMeta { key, value } => {
            let sql =
                "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2";
            run.sql(sql, params![key, value])?;
        }
    }
    Ok(())
}

struct Run<'a, 'c> {
    held: &'a mut StatementCache<'c>,
    /// What is being applied: it tells what a broken constraint means.
    write: &'a Write,
}

impl Run<'_, '_> {
    /// Runs a statement; the count of changed rows.
    fn sql(&mut self, sql: &'static str, params: impl Params) -> Result<usize, WriteError> {
        let count = self.held.statement(sql).and_then(|statement| statement.execute(params));
        count.map_err(|error| self.judge(error))
    }

    /// Numbers rise, so that one above the highest is new; any other is looked for in the chain.
    ///
    /// `OR FAIL`: what selects its row could have many, and to undo them if one is refused SQLite would copy each page
    /// first. There is one at most.
    fn append(&mut self, table: u64, seq: u64, at: i64, body: &str) -> Result<(), WriteError> {
        let (id, number) = (table.cast_signed(), seq.cast_signed());
        let link = "INSERT OR FAIL INTO entries (before, table_id, seq, at, body)
                    SELECT newest, id, ?2, ?3, ?4 FROM tables WHERE id = ?1 AND closed IS NULL AND ?2 > highest";
        if self.sql(link, params![id, number, at, body])? == 0 {
            if !self.is_so("SELECT closed IS NULL FROM tables WHERE id = ?1", params![id])? {
                return Err(WriteError::Call(CommitError::NoTable { table }));
            }
            let taken = concat!(chain!(), "SELECT 1 FROM chain JOIN entries USING (place) WHERE seq = ?2");
            if self.is_so(taken, params![id, number])? {
                return Err(WriteError::Call(CommitError::Conflict { table, seq }));
            }
            let link = "INSERT OR FAIL INTO entries (before, table_id, seq, at, body)
                        SELECT newest, id, ?2, ?3, ?4 FROM tables WHERE id = ?1";
            self.sql(link, params![id, number, at, body])?;
        }
        let newest =
            "UPDATE tables SET newest = last_insert_rowid(), highest = max(highest, ?2) WHERE id = ?1";
        self.sql(newest, params![id, number])?;
        Ok(())
    }

    /// The answer to a question; no if there is none.
    fn is_so(&mut self, sql: &'static str, params: impl Params) -> Result<bool, WriteError> {
        let answer = self
            .held
            .statement(sql)
            .and_then(|statement| statement.query_row(params, |row| row.get(0)).optional());
        answer.map(Option::unwrap_or_default).map_err(|error| self.judge(error))
    }

    fn put_person(&mut self, person: &Person) -> Result<(), WriteError> {
        let sql = "INSERT INTO people (id, name, name_key, token_hash, created, seen)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET
                   name = ?2, name_key = ?3, token_hash = ?4, created = ?5, seen = ?6";
        let Person { id, name, name_key, token_hash, created, seen } = person;
        self.sql(sql, params![id.cast_signed(), name, name_key, token_hash, created, seen])?;
        Ok(())
    }

    fn put_replay(&mut self, replay: &Replay) -> Result<(), WriteError> {
        let sql = "INSERT INTO replays (id, game, ended, public, body) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.sql(sql, params![replay.id, replay.game, replay.ended, replay.public, replay.body])?;
        let place = self.held.connection.last_insert_rowid();
        for result in &replay.results {
            let sql = "INSERT INTO results (replay, seat, person, name, won, score)
                       VALUES (?1, ?2, (SELECT id FROM people WHERE id = ?3), ?4, ?5, ?6)";
            let person = result.person.map(u64::cast_signed);
            self.sql(sql, params![place, result.seat, person, result.name, result.won, result.score])?;
        }
        Ok(())
    }

    fn judge(&self, error: rusqlite::Error) -> WriteError {
        let text = error.to_string();
        match (error.sqlite_error_code(), self.write) {
            (Some(ErrorCode::TooBig), _) => WriteError::Call(CommitError::NotSaved(text)),
            (Some(ErrorCode::ConstraintViolation), write) => WriteError::Call(match write {
                Write::OpenTable { table, .. } => CommitError::TableExists { table: *table },
                Write::PutReplay(replay) => CommitError::ReplayExists { id: replay.id.clone() },
                _ if text.contains("people.name_key") => CommitError::NameTaken,
                _ if text.contains("people.token_hash") => CommitError::TokenTaken,
                _ => CommitError::NotSaved(text),
            }),
            _ => WriteError::Transaction(error),
        }
    }
}
