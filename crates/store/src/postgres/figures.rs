//! Questions about how people did.

use super::queries::{bindable, number};
use super::reader::Reader;
use crate::{
    FigureTotals, HeadToHead, PastRating, PersonFigure, RatingHistoryQuery, ReadError, ReplaySeat,
    ShownRating, SizeStats,
};

impl Reader {
    pub(crate) async fn standing_by_seats(&self, person: u64) -> Result<Vec<SizeStats>, ReadError> {
        // A person on two seats of a game has played one game.
        let sql = "SELECT game, seats, count(*), count(*) FILTER (WHERE won) FROM (
                       SELECT game, bool_or(won) AS won,
                              (SELECT count(*) FROM parlor.results WHERE replay = own.replay) AS seats
                       FROM parlor.results AS own JOIN parlor.replays ON place = own.replay
                       WHERE own.person = $1 GROUP BY own.replay, game
                   ) AS played GROUP BY game, seats ORDER BY game COLLATE \"C\", seats";
        let rows = self.rows(sql, &[&person.cast_signed()]).await?;
        let stats = |row| SizeStats {
            game: tokio_postgres::Row::get(row, 0),
            seats: u8::try_from(number(row, 1)).unwrap_or(u8::MAX),
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
        let sql = "SELECT game, count(DISTINCT place), count(DISTINCT CASE WHEN own.won THEN place END),
                          count(DISTINCT CASE WHEN other.won THEN place END)
                   FROM parlor.results AS own
                   JOIN parlor.results AS other ON other.replay = own.replay AND other.person = $2
                   JOIN parlor.replays ON place = own.replay WHERE own.person = $1
                   AND (public OR EXISTS (SELECT 1 FROM parlor.results WHERE replay = own.replay AND person = $3))
                   GROUP BY game ORDER BY game COLLATE \"C\"";
        let viewer = viewer.map(u64::cast_signed);
        let rows = self.rows(sql, &[&person.cast_signed(), &opponent.cast_signed(), &viewer]).await?;
        let stats = |row| HeadToHead {
            game: tokio_postgres::Row::get(row, 0),
            games: number(row, 1),
            wins: number(row, 2),
            opponent_wins: number(row, 3),
        };
        Ok(rows.iter().map(stats).collect())
    }

    pub(crate) async fn rating_history(
        &self,
        query: &RatingHistoryQuery,
    ) -> Result<Vec<PastRating>, ReadError> {
        let RatingHistoryQuery { person, game, seats, limit } = query;
        let sql = "SELECT ended, rating, rating_interval, rating_change
                   FROM parlor.results AS own JOIN parlor.replays ON place = own.replay
                   WHERE person = $1 AND rating IS NOT NULL AND game = $2
                   AND (SELECT count(*) FROM parlor.results WHERE replay = own.replay) BETWEEN $3 AND $4
                   ORDER BY own.replay DESC LIMIT $5";
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
