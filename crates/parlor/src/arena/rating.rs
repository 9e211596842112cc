//! Ratings: how strong everybody must be for these results to be as likely as possible.
//!
//! The chance of a player to win a game is its strength divided by the sum of the strengths at the table (Bradley
//! and Terry for two, Plackett and Luce for more); a draw is a win shared by all. Ratings are 400 times the decimal
//! logarithm of the strength, as Elo's are, with a mean of 0.

/// What everybody at a kind of table won together.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// Who sat there, with how many seats each.
    pub(super) seats: Vec<(usize, f64)>,
    /// Games won by each of them, shared wins in parts.
    pub(super) wins: Vec<f64>,
    pub(super) games: f64,
}

/// A rating and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    pub(super) elo: f64,
    pub(super) error: f64,
}

const ROUNDS: usize = 20_000;
const STANDS_STILL: f64 = 1e-10;
/// From natural logarithms to points.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of the given number of players.
pub(super) fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Rating> {
    // One more game at each table, shared by all: a player who won every game is rated high, not infinitely high.
    let meetings: Vec<Meeting> = meetings.iter().map(with_a_draw).collect();
    let mut strengths = vec![1.0; players];
    for _ in 0..ROUNDS {
        let mut wins = vec![0.0; players];
        let mut chances = vec![0.0; players];
        for meeting in &meetings {
            let table: f64 = meeting.seats.iter().map(|(player, seats)| strengths[*player] * seats).sum();
            for ((player, seats), won) in meeting.seats.iter().zip(&meeting.wins) {
                wins[*player] += won;
                chances[*player] += meeting.games * seats / table;
            }
        }
        let mut largest = 0.0f64;
        for player in 0..players {
            let better = if chances[player] > 0.0 { wins[player] / chances[player] } else { 1.0 };
            largest = largest.max((better / strengths[player] - 1.0).abs());
            strengths[player] = better;
        }
        let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
        if largest < STANDS_STILL {
            break;
        }
    }
    let errors = errors(&strengths, &meetings);
    let rating = |(strength, error): (&f64, f64)| Rating { elo: POINTS * strength.ln(), error };
    strengths.iter().zip(errors).map(rating).collect()
}

fn with_a_draw(meeting: &Meeting) -> Meeting {
    let all: f64 = meeting.seats.iter().map(|(_, seats)| seats).sum();
    let wins = meeting.seats.iter().zip(&meeting.wins).map(|((_, seats), won)| won + seats / all).collect();
    Meeting { seats: meeting.seats.clone(), wins, games: meeting.games + 1.0 }
}

/// From the curvature of the likelihood at its top.
fn errors(strengths: &[f64], meetings: &[Meeting]) -> Vec<f64> {
    let players = strengths.len();
    let mut curvature = vec![vec![0.0; players]; players];
    for meeting in meetings {
        let table: f64 = meeting.seats.iter().map(|(player, seats)| strengths[*player] * seats).sum();
        for &(one, seats) in &meeting.seats {
            let share = strengths[one] * seats / table;
            curvature[one][one] += meeting.games * share;
            for &(other, seats) in &meeting.seats {
                curvature[one][other] -= meeting.games * share * strengths[other] * seats / table;
            }
        }
    }
    // Only differences are measured; the mean is fixed at 0 by giving it weight.
    let weight = 1.0 / players as f64;
    curvature.iter_mut().flatten().for_each(|entry| *entry += weight);
    let inverse = inverse(curvature);
    let variance = |player: usize| (inverse[player][player] - weight).max(0.0);
    (0..players).map(|player| 1.96 * POINTS * variance(player).sqrt()).collect()
}

/// By Gauss and Jordan; the matrix is symmetric and positive, and as small as the number of bots.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot].max(1e-12);
        for column in 0..size {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

/// The 95 % interval of a share by Wilson's formula, which holds for few games and extreme shares too.
pub(super) fn interval(share: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if games == 0.0 {
        return (0.0, 1.0);
    }
    let centre = (share + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
    let half = Z / (1.0 + Z * Z / games)
        * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).max(0.0).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}
