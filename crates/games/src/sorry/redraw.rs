//! The cards to come, drawn again.

use game::{Chance, Redraw, Rng, shuffle};

use super::draw_pile::{DrawPile, PACK};
use super::{Card, DeckKind, Sorry};

impl Redraw for Sorry {
    fn redrawn(&self, rng: &mut impl Rng) -> Self {
        let mut redrawn = self.clone();
        redrawn.pile = match self.options.deck {
            // Each card of this pile is drawn independently of all others.
            DeckKind::Uniform => DrawPile::imagined(self.options.deck, None, rng),
            DeckKind::Classic45 => {
                let mut pile = self.pile.clone();
                let first = usize::from(pile.drawn).min(PACK);
                shuffle(rng, &mut pile.cards[first..]);
                pile
            }
        };
        redrawn.chance = Chance::imagined(rng);
        redrawn
    }

    fn next_draws(&self) -> Vec<(f64, Self)> {
        // A pile that is used up is followed by a whole one.
        let is_empty = usize::from(self.pile.drawn) >= PACK;
        let count = |card: Card| match self.options.deck {
            DeckKind::Uniform => 1,
            DeckKind::Classic45 if is_empty => usize::from(card.in_pack()),
            DeckKind::Classic45 => self.pile.upcoming().iter().filter(|next| **next == card).count(),
        };
        let total: usize = Card::ALL.into_iter().map(count).sum();
        let ways = Card::ALL.into_iter().filter(|card| count(*card) > 0);
        ways.map(|card| (count(card) as f64 / total as f64, self.with_next(card))).collect()
    }
}

impl Sorry {
    /// This position, with this card on top of the pile.
    fn with_next(&self, card: Card) -> Self {
        let mut drawn = self.clone();
        if usize::from(drawn.pile.drawn) >= PACK {
            drawn.pile.drawn = 0;
        }
        let top = usize::from(drawn.pile.drawn);
        match drawn.pile.cards[top..].iter().position(|next| *next == card) {
            Some(place) => drawn.pile.cards.swap(top, top + place),
            // Only a pile of independent cards can lack one.
            None => drawn.pile.cards[top] = card,
        }
        drawn
    }
}
