//! What a viewer knows.

use cards::Card;
use game::{Game, PerSeat, Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::{OneCard, StartReason};

/// What a viewer knows.
///
/// Hands are in display order: spades, hearts, diamonds, clubs, in each suit from the two to the ace; a card that
/// is held twice stands there twice.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The number of the round, from 1.
    pub round: u16,
    /// How many turns of this round are over.
    pub turns: u16,
    /// The own hand.
    pub hand: Vec<Card>,
    /// How many cards each player holds.
    pub held: PerSeat<u16>,
    /// The card that must be followed.
    pub top: Card,
    /// The discard pile from the bottom; the last one is the top.
    pub discards: Vec<Card>,
    /// How many cards the stock has.
    pub stock_size: u16,
    /// What the stock was made of when the discards were last shuffled in this round, in display order; empty
    /// before that.
    pub remade_of: Vec<Card>,
    /// How many cards the player to act must draw or pass on; 0 = no attack.
    pub attack: u16,
    /// Which way play runs.
    pub direction: Direction,
    /// Whether the player to act has drawn a card that fits and may play or keep it.
    pub choosing: bool,
    /// How many cards the player to act has laid in this turn and goes on from; 0 = none.
    pub laid: u8,
    /// The cards that the viewer drew with the last action, in the order drawn.
    pub drawn: Vec<Card>,
    /// Who drew with the last action; nobody if it was no draw, or if nothing was left to draw.
    pub drawn_by: Option<Seat>,
    /// How many cards that were.
    pub drawn_count: u16,
    /// How many turns in a row went by without a play or a draw, because both piles are empty.
    pub idle: u8,
    /// What each player did last in this round.
    pub last_turns: PerSeat<Option<LastTurn>>,
    /// When each player last drew for want of a card that follows, in this round.
    pub stuck: PerSeat<Option<Stuck>>,
    /// Who began the round.
    pub starter: Seat,
    /// Why this seat begins.
    pub start_reason: StartReason,
    /// The extra cards that said who begins, in order of seats: in the first round, until the discards are
    /// shuffled.
    pub order_cards: Vec<Card>,
    /// How the last round ended.
    pub last_round: Option<RoundResult>,
    /// All hands, in order of seats, for a viewer who sees everything.
    pub all_hands: Vec<Vec<Card>>,
    /// The stock, the next card first, for a viewer who sees everything.
    pub stock: Vec<Card>,
}

/// Which way play runs.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards rising seats, as every round begins.
    CounterClockwise,
    /// Towards falling seats.
    Clockwise,
}

impl Direction {
    /// The other way.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        match self {
            Self::CounterClockwise => Self::Clockwise,
            Self::Clockwise => Self::CounterClockwise,
        }
    }

    /// For people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::CounterClockwise => "counter-clockwise",
            Self::Clockwise => "clockwise",
        }
    }
}

/// What a player did last.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastTurn {
    /// Laid cards.
    Played {
        /// The one on top.
        card: Card,
        /// The number of cards.
        count: u8,
    },
    /// Drew cards.
    Drew {
        /// The number of cards.
        count: u16,
    },
}

/// What everybody knows of a player who had to draw: at that moment there was no card in the hand that follows.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stuck {
    /// The top card then: the hand had none of its suit and none of its rank.
    pub on: Card,
    /// How many cards the player has drawn since, that draw included. Only these can be of that suit or rank.
    pub drawn: u16,
}

/// How a round ended.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundResult {
    /// Who won; nobody if it was blocked or went on too long.
    pub winner: Option<Seat>,
    /// Minus the cards each player had left.
    pub scores: PerSeat<i32>,
}

impl OneCard {
    pub(super) fn build_view(&self, viewer: Viewer) -> View {
        let own = viewer.seat().filter(|seat| seat.number() < self.seats());
        let drawn = self.piles.drawn();
        let drawn_by = self.last_drawer();
        let knows_drawn = drawn_by.is_some_and(|drawer| viewer.knows_secrets_of(drawer));
        let everything = viewer.knows_everything();
        View {
            round: self.round,
            turns: self.turns,
            hand: own.map(|seat| self.hands[seat].iter().collect()).unwrap_or_default(),
            held: self.held,
            top: self.piles.top(),
            discards: self.piles.discards().to_vec(),
            stock_size: self.piles.stock().len() as u16,
            remade_of: self.remade_of.iter().collect(),
            attack: self.attack,
            direction: self.direction,
            choosing: self.choosing,
            laid: self.laid,
            drawn: if knows_drawn { drawn.to_vec() } else { Vec::new() },
            drawn_by,
            drawn_count: drawn.len() as u16,
            idle: self.idle,
            last_turns: self.last_turns,
            stuck: self.stuck,
            starter: self.starter,
            start_reason: self.start_reason,
            order_cards: self.order_cards().to_vec(),
            last_round: self.last_round,
            all_hands: self
                .hands
                .iter()
                .filter(|_| everything)
                .map(|(_, hand)| hand.iter().collect())
                .collect(),
            stock: if everything { self.piles.stock().to_vec() } else { Vec::new() },
        }
    }
}
