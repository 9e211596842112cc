//! What a column will count in the end if there is time to improve it.
//!
//! A column is worth what it will count after some more turns, in each of which a card may be offered to it: the best use of
//! that card, or none. So a pair is broken for a two if a king or an ace will probably follow, a hidden card costs little
//! while there is time, and much when there is none.

use super::world::RANKS;

/// In place of a rank: a hidden card.
pub(super) const HIDDEN: usize = RANKS;
const FACES: usize = RANKS + 1;
/// The most turns that are looked ahead.
pub(super) const FARTHEST: usize = 24;

/// Of the cards that come in one turn, from the stock and on the discard pile, this part is free for each of three columns.
const OFFERS: f32 = 0.45;

type Worths = [[f32; FACES]; FACES];

/// What each column is worth, by the number of turns to come.
pub(super) struct Outlook(Vec<Worths>);

impl Outlook {
    /// For cards of these points, of which this many of each rank may come.
    pub(super) fn new(points: &[i32; RANKS], about: &[u8; RANKS]) -> Self {
        let total: f32 = about.iter().map(|count| f32::from(*count)).sum::<f32>().max(1.0);
        let chance = about.map(|count| f32::from(count) / total);
        let mean: f32 = (0..RANKS).map(|rank| chance[rank] * points[rank] as f32).sum();
        let worth = |face: usize| if face == HIDDEN { mean } else { points[face] as f32 };
        let mut worths: Vec<Worths> = Vec::with_capacity(FARTHEST + 1);
        worths.push(std::array::from_fn(|above| {
            std::array::from_fn(|below| match above == below && above != HIDDEN {
                true => 0.0,
                false => worth(above) + worth(below),
            })
        }));
        for _ in 0..FARTHEST {
            let before = &worths[worths.len() - 1];
            let mut now: Worths = [[0.0; FACES]; FACES];
            for above in 0..FACES {
                for below in above..FACES {
                    let stays = before[above][below];
                    let gain: f32 = (0..RANKS)
                        .map(|rank| {
                            chance[rank] * (stays - before[rank][below].min(before[above][rank])).max(0.0)
                        })
                        .sum();
                    now[above][below] = stays - OFFERS * gain;
                    now[below][above] = now[above][below];
                }
            }
            worths.push(now);
        }
        Self(worths)
    }

    /// What a column is worth after this many turns at most.
    #[inline]
    pub(super) fn column(&self, turns: usize, above: usize, below: usize) -> f32 {
        self.0[turns.min(FARTHEST)][above][below]
    }
}

#[cfg(test)]
mod tests {
    use games::cards::Rank;
    use games::golf::Values;

    use super::*;

    fn outlook() -> Outlook {
        Outlook::new(&Rank::ALL.map(|rank| Values::Bicycle.points(rank)), &[4; RANKS])
    }

    #[test]
    fn with_time_a_pair_is_broken_for_a_two_and_at_the_end_it_is_not() {
        let (outlook, two, seven) = (outlook(), Rank::Two as usize, Rank::Seven as usize);
        let gain = |turns| outlook.column(turns, seven, seven) - outlook.column(turns, two, seven);
        assert!(gain(20) > 0.0 && gain(1) < 0.0, "{} {}", gain(20), gain(1));
    }

    #[test]
    fn more_time_never_makes_a_column_worse_and_a_hidden_card_costs_less() {
        let (outlook, king) = (outlook(), Rank::King as usize);
        for turns in 1..=FARTHEST {
            for above in 0..FACES {
                for below in 0..FACES {
                    let (before, now) =
                        (outlook.column(turns - 1, above, below), outlook.column(turns, above, below));
                    assert!(now <= before, "{turns}: {above} {below}");
                }
            }
            let hidden = |turns| outlook.column(turns, king, HIDDEN);
            assert!(hidden(turns) < hidden(turns - 1));
        }
    }
}
