//! Why an action is refused.

use std::fmt;

use super::layout::Place;

/// The rule that forbids an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Play has not begun.
    RevealFirst,
    /// Play has begun.
    RevealIsOver,
    /// The same card was named twice.
    SameCardTwice,
    /// Nothing has been taken yet.
    TakeFirst,
    /// A card is held already.
    CardInHand,
    /// The held card came from the discard pile.
    DiscardMustBeSwapped,
    /// There is no stock and nothing to make one of.
    StockIsEmpty,
    /// There is no discard.
    DiscardPileIsEmpty,
    /// A hidden card must be turned after the throw.
    TurnOneFirst,
    /// There is no occasion to turn a card.
    NothingToTurn,
    /// The card is up already.
    AlreadyFaceUp(Place),
    /// Stealing is not allowed at this table.
    StealingIsOff,
    /// Nobody sits there.
    NoSuchPlayer,
    /// The victim is the thief.
    StealFromYourself,
    /// The victim's card lies face down.
    StealHiddenCard(Place),
    /// The thief's card lies face up.
    StealWithOpenCard(Place),
    /// All cards of the thief lie face up.
    NoHiddenCardLeft,
}

game::refusal_codes!(Refusal {
    Self::RevealFirst => "reveal_first",
    Self::RevealIsOver => "reveal_is_over",
    Self::SameCardTwice => "same_card_twice",
    Self::TakeFirst => "take_first",
    Self::CardInHand => "card_in_hand",
    Self::DiscardMustBeSwapped => "discard_must_be_swapped",
    Self::StockIsEmpty => "stock_is_empty",
    Self::DiscardPileIsEmpty => "discard_pile_is_empty",
    Self::TurnOneFirst => "turn_one_first",
    Self::NothingToTurn => "nothing_to_turn",
    Self::AlreadyFaceUp(_) => "already_face_up",
    Self::StealingIsOff => "stealing_is_off",
    Self::NoSuchPlayer => "no_such_player",
    Self::StealFromYourself => "steal_from_yourself",
    Self::StealHiddenCard(_) => "steal_hidden_card",
    Self::StealWithOpenCard(_) => "steal_with_open_card",
    Self::NoHiddenCardLeft => "no_hidden_card_left",
});

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RevealFirst => f.write_str("Turn two of your cards first: play starts when all have."),
            Self::RevealIsOver => f.write_str("Two cards are turned before play only, and play has begun."),
            Self::SameCardTwice => f.write_str("Turn two different cards: you named one of them twice."),
            Self::TakeFirst => f.write_str("Take a card first, from the stock or from the discard pile."),
            Self::CardInHand => f.write_str("You hold a card already: find a place for it first."),
            Self::DiscardMustBeSwapped => f.write_str(
                "A card from the discard pile must be swapped for one of yours: only a stock card can be thrown away.",
            ),
            Self::StockIsEmpty => f.write_str(
                "The stock is empty, and the discard pile is too small to make a new one: take the discard.",
            ),
            Self::DiscardPileIsEmpty => f.write_str("The discard pile is empty: take a card from the stock."),
            Self::TurnOneFirst => {
                f.write_str("You threw a stock card away: now turn one of your hidden cards.")
            }
            Self::NothingToTurn => f.write_str("A card is turned only after a stock card is thrown away."),
            Self::AlreadyFaceUp(place) => {
                write!(f, "Your card at the {} is face up already: turn a hidden one.", place.words())
            }
            Self::StealingIsOff => f.write_str("There is no stealing at this table."),
            Self::NoSuchPlayer => f.write_str("You can steal only from a player of this table."),
            Self::StealFromYourself => f.write_str("You cannot steal from yourself: name another player."),
            Self::StealHiddenCard(place) => {
                write!(f, "Only open cards can be stolen: the {} one there is face down.", place.words())
            }
            Self::StealWithOpenCard(place) => {
                write!(f, "A steal costs a hidden card of yours: the {} one is face up.", place.words())
            }
            Self::NoHiddenCardLeft => {
                f.write_str("A steal costs a hidden card of yours, and all of yours are face up.")
            }
        }
    }
}
