//! A writer of the command-line log, made of events alone: what it needs, the events must give.

use std::fmt::Write;

use cards::Card;
use game::{Audience, EventLog};

use crate::onecard::{Event, OneCardOptions};

const BANNER: &str = "\
########################
#                      #
# Welcome to One Card! #
#                      #
########################
";

/// The whole log of what was sent at a table.
pub(super) fn log(options: &OneCardOptions, seats: u8, emitted: &EventLog<Event>) -> String {
    let mut log = String::from(BANNER);
    let _ = writeln!(log, "---- Initial setup ----");
    let _ = writeln!(log, "Number of rounds: {}", options.rounds.get());
    let _ = writeln!(log, "Number of decks: {}", options.decks.get());
    let _ = writeln!(log, "Number of players: {seats}");
    // The public side of what one seat is sent would say the same thing twice.
    for (_, event) in emitted.0.iter().filter(|(audience, _)| !matches!(audience, Audience::AllBut(_))) {
        lines(&mut log, event);
    }
    log
}

fn lines(log: &mut String, event: &Event) {
    let _ = match event {
        Event::RoundBegan { .. } => writeln!(log, "Shuffling cards..."),
        Event::Shuffled { cards } => writeln!(log, "Shuffle result:\n{}\nDealing cards...", listed(cards)),
        Event::Dealt { seat, cards } => writeln!(log, "Player {}: {}", seat.number() + 1, listed(cards)),
        Event::OrderCard { seat, card } => {
            if seat.number() == 0 {
                let _ = writeln!(log, "Determining the playing order...");
            }
            writeln!(log, "Player {}: {}", seat.number() + 1, named(card))
        }
        Event::Begins { seat, .. } => {
            writeln!(log, "The game will start with player {}\n---- Game start ----", seat.number() + 1)
        }
        Event::FirstCard { card } => writeln!(log, "First card: {}", named(card)),
        Event::Played { seat, cards, .. } => {
            writeln!(log, "Player {} plays: {}", seat.number() + 1, listed(cards))
        }
        Event::Hand { seat, cards } => {
            writeln!(log, "Player {} cards: {}", seat.number() + 1, listed(cards))
        }
        Event::Reshuffled { .. } => {
            writeln!(log, "Stock pile exhausted. Shuffling the discard pile and restore the stock pile")
        }
        Event::Drew { seat, cards } if cards.is_empty() => {
            writeln!(log, "Player {} draws: nothing", seat.number() + 1)
        }
        Event::Drew { seat, cards } => writeln!(log, "Player {} draws: {}", seat.number() + 1, listed(cards)),
        Event::RoundWon { seat, .. } => writeln!(log, "Player {} wins!", seat.number() + 1),
        Event::NobodyWon { .. } => writeln!(log, "Nobody wins!"),
        Event::RoundScored { round, scores, totals } => {
            let _ = writeln!(log, "---- Stats ----\nRound {round} result:");
            for (seat, score) in scores.iter() {
                let _ = writeln!(log, "Player {}: {score}, total: {}", seat.number() + 1, totals[seat]);
            }
            writeln!(log, "Round {round} ends.")
        }
        Event::GameWon { winners } => {
            winners.iter().try_for_each(|seat| writeln!(log, "Player {} wins the game!", seat.number() + 1))
        }
        Event::Laid { .. }
        | Event::DealtFaceDown { .. }
        | Event::DrewFaceDown { .. }
        | Event::Turned { .. }
        | Event::Skipped { .. }
        | Event::Attacked { .. }
        | Event::Parried { .. }
        | Event::Kept { .. } => Ok(()),
    };
}

fn named(card: &Card) -> String {
    format!("{} {}", card.suit().name(), card.rank().index())
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(named).collect::<Vec<_>>().join(", ")
}
