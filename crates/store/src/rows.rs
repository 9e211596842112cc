//! What is stored, as it is handed out.

use std::fmt;

use crate::digest;

/// One fact of a table's journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalRow {
    /// Its number: each is one above that of the fact before it.
    pub seq: u64,
    /// When it was written.
    pub at: i64,
    /// What it says. The store does not look inside.
    pub body: String,
}

/// A table that is not closed, with all that happened at it since its journal began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// Its number.
    pub table: u64,
    /// When it was opened.
    pub opened: i64,
    /// The epoch to take it from: see [`Write::TakeTable`](crate::Write::TakeTable).
    pub epoch: u64,
    /// The server that owns it; nobody while it sleeps.
    pub owner: Option<u64>,
    /// When it must be woken, if it sleeps.
    pub wake_at: Option<i64>,
    /// Its journal, by rising number.
    pub journal: Result<Vec<JournalRow>, JournalDefect>,
}

/// Why a journal is invalid. Nothing may be concluded from what is left of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JournalDefect {
    /// Facts are missing, or there are too many.
    #[error(
        "the journal of table {table} should go from {begin} to before {next}, but {found} is not {wanted}"
    )]
    Gap {
        /// The table.
        table: u64,
        /// The number of its first fact.
        begin: u64,
        /// The number that its next fact will have.
        next: u64,
        /// The number that stands where another should.
        found: u64,
        /// The number that should.
        wanted: u64,
    },
    /// A fact is not the one that was stored there.
    #[error("fact {seq} of table {table} is not the one that was stored there: its digest does not match")]
    Altered {
        /// The table.
        table: u64,
        /// The number of the fact.
        seq: u64,
    },
}

impl JournalDefect {
    /// The number of the first fact that is missing or wrong.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        match self {
            Self::Gap { wanted, .. } => *wanted,
            Self::Altered { seq, .. } => *seq,
        }
    }
}

/// A fact as the database holds it.
#[derive(Debug)]
pub(crate) struct DigestedRow {
    pub(crate) row: JournalRow,
    /// Facts of older formats have none.
    pub(crate) digest: Option<i64>,
}

/// The numbers that the row of a table promises of its journal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JournalRange {
    pub(crate) table: u64,
    pub(crate) begin: u64,
    pub(crate) next: u64,
}

impl JournalRange {
    /// Puts the facts in order, and compares them with the promise and with their digests.
    pub(crate) fn check(self, mut facts: Vec<DigestedRow>) -> Result<Vec<JournalRow>, JournalDefect> {
        let Self { table, begin, next } = self;
        facts.sort_unstable_by_key(|fact| fact.row.seq);
        let found = facts.iter().map(|fact| fact.row.seq).chain([next]);
        if let Some((found, wanted)) = found.zip(begin..).find(|(found, wanted)| found != wanted) {
            return Err(JournalDefect::Gap { table, begin, next, found, wanted });
        }
        let mut has_digests = false;
        for DigestedRow { row: JournalRow { seq, at, body }, digest } in &facts {
            let is_believed = match digest {
                Some(digest) => *digest == digest::of_fact(table, *seq, *at, body),
                None => !has_digests,
            };
            if !is_believed {
                return Err(JournalDefect::Altered { table, seq: *seq });
            }
            has_digests = digest.is_some();
        }
        Ok(facts.into_iter().map(|fact| fact.row).collect())
    }
}

/// What a table is found by while it sleeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// Which game is played.
    pub game: String,
    /// By which version of its rules.
    pub rules: u16,
    /// Which version of facts its journal may hold: programs that know only older ones cannot read it.
    pub facts: u16,
    /// The secret of its link, if it is private. No two open tables share one.
    pub invite_code: Option<String>,
    /// Who sits there; each person once.
    pub people: Vec<SeatedPerson>,
}

impl TableInfo {
    /// Both versions as one number, as the column `rules` holds them: programs that know only older facts, even those from
    /// before there was such a version, find no rules there that they know.
    pub(crate) fn versions(&self) -> i32 {
        versions(self.facts, self.rules)
    }
}

pub(crate) fn versions(facts: u16, rules: u16) -> i32 {
    // A version of facts that does not fit would be a change each day for ninety years.
    i32::from(facts & 0x7FFF) << 16 | i32::from(rules)
}

/// Somebody at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatedPerson {
    /// The person's id.
    pub person: u64,
    /// On which seat.
    pub seat: u8,
}

/// A table somebody sits at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatAtTable {
    /// The table.
    pub table: u64,
    /// The seat.
    pub seat: u8,
}

/// A table that sleeps and must be woken at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueTable {
    /// The table.
    pub table: u64,
    /// The moment.
    pub wake_at: i64,
}

/// A table that a server owned when this was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnedTable {
    /// The table.
    pub table: u64,
    /// Which server. After a crash it may be one that is gone.
    pub owner: u64,
    /// Whether it can be found by what [`TableInfo`] says; tables of an older format cannot.
    pub has_info: bool,
}

/// What there is, in a few numbers: all that a server reads when it starts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableCounts {
    /// Tables that are not closed.
    pub stored: u64,
    /// Those of them that a server owns.
    pub owned: u64,
    /// When the first of the others must be woken.
    pub next_wake: Option<i64>,
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
    /// The hash of the first token that they got: no two people share it. Which tokens prove who it is, devices say
    /// (documents). Not printed.
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
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What it says. The store does not look inside.
    pub body: String,
    /// One for each seat, by rising seat.
    pub results: Vec<SeatResult>,
}

