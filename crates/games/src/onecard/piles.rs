//! The stock and the discard pile.

use cards::Card;
use game::{Chance, Purpose};

use super::bag::{Bag, MAX_COPIES};

/// How many cards there are at the most.
const MAX_CARDS: usize = Card::COUNT * MAX_COPIES as usize;

/// Packs one after the other, as they come from the box.
static PACKS: [Card; MAX_CARDS] = {
    let mut cards = [Card::new(cards::Rank::Two, cards::Suit::Spades); MAX_CARDS];
    let mut index = 0;
    while index < MAX_CARDS {
        if let Some(card) = Card::from_number((index % Card::COUNT) as u8) {
            cards[index] = card;
        }
        index += 1;
    }
    cards
};

/// The stock and the discard pile in one array.
///
/// The discards grow from the front, the stock is drawn from `next` to `end`. Between them is room for exactly
/// the cards that are in hands, so the two never meet.
#[derive(Clone, Copy)]
pub(super) struct Piles {
    cards: [Card; MAX_CARDS],
    discards: u16,
    next: u16,
    end: u16,
    /// How many cards the last action drew. They still stand before `next`, in the order they were drawn.
    drawn: u16,
}

impl Piles {
    /// This many cards, in packs as they come from the box.
    pub(super) fn packs(count: u16) -> Self {
        Self { cards: PACKS, discards: 0, next: 0, end: count, drawn: 0 }
    }

    /// All cards, shuffled for a round, as one stock.
    pub(super) fn gather(&mut self, round: u32, chance: &mut Chance) {
        let end = usize::from(self.end);
        self.cards[..end].copy_from_slice(&PACKS[..end]);
        chance.shuffle_numbered(Purpose::Stock, round, &mut self.cards[..end]);
        (self.discards, self.next, self.drawn) = (0, 0, 0);
    }

    /// Piles laid out by hand: the discards from the bottom, the cards last drawn, the stock in its order.
    pub(super) fn lay_out(count: u16, discards: &[Card], drawn: &[Card], stock: &[Card]) -> Self {
        let mut piles = Self::packs(count);
        let next = usize::from(count).saturating_sub(stock.len());
        for (slot, card) in piles.cards.iter_mut().zip(discards) {
            *slot = *card;
        }
        for (slot, card) in piles.cards.iter_mut().skip(next.saturating_sub(drawn.len())).zip(drawn) {
            *slot = *card;
        }
        for (slot, card) in piles.cards.iter_mut().skip(next).zip(stock) {
            *slot = *card;
        }
        (piles.discards, piles.next, piles.drawn) = (discards.len() as u16, next as u16, drawn.len() as u16);
        piles
    }

    /// The next cards of the stock, which are dealt.
    pub(super) fn deal(&mut self, count: u16) -> &[Card] {
        let first = usize::from(self.next);
        self.next = self.end.min(self.next + count);
        &self.cards[first..usize::from(self.next)]
    }

    /// Turns the next cards of the stock over onto the discard pile.
    pub(super) fn turn_up(&mut self, count: u16) {
        let first = usize::from(self.next);
        self.next = self.end.min(self.next + count);
        self.cards.copy_within(first..usize::from(self.next), usize::from(self.discards));
        self.discards += self.next - first as u16;
    }

    /// The card that must be followed.
    #[inline]
    pub(super) fn top(&self) -> Card {
        self.cards[usize::from(self.discards.max(1) - 1)]
    }

    /// Lays a card on the discard pile.
    #[inline]
    pub(super) fn discard(&mut self, card: Card) {
        if let Some(slot) = self.cards.get_mut(usize::from(self.discards)) {
            *slot = card;
            self.discards += 1;
        }
    }

    /// The next card of the stock.
    #[inline]
    pub(super) fn draw(&mut self) -> Option<Card> {
        if self.next == self.end {
            return None;
        }
        let card = self.cards[usize::from(self.next)];
        self.next += 1;
        self.drawn += 1;
        Some(card)
    }

    /// Puts the card of the stock with this many above it on top.
    pub(super) fn bring_to_top(&mut self, above: usize) {
        if let Some(cards) = self.stock_mut().get_mut(..=above) {
            cards.rotate_right(1);
        }
    }

    /// Begins a new action: what the last one drew is of no interest any more.
    #[inline]
    pub(super) fn forget_drawn(&mut self) {
        self.drawn = 0;
    }

    /// Shuffles all discards but the top card to be the new stock, and says what it is made of; `None` if there
    /// are none. Only for an empty stock.
    pub(super) fn reshuffle(&mut self, index: u32, chance: &mut Chance) -> Option<Bag> {
        let under = self.discards.checked_sub(1).filter(|under| *under > 0)?;
        let top = self.top();
        let made_of = self.discards()[..usize::from(under)].iter().copied().collect();
        chance.shuffle_numbered(Purpose::Reshuffle, index, &mut self.cards[..usize::from(under)]);
        // The cards drawn so far by this action are at the very end: they move down to make room for the stock.
        let (end, drawn) = (usize::from(self.end), usize::from(self.drawn));
        let next = end - usize::from(under);
        if drawn > 0 {
            // The hands hold at least the drawn cards, so the places below the new stock are free; but the new
            // stock may still lie there, so the drawn cards wait aside.
            let mut aside = [top; MAX_CARDS];
            aside[..drawn].copy_from_slice(&self.cards[end - drawn..end]);
            self.cards.copy_within(..usize::from(under), next);
            self.cards[next - drawn..next].copy_from_slice(&aside[..drawn]);
        } else {
            self.cards.copy_within(..usize::from(under), next);
        }
        self.cards[0] = top;
        (self.discards, self.next) = (1, next as u16);
        Some(made_of)
    }

    /// The discards, the top card last.
    pub(super) fn discards(&self) -> &[Card] {
        &self.cards[..usize::from(self.discards)]
    }

    /// The stock, the next card first.
    pub(super) fn stock(&self) -> &[Card] {
        &self.cards[usize::from(self.next)..usize::from(self.end)]
    }

    /// The stock, to be shuffled.
    pub(super) fn stock_mut(&mut self) -> &mut [Card] {
        &mut self.cards[usize::from(self.next)..usize::from(self.end)]
    }

    /// What the last action drew, in that order.
    pub(super) fn drawn(&self) -> &[Card] {
        &self.cards[usize::from(self.next - self.drawn)..usize::from(self.next)]
    }

    /// How many cards there are in all.
    pub(super) const fn all_cards(&self) -> u16 {
        self.end
    }
}

impl PartialEq for Piles {
    /// Ignores the bytes between the piles: they are left over from earlier and not part of the position.
    fn eq(&self, other: &Self) -> bool {
        self.end == other.end
            && self.discards() == other.discards()
            && self.stock() == other.stock()
            && self.drawn() == other.drawn()
    }
}

impl Eq for Piles {}

impl std::fmt::Debug for Piles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Piles")
            .field("discards", &self.discards())
            .field("stock", &self.stock())
            .field("drawn", &self.drawn())
            .finish()
    }
}
