//! Two players, solved: the chance to win from every position, both playing as well as can be.

use std::sync::OnceLock;

use game::Seat;
use games::sorry::{Card, DeckKind, Dialect, FourBack, SorryOptions};

use super::Left;
use super::board::{Board, HOME, Rules};
use crate::meter::{Meter, done};

/// Start and the sixty squares.
const PLACES: usize = 61;
const STATES: usize = 2 * PLACES * PLACES;
/// Repeated until no chance changes by more than this.
const STANDS_STILL: f64 = 1e-9;
const MAX_SWEEPS: usize = 5_000;
/// In place of a position: the pawn is Home.
const WON: u32 = u32::MAX;

/// For every position the chance of the player about to draw.
pub(super) struct Solution {
    chances: Vec<f64>,
    weights: [f64; Card::KINDS],
}

fn index(mover: usize, pawns: [u8; 4]) -> usize {
    (mover * PLACES + usize::from(pawns[0])) * PLACES + usize::from(pawns[1])
}

/// The solution for these settings, computed on first use; `None` if the meter stops that. Threads that need it at the
/// same time compute it independently, so that none waits longer than its own meter allows.
pub(super) fn of(options: &SorryOptions, meter: &Meter<'_>) -> Option<&'static Solution> {
    static SOLUTIONS: [OnceLock<Solution>; 32] = [const { OnceLock::new() }; 32];
    let switches = [
        options.deck == DeckKind::Uniform,
        options.four_back == FourBack::Four,
        options.classic_sorry,
        options.must_advance_11,
        options.dialect == Dialect::Unity,
    ];
    let number = switches.iter().fold(0, |number, on| number * 2 + usize::from(*on));
    if SOLUTIONS[number].get().is_none() {
        let solved = solve(options, meter)?;
        // Another thread may have been first, with the same result.
        let _ = SOLUTIONS[number].set(solved);
    }
    SOLUTIONS[number].get()
}

/// What a position costs, each time all its cards are looked at.
const POSITION_WORK: u32 = 2 * Card::KINDS as u32;

fn solve(options: &SorryOptions, meter: &Meter<'_>) -> Option<Solution> {
    let rules = Rules::of(options);
    let uniform = options.deck == DeckKind::Uniform;
    let copies = |card: Card| if uniform { 1.0 } else { f64::from(card.in_pack()) };
    let total: f64 = Card::ALL.into_iter().map(copies).sum();
    let weights = Card::ALL.map(|card| copies(card) / total);
    // Where each card leads from each position: worked out once, read in every sweep.
    let (mut leads, mut ends) = (Vec::new(), Vec::with_capacity(STATES * Card::KINDS));
    for mover in 0..2 {
        for first in 0..PLACES as u8 {
            for second in 0..PLACES as u8 {
                let board = Board { pawns: [first, second, 0, 0], seats: 2 };
                done::note(POSITION_WORK as usize);
                if !meter.charge(POSITION_WORK) {
                    return None;
                }
                for card in 0..Card::KINDS {
                    for after in rules.ways(board, mover, card).all() {
                        let home = after.pawns[mover] == HOME;
                        leads.push(if home { WON } else { index(1 - mover, after.pawns) as u32 });
                    }
                    ends.push(leads.len());
                }
            }
        }
    }
    let mut chances = vec![0.5; STATES];
    for _ in 0..MAX_SWEEPS {
        let mut largest = 0.0f64;
        let mut from = 0;
        for state in 0..STATES {
            done::note(POSITION_WORK as usize);
            if !meter.charge(POSITION_WORK) {
                return None;
            }
            let mut chance = 0.0;
            for (card, weight) in weights.iter().enumerate() {
                let to = ends[state * Card::KINDS + card];
                let best = leads[from..to]
                    .iter()
                    .map(|&lead| if lead == WON { 1.0 } else { 1.0 - chances[lead as usize] });
                chance += weight * best.fold(0.0, f64::max);
                from = to;
            }
            largest = largest.max((chance - chances[state]).abs());
            chances[state] = chance;
        }
        if largest < STANDS_STILL {
            break;
        }
    }
    Some(Solution { chances, weights })
}

impl Solution {
    /// The chance of the player about to draw.
    pub(super) fn before(&self, mover: usize, pawns: [u8; 4]) -> f64 {
        self.chances[index(mover, pawns)]
    }

    /// The chance of the seat that has just moved to this board, with the cards that are left. This many draws ahead
    /// are weighed by the cards really left, the rest as in the pack.
    pub(super) fn after(&self, rules: &Rules, board: &Board, seat: Seat, left: &Left, look: u8) -> f64 {
        if board.pawns[seat.index()] == HOME {
            return 1.0;
        }
        1.0 - self.draw(rules, *board, 1 - seat.index(), *left, look)
    }

    fn draw(&self, rules: &Rules, board: Board, mover: usize, left: Left, look: u8) -> f64 {
        if look == 0 {
            return self.before(mover, board.pawns);
        }
        let left = left.next_pack();
        let total = f64::from(left.total());
        let mut chance = 0.0;
        for card in (0..Card::KINDS).filter(|&card| left.counts[card] > 0) {
            let ways = rules.ways(board, mover, card);
            let value = |after: &Board| {
                if after.pawns[mover] == HOME {
                    return 1.0;
                }
                1.0 - self.draw(rules, *after, 1 - mover, left.without(card), look - 1)
            };
            let best = ways.all().iter().map(value).fold(0.0, f64::max);
            let weight =
                if left.replaced { self.weights[card] } else { f64::from(left.counts[card]) / total };
            chance += weight * best;
        }
        chance
    }
}
