//! The handle everybody holds.

#[cfg(feature = "postgres")]
use crate::postgres;
use crate::queue::Queue;
use crate::{
    CommitError, Entry, LiveTable, OpenError, Opening, Person, Place, ReadError, Replay, ReplayHead,
    Standing, StoreStats, Which, Write, sqlite,
};

/// A handle to the database. Clones are cheap and mean the same database.
///
/// When the last handle is dropped, what waits is still stored and the lock is let go of, in the background;
/// [`Store::close`] waits for it.
#[derive(Clone)]
pub struct Store {
    queue: Queue,
    reader: Reader,
}

#[derive(Clone)]
enum Reader {
    Sqlite(sqlite::Reader),
    #[cfg(feature = "postgres")]
    Postgres(postgres::Reader),
}

/// Asks whichever database it is the same question.
macro_rules! ask {
    ($self:ident, $question:ident ( $($argument:expr),* )) => {
        match &$self.reader {
            Reader::Sqlite(reader) => reader.ask(move |connection| sqlite::$question(connection, $($argument),*)).await,
            #[cfg(feature = "postgres")]
            Reader::Postgres(reader) => reader.$question($($argument),*).await,
        }
    };
}

impl Store {
    /// Opens the database, makes what is missing, and takes its lock.
    ///
    /// # Errors
    /// If that cannot be done. What was there is left as it was.
    pub async fn open(place: &Place) -> Result<Self, OpenError> {
        Self::open_with(place, Opening::default()).await
    }

    /// [`Store::open`] with patience of one's own, or with a handle that can make commits fail.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(place: &Place, opening: impl Into<Opening>) -> Result<Self, OpenError> {
        let opening = opening.into();
        match place {
            Place::Sqlite(folder) => {
                let (queue, reader) = sqlite::open(folder, opening.faults).await?;
                Ok(Self { queue, reader: Reader::Sqlite(reader) })
            }
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => {
                let (queue, reader) = postgres::open(place, url, opening).await?;
                Ok(Self { queue, reader: Reader::Postgres(reader) })
            }
            #[cfg(not(feature = "postgres"))]
            Place::Postgres(_) => Err(OpenError::NoPostgres),
        }
    }

    /// Stores all writes, in their order, or none of them. When it returns `Ok` they survive a crash of the machine.
    ///
    /// If the future is dropped before it is done, the writes are stored as a whole or not at all. Without writes
    /// it waits for what was asked before, and checks that the database is there.
    ///
    /// # Errors
    /// Nothing was stored, except after [`CommitError::Unknown`], where [`Store::journal`] tells.
    pub async fn commit(&self, writes: Vec<Write>) -> Result<(), CommitError> {
        self.queue.commit(writes).await
    }

    /// All tables that are not closed, by rising number, each with its journal.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn live_tables(&self) -> Result<Vec<LiveTable>, ReadError> {
        ask!(self, live_tables())
    }

    /// The highest number a table ever had, open or closed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn last_table(&self) -> Result<Option<u64>, ReadError> {
        ask!(self, last_table())
    }

    /// The journal of a table, by rising number; empty if the table is closed or was never there.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn journal(&self, table: u64) -> Result<Vec<Entry>, ReadError> {
        ask!(self, journal(table))
    }

    /// Everybody, by rising id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn people(&self) -> Result<Vec<Person>, ReadError> {
        ask!(self, people())
    }

    /// Whose token this is the hash of.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn person_by_token(&self, token_hash: &[u8; 32]) -> Result<Option<Person>, ReadError> {
        let token_hash = *token_hash;
        ask!(self, person_by_token(&token_hash))
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

    /// The games that ended last, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn recent_replays(&self, which: Which, limit: u32) -> Result<Vec<ReplayHead>, ReadError> {
        ask!(self, recent_replays(which, limit))
    }

    /// The games of whoever has this name now, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn replays_of(
        &self,
        name_key: &str,
        which: Which,
        limit: u32,
    ) -> Result<Vec<ReplayHead>, ReadError> {
        let name_key = name_key.to_owned();
        ask!(self, replays_of(&name_key, which, limit))
    }

    /// How often whoever has this name now played each game and won it, by name of the game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn standing(&self, name_key: &str) -> Result<Vec<Standing>, ReadError> {
        let name_key = name_key.to_owned();
        ask!(self, standing(&name_key))
    }

    /// A word of the house's own, if it was ever set.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, ReadError> {
        let key = key.to_owned();
        ask!(self, meta(&key))
    }

    /// Stores all that waits, then lets go of the database and its lock. Other handles are of no use afterwards.
    pub async fn close(self) {
        // The reader goes first: the last connection to close is the one that can tidy up.
        match &self.reader {
            Reader::Sqlite(reader) => reader.close().await,
            #[cfg(feature = "postgres")]
            Reader::Postgres(reader) => reader.close().await,
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
