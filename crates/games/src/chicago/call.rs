//! Saying Chicago.

use game::{Audience, EventSink, Seat, SeatSet};

use super::{Chicago, Event, Phase};

impl Chicago {
    pub(super) fn begin_call(&mut self) {
        self.phase = Phase::Call;
        self.begin_turn(SeatSet::all(self.seats));
    }

    /// Seals an answer. When all have answered, the first caller in turn order plays Chicago.
    pub(super) fn answer_call(&mut self, seat: Seat, call: bool, listener: &mut impl EventSink<Event>) {
        if call {
            self.callers.insert(seat);
        }
        self.waiting.remove(seat);
        listener.emit(Audience::Only(seat), || Event::CallAnswered { seat, call: Some(call) });
        listener.emit(Audience::AllBut(seat), || Event::CallAnswered { seat, call: None });
        if !self.waiting.is_empty() {
            return;
        }
        self.caller = self.in_turn().find(|&seat| self.callers.contains(seat));
        let caller = self.caller;
        listener.emit(Audience::All, || Event::CallDecided { caller });
        if let Some(caller) = caller {
            for seat in self.callers.without(caller).iter() {
                // That others would have called says something about their hands: it stays theirs.
                listener.emit(Audience::Only(seat), || Event::CallVoid { seat });
            }
        }
        self.begin_tricks();
    }
}
