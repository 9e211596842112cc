//! Gomoku for two: patterns kept up to date in every line, wins by force, and alpha-beta with a table that can be kept
//! between moves and shared between threads.

mod alphabeta;
mod nearby;
mod patterns;
mod position;
mod root;
mod table;
#[cfg(test)]
mod tests;
mod threats;
mod weights;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};

use game::FastRng;
use games::gomoku::{Action, Crossing, Gomoku, GomokuOptions, Seen};

use self::position::Position;
use self::root::RootLimits;
use self::table::Table;
use self::worker::{SearchLimits, Worker};
use crate::meter::Meter;
use crate::{BotInput, Budget};

/// What the engine found out about one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GomokuThought {
    /// The best move.
    pub action: Action,
    /// Its value for the seat: the expected share of the win, from 0 to 1.
    pub value: f64,
    /// In how many moves of both the game is over, if that is proven.
    pub decided_in: Option<u32>,
    /// How many moves deep the search was.
    pub depth: u32,
    /// How many positions this thread looked at.
    pub nodes: u64,
}

/// How far one search goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineLimits {
    pub(super) depth: i32,
    pub(super) nodes: u64,
    /// Positions looked at for wins by fours and open threes before anything else: none at 0.
    pub(super) threats: u32,
    /// At most this many moves at the root.
    pub(super) width: usize,
}

impl EngineLimits {
    /// As far as the meter allows.
    pub(super) const NONE: Self = Self { depth: 60, nodes: u64::MAX, threats: 20_000, width: usize::MAX };

    /// At most as many nodes as the budget has simulations, where it has a number of them.
    pub(super) fn at_most(self, budget: Budget<'_>) -> Self {
        match budget.simulations {
            u32::MAX => self,
            simulations => Self { nodes: self.nodes.min(simulations.into()), ..self },
        }
    }

    fn at_root(self) -> RootLimits {
        let threats = u64::from(self.threats).min(self.nodes / PART_FOR_THREATS) as u32;
        RootLimits { depth: self.depth, threats, width: self.width }
    }
}

/// A player of Gomoku for two that remembers what it found out between moves.
pub struct GomokuEngine {
    table: Table,
    /// Whether a thread has the answer, so that the others may stop.
    decided: AtomicBool,
}

impl GomokuEngine {
    /// An engine whose memory takes at most this many bytes.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        Self { table: Table::with_bytes(bytes), decided: AtomicBool::new(false) }
    }

    /// To be called before each move: what was found out for earlier ones is forgotten first.
    pub fn next_move(&mut self) {
        self.table.next_age();
        *self.decided.get_mut() = false;
    }

    /// Says to all threads that one of them has the answer.
    pub fn decide(&self) {
        self.decided.store(true, Ordering::Relaxed);
    }

    /// Whether a thread has the answer: the others stop then.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    /// A first or second move, which needs no search and differs from game to game. `None` later.
    #[must_use]
    pub fn opening(input: BotInput<'_, Gomoku>, dice: &mut FastRng) -> Option<Action> {
        super::two::opening(input, dice)
    }

    /// Thinks about a move until the budget says stop. Several threads may call it at once for the same move: they share what
    /// they find out. The one with helper number 0 has the answer; the others vary what they look at.
    #[must_use]
    pub fn think(
        &self,
        input: BotInput<'_, Gomoku>,
        helper: u32,
        budget: Budget<'_>,
    ) -> Option<GomokuThought> {
        self.think_within(input, helper, EngineLimits::NONE.at_most(budget), &Meter::of(&budget))
    }

    pub(super) fn think_within(
        &self,
        input: BotInput<'_, Gomoku>,
        helper: u32,
        limits: EngineLimits,
        meter: &Meter<'_>,
    ) -> Option<GomokuThought> {
        let position = read(input.options, input.view, input.seat.index());
        let mut worker = Worker::new(position, &self.table, SearchLimits { meter, nodes: limits.nodes });
        let found = worker.best_move(limits.at_root(), helper)?;
        let (x, y) = worker.position.place_of(found.cell);
        Some(GomokuThought {
            action: Action::place(x as i8, y as i8),
            value: share(found.value),
            decided_in: worker::plies_to_end(found.value),
            depth: found.depth.unsigned_abs(),
            nodes: worker.nodes,
        })
    }
}

impl GomokuEngine {
    /// The values of the most promising moves and of the one that is asked about, the best first: shares of the win, or none if
    /// there was no time to search it.
    pub(super) fn values(
        &self,
        input: BotInput<'_, Gomoku>,
        asked: Option<Action>,
        limits: EngineLimits,
        meter: &Meter<'_>,
    ) -> Vec<(Action, Option<f64>)> {
        let position = read(input.options, input.view, input.seat.index());
        let asked =
            asked.map(|action| position.cell(action.crossing().x as usize, action.crossing().y as usize));
        let mut worker = Worker::new(position, &self.table, SearchLimits { meter, nodes: limits.nodes });
        let found = worker.values(limits.at_root(), asked);
        let action = |cell| {
            let (x, y) = worker.position.place_of(cell);
            Action::place(x as i8, y as i8)
        };
        found.into_iter().map(|(cell, value)| (action(cell), value.map(share))).collect()
    }
}

/// At most this part of the nodes goes into wins by force at the root.
const PART_FOR_THREATS: u64 = 8;
/// A static value of this much makes the win e times as likely as the loss.
const SCALE: f64 = 200.0;

/// The expected share of the win.
pub(super) fn share(value: i32) -> f64 {
    match worker::plies_to_end(value) {
        Some(_) => f64::from(value > 0),
        None => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
    }
}

/// The board that a seat sees, with that seat to move.
fn read(options: &GomokuOptions, view: &Seen, own: usize) -> Position {
    let mut position = Position::new(usize::from(view.lines()), options.exact_five);
    for crossing in Crossing::all(view.lines()) {
        if let Some(owner) = view.pebble(crossing) {
            position.set_mover(owner.index().min(1));
            position.place(position.cell(crossing.x as usize, crossing.y as usize));
        }
    }
    position.set_mover(own.min(1));
    position
}
