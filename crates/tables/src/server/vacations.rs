//! People take vacation days, and all their slow tables are notified.
//!
//! The vacation is stored first, together with a document that says that the tables have to be notified. If that is
//! interrupted, the next start continues it. Notifying a table twice has no effect.

use std::sync::Weak;
use std::time::Duration;

use protocol::{Refusal, TableId};
use store::{DocumentsQuery, ReadError, Write};

use super::Server;
use crate::moderation::not_stored;
use crate::people::{PersonId, cannot_read};
use crate::table::TableRequest;
use crate::vacations::{VACATION, VACATION_CHANGED, Vacation, VacationState};

/// How many people are looked for at once.
const PAGE: u32 = 50;
/// For how long one node of a cluster tells tables.
const LEASE: Duration = Duration::from_secs(20);
/// How often it is looked whether another node has left something to do, in milliseconds.
const LOOK_EVERY: i64 = 5_000;
/// How long to wait before what failed is tried again, in milliseconds.
const RETRY_AFTER: i64 = 2_000;

impl Server {
    async fn stored_vacation(&self, person: PersonId) -> Result<Vacation, ReadError> {
        let found = self.store().document(VACATION, &format!("{:x}", person.0)).await?;
        let Some(document) = found else { return Ok(Vacation::default()) };
        serde_json::from_str(&document.body)
            .map_err(|error| ReadError::Failed(format!("a vacation is unreadable: {error}")))
    }

    /// What somebody has of vacation.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn vacation(&self, person: PersonId) -> Result<VacationState, ReadError> {
        Ok(self.stored_vacation(person).await?.state(self.time().now()))
    }

    /// How many vacation days a person has in a year.
    #[must_use]
    pub const fn vacation_days(&self) -> u32 {
        self.config.vacation_days
    }

    /// Starts a vacation of this many days: the person's clocks at slow tables stop.
    ///
    /// # Errors
    /// If they are on vacation, have too few days left, or it cannot be stored.
    pub async fn take_vacation(&self, person: PersonId, days: u32) -> Result<(), Refusal> {
        let now = self.time().now();
        let known = self.stored_vacation(person).await.map_err(|error| cannot_read(&error, now))?;
        self.store_vacation(person, known.taken(days, self.config.vacation_days, now)?, now).await
    }

    /// Somebody is back before the end of their vacation.
    ///
    /// # Errors
    /// If they are not on vacation, or it cannot be stored.
    pub async fn end_vacation(&self, person: PersonId) -> Result<(), Refusal> {
        let now = self.time().now();
        let known = self.stored_vacation(person).await.map_err(|error| cannot_read(&error, now))?;
        self.store_vacation(person, known.ended(now)?, now).await
    }

    async fn store_vacation(&self, person: PersonId, vacation: Vacation, now: i64) -> Result<(), Refusal> {
        let writes = vacation.documents(person, now)?.map(Write::PutDocument).to_vec();
        self.store().commit(writes).await.map_err(|error| not_stored(&error))?;
        self.vacations_changed.notify_one();
        Ok(())
    }

    /// Tells the tables of everybody whose vacation has changed.
    async fn tell_vacations(&self) -> Result<(), Refusal> {
        let now = self.time().now();
        let query =
            DocumentsQuery { kind: VACATION_CHANGED.to_owned(), person: None, before: None, limit: PAGE };
        let changed = self.store().documents(query).await.map_err(|error| cannot_read(&error, now))?;
        for document in changed {
            let Some(person) = document.person.map(PersonId) else { continue };
            self.tell_vacation(person).await?;
            // If the vacation has changed again in the meantime, the document has another time and is kept.
            let is_same = self.store().document(VACATION_CHANGED, &document.id).await;
            let is_same = is_same.map_err(|error| cannot_read(&error, now))?;
            if is_same.is_some_and(|same| same.at == document.at) {
                let write = Write::RemoveDocument { kind: VACATION_CHANGED.to_owned(), id: document.id };
                self.store().commit(vec![write]).await.map_err(|error| not_stored(&error))?;
            }
        }
        Ok(())
    }

    async fn tell_vacation(&self, person: PersonId) -> Result<(), Refusal> {
        let now = self.time().now();
        let until = self.vacation(person).await.map_err(|error| cannot_read(&error, now))?.until;
        let tables = self.store().tables_of(person.0).await.map_err(|error| cannot_read(&error, now))?;
        for seat in tables {
            let table = TableId::new(seat.table);
            match self.ask_table(table, person, TableRequest::Vacation { until }).await {
                Ok(()) => {}
                // It was closed meanwhile, or cannot be opened: nobody's clock runs there.
                Err(refusal) if is_gone(&refusal) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }
}

fn is_gone(refusal: &Refusal) -> bool {
    let passing = [protocol::RefusalCode::TableBusy.name(), protocol::RefusalCode::NotSaved.name()];
    !passing.contains(&refusal.code)
}

/// Notifies tables of vacations for as long as the server exists.
pub(super) async fn run_vacations(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let (time, changed) = (running.time().clone(), running.vacations_changed.clone());
        let mut due = running.cluster().map(|_| time.now() + LOOK_EVERY);
        match running.store().hold_lease("vacations", LEASE).await {
            Ok(true) => {
                if let Err(refusal) = running.tell_vacations().await {
                    tracing::warn!(code = refusal.code, "notifying tables of a vacation failed");
                    due = Some(time.now() + RETRY_AFTER);
                }
            }
            Ok(false) => due = Some(time.now() + LOOK_EVERY),
            Err(_) => due = Some(time.now() + RETRY_AFTER),
        }
        // The server can end meanwhile.
        drop(running);
        tokio::select! {
            biased;
            () = time.sleep_until(due) => {}
            () = changed.notified() => {}
        }
    }
}
