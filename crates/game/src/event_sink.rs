//! Receivers of events while an action is applied.

use crate::{Audience, Viewer};

/// Takes events as they happen.
///
/// The event is made only if somebody listens, so that playing for nobody costs nothing.
pub trait EventSink<E> {
    /// Something happened, and these may know.
    fn emit(&mut self, audience: Audience, event: impl FnOnce() -> E);
}

/// Discards all events.
#[derive(Clone, Copy, Debug)]
pub struct DiscardEvents;

impl<E> EventSink<E> for DiscardEvents {
    #[inline]
    fn emit(&mut self, _: Audience, _: impl FnOnce() -> E) {}
}

/// All that happened, each event with its audience.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventLog<E>(pub Vec<(Audience, E)>);

impl<E> EventLog<E> {
    /// Nothing has happened yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// What this viewer is sent, in order.
    pub fn for_viewer(&self, viewer: Viewer) -> impl Iterator<Item = &E> {
        self.0.iter().filter(move |(audience, _)| audience.includes(viewer)).map(|(_, event)| event)
    }
}

impl<E> Default for EventLog<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> EventSink<E> for EventLog<E> {
    fn emit(&mut self, audience: Audience, event: impl FnOnce() -> E) {
        self.0.push((audience, event()));
    }
}
