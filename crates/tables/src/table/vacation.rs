//! Vacations: the clock of somebody at a slow table stands until they are back.

use super::state::{SeatState, TableState};
use crate::journal::Fact;
use crate::people::PersonId;

impl SeatState {
    /// The clock stands from a moment until a time, and no longer until the one before.
    pub(super) fn goes_on_vacation(&mut self, until: Option<i64>, at: i64) {
        let stands = |until: Option<i64>| until.map_or(0, |until| (until - at).max(0));
        let more = stands(until) - stands(self.vacation);
        self.deadline = self.deadline.map(|deadline| deadline + more);
        self.vacation = until;
    }

    /// Until when somebody is on vacation, if they are.
    pub(crate) fn on_vacation_until(&self, now: i64) -> Option<i64> {
        self.vacation.filter(|until| *until > now)
    }
}

impl TableState {
    /// What is to be noted of somebody who is on vacation until a time, or not any more; nothing if that is known.
    pub(crate) fn vacation_fact(&self, person: PersonId, until: Option<i64>, now: i64) -> Option<Fact> {
        let seat = self.seat_of(person)?;
        let known = self.seats.get(seat.index()).and_then(|state| state.on_vacation_until(now));
        // A round of a tournament ends at its time whoever is away.
        let stands = self.config.has_slow_clock() && self.config.tournament.is_none();
        let until = until.filter(|until| stands && *until > now);
        (until != known).then_some(Fact::Vacation { seat, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_stands_for_as_long_as_the_vacation_and_goes_on_where_it_stood() {
        let mut seat = SeatState { deadline: Some(100), ..SeatState::default() };
        seat.goes_on_vacation(Some(1_000), 40);
        assert_eq!(seat.deadline, Some(1_060), "60 are left when it is over");
        assert_eq!((seat.on_vacation_until(999), seat.on_vacation_until(1_000)), (Some(1_000), None));
        seat.goes_on_vacation(None, 500);
        assert_eq!(seat.deadline, Some(560), "back early: 60 are left from then on");
        seat.goes_on_vacation(Some(700), 520);
        seat.goes_on_vacation(Some(900), 600);
        assert_eq!(seat.deadline, Some(940));
        // It is over: ending it takes nothing away.
        seat.goes_on_vacation(None, 930);
        assert_eq!(seat.deadline, Some(940));
        let mut other = SeatState::default();
        other.goes_on_vacation(Some(10), 0);
        assert_eq!(other.deadline, None, "it is not their turn");
    }
}
