//! The luck of a game between peers: the decks that were dealt.

use std::fmt::Write as _;

use cards::{Card, CardSet};
use game::options::{OptionRange, OptionValue as _, RawOptions};
use game::{OptionError, OptionSpec, Options};

use super::Deck;

const ROUNDS: usize = 9;

/// What was dealt in each round, as far as the game went, and after how many turns the dealer cut a round short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decks {
    decks: [Option<Deck>; ROUNDS],
    cuts: [Option<u16>; ROUNDS],
}

impl Decks {
    /// The deck of a round, counted from 1.
    #[must_use]
    pub fn deck(&self, round: u8) -> Option<&Deck> {
        self.decks.get(usize::from(round).checked_sub(1)?)?.as_ref()
    }

    /// After how many turns the dealer cut a round short.
    #[must_use]
    pub fn cut(&self, round: u8) -> Option<u16> {
        *self.cuts.get(usize::from(round).checked_sub(1)?)?
    }

    /// Notes the deck of a round.
    pub fn dealt(&mut self, round: u8, deck: Deck) {
        if let Some(slot) = usize::from(round).checked_sub(1).and_then(|index| self.decks.get_mut(index)) {
            *slot = Some(deck);
        }
    }

    /// Notes that the dealer cut a round short after so many turns.
    pub fn was_cut(&mut self, round: u8, turns: u16) {
        if let Some(slot) = usize::from(round).checked_sub(1).and_then(|index| self.cuts.get_mut(index)) {
            *slot = Some(turns);
        }
    }
}

/// What a game between peers was dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PeerOptions {
    /// Whether a turn may be a steal.
    pub steal: bool,
    /// All luck.
    pub decks: Decks,
}

impl Options for PeerOptions {
    /// Only stealing is for people to set; decks stand in records.
    fn specs() -> Vec<OptionSpec> {
        vec![OptionSpec {
            name: "steal",
            default: "off".to_owned(),
            range: OptionRange::Switch,
            meaning: "A turn may be a steal: another player's open card against an own hidden one",
        }]
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let round = |prefix: &str| {
            let number = name.strip_prefix(prefix)?.parse::<u8>().ok()?;
            (1..=ROUNDS as u8).contains(&number).then_some(number)
        };
        let wrong = |name, range| OptionError::OutOfRange { name, given: shortened(text), range };
        if name == "steal" {
            self.steal = bool::parse(text).ok_or_else(|| wrong("steal", OptionRange::Switch))?;
        } else if let Some(round) = round("deck_") {
            let deck = read(text).ok_or_else(|| {
                wrong(
                    "deck_N",
                    OptionRange::Choice(vec!["all 52 cards of one pack, from the top, as H10 S3 …"]),
                )
            })?;
            self.decks.dealt(round, deck);
        } else if let Some(round) = round("cut_") {
            let turns = text
                .parse()
                .map_err(|_| wrong("cut_N", OptionRange::Number { min: 0, max: u16::MAX.into() }))?;
            self.decks.was_cut(round, turns);
        } else {
            return Err(OptionError::Unknown {
                name: shortened(name),
                known: vec!["steal", "deck_1 … deck_9", "cut_1 … cut_9"],
            });
        }
        Ok(())
    }

    fn settings(&self) -> RawOptions {
        let mut settings = vec![("steal".to_owned(), self.steal.text())];
        for round in 1..=ROUNDS as u8 {
            settings.extend(self.decks.deck(round).map(|deck| (format!("deck_{round}"), written(deck))));
            settings.extend(self.decks.cut(round).map(|turns| (format!("cut_{round}"), turns.to_string())));
        }
        RawOptions(settings)
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// `H10 S3 …`, and after a stroke the cards that start the discard pile.
fn written(deck: &Deck) -> String {
    let stroke = Card::COUNT - usize::from(deck.discards).min(Card::COUNT);
    let mut text = String::new();
    for (index, card) in deck.cards.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        let mark = if index == stroke { "/ " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}{mark}{card:?}");
    }
    text
}

fn read(text: &str) -> Option<Deck> {
    let (stock, discards) = text.split_once('/').unwrap_or((text, ""));
    let parse =
        |part: &str| part.split_whitespace().map(|card| card.parse().ok()).collect::<Option<Vec<Card>>>();
    let (mut cards, discards) = (parse(stock)?, parse(discards)?);
    // Each player of four has six cards before any is left to be turned.
    if discards.len() > Card::COUNT - 24 {
        return None;
    }
    cards.extend(&discards);
    let whole = cards.iter().copied().collect::<CardSet>().len() == Card::COUNT;
    let cards = cards.try_into().ok().filter(|_| whole)?;
    Some(Deck { cards, discards: discards.len() as u8 })
}
