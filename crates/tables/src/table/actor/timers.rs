//! What happens by itself: deadlines, grace times, tables that nobody is at.

use game::Seat;
use protocol::{OnLeave, Refusal, RefusalCode, TableStage};

use super::{ActorState, TableActor};
use crate::journal::Fact;
use crate::people::PersonId;
use crate::table::decide::BotsForAbsent;
use crate::table::opening::DEFAULT_GRACE;

/// How long to wait before trying again what could not be stored, in milliseconds.
pub(super) const RETRY: i64 = 1_000;

impl TableActor {
    /// The next moment at which the table has something to do; nothing if it can wait until somebody comes.
    pub(super) fn next_moment(&self) -> Option<i64> {
        if self.retry_at.is_some() {
            return self.retry_at;
        }
        self.next_due().into_iter().chain(self.sleep_moment()).min()
    }

    /// The next moment at which something happens at the table by itself.
    pub(super) fn next_due(&self) -> Option<i64> {
        if self.state.suspended.is_some() {
            return self.suspended_close_moment();
        }
        let deadlines = self.state.seats.iter().filter_map(|seat| seat.deadline);
        let graces = self.lost_seats().map(|(_, end)| end);
        let bots = self.bots_due.iter().flatten().copied();
        let empty = self.empty_moment();
        deadlines
            .chain(graces)
            .chain(bots)
            .chain(empty)
            .chain(self.suspend_moment())
            .chain(self.host_moment())
            .min()
    }

    /// Seats whose person is gone, with the end of their grace time. Before and after a game that matters only at tables
    /// of old clients, who cannot send anybody away.
    fn lost_seats(&self) -> impl Iterator<Item = (Seat, i64)> {
        let running = self.state.stage == TableStage::Running;
        let legacy = self.state.config.legacy_protocol.is_some();
        let gone = self.state.persons().filter(
            move |(_, state)| {
                if running { state.away.is_none() } else { legacy }
            },
        );
        let grace = if running { i64::from(self.state.config.grace) } else { DEFAULT_GRACE };
        gone.filter_map(move |(seat, state)| {
            let since = self.connections.lost_since(seat)?;
            Some((seat, state.vacation.map_or(since, |until| since.max(until)) + grace))
        })
    }

    /// When another becomes host, before and after a game: somebody is here, and the host has been gone for a while.
    fn host_moment(&self) -> Option<i64> {
        let host = self.state.host.filter(|_| self.state.stage != TableStage::Running)?;
        let has_hosts = self.state.config.legacy_protocol.is_none();
        self.state.next_host(host, |seat| self.connections.is_here(seat)).filter(|_| has_hosts)?;
        Some(self.connections.lost_since(host)? + DEFAULT_GRACE)
    }

    /// Those who have been gone for a while since the game ended: bots of this level can replace them in the next one.
    ///
    /// # Errors
    /// There is no such level.
    pub(super) fn bots_for_absent(&self, level: &str) -> Result<BotsForAbsent, Refusal> {
        let level = level.parse().map_err(|unknown: bots::UnknownLevel| {
            Refusal::new(RefusalCode::NoSuchBot, unknown.to_string())
        })?;
        let now = self.context.time.now();
        // Of old programs people move up when somebody stands.
        let picked = self.state.config.legacy_protocol.is_none();
        let is_absent = |seat: &Seat| {
            picked && self.connections.lost_since(*seat).is_some_and(|since| since + DEFAULT_GRACE <= now)
        };
        Ok(BotsForAbsent {
            seats: self.state.persons().map(|(seat, _)| seat).filter(is_absent).collect(),
            level,
        })
    }

    async fn pass_host_on(&mut self, now: i64) {
        let Some(host) = self.state.host.filter(|_| self.host_moment().is_some_and(|moment| moment <= now))
        else {
            return;
        };
        let next = self.state.next_host(host, |seat| self.connections.is_here(seat));
        self.by_itself(vec![Fact::Host { seat: next }].into()).await;
    }

    /// When the table is closed because nobody is connected; never while seats are kept.
    fn empty_moment(&self) -> Option<i64> {
        let may_close = self.state.stage != TableStage::Running && self.connections.is_empty();
        let moment = self.empty_since.filter(|_| may_close)? + self.context.empty_after;
        Some(self.state.kept_until().map_or(moment, |until| moment.max(until)))
    }

