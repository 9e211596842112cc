//! Writes, as SQL.

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::batch::{Appends, Batch, Tables};
use super::failure::Failure;
use crate::{Person, Replay, Write};

/// All statements that write, prepared once for each connection.
pub(super) struct Statements {
    open: Statement,
    append: Statement,
    close: Statement,
    drop_entries: Statement,
    put_person: Statement,
    seen_person: Statement,
    rename_person: Statement,
    remove_person: Statement,
    put_replay: Statement,
    put_results: Statement,
    set_meta: Statement,
}

impl Statements {
    pub(super) async fn prepare(client: &Client) -> Result<Self, Error> {
        Ok(Self {
            open: client
                .prepare("INSERT INTO parlor.tables (id, opened) SELECT * FROM unnest($1::bigint[], $2::bigint[])")
                .await?,
            // A table that is not open gives no id, and an entry without one is refused.
            append: client
                .prepare(
                    "INSERT INTO parlor.entries (table_id, seq, at, body) SELECT id, seq, at, body
                     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS new (wanted, seq, at, body)
                     LEFT JOIN parlor.tables ON id = wanted AND closed IS NULL",
                )
                .await?,
            close: client
                .prepare(
                    "UPDATE parlor.tables SET closed = at FROM unnest($1::bigint[], $2::bigint[]) AS new (wanted, at)
                     WHERE id = wanted AND closed IS NULL",
                )
                .await?,
            drop_entries: client.prepare("DELETE FROM parlor.entries WHERE table_id = ANY ($1::bigint[])").await?,
            put_person: client
                .prepare(
                    "INSERT INTO parlor.people (id, name, name_key, token_hash, created, seen)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET
                     name = $2, name_key = $3, token_hash = $4, created = $5, seen = $6",
                )
                .await?,
            seen_person: client.prepare("UPDATE parlor.people SET seen = greatest(seen, $2) WHERE id = $1").await?,
            rename_person: client
                .prepare("UPDATE parlor.people SET name = $2, name_key = $3 WHERE id = $1")
                .await?,
            remove_person: client.prepare("DELETE FROM parlor.people WHERE id = $1").await?,
            put_replay: client
                .prepare(
                    "INSERT INTO parlor.replays (id, game, ended, public, body) VALUES ($1, $2, $3, $4, $5)
                     RETURNING place",
                )
                .await?,
            put_results: client
                .prepare(
                    "INSERT INTO parlor.results (replay, seat, person, name, won, score)
                     SELECT $1, seat, people.id, new.name, won, score
                     FROM unnest($2::smallint[], $3::bigint[], $4::text[], $5::boolean[], $6::bigint[])
                     AS new (seat, wanted, name, won, score) LEFT JOIN parlor.people ON people.id = wanted",
                )
                .await?,
            set_meta: client
                .prepare(
                    "INSERT INTO parlor.meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2",
                )
                .await?,
        })
    }

    /// Runs all statements of a batch.
    pub(super) async fn run(&self, client: &Client, batch: &Batch<'_>) -> Result<(), Failure> {
        for phase in &batch.journal {
            self.open(client, &phase.opens).await?;
            self.append(client, &phase.appends).await?;
            self.close(client, &phase.closes).await?;
        }
        for write in &batch.records {
            self.record(client, write).await?;
        }
        Ok(())
    }

    async fn open(&self, client: &Client, opens: &Tables) -> Result<(), Failure> {
        if !opens.tables.is_empty() {
            client.execute(&self.open, &[&opens.tables, &opens.times]).await?;
        }
        Ok(())
    }

    async fn append(&self, client: &Client, appends: &Appends<'_>) -> Result<(), Failure> {
        if !appends.tables.is_empty() {
            let Appends { tables, seqs, times, bodies } = appends;
            client.execute(&self.append, &[tables, seqs, times, bodies]).await?;
        }
        Ok(())
    }

    async fn close(&self, client: &Client, closes: &Tables) -> Result<(), Failure> {
        if closes.tables.is_empty() {
            return Ok(());
        }
        let count = client.execute(&self.close, &[&closes.tables, &closes.times]).await?;
        if count != closes.tables.len() as u64 {
            return Err(refused("table_id"));
        }
        client.execute(&self.drop_entries, &[&closes.tables]).await?;
        Ok(())
    }

    async fn record(&self, client: &Client, write: &Write) -> Result<(), Failure> {
        let run = async |statement: &Statement, values: &[&(dyn ToSql + Sync)]| {
            client.execute(statement, values).await
        };
        match write {
            Write::PutPerson(Person { id, name, name_key, token_hash, created, seen }) => {
                let id = id.cast_signed();
                run(&self.put_person, &[&id, name, name_key, &token_hash.as_slice(), created, seen]).await?;
            }
            Write::SeenPerson { person, at } => {
                run(&self.seen_person, &[&person.cast_signed(), at]).await?;
            }
            Write::RenamePerson { person, name, name_key } => {
                if run(&self.rename_person, &[&person.cast_signed(), name, name_key]).await? == 0 {
                    return Err(refused("people_id"));
                }
            }
            Write::RemovePerson { person } => {
                run(&self.remove_person, &[&person.cast_signed()]).await?;
            }
            Write::PutReplay(replay) => self.put_replay(client, replay).await?,
            Write::SetMeta { key, value } => {
                run(&self.set_meta, &[key, value]).await?;
            }
            // A batch keeps these apart.
            Write::OpenTable { .. } | Write::Append { .. } | Write::CloseTable { .. } => {}
        }
        Ok(())
    }

    async fn put_replay(&self, client: &Client, replay: &Replay) -> Result<(), Failure> {
        let Replay { id, game, ended, public, body, results } = replay;
        let place: i64 = client.query_one(&self.put_replay, &[id, game, ended, public, body]).await?.get(0);
        let seats: Vec<i16> = results.iter().map(|result| result.seat.into()).collect();
        let people: Vec<Option<i64>> =
            results.iter().map(|result| result.person.map(u64::cast_signed)).collect();
        let names: Vec<&str> = results.iter().map(|result| result.name.as_str()).collect();
        let won: Vec<bool> = results.iter().map(|result| result.won).collect();
        let scores: Vec<i64> = results.iter().map(|result| result.score).collect();
        client.execute(&self.put_results, &[&place, &seats, &people, &names, &won, &scores]).await?;
        Ok(())
    }
}

/// What a constraint would say, where a count says it.
fn refused(rule: &str) -> Failure {
    Failure::Refused { rule: rule.to_owned(), text: String::new() }
}
