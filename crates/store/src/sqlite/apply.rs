//! One write, as SQL.

use rusqlite::{ErrorCode, OptionalExtension, Params, Row, ToSql, params};

use super::statement_cache::StatementCache;
use super::table_queries::chain;
use crate::digest;
use crate::fence::Fence;
use crate::{
    CommitError, Document, FIRST_EPOCH, FigureTotals, Person, Replay, SeatFigure, SeatResult, ShownRating,
    TableInfo, Write,
};

/// Why a write was not applied.
pub(super) enum WriteError {
    /// The call is at fault: it alone fails.
    Call(CommitError),
    /// The database is at fault: nothing of the transaction can be kept.
    Transaction(rusqlite::Error),
}

/// Applies a write in the name of the server `node`. Only its first statement can be refused, so a refused write leaves
/// nothing behind.
pub(super) fn write(held: &mut StatementCache<'_>, write: &Write, node: u64) -> Result<(), WriteError> {
    let mut run = Run { held, write };
    match write {
        Write::OpenTable { table, first_seq, at } => {
            let sql = "INSERT INTO tables (id, next_seq, begin_seq, epoch, owner, opened)
                       VALUES (?1, ?2, ?2, ?3, ?4, ?5)";
            run.sql(sql, params![signed(*table), signed(*first_seq), signed(FIRST_EPOCH), signed(node), at])?;
        }
        Write::TakeTable { table, epoch } => {
            let sql = "UPDATE tables SET epoch = ?2, owner = ?3, wake_at = NULL
                       WHERE id = ?1 AND closed IS NULL AND epoch + 1 = ?2";
            run.fenced(*table, sql, params![signed(*table), signed(*epoch), signed(node)])?;
        }
        Write::Append { table, epoch, seq, at, body } => run.append(*table, *epoch, *seq, *at, body)?,
        Write::BeginJournal { table, epoch, seq, at, body } => run.begin(*table, *epoch, *seq, *at, body)?,
        Write::PutTableInfo { table, epoch, info } => run.put_info(*table, *epoch, info)?,
        Write::SleepTable { table, epoch, wake_at } => {
            let sql = "UPDATE tables SET owner = NULL, wake_at = ?3
                       WHERE id = ?1 AND closed IS NULL AND epoch = ?2";
            run.fenced(*table, sql, params![signed(*table), signed(*epoch), wake_at])?;
        }
        Write::CloseTable { table, epoch, at } => run.close(*table, *epoch, *at)?,
        Write::PutPerson(person) => run.put_person(person)?,
        Write::SeenPerson { person, at } => {
            let sql = "UPDATE people SET seen = max(seen, ?2) WHERE id = ?1";
            run.sql(sql, params![signed(*person), at])?;
        }
        Write::RenamePerson { person, name, name_key } => {
            let sql = "UPDATE people SET name = ?2, name_key = ?3 WHERE id = ?1";
            if run.sql(sql, params![signed(*person), name, name_key])? == 0 {
                return Err(WriteError::Call(CommitError::NoPerson { person: *person }));
            }
        }
        Write::RemovePerson { person } => {
            run.sql("DELETE FROM people WHERE id = ?1", params![signed(*person)])?;
        }
        Write::PutReplay(replay) => run.put_replay(replay)?,
        Write::AskReview { replay, at } => {
            let sql = "INSERT INTO reviews (replay, asked) SELECT place, ?2 FROM replays WHERE id = ?1
                       ON CONFLICT (replay) DO NOTHING";
            run.sql(sql, params![replay, at])?;
        }
        Write::PutReview { replay, body } => {
            let sql = "UPDATE reviews SET body = ?2 WHERE replay = (SELECT place FROM replays WHERE id = ?1)";
            run.sql(sql, params![replay, body])?;
        }
        Write::PutRatings { replay, ratings } => {
            let sql = "UPDATE results SET rating = ?3, rating_interval = ?4, rating_change = ?5
                       WHERE replay = (SELECT place FROM replays WHERE id = ?1) AND seat = ?2 AND rating IS NULL";
            for (seat, ShownRating { points, interval, change }) in ratings {
                run.sql(sql, params![replay, seat, points, interval, change])?;
            }
        }
        Write::NoteAppearances { replay, people } => {
            let sql = "INSERT INTO appearances (replay, seat, person)
                       SELECT place, ?2, people.id FROM replays, people WHERE replays.id = ?1 AND people.id = ?3";
            for (seat, person) in people {
                run.sql(sql, params![replay, seat, signed(*person)])?;
            }
        }
        Write::ForgetSeat { replay, seat, name, before, body } => {
            let change = "UPDATE replays SET body = ?3 WHERE id = ?1 AND body = ?2";
            if run.sql(change, params![replay, before, body])? > 0 {
                let result = "UPDATE results SET person = NULL, name = ?3
                              WHERE replay = (SELECT place FROM replays WHERE id = ?1) AND seat = ?2";
                run.sql(result, params![replay, seat, name])?;
                let appearance = "DELETE FROM appearances
                                  WHERE replay = (SELECT place FROM replays WHERE id = ?1) AND seat = ?2";
                run.sql(appearance, params![replay, seat])?;
            }
        }
        Write::CountFigures { replay, figures } => run.count_figures(replay, figures)?,
        Write::SumReplays { replays } => {
            for replay in replays {
                let late = "UPDATE replays SET summed = 1 WHERE id = ?1 AND summed IS NULL";
                if run.sql(late, params![replay])? > 0 {
                    run.sql(
                        "INSERT INTO summing SELECT place, 1 FROM replays WHERE id = ?1",
                        params![replay],
                    )?;
                }
            }
        }
        Write::PutDocument(Document { kind, id, person, at, expires, body }) => {
            let sql =
                "INSERT INTO documents (kind, id, person, at, expires, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                       ON CONFLICT (kind, id) DO UPDATE SET person = ?3, at = ?4, expires = ?5, body = ?6";
            run.sql(sql, params![kind, id, person.map(u64::cast_signed), at, expires, body])?;
        }
        Write::AddDocument(Document { kind, id, person, at, expires, body }) => {
            let sql =
                "INSERT INTO documents (kind, id, person, at, expires, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                       ON CONFLICT (kind, id) DO NOTHING";
            if run.sql(sql, params![kind, id, person.map(u64::cast_signed), at, expires, body])? == 0 {
                return Err(WriteError::Call(CommitError::DocumentExists { kind: kind.clone() }));
            }
        }
        Write::ChangeDocument { kind, id, at, body } => {
            let sql = "UPDATE documents SET at = ?3, body = ?4 WHERE kind = ?1 AND id = ?2";
            run.sql(sql, params![kind, id, at, body])?;
        }
        Write::ReplaceDocument { kind, id, before, body } => {
            let sql = "UPDATE documents SET body = ?4 WHERE kind = ?1 AND id = ?2 AND body = ?3";
            run.counted(kind, sql, params![kind, id, before, body])?;
        }
        Write::TakeDocument { kind, id, at } => {
            let sql =
                "DELETE FROM documents WHERE kind = ?1 AND id = ?2 AND (expires IS NULL OR expires > ?3)";
            run.counted(kind, sql, params![kind, id, at])?;
        }
        Write::RequireDocument { kind, id, at } => {
            let sql = "UPDATE documents SET kind = kind
                       WHERE kind = ?1 AND id = ?2 AND (expires IS NULL OR expires > ?3)";
            run.counted(kind, sql, params![kind, id, at])?;
        }
        Write::RemoveDocument { kind, id } => {
            run.sql("DELETE FROM documents WHERE kind = ?1 AND id = ?2", params![kind, id])?;
        }
        Write::RemoveDocumentsOf { kind, person } => {
            let sql = "DELETE FROM documents WHERE person = ?1 AND kind = ?2";
            run.sql(sql, params![signed(*person), kind])?;
        }
        Write::RemoveDocumentsAbout { kind, ending } => {
            let sql = "DELETE FROM documents WHERE kind = ?1 AND id LIKE '%-' || ?2";
            run.sql(sql, params![kind, ending])?;
        }
        Write::PruneDocuments { expired_before, limit } => {
            let sql = "DELETE FROM documents WHERE (kind, id) IN
                       (SELECT kind, id FROM documents WHERE expires < ?1 ORDER BY expires LIMIT ?2)";
            run.sql(sql, params![expired_before, limit])?;
        }
        Write::SetMeta { key, value } => {
            let sql =
                "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2";
            run.sql(sql, params![key, value])?;
        }
        Write::PruneTables { tables, closed_before } => {
            let tables = tables.iter().map(|table| signed(*table));
            run.each("DELETE FROM tables WHERE id = ?1 AND closed < ?2", tables, *closed_before)?;
        }
        Write::PrunePeople { people, seen_before } => {
            let sql = "DELETE FROM people WHERE id = ?1 AND seen < ?2
                       AND NOT EXISTS (SELECT 1 FROM results WHERE person = ?1)
                       AND NOT EXISTS (SELECT 1 FROM seats WHERE person = ?1)
                       AND NOT EXISTS (SELECT 1 FROM documents WHERE person = ?1 AND kind = 'recovery')";
            run.each(sql, people.iter().map(|person| signed(*person)), *seen_before)?;
        }
        Write::PruneReplays { replays, ended_before } => {
            run.each("DELETE FROM replays WHERE id = ?1 AND ended < ?2", replays.iter(), *ended_before)?;
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

    /// Runs a statement for each key. What follows the first cannot break a constraint.
    fn each(
        &mut self,
        sql: &'static str,
        keys: impl IntoIterator<Item = impl ToSql>,
        before: i64,
    ) -> Result<(), WriteError> {
        keys.into_iter().try_for_each(|key| self.sql(sql, params![key, before]).map(drop))
    }

    /// Runs a statement that changes one row if the fence holds.
    fn fenced(&mut self, table: u64, sql: &'static str, params: impl Params) -> Result<(), WriteError> {
        if self.sql(sql, params)? == 0 { Err(self.fence_lost(table)) } else { Ok(()) }
    }

    /// Runs a statement that changes a document if it is there.
    fn counted(&mut self, kind: &str, sql: &'static str, params: impl Params) -> Result<(), WriteError> {
        let missing = || WriteError::Call(CommitError::NoDocument { kind: kind.to_owned() });
        if self.sql(sql, params)? == 0 { Err(missing()) } else { Ok(()) }
    }

    /// Why the row of this table did not let the write through.
    fn fence_lost(&mut self, table: u64) -> WriteError {
        let sql = "SELECT epoch FROM tables WHERE id = ?1 AND closed IS NULL";
        let read = |row: &Row<'_>| row.get::<_, i64>(0).map(i64::cast_unsigned);
        let found = self
            .held
            .statement(sql)
            .and_then(|statement| statement.query_row([signed(table)], read).optional());
        match (found, Fence::of(self.write)) {
            (Err(error), _) => self.judge(error),
            (Ok(epoch), Some(fence)) => WriteError::Call(fence.lost(epoch)),
            (Ok(_), None) => WriteError::Call(CommitError::NoTable { table }),
        }
    }

    /// `OR FAIL`: what selects its row could have many, and to undo them if one is refused SQLite would copy each page
    /// first. There is one at most.
    fn append(&mut self, table: u64, epoch: u64, seq: u64, at: i64, body: &str) -> Result<(), WriteError> {
        let (id, number) = (signed(table), signed(seq));
        let link =
            "INSERT OR FAIL INTO entries (before, table_id, seq, at, body, digest) SELECT newest, id, ?2, ?3, ?4, ?6
                    FROM tables WHERE id = ?1 AND closed IS NULL AND next_seq = ?2 AND epoch = ?5";
        let digest = digest::of_fact(table, seq, at, body);
        self.fenced(table, link, params![id, number, at, body, signed(epoch), digest])?;
        let newest = "UPDATE tables SET newest = last_insert_rowid(), next_seq = ?2 + 1 WHERE id = ?1";
        self.sql(newest, params![id, number])?;
        Ok(())
    }

    fn begin(&mut self, table: u64, epoch: u64, seq: u64, at: i64, body: &str) -> Result<(), WriteError> {
        let (id, number) = (signed(table), signed(seq));
        let first =
            "INSERT OR FAIL INTO entries (before, table_id, seq, at, body, digest) SELECT NULL, id, ?2, ?3, ?4, ?6
                     FROM tables WHERE id = ?1 AND closed IS NULL AND next_seq = ?2 AND epoch = ?5";
        let digest = digest::of_fact(table, seq, at, body);
        self.fenced(table, first, params![id, number, at, body, signed(epoch), digest])?;
        // The row still leads to the facts before it.
        self.drop_chain(table)?;
        let newest =
            "UPDATE tables SET newest = last_insert_rowid(), next_seq = ?2 + 1, begin_seq = ?2 WHERE id = ?1";
        self.sql(newest, params![id, number])?;
        Ok(())
    }

    fn drop_chain(&mut self, table: u64) -> Result<(), WriteError> {
        let sql = concat!(
            chain!(),
            "DELETE FROM entries WHERE place IN (SELECT place FROM chain) AND table_id = ?1"
        );
        self.sql(sql, params![signed(table)]).map(drop)
    }

    fn put_info(&mut self, table: u64, epoch: u64, info: &TableInfo) -> Result<(), WriteError> {
        let sql = "UPDATE tables SET game = ?3, rules = ?4, invite_code = ?5
                   WHERE id = ?1 AND closed IS NULL AND epoch = ?2";
        let (TableInfo { game, invite_code, people, .. }, rules) = (info, info.versions());
        self.fenced(table, sql, params![signed(table), signed(epoch), game, rules, invite_code])?;
        self.drop_seats(table)?;
        for seated in people {
            let sql = "INSERT INTO seats (person, table_id, seat) VALUES (?1, ?2, ?3)";
            self.sql(sql, params![signed(seated.person), signed(table), seated.seat])?;
        }
        Ok(())
    }

    fn drop_seats(&mut self, table: u64) -> Result<(), WriteError> {
        self.sql("DELETE FROM seats WHERE table_id = ?1", params![signed(table)]).map(drop)
    }

    fn close(&mut self, table: u64, epoch: u64, at: i64) -> Result<(), WriteError> {
        let id = signed(table);
        let sql = "UPDATE tables SET closed = ?3, owner = NULL, wake_at = NULL, invite_code = NULL
                   WHERE id = ?1 AND closed IS NULL AND epoch = ?2";
        self.fenced(table, sql, params![id, signed(epoch), at])?;
        self.drop_chain(table)?;
        self.drop_seats(table)?;
        // Places are given again: the row must not lead to somebody else's entry.
        self.sql("UPDATE tables SET newest = NULL, begin_seq = next_seq WHERE id = ?1", params![id])?;
        Ok(())
    }

    fn put_person(&mut self, person: &Person) -> Result<(), WriteError> {
        let sql = "INSERT INTO people (id, name, name_key, token_hash, created, seen)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET
                   name = ?2, name_key = ?3, token_hash = ?4, created = ?5, seen = ?6";
        let Person { id, name, name_key, token_hash, created, seen } = person;
        self.sql(sql, params![signed(*id), name, name_key, token_hash, created, seen])?;
        Ok(())
    }

    fn put_replay(&mut self, replay: &Replay) -> Result<(), WriteError> {
        let sql = "INSERT INTO replays (id, game, ended, public, rated, body, summed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)";
        let Replay { id, game, ended, public, rated, body, .. } = replay;
        self.sql(sql, params![id, game, ended, public, rated.then_some(true), body])?;
        let place = self.held.connection.last_insert_rowid();
        for result in &replay.results {
            let sql = "INSERT INTO results
                           (replay, seat, person, name, won, score, bot_level, bot_version, departed)
                       VALUES (?1, ?2, (SELECT id FROM people WHERE id = ?3), ?4, ?5, ?6, ?7, ?8, ?9)";
            let SeatResult { person, name, seat, won, score, bot, departed, rating: _ } = result;
            let person = person.map(u64::cast_signed);
            let (level, version) = (bot.as_ref().map(|bot| &bot.level), bot.as_ref().map(|bot| bot.version));
            let departed = departed.then_some(true);
            self.sql(sql, params![place, seat, person, name, won, score, level, version, departed])?;
        }
        self.sql("INSERT INTO summing VALUES (?1, 1)", params![place])?;
        Ok(())
    }

    fn count_figures(&mut self, replay: &str, figures: &[SeatFigure]) -> Result<(), WriteError> {
        let count = "UPDATE replays SET figures_counted = 1 WHERE id = ?1 AND figures_counted IS NULL";
        if self.sql(count, params![replay])? == 0 {
            return Ok(());
        }
        let add = "INSERT INTO figures (person, game, key, samples, total, lowest, highest)
                   SELECT person, game, ?3, ?4, ?5, ?6, ?7 FROM replays JOIN results ON replay = place
                   WHERE id = ?1 AND seat = ?2 AND person IS NOT NULL AND NOT coalesce(departed, 0)
                   ON CONFLICT (person, game, key) DO UPDATE SET
                   samples = samples + excluded.samples, total = total + excluded.total,
                   lowest = min(lowest, excluded.lowest), highest = max(highest, excluded.highest)";
        for SeatFigure { seat, key, totals } in figures {
            let FigureTotals { samples, total, lowest, highest } = totals;
            self.sql(add, params![replay, seat, key, signed(*samples), total, lowest, highest])?;
        }
        Ok(())
    }

    fn judge(&self, error: rusqlite::Error) -> WriteError {
        let text = error.to_string();
        match (error.sqlite_error_code(), self.write) {
            (Some(ErrorCode::TooBig), _) => WriteError::Call(CommitError::NotSaved(text)),
            (Some(ErrorCode::ConstraintViolation), write) => WriteError::Call(match write {
                Write::OpenTable { table, .. } => CommitError::TableExists { table: *table },
                Write::PutTableInfo { table, .. } => CommitError::InviteCodeTaken { table: *table },
                Write::PutReplay(replay) => CommitError::ReplayExists { id: replay.id.clone() },
                Write::PutDocument(Document { person: Some(person), .. })
                | Write::AddDocument(Document { person: Some(person), .. }) => {
                    CommitError::NoPerson { person: *person }
                }
                _ if text.contains("people.name_key") => CommitError::NameTaken,
                _ if text.contains("people.token_hash") => CommitError::TokenTaken,
                _ => CommitError::NotSaved(text),
            }),
            _ => WriteError::Transaction(error),
        }
    }
}

const fn signed(number: u64) -> i64 {
    number.cast_signed()
}
