//! What a table needs of the server, and what it reports to it.

use std::sync::Arc;

use game::Seat;
use protocol::{Refusal, TableId};
use store::Store;

use crate::bot_pool::BotPool;
use crate::entropy::Entropy;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::people::PersonId;
use crate::stopped_time::StoppedTime;
use crate::table::handle::{ConnectionId, TableMsg};
use crate::time::Time;

/// What a table needs of the server.
#[derive(Clone)]
pub(crate) struct TableContext {
    pub(crate) store: Store,
    pub(crate) time: Time,
    pub(crate) entropy: Entropy,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: BotPool,
    pub(crate) seat_index: Arc<dyn SeatIndex>,
    /// Milliseconds after which a table that nobody is connected to is closed.
    pub(crate) empty_after: i64,
    /// Milliseconds after which a table that nobody is connected to goes to sleep.
    pub(crate) sleep_after: i64,
    /// Milliseconds after which a suspended table that nobody is connected to is closed.
    pub(crate) suspended_after: i64,
    /// Whether bots play on where nobody is connected.
    pub(crate) plays_unattended: bool,
    /// Time for which no clock of any table ran.
    pub(crate) stopped: Arc<StoppedTime>,
    /// Told of each game that has ended.
    pub(crate) finished_games: Arc<tokio::sync::Notify>,
    /// Told of each rated game that has ended.
    pub(crate) rated_games: Arc<tokio::sync::Notify>,
    /// Told of each game of a tournament that has ended.
    pub(crate) tournaments: Arc<tokio::sync::Notify>,
}

/// Who sits where: what the server remembers of all tables.
pub(crate) trait SeatIndex: Send + Sync {
    /// A person sits at a table.
    fn seat_taken(&self, person: PersonId, table: TableId, seat: Seat);
    /// A person sits there no more.
    fn seat_left(&self, person: PersonId, table: TableId);
    /// A table is gone.
    fn table_closed(&self, table: TableId);
    /// A table cannot go on. Whoever asks for it is refused with this.
    fn table_failed(&self, table: TableId, refusal: Refusal);
    /// A table is not reached by its mailbox any more.
    fn table_closes(&self, table: TableId);
    /// A table is another node's now: who was connected to it, and what came meanwhile.
    fn table_lost(&self, table: TableId, connections: Vec<ConnectionId>, left_over: Vec<TableMsg>);
    /// A table has gone to sleep: until when, and what came meanwhile.
    fn table_slept(&self, table: TableId, wake_at: Option<i64>, left_over: Vec<TableMsg>);
}
