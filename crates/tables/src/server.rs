//! The server as a whole: who is here, which tables there are, and how it opens and closes.

mod heartbeat;
mod lobby_chat;
mod pruning;
mod table_index;
mod waking;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::{
    BoundSecret, Bye, ByeReason, ChatRoom, ChatText, LegacyProtocol, NewTable, Nonce, Refusal, RefusalCode,
    ServerMsg, TableId, TableInfo,
};
use store::{CommitError, FIRST_EPOCH, Store, Write};

use self::lobby_chat::LobbyChat;
pub use self::pruning::Retention;
use self::table_index::{Lookup, TableIndex};
use crate::bot_pool::BotPool;
use crate::journal::{Fact, TableConfig};
use crate::legacy_rules::{LegacyRules, NoLegacyRules, PeerRecord};
use crate::lobby::{Lobby, LobbyObserver, TablePage, run_flusher};
use crate::log_throttle::LogThrottle;
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::people::{People, PersonId};
use crate::table::{
    self, Caller, ConnectionId, NewSecrets, NobodySince, SeatIndex as _, TableContext, TableHandle, TableMsg,
    TableState, no_such_table, read_new_table,
};
use crate::time::Time;

/// How long tables may take to finish what is in flight when the server closes.
const TABLES_CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// However many cannot be opened, it is logged at intervals.
static NOT_OPENED: LogThrottle = LogThrottle::every_ms(1_000);

/// How long to wait before it is tried again to forget a table, in milliseconds.
const FORGET_AGAIN: i64 = 1_000;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Maximum number of tables that are awake.
    pub max_tables: usize,
    /// Maximum number of tables, awake or asleep.
    pub max_stored_tables: u64,
    /// Seconds after which a table without clients goes to sleep, if nothing is due soon.
    pub table_sleep_timeout: u32,
    /// Maximum tables one person can be seated at.
    pub max_tables_per_person: usize,
    /// Maximum concurrent connections per person.
    pub max_connections_per_person: u32,
    /// Seconds after which a table without clients and without a running game is closed.
    pub empty_table_timeout: u32,
    /// Seconds after which a table whose game is suspended, because no client is connected, is closed.
    pub suspended_table_timeout: u32,
    /// Whether bots play on at tables that no client is connected to.
    pub unattended_bots: bool,
    /// Number of threads for bots.
    pub bot_threads: usize,
    /// Sustained messages per second and person, over all connections; bursts up to 4×.
    pub messages_per_second: u32,
    /// Tables one person can open per minute; bursts up to as many.
    pub tables_per_minute: u32,
    /// Chat messages per minute and person; bursts up to 1/6 of it.
    pub chat_messages_per_minute: u32,
    /// How many drafts one person may store in a minute.
    pub drafts_per_minute: u32,
    /// How long things are kept.
    pub retention: Retention,
    /// What old programs need of the server.
    pub legacy: Arc<dyn LegacyRules>,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            max_tables: 100_000,
            max_stored_tables: 1_000_000,
            table_sleep_timeout: 60,
            max_tables_per_person: 50,
            max_connections_per_person: 20,
            empty_table_timeout: 600,
            suspended_table_timeout: 86_400,
            unattended_bots: false,
            bot_threads: std::thread::available_parallelism()
                .map_or(1, |cores| cores.get().saturating_sub(1).max(1)),
            messages_per_second: 25,
            tables_per_minute: 30,
            chat_messages_per_minute: 30,
            drafts_per_minute: 120,
            retention: Retention::default(),
            legacy: Arc::new(NoLegacyRules),
        }
    }
}

/// How a table is opened through a legacy protocol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegacyOpening {
    pub(crate) protocol: LegacyProtocol,
    /// The seat that was promised to the client; seat 0 unless it says otherwise.
    pub(crate) seat: Option<game::Seat>,
}

