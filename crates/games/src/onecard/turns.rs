//! Turns: what may be done, and what it does.

use cards::{Card, CardSet, Rank, Suit};
use game::{Audience, Listener, Seat};

use super::follow::{follow, is_attack_card};
use super::{
    Action, Direction, Event, LastTurn, MOST_TURNS, NoWinner, OneCard, Redirect, Refusal, Several, Stuck,
};

impl OneCard {
    /// The cards of the hand that may be laid now.
    #[inline]
    pub(super) fn firsts(&self, seat: Seat) -> CardSet {
        if self.choosing {
            return self.piles.drawn().iter().copied().collect();
        }
        follow(self.piles.top(), self.attack > 0, self.options.redirect) & self.hands[seat].any()
    }

    /// Whether the player to act may draw.
    #[inline]
    pub(super) fn may_draw(&self, seat: Seat) -> bool {
        !self.choosing && (self.attack > 0 || self.options.may_draw || self.firsts(seat).is_empty())
    }

    /// What the player to act can do: cards in display order, then several cards, then draw or keep.
    #[inline]
    pub(super) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let firsts = self.firsts(seat);
        for card in firsts {
            out.push(Action::Play(card));
        }
        if self.options.multi {
            self.list_several(seat, firsts, out);
        }
        if self.choosing {
            out.push(Action::Keep);
        } else if self.attack > 0 || self.options.may_draw || firsts.is_empty() {
            out.push(Action::Draw);
        }
    }

    /// Every bag of cards of one rank with every card that can be its top, if one that lies under it fits.
    fn list_several(&self, seat: Seat, firsts: CardSet, out: &mut Vec<Action>) {
        let hand = &self.hands[seat];
        for rank in Rank::ALL {
            if (firsts & CardSet::rank(rank)).is_empty() {
                continue;
            }
            let held = Suit::ALL.map(|suit| hand.count(Card::new(rank, suit)) as u8);
            let mut under = [0; 4];
            // Counts through all bags as a clock does, the first suit fastest.
            while let Some(suit) = (0..4).find(|&suit| under[suit] < held[suit]) {
                under[suit] += 1;
                under[..suit].fill(0);
                let fits = |suit: Suit| under[suit as usize] > 0 && firsts.contains(Card::new(rank, suit));
                if Suit::ALL.into_iter().any(fits) {
                    let tops =
                        Suit::ALL.into_iter().filter(|&suit| under[suit as usize] < held[suit as usize]);
                    out.extend(
                        tops.map(|suit| Action::PlaySeveral(Several::of(Card::new(rank, suit), under))),
                    );
                }
            }
        }
    }

    #[inline]
    pub(super) fn check_action(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Play(card) if self.firsts(seat).contains(card) => Ok(()),
            Action::Play(card) => Err(self.why_not(seat, card)),
            Action::PlaySeveral(several) => self.check_several(seat, several),
            Action::Draw if self.may_draw(seat) => Ok(()),
            Action::Draw if self.choosing => Err(Refusal::PlayItOrKeepIt),
            Action::Draw => Err(Refusal::MustPlay { top: self.piles.top() }),
            Action::Keep if self.choosing => Ok(()),
            Action::Keep => Err(Refusal::NothingToKeep),
        }
    }

    fn check_several(&self, seat: Seat, several: Several) -> Result<(), Refusal> {
        if !self.options.multi {
            return Err(Refusal::OneCardATurn);
        }
        let hand = &self.hands[seat];
        if let Some(suit) =
            Suit::ALL.into_iter().find(|&suit| several.copies(suit) > hand.count(several.card(suit)))
        {
            return Err(Refusal::NotInHand { card: several.card(suit) });
        }
        let under = several.under();
        if (under & self.firsts(seat)).is_empty() {
            let card = under.first().unwrap_or(several.top());
            return Err(self.why_not(seat, card));
        }
        Ok(())
    }

    /// The rule that forbids to lay this card.
    #[cold]
    fn why_not(&self, seat: Seat, card: Card) -> Refusal {
        let top = self.piles.top();
        if !self.hands[seat].any().contains(card) {
            return Refusal::NotInHand { card };
        }
        if self.choosing {
            return Refusal::PlayItOrKeepIt;
        }
        if !follow(top, false, self.options.redirect).contains(card) {
            return Refusal::MustFollow { top };
        }
        match card.rank() {
            Rank::Jack | Rank::Queen if self.options.redirect == Redirect::SameSuit => {
                Refusal::RedirectNeedsSuit { top }
            }
            rank if is_attack_card(rank) => Refusal::MustFollow { top },
            _ => Refusal::UnderAttack { cards: self.attack },
        }
    }

    #[inline]
    pub(super) fn take_turn(&mut self, seat: Seat, action: Action, listener: &mut impl Listener<Event>) {
        if seat != self.turn || !self.winners.is_empty() {
            return;
        }
        match action {
            Action::Play(card) => self.play_card(seat, card, listener),
            Action::PlaySeveral(several) => self.play_several(seat, several, listener),
            Action::Draw => self.draw(seat, listener),
            Action::Keep => {
                self.piles.forget_drawn();
                self.choosing = false;
                listener.hear(Audience::All, || Event::Kept { seat });
                self.end_turn(1, listener);
            }
        }
    }

    #[inline]
    fn play_card(&mut self, seat: Seat, card: Card, listener: &mut impl Listener<Event>) {
        if !self.hands[seat].any().contains(card) {
            return;
        }
        self.hands[seat].remove(card);
        self.held[seat] -= 1;
        self.piles.discard(card);
        let left = self.held[seat];
        listener.hear(Audience::All, || Event::Played { seat, cards: vec![card], left });
        self.after_play(seat, card, 1, listener);
    }

    fn play_several(&mut self, seat: Seat, several: Several, listener: &mut impl Listener<Event>) {
        let first = (several.under() & self.firsts(seat)).first();
        for card in several.laid(first) {
            if !self.hands[seat].any().contains(card) {
                return;
            }
            self.hands[seat].remove(card);
            self.held[seat] -= 1;
            self.piles.discard(card);
        }
        let left = self.held[seat];
        listener.hear(Audience::All, || Event::Played { seat, cards: several.laid(first).collect(), left });
        self.after_play(seat, several.top(), several.count(), listener);
    }

    /// So many cards of one rank have been laid, this one on top: what they do.
    #[inline]
    fn after_play(&mut self, seat: Seat, top: Card, count: u8, listener: &mut impl Listener<Event>) {
        self.piles.forget_drawn();
        self.choosing = false;
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
                listener.hear(Audience::All, || Event::Parried { seat });
            }
            Rank::Queen if skips == 0 && count % 2 == 1 => {
                self.direction = self.direction.turned();
                let direction = self.direction;
                listener.hear(Audience::All, || Event::Turned { direction });
            }
            _ => {}
        }
        for steps in 1..=skips {
            let skipped = self.seat_after(steps);
            listener.hear(Audience::All, || Event::Skipped { seat: skipped });
        }
        if self.attack > 0 {
            let (target, cards) = (self.seat_after(1 + skips), self.attack);
            listener.hear(Audience::All, || Event::Attacked { seat: target, cards });
        }
        self.end_turn(1 + skips, listener);
    }

    #[inline]
    fn draw(&mut self, seat: Seat, listener: &mut impl Listener<Event>) {
        self.piles.forget_drawn();
        let forced = self.attack == 0 && !self.options.may_draw;
        let wanted = self.attack.max(1);
        let mut count = 0;
        while count < wanted {
            let Some(card) = self.next_card(listener) else { break };
            self.hands[seat].insert(card);
            count += 1;
        }
        self.held[seat] += count;
        listener.hear(Audience::Only(seat), || Event::Drew { seat, cards: self.piles.drawn().to_vec() });
        listener.hear(Audience::AllBut(seat), || Event::DrewFaceDown { seat, count });
        self.tell_hand(seat, listener);
        self.last_turns[seat] = Some(LastTurn::Drew { count });
        if forced {
            self.stuck[seat] = Some(Stuck { on: self.piles.top(), drawn: count });
        } else if let Some(stuck) = &mut self.stuck[seat] {
            stuck.drawn += count;
        }
        self.idle = if count == 0 { self.idle + 1 } else { 0 };
        let fits = |card: &Card| follow(self.piles.top(), false, self.options.redirect).contains(*card);
        if self.options.play_drawn && self.attack == 0 && self.piles.drawn().iter().any(fits) {
            self.choosing = true;
            return;
        }
        self.attack = 0;
        self.end_turn(1, listener);
    }

    /// The next card of the stock, made anew of the discards if it is empty; nothing if there are none.
    #[inline]
    fn next_card(&mut self, listener: &mut impl Listener<Event>) -> Option<Card> {
        if let Some(card) = self.piles.draw() {
            return Some(card);
        }
        self.remade_of = self.piles.reshuffle(&mut self.chance)?;
        listener.hear(Audience::All, || Event::Reshuffled { count: self.piles.stock().len() as u16 });
        self.piles.draw()
    }

    fn tell_hand(&self, seat: Seat, listener: &mut impl Listener<Event>) {
        listener
            .hear(Audience::Only(seat), || Event::Hand { seat, cards: self.hands[seat].iter().collect() });
    }

    #[inline]
    fn end_turn(&mut self, steps: u8, listener: &mut impl Listener<Event>) {
        self.turns += 1;
        self.turn = self.seat_after(steps);
        if self.idle >= self.hands.seats() {
            self.stop_round(NoWinner::Blocked, listener);
        } else if self.turns >= MOST_TURNS {
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

    /// The seat so many steps on from the one to act, in the direction of play.
    #[inline]
    fn seat_after(&self, steps: u8) -> Seat {
        step(self.turn, steps, self.direction, self.hands.seats())
    }
}

/// The seat so many steps on from this one.
#[inline]
pub(super) fn step(seat: Seat, steps: u8, direction: Direction, seats: u8) -> Seat {
    match (direction, steps) {
        (Direction::CounterClockwise, 1) => seat.next(seats),
        (Direction::Clockwise, 1) => seat.previous(seats),
        (Direction::CounterClockwise, steps) => seat.after(steps, seats),
        (Direction::Clockwise, steps) => seat.after(seats - steps % seats, seats),
    }
}
