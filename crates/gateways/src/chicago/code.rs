//! Cards as the numbers that clients speak, and what their answers mean for a seat that sees this.
//!
//! A card is `suit * 13 + value`: hearts 0, clubs 1, diamonds 2, spades 3; value 0 is the ace, 12 the king.

use games::cards::{Card, CardSet, Rank, Suit};
use games::chicago::{Action, HAND_SIZE};

/// Stands where there is no card.
pub(super) const EMPTY: u8 = 52;

const SUITS: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

/// The number of the suit, 0 to 3.
const fn suit_code(suit: Suit) -> u8 {
    match suit {
        Suit::Hearts => 0,
        Suit::Clubs => 1,
        Suit::Diamonds => 2,
        Suit::Spades => 3,
    }
}

/// The number of the card, 0 to 51.
pub(super) const fn card_code(card: Card) -> u8 {
    // Ranks run from two to ace; the values of the code begin with the ace.
    suit_code(card.suit()) * 13 + (card.rank() as u8 + 1) % 13
}

/// The card with this number.
const fn card_of(code: u8) -> Option<Card> {
    if code >= EMPTY {
        return None;
    }
    let rank = Rank::ALL[((code % 13 + 12) % 13) as usize];
    Some(Card::new(rank, SUITS[(code / 13) as usize]))
}

/// The exchange that five bytes ask for: the cards to change in any places, [`EMPTY`] in the others.
///
/// The protocol has no refusal: numbers that are not cards, cards that are not in the hand, cards named twice and
/// exchanges that the rules forbid all keep the whole hand.
pub(super) fn change_of(legal: &[Action], bytes: [u8; HAND_SIZE]) -> Action {
    let keep = Action::Change(CardSet::EMPTY);
    let mut cards = CardSet::EMPTY;
    for byte in bytes.into_iter().filter(|&byte| byte != EMPTY) {
        match card_of(byte) {
            Some(card) if !cards.contains(card) => cards.insert(card),
            _ => return keep,
        }
    }
    let asked = Action::Change(cards);
    if legal.contains(&asked) { asked } else { keep }
}

/// The card that a byte asks to play; what the clock would play if the byte is not a card or the card is not allowed.
/// `None` if no card can be played at all.
pub(super) fn play_of(legal: &[Action], byte: u8) -> Option<Action> {
    let asked = card_of(byte).map(Action::Play).filter(|asked| legal.contains(asked));
    asked.or_else(|| lowest_card(legal))
}

/// The card of the lowest rank, ace high; of equal ranks that of the lowest suit code.
fn lowest_card(legal: &[Action]) -> Option<Action> {
    let cards = legal.iter().filter_map(|action| match action {
        Action::Play(card) => Some(*card),
        _ => None,
    });
    cards.min_by_key(|card| (card.rank(), suit_code(card.suit()))).map(Action::Play)
}

#[cfg(test)]
mod tests;