    pub(super) async fn timers(&mut self) -> ActorState {
        self.retry_at = None;
        if self.outage.is_on() && !self.look_for_the_store().await {
            return ActorState::Running;
        }
        let now = self.context.time.now();
        if self.give_back_stopped_time() && !self.context.stopped.is_store_down() {
            self.tell_clocks();
        }
        if self.context.stopped.is_store_down() && self.state.some_clock_runs() {
            // Nothing is due before the store is back.
            self.retry_at = Some(now + RETRY);
            return ActorState::Running;
        }
        // If it could not be closed when the last one left.
        if self.close_if_empty().await != ActorState::Running {
            return ActorState::TableClosed;
        }
        if self.empty_moment().is_some_and(|moment| moment <= now) {
            return self.close().await;
        }
        if self.suspends_before_graces() {
            self.suspend_if_due(now).await;
        }
        if self.state.suspended.is_some() {
            return self.suspended_timers(now).await;
        }
        // If they could not be freed when their connections ended.
        self.free_unreachable_seats().await;
        self.ask_bots(now);
        let gone: Vec<Seat> =
            self.lost_seats().filter(|(_, end)| *end <= now).map(|(seat, _)| seat).collect();
        for seat in gone {
            // Ending the game for one ends it for all, so look again each time.
            if self.state.stage == TableStage::Running {
                let facts = self.state.grace_expired(seat);
                self.by_itself(facts.into()).await;
                self.free_unreachable_seats().await;
            } else {
                self.stand_up(seat).await;
            }
        }
        if self.close_if_empty().await != ActorState::Running {
            return ActorState::TableClosed;
        }
        self.pass_host_on(now).await;
        let late = self.state.seats.iter().enumerate();
        let late: Vec<Seat> = late
            .filter(|(_, seat)| seat.deadline.is_some_and(|deadline| deadline <= now))
            .map(|(index, _)| Seat::of(index as u8))
            .collect();
        for seat in late {
            let still = self.state.seats[seat.index()].deadline.is_some_and(|deadline| deadline <= now);
            if !still || !self.state.to_act().contains(seat) {
                continue;
            }
            if let Some(decision) = self.state.deadline_passed(seat) {
                self.context.metrics.deadlines_missed_total.inc();
                self.by_itself(decision).await;
            }
        }
        self.suspend_if_due(now).await;
        self.sleep_if_due(now).await
    }

    async fn suspended_timers(&mut self, now: i64) -> ActorState {
        if self.suspended_close_moment().is_some_and(|moment| moment <= now) {
            return self.close_suspended().await;
        }
        self.sleep_if_due(now).await
    }

    async fn sleep_if_due(&mut self, now: i64) -> ActorState {
        if self.retry_at.is_none() && self.sleep_moment().is_some_and(|moment| moment <= now) {
            return self.go_to_sleep().await;
        }
        ActorState::Running
    }

    /// Frees the seat of somebody who is gone, at a table where no game runs.
    async fn stand_up(&mut self, seat: Seat) {
        let still_gone = self.connections.lost_since(seat).is_some();
        if still_gone && self.state.stage != TableStage::Running {
            self.connections.detach_seat(seat);
            self.by_itself(vec![Fact::Stood { seat }].into()).await;
        }
    }

    /// At a table of old clients a lost player ends the game at once. So before somebody takes the last seat, where the
    /// game then starts by itself, the seats of those who are not connected are freed.
    pub(super) async fn free_lost_seats_before_the_start(&mut self, joining: PersonId) {
        let state = &self.state;
        let ends = state.config.legacy_protocol.is_some() && state.config.on_leave == OnLeave::End;
        let fills = state.stage != TableStage::Running
            && state.free_seats() == 1
            && state.seat_of(joining).is_none()
            && !state.order.promises_seats();
        if !ends || !fills {
            return;
        }
        let lost = |state: &TableActor| {
            let mut people = state.state.persons().map(|(seat, _)| seat);
            people.find(|seat| !state.connections.is_here(*seat))
        };
        // Others move up when somebody stands, so look again each time.
        while let Some(seat) = lost(self) {
            self.connections.detach_seat(seat);
            if self.commit(vec![Fact::Stood { seat }].into()).await.is_err() {
                return;
            }
        }
    }

    /// Something that nobody asked for: if it cannot be stored it is tried again.
    pub(super) async fn by_itself(&mut self, decision: crate::table::decide::Decision) {
        if self.commit(decision).await.is_err() {
            self.retry_at = Some(self.context.time.now() + RETRY);
        }
    }
}
