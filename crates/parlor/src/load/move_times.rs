//! What the players of one table share, and what all tables add up to.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::latency::Latency;

/// This many moves of one table are remembered: nobody at it can be further behind.
const REMEMBERED: usize = 16;

/// One table: when each of its moves was sent, and by whom.
pub(super) struct MoveTimes(Mutex<Moves>);

struct Moves {
    sent: [Option<(u8, Instant)>; REMEMBERED],
    count: u64,
}

impl MoveTimes {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(Moves { sent: [None; REMEMBERED], count: 0 })))
    }

    fn moves(&self) -> MutexGuard<'_, Moves> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many moves were sent so far.
    pub(super) fn count(&self) -> u64 {
        self.moves().count
    }

    /// Notes that a seat sends a move now, if it has seen all earlier ones. Only one move is under way at a time, so that
    /// each update can be matched with its move.
    pub(super) fn send(&self, seat: u8, seen: u64) -> bool {
        let mut moves = self.moves();
        if moves.count != seen {
            return false;
        }
        let place = (moves.count % REMEMBERED as u64) as usize;
        moves.sent[place] = Some((seat, Instant::now()));
        moves.count += 1;
        true
    }

    /// The last move was refused: it never was.
    pub(super) fn take_back(&self) {
        let mut moves = self.moves();
        moves.count = moves.count.saturating_sub(1);
    }

    /// Who sent the move of this number, and when.
    pub(super) fn sent(&self, number: u64) -> Option<(u8, Instant)> {
        self.moves().sent[(number % REMEMBERED as u64) as usize]
    }
}

/// What is counted over all tables.
#[derive(Default)]
pub(super) struct Tally(Mutex<Counts>);

#[derive(Clone, Default)]
pub(super) struct Counts {
    pub(super) moves: u64,
    pub(super) games: u64,
    pub(super) refused: u64,
    pub(super) lost: u64,
    /// What the server said first when it refused.
    pub(super) refusal: Option<String>,
    pub(super) mover: Latency,
    pub(super) others: Latency,
}

impl Tally {
    pub(super) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat has the update of a move.
    pub(super) fn arrived(&self, seat: u8, sent: (u8, Instant)) {
        let took = sent.1.elapsed();
        let mut counts = self.counts();
        if sent.0 == seat {
            counts.moves += 1;
            counts.mover.note(took);
        } else {
            counts.others.note(took);
        }
    }

    /// Begins to count.
    pub(super) fn clear(&self) {
        let mut counts = self.counts();
        counts.mover.clear();
        counts.others.clear();
        *counts = Counts { refusal: counts.refusal.take(), ..Counts::default() };
    }
}
