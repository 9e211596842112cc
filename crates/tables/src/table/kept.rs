//! The seats of a scheduled table, which are kept for those who said yes.

use protocol::{KeptSeats, Refusal, RefusalCode};

use super::state::{SeatOccupant, TableState};
use crate::journal::KeptPerson;
use crate::people::PersonId;

impl TableState {
    /// What everybody may know of it.
    pub(super) fn kept_seats(&self) -> Option<KeptSeats> {
        let kept = self.config.kept.as_ref()?;
        let people = kept.people.iter().map(|kept| kept.name.clone()).collect();
        Some(KeptSeats { until: kept.until, people })
    }

    /// Until when seats are kept: the table is not closed before, even if nobody is there.
    pub(crate) fn kept_until(&self) -> Option<i64> {
        self.config.kept.as_ref().map(|kept| kept.until)
    }

    /// Whether somebody said that they would come.
    pub(super) fn is_expected(&self, person: PersonId) -> bool {
        self.config.kept.as_ref().is_some_and(|kept| kept.people.iter().any(|kept| kept.person == person))
    }

    /// Whether somebody announced the table.
    pub(super) fn is_announced_by(&self, person: PersonId) -> bool {
        self.config.kept.as_ref().is_some_and(|kept| kept.opener == Some(person))
    }

    /// Whether one more seat may be taken by somebody who is not expected, or by a bot.
    pub(super) fn may_take_a_kept_seat(&self, person: Option<PersonId>, now: i64) -> Result<(), Refusal> {
        let Some(kept) = self.config.kept.as_ref().filter(|kept| now < kept.until) else { return Ok(()) };
        if person.is_some_and(|person| self.is_expected(person)) {
            return Ok(());
        }
        let is_missing = |kept: &&KeptPerson| self.seat_of(kept.person).is_none();
        let missing = kept.people.iter().filter(is_missing).count();
        let free = self.seats.iter().filter(|seat| seat.who == SeatOccupant::Empty && !seat.locked).count();
        if free > missing {
            return Ok(());
        }
        let sentence = "The free seats are kept for those who said that they would come.";
        let left = u32::try_from(kept.until - now).unwrap_or(u32::MAX);
        Err(Refusal::new(RefusalCode::SeatKept, sentence).retry_after(left))
    }
}
