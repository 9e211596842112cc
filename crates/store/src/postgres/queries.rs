//! Questions about people and replays.

use std::collections::HashMap;

use tokio_postgres::Row;

use super::reader::{Reader, Values};
use crate::{
    Document, DocumentsQuery, GamesQuery, Person, PlayerGameStats, ReadError, Replay, ReplayHead, SeatResult,
    SeatedBot, ShownRating, StoredReview,
};

impl Reader {
    pub(crate) async fn people(&self) -> Result<Vec<Person>, ReadError> {
        let rows = self.rows(&format!("{PERSON} ORDER BY id"), &[]).await?;
        rows.iter().map(person).collect()
    }

    pub(crate) async fn person(&self, id: u64) -> Result<Option<Person>, ReadError> {
        let row = self.row(&format!("{PERSON} WHERE id = $1"), &[&id.cast_signed()]).await?;
        row.as_ref().map(person).transpose()
    }

    pub(crate) async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, ReadError> {
        let sql = format!("{DOCUMENT} WHERE kind = $1 AND id = $2");
        let row = self.row(&sql, &[&bindable(kind), &bindable(id)]).await?;
        Ok(row.as_ref().map(document))
    }

    pub(crate) async fn documents(&self, query: &DocumentsQuery) -> Result<Vec<Document>, ReadError> {
        let DocumentsQuery { kind, person, before, limit } = query;
        let sql = format!(
            "{DOCUMENT} WHERE kind = $1 AND at < $2 AND ($4::bigint IS NULL OR person = $4)
             ORDER BY at DESC, id COLLATE \"C\" LIMIT $3"
        );
        let (before, limit) = (before.unwrap_or(i64::MAX), i64::from(*limit));
        let rows =
            self.rows(&sql, &[&bindable(kind), &before, &limit, &person.map(u64::cast_signed)]).await?;
        Ok(rows.iter().map(document).collect())
    }

    pub(crate) async fn documents_of(&self, person: u64) -> Result<Vec<Document>, ReadError> {
        let sql = format!("{DOCUMENT} WHERE person = $1 ORDER BY kind COLLATE \"C\", id COLLATE \"C\"");
        let rows = self.rows(&sql, &[&person.cast_signed()]).await?;
        Ok(rows.iter().map(document).collect())
    }

    pub(crate) async fn person_by_name_key(&self, name_key: &str) -> Result<Option<Person>, ReadError> {
        let row = self.row(&format!("{PERSON} WHERE name_key = $1"), &[&bindable(name_key)]).await?;
        row.as_ref().map(person).transpose()
    }

    /// People who never played to the end and sit nowhere, seen last before a moment.
    pub(crate) async fn idle_people(&self, seen_before: i64, limit: u32) -> Result<Vec<u64>, ReadError> {
        let sql = "SELECT id FROM parlor.people AS p WHERE seen < $1
                   AND NOT EXISTS (SELECT 1 FROM parlor.results WHERE person = p.id)
                   AND NOT EXISTS (SELECT 1 FROM parlor.seats WHERE person = p.id)
                   AND NOT EXISTS (SELECT 1 FROM parlor.documents WHERE person = p.id AND kind = 'recovery')
                   ORDER BY seen LIMIT $2";
        let rows = self.rows(sql, &[&seen_before, &i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| number(row, 0)).collect())
    }

