//! Where a game of golf stands, read from what everybody may see.

use game::{Game, Seat, Viewer};
use games::golf::{Golf, Phase, TURNS_EACH, View};

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
    /// Whether the game is over.
    pub(super) over: bool,
}

impl Standing {
    pub(super) fn of(golf: &Golf) -> Self {
        let View { turn, round, turns, phase, .. } = golf.view(Viewer::Watcher);
        Self { head: turn, round, turns, awaits_turn: phase == Phase::Take, over: phase == Phase::Over }
    }

    /// Whether everybody has had the most turns that a round usually allows, and no turn is begun.
    pub(super) fn may_be_cut(self, seats: u8) -> bool {
        self.awaits_turn && self.turns >= TURNS_EACH * u16::from(seats)
    }
}
