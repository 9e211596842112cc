//! Words for a game: what happened in sentences, and the table as plain text.

use crate::{Game, SeenOf, Voice};

/// The words of a game. Without them a game is played all the same, and its events are shown as they are written in JSON.
pub trait Tell: Game {
    /// What happened, as one sentence for people.
    fn sentence(event: &Self::Event, voice: &Voice) -> String;

    /// The table as plain text, at most 78 columns wide.
    fn text(seen: &SeenOf<Self>) -> String;

    /// How many seconds people want to look at the table after this event before the next decision, as after the end of a
    /// round.
    fn pause_seconds(options: &Self::Options, event: &Self::Event) -> u32 {
        let _ = (options, event);
        0
    }
}
