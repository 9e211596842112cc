//! The cards to come, in their hidden order.

use game::{Audience, Chance, EventSink, Rng, below, shuffle};

use super::{Card, CardCount, DeckKind, Event};

/// The cards of one pack.
pub(super) const PACK: usize = 45;

const SORTED: [Card; PACK] = {
    let mut cards = [Card::One; PACK];
    let (mut place, mut kind) = (0, 0);
    while kind < Card::KINDS {
        let mut copies = Card::ALL[kind].in_pack();
        while copies > 0 {
            cards[place] = Card::ALL[kind];
            place += 1;
            copies -= 1;
        }
        kind += 1;
    }
    cards
};

/// A pack face down, from which the first `drawn` cards are taken already.
///
/// With [`DeckKind::Uniform`] it is not a pack but a batch of independent draws, made ahead because one call of the
/// generator for many cards is cheaper than many calls. Players cannot notice the difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DrawPile {
    pub(super) cards: [Card; PACK],
    pub(super) drawn: u8,
}

impl DrawPile {
    /// A fresh pile, and what is sent of it.
    pub(super) fn fresh(deck: DeckKind, chance: &mut Chance, listener: &mut impl EventSink<Event>) -> Self {
        let pile = Self { cards: chance.draw(|rng| mixed(deck, rng)), drawn: 0 };
        pile.tell(deck, listener);
        pile
    }

    /// What is sent of a fresh pile.
    pub(super) fn tell(&self, deck: DeckKind, listener: &mut impl EventSink<Event>) {
        if deck == DeckKind::Classic45 {
            listener.emit(Audience::All, || Event::Shuffled { cards: PACK as u8 });
            listener.emit(Audience::Nobody, || Event::Order { cards: self.cards.to_vec() });
        }
    }

    /// Takes the top card, from a fresh pile if none is left.
    #[inline]
    pub(super) fn draw(
        &mut self,
        deck: DeckKind,
        chance: &mut Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Card {
        if usize::from(self.drawn) >= PACK {
            *self = Self::fresh(deck, chance, listener);
        }
        let card = self.cards[usize::from(self.drawn)];
        self.drawn += 1;
        card
    }

    /// The cards to come, top card first.
    pub(super) fn upcoming(&self) -> &[Card] {
        &self.cards[usize::from(self.drawn).min(PACK)..]
    }

    /// How many of each card are to come.
    pub(super) fn left(&self) -> Vec<CardCount> {
        let mut counts = [0; Card::KINDS];
        self.upcoming().iter().for_each(|card| counts[*card as usize] += 1);
        let counts = Card::ALL.into_iter().zip(counts);
        counts.map(|(card, left)| CardCount { card, left }).collect()
    }

    /// A pile as it could be for a viewer who knows how many of each card are left, or knows nothing.
    pub(super) fn imagined(deck: DeckKind, left: Option<&[CardCount]>, rng: &mut impl Rng) -> Self {
        let Some(left) = left else { return Self { cards: mixed(deck, rng), drawn: 0 } };
        // Taken cards first, then those to come: only their order is drawn.
        let (mut cards, mut drawn) = (SORTED, 0);
        let mut place = PACK;
        for count in left {
            let come = count.left.min(count.card.in_pack());
            for copy in 0..count.card.in_pack() {
                let slot = if copy < come {
                    place = place.saturating_sub(1);
                    place
                } else {
                    drawn += 1;
                    drawn - 1
                };
                if let Some(slot) = cards.get_mut(slot) {
                    *slot = count.card;
                }
            }
        }
        shuffle(rng, &mut cards[drawn.min(PACK)..]);
        Self { cards, drawn: drawn.min(PACK) as u8 }
    }
}

fn mixed(deck: DeckKind, rng: &mut impl Rng) -> [Card; PACK] {
    let mut cards = SORTED;
    match deck {
        DeckKind::Classic45 => shuffle(rng, &mut cards),
        DeckKind::Uniform => cards.fill_with(|| Card::ALL[below(rng, Card::KINDS as u32) as usize]),
    }
    cards
}
