//! Where a game of golf stands, read from what everybody may see.

use game::{Game, Seat, Viewer};
use games::golf::{Golf, TURNS_EACH, View, ViewPhase};

/// What a follower of the table has to know besides the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    /// Who takes the next turn, or has it; before play, who begins.
    pub(super) head: Seat,
    /// The round, from 1.
    pub(super) round: u8,
    /// How many turns of this round are finished.
    pub(super) turns: u16,
    /// Whether the next turn can begin.
    pub(super) awaits_turn: bool,
    /// Whether all cards of all players are up.
    pub(super) all_up: bool,
}

impl Standing {
    pub(super) fn of(golf: &Golf) -> Self {
        let View { mover, round, turns, phase, layouts, .. } = golf.view(Viewer::Watcher);
        Self {
            head: mover,
            round,
            turns,
            awaits_turn: phase == ViewPhase::Take,
            all_up: layouts.as_slice().iter().flatten().all(Option::is_some),
        }
    }

    /// Whether everybody has had the most turns that a round usually allows.
    pub(super) fn had_most_turns(self, seats: u8) -> bool {
        self.turns >= TURNS_EACH * u16::from(seats)
    }
}
