//! Writes about tables, as SQL.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::batch::{Appends, Batch, Closes, Fences, Info, Opens, Sleeps};
use super::failure::Failure;
use super::records::RecordStatements;
use super::session::SUMS_LOCK;
use crate::{FIRST_EPOCH, TableInfo};

/// Facts go into the journals of those tables whose fence lets them through; `RETURNING` names them.
macro_rules! append {
    ($anew:literal) => {
        concat!(
            "WITH passed AS (
                 UPDATE parlor.tables AS t SET next_seq = f.next, begin_seq = coalesce(f.begin, t.begin_seq)
                 FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
                     AS f (id, epoch, first, next, begin)
                 WHERE t.id = f.id AND t.epoch = f.epoch AND t.next_seq = f.first AND t.closed IS NULL
                 RETURNING t.id, f.begin
             ), ",
            $anew,
            "stored AS (
                 INSERT INTO parlor.entries (table_id, seq, at, body, digest)
                 SELECT passed.id, seq, at, body, digest
                 FROM unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[])
                     AS new (wanted, seq, at, body, digest)
                 JOIN passed ON passed.id = wanted
             ) SELECT id FROM passed"
        )
    };
}

/// All statements that write, prepared once for each connection.
pub(super) struct Statements {
    /// In whose name tables are opened and taken.
    node: i64,
    /// How many records were answered: a long list of them is not silence.
    answers: AtomicU64,
    open: Statement,
    take: Statement,
    append: Statement,
    begin: Statement,
    info: Statement,
    seat: Statement,
    unseat: Statement,
    sleep: Statement,
    close: Statement,
    drop_entries: Statement,
    lock_sums: Statement,
    records: RecordStatements,
}

