//! A table that another node has, or is to have: its actor ends, and whoever is connected is led there.

use store::Write;

use super::{ActorState, TableActor};
use crate::journal::Fact;

impl TableActor {
    /// Gives the table to the first node that wants it. If that cannot be stored, the end of this node's lease does.
    pub(super) async fn hand_over(&mut self) -> ActorState {
        let (table, epoch, now) = (self.state.id.number(), self.state.epoch, self.context.time.now());
        let facts: Vec<Fact> =
            self.state.outage.map(|outage| Fact::Reopened { outage }).into_iter().collect();
        if let Ok(mut writes) = self.state.writes(&facts, now) {
            // A time before 1970 says that it is handed over and since when, and not that it sleeps.
            writes.push(Write::SleepTable { table, epoch, wake_at: Some(-now) });
            if let Err(error) = self.context.store.commit(writes).await {
                tracing::debug!(%error, "a table could not be handed over");
            }
        }
        self.go_elsewhere()
    }

    /// Ends the actor without a change of the table.
    pub(super) fn go_elsewhere(&mut self) -> ActorState {
        let table = self.state.id;
        for (_, person) in self.state.people() {
            self.context.seat_index.seat_left(person, table);
            self.context.metrics.seats_taken.dec();
        }
        self.context.lobby.remove(table);
        self.context.seat_index.table_closes(table);
        self.mailbox.close();
        let mut left_over = Vec::new();
        while let Ok(message) = self.mailbox.try_recv() {
            left_over.push(message);
        }
        let connections = self.connections.iter().map(|connection| connection.id).collect();
        self.context.seat_index.table_lost(table, connections, left_over);
        ActorState::Elsewhere
    }
}
