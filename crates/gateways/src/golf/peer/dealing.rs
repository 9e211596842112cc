//! The dealer's part.

use std::collections::HashMap;
use std::time::Duration;

use game::Seat;
use games::golf::DealtDeck;

use super::Timing;
use super::play::{Awaiting, Heard, Play};
use super::sending::Lane;
use crate::golf::contact::{Contact, Socket};
use crate::golf::message::{GameState, Message, PileName};

/// A question that comes again within this time is a copy of one that was answered.
const ANSWER_AGAIN: Duration = Duration::from_millis(400);

/// What a dealer has to remember besides playing.
#[derive(Clone, Debug, Default)]
pub(super) struct Dealing {
    /// The time from which on a deck is needed.
    wanted: Option<Duration>,
    /// How long after the last message is acknowledged a deck will be needed.
    pause: Option<Duration>,
    /// The dealer's last message about the game has not reached its own player yet. Other players cannot distinguish a late
    /// copy of it from the next message, and a dealer who ran ahead of the others would not receive their questions.
    pub(super) unheard: bool,
    /// The player who last asked how the game goes on.
    last_asker: Option<(Seat, (u8, usize))>,
    /// What the dealer said last about the game.
    last_word: Option<String>,
    /// When it was sent to each of the players.
    said: HashMap<Seat, Duration>,
}

impl Dealing {
    /// Whether the next thing is a deck, now or in a while.
    pub(super) const fn wants_deck(&self) -> bool {
        self.wanted.is_some()
    }

    /// Whether the dealer's own player waits for this message. Any other is a late copy of an earlier one.
    pub(super) fn awaits(&self, word: &str) -> bool {
        self.unheard && self.last_word.as_deref() == Some(word)
    }

    /// When a deck will be wanted.
    pub(super) fn next_round_at(&self, now: Duration) -> Option<Duration> {
        self.wanted.filter(|at| *at > now)
    }
}

impl Play {
    /// Tells everybody who plays.
    pub(super) fn assign(&mut self, players: &[Contact], steal: bool) {
        let everybody = self.table.order().collect::<Vec<_>>();
        let message = Message::Assign { steal, players: players.to_vec() };
        self.broadcast(Lane::Deal, &message, &everybody);
        self.dealing.pause = Some(Duration::ZERO);
    }

    /// The round that a deck is needed for.
    pub(super) fn needs_deck(&self, now: Duration) -> Option<u8> {
        let wanted = self.dealing.wanted.is_some_and(|from| now >= from);
        (wanted && self.lanes.is_empty(Lane::Deal) && self.step == Awaiting::Deal)
            .then(|| self.table.round_number())
    }

    /// Deals a round.
    pub(super) fn deal(&mut self, deck: &DealtDeck) {
        self.dealing.wanted = None;
        let everybody = self.table.order().collect::<Vec<_>>();
        let (dealt, stock) = self.table.dealing(deck);
        for (card, seat) in dealt {
            let to = self.table.player(seat).name().to_owned();
            self.broadcast(Lane::Deal, &Message::Deal { card, to }, &everybody);
        }
        self.broadcast(Lane::Deal, &Message::Stack { pile: PileName::Stock, cards: stock }, &everybody);
        self.broadcast(Lane::Deal, &Message::Announce, &everybody);
    }

    /// The player who asks how the game goes on: after the reveals the dealer, later the one who ended a turn.
    pub(super) fn asker(&self) -> Seat {
        self.table.last_turn().unwrap_or(self.dealer)
    }

    fn hears_questions(&self) -> bool {
        self.me == self.dealer && self.step == Awaiting::State && self.lanes.is_empty(Lane::State)
    }

    /// Whether a question is one that was answered already.
    pub(super) fn was_answered(&self, seat: Seat) -> bool {
        self.dealing.last_asker == Some((seat, self.table.turn_stamp()))
    }

    /// Judges the next question, if the dealer waits for one. Whether there was one.
    pub(super) fn judge_question(&mut self, now: Duration, timing: Timing) -> bool {
        if !self.hears_questions() {
            return false;
        }
        let Some(heard) = self.queues[2].pop_front() else { return false };
        if heard.message == Message::Query && heard.seat == self.asker() {
            self.answer_question(&heard, now, timing);
        }
        true
    }

    fn answer_question(&mut self, heard: &Heard, now: Duration, timing: Timing) {
        self.acknowledge(heard);
        self.progress(now);
        self.dealing.last_asker = Some((heard.seat, self.table.turn_stamp()));
        let state = if !self.table.may_end_round() {
            GameState::Continue
        } else if self.table.is_last_round() {
            let mut scored = self.table.clone();
            // It may be ended, and it is the last round.
            let _ = scored.end();
            GameState::End { winner: scored.winner().name().to_owned() }
        } else {
            GameState::NewRound
        };
        self.dealing.pause = (state == GameState::NewRound).then_some(timing.between_rounds);
        self.dealing.unheard = true;
        let everybody = self.table.order().collect::<Vec<_>>();
        let message = Message::State(state);
        self.dealing.last_word = Some(message.to_string());
        self.dealing.said = everybody.iter().map(|seat| (*seat, now)).collect();
        self.broadcast(Lane::State, &message, &everybody);
    }

    /// A client that asks although everything was sent has not received it.
    pub(super) fn answer_again(&mut self, seat: Seat, now: Duration) {
        let Some(text) = self.dealing.last_word.clone() else { return };
        // A client that has turned its cards knows of the round. A late copy of this message would end it.
        let new_round = Message::State(GameState::NewRound).to_string();
        if text == new_round && self.table.has_revealed(seat) {
            return;
        }
        let said = self.dealing.said.entry(seat).or_default();
        if self.lanes.is_empty(Lane::State) && now >= *said + ANSWER_AGAIN {
            *said = now;
            let to = self.table.player(seat).socket(Socket::Dealing);
            self.send(Socket::States, to, text);
        }
    }

    /// Once everybody knows that a new round follows, it is dealt a moment later.
    pub(super) fn advance_dealing(&mut self, now: Duration) -> bool {
        let all_know = self.lanes.is_empty(Lane::State) && self.lanes.is_empty(Lane::Deal);
        if self.step != Awaiting::Deal || !all_know {
            return false;
        }
        let Some(pause) = self.dealing.pause.take() else { return false };
        self.dealing.last_asker = None;
        self.dealing.wanted = Some(now + pause);
        true
    }
}
