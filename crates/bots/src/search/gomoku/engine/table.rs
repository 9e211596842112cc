//! What was found out about positions, kept between moves and shared between threads.

use std::sync::atomic::{AtomicU64, Ordering};

use super::position::Cell;

/// What the kept value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    AtMost,
    AtLeast,
    Exact,
}

/// One position's entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TranspositionEntry {
    pub(super) value: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    /// The best move, 0 if none is known.
    pub(super) best: Cell,
}

/// Entries that a position can be kept in.
const BUCKET: usize = 4;
/// An entry from an earlier move counts as this much shallower, for each move.
const AGE_WORTH: i32 = 4;
const AGES: u8 = 64;

/// Two words for each entry. The first is the key mixed with the second: if two threads write at once the words do not fit
/// each other, and the entry is not found.
pub(super) struct Table {
    words: Vec<[AtomicU64; 2]>,
    age: u8,
}

impl Table {
    /// A table of at most this many bytes.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let entries = (bytes / 16).max(BUCKET);
        // The largest power of two that fits.
        let entries = 1 << entries.ilog2();
        Self { words: (0..entries).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(), age: 0 }
    }

    /// A new move is thought about: what was kept before may be replaced first.
    pub(super) const fn next_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let from = key as usize & (self.words.len() - 1) & !(BUCKET - 1);
        &self.words[from..from + BUCKET]
    }

    pub(super) fn get(&self, key: u64) -> Option<TranspositionEntry> {
        let found = self.bucket(key).iter().find_map(|[mixed, data]| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && mixed.load(Ordering::Relaxed) ^ data == key).then_some(data)
        });
        found.and_then(unpack)
    }

    pub(super) fn put(&self, key: u64, entry: TranspositionEntry) {
        let mut worst = None;
        for slot in self.bucket(key) {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data == key {
                // A much deeper result about the same position is worth more than a new one.
                let keep = data != 0
                    && entry.bound != Bound::Exact
                    && age_of(data) == self.age
                    && i32::from(depth_of(data)) > i32::from(entry.depth) + 3;
                worst = (!keep).then_some(slot);
                if keep {
                    return;
                }
                break;
            }
            let older = i32::from((self.age + AGES - age_of(data)) % AGES);
            let worth = i32::from(depth_of(data)) - AGE_WORTH * older;
            match worst {
                None => worst = Some(slot),
                Some(other) => {
                    let data = other[1].load(Ordering::Relaxed);
                    let older = i32::from((self.age + AGES - age_of(data)) % AGES);
                    if worth < i32::from(depth_of(data)) - AGE_WORTH * older {
                        worst = Some(slot);
                    }
                }
            }
        }
        if let Some([mixed, data]) = worst {
            let packed = pack(entry, self.age);
            data.store(packed, Ordering::Relaxed);
            mixed.store(packed ^ key, Ordering::Relaxed);
        }
    }
}

/// Bits from the lowest: best 16, value 16, depth 8, age 6, bound 2 (never 0).
fn pack(entry: TranspositionEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::AtMost => 1,
        Bound::AtLeast => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best)
        | u64::from(entry.value as u16) << 16
        | u64::from(entry.depth as u8) << 32
        | u64::from(age) << 40
        | bound << 46
}

const fn depth_of(data: u64) -> i8 {
    (data >> 32) as u8 as i8
}

const fn age_of(data: u64) -> u8 {
    (data >> 40) as u8 & (AGES - 1)
}

const fn unpack(data: u64) -> Option<TranspositionEntry> {
    let bound = match data >> 46 & 3 {
        1 => Bound::AtMost,
        2 => Bound::AtLeast,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TranspositionEntry {
        value: (data >> 16) as u16 as i16,
        depth: depth_of(data),
        bound,
        best: data as u16,
    })
}
