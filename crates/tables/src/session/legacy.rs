//! Sessions that an old protocol carries: somebody who is here for one connection, and speaks in bytes.

use game::Seat;
use protocol::{ClientMsg, LegacyProtocol, Open, Ref, Refusal, RefusalCode, TableId};

use super::Session;
use super::sign_in::read_name;
use crate::server::LegacyOpening;
use crate::table::{TableRequest, shutting_down};

impl Session {
    /// Signs in a client of a legacy protocol, under a name that is free again when the connection ends. All seats are
    /// given up with it. A program is shown as one.
    ///
    /// # Errors
    /// If nobody may be called that, somebody is, or the database cannot be read.
    pub async fn sign_in_temporary(&mut self, name: &str, program: bool) -> Result<(), Refusal> {
        if !self.server.config().door.is_open() && !self.server.config().door_admits_legacy {
            return Err(Refusal::new(RefusalCode::DoorClosed, "This house is for invited people."));
        }
        let (name, now) = (read_name(name)?, self.server.time().now());
        let taken = self.server.take_temporary_name(&name).await?;
        let known = self.server.people().register_temporary(name, now).await?;
        self.temporary_name = taken;
        self.legacy = true;
        self.bot = program;
        self.sign_in(known)?;
        self.greeted = true;
        self.server.greeted(self.connection);
        Ok(())
    }

    /// Takes a message that the gateway itself has made. It has limits of its own, so none are counted here.
    pub async fn handle_message(&mut self, message: ClientMsg) {
        let reference = message.reference();
        let taken =
            if self.server.is_closing() { Err(shutting_down()) } else { self.carry_out(message).await };
        self.answer_unless(taken, reference);
    }

    /// Opens a table through an old protocol, and takes the seat that was promised to the client, or the first.
    pub async fn open_legacy(&mut self, protocol: LegacyProtocol, open: Open, seat: Option<Seat>) {
        let reference = open.reference;
        let legacy = LegacyOpening { protocol, seat };
        let opened =
            if self.server.is_closing() { Err(shutting_down()) } else { self.open(open, Some(legacy)).await };
        self.answer_unless(opened, reference);
    }

    /// Stands up, unless the game has begun.
    pub fn leave_before_start(&mut self, table: TableId, reference: Ref) {
        let asked = self.ask_awake(table, Some(reference), TableRequest::LeaveBeforeStart);
        self.answer_unless(asked, Some(reference));
    }

    fn answer_unless(&self, taken: Result<(), Refusal>, reference: Option<Ref>) {
        self.server.metrics().messages_received_total.inc();
        if let Err(refusal) = taken {
            self.server.metrics().requests_refused_total.inc();
            self.answer(reference).refused(refusal);
        }
    }
}
