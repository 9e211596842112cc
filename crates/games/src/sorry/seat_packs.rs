//! The cards of a duplicate deal: a separate pack for each seat, so that each draws the same cards whatever others do.

use game::{Chance, PerSeat, Purpose, Seat};

use super::draw_pile::{DrawPile, PACK};
use super::{Card, DeckKind};

/// What the pack of each seat still holds. Everybody has seen what was drawn, so it is not secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SeatPacks {
    left: PerSeat<[u8; Card::KINDS], 4>,
    /// How many cards each seat has drawn in the whole game.
    drawn: PerSeat<u32, 4>,
}

impl SeatPacks {
    pub(super) fn new(seats: u8) -> Self {
        Self { left: PerSeat::from_fn(seats, |_| whole()), drawn: PerSeat::new(seats) }
    }

    /// Replaces a seat's pack by a full one.
    pub(super) fn renew(&mut self, seat: Seat) {
        self.left[seat] = whole();
    }

    /// Notes that a seat has drawn a card.
    pub(super) fn note(&mut self, seat: Seat, deck: DeckKind, card: Card) {
        self.drawn[seat] += 1;
        if deck == DeckKind::Classic45 {
            let left = &mut self.left[seat][card as usize];
            *left = left.saturating_sub(1);
        }
    }

    /// The pack of a seat as it lies: the seat's nth card is drawn from what is left by the nth number of its own stream.
    pub(super) fn pile(&self, seat: Seat, deck: DeckKind, chance: &Chance) -> DrawPile {
        let mut left = self.left[seat];
        let mut numbers = (self.drawn[seat]..)
            .map(|nth| move |bound| chance.numbered(Purpose::Stock, Some(seat), nth).below(bound));
        let mut pick = |bound: u32| numbers.next().map_or(0, |draw| draw(bound));
        let mut cards = [Card::One; PACK];
        let mut place = 0;
        if deck == DeckKind::Uniform {
            cards.fill_with(|| Card::ALL[pick(Card::KINDS as u32) as usize]);
            return DrawPile { cards, drawn: 0 };
        }
        // Taken cards first, then those to come.
        for (card, left) in Card::ALL.into_iter().zip(left) {
            let taken = usize::from(card.in_pack().saturating_sub(left));
            cards.iter_mut().skip(place).take(taken).for_each(|slot| *slot = card);
            place += taken;
        }
        let drawn = place.min(PACK);
        for slot in &mut cards[drawn..] {
            let total: u32 = left.iter().copied().map(u32::from).sum();
            let mut number = pick(total);
            for (card, left) in Card::ALL.into_iter().zip(&mut left) {
                match number.checked_sub((*left).into()) {
                    Some(rest) => number = rest,
                    None => {
                        *left -= 1;
                        *slot = card;
                        break;
                    }
                }
            }
        }
        DrawPile { cards, drawn: drawn as u8 }
    }
}

fn whole() -> [u8; Card::KINDS] {
    Card::ALL.map(Card::in_pack)
}
