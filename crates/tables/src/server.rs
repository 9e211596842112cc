//! The server as a whole: who is here, which tables there are, and how it opens and closes.

mod calls;
mod closing;
mod config;
mod day;
mod devices;
#[cfg(test)]
mod faulty_bots;
mod follows;
mod forgetting;
mod heartbeat;
mod in_cluster;
mod lobby_chat;
mod lobby_talk;
mod moderation;
mod opening;
mod pruning;
mod ready;
mod scheduled;
mod table_index;
mod temporary_names;
mod tournaments;
mod vacations;
mod waking;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{Refusal, RefusalCode, TableId, TableInfo};
use store::{CommitError, Store};

use self::closing::restarting;
pub use self::config::ServerConfig;
use self::lobby_chat::LobbyChat;
pub use self::moderation::MAX_LISTED;
pub(crate) use self::opening::LegacyOpening;
pub use self::pruning::Retention;
pub(crate) use self::table_index::LostTable;
use self::table_index::{Lookup, TableIndex};
pub(crate) use self::temporary_names::TemporaryName;
pub use self::tournaments::{ShownTables, TournamentOrganiser};
use crate::announcements::{Announcements, WouldPlaySaid};
use crate::bot_pool::BotPool;
use crate::cluster::{Cluster, ClusterMember};
use crate::figures::FigureCounter;
use crate::legacy_rules::PeerRecord;
use crate::limiter::Limiter;
use crate::lobby::{Lobby, LobbyObserver, TablePage, run_flusher};
use crate::metrics::Metrics;
use crate::moderation::Moderation;
use crate::outbox::Outbox;
use crate::people::{People, PersonId, TokenHash};
use crate::ready::ReadyNode;
use crate::reviews::Reviews;
use crate::server_ratings::ServerRatings;
use crate::table::{ConnectionId, TableContext, TableHandle, TableMsg, no_such_table};
use crate::time::Time;

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

/// The running server.
pub struct Server {
    context: TableContext,
    people: People,
    limiter: Arc<Limiter>,
    config: ServerConfig,
    index: Arc<TableIndex>,
    /// Who wakes a table waits for others who do, by its number.
    waking: [tokio::sync::Mutex<()>; 64],
    started_at: i64,
    connections: Mutex<BTreeMap<ConnectionId, Connected>>,
    next_connection: AtomicU64,
    lobby_chat: tokio::sync::Mutex<LobbyChat>,
    reviews: Arc<Reviews>,
    ratings: Arc<ServerRatings>,
    /// Notified when a person is to be deleted.
    forgetting: Arc<tokio::sync::Notify>,
    /// Counts for as long as the server exists.
    _figures: Arc<FigureCounter>,
    /// The number of the last line in the lobby.
    lobby_line: AtomicU64,
    closing: AtomicBool,
    /// Who would play.
    ready: Mutex<ReadyNode>,
    ready_changed: Arc<tokio::sync::Notify>,
    /// Notified when a change has to be sent to the other nodes.
    ready_unsent: Arc<tokio::sync::Notify>,
    /// Announcements for the operator's channel.
    announcements: Announcements,
    would_play_said: Mutex<WouldPlaySaid>,
    /// Notified when a vacation has to be sent to somebody's tables.
    vacations_changed: Arc<tokio::sync::Notify>,
    /// Announced tables, and one change of them at a time.
    scheduled: tokio::sync::Mutex<scheduled::ScheduledList>,
    /// Blocks, mutes, bans, reports.
    moderation: Moderation,
    /// The other nodes, if there are any.
    cluster: Option<Arc<Cluster>>,
    /// Whether this node has given up its lease.
    left: AtomicBool,
}

/// A connection as the server knows it.
struct Connected {
    outbox: Outbox,
    greeted: bool,
    /// Who it is, once that is known.
    person: Option<PersonId>,
    /// With the token of which device.
    device: Option<TokenHash>,
    /// Where it comes from, if that is known.
    address: Option<std::net::IpAddr>,
}

