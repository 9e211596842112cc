//! What an action does.

use game::{Audience, EventSink, Played, Purpose, Seat};

use super::Pile;
use super::action::{Action, Steal, TwoPlaces};
use super::event::Event;
use super::layout::Place;
use super::view::Source;
use super::{Golf, Phase, steal};

impl Golf {
    pub(super) fn reveal(&mut self, seat: Seat, places: TwoPlaces, listener: &mut impl EventSink<Event>) {
        let Phase::Reveal(waiting) = self.phase else { return };
        let layout = &mut self.layouts[seat];
        let cards = places.places().map(|place| layout.turn_up(place));
        listener.emit(Audience::All, || Event::Revealed { seat, places, cards });
        let waiting = waiting.without(seat);
        self.phase = if waiting.is_empty() { Phase::Take } else { Phase::Reveal(waiting) };
        if waiting.is_empty() {
            self.turn_number += 1;
            let seat = self.mover;
            listener.emit(Audience::All, || Event::PlayBegins { seat });
        }
    }

    pub(super) fn take_stock(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        if self.stock.is_empty() {
            self.make_new_stock(listener);
        }
        if let Some(above) = self.piles.as_mut().and_then(|piles| piles.take(seat)) {
            self.stock.bring_to_top(above);
        }
        // A position in which this fails refuses the action.
        let Some(card) = self.stock.pop() else { return };
        self.phase = Phase::Holding { card, source: Source::Stock };
        self.last = Some(Played { seat, action: Action::TakeStock });
        listener.emit(Audience::Only(seat), || Event::TookStock { seat, card: Some(card) });
        listener.emit(Audience::AllBut(seat), || Event::TookStock { seat, card: None });
    }

    /// All discards but the top one, shuffled.
    fn make_new_stock(&mut self, listener: &mut impl EventSink<Event>) {
        let Some(top) = self.discards.pop() else { return };
        std::mem::swap(&mut self.stock, &mut self.discards);
        self.discards = std::iter::once(top).collect();
        let index = u32::from(self.round) << 16 | u32::from(self.new_stocks);
        self.chance.shuffle_numbered(Purpose::Reshuffle, index, self.stock.as_mut_slice());
        self.new_stocks = self.new_stocks.saturating_add(1);
        self.cut_stock();
        let stock = &self.stock;
        listener.emit(Audience::All, || Event::NewStock { cards: stock.len() as u8 });
        listener.emit(Audience::Nobody, || Event::Shuffled { cards: stock.top_first().collect() });
    }

    /// Between peers: the whole discard pile, bottom up, is the stock. All have seen its order.
    pub(super) fn turn_pile_over(&mut self, listener: &mut impl EventSink<Event>) {
        self.stock = self.discards.top_first().collect();
        self.discards = Pile::EMPTY;
        self.new_stocks = self.new_stocks.saturating_add(1);
        let cards = self.stock.len() as u8;
        listener.emit(Audience::All, || Event::PileTurnedOver { cards });
    }

    pub(super) fn take_discard(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        let Some(card) = self.discards.pop() else { return };
        self.phase = Phase::Holding { card, source: Source::Discard };
        self.last = Some(Played { seat, action: Action::TakeDiscard });
        listener.emit(Audience::All, || Event::TookDiscard { seat, card });
    }

    pub(super) fn swap(&mut self, seat: Seat, place: Place, listener: &mut impl EventSink<Event>) {
        let Phase::Holding { card, .. } = self.phase else { return };
        let layout = &mut self.layouts[seat];
        let was_hidden = !layout.is_up(place);
        let out = layout.replace(place, card);
        self.discards.push(out);
        self.last = Some(Played { seat, action: Action::Swap(place) });
        listener.emit(Audience::All, || Event::Swapped { seat, place, card, out, was_hidden });
        self.end_turn(seat, was_hidden, listener);
    }

    pub(super) fn throw_away(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        let Phase::Holding { card, .. } = self.phase else { return };
        self.discards.push(card);
        self.last = Some(Played { seat, action: Action::ThrowAway });
        listener.emit(Audience::All, || Event::ThrewAway { seat, card });
        if self.options.flip_on_discard && !self.layout(seat).all_up() {
            self.phase = Phase::TurnOne;
        } else {
            self.end_turn(seat, false, listener);
        }
    }

    pub(super) fn turn_one(&mut self, seat: Seat, place: Place, listener: &mut impl EventSink<Event>) {
        let card = self.layouts[seat].turn_up(place);
        self.last = Some(Played { seat, action: Action::Turn(place) });
        listener.emit(Audience::All, || Event::Turned { seat, place, card });
        self.end_turn(seat, true, listener);
    }

    pub(super) fn steal(&mut self, seat: Seat, steal: Steal, listener: &mut impl EventSink<Event>) {
        let Steal { from, card: place, own } = steal;
        if self.layouts.get(from).is_none() {
            return;
        }
        let (mut thief, mut victim) = (self.layouts[seat], self.layouts[from]);
        let (card, given) = steal::exchange(&mut thief, own, &mut victim, place);
        self.layouts[seat] = thief;
        self.layouts[from] = victim;
        self.last = Some(Played { seat, action: Action::Steal(steal) });
        listener.emit(Audience::All, || Event::Stole { seat, from, place, own, card, given });
        self.end_turn(seat, true, listener);
    }
}
