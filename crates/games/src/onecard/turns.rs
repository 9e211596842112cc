//! Turns: what an action does.

use cards::{Card, Rank};
use game::{Audience, EventSink, Seat};

use super::follow::matching;
use super::{Action, Direction, Event, LastTurn, MAX_TURNS, NoWinner, OneCard, Stuck};

impl OneCard {
    #[inline]
    pub(super) fn take_turn(&mut self, seat: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        if seat != self.turn || !self.winners.is_empty() {
            return;
        }
        match action {
            Action::Play(card) => self.play_card(seat, card, listener),
            Action::Lay(card) => self.lay_card(seat, card, listener),
            Action::Draw => self.draw(seat, listener),
            Action::Keep => {
                self.piles.forget_drawn();
                self.choosing = false;
                listener.emit(Audience::All, || Event::Kept { seat });
                self.end_turn(1, listener);
            }
        }
    }

    #[inline]
    fn play_card(&mut self, seat: Seat, card: Card, listener: &mut impl EventSink<Event>) {
        if !self.discard_from_hand(seat, card) {
            return;
        }
        let (left, count) = (self.held[seat], self.laid + 1);
        listener.emit(Audience::All, || {
            let discards = self.piles.discards();
            Event::Played { seat, cards: discards[discards.len() - usize::from(count)..].to_vec(), left }
        });
        self.after_play(seat, card, count, listener);
    }

    /// Lays a card that is not the last one of the turn.
    fn lay_card(&mut self, seat: Seat, card: Card, listener: &mut impl EventSink<Event>) {
        if !self.discard_from_hand(seat, card) {
            return;
        }
        self.piles.forget_drawn();
        self.choosing = false;
        self.laid += 1;
        let left = self.held[seat];
        listener.emit(Audience::All, || Event::Laid { seat, card, left });
    }

    #[inline]
    fn discard_from_hand(&mut self, seat: Seat, card: Card) -> bool {
        let held = self.hands[seat].any().contains(card);
        if held {
            self.hands[seat].remove(card);
            self.held[seat] -= 1;
            self.piles.discard(card);
        }
        held
    }

    /// `count` cards of one rank have been laid, this one on top: what they do.
    #[inline]
    fn after_play(&mut self, seat: Seat, top: Card, count: u8, listener: &mut impl EventSink<Event>) {
        self.piles.forget_drawn();
        self.choosing = false;
        self.laid = 0;
        self.idle = 0;
        self.last_turns[seat] = Some(LastTurn::Played { card: top, count });
        if self.held[seat] == 0 {
            return self.win_round(seat, listener);
        }
        self.tell_hand(seat, listener);
        let rank = top.rank();
        let skips = match rank {
            Rank::Jack => count,
            Rank::Queen if self.options.queen_skips_2 && self.hands.seats() == 2 => count,
            _ => 0,
        };
        match rank {
            Rank::Two => self.attack += 2 * u16::from(count),
            Rank::Three => self.attack += 3 * u16::from(count),
            Rank::Seven if self.attack > 0 => {
                self.attack = 0;
                listener.emit(Audience::All, || Event::Parried { seat });
            }
            Rank::Queen if skips == 0 && count % 2 == 1 => {
                self.direction = self.direction.turned();
                let direction = self.direction;
                listener.emit(Audience::All, || Event::Turned { direction });
            }
            _ => {}
        }
        for steps in 1..=skips {
            let skipped = self.seat_after(steps);
            listener.emit(Audience::All, || Event::Skipped { seat: skipped });
        }
        if self.attack > 0 {
            let (target, cards) = (self.seat_after(1 + skips), self.attack);
            listener.emit(Audience::All, || Event::Attacked { seat: target, cards });
        }
        self.end_turn(1 + skips, listener);
    }

    #[inline]
    fn draw(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) {
        self.piles.forget_drawn();
        let forced = self.attack == 0 && !self.options.may_draw;
        let wanted = self.attack.max(1);
        let mut count = 0;
        while count < wanted {
            let Some(card) = self.next_card(seat, listener) else { break };
            self.hands[seat].insert(card);
            count += 1;
        }
        self.held[seat] += count;
        listener.emit(Audience::Only(seat), || Event::Drew { seat, cards: self.piles.drawn().to_vec() });
        listener.emit(Audience::AllBut(seat), || Event::DrewFaceDown { seat, count });
        self.tell_hand(seat, listener);
        self.last_turns[seat] = Some(LastTurn::Drew { count });
        if forced {
            self.stuck[seat] = Some(Stuck { on: self.piles.top(), drawn: count });
        } else if let Some(stuck) = &mut self.stuck[seat] {
            stuck.drawn += count;
        }
        self.idle = if count == 0 { self.idle + 1 } else { 0 };
        let fits = |card: &Card| matching(self.piles.top()).contains(*card);
        if self.options.play_drawn && self.attack == 0 && self.piles.drawn().iter().any(fits) {
            self.choosing = true;
            return;
        }
        self.attack = 0;
        self.end_turn(1, listener);
    }

    /// The next card for a seat, from the stock, which is refilled from the discards if it is empty; `None` if both are.
    #[inline]
    fn next_card(&mut self, seat: Seat, listener: &mut impl EventSink<Event>) -> Option<Card> {
        if let Some(card) = self.draw_for(seat) {
            return Some(card);
        }
        let index = u32::from(self.round) << 16 | u32::from(self.turns);
        self.remade_of = self.piles.reshuffle(index, &mut self.chance)?;
        self.cut_stock();
        listener.emit(Audience::All, || Event::Reshuffled { count: self.piles.stock().len() as u16 });
        self.draw_for(seat)
    }

    #[inline]
    fn draw_for(&mut self, seat: Seat) -> Option<Card> {
        if let Some(piles) = &mut self.seat_piles {
            let above = piles.take(seat)?;
            self.piles.bring_to_top(above);
        }
        self.piles.draw()
    }

    fn tell_hand(&self, seat: Seat, listener: &mut impl EventSink<Event>) {
        listener
            .emit(Audience::Only(seat), || Event::Hand { seat, cards: self.hands[seat].iter().collect() });
    }

    #[inline]
    fn end_turn(&mut self, steps: u8, listener: &mut impl EventSink<Event>) {
        self.turns += 1;
        self.turn_number += 1;
        self.turn = self.seat_after(steps);
        if self.idle >= self.hands.seats() {
            self.stop_round(NoWinner::Blocked, listener);
        } else if self.turns >= MAX_TURNS {
            self.stop_round(NoWinner::TooLong, listener);
        }
    }

    /// Who drew with the last action, if it was a draw.
    pub(super) fn last_drawer(&self) -> Option<Seat> {
        if self.piles.drawn().is_empty() {
            None
        } else if self.choosing {
            Some(self.turn)
        } else {
            // A draw steps on by one and turns nothing, so the drawer is one step back.
            Some(step(self.turn, 1, self.direction.turned(), self.hands.seats()))
        }
    }

    /// The seat this many steps on from the one to act, in the direction of play.
    #[inline]
    fn seat_after(&self, steps: u8) -> Seat {
        step(self.turn, steps, self.direction, self.hands.seats())
    }
}

/// The seat this many steps on from this one.
#[inline]
pub(super) fn step(seat: Seat, steps: u8, direction: Direction, seats: u8) -> Seat {
    match (direction, steps) {
        (Direction::CounterClockwise, 1) => seat.next(seats),
        (Direction::Clockwise, 1) => seat.previous(seats),
        (Direction::CounterClockwise, steps) => seat.after(steps, seats),
        (Direction::Clockwise, steps) => seat.after(seats - steps % seats, seats),
    }
}
