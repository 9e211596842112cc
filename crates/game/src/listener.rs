//! Who hears of events while an action is applied.

use crate::{Audience, Viewer};

/// Takes events as they happen.
///
/// The event is made only if somebody listens, so that playing for nobody costs nothing.
pub trait Listener<E> {
    /// Something happened, and these may know.
    fn hear(&mut self, audience: Audience, event: impl FnOnce() -> E);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl<E> Listener<E> for Silent {
    #[inline]
    fn hear(&mut self, _: Audience, _: impl FnOnce() -> E) {}
}

/// All that happened, each event with its audience.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<E>(pub Vec<(Audience, E)>);

impl<E> Told<E> {
    /// Nothing has happened yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// What this viewer is told, in order.
    pub fn to(&self, viewer: Viewer) -> impl Iterator<Item = &E> {
        self.0.iter().filter(move |(audience, _)| audience.includes(viewer)).map(|(_, event)| event)
    }
}

impl<E> Default for Told<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> Listener<E> for Told<E> {
    fn hear(&mut self, audience: Audience, event: impl FnOnce() -> E) {
        self.0.push((audience, event()));
    }
}
