//! Playing cards: cards, sets of cards, and what a poker hand is worth.

mod card;
mod card_set;
pub mod poker;

pub use card::{Card, CardError, Rank, Suit};
pub use card_set::CardSet;
