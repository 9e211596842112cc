//! One write, as SQL.

use rusqlite::{Connection, ErrorCode, Params, ffi, params};

use crate::{CommitError, Person, Replay, Write};

/// Why a write was not applied.
pub(super) enum Refusal {
    /// The call is at fault: it alone fails.
    Call(CommitError),
    /// The database is at fault: nothing of the transaction can be kept.
    Transaction(rusqlite::Error),
}

/// Applies a write. Only its first statement can be refused, so a refused write leaves nothing behind.
pub(super) fn write(connection: &Connection, write: &Write) -> Result<(), Refusal> {
    let run = Run { connection, write };
    match write {
        Write::OpenTable { table, at } => {
            run.sql("INSERT INTO tables (id, opened) VALUES (?1, ?2)", params![table.cast_signed(), at])?;
        }
        // A table that is not open gives no id, and an entry without one is refused.
        Write::Append { table, seq, at, body } => {
            let sql = "INSERT INTO entries (table_id, seq, at, body)
                       VALUES ((SELECT id FROM tables WHERE id = ?1 AND closed IS NULL), ?2, ?3, ?4)";
            run.sql(sql, params![table.cast_signed(), seq.cast_signed(), at, body])?;
        }
        Write::CloseTable { table, at } => {
            let sql = "UPDATE tables SET closed = ?2 WHERE id = ?1 AND closed IS NULL";
            if run.sql(sql, params![table.cast_signed(), at])? == 0 {
                return Err(Refusal::Call(CommitError::NoTable { table: *table }));
            }
            run.sql("DELETE FROM entries WHERE table_id = ?1", params![table.cast_signed()])?;
        }
        Write::PutPerson(person) => run.put_person(person)?,
        Write::SeenPerson { person, at } => {
            let sql = "UPDATE people SET seen = max(seen, ?2) WHERE id = ?1";
            run.sql(sql, params![person.cast_signed(), at])?;
        }
        Write::RenamePerson { person, name, name_key } => {
            let sql = "UPDATE people SET name = ?2, name_key = ?3 WHERE id = ?1";
            if run.sql(sql, params![person.cast_signed(), name, name_key])? == 0 {
                return Err(Refusal::Call(CommitError::NoPerson { person: *person }));
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

struct Run<'a> {
    connection: &'a Connection,
    /// What is being applied: it tells what a broken constraint means.
    write: &'a Write,
}

impl Run<'_> {
    /// Runs a statement; the count of changed rows.
    fn sql(&self, sql: &str, params: impl Params) -> Result<usize, Refusal> {
        let count = self.connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params));
        count.map_err(|error| self.judge(error))
    }

    fn put_person(&self, person: &Person) -> Result<(), Refusal> {
        let sql = "INSERT INTO people (id, name, name_key, token_hash, created, seen)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET
                   name = ?2, name_key = ?3, token_hash = ?4, created = ?5, seen = ?6";
        let Person { id, name, name_key, token_hash, created, seen } = person;
        self.sql(sql, params![id.cast_signed(), name, name_key, token_hash, created, seen])?;
        Ok(())
    }

    fn put_replay(&self, replay: &Replay) -> Result<(), Refusal> {
        let sql = "INSERT INTO replays (id, game, ended, public, body) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.sql(sql, params![replay.id, replay.game, replay.ended, replay.public, replay.body])?;
        let place = self.connection.last_insert_rowid();
        for result in &replay.results {
            let sql = "INSERT INTO results (replay, seat, person, name, won, score)
                       VALUES (?1, ?2, (SELECT id FROM people WHERE id = ?3), ?4, ?5, ?6)";
            let person = result.person.map(u64::cast_signed);
            self.sql(sql, params![place, result.seat, person, result.name, result.won, result.score])?;
        }
        Ok(())
    }

    fn judge(&self, error: rusqlite::Error) -> Refusal {
        let text = error.to_string();
        let not_null = error.sqlite_extended_error_code() == Some(ffi::SQLITE_CONSTRAINT_NOTNULL);
        match (error.sqlite_error_code(), self.write) {
            (Some(ErrorCode::TooBig), _) => Refusal::Call(CommitError::NotSaved(text)),
            (Some(ErrorCode::ConstraintViolation), write) => Refusal::Call(match write {
                Write::OpenTable { table, .. } => CommitError::TableExists { table: *table },
                Write::Append { table, .. } if not_null => CommitError::NoTable { table: *table },
                Write::Append { table, seq, .. } => CommitError::Conflict { table: *table, seq: *seq },
                Write::PutReplay(replay) => CommitError::ReplayExists { id: replay.id.clone() },
                _ if text.contains("people.name_key") => CommitError::NameTaken,
                _ if text.contains("people.token_hash") => CommitError::TokenTaken,
                _ => CommitError::NotSaved(text),
            }),
            _ => Refusal::Transaction(error),
        }
    }
}
