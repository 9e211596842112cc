//! How strong the levels are: ratings from games that they played against each other.

#[cfg(test)]
mod tests;

use games::Kind;

use crate::Level;

/// The result of one meeting of two levels at tables for two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// Who won more.
    pub stronger: Level,
    /// The other one.
    pub weaker: Level,
    /// The share of the games that the stronger one won, a tie as half.
    pub won: f64,
    /// How many games they played.
    pub games: u32,
}

const fn meeting(stronger: Level, weaker: Level, won: f64, games: u32) -> Meeting {
    Meeting { stronger, weaker, won, games }
}

/// All meetings that were measured, as `docs/bots.md` lists them.
#[must_use]
pub const fn meetings(kind: Kind) -> &'static [Meeting] {
    use Level::{Casual, Easy, Expert, Hard, Medium, Random};
    match kind {
        Kind::Chicago => {
            &const {
                [
                    meeting(Casual, Easy, 0.63, 400),
                    meeting(Medium, Casual, 0.665, 200),
                    meeting(Hard, Medium, 0.756, 90),
                ]
            }
        }
        Kind::Golf => {
            &const {
                [
                    meeting(Casual, Easy, 0.835, 100),
                    meeting(Medium, Casual, 0.669, 80),
                    meeting(Hard, Medium, 0.838, 40),
                    meeting(Expert, Hard, 1.0, 10),
                ]
            }
        }
        Kind::OneCard => {
            &const {
                [
                    meeting(Medium, Easy, 0.533, 3_000),
                    meeting(Hard, Medium, 0.56, 3_000),
                    meeting(Expert, Hard, 0.551, 2_000),
                    meeting(Expert, Random, 0.705, 2_000),
                ]
            }
        }
        // `hard` played as `casual` does when this was measured, and is not rated since.
        Kind::Sorry => {
            &const {
                [
                    meeting(Medium, Easy, 0.594, 5_000),
                    meeting(Casual, Medium, 0.533, 10_000),
                    meeting(Expert, Casual, 0.507, 30_000),
                    meeting(Expert, Random, 0.744, 200_000),
                ]
            }
        }
        Kind::Gomoku => {
            &const {
                [
                    meeting(Casual, Easy, 0.915, 200),
                    meeting(Medium, Casual, 0.8, 110),
                    meeting(Hard, Medium, 0.783, 60),
                    meeting(Expert, Hard, 0.75, 50),
                ]
            }
        }
        #[allow(unreachable_patterns, reason = "a new game is not measured yet")]
        _ => &[],
    }
}

/// How strong a level is in one game, for two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The level.
    pub level: Level,
    /// 400 points are odds of ten to one. `medium` has 1000 in every game.
    pub points: f64,
    /// The half width of the 95 % interval, against `medium`.
    pub interval: f64,
}

/// The rating of `medium`.
const MEDIUM: f64 = 1_000.0;

/// The ratings of all levels that were measured, the weakest first.
#[must_use]
pub fn ratings(kind: Kind) -> Vec<Rating> {
    let meetings = meetings(kind);
    if meetings.is_empty() {
        return Vec::new();
    }
    let mut rated = vec![Rating { level: Level::Medium, points: MEDIUM, interval: 0.0 }];
    // Each meeting ties one level that has no rating yet to one that has.
    while let Some(next) = meetings.iter().find_map(|meeting| tied(meeting, &rated)) {
        rated.push(next);
    }
    rated.sort_by(|one, other| one.points.total_cmp(&other.points));
    rated
}

fn tied(meeting: &Meeting, rated: &[Rating]) -> Option<Rating> {
    let of = |level: Level| rated.iter().find(|rating| rating.level == level);
    let (known, level, sign) = match (of(meeting.stronger), of(meeting.weaker)) {
        (Some(stronger), None) => (stronger, meeting.weaker, -1.0),
        (None, Some(weaker)) => (weaker, meeting.stronger, 1.0),
        _ => return None,
    };
    let (difference, interval) = difference(meeting);
    Some(Rating { level, points: known.points + sign * difference, interval: known.interval.hypot(interval) })
}

/// The difference of two ratings after their meeting, and the half width of its 95 % interval.
fn difference(meeting: &Meeting) -> (f64, f64) {
    let points_per_e = 400.0 / std::f64::consts::LN_10;
    let games = f64::from(meeting.games);
    // Half a game for each, so that a clean sweep has a finite difference too.
    let (won, lost) = (meeting.won * games + 0.5, (1.0 - meeting.won) * games + 0.5);
    let error = (1.0 / won + 1.0 / lost).sqrt();
    (points_per_e * (won / lost).ln(), 1.96 * points_per_e * error)
}

/// The levels that differ measurably, the weakest first: each is rated above the one before it beyond its interval.
fn distinct_levels(kind: Kind) -> Vec<Level> {
    let mut distinct: Vec<Level> = Vec::new();
    for rating in ratings(kind) {
        let differs = distinct.last().is_none_or(|below| is_above(kind, rating.level, *below));
        if differs {
            distinct.push(rating.level);
        }
    }
    distinct
}

/// The levels that people are offered, the weakest first. Where luck decides most, only those whose strength differs
/// measurably.
#[must_use]
pub fn offered_levels(kind: Kind) -> Vec<Level> {
    match kind {
        Kind::Sorry | Kind::OneCard => distinct_levels(kind),
        _ => Level::ALL.to_vec(),
    }
}

/// Whether a level is stronger than another beyond chance: by their own meeting, or else by the ratings of both.
fn is_above(kind: Kind, level: Level, other: Level) -> bool {
    let met = meetings(kind).iter().find(|meeting| meeting.stronger == level && meeting.weaker == other);
    if let Some((difference, interval)) = met.map(difference) {
        return difference > interval;
    }
    let ratings = ratings(kind);
    let of = |level: Level| ratings.iter().find(|rating| rating.level == level);
    of(level)
        .zip(of(other))
        .is_some_and(|(one, other)| one.points - other.points > one.interval.hypot(other.interval))
}
