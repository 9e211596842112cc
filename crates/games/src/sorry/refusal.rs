//! Why a player may not do something.

use std::fmt;

use super::Card;

/// The rule that forbids an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No card is drawn yet.
    RollFirst,
    /// The card is drawn already.
    AlreadyRolled,
    /// The card fits exactly, so nothing else is allowed.
    MustGoHome,
    /// The card does not fit exactly.
    HomeNotExact {
        /// How many steps are left.
        left: u8,
    },
    /// Only a 1 or a 2 lets a pawn out.
    LeavesWithOneOrTwo,
    /// The pawn is not in Start any more.
    NotInStart,
    /// The pawn is in Start still.
    InStart,
    /// The pawn would go past Home.
    PastHome {
        /// How many squares the card goes.
        squares: u8,
        /// How many steps are left.
        left: u8,
    },
    /// This card does not do that.
    NotOnThisCard {
        /// The card.
        card: Card,
    },
    /// One cannot do it to oneself, nor to somebody who is not there.
    NoSuchOpponent,
    /// The opponent's pawn is not on the ring.
    OpponentNotOnRing,
    /// At this table a Sorry! works only from Start.
    SorryOnlyFromStart,
    /// The card can be used, and it is not one that may be forfeited.
    MustMove,
    /// At this table an 11 must be used when going forward is possible.
    MustAdvanceEleven,
}

game::refusal_codes!(Refusal {
    Self::RollFirst => "roll_first",
    Self::AlreadyRolled => "already_rolled",
    Self::MustGoHome => "must_go_home",
    Self::HomeNotExact { .. } => "home_not_exact",
    Self::LeavesWithOneOrTwo => "leaves_with_one_or_two",
    Self::NotInStart => "not_in_start",
    Self::InStart => "in_start",
    Self::PastHome { .. } => "past_home",
    Self::NotOnThisCard { .. } => "not_on_this_card",
    Self::NoSuchOpponent => "no_such_opponent",
    Self::OpponentNotOnRing => "opponent_not_on_ring",
    Self::SorryOnlyFromStart => "sorry_only_from_start",
    Self::MustMove => "must_move",
    Self::MustAdvanceEleven => "must_advance_eleven",
});

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RollFirst => f.write_str("Draw a card first."),
            Self::AlreadyRolled => f.write_str("You have drawn your card already: use it now."),
            Self::MustGoHome => f.write_str("The count is exact: you must go Home."),
            Self::HomeNotExact { left } => {
                write!(f, "Home needs the exact count: {left} {} left.", steps_are(*left))
            }
            Self::LeavesWithOneOrTwo => f.write_str("A pawn leaves Start only with a 1 or a 2."),
            Self::NotInStart => f.write_str("Your pawn has left Start already."),
            Self::InStart => f.write_str("Your pawn is still in Start."),
            Self::PastHome { squares, left } => write!(
                f,
                "Forward {squares} would carry your pawn past Home: {left} {} left.",
                steps_are(*left)
            ),
            Self::NotOnThisCard { card: Card::Sorry } => f.write_str("A Sorry! card does not do that."),
            Self::NotOnThisCard { card } => write!(f, "Card {card} does not do that."),
            Self::NoSuchOpponent => f.write_str("That is no opponent at this table."),
            Self::OpponentNotOnRing => {
                f.write_str("That pawn is in Start: only one on the ring can be chosen.")
            }
            Self::SorryOnlyFromStart => f.write_str("At this table a Sorry! card works only from Start."),
            Self::MustMove => f.write_str("You may not forfeit: this card can be moved, so it must be."),
            Self::MustAdvanceEleven => {
                f.write_str("You may not forfeit: at this table an 11 that can go forward must be used.")
            }
        }
    }
}

const fn steps_are(left: u8) -> &'static str {
    if left == 1 { "step is" } else { "steps are" }
}
