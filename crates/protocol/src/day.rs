//! Days of the server: from midnight to midnight, UTC.

use std::fmt;
use std::str::FromStr;

use ts_rs::TS;

use crate::as_text::as_text;

/// Milliseconds of a day.
const LENGTH: i64 = 86_400_000;

/// A day, written as in `2026-11-17`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(as = "String")]
pub struct DayDate {
    /// Days since 1970.
    number: i32,
}

/// Why a text is not a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DayDateError;

impl fmt::Display for DayDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is written as year, month and day: 2026-11-17")
    }
}

impl std::error::Error for DayDateError {}

impl DayDate {
    /// The day of a moment, in milliseconds since 1970.
    #[must_use]
    pub const fn of(moment: i64) -> Self {
        Self { number: moment.div_euclid(LENGTH) as i32 }
    }

    /// When it begins.
    #[must_use]
    pub const fn begins_at(self) -> i64 {
        self.number as i64 * LENGTH
    }

    /// When it is over: the first moment of the next day.
    #[must_use]
    pub const fn ends_at(self) -> i64 {
        self.begins_at() + LENGTH
    }

    /// The day this many days later.
    #[must_use]
    pub const fn plus(self, days: i32) -> Self {
        Self { number: self.number.saturating_add(days) }
    }

    /// How many days later this is than another.
    #[must_use]
    pub const fn days_since(self, other: Self) -> i32 {
        self.number.saturating_sub(other.number)
    }

    /// Year, month and day. Years begin with March here, so that the day that leap years add is their last one.
    const fn parts(self) -> (i32, i32, i32) {
        const DAYS_IN_ERA: i32 = 146_097;
        let shifted = self.number.saturating_add(719_468);
        let era = shifted.div_euclid(DAYS_IN_ERA);
        let day_of_era = shifted.rem_euclid(DAYS_IN_ERA);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year_of_era + era * 400 + (month <= 2) as i32;
        (year, month, day)
    }

    const fn from_parts(year: i32, month: i32, day: i32) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let shifted_month = if month > 2 { month - 3 } else { month + 9 };
        let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Self { number: era * 146_097 + day_of_era - 719_468 }
    }
}

impl fmt::Display for DayDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for DayDate {
    type Err = DayDateError;

    fn from_str(text: &str) -> Result<Self, DayDateError> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i32>().map_err(|_| DayDateError));
        let mut next = || parts.next().unwrap_or(Err(DayDateError));
        let (year, month, day) = (next()?, next()?, next()?);
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(DayDateError);
        }
        let date = Self::from_parts(year, month, day);
        // There is one way to write a day, because it is hashed; and no 31st of June.
        if date.to_string() == text { Ok(date) } else { Err(DayDateError) }
    }
}

as_text!(DayDate);

#[cfg(feature = "schema")]
game::schema_by_hand!(DayDate, "DayDate", {
    "description": "A day, from midnight to midnight UTC: 2026-11-17.",
    "type": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_everybody_writes_them_and_read_again() {
        let known = [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_709_164_799_999, "2024-02-28"),
            (1_709_164_800_000, "2024-02-29"),
            (1_794_873_599_999, "2026-11-16"),
            (1_794_873_600_000, "2026-11-17"),
        ];
        for (moment, text) in known {
            let date = DayDate::of(moment);
            assert_eq!((date.to_string().as_str(), text.parse()), (text, Ok(date)));
            assert!(date.begins_at() <= moment && moment < date.ends_at());
        }
        for number in -10_000..200_000 {
            let date = DayDate::of(0).plus(number);
            let (year, month, day) = date.parts();
            assert_eq!(DayDate::from_parts(year, month, day), date);
        }
        for wrong in ["", "2026-11", "2026-11-31", "2026-02-29", "2026-1-1", "2026-11-17-1", "+026-01-01"] {
            assert_eq!(wrong.parse::<DayDate>(), Err(DayDateError), "{wrong}");
        }
    }

    #[test]
    fn days_follow_each_other() {
        let today: DayDate = "2026-12-31".parse().unwrap();
        assert_eq!(today.plus(1).to_string(), "2027-01-01");
        assert_eq!((today.plus(1).days_since(today), today.ends_at()), (1, today.plus(1).begins_at()));
    }
}
