//! The log: everything that happens, to the letter of the document's sample.
//!
//! ASCII, LF after every line, no blank lines. Cards are `<suit> <rank>`, and several have `, ` between them.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use cards::Card;
use game::{Audience, Seat};
use games::onecard::{Event, OneCardOptions};

use super::Failure;

/// A log that is being written.
///
/// Each turn goes out in one piece and at once, so that a game that is killed leaves whole lines up to its last
/// turn. A system that kills the writer in the middle of a write may still cut that one at the end of a page.
pub(super) struct Log<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Log<'a> {
    /// Makes the file, or empties it.
    pub(super) fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::Log { path: path.to_owned(), error })?;
        Ok(Self { path, file })
    }

    /// Writes what stands before the first shuffle.
    pub(super) fn begin(&mut self, options: &OneCardOptions, players: u8) -> Result<(), Failure> {
        self.write(&header(options, players))
    }

    /// Writes what has happened.
    pub(super) fn tell(&mut self, events: &[(Audience, Event)]) -> Result<(), Failure> {
        self.write(&events.iter().map(|(_, event)| lines(event)).collect::<String>())
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Failure::Log { path: self.path.to_owned(), error })
    }
}

/// What stands in the log before the first shuffle.
#[must_use]
pub fn header(options: &OneCardOptions, players: u8) -> String {
    format!(
        "\
########################
#                      #
# Welcome to One Card! #
#                      #
########################
---- Initial setup ----
Number of rounds: {}
Number of decks: {}
Number of players: {players}
",
        options.rounds.get(),
        options.decks.get(),
    )
}

/// The lines of one event: none, one or several, each with its LF.
///
/// Of a two-sided event the full side has the line and the public side none, so all events of a game, whatever their
/// audience, together produce the log.
#[must_use]
pub fn lines(event: &Event) -> String {
    match event {
        Event::RoundBegan { .. } => "Shuffling cards...\n".to_owned(),
        Event::Shuffled { cards } => format!("Shuffle result:\n{}\nDealing cards...\n", list(cards)),
        Event::Dealt { seat, cards } => format!("{}: {}\n", player(*seat), list(cards)),
        Event::OrderCard { seat, card } => {
            let title = if seat.number() == 0 { "Determining the playing order...\n" } else { "" };
            format!("{title}{}: {}\n", player(*seat), name(*card))
        }
        Event::Begins { seat, .. } => format!("The game will start with player {}\n", seat.number() + 1),
        Event::FirstCard { card } => format!("---- Game start ----\nFirst card: {}\n", name(*card)),
        Event::Played { seat, cards, .. } => format!("{} plays: {}\n", player(*seat), list(cards)),
        Event::Hand { seat, cards } => format!("{} cards: {}\n", player(*seat), list(cards)),
        Event::Reshuffled { .. } => {
            "Stock pile exhausted. Shuffling the discard pile and restore the stock pile\n".to_owned()
        }
        Event::Drew { seat, cards } if cards.is_empty() => format!("{} draws: nothing\n", player(*seat)),
        Event::Drew { seat, cards } => format!("{} draws: {}\n", player(*seat), list(cards)),
        Event::RoundWon { seat, .. } => format!("{} wins!\n", player(*seat)),
        Event::NobodyWon { .. } => "Nobody wins!\n".to_owned(),
        Event::RoundScored { round, scores, totals } => {
            let mut text = format!("---- Stats ----\nRound {round} result:\n");
            for (seat, score) in scores.iter() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{}: {score}, total: {}", player(seat), totals[seat]);
            }
            text + &format!("Round {round} ends.\n")
        }
        Event::GameWon { winners } => {
            winners.iter().map(|seat| format!("{} wins the game!\n", player(seat))).collect()
        }
        // What the cards do follows from the rules, and the public sides say less than the full ones.
        Event::DealtFaceDown { .. }
        | Event::DrewFaceDown { .. }
        | Event::Turned { .. }
        | Event::Skipped { .. }
        | Event::Attacked { .. }
        | Event::Parried { .. }
        | Event::Kept { .. }
        // The last card of the turn tells of all that were laid.
        | Event::Laid { .. } => String::new(),
    }
}

/// `Spades 10`, here and wherever the program names a card itself.
pub(super) fn name(card: Card) -> String {
    format!("{} {}", card.suit().name(), card.rank().index())
}

fn list(cards: &[Card]) -> String {
    cards.iter().map(|card| name(*card)).collect::<Vec<_>>().join(", ")
}

fn player(seat: Seat) -> String {
    format!("Player {}", seat.number() + 1)
}
