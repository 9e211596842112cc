//! The race to the end of the game: who is there first, if all score as players by rules of thumb do.

use std::sync::LazyLock;

/// How often, of a thousand rounds, a player by rules of thumb scores 0, 1, 2 … points among two, three and four
/// such players. Counted in 6,000 games each; the few rounds that cost points count as 0.
const SCORED: [[u16; 31]; 3] = [
    [
        200, 37, 43, 46, 30, 168, 85, 55, 56, 58, 26, 43, 24, 7, 28, 19, 4, 12, 12, 8, 9, 5, 3, 5, 2, 5, 1,
        1, 0, 1, 5,
    ],
    [
        357, 37, 49, 41, 32, 159, 75, 35, 30, 45, 16, 26, 20, 5, 20, 13, 1, 7, 9, 3, 5, 3, 1, 3, 1, 3, 1, 0,
        0, 0, 3,
    ],
    [
        468, 30, 43, 39, 27, 144, 64, 23, 21, 36, 11, 17, 19, 4, 14, 11, 0, 6, 8, 2, 3, 3, 1, 2, 0, 2, 0, 0,
        0, 0, 2,
    ],
];

/// A player who needs more points than this is treated as needing exactly this many.
const FARTHEST: usize = 90;
/// Nearly all games are over after this many more rounds.
const ROUNDS: usize = 32;

/// How fast players come to the end, at tables of one size.
pub(super) struct Race {
    /// By the number of rounds and of points needed: how likely it is to have them by then.
    there: Vec<[f64; FARTHEST + 1]>,
}

impl Race {
    pub(super) fn of(seats: u8) -> &'static Self {
        static RACES: LazyLock<[Race; 3]> = LazyLock::new(|| SCORED.map(|scored| Race::with(&scored)));
        &RACES[usize::from(seats.clamp(2, 4)) - 2]
    }

    fn with(scored: &[u16]) -> Self {
        let all: f64 = scored.iter().copied().map(f64::from).sum();
        // How likely each sum is after some rounds; the last place is for all sums from there on.
        let mut sums = [0.0; FARTHEST + 1];
        sums[0] = 1.0;
        let mut there = Vec::with_capacity(ROUNDS + 1);
        for _ in 0..=ROUNDS {
            let mut reached = [0.0; FARTHEST + 1];
            let mut more = 0.0;
            for needed in (0..=FARTHEST).rev() {
                more += sums[needed];
                reached[needed] = more;
            }
            there.push(reached);
            let mut next = [0.0; FARTHEST + 1];
            for (sum, chance) in sums.iter().enumerate() {
                for (points, times) in scored.iter().enumerate() {
                    next[(sum + points).min(FARTHEST)] += chance * f64::from(*times) / all;
                }
            }
            sums = next;
        }
        Self { there }
    }

    /// The chance to be the first of up to four, by the points that each still needs. Who is there in the same round
    /// as others has an equal share.
    pub(super) fn chance(&self, own: i32, others: impl Iterator<Item = i32>) -> f64 {
        let place = |needed: i32| needed.clamp(1, FARTHEST as i32) as usize;
        let own = place(own);
        let (mut places, mut count) = ([0; 3], 0);
        for other in others.take(3) {
            places[count] = place(other);
            count += 1;
        }
        let mut chance = 0.0;
        for round in self.there.windows(2) {
            let (before, now) = (&round[0], &round[1]);
            let arrives = now[own] - before[own];
            // How likely it is that nobody was there before, and just this many arrive now.
            let mut together = [1.0, 0.0, 0.0, 0.0];
            for &other in &places[..count] {
                let (later, same) = (1.0 - now[other], now[other] - before[other]);
                for more in (1..4).rev() {
                    together[more] = together[more] * later + together[more - 1] * same;
                }
                together[0] *= later;
            }
            chance += arrives * (together[0] + together[1] / 2.0 + together[2] / 3.0 + together[3] / 4.0);
        }
        chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_of_all_add_up_and_whoever_needs_less_has_more() {
        for needed in [&[40, 30][..], &[52, 52, 52], &[3, 20, 20, 66], &[1, 1, 12, 30]] {
            let chance = |seat: usize| {
                let others = (0..needed.len()).filter(|other| *other != seat).map(|other| needed[other]);
                Race::of(needed.len() as u8).chance(needed[seat], others)
            };
            let chances: Vec<f64> = (0..needed.len()).map(chance).collect();
            let sum: f64 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 0.01, "{needed:?}: {chances:?}");
            for (seat, other) in (0..needed.len()).zip(1..needed.len()) {
                let order = needed[other].cmp(&needed[seat]);
                assert_eq!(
                    chances[seat].partial_cmp(&chances[other]),
                    Some(order),
                    "{needed:?}: {chances:?}"
                );
            }
        }
    }
}
