//! Sessions that an old protocol carries: somebody who is here for one connection, and speaks in bytes.

use protocol::{ClientMsg, Open, Ref, Refusal, TableId, Wire};

use super::Session;
use super::greeting::read_name;
use crate::table::{TableRequest, closing_house};

impl Session {
    /// Somebody comes in through an old protocol, under a name that is free again when the connection ends. All
    /// seats are given up with it.
    ///
    /// # Errors
    /// If nobody may be called that, or somebody is.
    pub fn visit(&mut self, name: &str) -> Result<(), Refusal> {
        let known = self.hall.people().visit(read_name(name)?, self.hall.time().now())?;
        self.wire = true;
        self.come_in(known)?;
        self.greeted = true;
        self.hall.greeted(self.connection);
        Ok(())
    }

    /// Takes a message that the gateway itself has made. It has limits of its own, so none are counted here.
    pub async fn take(&mut self, message: ClientMsg) {
        let reference = message.reference();
        let taken = if self.hall.is_closing() { Err(closing_house()) } else { self.carry_out(message).await };
        self.answer_unless(taken, reference);
    }

    /// Opens a table through an old protocol.
    pub async fn open_through(&mut self, wire: Wire, open: Open) {
        let reference = open.reference;
        let opened =
            if self.hall.is_closing() { Err(closing_house()) } else { self.open(open, Some(wire)).await };
        self.answer_unless(opened, reference);
    }

    /// Stands up, unless the game has begun.
    pub fn leave_before_start(&mut self, table: TableId, reference: Ref) {
        let asked = self.ask(table, Some(reference), TableRequest::LeaveBeforeStart);
        self.answer_unless(asked, Some(reference));
    }

    fn answer_unless(&self, taken: Result<(), Refusal>, reference: Option<Ref>) {
        self.hall.metrics().messages_received_total.inc();
        if let Err(refusal) = taken {
            self.hall.metrics().requests_refused_total.inc();
            self.answer(reference).refused(refusal);
        }
    }
}
