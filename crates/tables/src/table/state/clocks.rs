//! The deadlines of a table, and how they are put off while no clock may run.

use game::Seat;
use protocol::Clock;

use super::{SeatOccupant, TableState};

impl TableState {
    /// Gives every seat that has come to act its time; those who were to act already keep theirs.
    pub(in crate::table) fn set_deadlines(&mut self, at: i64) {
        let Some(game) = &self.game else { return };
        let pause = i64::from(game.pause_seconds()) * 1_000;
        let to_act = game.status().to_act();
        for (index, seat) in self.seats.iter_mut().enumerate() {
            let acts = Seat::new(index as u8).is_some_and(|number| to_act.contains(number));
            let timed = acts && seat.away.is_none() && matches!(seat.who, SeatOccupant::Person { .. });
            let from = seat.vacation.map_or(at, |until| until.max(at));
            seat.deadline = match self.config.clock {
                Clock::Seconds(seconds) if timed => {
                    seat.deadline.or(Some(from + pause + i64::from(seconds) * 1_000))
                }
                _ => None,
            };
        }
    }

    /// After a start: nobody's clock has run since a server was last known to run, or else since the last fact. The clocks
    /// of a suspended game are put off when it is resumed.
    pub(crate) fn shift_deadlines(&mut self, now: i64, last_alive: Option<i64>) {
        if self.suspended.is_none() {
            // A machine's clock that was set back meanwhile must not take time away.
            let ran_until =
                last_alive.filter(|at| *at <= now).map_or(self.last_at, |at| at.max(self.last_at));
            self.clocks_stood(now - ran_until);
        }
    }

    /// Nobody's clock has run for this long.
    pub(crate) fn clocks_stood(&mut self, outage: i64) {
        if self.some_clock_runs() && outage != 0 {
            self.put_off_deadlines(outage);
            self.outage = Some(self.outage.unwrap_or_default() + outage);
        }
    }

    pub(crate) fn some_clock_runs(&self) -> bool {
        self.seats.iter().any(|seat| seat.deadline.is_some())
    }

    pub(in crate::table) fn put_off_deadlines(&mut self, outage: i64) {
        for deadline in self.seats.iter_mut().filter_map(|seat| seat.deadline.as_mut()) {
            *deadline += outage;
        }
    }
}
