//! What can happen.
//!
//! The events of a round, in order: [`Event::RoundBegan`], [`Event::Shuffled`], for each seat [`Event::Dealt`] or
//! its public side, in the first round an [`Event::OrderCard`] for each seat, [`Event::Begins`],
//! [`Event::FirstCard`]; then the turns; then [`Event::RoundWon`] or [`Event::NobodyWon`], [`Event::RoundScored`],
//! and after the last round [`Event::GameWon`].
//!
//! A turn is [`Event::Played`], [`Event::Hand`] unless the hand is empty, and then what the card does; or
//! [`Event::Reshuffled`] if the stock ran out, [`Event::Drew`] or its public side, and [`Event::Hand`]. A drawn
//! card that may be played is followed by one more turn of events of the same player, or by [`Event::Kept`].

use cards::Card;
use game::{PerSeat, Seat, SeatSet, Voice};
use serde::{Deserialize, Serialize};

use super::Direction;

/// What can happen.
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
        /// Whose.
        seat: Seat,
        /// The hand in display order.
        cards: Vec<Card>,
    },
    /// The public side of [`Dealt`](Self::Dealt).
    DealtFaceDown {
        /// Whose.
        seat: Seat,
        /// How many cards.
        count: u16,
    },
    /// A player's extra card; the lowest begins.
    OrderCard {
        /// Whose.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Who begins the round.
    Begins {
        /// The player.
        seat: Seat,
        /// Why.
        reason: StartReason,
    },
    /// The card that is turned up at the start. It does nothing.
    FirstCard {
        /// The card.
        card: Card,
    },
    /// Cards were laid, the last one on top.
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
        /// Whose.
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
        /// Why.
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

/// Why a player begins.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoWinner {
    /// Everybody in turn could neither play nor draw.
    Blocked,
    /// It took too many turns.
    TooLong,
}

impl Event {
    pub(super) fn sentence(&self, voice: &Voice) -> String {
        match self {
            Self::RoundBegan { round, cards } => format!("Round {round}: {cards} cards are shuffled."),
            Self::Shuffled { cards } => format!("The shuffle: {}.", spaced(cards)),
            Self::Dealt { seat, cards } => {
                format!("{} dealt {}.", voice.does(*seat, "are", "is"), listed(cards))
            }
            Self::DealtFaceDown { seat, count } => {
                format!("{} dealt {}.", voice.does(*seat, "are", "is"), counted(*count))
            }
            Self::OrderCard { seat, card } => {
                format!("{} {card} for the start.", voice.does(*seat, "get", "gets"))
            }
            Self::Begins { seat, reason } => format!(
                "{} with {}.",
                voice.does(*seat, "begin", "begins"),
                match reason {
                    StartReason::LowestCard => "the lowest card",
                    StartReason::WonRound => "the last round won",
                    StartReason::FewestCards => "the fewest cards left in the last round",
                }
            ),
            Self::FirstCard { card } => format!("The first card is {card}."),
            Self::Played { seat, cards, left } => {
                let one_left = if *left == 1 { ": one card left!" } else { "." };
                format!("{} {}{one_left}", voice.does(*seat, "play", "plays"), listed(cards))
            }
            Self::Hand { seat, cards } => {
                let owner = if voice.is_you(*seat) { "Your".to_owned() } else { voice.possessive(*seat) };
                format!("{owner} hand: {}.", spaced(cards))
            }
            Self::Turned { direction } => format!("The direction turns: {}.", direction.words()),
            Self::Skipped { seat } => format!("{} skipped.", voice.does(*seat, "are", "is")),
            Self::Attacked { seat, cards } => {
                format!("{} answer or draw {}.", voice.does(*seat, "must", "must"), counted(*cards))
            }
            Self::Parried { seat } => format!("{} the attack.", voice.does(*seat, "parry", "parries")),
            Self::Reshuffled { count } => {
                format!("The stock is empty: the discards are shuffled, {}.", counted(*count))
            }
            Self::Drew { seat, cards } => {
                format!("{} {}.", voice.does(*seat, "draw", "draws"), listed(cards))
            }
            Self::DrewFaceDown { seat, count } => {
                format!("{} {}.", voice.does(*seat, "draw", "draws"), counted(*count))
            }
            Self::Kept { seat } => format!("{} the card.", voice.does(*seat, "keep", "keeps")),
            Self::RoundWon { seat, round } => format!("{} round {round}!", voice.does(*seat, "win", "wins")),
            Self::NobodyWon { round, reason } => match reason {
                NoWinner::Blocked => format!("Nobody can play or draw: nobody wins round {round}."),
                NoWinner::TooLong => format!("The round has gone on too long: nobody wins round {round}."),
            },
            Self::RoundScored { round, scores, totals } => {
                let points = scores.iter().map(|(seat, score)| {
                    format!("{} {score} (total {})", voice.inner_name(seat), totals[seat])
                });
                format!("Round {round} scores: {}.", points.collect::<Vec<_>>().join(", "))
            }
            Self::GameWon { winners } => {
                let alone = winners.first().filter(|_| winners.len() == 1);
                match alone {
                    Some(seat) => format!("{} the game.", voice.does(seat, "win", "wins")),
                    None => format!("{} win the game together.", voice.list(winners.iter())),
                }
            }
        }
    }
}

/// "3 cards", "1 card", "nothing".
pub(super) fn counted(count: u16) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "1 card".to_owned(),
        count => format!("{count} cards"),
    }
}

/// "10♠, 7♥ and 7♣".
fn listed(cards: &[Card]) -> String {
    let words: Vec<_> = cards.iter().map(Card::to_string).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// "10♠ 7♥ 7♣".
pub(super) fn spaced(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
