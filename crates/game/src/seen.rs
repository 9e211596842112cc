//! What all games show alike.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::{Outcome, PerSeat, Seat, SeatSet};

/// All that one viewer sees of a game: the frame that is alike for all games, and around it the game's own view.
///
/// It is made by [`Game::seen`](crate::Game::seen), so that no game can show it differently. The fields of the view can be
/// read through it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen<V, A> {
    /// The viewer's seat; `None` for watchers.
    pub you: Option<Seat>,
    /// How many play.
    pub seats: u8,
    /// The number of the turn.
    pub turn: u32,
    /// Who is to act; nobody when the game is over.
    pub to_act: SeatSet,
    /// Points so far.
    pub scores: PerSeat<i32>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// What the viewer can do now.
    pub legal: Vec<A>,
    /// What is particular to the game.
    pub view: V,
}

impl<V, A> Deref for Seen<V, A> {
    type Target = V;

    fn deref(&self) -> &V {
        &self.view
    }
}

/// What a viewer of the game `G` sees.
pub type SeenOf<G> = Seen<<G as crate::Game>::View, <G as crate::Game>::Action>;
