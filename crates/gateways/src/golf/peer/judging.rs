//! Judging what was received, when it is waited for.

use std::time::Duration;

use game::Seat;

use super::Timing;
use super::play::{Awaiting, CAREFUL_PAUSE, EXTRA_TURN_PAUSE, Heard, OwnReveal, Play};
use super::turns::{Replaced, Turn};
use crate::golf::message::{GameState, Message};
use crate::golf::table::Foul;

/// Who did what that no honest player does.
type Caught = (Seat, String, Foul);

/// What to do with a message that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// It is what is waited for.
    Take,
    /// It came early.
    Keep,
    /// Another message is expected.
    Drop,
}

impl Play {
    /// Judges one message that is waited for. Whether there was one.
    pub(super) fn judge(&mut self, now: Duration, timing: Timing) -> Result<bool, Caught> {
        if let Some(heard) = self.next_on_base() {
            self.progress(now);
            let (seat, text) = (heard.seat, heard.text.clone());
            self.take(&heard, now, timing).map_err(|foul| (seat, text, foul))?;
            return Ok(true);
        }
        if let Some(heard) = self.next_state() {
            self.progress(now);
            let (seat, text) = (heard.seat, heard.text.clone());
            self.take_state(&heard, now, timing).map_err(|foul| (seat, text, foul))?;
            return Ok(true);
        }
        Ok(self.judge_question(now, timing))
    }

    /// The first message on the base socket that is waited for; what is for nothing is dropped.
    fn next_on_base(&mut self) -> Option<Heard> {
        let mut index = 0;
        while let Some(heard) = self.queues[0].get(index) {
            match self.verdict(heard) {
                Verdict::Take => return self.queues[0].remove(index),
                Verdict::Keep => index += 1,
                Verdict::Drop => {
                    self.queues[0].remove(index);
                }
            }
        }
        None
    }

    fn verdict(&self, heard: &Heard) -> Verdict {
        let by_dealer = heard.seat == self.dealer;
        let in_turn = heard.seat == self.table.head();
        match (self.step, &heard.message) {
            (Awaiting::Assign, Message::Assign { .. })
            | (Awaiting::Deal | Awaiting::Stack | Awaiting::Announce, Message::Deal { .. })
            | (Awaiting::Stack | Awaiting::Announce, Message::Stack { .. })
            | (Awaiting::Announce, Message::Announce)
                if by_dealer =>
            {
                Verdict::Take
            }
            (Awaiting::Reveal, Message::Reveal { .. }) => Verdict::Take,
            (Awaiting::Pop, Message::Pop(_)) | (Awaiting::Replace, Message::Replace { .. }) if in_turn => Verdict::Take,
            // No message is expected on this socket now.
            (Awaiting::State | Awaiting::Mine | Awaiting::Done, _)
            // Others may be ahead: they have received the announcement, or that play begins.
            | (Awaiting::Assign | Awaiting::Deal | Awaiting::Stack | Awaiting::Announce, Message::Reveal { .. })
            | (Awaiting::Reveal, Message::Pop(_)) => Verdict::Keep,
            (Awaiting::Replace, Message::Pop(_)) if self.next_to_pop() == Some(heard.seat) => Verdict::Keep,
            _ => Verdict::Drop,
        }
    }

    fn take(&mut self, heard: &Heard, now: Duration, timing: Timing) -> Result<(), Foul> {
        match &heard.message {
            Message::Assign { .. } => self.step = Awaiting::Deal,
            Message::Deal { card, to } => {
                self.table.deal(*card, to)?;
                if self.table.all_dealt() && self.step == Awaiting::Deal {
                    self.step = Awaiting::Stack;
                }
            }
            Message::Stack { pile, cards } => {
                self.table.stack(*pile, cards)?;
                if self.table.has_stock() {
                    self.step = Awaiting::Announce;
                }
            }
            Message::Announce => {
                self.table.announce()?;
                self.own_reveal = OwnReveal::from(now + timing.before_reveal);
                self.step = Awaiting::Reveal;
            }
            Message::Reveal { place, of } => {
                if self.table.seat_of(of) != Some(heard.seat) {
                    return Err(Foul::InAnothersName(of.clone()));
                }
                self.table.reveal(heard.seat, *place)?;
            }
            Message::Pop(pop) => {
                let before_pop = Box::new(self.table.clone());
                match self.table.pop(heard.seat, pop) {
                    Err(Foul::Rule(_)) if self.turns.excuses(heard.seat, &heard.text) => return Ok(()),
                    judged => judged?,
                }
                self.turns.begin(Turn {
                    seat: heard.seat,
                    pop: heard.text.clone(),
                    before_pop,
                    replace: None,
                });
                self.after_turn_message();
                self.acknowledge(heard);
                return Ok(());
            }
            Message::Replace { laid, by } => {
                let before = Box::new(self.table.clone());
                self.table.replace(heard.seat, *laid, by)?;
                if let Some(turn) = &mut self.turns.latest {
                    turn.replace =
                        Some(Replaced { text: heard.text.clone(), laid: *laid, by: by.clone(), before });
                }
                self.after_turn_message();
                self.acknowledge(heard);
                return Ok(());
            }
            Message::Query | Message::State(_) => return Ok(()),
        }
        self.remember(heard.seat, &heard.text);
        self.acknowledge(heard);
        Ok(())
    }

