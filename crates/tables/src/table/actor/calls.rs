//! Plans calls to people whose turn it is, at tables where people come and go.

use game::Seat;
use protocol::{Clock, TableStage};
use store::Write;

use super::{TableActor, timers};
use crate::calls::{PlannedCall, call_id, end_call};
use crate::journal::Fact;
use crate::table::state::SeatOccupant;

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
        self.calls.iter().filter(|(seat, _)| ends(*seat)).map(|(_, id)| end_call(id)).collect()
    }

    /// All calls of this table, which is closed.
    pub(super) fn all_calls(&self) -> Vec<Write> {
        self.calls.iter().map(|(_, id)| end_call(id)).collect()
    }

    /// Plans the calls for the decisions that are to be made now. What cannot be stored is tried again.
    pub(super) async fn plan_calls(&mut self) {
        let running = self.state.stage == TableStage::Running && self.state.suspended.is_none();
        if !running || !self.calls_people() {
            self.calls.clear();
            self.calls_seen.clear();
            return;
        }
        let to_act = self.state.to_act();
        let Some(game) = &self.state.game else { return };
        let wanted: Vec<(Seat, String)> = to_act
            .iter()
            .filter(|seat| self.state.bot_of(*seat).is_none())
            .map(|seat| (seat, call_id(self.state.id, seat, self.state.game_number, game.decisions(seat))))
            .collect();
        let mut planned_calls = Vec::new();
        let mut seen = Vec::new();
        for (seat, id) in wanted {
            let is_seen = self.calls_seen.contains(&id);
            let is_here = self.connections.is_here(seat);
            if is_here || is_seen {
                seen.push(id.clone());
            }
            if self.calls.contains(&(seat, id.clone())) {
                planned_calls.push((seat, id));
                continue;
            }
            // Who is here sees it; if they go, the alarm is planned then.
            if is_here {
                continue;
            }
            let Some(state) = self.state.seats.get(seat.index()) else { continue };
            let SeatOccupant::Person { id: person, .. } = &state.who else { continue };
            let others = self.state.persons().filter(|(other, _)| *other != seat);
            let with = others.filter_map(|(_, state)| match &state.who {
                SeatOccupant::Person { name, .. } => Some(name.clone()),
                _ => None,
            });
            let planned = PlannedCall {
                id: id.clone(),
                person: *person,
                table: self.state.id,
                seat: seat.number(),
                game: self.state.config.game.spec().title.to_owned(),
                with: with.collect(),
                deadline: state.deadline,
                is_seen,
            };
            let now = self.context.time.now();
            if let Err(error) = planned.plan(&self.context.store, now).await {
                tracing::debug!(table = %self.state.id, error, "a call could not be planned");
                self.calls_changed = true;
                self.retry_at = Some(self.retry_at.unwrap_or(now + timers::RETRY));
                return;
            }
            planned_calls.push((seat, id));
        }
        (self.calls, self.calls_seen) = (planned_calls, seen);
    }
}