impl Statements {
    pub(super) async fn prepare(client: &Client, node: u64) -> Result<Self, Error> {
        Ok(Self {
            node: node.cast_signed(),
            answers: AtomicU64::new(0),
            open: client
                .prepare(
                    "INSERT INTO parlor.tables (id, next_seq, begin_seq, opened, epoch, owner)
                     SELECT id, first, first, at, $4, $5
                     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS new (id, first, at)",
                )
                .await?,
            take: client
                .prepare(
                    "UPDATE parlor.tables AS t SET epoch = t.epoch + 1, owner = $3, wake_at = NULL
                     FROM unnest($1::bigint[], $2::bigint[]) AS f (id, epoch)
                     WHERE t.id = f.id AND t.epoch = f.epoch AND closed IS NULL",
                )
                .await?,
            append: client.prepare(append!("")).await?,
            begin: client
                .prepare(append!(
                    "dropped AS (
                         DELETE FROM parlor.entries USING passed
                         WHERE table_id = passed.id AND seq < passed.begin
                     ), "
                ))
                .await?,
            info: client
                .prepare(
                    "UPDATE parlor.tables SET game = $3, rules = $4, invite_code = $5
                     WHERE id = $1 AND epoch = $2 AND closed IS NULL",
                )
                .await?,
            seat: client
                .prepare(
                    "INSERT INTO parlor.seats (table_id, person, seat)
                     SELECT $1, person, seat FROM unnest($2::bigint[], $3::smallint[]) AS new (person, seat)",
                )
                .await?,
            unseat: client.prepare("DELETE FROM parlor.seats WHERE table_id = ANY ($1::bigint[])").await?,
            sleep: client
                .prepare(
                    "UPDATE parlor.tables AS t SET owner = NULL, wake_at = f.wake_at
                     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS f (id, epoch, wake_at)
                     WHERE t.id = f.id AND t.epoch = f.epoch AND closed IS NULL",
                )
                .await?,
            close: client
                .prepare(
                    "UPDATE parlor.tables AS t
                     SET closed = f.at, owner = NULL, wake_at = NULL, invite_code = NULL, begin_seq = t.next_seq
                     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS f (id, epoch, at)
                     WHERE t.id = f.id AND t.epoch = f.epoch AND closed IS NULL",
                )
                .await?,
            drop_entries: client
                .prepare("DELETE FROM parlor.entries WHERE table_id = ANY ($1::bigint[])")
                .await?,
            lock_sums: client.prepare(&format!("SELECT pg_advisory_xact_lock({SUMS_LOCK})")).await?,
            records: RecordStatements::prepare(client).await?,
        })
    }

    /// How many records the database has answered on this connection.
    pub(super) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// Runs all statements of a batch. A fence that is lost is a refusal.
    pub(super) async fn run(&self, client: &Client, batch: &Batch<'_>) -> Result<(), Failure> {
        if batch.changes_sums() {
            client.execute(&self.lock_sums, &[]).await?;
        }
        for phase in &batch.tables {
            self.open(client, &phase.opens).await?;
            self.take(client, &phase.takes).await?;
            let appends = &phase.appends;
            if self.append(client, appends).await?.len() < appends.first_seqs.len() {
                return Err(fence_lost());
            }
            for info in &phase.infos {
                self.put_info(client, info).await?;
            }
            self.sleep(client, &phase.sleeps).await?;
            self.close(client, &phase.closes).await?;
        }
        for write in &batch.records {
            self.records.run(client, write).await?;
            self.answers.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Stores the facts whose tables' fences hold; returns the ids of those tables.
    pub(super) async fn append(&self, client: &Client, appends: &Appends<'_>) -> Result<Vec<i64>, Failure> {
        if appends.first_seqs.is_empty() {
            return Ok(Vec::new());
        }
        let Appends { fences, first_seqs, next_seqs, begin_seqs, facts, .. } = appends;
        let statement = if appends.begin() { &self.begin } else { &self.append };
        let values: [&(dyn ToSql + Sync); 10] = [
            &fences.tables,
            &fences.epochs,
            first_seqs,
            next_seqs,
            begin_seqs,
            &facts.tables,
            &facts.seqs,
            &facts.times,
            &facts.bodies,
            &facts.digests,
        ];
        let rows = client.query(statement, &values).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn open(&self, client: &Client, opens: &Opens) -> Result<(), Failure> {
        if !opens.tables.is_empty() {
            let Opens { tables, first_seqs, times } = opens;
            let epoch = FIRST_EPOCH.cast_signed();
            client.execute(&self.open, &[tables, first_seqs, times, &epoch, &self.node]).await?;
        }
        Ok(())
    }

    async fn take(&self, client: &Client, takes: &Fences) -> Result<(), Failure> {
        let Fences { tables, epochs } = takes;
        self.fenced(client, &self.take, tables, &[tables, epochs, &self.node]).await
    }

    async fn put_info(&self, client: &Client, info: &Info<'_>) -> Result<(), Failure> {
        let Info { table, epoch, info } = info;
        let (TableInfo { game, invite_code, people, .. }, rules) = (info, info.versions());
        let tables = vec![*table];
        self.fenced(client, &self.info, &tables, &[table, epoch, game, &rules, invite_code]).await?;
        client.execute(&self.unseat, &[&tables]).await?;
        if !people.is_empty() {
            let seats: Vec<i16> = people.iter().map(|seated| seated.seat.into()).collect();
            let people: Vec<i64> = people.iter().map(|seated| seated.person.cast_signed()).collect();
            client.execute(&self.seat, &[table, &people, &seats]).await?;
        }
        Ok(())
    }

    async fn sleep(&self, client: &Client, sleeps: &Sleeps) -> Result<(), Failure> {
        let Sleeps { fences: Fences { tables, epochs }, wake_ats } = sleeps;
        self.fenced(client, &self.sleep, tables, &[tables, epochs, wake_ats]).await
    }

    async fn close(&self, client: &Client, closes: &Closes) -> Result<(), Failure> {
        let Closes { fences: Fences { tables, epochs }, times } = closes;
        self.fenced(client, &self.close, tables, &[tables, epochs, times]).await?;
        if !tables.is_empty() {
            client.execute(&self.drop_entries, &[tables]).await?;
            client.execute(&self.unseat, &[tables]).await?;
        }
        Ok(())
    }

    /// Runs a statement that changes a row for each table whose fence holds.
    async fn fenced(
        &self,
        client: &Client,
        statement: &Statement,
        tables: &[i64],
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<(), Failure> {
        if tables.is_empty() {
            return Ok(());
        }
        let count = client.execute(statement, values).await?;
        if count == tables.len() as u64 { Ok(()) } else { Err(fence_lost()) }
    }
}

/// What a constraint would say, where a count says it.
fn fence_lost() -> Failure {
    Failure::Refused { rule: super::failure::FENCE.to_owned(), text: String::new() }
}
