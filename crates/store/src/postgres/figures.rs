//! Questions about how people did.

use super::queries::{bindable, number};
use super::reader::Reader;
use crate::{
    FigureTotals, HeadToHead, PastRating, PersonFigure, RatingHistoryQuery, ReadError, ReplaySeat,
    ShownRating, SizeStats,
};

impl Reader {
    pub(crate) async fn standing_by_seats(&self, person: u64) -> Result<Vec<SizeStats>, ReadError> {
        let sql = "SELECT game, seats, sum(games)::bigint, sum(wins)::bigint FROM parlor.standings
                   WHERE person = $1 AND opponent = $1
                   GROUP BY game, seats ORDER BY game COLLATE \"C\", seats";
        let rows = self.rows(sql, &[&person.cast_signed()]).await?;
        let stats = |row| SizeStats {
            game: tokio_postgres::Row::get(row, 0),
            seats: u8::try_from(row.get::<_, i16>(1)).unwrap_or(u8::MAX),
            games: number(row, 2),
            wins: number(row, 3),
        };
        Ok(rows.iter().map(stats).collect())
    }

    pub(crate) async fn head_to_head(
        &self,
        person: u64,
        opponent: u64,
        viewer: Option<u64>,
    ) -> Result<Vec<HeadToHead>, ReadError> {
        let may_see_all = viewer == Some(person) || viewer == Some(opponent);
        let (person, opponent) = (person.cast_signed(), opponent.cast_signed());
        let stats = |row: &tokio_postgres::Row| HeadToHead {
            game: row.get(0),
            games: number(row, 1),
            wins: number(row, 2),
            opponent_wins: number(row, 3),
        };
        let sql = "SELECT game, sum(games)::bigint, sum(wins)::bigint, sum(opponent_wins)::bigint
                   FROM parlor.standings WHERE person = $1 AND opponent = $2 AND (public OR $3)
                   GROUP BY game ORDER BY game COLLATE \"C\"";
        let rows = self.rows(sql, &[&person, &opponent, &may_see_all]).await?;
        let found = rows.iter().map(stats).collect();
        let Some(viewer) = viewer.filter(|_| !may_see_all) else { return Ok(found) };
        // Private games that all three played, among those of whichever two met less often.
        let viewer = viewer.cast_signed();
        let (fewer, more) = if self.meets_more_often(person, opponent, viewer).await? {
            (viewer, opponent)
        } else {
            (opponent, viewer)
        };
        let sql = "SELECT game, count(DISTINCT replay), count(DISTINCT replay) FILTER (WHERE won),
                          count(DISTINCT replay) FILTER (WHERE (
                              SELECT count(*) FROM parlor.meetings AS other WHERE person = $4 AND opponent = $1
                              AND other.game = own.game AND NOT public AND won AND other.replay = own.replay) > 0)
                   FROM parlor.meetings AS own WHERE person = $1 AND opponent = $2 AND NOT public
                   AND (SELECT count(*) FROM parlor.meetings AS other WHERE person = $1 AND opponent = $3
                        AND other.game = own.game AND NOT public AND other.won = own.won
                        AND other.replay = own.replay) > 0
                   GROUP BY game";
        let rows = self.rows(sql, &[&person, &fewer, &more, &opponent]).await?;
        Ok(HeadToHead::added(found, rows.iter().map(stats).collect()))
    }

    pub(crate) async fn rating_history(
        &self,
        query: &RatingHistoryQuery,
    ) -> Result<Vec<PastRating>, ReadError> {
        let RatingHistoryQuery { person, game, seats, limit } = query;
        let sql = "SELECT ended, rating, rating_interval, rating_change FROM (
                       SELECT newest.replay FROM generate_series($3::bigint, $4::bigint) AS size (seats)
                       CROSS JOIN LATERAL (
                           SELECT replay FROM parlor.rated_results
                           WHERE person = $1 AND game = $2 AND rated_results.seats = size.seats
                           ORDER BY replay DESC LIMIT $5
                       ) AS newest ORDER BY newest.replay DESC LIMIT $5
                   ) AS listed JOIN parlor.replays ON place = listed.replay
                   JOIN parlor.results ON results.replay = place AND person = $1 AND rating IS NOT NULL
                   ORDER BY place DESC LIMIT $5";
        let (from, to) = (i64::from(seats.0), i64::from(seats.1));
        let person = person.cast_signed();
        let rows = self.rows(sql, &[&person, &bindable(game), &from, &to, &i64::from(*limit)]).await?;
        let past = |row: &tokio_postgres::Row| PastRating {
            ended: row.get(0),
            rating: ShownRating { points: row.get(1), interval: row.get(2), change: row.get(3) },
        };
        Ok(rows.iter().map(past).collect())
    }

    pub(crate) async fn figures_of(&self, person: u64) -> Result<Vec<PersonFigure>, ReadError> {
        let sql = "SELECT game, key, samples, total, lowest, highest FROM parlor.figures
                   WHERE person = $1 ORDER BY game COLLATE \"C\", key COLLATE \"C\"";
        let rows = self.rows(sql, &[&person.cast_signed()]).await?;
        let figure = |row: &tokio_postgres::Row| PersonFigure {
            game: row.get(0),
            key: row.get(1),
            totals: FigureTotals {
                samples: number(row, 2),
                total: row.get(3),
                lowest: row.get(4),
                highest: row.get(5),
            },
        };
        Ok(rows.iter().map(figure).collect())
    }

    pub(crate) async fn uncounted_replays(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        let sql = "SELECT id FROM parlor.replays WHERE figures_counted IS NULL ORDER BY place DESC LIMIT $1";
        let rows = self.rows(sql, &[&i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn unsummed_replays(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        let sql = "SELECT id FROM parlor.replays WHERE summed IS NULL ORDER BY place DESC LIMIT $1";
        let rows = self.rows(sql, &[&i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn seats_in_replays(
        &self,
        person: u64,
        limit: u32,
    ) -> Result<Vec<ReplaySeat>, ReadError> {
        let sql = "SELECT id, seat FROM (
                       SELECT replay, seat FROM parlor.results WHERE person = $1
                       UNION ALL SELECT replay, seat FROM parlor.appearances WHERE person = $1
                   ) AS played JOIN parlor.replays ON place = replay LIMIT $2";
        let rows = self.rows(sql, &[&person.cast_signed(), &i64::from(limit)]).await?;
        let seat = |row: &tokio_postgres::Row| ReplaySeat {
            replay: row.get(0),
            seat: u8::try_from(row.get::<_, i16>(1)).unwrap_or(u8::MAX),
        };
        Ok(rows.iter().map(seat).collect())
    }
}
