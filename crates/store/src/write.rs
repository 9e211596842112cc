//! What can be written.

use crate::{CommitError, Document, Person, Replay, SeatFigure, ShownRating, TableInfo};

/// The epoch of a table that was just opened.
pub const FIRST_EPOCH: u64 = 1;

/// One change. A list of them is stored as a whole by [`Store::commit`](crate::Store::commit).
///
/// Times are milliseconds since 1970. Numbers stay below 2^63, for databases know no larger ones.
///
/// Every change of a table names the table's `epoch`. It rises each time that a server takes the table, so that a
/// server that was considered dead and then continues cannot change the table: [`CommitError::NotOwner`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Write {
    /// Opens a table in [`FIRST_EPOCH`], owned by this server. A number is not used again while the row of a closed
    /// table is kept.
    OpenTable {
        /// Its number.
        table: u64,
        /// The number that its first fact will have.
        first_seq: u64,
        /// Milliseconds since 1970.
        at: i64,
    },
    /// Makes this server the owner of a table.
    TakeTable {
        /// The table.
        table: u64,
        /// The new epoch: one above the one that the table has.
        epoch: u64,
    },
    /// Adds a fact to the journal of an open table.
    Append {
        /// The table.
        table: u64,
        /// Its epoch.
        epoch: u64,
        /// The fact's number: if it is not exactly the next one, the call fails with [`CommitError::Conflict`].
        seq: u64,
        /// Milliseconds since 1970.
        at: i64,
        /// What happened.
        body: String,
    },
    /// Adds a fact that holds all that the table is, and deletes the facts before it.
    BeginJournal {
        /// The table.
        table: u64,
        /// Its epoch.
        epoch: u64,
        /// The fact's number, as in [`Write::Append`].
        seq: u64,
        /// Milliseconds since 1970.
        at: i64,
        /// What the table is.
        body: String,
    },
    /// Replaces what a table is found by.
    PutTableInfo {
        /// The table.
        table: u64,
        /// Its epoch.
        epoch: u64,
        /// What it is found by.
        info: TableInfo,
    },
    /// Removes the table's owner. The next server that needs the table takes it.
    SleepTable {
        /// The table.
        table: u64,
        /// Its epoch.
        epoch: u64,
        /// When it must be woken, if nobody asks for it before.
        wake_at: Option<i64>,
    },
    /// Closes a table and drops its journal. Nothing can be appended afterwards.
    CloseTable {
        /// The table.
        table: u64,
        /// Its epoch.
        epoch: u64,
        /// Milliseconds since 1970.
        at: i64,
    },
    /// Drops the rows of tables that were closed before a moment. Others of the list are left as they are.
    PruneTables {
        /// The tables.
        tables: Vec<u64>,
        /// The moment.
        closed_before: i64,
    },
    /// Drops people who were seen last before a moment, have no result and no seat. Others of the list are left as
    /// they are.
    PrunePeople {
        /// The people.
        people: Vec<u64>,
        /// The moment.
        seen_before: i64,
    },
    /// Drops replays of games that ended before a moment, with their results. Others of the list are left as they are.
    PruneReplays {
        /// The replays.
        replays: Vec<String>,
        /// The moment.
        ended_before: i64,
    },
    /// Adds a person, or replaces everything stored about the one with this id.
    PutPerson(Person),
    /// Stores when a person was last seen. Never moves back in time; has no effect if there is no such person.
    SeenPerson {
        /// The person's id.
        person: u64,
        /// Milliseconds since 1970.
        at: i64,
    },
    /// Changes a person's name.
    RenamePerson {
        /// The person's id.
        person: u64,
        /// The name as it is shown.
        name: String,
        /// The name as it is compared.
        name_key: String,
    },
    /// Deletes a person. Replays keep the name that was shown, but no longer refer to anybody. Has no effect if there is
    /// no such person.
    RemovePerson {
        /// The person's id.
        person: u64,
    },
    /// Keeps a finished game. A result of somebody who was removed meanwhile is kept as nobody's.
    PutReplay(Replay),
    /// Notes who sat where in a game that has no results. Nothing happens if the replay is gone; somebody who was removed
    /// meanwhile is left out.
    NoteAppearances {
        /// The replay.
        replay: String,
        /// Seats and people.
        people: Vec<(u8, u64)>,
    },
    /// Takes a person out of a finished game: its result, or appearance, leads to nobody, under another name. Nothing happens if
    /// the replay is not `before` any more, or gone.
    ForgetSeat {
        /// The replay.
        replay: String,
        /// The seat.
        seat: u8,
        /// The name that is shown from now on.
        name: String,
        /// The replay as it was read.
        before: String,
        /// What it says from now on.
        body: String,
    },
    /// Requests a review of a finished game. Has no effect if one was requested before, or if there is no such replay.
    AskReview {
        /// The replay.
        replay: String,
        /// Milliseconds since 1970.
        at: i64,
    },
    /// Keeps the review of a finished game that was asked for. Nothing happens if the replay is gone.
    PutReview {
        /// The replay.
        replay: String,
        /// What it says. The store does not look inside.
        body: String,
    },
    /// Keeps what the ratings said after a game, by seat. What is kept already stays; nothing happens if the replay is gone.
    PutRatings {
        /// The replay.
        replay: String,
        /// What people were shown.
        ratings: Vec<(u8, ShownRating)>,
    },
    /// Adds the figures of a finished game to those of the people who played it, once for each replay: nothing happens if it was
    /// counted before, or if the replay is gone. What was played for somebody who had left counts for nobody.
    CountFigures {
        /// The replay.
        replay: String,
        /// What was counted.
        figures: Vec<SeatFigure>,
    },
    /// Adds finished games of an older format to the sums and lists of the people who played them, once for each replay: nothing
    /// happens to those that are there already, or gone. What [`Write::PutReplay`] keeps is there from the beginning.
    SumReplays {
        /// The replays.
        replays: Vec<String>,
    },
    /// Adds a document, or replaces the one of this kind and id.
    PutDocument(Document),
    /// Adds a document; the call fails with [`CommitError::DocumentExists`] if there is one of this kind and id. Of many who add
    /// the same document one succeeds.
    AddDocument(Document),
    /// Replaces time and body of a document. Nothing happens if it is not there: it may have been removed meanwhile.
    ChangeDocument {
        /// Its kind.
        kind: String,
        /// Its id.
        id: String,
        /// Its new time.
        at: i64,
        /// Its new body.
        body: String,
    },
    /// Replaces the body of a document that still says what it said when it was read; the call fails with
    /// [`CommitError::NoDocument`] if it says something else, or is not there.
    ReplaceDocument {
        /// Its kind.
        kind: String,
        /// Its id.
        id: String,
        /// Its body as it was read.
        before: String,
        /// Its new body.
        body: String,
    },
    /// Removes a document that counts at a moment; the call fails with [`CommitError::NoDocument`] if there is none. Of many who
    /// take the same document one gets it.
    TakeDocument {
        /// Its kind.
        kind: String,
        /// Its id.
        id: String,
        /// The moment.
        at: i64,
    },
    /// Fails with [`CommitError::NoDocument`] unless this document counts at a moment.
    RequireDocument {
        /// Its kind.
        kind: String,
        /// Its id.
        id: String,
        /// The moment.
        at: i64,
    },
    /// Removes a document. Nothing happens if it is not there.
    RemoveDocument {
        /// Its kind.
        kind: String,
        /// Its id.
        id: String,
    },
    /// Removes all documents of a kind that belong to a person.
    RemoveDocumentsOf {
        /// The kind.
        kind: String,
        /// The person.
        person: u64,
    },
    /// Removes all documents of a kind whose id ends with a dash and this text: what others noted about somebody.
    RemoveDocumentsAbout {
        /// The kind.
        kind: String,
        /// Hexadecimal digits.
        ending: String,
    },
    /// Drops documents that do not count any more at a moment, those that ended first before others.
    PruneDocuments {
        /// The moment.
        expired_before: i64,
        /// At most this many, so that nobody waits long for the transaction.
        limit: u32,
    },
    /// Keeps a word of the server's own, such as the next free number.
    SetMeta {
        /// Its name.
        key: String,
        /// What it is from now on.
        value: String,
    },
}

