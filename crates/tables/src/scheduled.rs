//! Tables that are to be opened at a time in the future, and who said that they would come.
//!
//! Until its time such a table is a document and has no actor; its id is drawn when it is announced, so that links hold.
//! Each answer is a document of its own: two people who answer at once do not overwrite each other.

mod documents;

use protocol::{NewTable, Refusal, RefusalCode, TableId};
use serde::{Deserialize, Serialize};

pub(crate) use self::documents::{
    announce_writes, answer_writes, cancel_writes, due, opened_writes, past, pending, pending_of, read,
};
use crate::people::PersonId;

/// Maximum number of tables that one person has announced at a time.
pub const MAX_SCHEDULED_PER_PERSON: usize = 5;

/// Maximum number of tables that are announced at a time.
pub(crate) const MAX_SCHEDULED: u32 = 500;

/// Maximum number of people who say that they cannot come, for each table.
pub(crate) const MAX_DECLINED: usize = 50;

/// The longest note, in letters.
pub const MAX_NOTE_LENGTH: usize = 200;

/// Those who said yes are called this long before the start, in milliseconds.
pub const CALL_BEFORE_MS: i64 = 15 * 60_000;

/// Their seats are kept for this long after the table was opened, in milliseconds.
pub const SEATS_KEPT_MS: i64 = 15 * 60_000;

/// A table that could not be opened in time, because no server ran, is opened up to this much later, in milliseconds.
pub(crate) const MAX_LATE_MS: i64 = 3_600_000;

/// A link to a scheduled table leads somewhere for this long after its start, in milliseconds.
pub(crate) const KEPT_MS: i64 = 86_400_000;

const MIN_AHEAD_MS: i64 = 60_000;
const MAX_AHEAD_MS: i64 = 90 * 86_400_000;

/// What somebody says to an announced table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleAnswer {
    /// They come.
    Yes,
    /// They do not.
    No,
}

/// Somebody who has answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledPerson {
    /// The person's id.
    pub person: PersonId,
    /// What they were called then.
    pub name: String,
    /// What they said.
    pub answer: ScheduleAnswer,
    /// Milliseconds since 1970.
    pub at: i64,
}

/// What became of an announced table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleStage {
    /// Its time has not come.
    Announced,
    /// It was opened.
    Opened,
    /// Nobody would have come, or no server ran at its time.
    Dropped,
}

/// An announced table.
#[derive(Clone, Debug)]
pub struct ScheduledTable {
    /// The id that it has when it is open.
    pub table: TableId,
    /// When it is opened.
    pub starts_at: i64,
    /// Who announced it.
    pub opener: PersonId,
    /// What they were called then.
    pub opener_name: String,
    /// What it is.
    pub new: NewTable,
    /// Number of seats.
    pub seats: u8,
    /// What they say about it.
    pub note: Option<String>,
    /// What became of it.
    pub stage: ScheduleStage,
    /// Who has answered, the first first.
    pub answers: Vec<ScheduledPerson>,
}

impl ScheduledTable {
    /// Those who come.
    pub fn coming(&self) -> impl Iterator<Item = &ScheduledPerson> {
        self.answers.iter().filter(|answer| answer.answer == ScheduleAnswer::Yes)
    }

    /// Number of seats for people.
    #[must_use]
    pub fn places(&self) -> usize {
        usize::from(self.seats).saturating_sub(self.new.bots.len())
    }

    /// What a person has answered.
    #[must_use]
    pub fn answer_of(&self, person: PersonId) -> Option<ScheduleAnswer> {
        self.answers.iter().find(|answer| answer.person == person).map(|answer| answer.answer)
    }
}

/// Whether a table may be announced for a moment.
pub(crate) fn check_start(starts_at: i64, now: i64) -> Result<(), Refusal> {
    if !(now + MIN_AHEAD_MS..=now + MAX_AHEAD_MS).contains(&starts_at) {
        let sentence = "A table is announced at least a minute and at most 90 days ahead.";
        return Err(Refusal::new(RefusalCode::BadOptions, sentence));
    }
    Ok(())
}

/// A note as it is stored: one line, `None` if it is empty.
pub(crate) fn clean_note(note: Option<&str>) -> Result<Option<String>, Refusal> {
    let words: Vec<&str> = note.unwrap_or_default().split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() > MAX_NOTE_LENGTH || line.chars().any(char::is_control) {
        let sentence = format!("A note has at most {MAX_NOTE_LENGTH} letters.");
        return Err(Refusal::new(RefusalCode::BadOptions, sentence));
    }
    Ok(Some(line).filter(|line| !line.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_announced_a_minute_to_ninety_days_ahead() {
        let now = 1_700_000_000_000;
        assert!(check_start(now + MIN_AHEAD_MS, now).is_ok() && check_start(now + MAX_AHEAD_MS, now).is_ok());
        for wrong in [now, now - 1, now + MIN_AHEAD_MS - 1, now + MAX_AHEAD_MS + 1, i64::MAX, i64::MIN] {
            assert!(check_start(wrong, now).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_note_is_one_line_without_what_nobody_sees() {
        assert_eq!(clean_note(Some("  with \n cake\t")).unwrap().unwrap(), "with cake");
        assert_eq!(clean_note(Some(" \r\n ")).unwrap(), None);
        assert_eq!(clean_note(None).unwrap(), None);
        assert!(clean_note(Some(&"å".repeat(MAX_NOTE_LENGTH))).is_ok());
        assert!(clean_note(Some(&"å".repeat(MAX_NOTE_LENGTH + 1))).is_err());
        assert!(clean_note(Some("a\u{7}b")).is_err());
    }
}
