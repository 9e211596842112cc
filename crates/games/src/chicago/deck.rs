//! The deck, and the pile that is shuffled when the deck is used up.

use cards::{Card, CardSet, Pile};
use game::{Audience, EventSink, Purpose, Seat, SeatPiles};

use super::{Chicago, Event};

/// The cards to be drawn.
pub(super) type Deck = Pile<{ Card::COUNT }>;

impl Chicago {
    /// Shuffles a whole pack.
    pub(super) fn fresh_deck(&mut self, listener: &mut impl EventSink<Event>) {
        self.deck = Deck::packs(1);
        self.returned = CardSet::EMPTY;
        self.reshuffled = 0;
        self.piles = None;
        self.shuffle_deck(Purpose::Stock, self.round.into(), listener);
    }

    /// In a duplicate deal, cuts the deck into a pile for each seat.
    pub(super) fn cut_deck(&mut self) {
        if self.chance.is_duplicate() {
            self.piles = Some(SeatPiles::cut(self.deck.len(), self.seats));
        }
    }

    fn shuffle_deck(&mut self, purpose: Purpose, index: u32, listener: &mut impl EventSink<Event>) {
        self.chance.shuffle_numbered(purpose, index, self.deck.as_mut_slice());
        listener.emit(Audience::Nobody, || Event::Shuffled { deck: self.deck_from_top() });
    }

    /// Draws a card for a seat; from the shuffled returned cards when the deck is used up. 32 cards are in no hand and no
    /// exchange needs more than 20, so there always is one.
    pub(super) fn draw(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) -> Option<Card> {
        if self.deck.is_empty() {
            self.deck = self.returned.iter().collect();
            self.returned = CardSet::EMPTY;
            self.reshuffled = self.exchange;
            let cards = self.deck.len() as u8;
            listener.emit(Audience::All, || Event::Reshuffled { cards });
            let index = u32::from(self.round) << 8 | u32::from(self.exchange);
            self.shuffle_deck(Purpose::Reshuffle, index, listener);
            self.cut_deck();
        }
        if let Some(above) = self.piles.as_mut().and_then(|piles| piles.take(seat)) {
            self.deck.bring_to_top(above);
        }
        self.deck.pop()
    }

    /// The deck in the order in which it will be drawn.
    pub(super) fn deck_from_top(&self) -> Vec<Card> {
        self.deck.top_first().collect()
    }
}
