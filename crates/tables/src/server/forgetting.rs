//! Deletes a person: at once from everything that is shown, and then, in the background, from every replay and tournament.
//!
//! The first step is one transaction: nobody can sign in as the person any more, the name is free, and a document says that the
//! rest is to be done. If that is interrupted, the next start continues it; the person is removed last.

use std::sync::{Arc, Weak};

use protocol::{Bye, ByeReason, NameSalt, Refusal, RefusalCode, forget_name};
use store::{CommitError, Document, DocumentsQuery, ReadError, ReplaySeat, Write};
use tokio::sync::Notify;

use super::Server;
use super::tournaments::TournamentError;
use crate::day;
use crate::entropy::NoEntropy;
use crate::moderation::{BLOCK, Operator, audit, not_stored};
use crate::people::{FOLLOW, NOBODY, PersonId, SIGN_IN_KINDS, cannot_read};

/// The kind of the documents that say who is to be forgotten.
const FORGETTING: &str = "forgetting";
/// This many seats in replays, or people, are looked for at once.
const PAGE: u32 = 50;
/// How long to wait before what failed is tried again, in milliseconds.
const RETRY_AFTER: i64 = 5_000;

#[derive(Debug, thiserror::Error)]
enum ForgetError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Store(#[from] CommitError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

impl Server {
    /// Forgets a person. When it returns, nobody can sign in as them or find anything under the name; replays and
    /// tournaments follow in the background.
    ///
    /// # Errors
    /// If they have a seat at a table, or it cannot be stored.
    pub async fn forget_person(&self, person: PersonId, operator: Option<&Operator>) -> Result<(), Refusal> {
        let now = self.time().now();
        let seated = self.store().tables_of(person.0).await.map_err(|error| cannot_read(&error, now))?;
        if !seated.is_empty() {
            let tables = if seated.len() == 1 { "a table" } else { "tables" };
            let sentence = format!(
                "There is still a seat at {tables}: leave first, and let games that were left come to their end."
            );
            return Err(Refusal::new(RefusalCode::AlreadySeated, sentence));
        }
        let mut writes = vec![
            Write::RenamePerson {
                person: person.0,
                name: NOBODY.to_owned(),
                name_key: format!("\u{1}{:x}", person.0),
            },
            Write::PutDocument(Document {
                kind: FORGETTING.to_owned(),
                id: format!("{:x}", person.0),
                person: Some(person.0),
                at: now,
                expires: None,
                body: "{}".to_owned(),
            }),
        ];
        let kinds = SIGN_IN_KINDS.iter().map(|kind| (*kind).to_owned());
        writes.extend(kinds.map(|kind| Write::RemoveDocumentsOf { kind, person: person.0 }));
        // The list of what operators did must not keep the name.
        if let Some(operator) = operator {
            writes.push(audit::entry(operator, "forget", "a person", "", now)?);
        }
        self.store().commit(writes).await.map_err(|error| not_stored(&error))?;
        self.people().forget(person);
        for connected in self.connections().values().filter(|connected| connected.person == Some(person)) {
            let message = "You are forgotten here.".to_owned();
            connected.outbox.close(Bye { reason: ByeReason::SignedOut, message, retry_ms: None });
        }
        self.leave_ready_list(person);
        self.forgetting.notify_one();
        Ok(())
    }

    /// Forgets everybody who is to be forgotten, as far as possible now.
    async fn forget_all(&self) -> Result<(), ForgetError> {
        let query = DocumentsQuery { kind: FORGETTING.to_owned(), person: None, before: None, limit: PAGE };
        for document in self.store().documents(query).await? {
            if let Some(person) = document.person {
                self.forget_everything(person).await?;
            }
        }
        Ok(())
    }

    async fn forget_everything(&self, person: u64) -> Result<(), ForgetError> {
        // Games of a day that were played before it was noted who sat where.
        for document in self.store().documents_of(person).await? {
            if let Some(replay) = day::replay_of_try(&document) {
                self.forget_seat(ReplaySeat { replay: replay.to_string(), seat: day::SEAT }).await?;
            }
        }
        loop {
            let seats = self.store().seats_in_replays(person, PAGE).await?;
            if seats.is_empty() {
                break;
            }
            for seat in seats {
                self.forget_seat(seat).await?;
            }
        }
        self.forget_in_tournaments(PersonId(person)).await?;
        let ending = format!("{person:x}");
        let about =
            |kind: &str| Write::RemoveDocumentsAbout { kind: kind.to_owned(), ending: ending.clone() };
        let writes = vec![about(BLOCK), about(FOLLOW), Write::RemovePerson { person }];
        self.store().commit(writes).await?;
        self.moderation.forget(PersonId(person));
        tracing::info!("person deleted");
        Ok(())
    }

    /// Takes a name out of a replay. If somebody else changes the replay at the same time nothing happens, and it is found again.
    async fn forget_seat(&self, ReplaySeat { replay: id, seat }: ReplaySeat) -> Result<(), ForgetError> {
        let Some(replay) = self.store().replay(&id).await? else { return Ok(()) };
        let random = self.config.entropy.bytes()?;
        let name = format!("{NOBODY} {}", u32::from(seat) + 1);
        let before = replay.body;
        let body = forget_name(&before, seat, &name, NameSalt::from_random(random)).unwrap_or_else(|| {
            tracing::error!(replay = id, "a replay cannot be read, and keeps the names in it");
            before.clone()
        });
        self.store().commit(vec![Write::ForgetSeat { replay: id, seat, name, before, body }]).await?;
        Ok(())
    }
}

/// Finishes the deletions that an earlier server did not complete, then deletes every person who requests it.
pub(super) async fn run_forgetter(server: Weak<Server>, forgetting: Arc<Notify>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let time = running.time().clone();
        let retry = match running.forget_all().await {
            Ok(()) => None,
            Err(ForgetError::Store(CommitError::Closed)) => return,
            Err(error) => {
                tracing::warn!(%error, "deleting a person failed");
                Some(time.now() + RETRY_AFTER)
            }
        };
        // The server can end meanwhile.
        drop(running);
        tokio::select! {
            biased;
            () = forgetting.notified() => {}
            () = time.sleep_until(retry) => {}
        }
    }
}