impl Server {
    /// Opens the server: tables resume from their last stored state. A table whose journal is invalid is quarantined.
    ///
    /// # Errors
    /// If what was stored cannot be read.
    pub async fn open(store: Store, time: Time, config: ServerConfig) -> Result<Arc<Self>, OpenServerError> {
        Self::open_as(store, time, config, None).await
    }

    /// Opens the server as a node of a cluster: it owns no table before it claims one. The store must be
    /// [shared](store::StoreOptions::shared), and have a lease.
    ///
    /// # Errors
    /// If what was stored cannot be read.
    pub async fn open_in_cluster(
        store: Store,
        time: Time,
        config: ServerConfig,
        member: ClusterMember,
    ) -> Result<Arc<Self>, OpenServerError> {
        Self::open_as(store, time, config, Some(member)).await
    }

    async fn open_as(
        store: Store,
        time: Time,
        config: ServerConfig,
        member: Option<ClusterMember>,
    ) -> Result<Arc<Self>, OpenServerError> {
        let (slept, sleeping) = tokio::sync::mpsc::unbounded_channel();
        let (lost, lost_tables) = tokio::sync::mpsc::unbounded_channel();
        let index = Arc::new(TableIndex::new(slept, member.is_some().then_some(lost)));
        let metrics = Arc::new(Metrics::default());
        let cluster = member.as_ref().map(|member| Cluster::new(member, metrics.clone()));
        let context = TableContext {
            store: store.clone(),
            time: time.clone(),
            entropy: config.entropy.clone(),
            lobby: Arc::new(Lobby::default()),
            bots: BotPool::new(config.bot_threads, metrics.clone()),
            metrics,
            seat_index: index.clone(),
            empty_after: i64::from(config.empty_table_timeout) * 1_000,
            sleep_after: i64::from(config.table_sleep_timeout) * 1_000,
            suspended_after: i64::from(config.suspended_table_timeout) * 1_000,
            plays_unattended: config.unattended_bots,
            stopped: Arc::default(),
            finished_games: Arc::default(),
            rated_games: Arc::default(),
            tournaments: Arc::default(),
        };
        let last_alive = heartbeat::last_alive(&store).await?;
        let counts = store.table_counts().await?;
        let owned = if cluster.is_some() {
            in_cluster::lobby_journal(&store).await?
        } else {
            store.owned_tables().await?
        };
        let started_at = match &cluster {
            Some(_) => in_cluster::running_since(&store, &time).await?,
            None => time.now(),
        };
        let limiter = Limiter::new(config.limits(), time.clone());
        let people = People::new(store.clone(), limiter.clone(), config.entropy.clone());
        if cluster.is_some() {
            context.lobby.join_cluster();
        }
        let (lobby_journals, owned): (Vec<u64>, Vec<u64>) =
            owned.into_iter().map(|owned| owned.table).partition(|table| LobbyChat::is_kept_in(*table));
        index.stored.store(counts.stored.saturating_sub(lobby_journals.len() as u64), Ordering::Relaxed);
        let lobby_journal = match lobby_journals.into_iter().max() {
            Some(journal) => store.table(journal).await?,
            None => None,
        };
        let lobby_chat = LobbyChat::open(&context, lobby_journal).await;
        let reviews = Reviews::open(store.clone(), context.bots.clone(), time.clone()).await?;
        let moderation = Moderation::open(store.clone()).await?;
        let ratings = ServerRatings::open(&context, cluster.is_some());
        let figures = FigureCounter::open(&context);
        // In a cluster, tables are woken with the renewals of the lease.
        let next_wake = counts.next_wake.filter(|_| cluster.is_none());
        let server = Arc::new(Self {
            context,
            people,
            limiter,
            config,
            index,
            waking: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            started_at,
            connections: Mutex::default(),
            next_connection: AtomicU64::new(1),
            lobby_line: AtomicU64::new(lobby_chat.last()),
            lobby_chat: tokio::sync::Mutex::new(lobby_chat),
            reviews,
            ratings,
            forgetting: Arc::default(),
            _figures: figures,
            closing: AtomicBool::new(false),
            ready: Mutex::new(ReadyNode::new(cluster.is_none())),
            ready_changed: Arc::default(),
            ready_unsent: Arc::default(),
            announcements: Announcements::default(),
            would_play_said: Mutex::default(),
            vacations_changed: Arc::default(),
            scheduled: tokio::sync::Mutex::default(),
            moderation,
            cluster: cluster.clone(),
            left: AtomicBool::new(false),
        });
        server.wake_owned(owned, last_alive).await?;
        tokio::spawn(heartbeat::run_ticker(time.clone(), Arc::downgrade(&server.context.stopped)));
        tokio::spawn(run_flusher(Arc::downgrade(&server.context.lobby), server.context.metrics.clone()));
        tokio::spawn(heartbeat::run_heartbeat(Arc::downgrade(&server)));
        if server.cluster.is_none() {
            server.remember_wishes().await?;
            server.match_ready();
        }
        tokio::spawn(ready::run_ready(Arc::downgrade(&server)));
        tokio::spawn(scheduled::run_scheduled(Arc::downgrade(&server)));
        tokio::spawn(vacations::run_vacations(Arc::downgrade(&server)));
        if server.config.day_deals {
            tokio::spawn(day::run_days(Arc::downgrade(&server)));
        }
        // Nodes of a cluster go on for each other.
        let outage = last_alive.filter(|_| server.cluster.is_none()).map_or(0, |at| (started_at - at).max(0));
        tokio::spawn(tournaments::run_tournaments(Arc::downgrade(&server), outage));
        tokio::spawn(pruning::run_pruner(Arc::downgrade(&server)));
        tokio::spawn(forgetting::run_forgetter(Arc::downgrade(&server), server.forgetting.clone()));
        tokio::spawn(waking::run_waker(Arc::downgrade(&server), sleeping, time, next_wake));
        if let (Some(cluster), Some(member)) = (cluster, member) {
            cluster.renew(&server).await;
            cluster.start(&server, member.events, lost_tables);
            tokio::spawn(moderation::run_reloader(Arc::downgrade(&server)));
            tokio::spawn(ready::cluster::run_keeper(Arc::downgrade(&server), cluster.clone()));
            tokio::spawn(ready::cluster::run_sender(Arc::downgrade(&server), cluster));
        }
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

    /// The reviews of finished games.
    #[must_use]
    pub fn reviews(&self) -> &Reviews {
        &self.reviews
    }

    /// How strong people play.
    #[must_use]
    pub fn ratings(&self) -> &ServerRatings {
        &self.ratings
    }

    /// What everybody has used of what they may.
    #[must_use]
    pub const fn limiter(&self) -> &Arc<Limiter> {
        &self.limiter
    }

    /// How the server is run.
    #[must_use]
    pub const fn config(&self) -> &ServerConfig {
        &self.config
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.context.lobby
    }

    /// Sends all listeners of the lobby together this many messages a second, for tests; 0 as many as usual.
    pub fn limit_lobby(&self, messages_per_second: u64) {
        self.context.lobby.limit_messages(messages_per_second);
    }

    /// Tells all public tables to a watcher, and then every change, as it happens.
    pub fn observe_lobby(&self, watcher: Arc<dyn LobbyObserver>) {
        self.context.lobby.watch(watcher);
    }

    /// The tables everybody may see where somebody of this name sits.
    #[must_use]
    pub fn public_tables_of(&self, name: &str) -> Vec<TableInfo> {
        self.context.lobby.public_of(std::iter::once(name))
    }

    /// All tables everybody may see, for tests: a copy of the whole lobby is not for requests.
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

    /// The running game of a table whose cards a gateway [deals](crate::legacy_rules::LegacyRules::deals), with its seed. Only
    /// that gateway may use it; no player may see it. `None` for any other table.
    pub async fn peer_record(&self, table: TableId) -> Option<PeerRecord> {
        let (answer, record) = tokio::sync::oneshot::channel();
        self.table(table).ok()?.deliver(TableMsg::PeerRecord { answer }).await;
        record.await.ok()?
    }

    /// A table that is awake, here or on another node.
    pub(crate) fn table(&self, table: TableId) -> Result<TableHandle, Refusal> {
        match self.index.lookup(table) {
            Lookup::Awake(handle) => Ok(handle),
            Lookup::Failed(refusal) => Err(refusal),
            Lookup::Unknown => self.route(table).ok_or_else(no_such_table),
        }
    }

    /// The tables a person sits at, and where.
    pub(crate) fn seats_of(&self, person: PersonId) -> Vec<(TableId, game::Seat)> {
        self.index.lock().seats.get(&person).cloned().unwrap_or_default()
    }

    /// Whether a person may take a seat at one more table. A table where they already have a seat does not count.
    pub(crate) async fn may_sit(&self, person: PersonId, table: Option<TableId>) -> Result<(), Refusal> {
        let seats = self.seats_of(person);
        let sits_there = seats.iter().any(|(other, _)| Some(*other) == table);
        // The store knows of those that sleep, and nothing of people who are here for one connection.
        let stored = self.context.store.tables_of(person.0).await.map_err(|error| {
            tracing::warn!(%error, "counting the tables of a person failed");
            Refusal::new(
                RefusalCode::NotSaved,
                "The house could not look up your tables. Try again in a moment.",
            )
        })?;
        let sits_there = sits_there || stored.iter().any(|seat| Some(TableId::new(seat.table)) == table);
        if sits_there || seats.len().max(stored.len()) < self.config.max_tables_per_person {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::LimitReached, "You sit at too many tables already."))
    }

