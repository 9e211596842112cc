//! Writes about people, replays and the server's own words, as SQL.

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::failure::Failure;
use crate::{Document, Person, Replay, SeatFigure, ShownRating, Write};

/// Statements about everything but tables, prepared once for each connection.
pub(super) struct RecordStatements {
    put_person: Statement,
    seen_person: Statement,
    rename_person: Statement,
    remove_person: Statement,
    put_replay: Statement,
    ask_review: Statement,
    put_review: Statement,
    put_rating: Statement,
    count_figures: Statement,
    sum_replay: Statement,
    sum_replays: Statement,
    note_appearances: Statement,
    forget_seat: Statement,
    remove_documents_about: Statement,
    put_document: Statement,
    add_document: Statement,
    change_document: Statement,
    take_document: Statement,
    replace_document: Statement,
    require_document: Statement,
    remove_document: Statement,
    remove_documents_of: Statement,
    prune_documents: Statement,
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
                    "WITH put AS (
                         INSERT INTO parlor.replays (id, game, ended, public, rated, body, summed)
                         VALUES ($1, $2, $3, $4, $5, $6, true) RETURNING place
                     ), seated AS (
                         INSERT INTO parlor.results
                             (replay, seat, person, name, won, score, bot_level, bot_version, departed)
                         SELECT place, seat, people.id, new.name, won, score, bot_level, bot_version, departed
                         FROM put CROSS JOIN
                             unnest($7::smallint[], $8::bigint[], $9::text[], $10::boolean[], $11::bigint[],
                                    $12::text[], $13::integer[], $14::boolean[])
                             AS new (seat, wanted, name, won, score, bot_level, bot_version, departed)
                         LEFT JOIN parlor.people ON people.id = wanted
                     )
                     SELECT place FROM put",
                )
                .await?,
            ask_review: client
                .prepare(
                    "INSERT INTO parlor.reviews (replay, asked) SELECT place, $2 FROM parlor.replays WHERE id = $1
                     ON CONFLICT (replay) DO NOTHING",
                )
                .await?,
            put_rating: client
                .prepare(
                    "UPDATE parlor.results SET rating = $3, rating_interval = $4, rating_change = $5
                     FROM parlor.replays WHERE place = replay AND id = $1 AND seat = $2 AND rating IS NULL",
                )
                .await?,
            note_appearances: client
                .prepare(
                    "INSERT INTO parlor.appearances (replay, seat, person)
                     SELECT place, seat, people.id FROM parlor.replays
                     CROSS JOIN unnest($2::smallint[], $3::bigint[]) AS new (seat, wanted)
                     JOIN parlor.people ON people.id = wanted WHERE replays.id = $1",
                )
                .await?,
            forget_seat: client
                .prepare(
                    "WITH changed AS (
                         UPDATE parlor.replays SET body = $5 WHERE id = $1 AND body = $4 RETURNING place
                     ), unlinked AS (
                         UPDATE parlor.results SET person = NULL, name = $3 FROM changed
                         WHERE replay = place AND seat = $2
                     )
                     DELETE FROM parlor.appearances USING changed WHERE replay = place AND seat = $2",
                )
                .await?,
            remove_documents_about: client
                .prepare("DELETE FROM parlor.documents WHERE kind = $1 AND id LIKE '%-' || $2")
                .await?,
            count_figures: client
                .prepare(
                    "WITH counted AS (
                         UPDATE parlor.replays SET figures_counted = true
                         WHERE id = $1 AND figures_counted IS NULL RETURNING place, game
                     )
                     INSERT INTO parlor.figures AS old (person, game, key, samples, total, lowest, highest)
                     SELECT person, game, key, sum(samples)::bigint, sum(total)::bigint, min(lowest), max(highest)
                     FROM counted JOIN parlor.results AS own ON replay = place
                     JOIN unnest($2::smallint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
                         AS new (seat, key, samples, total, lowest, highest) ON new.seat = own.seat
                     WHERE person IS NOT NULL AND departed IS NOT TRUE
                     GROUP BY person, game, key
                     ON CONFLICT (person, game, key) DO UPDATE SET
                     samples = old.samples + excluded.samples, total = old.total + excluded.total,
                     lowest = least(old.lowest, excluded.lowest), highest = greatest(old.highest, excluded.highest)",
                )
                .await?,
            sum_replay: client.prepare("SELECT parlor.sum_replay($1, 1)").await?,
            sum_replays: client
                .prepare(
                    "WITH late AS (
                         UPDATE parlor.replays SET summed = true
                         WHERE id = ANY ($1::text[]) AND summed IS NULL RETURNING place
                     )
                     SELECT parlor.sum_replay(place, 1) FROM late",
                )
                .await?,
            put_review: client
                .prepare(
                    "UPDATE parlor.reviews SET body = $2
                     WHERE replay = (SELECT place FROM parlor.replays WHERE id = $1)",
                )
                .await?,
            put_document: client
                .prepare(
                    "INSERT INTO parlor.documents (kind, id, person, at, expires, body) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (kind, id) DO UPDATE SET person = $3, at = $4, expires = $5, body = $6",
                )
                .await?,
            add_document: client
                .prepare(
                    "INSERT INTO parlor.documents (kind, id, person, at, expires, body) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (kind, id) DO NOTHING",
                )
                .await?,
            change_document: client
                .prepare("UPDATE parlor.documents SET at = $3, body = $4 WHERE kind = $1 AND id = $2")
                .await?,
            take_document: client
                .prepare(
                    "DELETE FROM parlor.documents WHERE kind = $1 AND id = $2 AND (expires IS NULL OR expires > $3)",
                )
                .await?,
            replace_document: client
                .prepare(
                    "UPDATE parlor.documents SET body = $4 WHERE kind = $1 AND id = $2 AND body = $3",
                )
                .await?,
            require_document: client
                .prepare(
                    "UPDATE parlor.documents SET kind = kind
                     WHERE kind = $1 AND id = $2 AND (expires IS NULL OR expires > $3)",
                )
                .await?,
            remove_document: client
                .prepare("DELETE FROM parlor.documents WHERE kind = $1 AND id = $2")
                .await?,
            remove_documents_of: client
                .prepare("DELETE FROM parlor.documents WHERE person = $1 AND kind = $2")
                .await?,
            prune_documents: client
                .prepare(
                    "DELETE FROM parlor.documents WHERE (kind, id) IN
                     (SELECT kind, id FROM parlor.documents WHERE expires < $1 ORDER BY expires LIMIT $2)",
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
                     AND NOT EXISTS (SELECT 1 FROM parlor.seats WHERE person = p.id)
                     AND NOT EXISTS (SELECT 1 FROM parlor.documents WHERE person = p.id AND kind = 'recovery')",
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
            Write::AskReview { replay, at } => {
                run(&self.ask_review, &[replay, at]).await?;
            }
            Write::PutReview { replay, body } => {
                run(&self.put_review, &[replay, body]).await?;
            }
            Write::PutRatings { replay, ratings } => {
                for (seat, ShownRating { points, interval, change }) in ratings {
                    run(&self.put_rating, &[replay, &i16::from(*seat), points, interval, change]).await?;
                }
            }
            Write::NoteAppearances { replay, people } => {
                let (seats, people): (Vec<i16>, Vec<i64>) =
                    people.iter().map(|(seat, person)| (i16::from(*seat), person.cast_signed())).unzip();
                run(&self.note_appearances, &[replay, &seats, &people]).await?;
            }
            Write::ForgetSeat { replay, seat, name, before, body } => {
                run(&self.forget_seat, &[replay, &i16::from(*seat), name, before, body]).await?;
            }
            Write::CountFigures { replay, figures } => self.count_figures(client, replay, figures).await?,
            Write::SumReplays { replays } => {
                run(&self.sum_replays, &[replays]).await?;
            }
            Write::PutDocument(Document { kind, id, person, at, expires, body }) => {
                let person = person.map(u64::cast_signed);
                run(&self.put_document, &[kind, id, &person, at, expires, body]).await?;
            }
            Write::AddDocument(Document { kind, id, person, at, expires, body }) => {
                let person = person.map(u64::cast_signed);
                documents_changed(run(&self.add_document, &[kind, id, &person, at, expires, body]).await?)?;
            }
            Write::ChangeDocument { kind, id, at, body } => {
                run(&self.change_document, &[kind, id, at, body]).await?;
            }
            Write::ReplaceDocument { kind, id, before, body } => {
                documents_changed(run(&self.replace_document, &[kind, id, before, body]).await?)?;
            }
            Write::TakeDocument { kind, id, at } => {
                documents_changed(run(&self.take_document, &[kind, id, at]).await?)?;
            }
            Write::RequireDocument { kind, id, at } => {
                documents_changed(run(&self.require_document, &[kind, id, at]).await?)?;
            }
            Write::RemoveDocument { kind, id } => {
                run(&self.remove_document, &[kind, id]).await?;
            }
            Write::RemoveDocumentsOf { kind, person } => {
                run(&self.remove_documents_of, &[&person.cast_signed(), kind]).await?;
            }
            Write::RemoveDocumentsAbout { kind, ending } => {
                run(&self.remove_documents_about, &[kind, ending]).await?;
            }
            Write::PruneDocuments { expired_before, limit } => {
                run(&self.prune_documents, &[expired_before, &i64::from(*limit)]).await?;
            }
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

    async fn count_figures(
        &self,
        client: &Client,
        replay: &str,
        figures: &[SeatFigure],
    ) -> Result<(), Failure> {
        let column = |of: fn(&SeatFigure) -> i64| figures.iter().map(of).collect::<Vec<i64>>();
        let seats: Vec<i16> = figures.iter().map(|figure| figure.seat.into()).collect();
        let keys: Vec<&str> = figures.iter().map(|figure| figure.key.as_str()).collect();
        let samples = column(|figure| figure.totals.samples.cast_signed());
        let totals = column(|figure| figure.totals.total);
        let lowest = column(|figure| figure.totals.lowest);
        let highest = column(|figure| figure.totals.highest);
        let values: &[&(dyn ToSql + Sync)] = &[&replay, &seats, &keys, &samples, &totals, &lowest, &highest];
        client.execute(&self.count_figures, values).await?;
        Ok(())
    }

    async fn put_replay(&self, client: &Client, replay: &Replay) -> Result<(), Failure> {
        let Replay { id, game, ended, public, rated, body, results } = replay;
        let rated = rated.then_some(true);
        let seats: Vec<i16> = results.iter().map(|result| result.seat.into()).collect();
        let people: Vec<Option<i64>> =
            results.iter().map(|result| result.person.map(u64::cast_signed)).collect();
        let names: Vec<&str> = results.iter().map(|result| result.name.as_str()).collect();
        let won: Vec<bool> = results.iter().map(|result| result.won).collect();
        let scores: Vec<i64> = results.iter().map(|result| result.score).collect();
        let bots = || results.iter().map(|result| result.bot.as_ref());
        let levels: Vec<Option<&str>> = bots().map(|bot| bot.map(|bot| bot.level.as_str())).collect();
        let versions: Vec<Option<i32>> = bots().map(|bot| bot.map(|bot| i32::from(bot.version))).collect();
        let departed: Vec<Option<bool>> =
            results.iter().map(|result| result.departed.then_some(true)).collect();
        let values: [&(dyn ToSql + Sync); 14] = [
            id, game, ended, public, &rated, body, &seats, &people, &names, &won, &scores, &levels,
            &versions, &departed,
        ];
        let place: i64 = client.query_one(&self.put_replay, &values).await?.get(0);
        client.execute(&self.sum_replay, &[&place]).await?;
        Ok(())
    }
}

/// A document that had to be there and was not, or had to be new and was not, refuses the call.
fn documents_changed(count: u64) -> Result<(), Failure> {
    if count > 0 {
        return Ok(());
    }
    Err(Failure::Refused { rule: "documents_id".to_owned(), text: String::new() })
}
