//! The randomness of a game between peers: the decks that were dealt.

use std::fmt::Write as _;

use game::options::{OptionValue as _, RawOptions};
use games::cards::{Card, CardSet};
use games::golf::{DealtDeck, GolfOptions};

use super::peer_record::PeerRecordError;

const ROUNDS: usize = 9;

/// What was dealt in each round, as far as the game went, and after how many turns the dealer ended a round that did not
/// end when all cards were up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PeerDeals {
    decks: [Option<DealtDeck>; ROUNDS],
    cuts: [Option<u16>; ROUNDS],
}

impl PeerDeals {
    /// The deck of a round, counted from 1.
    #[must_use]
    pub fn deck(&self, round: u8) -> Option<&DealtDeck> {
        self.decks.get(usize::from(round).checked_sub(1)?)?.as_ref()
    }

    /// After how many turns the dealer ended a round, if not when all cards were up.
    #[must_use]
    pub fn cut(&self, round: u8) -> Option<u16> {
        *self.cuts.get(usize::from(round).checked_sub(1)?)?
    }

    /// Notes the deck of a round.
    pub fn set_deck(&mut self, round: u8, deck: DealtDeck) {
        if let Some(slot) = usize::from(round).checked_sub(1).and_then(|index| self.decks.get_mut(index)) {
            *slot = Some(deck);
        }
    }

    /// Notes that the dealer ended a round after this many turns.
    pub fn set_cut(&mut self, round: u8, turns: u16) {
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
    /// All randomness of the game.
    pub deals: PeerDeals,
}

impl PeerOptions {
    /// The rules that hold: those of peers, with or without stealing.
    #[must_use]
    pub fn golf(&self) -> GolfOptions {
        golf_options(self.steal)
    }

    /// Reads them from a record.
    ///
    /// # Errors
    /// The first setting that is wrong.
    pub fn from_settings(settings: &RawOptions) -> Result<Self, PeerRecordError> {
        let mut options = Self::default();
        settings.0.iter().try_for_each(|(name, text)| options.set(name, text))?;
        Ok(options)
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), PeerRecordError> {
        let round = |prefix: &str| {
            let number = name.strip_prefix(prefix)?.parse::<u8>().ok()?;
            (1..=ROUNDS as u8).contains(&number).then_some(number)
        };
        let wrong = |wanted| PeerRecordError::Option { name: shortened(name), wanted };
        if name == "steal" {
            self.steal = bool::parse(text).ok_or_else(|| wrong("on or off"))?;
        } else if let Some(round) = round("deck_") {
            let wanted = "all 52 cards of one pack, from the top, as H10 S3 …";
            self.deals.set_deck(round, read(text).ok_or_else(|| wrong(wanted))?);
        } else if let Some(round) = round("cut_") {
            self.deals.set_cut(round, text.parse().map_err(|_| wrong("0 to 65535"))?);
        } else {
            return Err(PeerRecordError::UnknownOption(shortened(name)));
        }
        Ok(())
    }

    /// As they stand in a record.
    #[must_use]
    pub fn settings(&self) -> RawOptions {
        let mut settings = vec![("steal".to_owned(), self.steal.text())];
        for round in 1..=ROUNDS as u8 {
            settings.extend(self.deals.deck(round).map(|deck| (format!("deck_{round}"), written(deck))));
            settings.extend(self.deals.cut(round).map(|turns| (format!("cut_{round}"), turns.to_string())));
        }
        RawOptions(settings)
    }
}

/// The rules of golf that hold between peers, with or without stealing.
#[must_use]
pub(crate) fn golf_options(steal: bool) -> GolfOptions {
    GolfOptions { peers: true, steal, ..GolfOptions::default() }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// `H10 S3 …`, and after a stroke the cards that start the discard pile.
fn written(deck: &DealtDeck) -> String {
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

fn read(text: &str) -> Option<DealtDeck> {
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
    Some(DealtDeck { cards, discards: discards.len() as u8 })
}
