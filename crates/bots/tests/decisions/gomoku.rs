//! Fours, open threes and crossing threes on an empty part of the board, everywhere and in every direction.

use game::{Chance, DiscardEvents, FastRng, Game, Seat, Seed, Status, below, dice};
use games::gomoku::{Action, Gomoku, GomokuOptions};

use super::Decision;

/// Stones of one pattern around (0, 0), before it is turned and moved. Two rows of eight crossings are free around it.
struct Pattern {
    /// Of the player who is to move.
    own: &'static [(i8, i8)],
    theirs: &'static [(i8, i8)],
    good: (i8, i8),
}

const PATTERNS: &[Pattern] = &[
    // The own five, where the opponent has a four too.
    Pattern {
        own: &[(-2, 0), (-1, 0), (0, 0), (1, 0)],
        theirs: &[(-3, 0), (-2, 2), (-1, 2), (0, 2), (1, 2)],
        good: (2, 0),
    },
    // The opponent's four, closed at one end, and with a hole.
    Pattern { own: &[(-3, 0)], theirs: &[(-2, 0), (-1, 0), (0, 0), (1, 0)], good: (2, 0) },
    Pattern { own: &[], theirs: &[(-2, 0), (-1, 0), (1, 0), (2, 0)], good: (0, 0) },
    // The opponent's open three.
    Pattern { own: &[], theirs: &[(-1, 0), (0, 0), (1, 0)], good: (2, 0) },
    // With a hole.
    Pattern { own: &[], theirs: &[(-1, 0), (0, 0), (2, 0)], good: (1, 0) },
    // The own open three becomes an open four.
    Pattern { own: &[(-1, 0), (0, 0), (1, 0)], theirs: &[], good: (2, 0) },
];

/// Both players have the same number of stones, or the one who is to move has one fewer; the rest lies at the edge.
pub(super) fn forced() -> impl Iterator<Item = Decision<Gomoku>> {
    let mut rng = dice(5);
    (0..10_000).filter_map(move |number| decision(&PATTERNS[number % PATTERNS.len()], &mut rng))
}

fn decision(pattern: &Pattern, rng: &mut FastRng) -> Option<Decision<Gomoku>> {
    let options = GomokuOptions::default();
    let seat = below(rng, 2) as u8;
    let (dx, dy) = (below(rng, 5) as i8 - 2, below(rng, 5) as i8 - 2);
    let direction = below(rng, 4);
    let (flip_x, flip_y) = (below(rng, 2) == 0, below(rng, 2) == 0);
    let at = |(x, y): (i8, i8)| {
        // Along a row, a column or a diagonal.
        let (x, y) = match direction {
            0 => (x, y),
            1 => (y, x),
            2 => (x, x + y),
            _ => (x, y - x),
        };
        let (x, y) = (if flip_x { -x } else { x }, if flip_y { -y } else { y });
        (7 + dx + x, 7 + dy + y)
    };
    let mut stones = [Vec::new(), Vec::new()];
    stones[usize::from(seat)].extend(pattern.own.iter().copied().map(at));
    stones[usize::from(1 - seat)].extend(pattern.theirs.iter().copied().map(at));
    // Seat 0 begins: it has as many as seat 1 when it is to move, one more when seat 1 is.
    let needed = stones[0].len().max(stones[1].len() + usize::from(seat));
    let lengths = [needed, needed - usize::from(seat)];
    // Corner crossings far from each other make nothing.
    let idle = [(0, 0), (14, 0), (0, 14), (14, 14), (0, 3), (14, 3), (0, 11), (14, 11), (3, 14), (11, 14)];
    let mut idle = idle.into_iter();
    for (stones, length) in stones.iter_mut().zip(lengths) {
        while stones.len() < length {
            stones.push(idle.next()?);
        }
    }
    let mut position = Gomoku::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents)
        .expect("it is legal");
    let mut order = [stones[0].iter(), stones[1].iter()];
    while let Some(mover) = position.status().to_act().first() {
        let Some(&(x, y)) = order[mover.index()].next() else { break };
        position.play(mover, Action::place(x, y), &mut DiscardEvents).ok()?;
    }
    let to_move = matches!(position.status(), Status::ToAct(seats) if seats.contains(Seat::of(seat)));
    let (x, y) = at(pattern.good);
    // On the edge, where nothing can be stopped.
    let bad = Action::place(7, if dy < 0 { 14 } else { 0 });
    to_move.then(|| Decision { options, position, seat: Seat::of(seat), good: Action::place(x, y), bad })
}