    pub(crate) async fn has_expired_documents(&self, before: i64) -> Result<bool, ReadError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM parlor.documents WHERE expires < $1)";
        Ok(self.row(sql, &[&before]).await?.is_some_and(|row| row.get(0)))
    }

    pub(crate) async fn old_replays(&self, ended_before: i64, limit: u32) -> Result<Vec<String>, ReadError> {
        let sql = "SELECT id FROM parlor.replays WHERE ended < $1 ORDER BY ended LIMIT $2";
        let rows = self.rows(sql, &[&ended_before, &i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn replay(&self, id: &str) -> Result<Option<Replay>, ReadError> {
        let sql = "SELECT place, id, game, ended, public, rated, body FROM parlor.replays WHERE id = $1";
        let Some(row) = self.row(sql, &[&bindable(id)]).await? else { return Ok(None) };
        let ReplayHead { id, game, ended, public, rated, results, .. } =
            self.heads(std::slice::from_ref(&row)).await?.remove(0);
        Ok(Some(Replay { id, game, ended, public, rated, body: row.get(6), results }))
    }

    pub(crate) async fn games_of(&self, query: &GamesQuery) -> Result<Vec<ReplayHead>, ReadError> {
        let GamesQuery { person, game, won, before, limit, .. } = query;
        let id = |id: u64| i64::try_from(id).unwrap_or(i64::MAX);
        let (person, before) = (id(*person), before.map_or(i64::MAX, id));
        let game = match game.as_deref().map(bindable) {
            Some(None) => return Ok(Vec::new()),
            Some(game) => game,
            None => None,
        };
        let (mut opponents, mut also, mut public) = (Vec::new(), Vec::new(), Vec::new());
        for list in query.lists() {
            let (opponent, other) = (id(list.opponent), id(list.also));
            let swap = other != opponent && self.meets_more_often(person, opponent, other).await?;
            opponents.push(if swap { other } else { opponent });
            also.push(if swap { opponent } else { other });
            public.push(list.public);
        }
        // From each list, for each game and result, the newest; of these the newest again. A count, for EXISTS might be answered
        // by reading a list as a whole.
        let sql = "SELECT place, id, game, ended, public, rated FROM (
                       SELECT DISTINCT newest.replay
                       FROM unnest($2::bigint[], $3::bigint[], $4::boolean[]) AS list (opponent, also, public)
                       CROSS JOIN LATERAL (
                           SELECT DISTINCT game FROM parlor.standings
                           WHERE person = $1 AND opponent = list.opponent AND standings.public = list.public
                           AND ($5::text IS NULL OR game = $5)
                       ) AS played CROSS JOIN (VALUES (true), (false)) AS result (won)
                       CROSS JOIN LATERAL (
                           SELECT replay FROM parlor.meetings AS own
                           WHERE person = $1 AND opponent = list.opponent AND own.game = played.game
                           AND own.public = list.public AND own.won = result.won AND replay < $7
                           AND (list.also = list.opponent OR (
                               SELECT count(*) FROM parlor.meetings AS other WHERE person = $1
                               AND opponent = list.also AND other.game = played.game AND other.public = list.public
                               AND other.won = result.won AND other.replay = own.replay
                           ) > 0)
                           ORDER BY replay DESC LIMIT $8
                       ) AS newest WHERE $6::boolean IS NULL OR result.won = $6
                       ORDER BY newest.replay DESC LIMIT $8
                   ) AS listed JOIN parlor.replays ON place = replay ORDER BY place DESC";
        let limit = i64::from(*limit);
        let values: Values<'_> = &[&person, &opponents, &also, &public, &game, won, &before, &limit];
        let rows = self.rows(sql, values).await?;
        self.heads(&rows).await
    }

    /// Whether a person played more private games with one than with another.
    pub(super) async fn meets_more_often(
        &self,
        person: i64,
        one: i64,
        other: i64,
    ) -> Result<bool, ReadError> {
        let sql = "SELECT coalesce(sum(games) FILTER (WHERE opponent = $2), 0)
                          > coalesce(sum(games) FILTER (WHERE opponent = $3), 0)
                   FROM parlor.standings WHERE person = $1 AND opponent IN ($2, $3) AND NOT public";
        let row = self.row(sql, &[&person, &one, &other]).await?;
        Ok(row.is_some_and(|row| row.get(0)))
    }

    pub(crate) async fn rated_games(&self, after: u64, limit: u32) -> Result<Vec<ReplayHead>, ReadError> {
        let sql = "SELECT place, id, game, ended, public, rated FROM parlor.replays
                   WHERE rated AND place > $1 ORDER BY place LIMIT $2";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = self.rows(sql, &[&after, &i64::from(limit)]).await?;
        self.heads(&rows).await
    }

    pub(crate) async fn names_of(&self, people: &[u64]) -> Result<Vec<(u64, String)>, ReadError> {
        let people: Vec<i64> = people.iter().map(|person| person.cast_signed()).collect();
        let rows = self.rows("SELECT id, name FROM parlor.people WHERE id = ANY ($1)", &[&people]).await?;
        Ok(rows.iter().map(|row| (number(row, 0), row.get(1))).collect())
    }

    pub(crate) async fn standing(&self, name_key: &str) -> Result<Vec<PlayerGameStats>, ReadError> {
        let sql = "SELECT game, sum(games)::bigint, sum(wins)::bigint
                   FROM parlor.people JOIN parlor.standings ON person = id AND opponent = id
                   WHERE name_key = $1 GROUP BY game ORDER BY game COLLATE \"C\"";
        let rows = self.rows(sql, &[&bindable(name_key)]).await?;
        let standing =
            |row| PlayerGameStats { game: Row::get(row, 0), games: number(row, 1), wins: number(row, 2) };
        Ok(rows.iter().map(standing).collect())
    }

    pub(crate) async fn review(&self, replay: &str) -> Result<Option<StoredReview>, ReadError> {
        let sql = "SELECT asked, reviews.body FROM parlor.reviews JOIN parlor.replays ON place = replay WHERE id = $1";
        let row = self.row(sql, &[&bindable(replay)]).await?;
        Ok(row.map(|row| StoredReview { asked: row.get(0), body: row.get(1) }))
    }

    pub(crate) async fn open_reviews(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        let sql =
            "SELECT id FROM parlor.reviews JOIN parlor.replays ON place = replay WHERE reviews.body IS NULL
                   ORDER BY asked, place LIMIT $1";
        let rows = self.rows(sql, &[&i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn meta(&self, key: &str) -> Result<Option<String>, ReadError> {
        let row = self.row("SELECT value FROM parlor.meta WHERE key = $1", &[&bindable(key)]).await?;
        Ok(row.map(|row| row.get(0)))
    }

    /// Adds the results to the heads of replays.
    async fn heads(&self, rows: &[Row]) -> Result<Vec<ReplayHead>, ReadError> {
        let places: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        let sql = "SELECT replay, person, name, seat, won, score, bot_level, bot_version, departed,
                          rating, rating_interval, rating_change FROM parlor.results
                   WHERE replay = ANY ($1) ORDER BY seat";
        let mut results: HashMap<i64, Vec<SeatResult>> = HashMap::new();
        for row in self.rows(sql, &[&places]).await? {
            results.entry(row.get(0)).or_default().push(SeatResult {
                person: row.get::<_, Option<i64>>(1).map(i64::cast_unsigned),
                name: row.get(2),
                seat: u8::try_from(row.get::<_, i16>(3)).unwrap_or(u8::MAX),
                won: row.get(4),
                score: row.get(5),
                bot: SeatedBot::from_columns((
                    row.get(6),
                    row.get::<_, Option<i32>>(7).and_then(|version| u16::try_from(version).ok()),
                )),
                departed: row.get::<_, Option<bool>>(8).unwrap_or_default(),
                rating: ShownRating::from_columns((row.get(9), row.get(10), row.get(11))),
            });
        }
        let head = |row: &Row| ReplayHead {
            place: number(row, 0),
            id: row.get(1),
            game: row.get(2),
            ended: row.get(3),
            public: row.get(4),
            rated: row.get::<_, Option<bool>>(5).unwrap_or_default(),
            results: results.remove(&row.get(0)).unwrap_or_default(),
        };
        Ok(rows.iter().map(head).collect())
    }
}

const PERSON: &str = "SELECT id, name, name_key, token_hash, created, seen FROM parlor.people";

const DOCUMENT: &str = "SELECT kind, id, person, at, expires, body FROM parlor.documents";

fn document(row: &Row) -> Document {
    Document {
        kind: row.get(0),
        id: row.get(1),
        person: row.get::<_, Option<i64>>(2).map(i64::cast_unsigned),
        at: row.get(3),
        expires: row.get(4),
        body: row.get(5),
    }
}

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

pub(super) fn number(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).cast_unsigned()
}

/// PostgreSQL refuses text with a NUL character. No stored text has one, so a query for it is replaced by one for `NULL`,
/// which finds nothing.
pub(super) fn bindable(text: &str) -> Option<&str> {
    (!text.contains('\0')).then_some(text)
}
