//! What can happen.

use cards::{Card, CardSet};
use game::{PerSeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::{Award, CHICAGO_MAX_SEATS, HAND_SIZE};

/// What can happen. Where a part is for one seat alone, the others are sent the same without it.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    RoundBegan {
        /// Which, from 1.
        round: u8,
        /// Who deals it.
        dealer: Seat,
    },
    /// The deck was shuffled. Nobody knows its order while the game runs.
    Shuffled {
        /// The order in which the cards will be drawn.
        deck: Vec<Card>,
    },
    /// The deck was used up, and the returned cards were shuffled into a new one.
    Reshuffled {
        /// How many cards.
        cards: u8,
    },
    /// Somebody was dealt a hand.
    Dealt {
        /// The seat that acts.
        seat: Seat,
        /// The hand, for its owner.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<[Card; HAND_SIZE]>,
    },
    /// Somebody has chosen what to change. It stays sealed until all have chosen.
    ChangeChosen {
        /// The seat that acts.
        seat: Seat,
        /// The cards, for the player who chose them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<CardSet>,
    },
    /// Somebody changed cards.
    Changed {
        /// The seat that acts.
        seat: Seat,
        /// The number of cards.
        count: u8,
        /// Which into which, for their owner. Missing as long as an open card has to be decided on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        swaps: Option<Vec<Swap>>,
    },
    /// A card was turned up for somebody who changes exactly one.
    OpenCard {
        /// For whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The open card was taken.
    OpenTaken {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The open card was left, and the next one taken unseen.
    UnseenDrawn {
        /// By whom.
        seat: Seat,
        /// The open card.
        left: Card,
        /// The next one, for its owner.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// The hands of an exchange were compared.
    HandPaid {
        /// Of which exchange, from 1.
        number: u8,
        /// Who was paid what.
        award: Award,
        /// The totals afterwards.
        totals: PerSeat<i32, CHICAGO_MAX_SEATS>,
    },
    /// A paid four of a kind set the totals of all others to 0.
    OthersReset {
        /// Whose it was.
        seat: Seat,
    },
    /// Somebody has said whether to play Chicago. It stays sealed until all have.
    CallAnswered {
        /// The seat that acts.
        seat: Seat,
        /// The answer, for the player who gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<bool>,
    },
    /// All have said whether to play Chicago.
    CallDecided {
        /// Who plays it.
        caller: Option<Seat>,
    },
    /// Somebody called in vain, because another is first in turn. Nobody else learns of it.
    CallVoid {
        /// The seat that acts.
        seat: Seat,
    },
    /// A card was played.
    CardPlayed {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A trick is complete.
    TrickWon {
        /// Who won it.
        seat: Seat,
        /// Which, from 1.
        trick: u8,
    },
    /// A Chicago succeeded: 15 points.
    ChicagoMade {
        /// The seat it concerns.
        seat: Seat,
    },
    /// A Chicago failed: 15 points lost.
    ChicagoFailed {
        /// The seat it concerns.
        seat: Seat,
    },
    /// The last trick was paid: 5 points.
    LastTrickPaid {
        /// To whom.
        seat: Seat,
    },
    /// The last trick was won by a player whose Chicago had failed, so nobody is paid for it.
    LastTrickUnpaid {
        /// Who won it.
        seat: Seat,
    },
    /// A round has ended.
    RoundEnded {
        /// Which, from 1.
        round: u8,
        /// The totals.
        totals: PerSeat<i32, CHICAGO_MAX_SEATS>,
    },
    /// Several have enough points to win, but are level: another round is played.
    LevelAtTop {
        /// The seats that are level.
        seats: SeatSet,
    },
    /// The game has ended.
    GameOver {
        /// Who won.
        winners: SeatSet,
        /// Why it ended.
        ending: Ending,
    },
}

/// One card changed into another.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Swap {
    /// Its place in the hand, from 0.
    pub slot: u8,
    /// The card given back.
    pub old: Card,
    /// The card that took its place.
    pub new: Card,
}

/// Why a game ended.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody had enough points when a round ended.
    Points,
    /// Somebody held a royal flush.
    RoyalFlush,
    /// The last round was played.
    LastRound,
}
