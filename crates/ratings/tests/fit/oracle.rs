//! The same ratings, found without any of the fit's formulas: probabilities written down as they are defined, a search that
//! tries each number a little up and down, and intervals from differences.

use std::collections::BTreeMap;

use ratings::{BoardKey, FinishOrder, Player, RatedGame, anchor, finish_order};

type Strengths = BTreeMap<Player, f64>;

/// In points, of people and bots without an anchor.
pub(super) fn ratings(key: &BoardKey, games: &[RatedGame], at: i64) -> BTreeMap<Player, (f64, f64)> {
    let mut points = Strengths::new();
    for player in games.iter().flat_map(RatedGame::players) {
        if fixed(key, &player).is_none() {
            points.insert(player, 1_000.0);
        }
    }
    let free: Vec<Player> = points.keys().cloned().collect();
    let mut stride = 256.0;
    while stride > 0.001 {
        let mut moved = false;
        for player in &free {
            for by in [stride, -stride] {
                let before = posterior(key, games, &points, at);
                *points.get_mut(player).unwrap() += by;
                if posterior(key, games, &points, at) > before {
                    moved = true;
                } else {
                    *points.get_mut(player).unwrap() -= by;
                }
            }
        }
        if !moved {
            stride /= 2.0;
        }
    }
    let curvature = free.iter().map(|one| {
        let row = free.iter().map(|other| -second_difference(key, games, &points, at, one, other));
        row.collect::<Vec<f64>>()
    });
    let inverse = inverse(curvature.collect());
    let found = free
        .iter()
        .enumerate()
        .map(|(index, player)| (player.clone(), (points[player], 1.96 * inverse[index][index].sqrt())));
    found.collect()
}

fn fixed(key: &BoardKey, player: &Player) -> Option<f64> {
    match player {
        Player::Bot { level, version } => anchor(&key.game, level, *version),
        _ => None,
    }
}

/// The logarithm of the chance of all results times the prior.
fn posterior(key: &BoardKey, games: &[RatedGame], points: &Strengths, at: i64) -> f64 {
    let prior: f64 = points.values().map(|points| -((points - 1_000.0) / 350.0).powi(2) / 2.0).sum();
    let of = |game: &RatedGame| {
        let strengths: Vec<f64> = game
            .players()
            .map(|player| fixed(key, &player).unwrap_or_else(|| points[&player]))
            .map(|points| 10.0f64.powf(points / 400.0))
            .collect();
        let years = (at - game.ended_at) as f64 / (365.0 * 86_400_000.0);
        0.5f64.powf(years) * log_chance(key, game, &strengths)
    };
    prior + games.iter().map(of).sum::<f64>()
}

fn log_chance(key: &BoardKey, game: &RatedGame, strengths: &[f64]) -> f64 {
    let winner_only = finish_order(&key.game) == FinishOrder::Winner;
    // Lower is better.
    let stayed_won = game.seats.iter().any(|seat| seat.won && !seat.left);
    let all_left = game.seats.iter().all(|seat| seat.left);
    let rank = |index: usize| {
        let seat = &game.seats[index];
        match (seat.left && !all_left, seat.won && stayed_won) {
            _ if all_left => 0,
            (true, _) if winner_only => 1,
            (true, _) => i64::MAX,
            (false, true) => i64::MIN,
            (false, false) if winner_only => i64::from(stayed_won),
            (false, false) if key.game == "golf" => seat.score,
            (false, false) => -seat.score,
        }
    };
    let mut sum = 0.0;
    let mut remaining: Vec<usize> = (0..game.seats.len()).collect();
    while remaining.len() > 1 {
        let best = remaining.iter().map(|index| rank(*index)).min().unwrap();
        let next: Vec<usize> = remaining.iter().copied().filter(|index| rank(*index) == best).collect();
        let total: f64 = remaining.iter().map(|index| strengths[*index]).sum();
        let mean: f64 =
            next.iter().map(|index| (strengths[*index] / total).ln()).sum::<f64>() / next.len() as f64;
        if winner_only {
            return mean;
        }
        sum += mean * next.len().min(remaining.len() - 1) as f64;
        remaining.retain(|index| rank(*index) != best);
    }
    sum
}

fn second_difference(
    key: &BoardKey,
    games: &[RatedGame],
    points: &Strengths,
    at: i64,
    one: &Player,
    other: &Player,
) -> f64 {
    const BY: f64 = 2.0;
    let moved = |first: f64, second: f64| {
        let mut points = points.clone();
        *points.get_mut(one).unwrap() += first;
        *points.get_mut(other).unwrap() += second;
        posterior(key, games, &points, at)
    };
    (moved(BY, BY) - moved(BY, -BY) - moved(-BY, BY) + moved(-BY, -BY)) / (4.0 * BY * BY)
}

/// By Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (row, line) in matrix.iter_mut().enumerate() {
        line.extend((0..size).map(|column| f64::from(u8::from(column == row))));
    }
    for pivot in 0..size {
        let by = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|part| *part /= by);
        let line = matrix[pivot].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let by = other[pivot];
            other.iter_mut().zip(&line).for_each(|(part, pivot)| *part -= by * pivot);
        }
    }
    matrix.into_iter().map(|line| line[size..].to_vec()).collect()
}
