//! The deck, and the pile that is shuffled when the deck is used up.

use cards::{Card, CardSet};
use game::{Audience, EventSink};

use super::{Chicago, Event};

/// The cards to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deck {
    cards: [Card; Card::COUNT],
    left: u8,
}

impl Default for Deck {
    /// A whole pack in order.
    fn default() -> Self {
        Self { cards: Card::pack(), left: Card::COUNT as u8 }
    }
}

impl Deck {
    /// A deck of these cards; the last is on top.
    pub(super) fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut deck = Self { left: 0, ..Self::default() };
        for (place, card) in deck.cards.iter_mut().zip(cards) {
            *place = card;
            deck.left += 1;
        }
        deck
    }

    /// The cards; the last is on top.
    pub(super) fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.left)]
    }

    pub(super) fn cards_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.left)]
    }

    pub(super) const fn len(&self) -> u8 {
        self.left
    }

    fn take_top(&mut self) -> Option<Card> {
        self.left = self.left.checked_sub(1)?;
        Some(self.cards[usize::from(self.left)])
    }
}

impl Chicago {
    /// Shuffles a whole pack.
    pub(super) fn fresh_deck(&mut self, listener: &mut impl EventSink<Event>) {
        self.deck = Deck::default();
        self.returned = CardSet::EMPTY;
        self.reshuffled = 0;
        self.shuffle_deck(listener);
    }

    fn shuffle_deck(&mut self, listener: &mut impl EventSink<Event>) {
        self.chance.shuffle(self.deck.cards_mut());
        listener.emit(Audience::Nobody, || Event::Shuffled { deck: self.deck_from_top() });
    }

    /// Draws a card; from the shuffled returned cards when the deck is used up. 32 cards are in no hand and no
    /// exchange needs more than 20, so there always is one.
    pub(super) fn draw(&mut self, listener: &mut impl EventSink<Event>) -> Option<Card> {
        if self.deck.left == 0 {
            self.deck = Deck::of(self.returned);
            self.returned = CardSet::EMPTY;
            self.reshuffled = self.exchange;
            let cards = self.deck.left;
            listener.emit(Audience::All, || Event::Reshuffled { cards });
            self.shuffle_deck(listener);
        }
        self.deck.take_top()
    }

    /// The deck in the order in which it will be drawn.
    pub(super) fn deck_from_top(&self) -> Vec<Card> {
        self.deck.cards().iter().rev().copied().collect()
    }
}
