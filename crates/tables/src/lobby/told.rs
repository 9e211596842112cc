//! What a newcomer to the lobby is told: all of it, as it was written for somebody not long ago, and what has changed
//! since. Everybody who comes shares what was written: thousands may come at once, when the house has been opened again.

use bytes::Bytes;
use protocol::TableId;

use crate::outbox::Outbox;

/// When more has changed than this, all is written anew.
const MOST_SINCE: usize = 32;

/// What a change is about: a later one about the same replaces it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Table(TableId),
    People,
}

pub(super) struct Told {
    whole: Bytes,
    since: Vec<(Subject, Bytes)>,
}

impl Told {
    pub(super) const fn new(whole: Bytes) -> Self {
        Self { whole, since: Vec::new() }
    }

    /// Adds a change, or gives up what has grown too old.
    pub(super) fn and(mut self, subject: Subject, change: Bytes) -> Option<Self> {
        match self.since.iter_mut().find(|(about, _)| *about == subject) {
            Some((_, before)) => *before = change,
            None => self.since.push((subject, change)),
        }
        (self.since.len() <= MOST_SINCE).then_some(self)
    }

    /// Tells somebody all of it.
    pub(super) fn tell(&self, outbox: &Outbox) {
        outbox.lobby_anew(self.whole.clone());
        self.since.iter().for_each(|(_, change)| outbox.lobby(change.clone()));
    }
}
