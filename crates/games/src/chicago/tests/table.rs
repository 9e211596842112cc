//! Tables with cards that a test chooses.

use cards::{Card, CardSet};
use game::{Chance, DiscardEvents, EventLog, Game, IllegalAction, Seat, SeatSet, Seed, Viewer};

use super::super::*;

/// Hands without a pair, for tests in which no hand shall be paid: the first wins every trick it leads.
pub(super) const STRONG: &str = "SA SK SQ SJ H9";
/// See [`STRONG`].
pub(super) const WEAK: &str = "D2 D3 D4 D5 C7";

/// Cards as `SA H10`.
pub(super) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

pub(super) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(super) fn seat(number: u8) -> Seat {
    Seat::of(number)
}

/// A table at which everything that happens is noted.
pub(super) struct Table {
    pub(super) position: Chicago,
    pub(super) emitted: EventLog<Event>,
}

impl Table {
    /// Deals these hands, to seat 0 first; the seats then draw from `draws`, whose first card is on top.
    pub(super) fn new(settings: &str, hands: &[&str], draws: &str) -> Self {
        Self::dealt_by(0, settings, hands, draws)
    }

    /// The same with another dealer than seat 0.
    pub(super) fn dealt_by(dealer: u8, settings: &str, hands: &[&str], draws: &str) -> Self {
        let options = crate::testing::options::<Chicago>(settings);
        let seats = hands.len() as u8;
        let mut position = Chicago::blank(&options, seats, Chance::new(Seed::from_number(1)));
        position.dealer = seat(dealer);
        position.stack(hands, draws);
        let mut emitted = EventLog::new();
        position.deal_hands(&mut emitted);
        Self { position, emitted }
    }

    pub(super) fn act(&mut self, number: u8, action: Action) {
        let acted = self.position.play(seat(number), action, &mut self.emitted);
        acted.unwrap_or_else(|refusal| panic!("seat {number}, {action}: {refusal}"));
    }

    pub(super) fn refusal(&self, number: u8, action: Action) -> Refusal {
        match self.position.check(seat(number), action) {
            Err(IllegalAction::Rule(refusal)) => refusal,
            other => panic!("seat {number}, {action}: {other:?}"),
        }
    }

    pub(super) fn change(&mut self, number: u8, changed: &str) {
        self.act(number, Action::Change(cards(changed).into_iter().collect()));
    }

    /// Everybody who has not chosen yet keeps the hand.
    pub(super) fn keep(&mut self) {
        for seat in self.position.waiting.iter() {
            self.act(seat.number(), Action::Change(CardSet::EMPTY));
        }
    }

    /// Everybody keeps the hand in all exchanges.
    pub(super) fn until_call(&mut self) -> &mut Self {
        while self.position.phase == Phase::Exchange {
            self.keep();
        }
        assert_eq!(self.position.phase, Phase::Call);
        self
    }

    /// Everybody answers, and these call.
    pub(super) fn call(&mut self, callers: &[u8]) -> &mut Self {
        for seat in SeatSet::all(self.position.seats).iter() {
            let call = callers.contains(&seat.number());
            self.act(seat.number(), if call { Action::CallChicago } else { Action::NoChicago });
        }
        self
    }

    /// These cards are played, each by the player to act.
    pub(super) fn play(&mut self, played: &str) -> &mut Self {
        for card in cards(played) {
            let seat = self.position.waiting.first().unwrap();
            self.act(seat.number(), Action::Play(card));
        }
        self
    }

    pub(super) fn totals(&self) -> Vec<i8> {
        self.position.totals.as_slice().to_vec()
    }

    pub(super) fn set_totals(&mut self, totals: &[i8]) -> &mut Self {
        self.position.totals.as_mut_slice().copy_from_slice(totals);
        self
    }

    pub(super) fn hand(&self, number: u8) -> Vec<Card> {
        self.position.hands[seat(number)].slots.to_vec()
    }

    pub(super) fn seen(&self, number: u8) -> Seen {
        self.position.seen(Viewer::Seat(seat(number)))
    }

    /// What the seat was sent since this was last asked.
    pub(super) fn news(&mut self, number: u8) -> Vec<Event> {
        let news = self.emitted.for_viewer(Viewer::Seat(seat(number))).cloned().collect();
        self.emitted = EventLog::new();
        news
    }

    pub(super) fn winners(&self) -> Option<Vec<u8>> {
        let outcome = self.position.status().outcome()?;
        Some(outcome.winners.iter().map(Seat::number).collect())
    }
}

impl Chicago {
    /// Stacks the deck: first the hands in the order in which they are dealt, then what will be drawn, then the
    /// rest of the pack.
    fn stack(&mut self, hands: &[&str], draws: &str) {
        let mut order = Vec::new();
        for seat in self.in_turn() {
            order.extend(cards(hands[seat.index()]));
        }
        order.extend(cards(draws));
        let named: CardSet = order.iter().copied().collect();
        assert_eq!(named.len(), order.len(), "a card is named twice");
        order.extend(!named);
        self.deck = order.into_iter().rev().collect();
    }
}

/// A table as it is dealt in play.
pub(super) fn dealt(settings: &str, seats: u8, seed: u64) -> Chicago {
    let options = crate::testing::options::<Chicago>(settings);
    Chicago::start(&options, seats, Chance::new(Seed::from_number(seed)), &mut DiscardEvents).unwrap()
}
