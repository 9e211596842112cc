//! One thread's search: its board, what it has learnt about the order of moves, and its budget.

use super::position::{Cell, Position, STONE_WORK};
use super::table::Table;
use crate::meter::Meter;

/// A win now. A win in n plies is worth n less.
pub(super) const WIN: i32 = 30_000;
/// A value beyond this is a proven win or loss.
pub(super) const SURE: i32 = 29_000;
/// A value below this is a proven loss.
pub(super) const LOST: i32 = -SURE;
/// Static values stay below this.
pub(super) const MAX_STATIC: i32 = 20_000;
/// No line is followed further than this.
pub(super) const MAX_PLY: i32 = 120;
/// What one node costs besides its stones: looking at candidates.
const NODE_WORK: u32 = 30;
/// History values stay below this.
const MAX_HISTORY: i32 = 1 << 14;

/// What a search may use.
pub(super) struct SearchLimits<'m> {
    pub(super) meter: &'m Meter<'m>,
    pub(super) nodes: u64,
}

pub(super) struct Worker<'t, 'm> {
    pub(super) position: Position,
    pub(super) table: &'t Table,
    limits: SearchLimits<'m>,
    pub(super) nodes: u64,
    stopped: bool,
    /// Whether a player has passed on the way here: it is not tried twice.
    pub(super) passed: bool,
    /// How often a move of each colour was good elsewhere.
    pub(super) history: [Vec<i32>; 2],
    /// Moves that were good in other positions of the same ply.
    pub(super) killers: Vec<[Cell; 2]>,
    /// The moves of all nodes on the way from the root, each node's after those of its parent.
    pub(super) moves: Vec<(i32, Cell)>,
}

impl<'t, 'm> Worker<'t, 'm> {
    pub(super) fn new(position: Position, table: &'t Table, limits: SearchLimits<'m>) -> Self {
        let cells = position.table_len();
        let stopped = limits.meter.is_over();
        Self {
            position,
            table,
            limits,
            nodes: 0,
            stopped,
            passed: false,
            history: [vec![0; cells], vec![0; cells]],
            killers: vec![[0; 2]; MAX_PLY as usize + 2],
            moves: Vec::with_capacity(4_096),
        }
    }

    /// Counts one node. Whether to go on.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        self.nodes += 1;
        if !self.limits.meter.charge(2 * STONE_WORK + NODE_WORK) || self.nodes >= self.limits.nodes {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Allows this many nodes from the beginning, and goes on if it was stopped by fewer. Returns how many were allowed before.
    pub(super) fn allow(&mut self, nodes: u64) -> u64 {
        self.stopped = self.limits.meter.is_over() || self.nodes >= nodes;
        std::mem::replace(&mut self.limits.nodes, nodes)
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Notes that a move refuted the one before it, and that those tried before it did not.
    pub(super) fn learn(&mut self, good: Cell, tried: std::ops::Range<usize>, depth: i32, ply: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        let history = &mut self.history[self.position.mover()];
        let bonus = (depth * depth * 8).min(1_200);
        let mut add = |cell: Cell, bonus: i32| {
            let value = &mut history[usize::from(cell)];
            *value += bonus - *value * bonus.abs() / MAX_HISTORY;
        };
        add(good, bonus);
        for index in tried {
            let cell = self.moves[index].1;
            if cell != good {
                add(cell, -bonus);
            }
        }
    }
}

/// In how many plies the game is over, if the value is proven.
pub(super) const fn plies_to_end(value: i32) -> Option<u32> {
    if value.abs() >= SURE { Some((WIN - value.abs()).unsigned_abs()) } else { None }
}