    /// Whether the server is closing.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// A connection begins. One that comes while the server shuts down is closed at once, with that reason.
    pub(crate) fn connect(&self, outbox: &Outbox) -> ConnectionId {
        let id = self.new_connection_id();
        let outbox_of = outbox.clone();
        let connected =
            Connected { outbox: outbox_of, greeted: false, person: None, device: None, address: None };
        self.connections().insert(id, connected);
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
        if let Some(cluster) = &self.cluster {
            cluster.forget_connection(connection);
        }
        if self.connections().remove(&connection).is_some() {
            self.context.metrics.open_connections.dec();
        }
    }

    /// A connection has said hello: from now on it receives what is sent to everybody.
    pub(crate) fn greeted(&self, connection: ConnectionId) {
        if let Some(connected) = self.connections().get_mut(&connection) {
            connected.greeted = true;
        }
    }

    /// A connection comes from an address.
    pub(crate) fn comes_from(&self, connection: ConnectionId, address: Option<std::net::IpAddr>) {
        if let Some(connected) = self.connections().get_mut(&connection) {
            connected.address = address;
        }
    }

    /// A connection belongs to a person, with whatever it proved that.
    pub(crate) fn identified_person(&self, connection: ConnectionId, person: PersonId) {
        if let Some(connected) = self.connections().get_mut(&connection) {
            connected.person = Some(person);
        }
    }

    /// A connection has proved who it is.
    pub(crate) fn identified(&self, connection: ConnectionId, person: PersonId, device: Option<TokenHash>) {
        if let Some(connected) = self.connections().get_mut(&connection) {
            (connected.person, connected.device) = (Some(person), device);
        }
    }

    fn connections(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Connected>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the lobby how many people are here.
    pub(crate) fn people_changed(&self) {
        let elsewhere = self.cluster.as_ref().map_or(0, |cluster| cluster.people_elsewhere());
        self.context.lobby.people(self.people.connected_count() as u32 + elsewhere);
    }
}
