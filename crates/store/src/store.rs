//! The handle everybody holds.

#[cfg(feature = "postgres")]
use crate::postgres;
use crate::queue::Queue;
use crate::{
    CommitError, Document, DocumentsQuery, DueTable, GamesQuery, HeadToHead, JournalRow, OpenError,
    OwnedTable, PastRating, Person, PersonFigure, PlayerGameStats, RatingHistoryQuery, ReadError, Replay,
    ReplayHead, ReplaySeat, SeatAtTable, SizeStats, StoreLocation, StoreOptions, StoreStats, StoredReview,
    StoredTable, TableCounts, Write, sqlite,
};

/// A handle to the database. Clones are cheap and mean the same database.
///
/// When the last handle is dropped, queued writes are still stored and the lock is released, in the background;
/// [`Store::close`] waits for it.
#[derive(Clone)]
pub struct Store {
    queue: Queue,
    pub(crate) reader: Reader,
    pub(crate) leases: Leases,
}

/// How a server is kept apart from others that share the database.
#[derive(Clone)]
pub(crate) enum Leases {
    /// It has the database alone.
    Alone,
    #[cfg(feature = "postgres")]
    Postgres { node: u64, reader: postgres::Reader },
    #[cfg(feature = "testing")]
    Memory { node: u64, reader: crate::memory::Reader },
}

#[derive(Clone)]
pub(crate) enum Reader {
    Sqlite(sqlite::Reader),
    #[cfg(feature = "postgres")]
    Postgres(postgres::Reader),
    #[cfg(feature = "testing")]
    Memory(crate::memory::Reader),
}

/// Asks whichever database it is the same question.
macro_rules! ask {
    ($self:ident, $question:ident ( $($argument:expr),* )) => {
        match &$self.reader {
            Reader::Sqlite(reader) => reader.ask(move |connection| sqlite::$question(connection, $($argument),*)).await,
            #[cfg(feature = "postgres")]
            Reader::Postgres(reader) => reader.$question($($argument),*).await,
            #[cfg(feature = "testing")]
            Reader::Memory(reader) => reader.$question($($argument),*).await,
        }
    };
}

impl Store {
    /// Opens the database, makes what is missing, and takes its lock.
    ///
    /// # Errors
    /// If that is not possible. An existing database is left unchanged.
    pub async fn open(place: &StoreLocation) -> Result<Self, OpenError> {
        Self::open_with(place, StoreOptions::default()).await
    }

