//! How rounds begin and end.

use game::{Audience, Chance, EventSink, Game, PerSeat, Purpose, Seat, SeatPiles, SeatSet};

use super::Pile;
use super::event::{Event, Then};
use super::layout::{Layout, Place};
use super::options::{EndRule, GolfOptions};
use super::view::{LastRound, LastTurns};
use super::{GOLF_MAX_SEATS, Golf, MAX_ROUNDS, Phase, TURNS_EACH, peers, scoring};

impl Golf {
    /// A table before the first deal.
    pub(super) fn empty(options: &GolfOptions, seats: u8, chance: Chance) -> Self {
        Self {
            options: *options,
            chance,
            stock: Pile::EMPTY,
            piles: None,
            discards: Pile::EMPTY,
            layouts: PerSeat::new(seats),
            phase: Phase::Over,
            mover: Seat::default(),
            turn_number: 0,
            starter: Seat::default(),
            round: 0,
            turns: 0,
            turn_cap: TURNS_EACH * u16::from(seats),
            fixed_length: false,
            new_stocks: 0,
            last_turns: None,
            last: None,
            last_round: None,
            results: [[0; GOLF_MAX_SEATS]; MAX_ROUNDS],
            totals: PerSeat::new(seats),
        }
    }

    /// Shuffles all cards and deals the next round.
    pub(super) fn deal_round(&mut self, listener: &mut impl EventSink<Event>) {
        let mut deck = Pile::packs(self.options.packs.get() as usize);
        self.chance.shuffle_numbered(Purpose::Stock, u32::from(self.round) + 1, deck.as_mut_slice());
        self.deal_from(deck, listener);
    }

    /// Deals the next round from this deck.
    pub(super) fn deal_from(&mut self, deck: Pile, listener: &mut impl EventSink<Event>) {
        self.starter = self.next_starter();
        self.round += 1;
        self.lay_out(deck, listener);
    }

    /// Who begins the next round: seat 0 the first, then round the table. Between peers the player who sits after the dealer
    /// begins, and play goes on round the table from round to round.
    fn next_starter(&self) -> Seat {
        match (self.options.peers, self.round) {
            (false, round) => Seat::of(round % self.seats()),
            (true, 0) => peers::DEALER.next(self.seats()),
            (true, _) => self.mover.next(self.seats()),
        }
    }

    /// Lays this round's cards out from this deck, for the player who begins it.
    pub(super) fn lay_out(&mut self, deck: Pile, listener: &mut impl EventSink<Event>) {
        let seats = self.seats();
        self.stock = deck;
        self.discards = Pile::EMPTY;
        self.mover = self.starter;
        self.phase = Phase::Reveal(SeatSet::all(seats));
        self.turn_number += 1;
        self.turns = 0;
        self.new_stocks = 0;
        self.last_turns = None;
        self.last = None;
        listener.emit(Audience::Nobody, || Event::Shuffled { cards: deck.top_first().collect() });
        self.piles = None;
        self.deal_layouts();
        let (round, starter, stock) = (self.round, self.mover, self.stock.len() as u8);
        listener.emit(Audience::All, || Event::Dealt { round, starter, stock });
        if self.options.first_discard
            && !self.options.peers
            && let Some(card) = self.stock.pop()
        {
            self.discards.push(card);
            listener.emit(Audience::All, || Event::FirstDiscard { card });
        }
        self.cut_stock();
    }

    /// In a duplicate deal, cuts the stock into a pile for each seat. Between peers it is never shuffled, so it stays whole.
    pub(super) fn cut_stock(&mut self) {
        if self.chance.is_duplicate() && !self.options.peers {
            self.piles = Some(SeatPiles::cut(self.stock.len(), self.seats()));
        }
    }

