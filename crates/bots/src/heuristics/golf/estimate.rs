//! What a layout will probably count.

use games::cards::{Card, Rank};
use games::golf::Values;
use games::golf::layout::Faces;

/// How much the time to come counts. Measured: each beats the other where it is meant for.
#[derive(Clone, Copy)]
pub(super) struct Taste {
    /// The chance that a column with one card known becomes a pair, for each copy of its rank that is about.
    pair_for_each_copy: f64,
    /// The part of an open column that will still be improved away.
    open_shrinks: f64,
    /// What a column of which nothing is known costs besides its cards.
    unknown_costs: f64,
}

impl Taste {
    /// There is time to wait for pairs.
    pub(super) const PATIENT: Self = Self { pair_for_each_copy: 0.25, open_shrinks: 0.0, unknown_costs: 0.0 };
    /// The first player out ends the round.
    pub(super) const RACE: Self = Self { pair_for_each_copy: 0.12, open_shrinks: 0.1, unknown_costs: 1.0 };
    /// Nothing follows.
    pub(super) const LAST_TURN: Self =
        Self { pair_for_each_copy: 0.0, open_shrinks: 0.0, unknown_costs: 0.0 };
}

/// The surest pair is still no certainty.
const SUREST_PAIR: f64 = 0.7;

pub(super) struct Estimate {
    points: [f64; 13],
    mean: f64,
    copies: [f64; 13],
    taste: Taste,
}

impl Estimate {
    /// `unseen` may lie hidden in layouts; it and `in_stock` may still come.
    pub(super) fn new(values: Values, taste: Taste, unseen: &[Card], in_stock: &[Card]) -> Self {
        let points = Rank::ALL.map(|rank| f64::from(values.points(rank)));
        let sum: f64 = unseen.iter().map(|card| points[card.rank() as usize]).sum();
        let mut copies = [0.0; 13];
        unseen.iter().chain(in_stock).for_each(|card| copies[card.rank() as usize] += 1.0);
        Self { points, mean: sum / unseen.len().max(1) as f64, copies, taste }
    }

    /// What the six cards will probably count.
    pub(super) fn layout(&self, faces: &Faces) -> f64 {
        (0..3).map(|column| self.column(faces[column], faces[column + 3])).sum()
    }

    /// What six open cards count.
    pub(super) fn sum(&self, faces: &Faces) -> f64 {
        let column = |column: usize| match (faces[column], faces[column + 3]) {
            (Some(above), Some(below)) if above.rank() == below.rank() => 0.0,
            (above, below) => above.into_iter().chain(below).map(|card| self.card(card)).sum(),
        };
        (0..3).map(column).sum()
    }

    pub(super) fn column(&self, above: Option<Card>, below: Option<Card>) -> f64 {
        match (above, below) {
            (None, None) => 2.0 * self.mean + self.taste.unknown_costs,
            (Some(known), None) | (None, Some(known)) => {
                let sum = self.card(known) + self.mean;
                let pair = self.taste.pair_for_each_copy * self.copies[known.rank() as usize];
                sum - pair.min(SUREST_PAIR) * sum.max(0.0)
            }
            (Some(above), Some(below)) if above.rank() == below.rank() => 0.0,
            (Some(above), Some(below)) => {
                let sum = self.card(above) + self.card(below);
                sum - self.taste.open_shrinks * sum.max(0.0)
            }
        }
    }

    fn card(&self, card: Card) -> f64 {
        self.points[card.rank() as usize]
    }
}
