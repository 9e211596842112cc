//! Three and four players: every choice is played out many times.

use game::{FastRng, Rng, Seat, below};

use super::Left;
use super::board::{Board, HOME, Rules, steps_left};
use crate::heuristics::sorry::Turns;
use crate::meter::{Meter, done};

/// How much the others' way Home weighs against the own, as in the rule of thumb.
const SPITE: f64 = 1.2;
/// A game that is still going on after this many turns counts as nobody's.
const MAX_ACTIONS: usize = 1_500;
/// What a turn costs, whatever can be done in it.
const TURN_WORK: u32 = 6;

/// For each board that the seat can leave behind, how often it wins from there. `None` if the meter stops it before one
/// game was played to its end for each of them.
#[allow(clippy::too_many_arguments, reason = "one table, read by one loop")]
pub(super) fn play_out(
    rules: &Rules,
    turns: &Turns,
    boards: &[Board],
    seat: Seat,
    left: &Left,
    games: u32,
    dice: &mut FastRng,
    meter: &Meter<'_>,
) -> Option<Vec<f64>> {
    let mut won = vec![0.0; boards.len()];
    let mut played = 0;
    for _ in 0..games.max(1) {
        // The same random draws for every choice, so that results differ only because of the choice.
        let seed = dice.next_u64();
        let game = |board: &Board| one_game(rules, turns, *board, seat, *left, &mut game::dice(seed), meter);
        // A game that only some of the choices have played counts for none.
        let Some(shares) = boards.iter().map(game).collect::<Option<Vec<f64>>>() else { break };
        won.iter_mut().zip(shares).for_each(|(won, share)| *won += share);
        played += 1;
    }
    (played > 0).then(|| won.iter().map(|won| won / f64::from(played)).collect())
}

/// The seat's share of the win if the game goes on from here; `None` if the meter stops it.
pub(super) fn one_game(
    rules: &Rules,
    turns: &Turns,
    mut board: Board,
    seat: Seat,
    mut left: Left,
    rng: &mut FastRng,
    meter: &Meter<'_>,
) -> Option<f64> {
    let seats = usize::from(board.seats);
    if board.pawns[seat.index()] == HOME {
        return Some(1.0);
    }
    let mut mover = (seat.index() + 1) % seats;
    for _ in 0..MAX_ACTIONS {
        done::note(TURN_WORK as usize);
        if !meter.charge(TURN_WORK) {
            return None;
        }
        left = left.next_pack();
        let mut drawn = below(rng, left.total());
        let mut card = 0;
        while drawn >= u32::from(left.counts[card]) {
            drawn -= u32::from(left.counts[card]);
            card += 1;
        }
        left = left.without(card);
        let ways = rules.ways(board, mover, card);
        board = match ways.all() {
            [only] => *only,
            several => cheapest(turns, several, mover),
        };
        if board.pawns[mover] == HOME {
            return Some(if mover == seat.index() { 1.0 } else { 0.0 });
        }
        mover = (mover + 1) % seats;
    }
    Some(1.0 / f64::from(board.seats))
}

/// The own turns to Home less the others'.
fn cost(turns: &Turns, board: &Board, mover: usize) -> f64 {
    let needed = |seat: usize| turns[usize::from(steps_left(seat, board.pawns[seat]))];
    let seats = usize::from(board.seats);
    let others: f64 = (0..seats).filter(|seat| *seat != mover).map(needed).sum();
    needed(mover) - SPITE * others / (seats - 1) as f64
}

fn cheapest(turns: &Turns, boards: &[Board], mover: usize) -> Board {
    let cost = |board: &Board| cost(turns, board, mover);
    let mut best = (boards[0], f64::INFINITY);
    for board in boards {
        let cost = cost(board);
        if cost < best.1 {
            best = (*board, cost);
        }
    }
    best.0
}
