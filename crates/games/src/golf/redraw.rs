//! The cards that nobody has seen, drawn again.

use cards::Card;
use game::{Chance, Redraw, Rng, Seat, shuffle};

use super::Golf;

impl Redraw for Golf {
    /// Cards that lie face down are known to nobody, not even to their owner: they are shuffled with the stock. Once
    /// discards have become the stock, everybody knows which cards are in it, so the two are shuffled apart.
    fn redrawn(&self, rng: &mut impl Rng) -> Self {
        let mut redrawn = self.clone();
        let seats = self.layouts.seats();
        let mut unseen: Vec<Card> = Vec::new();
        for seat in Seat::all(seats) {
            let layout = &self.layouts[seat];
            unseen.extend(layout.hidden().map(|place| layout.cards()[place.index()]));
        }
        let is_apart = self.new_stocks > 0;
        if is_apart {
            shuffle(rng, redrawn.stock.as_mut_slice());
        } else {
            unseen.extend_from_slice(self.stock.as_slice());
        }
        shuffle(rng, &mut unseen);
        let mut unseen = unseen.into_iter();
        for seat in Seat::all(seats) {
            let layout = &mut redrawn.layouts[seat];
            for place in layout.hidden() {
                if let Some(card) = unseen.next() {
                    layout.cards_mut()[place.index()] = card;
                }
            }
        }
        if !is_apart {
            redrawn.stock = unseen.collect();
        }
        redrawn.chance = Chance::imagined(rng);
        redrawn
    }
}
