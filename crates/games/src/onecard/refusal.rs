//! Why an action is refused.

use std::fmt;

use cards::{Card, Rank, Suit};

use super::Redirect;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The card is not in the hand.
    NotInHand {
        /// The card that cannot be played.
        card: Card,
    },
    /// To go on from a card takes another one of its rank.
    LastOfItsRank {
        /// The card that cannot be played.
        card: Card,
    },
    /// The card has neither the suit nor the rank of the top card.
    MustFollow {
        /// The top card.
        top: Card,
    },
    /// Cards have been laid in this turn, and one more of their rank must follow.
    MustGoOn {
        /// The card laid last.
        top: Card,
    },
    /// A card that could answer an attack has neither the suit nor the rank of the top card.
    AnswerMustFollow {
        /// The top card.
        top: Card,
        /// Which queens and jacks answer at this table.
        redirect: Redirect,
    },
    /// An ordinary card does not answer an attack.
    UnderAttack {
        /// How many cards the attack has.
        cards: u16,
        /// The top card, which an answer must follow.
        top: Card,
    },
    /// A queen or jack of another suit does not pass an attack on.
    RedirectNeedsSuit {
        /// The top card.
        top: Card,
    },
    /// The player who can play may not draw.
    MustPlay {
        /// The top card.
        top: Card,
    },
    /// Several cards a turn are an option, and it is off.
    OneCardATurn,
    /// After a draw only the drawn card may be played.
    PlayItOrKeepIt,
    /// Nothing was drawn that could be kept.
    NothingToKeep,
}

game::refusal_codes!(Refusal {
    Self::NotInHand { .. } => "not_in_hand",
    Self::LastOfItsRank { .. } => "last_of_its_rank",
    Self::MustFollow { .. } => "must_follow",
    Self::MustGoOn { .. } => "must_go_on",
    Self::AnswerMustFollow { .. } => "answer_must_follow",
    Self::UnderAttack { .. } => "under_attack",
    Self::RedirectNeedsSuit { .. } => "redirect_needs_suit",
    Self::MustPlay { .. } => "must_play",
    Self::OneCardATurn => "one_card_a_turn",
    Self::PlayItOrKeepIt => "play_it_or_keep_it",
    Self::NothingToKeep => "nothing_to_keep",
});

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInHand { card } => write!(f, "You do not hold {card}."),
            Self::LastOfItsRank { card } => {
                write!(f, "You have no other {} to go on with: play {card} alone.", card.rank().word())
            }
            Self::MustFollow { top } => {
                write!(f, "You must follow {top}: play {} or {}.", a_suit(top.suit()), a_rank(top.rank()))
            }
            Self::MustGoOn { top } => {
                write!(f, "You have laid {top} and go on: lay or play {} now.", a_rank(top.rank()))
            }
            Self::AnswerMustFollow { top, redirect: Redirect::SameSuit } => write!(
                f,
                "Your answer must follow {top}: a 2, 3 or 7 of its suit or rank, or a queen or jack of its suit."
            ),
            Self::AnswerMustFollow { top, redirect: Redirect::SuitOrRank } => {
                write!(f, "Your answer must follow {top}: a 2, 3, 7, queen or jack of its suit or rank.")
            }
            Self::UnderAttack { cards, top } => write!(
                f,
                "You are under attack: answer with a 2, 3, 7, queen or jack that follows {top}, or draw {cards} cards."
            ),
            Self::RedirectNeedsSuit { top } => write!(
                f,
                "Under attack a queen or jack must have the suit of the top card: {}.",
                top.suit().name().to_lowercase()
            ),
            Self::MustPlay { top } => {
                write!(f, "You may not draw while you can play: you have a card that follows {top}.")
            }
            Self::OneCardATurn => f.write_str("Only one card may be played in a turn at this table."),
            Self::PlayItOrKeepIt => f.write_str("You have drawn: play the drawn card or keep it."),
            Self::NothingToKeep => f.write_str("There is nothing to keep: you have not drawn a card."),
        }
    }
}

/// "a spade".
fn a_suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "a spade",
        Suit::Hearts => "a heart",
        Suit::Diamonds => "a diamond",
        Suit::Clubs => "a club",
    }
}

/// "a ten", "an ace".
fn a_rank(rank: Rank) -> String {
    let article = if matches!(rank, Rank::Eight | Rank::Ace) { "an" } else { "a" };
    format!("{article} {}", rank.word())
}
