//! Names of people who exist for one connection, each assigned once in a whole cluster.
//!
//! The index of people holds those of this server. Names assigned by other nodes are only in the database, and tables find
//! the seat of a legacy client by its name.

use protocol::{Name, Refusal, RefusalCode};
use store::{CommitError, Document, Store, Write};

use super::Server;

const KIND: &str = "temporary_name";

/// A node that was killed does not release its names: they become free after this time, in milliseconds.
const KEPT_FOR: i64 = 24 * 60 * 60 * 1_000;

/// A name that is reserved in the whole cluster until this is dropped.
pub(crate) struct TemporaryName {
    store: Store,
    key: String,
}

impl Server {
    /// Reserves a name in the whole cluster. `None` if the server runs alone.
    ///
    /// # Errors
    /// If somebody has it, or it cannot be stored.
    pub(crate) async fn take_temporary_name(&self, name: &Name) -> Result<Option<TemporaryName>, Refusal> {
        if self.cluster.is_none() {
            return Ok(None);
        }
        let (key, now) = (name.key(), self.time().now());
        let document = Document {
            kind: KIND.to_owned(),
            id: key.clone(),
            person: None,
            at: now,
            expires: Some(now + KEPT_FOR),
            body: "{}".to_owned(),
        };
        match self.store().commit(vec![Write::AddDocument(document)]).await {
            Ok(()) => Ok(Some(TemporaryName { store: self.store().clone(), key })),
            Err(CommitError::DocumentExists { .. }) => {
                Err(Refusal::new(RefusalCode::NameTaken, format!("Somebody else is called {name}.")))
            }
            Err(error) => {
                tracing::warn!(%error, "a name for one connection could not be stored");
                Err(Refusal::new(
                    RefusalCode::NotSaved,
                    "Your name could not be stored. Try again in a moment.",
                ))
            }
        }
    }
}

impl Drop for TemporaryName {
    fn drop(&mut self) {
        let (store, id) = (self.store.clone(), std::mem::take(&mut self.key));
        tokio::spawn(async move {
            let free = Write::RemoveDocument { kind: KIND.to_owned(), id };
            if let Err(error) = store.commit(vec![free]).await {
                tracing::debug!(%error, "a name for one connection stays taken until it expires");
            }
        });
    }
}
