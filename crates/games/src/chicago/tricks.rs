//! The five tricks.

use cards::{Card, Suit};
use game::{Audience, EventSink, Seat, SeatSet};

use super::{CHICAGO_MAX_SEATS, Chicago, Event, HAND_SIZE, Phase};

/// The cards of one trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Trick {
    pub(super) leader: Seat,
    /// In order of play, beginning with the leader.
    pub(super) cards: [Option<Card>; CHICAGO_MAX_SEATS],
    pub(super) played: u8,
    /// Who has played the best card so far.
    pub(super) winner: Seat,
}

impl Trick {
    pub(super) fn led_by(leader: Seat) -> Self {
        Self { leader, winner: leader, ..Self::default() }
    }

    /// The cards in order of play.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().flatten().copied()
    }

    /// The suit that must be followed, once a card lies.
    pub(super) fn led_suit(&self) -> Option<Suit> {
        self.cards[0].map(Card::suit)
    }

    /// Adds a card. The highest card of the led suit wins.
    pub(super) fn add(&mut self, seat: Seat, card: Card, seats: u8) {
        let place = usize::from(self.played);
        if place > 0 {
            let steps = (self.winner.number() + seats - self.leader.number()) % seats;
            let beaten = self.cards[usize::from(steps)]
                .is_none_or(|best| card.suit() == best.suit() && card.rank() > best.rank());
            if beaten {
                self.winner = seat;
            }
        }
        if let Some(slot) = self.cards.get_mut(place) {
            *slot = Some(card);
            self.played += 1;
        }
    }
}

impl Chicago {
    /// The Chicago player leads, or else the player after the dealer.
    pub(super) fn begin_tricks(&mut self) {
        self.phase = Phase::Tricks;
        let leader = self.caller.unwrap_or_else(|| self.dealer.next(self.seats));
        self.tricks[0] = Trick::led_by(leader);
        self.begin_turn(SeatSet::only(leader));
    }

    /// The trick under way; `None` when all are played or none has begun.
    pub(super) fn current_trick(&self) -> Option<&Trick> {
        if self.phase == Phase::Tricks { self.tricks.get(usize::from(self.trick)) } else { None }
    }

    /// Plays a card; the fifth trick ends the round.
    pub(super) fn play_card(&mut self, seat: Seat, card: Card, listener: &mut impl EventSink<Event>) {
        self.hands[seat].held.remove(card);
        let number = usize::from(self.trick);
        let Some(trick) = self.tricks.get_mut(number) else { return };
        trick.add(seat, card, self.seats);
        let (winner, complete) = (trick.winner, trick.played == self.seats);
        listener.emit(Audience::All, || Event::CardPlayed { seat, card });
        if !complete {
            self.begin_turn(SeatSet::only(seat.next(self.seats)));
            return;
        }
        self.trick += 1;
        listener.emit(Audience::All, || Event::TrickWon { seat: winner, trick: number as u8 + 1 });
        if let Some(next) = self.tricks.get_mut(number + 1) {
            *next = Trick::led_by(winner);
            self.begin_turn(SeatSet::only(winner));
        } else {
            self.end_round(listener);
        }
    }

    /// How many tricks the seat has won in this round.
    pub(super) fn tricks_won(&self, seat: Seat) -> u8 {
        let complete = &self.tricks[..usize::from(self.trick).min(HAND_SIZE)];
        complete.iter().filter(|trick| trick.winner == seat).count() as u8
    }
}
