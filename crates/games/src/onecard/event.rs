//! What can happen.
//!
//! The events of a round, in order: [`Event::RoundBegan`], [`Event::Shuffled`], for each seat [`Event::Dealt`] or
//! its public side, in the first round an [`Event::OrderCard`] for each seat, [`Event::Begins`],
//! [`Event::FirstCard`]; then the turns; then [`Event::RoundWon`] or [`Event::NobodyWon`], [`Event::RoundScored`],
//! and after the last round [`Event::GameWon`].
//!
//! A turn is an [`Event::Laid`] for each card before the last, [`Event::Played`], [`Event::Hand`] unless the hand is empty, and then what the card does; or
//! [`Event::Reshuffled`] if the stock ran out, [`Event::Drew`] or its public side, and [`Event::Hand`]. A drawn
//! card that may be played is followed by one more turn of events of the same player, or by [`Event::Kept`].

use cards::Card;
use game::{PerSeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::Direction;

/// What can happen.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// All cards are gathered and shuffled for a round.
    RoundBegan {
        /// The number of the round, from 1.
        round: u16,
        /// How many cards there are in all.
        cards: u16,
    },
    /// The order of all cards after the shuffle, the first to be dealt first. Nobody knows it.
    Shuffled {
        /// All cards.
        cards: Vec<Card>,
    },
    /// A player's first hand.
    Dealt {
        /// The seat it concerns.
        seat: Seat,
        /// The hand in display order.
        cards: Vec<Card>,
    },
    /// The public side of [`Dealt`](Self::Dealt).
    DealtFaceDown {
        /// The seat it concerns.
        seat: Seat,
        /// How many cards.
        count: u16,
    },
    /// A player's extra card; the lowest begins.
    OrderCard {
        /// The seat it concerns.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Who begins the round.
    Begins {
        /// The player.
        seat: Seat,
        /// Why this seat begins.
        reason: StartReason,
    },
    /// The card that is turned up at the start. It does nothing.
    FirstCard {
        /// The card.
        card: Card,
    },
    /// A card was laid, and another one of its rank will follow in the same turn.
    Laid {
        /// Who laid it.
        seat: Seat,
        /// The card.
        card: Card,
        /// How many cards the player has left.
        left: u16,
    },
    /// The turn's cards have been laid, the last one on top.
    Played {
        /// Who laid them.
        seat: Seat,
        /// One card, or several where the option `multi` is on.
        cards: Vec<Card>,
        /// How many cards the player has left.
        left: u16,
    },
    /// A player's hand after a play or a draw.
    Hand {
        /// The seat it concerns.
        seat: Seat,
        /// The hand in display order.
        cards: Vec<Card>,
    },
    /// A queen turned the direction of play.
    Turned {
        /// How it runs now.
        direction: Direction,
    },
    /// A jack skipped this player.
    Skipped {
        /// Who is skipped.
        seat: Seat,
    },
    /// An attack now threatens this player.
    Attacked {
        /// Who must answer or draw.
        seat: Seat,
        /// How many cards.
        cards: u16,
    },
    /// A seven ended an attack.
    Parried {
        /// Who laid it.
        seat: Seat,
    },
    /// The stock was empty, and the discards under the top card were shuffled to be the new one.
    Reshuffled {
        /// How many cards the new stock has.
        count: u16,
    },
    /// Cards were drawn; none if there were none.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The cards in the order drawn.
        cards: Vec<Card>,
    },
    /// The public side of [`Drew`](Self::Drew).
    DrewFaceDown {
        /// Who drew.
        seat: Seat,
        /// How many cards.
        count: u16,
    },
    /// A card that was drawn and fits is kept.
    Kept {
        /// Who keeps it.
        seat: Seat,
    },
    /// A player has no card left.
    RoundWon {
        /// The player.
        seat: Seat,
        /// Which round.
        round: u16,
    },
    /// A round ended without a winner.
    NobodyWon {
        /// Which round.
        round: u16,
        /// Why nobody won.
        reason: NoWinner,
    },
    /// What a round was worth.
    RoundScored {
        /// Which round.
        round: u16,
        /// Minus the cards each player had left.
        scores: PerSeat<i32>,
        /// The sums so far.
        totals: PerSeat<i32>,
    },
    /// The last round is over: the highest total wins, several share it.
    GameWon {
        /// Who won.
        winners: SeatSet,
    },
}

impl Event {
    /// Whether a round is over and scored.
    pub(super) const fn ends_round(&self) -> bool {
        matches!(self, Self::RoundScored { .. })
    }
}

/// Why a player begins.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartReason {
    /// The lowest extra card, and of those the lowest seat.
    LowestCard,
    /// Won the round before.
    WonRound,
    /// Nobody won the round before; had the fewest cards, and of those the lowest seat.
    FewestCards,
}

/// Why nobody won a round.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoWinner {
    /// Everybody in turn could neither play nor draw.
    Blocked,
    /// It took too many turns.
    TooLong,
}
