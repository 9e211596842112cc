//! Writes about people, replays and the server's own words, as SQL.

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::failure::Failure;
use crate::{Person, Replay, Write};

/// Statements about everything but tables, prepared once for each connection.
pub(super) struct RecordStatements {
    put_person: Statement,
    seen_person: Statement,
    rename_person: Statement,
    remove_person: Statement,
    put_replay: Statement,
    put_results: Statement,
    set_meta: Statement,
    prune_tables: Statement,
    prune_people: Statement,
    prune_replays: Statement,
}

impl RecordStatements {
    pub(super) async fn prepare(client: &Client) -> Result<Self, Error> {
        Ok(Self {
            put_person: client
                .prepare(
                    "INSERT INTO parlor.people (id, name, name_key, token_hash, created, seen)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET
                     name = $2, name_key = $3, token_hash = $4, created = $5, seen = $6",
                )
                .await?,
            seen_person: client
                .prepare("UPDATE parlor.people SET seen = greatest(seen, $2) WHERE id = $1")
                .await?,
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
            prune_tables: client
                .prepare("DELETE FROM parlor.tables WHERE id = ANY ($1::bigint[]) AND closed < $2")
                .await?,
            prune_people: client
                .prepare(
                    "DELETE FROM parlor.people AS p WHERE id = ANY ($1::bigint[]) AND seen < $2
                     AND NOT EXISTS (SELECT 1 FROM parlor.results WHERE person = p.id)
                     AND NOT EXISTS (SELECT 1 FROM parlor.seats WHERE person = p.id)",
                )
                .await?,
            prune_replays: client
                .prepare("DELETE FROM parlor.replays WHERE id = ANY ($1::text[]) AND ended < $2")
                .await?,
        })
    }

    pub(super) async fn run(&self, client: &Client, write: &Write) -> Result<(), Failure> {
        let run = async |statement: &Statement, values: &[&(dyn ToSql + Sync)]| {
            client.execute(statement, values).await
        };
        let signed =
            |numbers: &[u64]| -> Vec<i64> { numbers.iter().map(|number| number.cast_signed()).collect() };
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
                    return Err(Failure::Refused { rule: "people_id".to_owned(), text: String::new() });
                }
            }
            Write::RemovePerson { person } => {
                run(&self.remove_person, &[&person.cast_signed()]).await?;
            }
            Write::PutReplay(replay) => self.put_replay(client, replay).await?,
            Write::SetMeta { key, value } => {
                run(&self.set_meta, &[key, value]).await?;
            }
            Write::PruneTables { tables, closed_before } => {
                run(&self.prune_tables, &[&signed(tables), closed_before]).await?;
            }
            Write::PrunePeople { people, seen_before } => {
                run(&self.prune_people, &[&signed(people), seen_before]).await?;
            }
            Write::PruneReplays { replays, ended_before } => {
                run(&self.prune_replays, &[replays, ended_before]).await?;
            }
            // A batch keeps these apart.
            Write::OpenTable { .. }
            | Write::TakeTable { .. }
            | Write::Append { .. }
            | Write::BeginJournal { .. }
            | Write::PutTableInfo { .. }
            | Write::SleepTable { .. }
            | Write::CloseTable { .. } => {}
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
