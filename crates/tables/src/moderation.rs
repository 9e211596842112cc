//! What keeps a server civil: people block each other and report lines; the operator warns, mutes, bans and closes tables,
//! and all that the operator does is listed.
//!
//! All of it is stored as documents. Memory holds a copy of the sanctions, which every request is checked against, and the
//! block lists of those who are here. In a cluster a node reads the sanctions again when another node has changed them, and
//! every [`RELOAD_MS`] in case that message was lost.

mod address_range;
pub(crate) mod audit;
mod blocks;
mod reports;
mod sanctions;
mod warnings;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use protocol::{Refusal, RefusalCode};
use store::{CommitError, ReadError, Store};

pub use self::address_range::AddressRange;
pub use self::audit::{AuditEntry, Operator};
pub(crate) use self::blocks::BLOCK;
pub use self::blocks::{BlockedPerson, MAX_BLOCKS};
pub use self::reports::{ReportInfo, ReportedRoom};
pub(crate) use self::reports::{ReportedLine, no_such_line};
pub use self::sanctions::{MAX_SANCTION_MINUTES, Sanction, SanctionKind, SanctionTarget};
use crate::people::PersonId;

/// How often a node of a cluster reads the sanctions again, in milliseconds.
pub(crate) const RELOAD_MS: i64 = 10_000;

const DAY_MS: i64 = 86_400_000;

/// The copies in memory, and the way to the store.
pub(crate) struct Moderation {
    store: Store,
    sanctions: RwLock<Vec<Sanction>>,
    blocks: Mutex<HashMap<PersonId, Vec<BlockedPerson>>>,
}

impl Moderation {
    /// Reads the sanctions.
    ///
    /// # Errors
    /// If they cannot be read. The server does not start then, because it would admit banned people.
    pub(crate) async fn open(store: Store) -> Result<Self, ReadError> {
        let moderation = Self { store, sanctions: RwLock::default(), blocks: Mutex::default() };
        moderation.reload().await?;
        Ok(moderation)
    }

    fn blocks(&self) -> MutexGuard<'_, HashMap<PersonId, Vec<BlockedPerson>>> {
        // A list is replaced as a whole: a panic cannot leave it half written.
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The refusal when something cannot be stored.
pub(crate) fn not_stored(error: &CommitError) -> Refusal {
    tracing::warn!(%error, "storing a decision about people failed");
    Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
}

fn bad(sentence: impl Into<String>) -> Refusal {
    Refusal::new(RefusalCode::BadOptions, sentence)
}

/// How long until a moment, in words.
pub(crate) fn time_left(until: i64, now: i64) -> String {
    let minutes = (until - now).max(0).div_euclid(60_000) + 1;
    let (count, unit) = match minutes {
        ..=90 => (minutes, "minute"),
        91..=2_880 => ((minutes + 30) / 60, "hour"),
        _ => ((minutes + 720) / 1_440, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_said_in_one_unit() {
        let left = |minutes: i64| time_left(minutes * 60_000, 30_000);
        assert_eq!(
            [left(1), left(60), left(91), left(1_440), left(10_080)],
            ["1 minute", "60 minutes", "2 hours", "24 hours", "7 days"]
        );
    }
}