/// Why the server cannot open.
#[derive(Debug, thiserror::Error)]
pub enum OpenServerError {
    /// What was stored cannot be read.
    #[error(transparent)]
    Read(#[from] store::ReadError),
    /// The tables that were awake cannot be taken.
    #[error(transparent)]
    Take(#[from] CommitError),
}

/// The running house.
pub struct Server {
    context: TableContext,
    people: People,
    config: ServerConfig,
    index: Arc<TableIndex>,
    /// Who wakes a table waits for others who do, by its number.
    waking: [tokio::sync::Mutex<()>; 64],
    started_at: i64,
    connections: Mutex<HashMap<ConnectionId, Connected>>,
    next_connection: AtomicU64,
    lobby_chat: tokio::sync::Mutex<LobbyChat>,
    closing: AtomicBool,
}

/// A connection as the server knows it.
struct Connected {
    outbox: Outbox,
    greeted: bool,
}

impl Server {
    /// Opens the server: every table stands where it stood. A table whose journal cannot be true stays closed.
    ///
    /// # Errors
    /// If what was stored cannot be read.
    pub async fn open(store: Store, time: Time, config: ServerConfig) -> Result<Arc<Self>, OpenServerError> {
        let (slept, sleeping) = tokio::sync::mpsc::unbounded_channel();
        let index = Arc::new(TableIndex::new(slept));
        let metrics = Arc::new(Metrics::default());
        let context = TableContext {
            store: store.clone(),
            time: time.clone(),
            lobby: Arc::new(Lobby::default()),
            bots: BotPool::new(config.bot_threads, metrics.clone()),
            metrics,
            seat_index: index.clone(),
            empty_after: i64::from(config.empty_table_timeout) * 1_000,
            sleep_after: i64::from(config.table_sleep_timeout) * 1_000,
            suspended_after: i64::from(config.suspended_table_timeout) * 1_000,
            plays_unattended: config.unattended_bots,
            stopped: Arc::default(),
        };
        let last_alive = heartbeat::last_alive(&store).await?;
        let counts = store.table_counts().await?;
        let owned = store.owned_tables().await?;
        let people = People::new(store.clone());
        let (lobby_journals, owned): (Vec<u64>, Vec<u64>) =
            owned.into_iter().map(|owned| owned.table).partition(|table| LobbyChat::is_kept_in(*table));
        index.stored.store(counts.stored.saturating_sub(lobby_journals.len() as u64), Ordering::Relaxed);
        let lobby_journal = match lobby_journals.into_iter().max() {
            Some(journal) => store.table(journal).await?,
            None => None,
        };
        let lobby_chat = LobbyChat::open(&context, lobby_journal).await;
        let server = Arc::new(Self {
            context,
            people,
            config,
            index,
            waking: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            started_at: time.now(),
            connections: Mutex::default(),
            next_connection: AtomicU64::new(1),
            lobby_chat: tokio::sync::Mutex::new(lobby_chat),
            closing: AtomicBool::new(false),
        });
        server.wake_owned(owned, last_alive).await?;
        tokio::spawn(heartbeat::run_ticker(time.clone(), Arc::downgrade(&server.context.stopped)));
        tokio::spawn(run_flusher(Arc::downgrade(&server.context.lobby), server.context.metrics.clone()));
        tokio::spawn(heartbeat::run_heartbeat(Arc::downgrade(&server)));
        tokio::spawn(pruning::run_pruner(Arc::downgrade(&server)));
        tokio::spawn(waking::run_waker(Arc::downgrade(&server), sleeping, time, counts.next_wake));
        Ok(server)
    }

    /// The numbers of the server.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.context.metrics
    }

    /// The time of the server.
    #[must_use]
    pub fn time(&self) -> &Time {
        &self.context.time
    }

    /// What is stored.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.context.store
    }

    /// Everybody the server knows.
    #[must_use]
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// How the server is run.
    #[must_use]
    pub const fn config(&self) -> &ServerConfig {
        &self.config
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.context.lobby
    }

    /// Tells all public tables to a watcher, and then every change, as it happens.
    pub fn observe_lobby(&self, watcher: Arc<dyn LobbyObserver>) {
        self.context.lobby.watch(watcher);
    }

    /// The tables everybody may see.
    #[must_use]
    pub fn public_tables(&self) -> Vec<TableInfo> {
        self.context.lobby.public()
    }

    /// A page of the tables that everybody may see, of one game or of all, after a table.
    #[must_use]
    pub fn page_of_tables(&self, game: Option<&str>, after: Option<TableId>, limit: usize) -> TablePage {
        self.context.lobby.page(game, after, limit)
    }

    /// All tables, for the operator.
    #[must_use]
    pub fn all_tables(&self) -> Vec<TableInfo> {
        self.context.lobby.all()
    }

    /// One table that everybody may see; it is woken if it sleeps.
    pub async fn find_public_table(&self, table: TableId) -> Option<TableInfo> {
        self.find_table(table).await.ok()?;
        self.public_table(table)
    }

    /// One table that everybody may see, if it is awake.
    #[must_use]
    pub fn public_table(&self, table: TableId) -> Option<TableInfo> {
        self.context.lobby.card(table).filter(|card| !card.private)
    }

    pub(crate) fn card(&self, table: TableId) -> Option<TableInfo> {
        self.context.lobby.card(table)
    }

