//! Scenes: positions laid out by hand, and decks in a known order.

use cards::Card;
use game::{Chance, EventLog, Game, IllegalAction, Seat, Seed, Status};

use crate::onecard::{Action, Direction, Event, OneCard, Piles, Refusal};
use crate::testing::options;

/// Reads `S10 H2`.
pub(super) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

pub(super) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// `S7` plays a card, `S7+` lays it and goes on, `draw` and `keep` what they say.
pub(super) fn action(text: &str) -> Action {
    match text {
        "draw" => Action::Draw,
        "keep" => Action::Keep,
        _ => match text.strip_suffix('+') {
            Some(laid) => Action::Lay(card(laid)),
            None => Action::Play(card(text)),
        },
    }
}

/// A table and all that was sent there.
pub(super) struct Scene {
    pub(super) position: OneCard,
    pub(super) emitted: EventLog<Event>,
}

/// A table at which the first seat is to act: the discards from the bottom, and the hands in order of seats.
pub(super) fn scene(settings: &str, discards: &str, hands: &[&str]) -> Scene {
    let options = options::<OneCard>(settings);
    let mut position = OneCard::unshuffled(&options, hands.len() as u8, Chance::new(Seed::from_number(1)));
    for (seat, hand) in Seat::all(hands.len() as u8).zip(hands) {
        let hand = cards(hand);
        position.held[seat] = hand.len() as u16;
        position.hands[seat] = hand.into_iter().collect();
    }
    position.piles = Piles::lay_out(options.all_cards() as u16, &cards(discards), &[], &[]);
    Scene { position, emitted: EventLog::new() }
}

/// A table dealt from a deck whose first cards are these; the others follow in packs.
pub(super) fn dealt(settings: &str, seats: u8, deck: &str) -> Scene {
    let options = options::<OneCard>(settings);
    let mut position = OneCard::unshuffled(&options, seats, Chance::new(Seed::from_number(1)));
    let mut rest = position.piles.stock().to_vec();
    let mut deck = cards(deck);
    for card in &deck {
        rest.remove(rest.iter().position(|other| other == card).unwrap());
    }
    deck.append(&mut rest);
    position.piles = Piles::lay_out(deck.len() as u16, &[], &[], &deck);
    let mut emitted = EventLog::new();
    position.begin_round(&mut emitted);
    Scene { position, emitted }
}

impl Scene {
    pub(super) fn stock(mut self, stock: &str) -> Self {
        let piles = &self.position.piles;
        self.position.piles = Piles::lay_out(piles.all_cards(), piles.discards(), &[], &cards(stock));
        self
    }

    pub(super) fn attack(mut self, attack: u16) -> Self {
        self.position.attack = attack;
        self
    }

    pub(super) fn turn(mut self, seat: u8) -> Self {
        self.position.turn = Seat::of(seat);
        self
    }

    pub(super) fn clockwise(mut self) -> Self {
        self.position.direction = Direction::Clockwise;
        self
    }

    /// The number of the seat to act.
    pub(super) fn to_act(&self) -> u8 {
        self.position.status().to_act().first().unwrap().number()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.position.status(), Status::Over(_))
    }

    /// Plays these actions, one after the other, each by the player to act, and returns the events.
    pub(super) fn play(&mut self, actions: &[&str]) -> Vec<Event> {
        let before = self.emitted.0.len();
        for text in actions.iter().flat_map(|text| text.split_whitespace()) {
            let seat = Seat::of(self.to_act());
            let played = self.position.play(seat, action(text), &mut self.emitted);
            assert_eq!(played, Ok(()), "{text} of seat {seat}: {:?}", self.legal());
        }
        self.emitted.0[before..].iter().map(|(_, event)| event.clone()).collect()
    }

    /// Why the player to act may not do this.
    pub(super) fn refusal(&self, text: &str) -> Refusal {
        match self.position.check(Seat::of(self.to_act()), action(text)) {
            Err(IllegalAction::Rule(refusal)) => refusal,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// What the player to act can do.
    pub(super) fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.position.legal_actions(Seat::of(self.to_act()), &mut legal);
        legal.iter().map(ToString::to_string).collect()
    }

    /// How many cards each seat holds.
    pub(super) fn held(&self) -> Vec<u16> {
        self.position.held.as_slice().to_vec()
    }

    /// The hand of a seat in display order.
    pub(super) fn hand(&self, seat: u8) -> Vec<Card> {
        self.position.hands[Seat::of(seat)].iter().collect()
    }

    pub(super) fn totals(&self) -> Vec<i32> {
        self.position.scores().as_slice().to_vec()
    }
}
