//! The fit itself: the strengths under which the results are the most likely, and how sure that is.
//!
//! A game is a list of stages. In a stage some players remain, and some of them come next: each with a chance of their
//! strength divided by the sum of the strengths that remain. Players who share a place share the stages they fill. The
//! logarithm of the likelihood is concave, and with the prior it has one maximum, which Newton's method finds; the linear
//! equations of its steps are solved by conjugate gradients, a pass over all stages for each product with the curvature.

use crate::{POINTS, PRIOR_DEVIATION};

/// Pools of up to this number of players have exact intervals; in larger ones those of a player's opponents are taken as if
/// they were known from their own games alone. The exact way takes the cube of the number of players.
const EXACT_INTERVALS: usize = 600;

const MAX_NEWTON_STEPS: usize = 60;
/// A step smaller than this, in natural logarithms, ends the search: less than a millionth of a point.
const CONVERGED: f64 = 1e-9;
/// How exactly a step is computed, relative to the gradient.
const CG_TOLERANCE: f64 = 1e-10;
const MAX_CG_STEPS: usize = 2_000;

/// Somebody at a stage: a free player of the pool by index, or one whose strength is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Free(u32),
    Fixed(f64),
}

/// All stages of the games of one pool, one after another.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stages {
    entries: Vec<Entry>,
    stages: Vec<Stage>,
}

#[derive(Clone, Copy, Debug)]
struct Stage {
    /// Where its entries end. Those who come next stand first.
    end: u32,
    next: u32,
    weight: f64,
}

/// The strengths of the free players as natural logarithms, and their variances.
pub(crate) struct Fit {
    pub(crate) strengths: Vec<f64>,
    pub(crate) variances: Vec<f64>,
}

impl Stages {
    /// Adds a game: its players by place, and its weight.
    pub(crate) fn add(&mut self, groups: &[Vec<Entry>], winner_only: bool, weight: f64) {
        for (index, group) in groups.iter().enumerate() {
            let remaining: usize = groups[index..].iter().map(Vec::len).sum();
            // The last one who remains has nobody to come before.
            let stages = if winner_only { 1 } else { group.len().min(remaining - 1) };
            if remaining < 2 || stages == 0 {
                return;
            }
            self.entries.extend(groups[index..].iter().flatten());
            self.stages.push(Stage {
                end: self.entries.len() as u32,
                next: group.len() as u32,
                weight: weight * stages as f64,
            });
            if winner_only {
                return;
            }
        }
    }

    /// Each stage with its entries.
    fn iter(&self) -> impl Iterator<Item = (Stage, &[Entry])> {
        let begins = std::iter::once(0).chain(self.stages.iter().map(|stage| stage.end));
        begins
            .zip(&self.stages)
            .map(|(begin, stage)| (*stage, &self.entries[begin as usize..stage.end as usize]))
    }

    /// The most likely strengths of this number of free players. `None` if `stop`, which is called after every pass,
    /// returns true.
    pub(crate) fn fit(&self, players: usize, stop: &dyn Fn() -> bool) -> Option<Fit> {
        let mut strengths = vec![0.0; players];
        let mut chances = vec![0.0; self.entries.len()];
        let mut likelihood = self.likelihood(&strengths);
        for _ in 0..MAX_NEWTON_STEPS {
            if stop() {
                return None;
            }
            let (gradient, diagonal) = self.gradient(&strengths, &mut chances);
            let step = self.step(&gradient, &diagonal, &chances, stop)?;
            let largest = step.iter().fold(0.0f64, |largest, part| largest.max(part.abs()));
            if largest < CONVERGED {
                break;
            }
            // A full step may lead too far where few games say little: then a part of it is taken.
            let mut part = 1.0;
            loop {
                let tried: Vec<f64> = strengths.iter().zip(&step).map(|(was, by)| was + part * by).collect();
                let reached = self.likelihood(&tried);
                if reached >= likelihood || part * largest < CONVERGED {
                    (strengths, likelihood) = (tried, reached);
                    break;
                }
                part /= 2.0;
            }
        }
        let (_, diagonal) = self.gradient(&strengths, &mut chances);
        let variances = if players <= EXACT_INTERVALS {
            self.exact_variances(players, &chances, stop)?
        } else {
            self.local_variances(&diagonal, &chances)
        };
        Some(Fit { strengths, variances })
    }

