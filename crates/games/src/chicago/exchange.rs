//! Changing cards.

use cards::{Card, CardSet};
use game::{Audience, EventSink, Seat, SeatSet};

use super::{Chicago, Event, HAND_SIZE, Phase, Swap};

/// A card that was turned up for a player who changed exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opened {
    pub(super) card: Card,
    /// Whether the player took it; not yet, as long as it is that player's turn to decide.
    pub(super) taken: bool,
}

impl Chicago {
    /// The place of the exchange under way in lists that begin with the first.
    pub(super) const fn exchange_index(&self) -> usize {
        self.exchange as usize - 1
    }

    pub(super) fn begin_exchange(&mut self, number: u8) {
        self.exchange = number;
        self.phase = Phase::Exchange;
        self.begin_turn(SeatSet::all(self.seats));
    }

    /// The total from which the seat may not change cards, if it has reached that.
    pub(super) fn stopped_at(&self, seat: Seat) -> Option<i8> {
        self.options.buy_stop.total().filter(|&stop| self.totals[seat] >= stop)
    }

    /// Seals what the seat changes. When all have chosen, all get their new cards.
    pub(super) fn choose_change(&mut self, seat: Seat, cards: CardSet, listener: &mut impl EventSink<Event>) {
        self.thrown[self.exchange_index()][seat] = cards;
        self.waiting.remove(seat);
        listener.emit(Audience::Only(seat), || Event::ChangeChosen { seat, cards: Some(cards) });
        listener.emit(Audience::AllBut(seat), || Event::ChangeChosen { seat, cards: None });
        if self.waiting.is_empty() {
            self.make_exchange(listener);
        }
    }

    /// New cards for all, in turn order. What was thrown is returned only afterwards, so that nobody gets back
    /// a card that was thrown in the same exchange.
    fn make_exchange(&mut self, listener: &mut impl EventSink<Event>) {
        for seat in self.in_turn() {
            let cards = self.thrown[self.exchange_index()][seat];
            if self.options.one_up && cards.len() == 1 {
                let hand = &mut self.hands[seat];
                hand.held = hand.held - cards;
                listener.emit(Audience::All, || Event::Changed { seat, count: 1, swaps: None });
            } else {
                self.replace(seat, cards, listener);
            }
        }
        self.turn_up_or_finish(listener);
    }

    fn replace(&mut self, seat: Seat, cards: CardSet, listener: &mut impl EventSink<Event>) {
        let before = self.hands[seat].slots;
        if !cards.is_empty() {
            for (slot, &old) in before.iter().enumerate() {
                if cards.contains(old)
                    && let Some(card) = self.draw(seat, listener)
                {
                    self.hands[seat].replace(slot, card);
                }
            }
        }
        let count = cards.len() as u8;
        listener.emit(Audience::Only(seat), || {
            let after = self.hands[seat].slots;
            let swaps = (0..HAND_SIZE).filter(|&slot| cards.contains(before[slot])).map(|slot| Swap {
                slot: slot as u8,
                old: before[slot],
                new: after[slot],
            });
            Event::Changed { seat, count, swaps: Some(swaps.collect()) }
        });
        listener.emit(Audience::AllBut(seat), || Event::Changed { seat, count, swaps: None });
    }

    /// Turns up a card for the next player who has changed exactly one; ends the exchange if there is none.
    fn turn_up_or_finish(&mut self, listener: &mut impl EventSink<Event>) {
        let next =
            self.in_turn().find(|&seat| self.options.one_up && self.hands[seat].empty_slot().is_some());
        if let Some(seat) = next
            && let Some(card) = self.draw(seat, listener)
        {
            self.phase = Phase::OpenCard;
            self.begin_turn(SeatSet::only(seat));
            self.opened[self.exchange_index()][seat] = Some(Opened { card, taken: false });
            listener.emit(Audience::All, || Event::OpenCard { seat, card });
        } else {
            self.finish_exchange(listener);
        }
    }

    /// Takes the card that lies face up.
    pub(super) fn take_open(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        let index = self.exchange_index();
        if let Some(opened) = &mut self.opened[index][seat] {
            opened.taken = true;
            let card = opened.card;
            listener.emit(Audience::All, || Event::OpenTaken { seat, card });
            self.fill_empty_slot(seat, card);
        }
        self.turn_up_or_finish(listener);
    }

    /// Leaves the card that lies face up and takes the next one.
    pub(super) fn draw_unseen(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        if let Some(Opened { card: left, .. }) = self.opened[self.exchange_index()][seat]
            && let Some(card) = self.draw(seat, listener)
        {
            listener.emit(Audience::Only(seat), || Event::UnseenDrawn { seat, left, card: Some(card) });
            listener.emit(Audience::AllBut(seat), || Event::UnseenDrawn { seat, left, card: None });
            self.fill_empty_slot(seat, card);
        }
        self.turn_up_or_finish(listener);
    }

    fn fill_empty_slot(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat];
        if let Some(slot) = hand.empty_slot() {
            hand.replace(slot, card);
        }
    }

    /// Returns what was thrown, looks for a royal flush, and pays the hand unless the tricks come first.
    fn finish_exchange(&mut self, listener: &mut impl EventSink<Event>) {
        let index = self.exchange_index();
        for seat in Seat::all(self.seats) {
            self.returned = self.returned | self.thrown[index][seat];
            if let Some(Opened { card, taken: false }) = self.opened[index][seat] {
                self.returned.insert(card);
            }
        }
        if self.won_by_royal_flush(listener) {
            return;
        }
        if self.exchange < super::EXCHANGES as u8 {
            self.pay_best_hand(self.exchange, listener);
            self.begin_exchange(self.exchange + 1);
        } else {
            self.begin_call();
        }
    }
}
