//! What can be written.

use crate::{CommitError, Person, Replay};

/// One change. A list of them is stored as a whole by [`Store::commit`](crate::Store::commit).
///
/// Times are milliseconds since 1970. Numbers stay below 2^63, for databases know no larger ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Write {
    /// Opens a table. A number is never used twice, not even after the table was closed.
    OpenTable {
        /// Its number.
        table: u64,
        /// When.
        at: i64,
    },
    /// Adds an entry to the journal of an open table.
    Append {
        /// The table.
        table: u64,
        /// The entry's number: if it is taken, the call fails with [`CommitError::Conflict`].
        seq: u64,
        /// When.
        at: i64,
        /// What happened.
        body: String,
    },
    /// Closes a table and drops its journal. Nothing can be appended afterwards.
    CloseTable {
        /// The table.
        table: u64,
        /// When.
        at: i64,
    },
    /// Adds a person, or replaces all that is known of the one with this id.
    PutPerson(Person),
    /// Notes that somebody was here. Never moves back in time; nothing happens if there is no such person.
    SeenPerson {
        /// Who.
        person: u64,
        /// When.
        at: i64,
    },
    /// Gives a person another name.
    RenamePerson {
        /// Who.
        person: u64,
        /// The name as it is shown.
        name: String,
        /// The name as it is compared.
        name_key: String,
    },
    /// Forgets a person. Replays keep the name that was shown, but lead to nobody. Nothing happens if there is no
    /// such person.
    RemovePerson {
        /// Who.
        person: u64,
    },
    /// Keeps a finished game. A result of somebody who was removed meanwhile is kept as nobody's.
    PutReplay(Replay),
    /// Keeps a word of the house's own, such as the next free number.
    SetMeta {
        /// Its name.
        key: String,
        /// What it is from now on.
        value: String,
    },
}

/// The longest name, key or id: index entries of PostgreSQL end at about 2,700 bytes.
const MAX_KEY: usize = 1000;

const TOO_LARGE: CommitError = CommitError::Malformed("Numbers of 2^63 and above cannot be stored.");
const NUL: CommitError = CommitError::Malformed("Text with a NUL character cannot be stored.");
const TOO_LONG: CommitError =
    CommitError::Malformed("Names, keys and ids of over 1000 bytes cannot be stored.");
const ONE_SEAT: CommitError = CommitError::Malformed("A replay has one result for each seat.");

impl Write {
    /// Refuses what only one of the databases could hold, so that both behave alike.
    pub(crate) fn check(&self) -> Result<(), CommitError> {
        match self {
            Self::OpenTable { table, .. } | Self::CloseTable { table, .. } => number(*table),
            Self::Append { table, seq, body, .. } => number(*table).and(number(*seq)).and(text(body)),
            Self::PutPerson(person) => number(person.id).and(key(&person.name)).and(key(&person.name_key)),
            Self::SeenPerson { person, .. } | Self::RemovePerson { person } => number(*person),
            Self::RenamePerson { person, name, name_key } => {
                number(*person).and(key(name)).and(key(name_key))
            }
            Self::PutReplay(replay) => check_replay(replay),
            Self::SetMeta { key: name, value } => key(name).and(text(value)),
        }
    }
}

fn check_replay(replay: &Replay) -> Result<(), CommitError> {
    key(&replay.id)?;
    key(&replay.game)?;
    text(&replay.body)?;
    let mut taken = [false; 256];
    for result in &replay.results {
        result.person.map_or(Ok(()), number)?;
        key(&result.name)?;
        if std::mem::replace(&mut taken[usize::from(result.seat)], true) {
            return Err(ONE_SEAT);
        }
    }
    Ok(())
}

fn number(number: u64) -> Result<(), CommitError> {
    if i64::try_from(number).is_ok() { Ok(()) } else { Err(TOO_LARGE) }
}

fn text(text: &str) -> Result<(), CommitError> {
    if text.as_bytes().contains(&0) { Err(NUL) } else { Ok(()) }
}

fn key(key: &str) -> Result<(), CommitError> {
    if key.len() > MAX_KEY { Err(TOO_LONG) } else { text(key) }
}