/// The longest name, key or id: index entries of PostgreSQL end at about 2,700 bytes.
const MAX_KEY: usize = 1000;

/// The longest body of a document, in bytes.
const MAX_DOCUMENT: usize = 64 << 10;

const LONG_DOCUMENT: CommitError = CommitError::Malformed("Documents of over 64 KiB cannot be stored.");
const TOO_LARGE: CommitError = CommitError::Malformed("Numbers of 2^63 and above cannot be stored.");
const NUL: CommitError = CommitError::Malformed("Text with a NUL character cannot be stored.");
const TOO_LONG: CommitError =
    CommitError::Malformed("Names, keys and ids of over 1000 bytes cannot be stored.");
const NOT_HEXADECIMAL: CommitError = CommitError::Malformed("An ending has hexadecimal digits only.");
const ONE_PERSON: CommitError = CommitError::Malformed("A person has one seat at a table.");
const ONE_SEAT: CommitError = CommitError::Malformed("A replay has one result for each seat.");

impl Write {
    /// Refuses what only one of the databases could hold, so that both behave alike.
    pub(crate) fn check(&self) -> Result<(), CommitError> {
        match self {
            Self::OpenTable { table, first_seq, .. } => number(*table).and(number(*first_seq)),
            Self::TakeTable { table, epoch } => number(*table).and(number(*epoch)),
            Self::Append { table, epoch, seq, body, .. }
            | Self::BeginJournal { table, epoch, seq, body, .. } => {
                number(*table).and(number(*epoch)).and(before_the_last(*seq)).and(text(body))
            }
            Self::PutTableInfo { table, epoch, info } => {
                number(*table).and(number(*epoch)).and_then(|()| check_info(info))
            }
            Self::SleepTable { table, epoch, .. } | Self::CloseTable { table, epoch, .. } => {
                number(*table).and(number(*epoch))
            }
            Self::PruneTables { tables: numbers, .. } | Self::PrunePeople { people: numbers, .. } => {
                numbers.iter().copied().try_for_each(number)
            }
            Self::PruneReplays { replays, .. } | Self::SumReplays { replays } => {
                replays.iter().try_for_each(|id| key(id))
            }
            Self::PutPerson(person) => number(person.id).and(key(&person.name)).and(key(&person.name_key)),
            Self::SeenPerson { person, .. } | Self::RemovePerson { person } => number(*person),
            Self::RenamePerson { person, name, name_key } => {
                number(*person).and(key(name)).and(key(name_key))
            }
            Self::PutReplay(replay) => check_replay(replay),
            Self::AskReview { replay, .. } | Self::PutRatings { replay, .. } => key(replay),
            Self::PutReview { replay, body } => key(replay).and(text(body)),
            Self::CountFigures { replay, figures } => {
                key(replay).and_then(|()| figures.iter().try_for_each(check_figure))
            }
            Self::PutDocument(Document { kind, id, person, body, .. })
            | Self::AddDocument(Document { kind, id, person, body, .. }) => {
                document(kind, id).and(person.map_or(Ok(()), number)).and(document_body(body))
            }
            Self::ChangeDocument { kind, id, body, .. } => document(kind, id).and(document_body(body)),
            Self::ReplaceDocument { kind, id, before, body } => {
                document(kind, id).and(document_body(before)).and(document_body(body))
            }
            Self::TakeDocument { kind, id, .. }
            | Self::RequireDocument { kind, id, .. }
            | Self::RemoveDocument { kind, id } => document(kind, id),
            Self::RemoveDocumentsOf { kind, person } => key(kind).and(number(*person)),
            Self::RemoveDocumentsAbout { kind, ending } => key(kind).and(hexadecimal(ending)),
            Self::NoteAppearances { replay, people } => {
                key(replay).and_then(|()| people.iter().try_for_each(|(_, person)| number(*person)))
            }
            Self::ForgetSeat { replay, name, before, body, .. } => {
                key(replay).and(key(name)).and(text(before)).and(text(body))
            }
            Self::PruneDocuments { .. } => Ok(()),
            Self::SetMeta { key: name, value } => key(name).and(text(value)),
        }
    }
}

