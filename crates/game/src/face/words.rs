//! The words of a game, if it has any.

use crate::{Game, SeenOf, Tell, Voice};

/// The words of a game as functions, so that a game without any is handled like the others.
pub struct Words<G: Game> {
    pub(super) sentence: fn(&G::Event, &Voice) -> String,
    pub(super) text: fn(&SeenOf<G>) -> String,
    pub(super) pause_seconds: fn(&G::Options, &G::Event) -> u32,
    /// Whether they are the game's own.
    pub(super) has_words: bool,
}

impl<G: Game> Clone for Words<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Words<G> {}

impl<G: Game> Words<G> {
    /// For a game without words: events and views are shown as their JSON.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            sentence: |event, _| plain(event),
            text: |seen| plain(seen),
            pause_seconds: |_, _| 0,
            has_words: false,
        }
    }
}

impl<G: Tell> Words<G> {
    /// The game's own words.
    #[must_use]
    pub const fn with_text() -> Self {
        Self { sentence: G::sentence, text: G::text, pause_seconds: G::pause_seconds, has_words: true }
    }
}

fn plain(thing: &impl serde::Serialize) -> String {
    // A law holds that events and views can be written as JSON.
    serde_json::to_string(thing).unwrap_or_else(|error| error.to_string())
}
