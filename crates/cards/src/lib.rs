//! Playing cards: cards, sets and piles of cards, and what a poker hand is worth.

mod card;
mod card_set;
mod pile;
pub mod poker;

pub use card::{Card, CardError, Rank, Suit};
pub use card_set::CardSet;
pub use pile::Pile;
