//! Turns that a client ended without reporting positions. The others then receive no positions either, and only the
//! client's own connection knows of it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use protocol::TableId;

/// The silent turns of all tables where old clients sit.
#[derive(Debug, Default)]
pub struct UnreportedTurnsByTable(Mutex<HashMap<TableId, Weak<UnreportedTurns>>>);

/// The silent turns of one table: which game, and which turn of it.
#[derive(Debug, Default)]
pub struct UnreportedTurns(Mutex<HashSet<(u32, u32)>>);

impl UnreportedTurnsByTable {
    /// What the clients at one table share.
    #[must_use]
    pub fn at(&self, table: TableId) -> Arc<UnreportedTurns> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(silence) = tables.get(&table).and_then(Weak::upgrade) {
            return silence;
        }
        tables.retain(|_, silence| silence.strong_count() > 0);
        let silence = Arc::new(UnreportedTurns::default());
        tables.insert(table, Arc::downgrade(&silence));
        silence
    }
}

impl UnreportedTurns {
    /// Notes that this turn ends without a report. Called before the request to the server, so that no other client
    /// receives the turn first.
    pub(super) fn note(&self, game: u32, turn: u32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert((game, turn));
    }

    pub(super) fn covers(&self, game: u32, turn: u32) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&(game, turn))
    }
}
