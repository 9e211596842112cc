//! From a decision to what everybody sees: it is stored, then it holds, then it is published.

use protocol::{Refusal, TableStage};
use store::CommitError;

use super::TableActor;
use crate::journal::Fact;
use crate::live_game::TriedAction;
use crate::table::decide::Decision;

impl TableActor {
    /// Stores what was decided, and then makes it so and tells it. On an error nothing has happened.
    pub(super) async fn commit(&mut self, decision: Decision) -> Result<(), Refusal> {
        let Decision { mut facts, mut attempt } = decision;
        if facts.is_empty() {
            return Ok(());
        }
        self.resume();
        self.give_back_stopped_time();
        if self.outage.is_on() {
            // In a box, as all that is nearly never needed: every table would keep room for it.
            Box::pin(self.before_a_new_try()).await?;
        }
        if let Some(outage) = self.state.outage {
            facts.insert(0, Fact::Reopened { outage });
        }
        let at = self.context.time.now();
        let mut writes = self.state.writes(&facts, at)?;
        writes.extend(self.state.put_info_after(&facts, at));
        writes.extend(self.ended_calls(&facts));
        writes.extend(self.replay_of(&facts, attempt.as_mut(), at)?);
        writes.extend(self.day_writes(&facts, attempt.as_ref(), at)?);
        writes.extend(self.tournament_write(&facts, attempt.as_ref(), at)?);
        let store_attempt = self.context.stopped.attempt();
        match self.context.store.commit(writes).await {
            Ok(()) => {}
            Err(error @ (CommitError::Unknown(_) | CommitError::Conflict { .. })) => {
                return Box::pin(self.find_out(&error, &facts, attempt, at)).await;
            }
            Err(error) => {
                match error {
                    CommitError::NotSaved(_) => self.store_failed(at),
                    CommitError::NotOwner { .. } => self.lost = true,
                    _ => {}
                }
                return Err(self.not_saved(&error));
            }
        }
        self.take_in(&facts, attempt, at);
        self.store_works(store_attempt);
        Ok(())
    }

    /// Applies stored facts to the table, and sends what they change.
    pub(super) fn take_in(&mut self, facts: &[Fact], attempt: Option<TriedAction>, at: i64) {
        let mut attempt = attempt;
        let was_running = self.state.stage == TableStage::Running;
        let was_unrated = self.state.unrated_because();
        let mut seats_changed = false;
        let mut played = false;
        let mut said = false;
        let mut rewound = false;
        for fact in facts {
            self.note_seating(fact);
            let sat_before = if let Fact::Dealt(_) = fact { self.state.people() } else { Vec::new() };
            let tried = if matches!(fact, Fact::Acted { .. }) { attempt.take() } else { None };
            if let Err(what) = self.state.apply_fact(fact, self.state.seq + 1, at, tried) {
                // Decisions are made from this very state, so a fact that does not fit is an error of the server.
                self.broken = Some(format!("a stored fact does not fit: {what}"));
                return;
            }
            match fact {
                Fact::Acted { .. } | Fact::Started { .. } => {
                    played = true;
                    self.context
                        .metrics
                        .actions_played_total
                        .inc_by(u64::from(matches!(fact, Fact::Acted { .. })));
                }
                Fact::Said { watchers, from, .. } => {
                    said = true;
                    self.publish_said(*watchers, from);
                }
                Fact::Drafted { .. }
                | Fact::Hinted { .. }
                | Fact::Nonce { .. }
                | Fact::Reopened { .. }
                | Fact::Suspended => {}
                Fact::Undone { .. } | Fact::Paused { .. } | Fact::Resumed { .. } => {
                    rewound = true;
                    self.stop_bots();
                }
                Fact::Dealt(_) => {
                    (played, seats_changed) = (true, true);
                    self.note_all_seats(&sat_before);
                }
                _ => seats_changed = true,
            }
            if matches!(fact, Fact::Started { .. } | Fact::Dealt(_) | Fact::Undone { .. }) {
                self.window.clear();
            }
        }
        let moved = std::mem::take(&mut self.state.moved);
        self.note_moves(&moved);
        let now_running = self.state.stage == TableStage::Running;
        if now_running != was_running {
            self.context.metrics.games_running.inc_by(if now_running { 1 } else { -1 });
            self.context.metrics.games_finished_total.inc_by(u64::from(was_running));
            self.game_ended |= was_running;
            if was_running {
                self.context.finished_games.notify_one();
            }
            if was_running && self.state.result.as_ref().is_some_and(|result| result.rated) {
                self.context.rated_games.notify_one();
            }
            if was_running && self.state.config.tournament.is_some() {
                self.context.tournaments.notify_one();
            }
        }
        if seats_changed {
            self.presence_changed();
        }
        if rewound && !played {
            self.tell_everybody_again();
        } else if rewound {
            self.show_in_lobby();
        }
        if played || self.abandoned(facts) {
            self.state.publish_update(&self.connections, &mut self.window, self.context.time.now());
            if let Some(game) = &mut self.state.game {
                game.update_sent();
            }
        }
        if now_running != was_running {
            self.show_in_lobby();
        }
        for (_, seat) in moved {
            self.tell_all_again(seat);
        }
        if self.state.unrated_because() != was_unrated {
            // Whether games count is said by the table as a whole.
            for connection in self.connections.iter() {
                self.send_snapshot_to(connection.seat, &connection.outbox, None, None);
            }
        }
        self.count_clock();
        self.calls_changed |= played || rewound || now_running != was_running;
        if !said {
            self.schedule_bots();
        }
    }

    /// Lets the server know whether a clock runs here.
    pub(super) fn count_clock(&mut self) {
        let runs = self.state.some_clock_runs() && self.state.suspended.is_none();
        if std::mem::replace(&mut self.clock_counted, runs) != runs {
            self.context.metrics.clocks_running.inc_by(if runs { 1 } else { -1 });
        }
    }

    pub(super) fn abandoned(&self, facts: &[Fact]) -> bool {
        facts.iter().any(|fact| matches!(fact, Fact::Abandoned { .. }))
    }
}
