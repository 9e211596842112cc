//! Failures on demand, for tests of whatever relies on the store.

use std::str::FromStr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The disk is full: nothing is stored, calls fail with [`CommitError::NotSaved`](crate::CommitError::NotSaved).
    Full,
    /// The file of SQLite may have this many pages and no more: from there on it is really full. Other databases do not mind.
    Limit {
        /// The number of pages.
        pages: u32,
    },
    /// Each transaction takes this much longer.
    Slow(Duration),
    /// Calls are stored, but not answered until the fault is lifted.
    Silent,
    /// The answer is lost: calls fail with [`CommitError::Unknown`](crate::CommitError::Unknown).
    Unsure {
        /// Whether they were stored.
        stored: bool,
    },
}

/// Why a text cannot be parsed as a [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0:?} is not a fault; there are full, silent, unsure-stored, unsure-lost, limit=1000 (pages), and slow=250 (milliseconds)."
)]
pub struct FaultError(String);

impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let limit = || text.strip_prefix("limit=")?.parse().ok().map(|pages| Self::Limit { pages });
        let slow = || text.strip_prefix("slow=")?.parse().ok().map(Duration::from_millis);
        match text {
            "full" => Ok(Self::Full),
            "silent" => Ok(Self::Silent),
            "unsure-stored" => Ok(Self::Unsure { stored: true }),
            "unsure-lost" => Ok(Self::Unsure { stored: false }),
            _ => slow().map(Self::Slow).or_else(limit).ok_or_else(|| FaultError(text.to_owned())),
        }
    }
}

/// A handle that makes commits of one store fail, at run time. Clones steer the same store.
///
/// Injected failures take the way of real ones: the transaction is rolled back, and the answer is made from the
/// database's error.
#[derive(Clone, Default, Debug)]
pub struct Faults {
    inner: Arc<Inner>,
}

#[derive(Default, Debug)]
struct Inner {
    fault: Mutex<Option<Fault>>,
    changed: Condvar,
    notify: Notify,
}

impl Faults {
    /// No faults, until some are set.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// From now on this goes wrong, instead of whatever went wrong before.
    pub fn set(&self, fault: Fault) {
        self.change(Some(fault));
    }

    /// From now on all is well.
    pub fn lift(&self) {
        self.change(None);
    }

    /// What goes wrong now.
    #[must_use]
    pub fn current(&self) -> Option<Fault> {
        *self.guard()
    }

    fn change(&self, fault: Option<Fault>) {
        *self.guard() = fault;
        self.inner.changed.notify_all();
        self.inner.notify.notify_waiters();
    }

    fn guard(&self) -> MutexGuard<'_, Option<Fault>> {
        // One word cannot be half written, so a panic elsewhere did no harm.
        self.inner.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits before a commit, if it is to be slow.
    pub(crate) fn delay_blocking(&self) {
        if let Some(Fault::Slow(time)) = self.current() {
            std::thread::sleep(time);
        }
    }

    /// Waits before an answer for as long as there must be none.
    pub(crate) fn silence_blocking(&self) {
        let silent = |fault: &mut Option<Fault>| *fault == Some(Fault::Silent);
        drop(self.inner.changed.wait_while(self.guard(), silent));
    }

    /// [`Self::delay_blocking`] for tasks.
    #[cfg(feature = "postgres")]
    pub(crate) async fn delay(&self) {
        if let Some(Fault::Slow(time)) = self.current() {
            tokio::time::sleep(time).await;
        }
    }

    /// [`Self::silence_blocking`] for tasks.
    #[cfg(feature = "postgres")]
    pub(crate) async fn silence(&self) {
        loop {
            // Made before the look, or a change between the two would be missed.
            let notified = self.inner.notify.notified();
            if self.current() != Some(Fault::Silent) {
                return;
            }
            notified.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_can_be_named_on_a_command_line() {
        assert_eq!("full".parse(), Ok(Fault::Full));
        assert_eq!("silent".parse(), Ok(Fault::Silent));
        assert_eq!("slow=250".parse(), Ok(Fault::Slow(Duration::from_millis(250))));
        assert_eq!("unsure-stored".parse(), Ok(Fault::Unsure { stored: true }));
        assert_eq!("unsure-lost".parse(), Ok(Fault::Unsure { stored: false }));
        assert_eq!("limit=9".parse(), Ok(Fault::Limit { pages: 9 }));
        assert!("slow=soon".parse::<Fault>().is_err());
    }
}
