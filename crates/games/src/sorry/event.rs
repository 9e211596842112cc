//! What can happen, and how it is described.

use game::{Seat, SeatSet, Voice};
use serde::{Deserialize, Serialize};

use super::{Card, Meaning, Place, Square};

/// What can happen.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// All cards were shuffled. With independent draws nothing is ever shuffled.
    Shuffled {
        /// The number of cards.
        cards: u8,
    },
    /// The order they lie in, top card first. Nobody knows it while the game runs.
    Order {
        /// The cards.
        cards: Vec<Card>,
    },
    /// A player drew a card.
    Rolled {
        /// The seat that acts.
        seat: Seat,
        /// The card.
        card: Card,
        /// Its number as a roll.
        roll: u8,
        /// What it means at this table.
        meaning: Meaning,
    },
    /// A pawn moved.
    Moved {
        /// The seat it concerns.
        seat: Seat,
        /// In which way.
        how: How,
        /// Where it was.
        from: Place,
        /// Where it is.
        to: Place,
    },
    /// Two pawns changed places.
    Switched {
        /// Whose turn it was.
        seat: Seat,
        /// Where that pawn was, and the other is.
        from: Square,
        /// The opponent.
        with: Seat,
        /// Where that pawn was, and the first is.
        to: Square,
    },
    /// A player used a Sorry! card on an opponent.
    Sorry {
        /// The seat that acts.
        seat: Seat,
        /// On whom.
        to: Seat,
    },
    /// A pawn was sent back to its Start.
    Bumped {
        /// The seat it concerns.
        seat: Seat,
        /// By whom.
        by: Seat,
        /// Where it was.
        from: Square,
    },
    /// A card was left unused.
    Forfeited {
        /// By whom.
        seat: Seat,
        /// Whether nothing else was possible.
        forced: bool,
    },
    /// A pawn is Home: the game is over.
    Won {
        /// The seat it concerns.
        seat: Seat,
    },
    /// The game was ended because it had become too long.
    Stopped {
        /// How many turns were played.
        turns: u16,
        /// Who stood nearest to Home.
        winners: SeatSet,
    },
}

/// In which way a pawn moved.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// From Start to its exit square.
    Leave,
    /// This many squares forward.
    Forward(u8),
    /// This many squares backward.
    Backward(u8),
    /// This many steps forward and Home.
    Home(u8),
    /// Onto the square of another pawn.
    Take,
}

impl Event {
    /// What happened, as one sentence.
    pub(super) fn sentence(&self, voice: &Voice) -> String {
        match self {
            Self::Shuffled { cards } => format!("All {cards} cards are shuffled."),
            Self::Order { cards } => {
                let faces: Vec<_> = cards.iter().map(|card| card.face()).collect();
                format!("They lie in this order: {}.", faces.join(" "))
            }
            Self::Rolled { seat, card, meaning, .. } => {
                let draws = voice.does(*seat, "draw", "draws");
                match card {
                    Card::Sorry => format!("{draws} a Sorry! card: {meaning}."),
                    Card::Eight | Card::Eleven => format!("{draws} an {card}: {meaning}."),
                    _ => format!("{draws} a {card}: {meaning}."),
                }
            }
            Self::Moved { seat, how, from, to } => moved(voice, *seat, *how, *from, *to),
            Self::Switched { seat, from, with, to } => format!(
                "{} places with {}: {from} for {to}.",
                voice.does(*seat, "change", "changes"),
                voice.inner_name(*with),
            ),
            Self::Sorry { seat, to } => {
                format!("{} Sorry! to {}.", voice.does(*seat, "say", "says"), voice.inner_name(*to))
            }
            Self::Bumped { seat, from, .. } => {
                format!("{} from {from} back to Start.", voice.does(*seat, "go", "goes"))
            }
            Self::Forfeited { seat, forced: true } => {
                let has = voice.does(*seat, "have", "has");
                format!(
                    "{has} no move and {} the turn.",
                    if voice.is_you(*seat) { "forfeit" } else { "forfeits" }
                )
            }
            Self::Forfeited { seat, forced: false } => {
                format!("{} the turn.", voice.does(*seat, "forfeit", "forfeits"))
            }
            Self::Won { seat } if voice.is_you(*seat) => "You are Home first and win.".to_owned(),
            Self::Won { seat } => format!("{} is Home first and wins.", voice.name(*seat)),
            Self::Stopped { turns, winners } => stopped(voice, *turns, *winners),
        }
    }
}

fn moved(voice: &Voice, seat: Seat, how: How, from: Place, to: Place) -> String {
    let goes = voice.does(seat, "go", "goes");
    let from = from.square().map_or_else(|| from.to_string(), |square| square.to_string());
    let to = to.square().map_or_else(|| to.to_string(), |square| square.to_string());
    match how {
        How::Leave => {
            format!("{} Start and {} on {to}.", voice.does(seat, "leave", "leaves"), stands(voice, seat))
        }
        How::Forward(squares) => format!("{goes} forward {squares}, from {from} to {to}."),
        How::Backward(squares) => format!("{goes} backward {squares}, from {from} to {to}."),
        How::Home(squares) => format!("{goes} forward {squares}, from {from} Home: the count is exact."),
        How::Take => format!("{} square {to}, coming from {from}.", voice.does(seat, "take", "takes")),
    }
}

fn stands(voice: &Voice, seat: Seat) -> &'static str {
    if voice.is_you(seat) { "stand" } else { "stands" }
}

fn stopped(voice: &Voice, turns: u16, winners: SeatSet) -> String {
    match winners.first() {
        Some(only) if winners.len() == 1 => {
            let wins = if voice.is_you(only) { "win" } else { "wins" };
            format!(
                "After {turns} turns {} {} nearest to Home and {wins}.",
                voice.inner_name(only),
                stands(voice, only)
            )
        }
        _ => format!(
            "{} stand equally near to Home after {turns} turns and share the win.",
            voice.list(winners.iter())
        ),
    }
}
