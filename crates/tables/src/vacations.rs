//! Vacations of people: how many days they have taken, and whose tables still have to be notified.

use protocol::{DayDate, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::Document;

use crate::document_body::document_body;
use crate::people::PersonId;

/// The kind of the documents that say how people are on vacation.
pub(crate) const VACATION: &str = "vacation";
/// The kind of the documents that say whose tables have to be notified.
pub(crate) const VACATION_CHANGED: &str = "vacation_changed";

const DAY_MS: i64 = 86_400_000;

/// The vacation of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Vacation {
    /// When the last one began.
    began_at: i64,
    /// Until when it lasts, or lasted.
    until: i64,
    /// The year that days are counted in.
    year: i32,
    /// Days that were taken in that year, those of the last vacation included.
    used: u32,
}

/// What somebody has of vacation at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VacationState {
    /// Until when they are on vacation, if they are.
    pub until: Option<i64>,
    /// Days that they have taken this year.
    pub used_days: u32,
}

/// The year of a moment, in UTC.
fn year_of(moment: i64) -> i32 {
    let date = DayDate::of(moment).to_string();
    date.split('-').next().and_then(|year| year.parse().ok()).unwrap_or_default()
}

/// Days that have begun.
fn days(milliseconds: i64) -> u32 {
    u32::try_from((milliseconds.max(0) + DAY_MS - 1) / DAY_MS).unwrap_or(u32::MAX)
}

impl Vacation {
    pub(crate) fn state(&self, now: i64) -> VacationState {
        let used_days = if self.year == year_of(now) { self.used } else { 0 };
        VacationState { until: (self.until > now).then_some(self.until), used_days }
    }

    /// Takes days from now on.
    ///
    /// # Errors
    /// If they are on vacation, ask for no day, or have too few left.
    pub(crate) fn taken(self, wanted: u32, max_days: u32, now: i64) -> Result<Self, Refusal> {
        let refuse = |code, sentence: String| Err(Refusal::new(code, sentence));
        if max_days == 0 {
            return refuse(RefusalCode::LimitReached, "This house has no vacation days.".to_owned());
        }
        let VacationState { until, used_days } = self.state(now);
        if until.is_some() {
            return refuse(RefusalCode::AlreadyDone, "You are on vacation.".to_owned());
        }
        let left = max_days.saturating_sub(used_days);
        if wanted == 0 || wanted > left {
            return refuse(
                RefusalCode::LimitReached,
                format!("You have {left} vacation days left this year."),
            );
        }
        let until = now + i64::from(wanted) * DAY_MS;
        Ok(Self { began_at: now, until, year: year_of(now), used: used_days + wanted })
    }

    /// Ends it now: days that have not begun are given back.
    ///
    /// # Errors
    /// If they are not on vacation.
    pub(crate) fn ended(self, now: i64) -> Result<Self, Refusal> {
        if self.until <= now {
            return Err(Refusal::new(RefusalCode::AlreadyDone, "You are not on vacation."));
        }
        let given_back = days(self.until - self.began_at) - days(now - self.began_at).max(1);
        Ok(Self { until: now, used: self.used.saturating_sub(given_back), ..self })
    }

    /// The documents that a change is stored as.
    pub(crate) fn documents(&self, person: PersonId, now: i64) -> Result<[Document; 2], Refusal> {
        let document = |kind: &str, body| Document {
            kind: kind.to_owned(),
            id: format!("{:x}", person.0),
            person: Some(person.0),
            at: now,
            expires: None,
            body,
        };
        Ok([document(VACATION, document_body(self)?), document(VACATION_CHANGED, "{}".to_owned())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of March 2026.
    const NOW: i64 = 1_772_323_200_000;

    #[test]
    fn days_are_limited_by_the_year_and_those_that_have_not_begun_are_given_back() {
        let none = Vacation::default();
        assert_eq!(none.state(NOW), VacationState { until: None, used_days: 0 });
        let taken = none.taken(10, 14, NOW).unwrap();
        assert_eq!(taken.state(NOW), VacationState { until: Some(NOW + 10 * DAY_MS), used_days: 10 });
        assert_eq!(taken.taken(1, 14, NOW).unwrap_err().code, "already_done");
        // Back after two days and a bit: three have begun.
        let back = taken.ended(NOW + 2 * DAY_MS + 1).unwrap();
        assert_eq!(back.state(NOW + 3 * DAY_MS), VacationState { until: None, used_days: 3 });
        assert_eq!(back.ended(NOW + 3 * DAY_MS).unwrap_err().code, "already_done");
        assert_eq!(back.taken(12, 14, NOW + 4 * DAY_MS).unwrap_err().code, "limit_reached");
        assert_eq!(back.taken(0, 14, NOW + 4 * DAY_MS).unwrap_err().code, "limit_reached");
        let again = back.taken(11, 14, NOW + 4 * DAY_MS).unwrap();
        assert_eq!(again.state(NOW + 5 * DAY_MS).used_days, 14);
        // A day is taken as soon as it begins, and the count restarts every year.
        assert_eq!(taken.ended(NOW).unwrap().state(NOW).used_days, 1);
        assert_eq!(again.state(NOW + 365 * DAY_MS).used_days, 0);
        assert_eq!(none.taken(1, 0, NOW).unwrap_err().code, "limit_reached");
    }
}
