//! What lets wild programs of one game wait for each other.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// How far the wild programs of one game are. Nobody of them turns a card before all of them know that they may: one that
/// does not know it yet would drop the card for good. People at such programs take seconds for it; here they wait for each
/// other, however slow the machine is.
#[derive(Default)]
pub(super) struct Company {
    /// Programs, and dealers beside their own programs.
    members: usize,
    /// How often one of them has read, or said to everybody, that cards may be turned.
    announced: Mutex<usize>,
    changed: Condvar,
}

impl Company {
    /// A company of this many members.
    pub(super) fn of(members: usize) -> Arc<Self> {
        Arc::new(Self { members, ..Self::default() })
    }

    pub(super) fn announce(&self) {
        *self.announced.lock().unwrap() += 1;
        self.changed.notify_all();
    }

    /// Waits until all of them know it in this round.
    pub(super) fn wait(&self, round: u32) {
        let wanted = self.members * round as usize;
        let announced = self.announced.lock().unwrap();
        let patience = Duration::from_secs(60);
        let waiting = |announced: &mut usize| *announced < wanted;
        let (announced, _) = self.changed.wait_timeout_while(announced, patience, waiting).unwrap();
        assert!(*announced >= wanted, "somebody never read the announcement");
    }
}
