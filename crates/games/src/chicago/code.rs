//! Cards as the numbers that old programs for this game speak.
//!
//! A card is `suit * 13 + value`: hearts 0, clubs 1, diamonds 2, spades 3; value 0 is the ace, 12 the king.
//! Everything here is pure; whoever moves the bytes does so elsewhere.

use cards::{Card, CardSet, Rank, Suit};
use game::{Game, Seat};

use super::{Action, Chicago, HAND_SIZE};

/// Stands where there is no card.
pub const EMPTY: u8 = 52;

const SUITS: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

/// The number of the suit, 0 to 3. It breaks ties when the clock chooses a card.
#[must_use]
pub const fn suit_code(suit: Suit) -> u8 {
    match suit {
        Suit::Hearts => 0,
        Suit::Clubs => 1,
        Suit::Diamonds => 2,
        Suit::Spades => 3,
    }
}

/// The number of the card, 0 to 51.
#[must_use]
pub const fn card_code(card: Card) -> u8 {
    // Ranks run from two to ace; the values of the code begin with the ace.
    suit_code(card.suit()) * 13 + (card.rank() as u8 + 1) % 13
}

/// The card with this number.
#[must_use]
pub const fn card_of(code: u8) -> Option<Card> {
    if code >= EMPTY {
        return None;
    }
    let rank = Rank::ALL[((code % 13 + 12) % 13) as usize];
    Some(Card::new(rank, SUITS[(code / 13) as usize]))
}

/// The exchange that five bytes ask for: the cards to change in any places, [`EMPTY`] in the others.
///
/// There is no way to refuse on that wire: numbers that are no cards, cards that are not in the hand and cards
/// named twice keep the whole hand, and so does whatever the rules forbid.
#[must_use]
pub fn change_of(position: &Chicago, seat: Seat, bytes: [u8; HAND_SIZE]) -> Action {
    let mut cards = CardSet::EMPTY;
    for byte in bytes.into_iter().filter(|&byte| byte != EMPTY) {
        match card_of(byte) {
            Some(card) if !cards.contains(card) => cards.insert(card),
            _ => return Action::Change(CardSet::EMPTY),
        }
    }
    let asked = Action::Change(cards);
    if position.check(seat, asked).is_ok() { asked } else { Action::Change(CardSet::EMPTY) }
}

/// The card that a byte asks to play; what the clock would play if the byte is no card or the card not allowed.
#[must_use]
pub fn play_of(position: &Chicago, seat: Seat, byte: u8) -> Action {
    let asked = card_of(byte).map(Action::Play).filter(|&asked| position.check(seat, asked).is_ok());
    asked.unwrap_or_else(|| position.default_action(seat))
}
