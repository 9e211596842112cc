//! How a round begins and ends, and how the game does.

use game::{Audience, EventSink, PerSeat, Seat, SeatSet};

use super::{
    Award, CHICAGO, Chicago, EXCHANGES, Ending, Event, GOAL, HAND_SIZE, Hand, LAST_ROUND, LAST_TRICK, Phase,
    Trick,
};

/// What is remembered of the round before, so that its result can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EndedRound {
    pub(super) caller: Option<Seat>,
    pub(super) tricks: [Trick; HAND_SIZE],
    pub(super) awards: [Option<Award>; EXCHANGES],
    /// Who got the points of the last trick, if anybody.
    pub(super) last_trick_paid: Option<Seat>,
}

impl Chicago {
    /// Deals five cards to each from a fresh pack.
    pub(super) fn begin_round(&mut self, listener: &mut impl EventSink<Event>) {
        let (round, dealer) = (self.round, self.dealer);
        listener.emit(Audience::All, || Event::RoundBegan { round, dealer });
        self.fresh_deck(listener);
        self.deal_hands(listener);
    }

    pub(super) fn deal_hands(&mut self, listener: &mut impl EventSink<Event>) {
        self.thrown = [PerSeat::new(self.seats); EXCHANGES];
        self.opened = [PerSeat::new(self.seats); EXCHANGES];
        self.callers = SeatSet::EMPTY;
        self.caller = None;
        self.tricks = [Trick::default(); HAND_SIZE];
        self.trick = 0;
        self.awards = [None; EXCHANGES];
        for seat in self.in_turn() {
            let mut hand = Hand::default();
            for slot in &mut hand.slots {
                if let Some(card) = self.draw(seat, listener) {
                    *slot = card;
                    hand.held.insert(card);
                }
            }
            self.hands[seat] = hand;
            listener.emit(Audience::Only(seat), || Event::Dealt { seat, hand: Some(hand.slots) });
            listener.emit(Audience::AllBut(seat), || Event::Dealt { seat, hand: None });
        }
        self.cut_deck();
        self.begin_exchange(1);
    }

    /// Chicago or the last trick is paid first, then the hand, and only then somebody can have won.
    pub(super) fn end_round(&mut self, listener: &mut impl EventSink<Event>) {
        let last_trick_paid = self.pay_tricks(listener);
        self.pay_best_hand(EXCHANGES as u8, listener);
        self.last_round = Some(EndedRound {
            caller: self.caller,
            tricks: self.tricks,
            awards: self.awards,
            last_trick_paid,
        });
        let round = self.round;
        let totals = || self.shown_totals();
        listener.emit(Audience::All, || Event::RoundEnded { round, totals: totals() });
        if !self.won_by_points(listener) {
            self.round += 1;
            self.dealer = self.dealer.next(self.seats);
            self.begin_round(listener);
        }
    }

    /// Pays the tricks. The answer is who was paid for the last one.
    fn pay_tricks(&mut self, listener: &mut impl EventSink<Event>) -> Option<Seat> {
        let last_winner = self.tricks[HAND_SIZE - 1].winner;
        let mut paid = Some(last_winner);
        if let Some(seat) = self.caller {
            if usize::from(self.tricks_won(seat)) == HAND_SIZE {
                self.add_points(seat, CHICAGO);
                self.made_chicago.insert(seat);
                listener.emit(Audience::All, || Event::ChicagoMade { seat });
                paid = self.options.chicago_plus_last.then_some(seat);
            } else {
                self.add_points(seat, -CHICAGO);
                listener.emit(Audience::All, || Event::ChicagoFailed { seat });
                if last_winner == seat {
                    paid = None;
                    listener.emit(Audience::All, || Event::LastTrickUnpaid { seat });
                }
            }
        }
        if let Some(seat) = paid {
            self.add_points(seat, LAST_TRICK);
            listener.emit(Audience::All, || Event::LastTrickPaid { seat });
        }
        paid
    }

    /// Looks for a winner when a round has ended.
    fn won_by_points(&mut self, listener: &mut impl EventSink<Event>) -> bool {
        let may_win = |seat: &Seat| !self.options.must_chicago || self.made_chicago.contains(*seat);
        let there = |seat: &Seat| self.totals[*seat] >= GOAL && may_win(seat);
        let winners = self.highest(Seat::all(self.seats).filter(there));
        if winners.len() == 1 {
            self.end_game(winners, Ending::Points, listener);
            return true;
        }
        if self.round < LAST_ROUND {
            if winners.len() > 1 {
                listener.emit(Audience::All, || Event::LevelAtTop { seats: winners });
            }
            return false;
        }
        // Nobody may have earned the right to win: then the totals alone decide.
        let mut winners = self.highest(Seat::all(self.seats).filter(may_win));
        if winners.is_empty() {
            winners = self.highest(Seat::all(self.seats));
        }
        self.end_game(winners, Ending::LastRound, listener);
        true
    }

    /// Those with the highest total of these.
    fn highest(&self, seats: impl Iterator<Item = Seat> + Clone) -> SeatSet {
        let top = seats.clone().map(|seat| self.totals[seat]).max();
        seats.filter(|&seat| Some(self.totals[seat]) == top).collect()
    }

    pub(super) fn end_game(
        &mut self,
        winners: SeatSet,
        ending: Ending,
        listener: &mut impl EventSink<Event>,
    ) {
        self.phase = Phase::Over;
        self.waiting = SeatSet::EMPTY;
        self.winners = winners;
        listener.emit(Audience::All, || Event::GameOver { winners, ending });
    }
}