fn document(kind: &str, id: &str) -> Result<(), CommitError> {
    key(kind).and(key(id))
}

fn document_body(body: &str) -> Result<(), CommitError> {
    if body.len() > MAX_DOCUMENT { Err(LONG_DOCUMENT) } else { text(body) }
}

fn check_replay(replay: &Replay) -> Result<(), CommitError> {
    key(&replay.id)?;
    key(&replay.game)?;
    text(&replay.body)?;
    let mut taken = [false; 256];
    for result in &replay.results {
        result.person.map_or(Ok(()), number)?;
        key(&result.name)?;
        result.bot.as_ref().map_or(Ok(()), |bot| key(&bot.level))?;
        if std::mem::replace(&mut taken[usize::from(result.seat)], true) {
            return Err(ONE_SEAT);
        }
    }
    Ok(())
}

fn check_figure(figure: &SeatFigure) -> Result<(), CommitError> {
    key(&figure.key).and(number(figure.totals.samples))
}

fn check_info(info: &TableInfo) -> Result<(), CommitError> {
    key(&info.game)?;
    info.invite_code.as_deref().map_or(Ok(()), key)?;
    info.people.iter().try_for_each(|seated| number(seated.person))?;
    let mut people: Vec<u64> = info.people.iter().map(|seated| seated.person).collect();
    people.sort_unstable();
    if people.windows(2).any(|pair| pair[0] == pair[1]) { Err(ONE_PERSON) } else { Ok(()) }
}

/// A journal's next number must be storable too.
fn before_the_last(seq: u64) -> Result<(), CommitError> {
    number(seq.saturating_add(1))
}

fn number(number: u64) -> Result<(), CommitError> {
    if i64::try_from(number).is_ok() { Ok(()) } else { Err(TOO_LARGE) }
}

/// It becomes part of a pattern.
fn hexadecimal(text: &str) -> Result<(), CommitError> {
    if text.bytes().all(|byte| byte.is_ascii_hexdigit()) { Ok(()) } else { Err(NOT_HEXADECIMAL) }
}

fn text(text: &str) -> Result<(), CommitError> {
    if text.as_bytes().contains(&0) { Err(NUL) } else { Ok(()) }
}

fn key(key: &str) -> Result<(), CommitError> {
    if key.len() > MAX_KEY { Err(TOO_LONG) } else { text(key) }
}