    /// The running game of a table whose cards a gateway [deals](LegacyRules::deals), with its seed: for that gateway,
    /// and for nobody's eyes. `None` for any other table.
    pub async fn peer_record(&self, table: TableId) -> Option<PeerRecord> {
        let (answer, record) = tokio::sync::oneshot::channel();
        self.table(table).ok()?.deliver(TableMsg::PeerRecord { answer }).await;
        record.await.ok()?
    }

    /// A table that is awake.
    pub(crate) fn table(&self, table: TableId) -> Result<TableHandle, Refusal> {
        match self.index.lookup(table) {
            Lookup::Awake(handle) => Ok(handle),
            Lookup::Failed(refusal) => Err(refusal),
            Lookup::Unknown => Err(no_such_table()),
        }
    }

    /// The tables a person sits at, and where.
    pub(crate) fn seats_of(&self, person: PersonId) -> Vec<(TableId, game::Seat)> {
        self.index.lock().seats.get(&person).cloned().unwrap_or_default()
    }

    /// Whether a person may sit down at one more table. The one they sit at is none more.
    pub(crate) async fn may_sit(&self, person: PersonId, table: Option<TableId>) -> Result<(), Refusal> {
        let seats = self.seats_of(person);
        let sits_there = seats.iter().any(|(other, _)| Some(*other) == table);
        // The store knows of those that sleep, and nothing of people who are here for one connection.
        let stored = self.context.store.tables_of(person.0).await.map_or(0, |tables| tables.len());
        if sits_there || seats.len().max(stored) < self.config.max_tables_per_person {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::LimitReached, "You sit at too many tables already."))
    }

    /// Whether the server is closing.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// A connection begins. One that comes while the server closes is told so at once.
    pub(crate) fn connect(&self, outbox: &Outbox) -> ConnectionId {
        let id = ConnectionId(self.next_connection.fetch_add(1, Ordering::Relaxed));
        self.connections().insert(id, Connected { outbox: outbox.clone(), greeted: false });
        if self.is_closing() {
            outbox.close(restarting());
        }
        self.context.metrics.open_connections.inc();
        self.context.metrics.connections_accepted_total.inc();
        id
    }

    /// A connection ends.
    pub(crate) fn disconnect(&self, connection: ConnectionId) {
        self.context.lobby.unsubscribe(connection);
        if self.connections().remove(&connection).is_some() {
            self.context.metrics.open_connections.dec();
        }
    }

    /// A connection has said hello: from now on it is told what everybody is told.
    pub(crate) fn greeted(&self, connection: ConnectionId) {
        if let Some(connected) = self.connections().get_mut(&connection) {
            connected.greeted = true;
        }
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<ConnectionId, Connected>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the lobby how many people are here.
    pub(crate) fn people_changed(&self) {
        self.context.lobby.people(self.people.connected_count() as u32);
    }

    /// Opens a table for somebody, who sits down at it, with the bots they asked for.
    pub(crate) async fn open_table(
        &self,
        caller: &Caller,
        new: &NewTable,
        legacy: Option<LegacyOpening>,
        secret: BoundSecret,
        nonce: Option<Nonce>,
    ) -> Result<TableId, Refusal> {
        let config = TableConfig {
            secret: Some(secret),
            ..read_new_table(new, legacy.map(|legacy| legacy.protocol))?
        };
        if self.index.lock().tables.len() >= self.config.max_tables
            || self.index.stored.load(Ordering::Relaxed) >= self.config.max_stored_tables
        {
            return Err(Refusal::new(
                RefusalCode::LimitReached,
                "The house is full: no more tables can be opened.",
            ));
        }
        self.may_sit(caller.person, None).await?;
        let levels = new.bots.iter().filter_map(|level| level.parse().ok()).collect::<Vec<_>>();
        let mut facts = vec![Fact::Sat {
            seat: legacy.and_then(|legacy| legacy.seat).unwrap_or(game::Seat::of(0)),
            person: caller.person,
            name: caller.name.clone(),
            bot: caller.bot,
            legacy: caller.legacy,
            nonce,
        }];
        facts.extend(
            levels
                .into_iter()
                .zip(1..)
                .map(|(level, number)| Fact::BotSat { seat: game::Seat::of(number), level }),
        );
        self.open_with(config, facts).await
    }

    /// Opens a table with these entries after its opening; it is dealt if they fill it.
    async fn open_with(&self, config: TableConfig, facts: Vec<Fact>) -> Result<TableId, Refusal> {
        let unlucky = |_| Refusal::new(RefusalCode::NotSaved, "The house has no randomness left. Try again.");
        let id = loop {
            let id = TableId::new(getrandom::u64().map_err(unlucky)?);
            if !self.index.lock().tables.contains_key(&id) {
                break id;
            }
        };
        let luck = NewSecrets::draw()?;
        let at = self.context.time.now();
        let mut state = TableState::opened(id, config.clone(), at, &self.config.legacy);
        let facts = state.started_when_full(facts, luck);
        let mut writes = vec![Write::OpenTable { table: id.number(), first_seq: 0, at }];
        writes.push(state.append(&Fact::Opened(Box::new(config)), 0, at)?);
        writes.extend(state.writes(&facts, at)?);
        writes.extend(state.put_info_after(&facts, at));
        if let Err(error) = self.context.store.commit(writes).await {
            // If the fate of the table is unknown, its journal says whether it is there.
            let journal = match error {
                CommitError::Unknown(_) => self.context.store.journal(id.number()).await,
                _ => Ok(Vec::new()),
            };
            if journal.is_err() {
                tokio::spawn(forget_table(self.context.clone(), id));
            }
            if journal.map_or(true, |journal| journal.is_empty()) {
                self.context.metrics.requests_not_saved_total.inc();
                if let Some(more) = NOT_OPENED.allow(at) {
                    tracing::warn!(%error, more, "a table could not be opened");
                }
                let sentence = "Not saved: the house could not store the table. Try again.";
                return Err(Refusal::new(RefusalCode::NotSaved, sentence));
            }
        }
        for (seq, fact) in (1..).zip(&facts) {
            if let Fact::Sat { person, seat, .. } = fact {
                self.index.seat_taken(*person, id, *seat);
                self.context.metrics.seats_taken.inc();
            }
            state
                .apply_fact(fact, seq, at, None)
                .map_err(|what| Refusal::new(RefusalCode::BadOptions, what.to_string()))?;
        }
        let since = NobodySince::now(&state, at);
        let handle = table::spawn(self.context.clone(), state, since);
        self.index.lock().tables.insert(id, handle);
        self.index.stored.fetch_add(1, Ordering::Relaxed);
        Ok(id)
    }

    /// Somebody says something in the lobby: stored, then told.
    pub(crate) async fn say_in_lobby(&self, from: &str, text: ChatText) -> Result<(), Refusal> {
        let mut chat = self.lobby_chat.lock().await;
        let line = chat.store(&self.context, Some(from.to_owned()), text).await?;
        self.context.lobby.say(line);
        Ok(())
    }

    /// The operator says something to everybody, wherever they are. The server itself has no name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn announce(&self, text: ChatText) -> Result<(), Refusal> {
        let mut chat = self.lobby_chat.lock().await;
        let line = chat.store(&self.context, None, text).await?;
        self.context.lobby.keep(line.clone());
        let said = ServerMsg::Said { room: ChatRoom::Lobby, line };
        for connected in self.connections().values().filter(|connected| connected.greeted) {
            connected.outbox.send_to_person(&said);
        }
        Ok(())
    }

    /// Closes the server: what is in flight is finished, and everybody is told to come back.
    pub async fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.context.bots.close();
        let handles: Vec<TableHandle> = self.index.lock().tables.values().cloned().collect();
        let tables_close = async {
            for handle in &handles {
                handle.deliver(TableMsg::Close).await;
            }
            for handle in &handles {
                handle.gone().await;
            }
        };
        if tokio::time::timeout(TABLES_CLOSE_TIMEOUT, tables_close).await.is_err() {
            tracing::warn!("some tables did not close in time; what they have acknowledged is stored");
        }
        self.store_last_alive().await;
        let outboxes: Vec<Outbox> =
            self.connections().values().map(|connected| connected.outbox.clone()).collect();
        for outbox in outboxes {
            outbox.close(restarting());
        }
    }
}

/// A table that may have been stored, and that nobody was told of, must not be there after the next start.
async fn forget_table(context: TableContext, table: TableId) {
    loop {
        context.time.sleep_until(Some(context.time.now() + FORGET_AGAIN)).await;
        let close = Write::CloseTable { table: table.number(), epoch: FIRST_EPOCH, at: context.time.now() };
        match context.store.commit(vec![close]).await {
            Err(CommitError::NotSaved(_) | CommitError::Unknown(_)) => {}
            // It is closed now, or never was there, or the server closes.
            _ => return,
        }
    }
}

fn restarting() -> Bye {
    Bye {
        reason: ByeReason::ServerShutdown,
        message: "The house is restarting. Your seat is kept.".to_owned(),
    }
}
