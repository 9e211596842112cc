//! The words of a game, if it has any, and its figures.

use crate::{FigureNotes, FigureSpec, Figures, Game, SeenOf, Step, Tell, Voice};

/// The words and figures of a game as functions, so that a game without any is handled like the others.
pub struct Words<G: Game> {
    pub(super) sentence: fn(&G::Event, &Voice) -> String,
    pub(super) text: fn(&SeenOf<G>) -> String,
    pub(super) pause_seconds: fn(&G::Options, &G::Event) -> u32,
    /// Whether they are the game's own.
    pub(super) has_words: bool,
    pub(super) figures: &'static [FigureSpec],
    pub(super) note_figures: fn(&Step<G>, &mut FigureNotes),
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
            figures: &[],
            note_figures: |_, _| (),
        }
    }
}

impl<G: Tell> Words<G> {
    /// The game's own words.
    #[must_use]
    pub const fn with_text() -> Self {
        Self {
            sentence: G::sentence,
            text: G::text,
            pause_seconds: G::pause_seconds,
            has_words: true,
            ..Self::plain()
        }
    }
}

impl<G: Tell + Figures> Words<G> {
    /// The game's own words and figures.
    #[must_use]
    pub const fn with_figures() -> Self {
        Self { figures: G::FIGURES, note_figures: G::note_figures, ..Self::with_text() }
    }
}

fn plain(thing: &impl serde::Serialize) -> String {
    // A law holds that events and views can be written as JSON.
    serde_json::to_string(thing).unwrap_or_else(|error| error.to_string())
}
