//! Bots at the table: asked when it is their turn, after a natural pause, and answered like anybody else.

use game::Seat;
use game::face::ChosenBy;
use protocol::{GameJson, TableStage};

use super::TableActor;
use crate::bot_pool::{BotJob, BotOwner};
use crate::table::handle::{BotDecision, TableMsg};
use crate::table::state::TableState;

/// How long a bot waits at least before it plays at a table that nobody is connected to, in milliseconds.
const UNATTENDED_PAUSE: i64 = 1_000;

impl TableActor {
    /// Notes when each bot that is to act will be asked.
    pub(super) fn schedule_bots(&mut self) {
        if self.state.suspended.is_some() {
            return;
        }
        let now = self.context.time.now();
        let to_act = self.state.to_act();
        let pause = self.bot_pause();
        for index in 0..self.state.seats.len() {
            let seat = Seat::of(index as u8);
            let decision = self.decision(seat);
            let acts = to_act.contains(seat) && self.state.bot_of(seat).is_some();
            if !acts {
                self.bots_due[index] = None;
                if self.state.bot_of(seat).is_none() {
                    self.bots_asked[index] = None;
                }
            } else if self.bots_asked[index] != decision {
                self.bots_due[index] = self.bots_due[index].or(Some(now + pause));
            }
        }
        self.ask_bots(now);
    }

    /// Which decision of which game a seat has to make.
    fn decision(&self, seat: Seat) -> Option<BotDecision> {
        let TableState { game_number, undo_count, .. } = self.state;
        self.state.game.as_ref().map(|game| BotDecision {
            game_number,
            undo_count,
            nth: game.decisions(seat),
        })
    }

    /// People want to see what happens. Where nobody looks, nobody waits either: a game that comes to its end without clients
    /// must not cost more than one that is played, unless the operator lets bots play on.
    fn bot_pause(&self) -> i64 {
        if self.state.stage != TableStage::Running {
            return 0;
        }
        let usual = i64::from(self.state.config.bot_pause);
        if self.connections.is_empty() {
            return if self.context.plays_unattended { 0 } else { usual.max(UNATTENDED_PAUSE) };
        }
        let rest = self.state.game.as_ref().map_or(0, |game| i64::from(game.pause_seconds()) * 1_000);
        if usual == 0 { 0 } else { usual.max(rest) }
    }

    /// Asks the bots whose pause is over.
    pub(super) fn ask_bots(&mut self, now: i64) {
        for index in 0..self.state.seats.len() {
            let seat = Seat::of(index as u8);
            if self.bots_due[index].is_none_or(|due| due > now) {
                continue;
            }
            self.bots_due[index] = None;
            let (Some(level), Some(game)) = (self.state.bot_of(seat), &self.state.game) else { continue };
            let Some(decision) = self.decision(seat) else { continue };
            self.bots_asked[index] = Some(decision);
            let mailbox = self.own_mailbox.clone();
            let (owner, table) = (self.bot_owner(), self.state.id);
            let fixed = game.fixed_thinking(seat);
            let job = BotJob { owner, table, level, task: game.bot_task(seat, level), fixed };
            self.context.bots.think(job, &self.bots_wanted, move |action| async move {
                if let Some(mailbox) = mailbox.upgrade() {
                    // A table that closed meanwhile needs no answer.
                    let _ = mailbox.send(TableMsg::BotChose { seat, decision, action }).await;
                }
            });
        }
    }

    /// Who waits for the bots of this table: its host, or else the first person.
    pub(super) fn bot_owner(&self) -> BotOwner {
        let people = self.state.people();
        let host = people.iter().find(|(seat, _)| Some(*seat) == self.state.host);
        let owner = host.or_else(|| people.first());
        owner.map_or(BotOwner::Table(self.state.id), |(_, person)| BotOwner::Person(*person))
    }

    pub(super) async fn bot_chose(&mut self, seat: Seat, decision: BotDecision, action: Option<GameJson>) {
        let due = self.decision(seat) == Some(decision) && self.state.to_act().contains(seat);
        if !due || self.state.bot_of(seat).is_none() || self.state.suspended.is_some() {
            // The person came back and decided, the game ended, or it waits for clients.
            return;
        }
        self.context.metrics.bot_decisions_total.inc();
        let chosen = action.map(|action| self.state.play(seat, &action, ChosenBy::Bot));
        let decision = match chosen {
            Some(Ok(decision)) => decision,
            unusable => {
                match unusable {
                    Some(Err(refused)) => {
                        let why = refused.refusal.message;
                        tracing::error!(table = %self.state.id, why, "bot chose an illegal action");
                    }
                    _ => tracing::error!(table = %self.state.id, "bot did not decide; the default is played"),
                }
                let Some(game) = &self.state.game else { return };
                let default = game.default_action(seat);
                let Ok(decision) = self.state.play(seat, &default, ChosenBy::Bot) else { return };
                decision
            }
        };
        if self.commit(decision).await.is_err() {
            // Asked again when the disk is back.
            self.bots_asked[seat.index()] = None;
            self.bots_due[seat.index()] = Some(self.context.time.now() + super::timers::RETRY);
        }
    }
}