    /// One card to each player in turn, beginning with who begins the round, until all have six.
    fn deal_layouts(&mut self) {
        let seats = self.seats();
        let mut hands = [*Layout::default().cards(); GOLF_MAX_SEATS];
        for place in Place::ALL {
            for seat in self.mover.round(seats) {
                if let Some(card) = self.stock.pop() {
                    hands[seat.index()][place.index()] = card;
                }
            }
        }
        self.layouts = PerSeat::from_fn(seats, |seat| Layout::face_down(hands[seat.index()]));
    }

    /// Passes the turn on, or ends the round.
    pub(super) fn end_turn(&mut self, seat: Seat, turned: bool, listener: &mut impl EventSink<Event>) {
        let seats = self.seats();
        self.turns += 1;
        if let Some(last) = &mut self.last_turns {
            last.left = last.left.saturating_sub(1);
        }
        if turned && self.layout(seat).all_up() {
            self.all_up(seat, listener);
        }
        let ended = match self.options.end_rule {
            EndRule::All => turned && self.everything_is_up() && !self.fixed_length,
            EndRule::FirstOut | EndRule::FirstOutPlusOne => {
                self.last_turns.is_some_and(|last| last.left == 0)
            }
        };
        let capped = self.turns >= self.turn_cap;
        if ended || capped {
            if !ended && !self.everything_is_up() {
                listener.emit(Audience::All, || Event::CapReached { turns: TURNS_EACH });
            }
            self.end_round(listener);
        } else {
            self.mover = self.mover.next(seats);
            self.turn_number += 1;
            self.phase = Phase::Take;
            if self.options.peers && self.stock.is_empty() {
                self.turn_pile_over(listener);
            }
        }
    }

    /// A player's last hidden card has been turned.
    fn all_up(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        let first = self.last_turns.is_none();
        let then = match self.options.end_rule {
            EndRule::All if self.everything_is_up() => Then::Ends,
            EndRule::FirstOut if first => {
                self.last_turns = Some(LastTurns { out: seat, left: 0 });
                Then::Ends
            }
            EndRule::FirstOutPlusOne if first => {
                self.last_turns = Some(LastTurns { out: seat, left: self.seats() - 1 });
                Then::LastTurns
            }
            EndRule::All | EndRule::FirstOut | EndRule::FirstOutPlusOne => Then::GoesOn,
        };
        listener.emit(Audience::All, || Event::AllUp { seat, then });
    }

    pub(super) fn everything_is_up(&self) -> bool {
        self.layouts.as_slice().iter().all(Layout::all_up)
    }

    pub(super) fn end_round(&mut self, listener: &mut impl EventSink<Event>) {
        for seat in Seat::all(self.seats()) {
            let before = self.layouts[seat];
            if !before.all_up() {
                self.layouts[seat].turn_all_up();
                listener.emit(Audience::All, || Event::Uncovered {
                    seat,
                    places: before.hidden().collect(),
                    cards: before.hidden().map(|place| before.cards()[place.index()]).collect(),
                });
            }
        }
        self.score_round(listener);
        if u32::from(self.round) < self.options.rounds.get() {
            self.last_round = Some(LastRound {
                layouts: self.layouts.map(|_, layout| layout.faces()),
                discard: self.discards.as_slice().last().copied(),
                last: self.last,
            });
            self.deal_round(listener);
        } else {
            self.phase = Phase::Over;
            let totals = self.totals;
            listener.emit(Audience::All, || Event::GameOver {
                winners: scoring::winners(totals.as_slice()),
                points: totals.as_slice().iter().copied().min().unwrap_or_default(),
            });
        }
    }

    fn score_round(&mut self, listener: &mut impl EventSink<Event>) {
        let values = self.options.values;
        let points: PerSeat<i32, GOLF_MAX_SEATS> =
            self.layouts.map(|_, layout| scoring::layout_points(values, layout.cards()));
        let round = self.round;
        for (seat, &points) in points.iter() {
            self.totals[seat] += points;
            self.results[usize::from(round) - 1][seat.index()] = points as i8;
        }
        let totals = self.totals.resized();
        listener.emit(Audience::All, || Event::RoundScored { round, points, totals });
    }
}