/// A [`Replay`] without its body, for lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayHead {
    /// Its place in the order in which games were stored.
    pub place: u64,
    /// What it is called in links.
    pub id: String,
    /// Which game was played.
    pub game: String,
    /// When it ended.
    pub ended: i64,
    /// Whether people who did not play may see it.
    pub public: bool,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// One for each seat, by rising seat.
    pub results: Vec<SeatResult>,
}

/// How a game ended for one seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
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
    /// The bot of the server that sat there.
    pub bot: Option<SeatedBot>,
    /// Whether the person was gone when the game ended.
    pub departed: bool,
    /// What the ratings said after the game. `None` while they are not computed; ignored in a replay that is put.
    pub rating: Option<ShownRating>,
}

/// A bot of the server at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedBot {
    /// Its level.
    pub level: String,
    /// Its version.
    pub version: u16,
}

/// A rating as it was shown after a game, in whole points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownRating {
    /// The rating.
    pub points: i64,
    /// Half the width of its interval.
    pub interval: i64,
    /// Its change by the game.
    pub change: i64,
}

impl SeatedBot {
    /// From what a database holds.
    pub(crate) fn from_columns((level, version): (Option<String>, Option<u16>)) -> Option<Self> {
        Some(Self { level: level?, version: version? })
    }
}

impl ShownRating {
    /// From what a database holds.
    pub(crate) fn from_columns(columns: (Option<i64>, Option<i64>, Option<i64>)) -> Option<Self> {
        let (points, interval, change) = columns;
        Some(Self { points: points?, interval: interval?, change: change? })
    }
}

/// A review that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReview {
    /// When it was asked for.
    pub asked: i64,
    /// What it says; nothing until it is found.
    pub body: Option<String>,
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

/// How often somebody played a game at tables of one size, and won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeStats {
    /// The game.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// How many were played to the end.
    pub games: u64,
    /// How many of them were won.
    pub wins: u64,
}

/// A seat of somebody in a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplaySeat {
    /// The replay.
    pub replay: String,
    /// The seat.
    pub seat: u8,
}

/// What was counted of one figure: how many values, and what they are together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureTotals {
    /// How many values.
    pub samples: u64,
    /// Their sum.
    pub total: i64,
    /// The lowest.
    pub lowest: i64,
    /// The highest.
    pub highest: i64,
}

/// A figure of one seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatFigure {
    /// The seat.
    pub seat: u8,
    /// Its key: the store knows none.
    pub key: String,
    /// Its values.
    pub totals: FigureTotals,
}

/// A figure of a person in one game, over all games that were counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonFigure {
    /// The game.
    pub game: String,
    /// Its key.
    pub key: String,
    /// Its values.
    pub totals: FigureTotals,
}

/// How two people did where both played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadToHead {
    /// The game.
    pub game: String,
    /// How many were played to the end.
    pub games: u64,
    /// How many of them the person won.
    pub wins: u64,
    /// How many of them the other one won.
    pub opponent_wins: u64,
}

/// Which ratings of a person through time are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingHistoryQuery {
    /// The person.
    pub person: u64,
    /// The game.
    pub game: String,
    /// Only tables with this number of seats, from and to.
    pub seats: (u8, u8),
    /// At most this many, the newest.
    pub limit: u32,
}

/// A rating as it was shown after a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastRating {
    /// When the game ended.
    pub ended: i64,
    /// What was shown.
    pub rating: ShownRating,
}

/// Which finished games of a person are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesQuery {
    /// The person.
    pub person: u64,
    /// The person who requests the list. A private game is listed only for people who played in it.
    pub viewer: Option<u64>,
    /// Only games of this name.
    pub game: Option<String>,
    /// Only games that this person played in too.
    pub opponent: Option<u64>,
    /// Only games that the person won, or did not win.
    pub won: Option<bool>,
    /// Only games before this [`place`](ReplayHead::place).
    pub before: Option<u64>,
    /// At most this many.
    pub limit: u32,
}

/// A list of games of a person that is stored in the order in which it is read: those that they played with somebody, public or
/// private.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameList {
    /// With whom: with the person themselves for all games.
    pub(crate) opponent: u64,
    /// Only games that this person played too; the same for no such condition.
    pub(crate) also: u64,
    /// Whether everybody may see them.
    pub(crate) public: bool,
}

impl GamesQuery {
    /// The lists that hold what is asked for, as far as the viewer may see it.
    pub(crate) fn lists(&self) -> Vec<GameList> {
        let opponent = self.opponent.unwrap_or(self.person);
        let public = GameList { opponent, also: opponent, public: true };
        let private = |viewer: u64| {
            let (opponent, also) = if viewer == self.person {
                (opponent, opponent)
            } else {
                (if opponent == self.person { viewer } else { opponent }, viewer)
            };
            GameList { opponent, also, public: false }
        };
        [Some(public), self.viewer.map(private)].into_iter().flatten().collect()
    }
}

impl HeadToHead {
    /// Both together, by name of the game.
    pub(crate) fn added(mut some: Vec<Self>, others: Vec<Self>) -> Vec<Self> {
        for other in others {
            match some.iter_mut().find(|known| known.game == other.game) {
                Some(known) => {
                    known.games += other.games;
                    known.wins += other.wins;
                    known.opponent_wins += other.opponent_wins;
                }
                None => some.push(other),
            }
        }
        some.sort_by(|one, other| one.game.cmp(&other.game));
        some
    }
}
