//! Plans calls to people whose turn it is, at tables where people come and go.

use game::Seat;
use protocol::{Clock, TableId, TableStage};
use store::Write;

use super::{TableActor, timers};
use crate::calls::{PlannedCall, call_id, end_call};
use crate::journal::Fact;
use crate::table::state::SeatOccupant;

/// A decision that somebody may be called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CalledDecision {
    seat: Seat,
    game_number: u32,
    nth: u32,
}

impl CalledDecision {
    /// What its call is stored under.
    fn id(self, table: TableId) -> String {
        call_id(table, self.seat, self.game_number, self.nth)
    }
}

impl TableActor {
    /// Whether somebody is called here: people play against each other, and have an hour or more for a decision.
    fn calls_people(&self) -> bool {
        let is_slow = self.state.config.has_slow_clock() || self.state.config.clock == Clock::Off;
        is_slow && self.state.config.legacy_protocol.is_none() && self.state.persons().count() >= 2
    }

    /// The calls that belong to these decisions, and end with them.
    pub(super) fn ended_calls(&self, facts: &[Fact]) -> Vec<Write> {
        let ends = |seat: Seat| {
            facts.iter().any(|fact| match fact {
                Fact::Acted { seat: other, .. } | Fact::Away { seat: other, .. } => *other == seat,
                Fact::Abandoned { .. } | Fact::Undone { .. } => true,
                _ => false,
            })
        };
        let ended = self.calls.iter().filter(|called| ends(called.seat));
        ended.map(|called| end_call(&called.id(self.state.id))).collect()
    }

    /// All calls of this table, which is closed.
    pub(super) fn all_calls(&self) -> Vec<Write> {
        self.calls.iter().map(|called| end_call(&called.id(self.state.id))).collect()
    }

    /// Plans the calls for the decisions that are to be made now. What cannot be stored is tried again.
    pub(super) async fn plan_calls(&mut self) {
        let running = self.state.stage == TableStage::Running && self.state.suspended.is_none();
        if !running || !self.calls_people() {
            self.calls.clear();
            self.calls_seen.clear();
            return;
        }
        let Some(game) = &self.state.game else { return };
        let mut wanted = Vec::new();
        for seat in self.state.to_act().iter().filter(|seat| self.state.bot_of(*seat).is_none()) {
            let nth = game.decisions(seat);
            wanted.push(CalledDecision { seat, game_number: self.state.game_number, nth });
        }
        let (mut kept, mut seen) = (Vec::new(), Vec::new());
        for called in wanted {
            let is_seen = self.calls_seen.contains(&called);
            let is_here = self.connections.is_here(called.seat);
            if is_here || is_seen {
                seen.push(called);
            }
            if self.calls.contains(&called) {
                kept.push(called);
                continue;
            }
            // Who is here sees it; if they go, the alarm is planned then. In a box: it is rarely needed, and every table
            // would keep room for it.
            if !is_here && let Some(planned) = self.planned_call(called, is_seen) {
                if !Box::pin(self.plan_call(planned)).await {
                    return;
                }
                kept.push(called);
            }
        }
        (self.calls, self.calls_seen) = (kept, seen);
    }

    fn planned_call(&self, called: CalledDecision, is_seen: bool) -> Option<PlannedCall> {
        let seat = called.seat;
        let state = self.state.seats.get(seat.index())?;
        let SeatOccupant::Person { id: person, .. } = &state.who else { return None };
        let others = self.state.persons().filter(|(other, _)| *other != seat);
        let with = others.filter_map(|(_, state)| match &state.who {
            SeatOccupant::Person { name, .. } => Some(name.clone()),
            _ => None,
        });
        Some(PlannedCall {
            id: called.id(self.state.id),
            person: *person,
            table: self.state.id,
            seat: seat.number(),
            game: self.state.config.game.spec().title.to_owned(),
            with: with.collect(),
            deadline: state.deadline,
            is_seen,
        })
    }

    /// Stores a call; whether that could be done.
    async fn plan_call(&mut self, planned: PlannedCall) -> bool {
        let now = self.context.time.now();
        let Err(error) = planned.plan(&self.context.store, now).await else { return true };
        tracing::debug!(table = %self.state.id, error, "a call could not be planned");
        self.calls_changed = true;
        self.retry_at = Some(self.retry_at.unwrap_or(now + timers::RETRY));
        false
    }
}