    /// [`Store::open`] with patience of one's own, or with a handle that can make commits fail.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(
        place: &StoreLocation,
        opening: impl Into<StoreOptions>,
    ) -> Result<Self, OpenError> {
        let opening = opening.into();
        match place {
            StoreLocation::Sqlite(_) if opening.shared => Err(OpenError::NotShared(place.to_string())),
            StoreLocation::Sqlite(folder) => {
                let (queue, reader) = sqlite::open(folder, opening).await?;
                Ok(Self { queue, reader: Reader::Sqlite(reader), leases: Leases::Alone })
            }
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => {
                let node = opening.node;
                let postgres::Opened { queue, reader, leases } = postgres::open(place, url, opening).await?;
                let leases = leases.map_or(Leases::Alone, |reader| Leases::Postgres { node, reader });
                Ok(Self { queue, reader: Reader::Postgres(reader), leases })
            }
            #[cfg(not(feature = "postgres"))]
            StoreLocation::Postgres(_) => Err(OpenError::NoPostgres),
        }
    }

    /// A server's handle to a database in memory, for simulations.
    #[cfg(feature = "testing")]
    #[must_use]
    pub fn in_memory(database: &crate::MemoryDatabase, node: u64) -> Self {
        let (queue, reader) = crate::memory::open(database, node);
        Self {
            queue,
            leases: Leases::Memory { node, reader: reader.clone() },
            reader: Reader::Memory(reader),
        }
    }

    /// Stores all writes, in their order, or none of them. When it returns `Ok` they survive a crash of the machine.
    ///
    /// If the future is dropped before it is done, the writes are stored as a whole or not at all. Without writes
    /// it waits for earlier calls, and checks that the database can be written: a row is written and read back.
    ///
    /// # Errors
    /// Nothing was stored, except after [`CommitError::Unknown`], where [`Store::journal`] tells.
    pub async fn commit(&self, writes: Vec<Write>) -> Result<(), CommitError> {
        self.queue.commit(writes).await
    }

    /// A table and its journal, as they stand at one moment; `None` if the table is closed or never existed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn table(&self, table: u64) -> Result<Option<StoredTable>, ReadError> {
        ask!(self, stored_table(table))
    }

    /// The journal of a table, by rising number; empty if the table is closed or was never there.
    ///
    /// # Errors
    /// If the database cannot be read, or facts are missing.
    pub async fn journal(&self, table: u64) -> Result<Vec<JournalRow>, ReadError> {
        match self.table(table).await? {
            Some(stored) => Ok(stored.journal?),
            None => Ok(Vec::new()),
        }
    }

    /// How many tables there are, and when the first that sleeps must be woken.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn table_counts(&self) -> Result<TableCounts, ReadError> {
        ask!(self, table_counts())
    }

    /// All tables that a server owns, by rising number. When a single server starts, these are the ones that were awake when it ended.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn owned_tables(&self) -> Result<Vec<OwnedTable>, ReadError> {
        ask!(self, owned_tables())
    }

    /// The tables that sleep and must be woken now, the one that waits longest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn due_tables(&self, now: i64, limit: u32) -> Result<Vec<DueTable>, ReadError> {
        ask!(self, due_tables(now, limit))
    }

    /// The tables a person sits at, by rising number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn tables_of(&self, person: u64) -> Result<Vec<SeatAtTable>, ReadError> {
        ask!(self, tables_of(person))
    }

    /// The table that this code invites to.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn table_by_invite_code(&self, invite_code: &str) -> Result<Option<u64>, ReadError> {
        let invite_code = invite_code.to_owned();
        ask!(self, table_by_invite_code(&invite_code))
    }

    /// Tables closed before a moment, the oldest first: what [`Write::PruneTables`] would drop.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn closed_tables(&self, closed_before: i64, limit: u32) -> Result<Vec<u64>, ReadError> {
        ask!(self, closed_tables(closed_before, limit))
    }

    /// People who never played to the end, sit nowhere and were seen last before a moment: what
    /// [`Write::PrunePeople`] would drop.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn idle_people(&self, seen_before: i64, limit: u32) -> Result<Vec<u64>, ReadError> {
        ask!(self, idle_people(seen_before, limit))
    }

    /// Whether there are documents that ended before a moment: what [`Write::PruneDocuments`] would drop.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn has_expired_documents(&self, before: i64) -> Result<bool, ReadError> {
        ask!(self, has_expired_documents(before))
    }

    /// Replays of games that ended before a moment, the oldest first: what [`Write::PruneReplays`] would drop.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn old_replays(&self, ended_before: i64, limit: u32) -> Result<Vec<String>, ReadError> {
        ask!(self, old_replays(ended_before, limit))
    }

    /// Everybody, by rising id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn people(&self) -> Result<Vec<Person>, ReadError> {
        ask!(self, people())
    }

    /// The person of this id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn person(&self, id: u64) -> Result<Option<Person>, ReadError> {
        ask!(self, person(id))
    }

    /// A document, whether it still counts or not.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, ReadError> {
        let (kind, id) = (kind.to_owned(), id.to_owned());
        ask!(self, document(&kind, &id))
    }

    /// Documents of a kind, the latest first, whether they still count or not.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn documents(&self, query: DocumentsQuery) -> Result<Vec<Document>, ReadError> {
        ask!(self, documents(&query))
    }

    /// Who has this name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn person_by_name_key(&self, name_key: &str) -> Result<Option<Person>, ReadError> {
        let name_key = name_key.to_owned();
        ask!(self, person_by_name_key(&name_key))
    }

    /// A finished game, public or not.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn replay(&self, id: &str) -> Result<Option<Replay>, ReadError> {
        let id = id.to_owned();
        ask!(self, replay(&id))
    }

    /// The finished games of a person, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn games_of(&self, query: GamesQuery) -> Result<Vec<ReplayHead>, ReadError> {
        ask!(self, games_of(&query))
    }

    /// Rated games after a [`place`](ReplayHead::place), in the order in which they were stored.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rated_games(&self, after: u64, limit: u32) -> Result<Vec<ReplayHead>, ReadError> {
        ask!(self, rated_games(after, limit))
    }

    /// The names of people, of those who are known.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn names_of(&self, people: Vec<u64>) -> Result<Vec<(u64, String)>, ReadError> {
        ask!(self, names_of(&people))
    }

    /// How often the person of this name played each game and won it, by name of the game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn standing(&self, name_key: &str) -> Result<Vec<PlayerGameStats>, ReadError> {
        let name_key = name_key.to_owned();
        ask!(self, standing(&name_key))
    }

    /// The same apart by number of seats, by name of the game and then by number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn standing_by_seats(&self, person: u64) -> Result<Vec<SizeStats>, ReadError> {
        ask!(self, standing_by_seats(person))
    }

    /// How a person and another one did where both played, by name of the game. Private games count only for a viewer who
    /// played in them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn head_to_head(
        &self,
        person: u64,
        opponent: u64,
        viewer: Option<u64>,
    ) -> Result<Vec<HeadToHead>, ReadError> {
        ask!(self, head_to_head(person, opponent, viewer))
    }

    /// The ratings that a person was shown after games, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rating_history(&self, query: RatingHistoryQuery) -> Result<Vec<PastRating>, ReadError> {
        ask!(self, rating_history(&query))
    }

    /// Finished games that a person played in, with or without results: any of them, up to a number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn seats_in_replays(&self, person: u64, limit: u32) -> Result<Vec<ReplaySeat>, ReadError> {
        ask!(self, seats_in_replays(person, limit))
    }

    /// All documents of a person, by kind and id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn documents_of(&self, person: u64) -> Result<Vec<Document>, ReadError> {
        ask!(self, documents_of(person))
    }

    /// The figures of a person, by name of the game and key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn figures_of(&self, person: u64) -> Result<Vec<PersonFigure>, ReadError> {
        ask!(self, figures_of(person))
    }

    /// The replays whose figures are not counted yet, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn uncounted_replays(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        ask!(self, uncounted_replays(limit))
    }

    /// The replays that are not in the sums and lists of the people who played them, the newest first: games of an older format.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn unsummed_replays(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        ask!(self, unsummed_replays(limit))
    }

    /// The review of a finished game, if one was asked for.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn review(&self, replay: &str) -> Result<Option<StoredReview>, ReadError> {
        let replay = replay.to_owned();
        ask!(self, review(&replay))
    }

    /// The replays whose reviews were asked for and are not there yet, the first asked first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn open_reviews(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        ask!(self, open_reviews(limit))
    }

    /// A word of the server's own, if it was ever set.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, ReadError> {
        let key = key.to_owned();
        ask!(self, meta(&key))
    }

    /// Stores the queued writes, then closes the database and releases its lock. Other handles cannot be used afterwards.
    pub async fn close(self) {
        // The reader goes first: the last connection to close is the one that can tidy up.
        match &self.reader {
            Reader::Sqlite(reader) => reader.close().await,
            #[cfg(feature = "postgres")]
            Reader::Postgres(reader) => reader.close().await,
            #[cfg(feature = "testing")]
            Reader::Memory(_) => {}
        }
        #[cfg(feature = "postgres")]
        if let Leases::Postgres { reader, .. } = &self.leases {
            reader.close().await;
        }
        self.queue.close().await;
    }

    /// What was done since the store was opened.
    #[must_use]
    pub fn stats(&self) -> StoreStats {
        self.queue.stats()
    }

    /// Shows the metrics of the store in a registry.
    pub fn register_metrics(&self, registry: &mut prometheus_client::registry::Registry) {
        self.queue.register(registry);
    }
}