    fn after_turn_message(&mut self) {
        if self.table.turn_is_over() {
            self.step = Awaiting::State;
            self.before_extra = None;
            // A client that plays on has received all messages of this player's turn, and the dealer has answered.
            self.lanes.turn_is_known();
            self.asked = None;
        } else {
            self.step = Awaiting::Replace;
        }
    }

    /// The next message of the dealer about the game, if one is expected. A round that may be cut short can be cut while a
    /// turn is expected.
    fn next_state(&mut self) -> Option<Heard> {
        let ends = |heard: &Heard| {
            matches!(heard.message, Message::State(GameState::NewRound | GameState::End { .. }))
        };
        match self.step {
            Awaiting::State => self.queues[1].pop_front(),
            Awaiting::Pop | Awaiting::Mine | Awaiting::Replace if self.may_be_ended() => {
                let index = self.queues[1].iter().position(ends)?;
                self.queues[1].remove(index)
            }
            _ => None,
        }
    }

    /// Whether the dealer can end the round although a turn is waited for, or begun.
    fn may_be_ended(&self) -> bool {
        self.before_extra.is_some() || !self.turns.chosen && self.table.may_end_round()
    }

    /// Discards a turn that the dealer opened although all cards were up, and that is not finished when the dealer ends the
    /// round: the message that opened it may have been a late copy.
    fn forget_extra_turn(&mut self) {
        if let Some(before) = self.before_extra.take() {
            self.table.go_back_to(*before);
            self.lanes.drop_turn();
        }
        // Early messages of such a turn do not belong to the next round.
        let of_a_turn = |heard: &Heard| matches!(heard.message, Message::Pop(_) | Message::Replace { .. });
        self.queues[0].retain(|heard| !of_a_turn(heard));
    }

    fn take_state(&mut self, heard: &Heard, now: Duration, timing: Timing) -> Result<(), Foul> {
        let Message::State(state) = &heard.message else { return Ok(()) };
        self.dealing.unheard = false;
        match state {
            GameState::Continue => {
                // Where messages arrive twice this may be a late copy of an earlier one, and the question is repeated
                // until it is acknowledged. Elsewhere this is the answer: there are dealers who acknowledge no question,
                // and would take a second one for that of the next turn.
                if !self.is_lossy {
                    self.asked = None;
                }
                self.step = if self.table.head() == self.me { Awaiting::Mine } else { Awaiting::Pop };
                let careful = now < self.careful_until;
                self.turn_not_before = if careful { now + CAREFUL_PAUSE } else { now };
                if self.table.all_up() {
                    // It may be a late copy. Then the end of the round is on its way.
                    self.before_extra = Some(Box::new(self.table.clone()));
                    let lossy = if self.is_lossy { 2 * timing.resend } else { Duration::ZERO };
                    self.turn_not_before = now + EXTRA_TURN_PAUSE + lossy;
                }
            }
            GameState::NewRound => {
                self.forget_extra_turn();
                self.table.new_round()?;
                self.asked = None;
                self.remembered.retain(|(_, text)| text.starts_with("assign"));
                self.turns = super::turns::Turns::new(self.table.seats());
                self.lanes.turn_is_known();
                self.step = Awaiting::Deal;
            }
            GameState::End { .. } => {
                self.forget_extra_turn();
                self.table.end()?;
                self.asked = None;
                self.last_word = Some(heard.text.clone());
                self.step = Awaiting::Done;
            }
        }
        self.acknowledge(heard);
        Ok(())
    }
}