    /// The logarithm of the likelihood, with the prior.
    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum = strengths.iter().map(|strength| -0.5 * precision() * strength * strength).sum::<f64>();
        for (stage, entries) in self.iter() {
            let highest = entries.iter().map(|entry| entry.strength(strengths)).fold(f64::MIN, f64::max);
            let total: f64 = entries.iter().map(|entry| (entry.strength(strengths) - highest).exp()).sum();
            let total = highest + total.ln();
            let next = &entries[..stage.next as usize];
            let came: f64 = next.iter().map(|entry| entry.strength(strengths) - total).sum();
            sum += stage.weight * came / f64::from(stage.next);
        }
        sum
    }

    /// The gradient of the likelihood and the diagonal of its curvature. The chance of each entry goes to `chances`.
    fn gradient(&self, strengths: &[f64], chances: &mut [f64]) -> (Vec<f64>, Vec<f64>) {
        let mut gradient: Vec<f64> = strengths.iter().map(|strength| -precision() * strength).collect();
        let mut diagonal = vec![precision(); strengths.len()];
        let mut begin = 0;
        for (stage, entries) in self.iter() {
            let chances = &mut chances[begin..begin + entries.len()];
            begin += entries.len();
            let highest = entries.iter().map(|entry| entry.strength(strengths)).fold(f64::MIN, f64::max);
            let mut total = 0.0;
            for (chance, entry) in chances.iter_mut().zip(entries) {
                *chance = (entry.strength(strengths) - highest).exp();
                total += *chance;
            }
            let share = stage.weight / f64::from(stage.next);
            for (index, (chance, entry)) in chances.iter_mut().zip(entries).enumerate() {
                *chance /= total;
                if let Entry::Free(player) = entry {
                    let came = if index < stage.next as usize { share } else { 0.0 };
                    gradient[*player as usize] += came - stage.weight * *chance;
                    diagonal[*player as usize] += stage.weight * *chance * (1.0 - *chance);
                }
            }
        }
        (gradient, diagonal)
    }

    /// The curvature times a vector, into `out`.
    fn curve(&self, vector: &[f64], chances: &[f64], out: &mut [f64]) {
        for (out, part) in out.iter_mut().zip(vector) {
            *out = precision() * part;
        }
        let mut begin = 0;
        for (stage, entries) in self.iter() {
            let chances = &chances[begin..begin + entries.len()];
            begin += entries.len();
            let mut mean = 0.0;
            for (chance, entry) in chances.iter().zip(entries) {
                if let Entry::Free(player) = entry {
                    mean += chance * vector[*player as usize];
                }
            }
            for (chance, entry) in chances.iter().zip(entries) {
                if let Entry::Free(player) = entry {
                    out[*player as usize] += stage.weight * chance * (vector[*player as usize] - mean);
                }
            }
        }
    }

    /// Newton's step, by conjugate gradients.
    fn step(
        &self,
        gradient: &[f64],
        diagonal: &[f64],
        chances: &[f64],
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<f64>> {
        let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let scaled = |vector: &[f64]| vector.iter().zip(diagonal).map(|(a, b)| a / b).collect::<Vec<f64>>();
        let mut step = vec![0.0; gradient.len()];
        let mut rest = gradient.to_vec();
        let mut conditioned = scaled(&rest);
        let mut direction = conditioned.clone();
        let mut curved = vec![0.0; gradient.len()];
        let mut size = dot(&rest, &conditioned);
        let small = size * CG_TOLERANCE * CG_TOLERANCE;
        for _ in 0..MAX_CG_STEPS {
            if size <= small || size == 0.0 {
                break;
            }
            if stop() {
                return None;
            }
            self.curve(&direction, chances, &mut curved);
            let length = size / dot(&direction, &curved);
            for (step, direction) in step.iter_mut().zip(&direction) {
                *step += length * direction;
            }
            for (rest, curved) in rest.iter_mut().zip(&curved) {
                *rest -= length * curved;
            }
            conditioned = scaled(&rest);
            let next = dot(&rest, &conditioned);
            let keep = next / size;
            size = next;
            for (direction, conditioned) in direction.iter_mut().zip(&conditioned) {
                *direction = conditioned + keep * *direction;
            }
        }
        Some(step)
    }

    /// What two free players of one stage have to do with each other, in the order of the games.
    fn pairs(&self, chances: &[f64], mut take: impl FnMut(usize, usize, f64)) {
        let mut begin = 0;
        for (stage, entries) in self.iter() {
            let chances = &chances[begin..begin + entries.len()];
            begin += entries.len();
            for (index, one) in entries.iter().enumerate() {
                for (other_index, other) in entries.iter().enumerate().skip(index + 1) {
                    if let (Entry::Free(one), Entry::Free(other)) = (one, other) {
                        let shared = stage.weight * chances[index] * chances[other_index];
                        take(*one as usize, *other as usize, shared);
                    }
                }
            }
        }
    }

    /// The diagonal of the inverse of the curvature, by Cholesky's decomposition.
    fn exact_variances(&self, players: usize, chances: &[f64], stop: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let mut matrix = vec![0.0; players * players];
        let mut begin = 0;
        for player in 0..players {
            matrix[player * players + player] = precision();
        }
        for (stage, entries) in self.iter() {
            for (chance, entry) in chances[begin..begin + entries.len()].iter().zip(entries) {
                if let Entry::Free(player) = entry {
                    matrix[*player as usize * (players + 1)] += stage.weight * chance * (1.0 - chance);
                }
            }
            begin += entries.len();
        }
        self.pairs(chances, |one, other, shared| {
            matrix[one.max(other) * players + one.min(other)] -= shared;
        });
        // The lower triangle becomes its decomposition, row by row.
        for row in 0..players {
            if stop() {
                return None;
            }
            for column in 0..=row {
                let (above, from) = matrix.split_at(row * players);
                let own = &from[..column];
                let sum = if column == row {
                    own.iter().map(|part| part * part).sum::<f64>()
                } else {
                    own.iter().zip(&above[column * players..]).map(|(a, b)| a * b).sum::<f64>()
                };
                let rest = matrix[row * players + column] - sum;
                matrix[row * players + column] =
                    if column == row { rest.sqrt() } else { rest / matrix[column * (players + 1)] };
            }
        }
        // The variance of a player is the squared length of a column of the inverse of the triangle.
        let mut variances = vec![0.0; players];
        let mut column = vec![0.0; players];
        for (player, variance) in variances.iter_mut().enumerate() {
            if stop() {
                return None;
            }
            for row in player..players {
                let sum: f64 = (player..row).map(|known| matrix[row * players + known] * column[known]).sum();
                let unit = if row == player { 1.0 } else { 0.0 };
                column[row] = (unit - sum) / matrix[row * (players + 1)];
                *variance += column[row] * column[row];
            }
        }
        Some(variances)
    }

    /// The variances if the opponents of each player knew nothing of each other.
    fn local_variances(&self, diagonal: &[f64], chances: &[f64]) -> Vec<f64> {
        let mut shared: Vec<(usize, usize, f64)> = Vec::new();
        self.pairs(chances, |one, other, part| shared.push((one.min(other), one.max(other), part)));
        // Stable, so that parts are summed in the order of the games.
        shared.sort_by_key(|(one, other, _)| (*one, *other));
        let mut known = diagonal.to_vec();
        for group in shared.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let (one, other, _) = group[0];
            let sum: f64 = group.iter().map(|(.., part)| part).sum();
            known[one] -= sum * sum / diagonal[other];
            known[other] -= sum * sum / diagonal[one];
        }
        known.iter().map(|known| 1.0 / known.max(precision())).collect()
    }
}

impl Entry {
    fn strength(self, strengths: &[f64]) -> f64 {
        match self {
            Self::Free(player) => strengths[player as usize],
            Self::Fixed(strength) => strength,
        }
    }
}

/// One divided by the variance of the prior.
fn precision() -> f64 {
    (POINTS / PRIOR_DEVIATION).powi(2)
}
