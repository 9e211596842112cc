//! What happened, as sentences for people.

use cards::Card;
use game::Voice;

use super::{Event, NoWinner, StartReason};

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
                "{} {}.",
                voice.does(*seat, "begin", "begins"),
                match reason {
                    StartReason::LowestCard => "with the lowest card",
                    StartReason::WonRound => "as the winner of the last round",
                    StartReason::FewestCards => "with the fewest cards left in the last round",
                }
            ),
            Self::FirstCard { card } => format!("The first card is {card}."),
            Self::Laid { seat, card, .. } => {
                format!(
                    "{} {card} and {} on.",
                    voice.does(*seat, "lay", "lays"),
                    if voice.is_you(*seat) { "go" } else { "goes" }
                )
            }
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
fn spaced(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
