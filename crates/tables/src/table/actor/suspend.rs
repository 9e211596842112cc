//! Bots do not play for nobody: a game that no client is connected to is suspended, and closed after a time.

use protocol::{OnLeave, TableStage};

use super::{ActorState, TableActor};
use crate::bot_pool::CancelFlag;
use crate::journal::{AwayReason, Fact};
use crate::table::opening::DEFAULT_GRACE;

impl TableActor {
    /// Whether a running game waits for clients. With a slow clock it goes on while it is some person's own.
    fn waits_for_clients(&self) -> bool {
        let slow = self.state.config.has_slow_clock();
        let some_person_plays = self.state.persons().any(|(_, seat)| seat.away.is_none());
        self.state.stage == TableStage::Running
            && self.connections.is_empty()
            && !self.context.plays_unattended
            && !self.plays_to_its_end()
            && !(slow && some_person_plays)
    }

    /// Whether the game goes on without clients. Closing the page of a lost game that is rated, or of a tournament, must not
    /// save anybody, and who came at the announced time to a scheduled one is not kept waiting by those who have gone.
    fn plays_to_its_end(&self) -> bool {
        let config = &self.state.config;
        config.rated || config.tournament.is_some() || config.kept.is_some()
    }

    /// When to suspend the game: after the grace time, which counts only up to its default, or as soon as all people have
    /// left. Nothing while somebody is here.
    pub(super) fn suspend_moment(&self) -> Option<i64> {
        if self.state.suspended.is_some() || !self.waits_for_clients() {
            return None;
        }
        let all_left = self.state.persons().all(|(_, seat)| seat.away == Some(AwayReason::Left));
        let grace = if all_left { 0 } else { i64::from(self.state.config.grace).min(DEFAULT_GRACE) };
        Some(self.empty_since? + grace)
    }

    /// When to close a suspended table.
    pub(super) fn suspended_close_moment(&self) -> Option<i64> {
        self.state.suspended?;
        Some(self.empty_since? + self.context.suspended_after)
    }

    /// Suspends the game if it is time to. Where a lost player ends the game, that comes first.
    pub(super) async fn suspend_if_due(&mut self, now: i64) {
        if self.suspend_moment().is_none_or(|moment| moment > now) {
            return;
        }
        self.by_itself(vec![Fact::Suspended].into()).await;
        if self.state.suspended.is_some() {
            self.stop_bots();
            self.context.metrics.games_suspended_total.inc();
        }
    }

    /// What bots think of for this table is not wanted any more.
    pub(super) fn stop_bots(&mut self) {
        self.bots_due = [None; game::MAX_SEATS];
        self.bots_asked = [None; game::MAX_SEATS];
        self.bots_wanted = CancelFlag::default();
    }

    /// Whether a lost player is replaced, so that nothing is to be done for one before the game is suspended.
    pub(super) fn suspends_before_graces(&self) -> bool {
        self.state.config.on_leave == OnLeave::Bot
    }

    /// Somebody is here again, or asked for something: clocks go on with what was left, and bots play.
    pub(super) fn resume(&mut self) {
        if self.state.paused {
            return;
        }
        let Some(since) = self.state.suspended.take() else { return };
        self.state.clocks_stood(self.context.time.now() - since);
        self.schedule_bots();
    }

    /// Ends a game that nobody has come back to, and closes its table.
    pub(super) async fn close_suspended(&mut self) -> ActorState {
        let left = self.state.host.or_else(|| self.state.persons().next().map(|(seat, _)| seat));
        let seat = left.unwrap_or(game::Seat::of(0));
        self.by_itself(vec![Fact::Abandoned { seat }].into()).await;
        if self.state.stage == TableStage::Running { ActorState::Running } else { self.close().await }
    }
}
