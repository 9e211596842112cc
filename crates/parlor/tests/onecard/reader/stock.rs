//! The stock: in a known order until it has been refilled from the discards.

use std::collections::VecDeque;

use super::hand::{Card, take};

#[derive(Default)]
pub(crate) struct Stock {
    known: VecDeque<Card>,
    /// Shuffled in an unknown order: any of these may come next.
    shuffled: Vec<Card>,
}

impl Stock {
    pub(crate) fn of(cards: &[Card]) -> Self {
        Self { known: cards.iter().copied().collect(), shuffled: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len() + self.shuffled.len()
    }

    pub(crate) fn add_shuffled(&mut self, cards: Vec<Card>) {
        self.shuffled.extend(cards);
    }

    /// Whether this can be the next card; it is gone then.
    pub(crate) fn draw(&mut self, card: Card) -> bool {
        match self.known.pop_front() {
            Some(next) => next == card,
            None => take(&mut self.shuffled, card),
        }
    }
}
