//! One bug closes one table: a panic ends neither the server nor any other table.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use protocol::{ChatLine, ChatRoom, ChatText, Refusal, RefusalCode, ServerMsg};

use super::{ActorState, TableActor};
use crate::outbox::frame;

/// The message to the people at a table that fails.
const FAILED: &str =
    "This table was closed because of an error in the server. What was played is kept for the operator.";

/// The refusal for a table that has failed.
pub(crate) fn failed_table() -> Refusal {
    Refusal::new(RefusalCode::NoSuchTable, FAILED)
}

/// Runs a table until it ends. If it panics, or does not follow from its journal any more, it is closed; the journal
/// stays as it is.
pub(super) async fn run_isolated(mut actor: Box<TableActor>) {
    let why = match catch_panic(actor.run()).await {
        Ok(()) => actor.broken.take(),
        Err(panic) => Some(panic),
    };
    if let Some(why) = why {
        actor.fail(&why);
    }
    actor.note_end();
}

/// Calls a function, and turns a panic into what it said.
pub(crate) fn without_panic<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    // What it was working on is given up after a panic, so that nobody sees it half done.
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| panic_message(panic.as_ref()))
}

async fn catch_panic<F: Future>(future: F) -> Result<F::Output, String> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| match without_panic(|| future.as_mut().poll(context)) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("no message"))
}

impl TableActor {
    /// Closes the table for as long as the server runs, and tells everybody at it.
    fn fail(&mut self, why: &str) {
        let table = self.state.id;
        tracing::error!(%table, why, "table closed because of an error; its journal is kept");
        self.context.metrics.tables_failed_total.inc();
        self.context.metrics.tables_quarantined.inc();
        if let Ok(text) = ChatText::clean(FAILED) {
            let line = ChatLine { number: self.state.seq + 1, from: None, text, at: self.context.time.now() };
            let said = ServerMsg::Said { room: ChatRoom::Table(table), line };
            self.connections.send_all(table, &frame(&said));
        }
        self.connections.send_all(table, &frame(&ServerMsg::TableRemoved { table }));
        for (_, person) in self.state.people() {
            self.context.seat_index.seat_left(person, table);
            self.context.metrics.seats_taken.dec();
        }
        self.context.lobby.remove(table);
        self.context.seat_index.table_failed(table, failed_table());
        self.refuse_the_rest(ActorState::Failed);
    }
}
