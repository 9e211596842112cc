//! What is stored, as it is handed out.

use std::fmt;

/// One entry of a table's journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalRow {
    /// Its number: each stands once in a journal.
    pub seq: u64,
    /// When it was written.
    pub at: i64,
    /// What it says. The store does not look inside.
    pub body: String,
}

/// A table that is not closed, with all that happened at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveTable {
    /// Its number.
    pub table: u64,
    /// When it was opened.
    pub opened: i64,
    /// Its journal, by rising number.
    pub entries: Vec<JournalRow>,
}

/// Somebody who has a name here.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The number that stays when the name changes.
    pub id: u64,
    /// The name as it is shown.
    pub name: String,
    /// The name as it is compared: no two people share it.
    pub name_key: String,
    /// The hash of the token that proves who it is: no two people share it. Not printed.
    pub token_hash: [u8; 32],
    /// When the name was taken.
    pub created: i64,
    /// When the person was here last.
    pub seen: i64,
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person").field("id", &self.id).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A finished game: the record to play it again, and who won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// What it is called in links.
    pub id: String,
    /// Which game was played.
    pub game: String,
    /// When it ended.
    pub ended: i64,
    /// Whether people who did not play may see it.
    pub public: bool,
    /// What it says. The store does not look inside.
    pub body: String,
    /// One for each seat, by rising seat.
    pub results: Vec<SeatResult>,
}

/// A [`Replay`] without its body, for lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayHead {
    /// What it is called in links.
    pub id: String,
    /// Which game was played.
    pub game: String,
    /// When it ended.
    pub ended: i64,
    /// Whether people who did not play may see it.
    pub public: bool,
    /// One for each seat, by rising seat.
    pub results: Vec<SeatResult>,
}

/// How a game ended for one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// Who sat there; nobody for bots, guests, and people who were removed since.
    pub person: Option<u64>,
    /// The name at that time.
    pub name: String,
    /// The seat.
    pub seat: u8,
    /// Whether it won.
    pub won: bool,
    /// Its points.
    pub score: i64,
}

/// How often somebody played a game, and won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerGameStats {
    /// The game.
    pub game: String,
    /// How many were played to the end.
    pub games: u64,
    /// How many of them were won.
    pub wins: u64,
}

/// Which replays a list shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayFilter {
    /// Those that everybody may see.
    Public,
    /// All: for the person whose games they are, and for the host.
    All,
}
