//! Wins by force, one threat after another.
//!
//! A four must be answered on the one cell that stops it. An open three must be answered by a four, or on a cell where the
//! attacker would make a four: any other answer leaves the open four. So the tree of threats is thin, a win many moves deep
//! is found quickly, and because every answer is tried a win that is found is a win.

use super::patterns::Class;
use super::position::Cell;
use super::table::{Bound, TranspositionEntry};
use super::worker::Worker;

const FOURS_SALT: u64 = 0x9e37_79b9_7f4a_7c15;
const THREES_SALT: u64 = 0xc2b2_ae3d_27d4_eb4f;
/// At most this many threats are tried at each step, the most promising first.
const MAX_THREATS: usize = 24;

/// A win by force: in how many plies, and by which move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ForcedWin {
    pub(super) plies: i32,
    pub(super) first: Cell,
}

/// How far to look for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Moves of the attacker.
    pub(super) depth: i32,
    pub(super) nodes: u32,
}

/// What stands before any threat is tried.
enum Standing {
    Won(ForcedWin),
    Lost,
    /// The opponent's four must be stopped here first.
    Must(Cell),
    Open,
}

impl Worker<'_, '_> {
    fn standing(&self) -> Standing {
        let (us, them) = (self.position.mover(), 1 - self.position.mover());
        if let Some(first) = self.position.first(us, Class::Five) {
            return Standing::Won(ForcedWin { plies: 1, first });
        }
        match self.position.count(them, Class::Five) {
            0 => match self.position.first(us, Class::OpenFour) {
                Some(first) => Standing::Won(ForcedWin { plies: 3, first }),
                None => Standing::Open,
            },
            1 => self.position.first(them, Class::Five).map_or(Standing::Lost, Standing::Must),
            _ => Standing::Lost,
        }
    }

    /// A win of the mover by fours alone.
    pub(super) fn fours(&mut self, reach: Reach) -> Option<ForcedWin> {
        let mut nodes = reach.nodes;
        self.fours_within(reach.depth, &mut nodes)
    }

    fn fours_within(&mut self, depth: i32, nodes: &mut u32) -> Option<ForcedWin> {
        let us = self.position.mover();
        let must = match self.standing() {
            Standing::Won(win) => return Some(win),
            Standing::Must(cell) if self.position.info(cell, us).class >= Class::Four => Some(cell),
            Standing::Must(_) | Standing::Lost => return None,
            Standing::Open => None,
        };
        if depth <= 0 || *nodes == 0 || self.position.count_from(us, Class::Four) == 0 || !self.enter() {
            return None;
        }
        *nodes -= 1;
        let key = self.position.hash() ^ FOURS_SALT;
        if let Some(known) = self.known(key, depth) {
            return known;
        }
        let start = self.moves.len();
        match must {
            Some(cell) => self.moves.push((0, cell)),
            None => self.push_threats(Class::Four),
        }
        let mut found = None;
        for index in start..self.moves.len() {
            let cell = self.moves[index].1;
            self.position.place(cell);
            let plies = match self.position.count(us, Class::Five) {
                0 => None,
                1 => self.position.first(us, Class::Five).and_then(|answer| {
                    self.position.place(answer);
                    let deeper = self.fours_within(depth - 1, nodes);
                    self.position.take_back();
                    deeper.map(|win| win.plies + 2)
                }),
                _ => Some(3),
            };
            self.position.take_back();
            if let Some(plies) = plies {
                found = Some(ForcedWin { plies, first: cell });
                break;
            }
        }
        self.moves.truncate(start);
        self.note(key, depth, found, *nodes > 0);
        found
    }

    /// A win of the mover by fours and open threes.
    pub(super) fn threes(&mut self, reach: Reach) -> Option<ForcedWin> {
        let mut nodes = reach.nodes;
        (1..=reach.depth).find_map(|depth| self.threes_within(depth, &mut nodes))
    }

    fn threes_within(&mut self, depth: i32, nodes: &mut u32) -> Option<ForcedWin> {
        let must = match self.standing() {
            Standing::Won(win) => return Some(win),
            Standing::Lost => return None,
            Standing::Must(cell) => Some(cell),
            Standing::Open => None,
        };
        if *nodes == 0 || !self.enter() {
            return None;
        }
        *nodes -= 1;
        if let Some(win) = self.fours_within(12, nodes) {
            return Some(win);
        }
        if depth <= 0 {
            return None;
        }
        let key = self.position.hash() ^ THREES_SALT;
        if let Some(known) = self.known(key, depth) {
            return known;
        }
        let start = self.moves.len();
        match must {
            // The threat that stood before the opponent's four may stand after it.
            Some(cell) => self.moves.push((0, cell)),
            None => self.push_threats(Class::Three),
        }
        self.moves.truncate(start + MAX_THREATS);
        let mut found = None;
        for index in start..self.moves.len() {
            let cell = self.moves[index].1;
            self.position.place(cell);
            let plies = self.every_answer_loses(depth, nodes);
            self.position.take_back();
            if let Some(plies) = plies {
                found = Some(ForcedWin { plies: plies + 1, first: cell });
                break;
            }
            if *nodes == 0 || self.is_stopped() {
                break;
            }
        }
        self.moves.truncate(start);
        self.note(key, depth, found, *nodes > 0);
        found
    }

    /// Whether the mover loses whatever it answers to the last threat, and in how many plies at most.
    fn every_answer_loses(&mut self, depth: i32, nodes: &mut u32) -> Option<i32> {
        let (them, us) = (self.position.mover(), 1 - self.position.mover());
        if self.position.count(them, Class::Five) > 0 {
            return None;
        }
        match self.position.count(us, Class::Five) {
            0 => {}
            1 => {
                let answer = self.position.first(us, Class::Five)?;
                self.position.place(answer);
                let win = self.threes_within(depth - 1, nodes);
                self.position.take_back();
                return win.map(|win| win.plies + 1);
            }
            _ => return Some(2),
        }
        // Without a threat, or with a slower one, it does not attack.
        if self.position.count(us, Class::OpenFour) == 0 || self.position.count(them, Class::OpenFour) > 0 {
            return None;
        }
        if self.fours_within(8, nodes).is_some() {
            return None;
        }
        let start = self.moves.len();
        let position = &self.position;
        let moves = &mut self.moves;
        position.each([Some(Class::Four); 2], |cell| {
            moves.push((
                i32::from(position.info(cell, us).builds) + i32::from(position.info(cell, them).builds),
                cell,
            ));
        });
        self.moves[start..].sort_unstable_by_key(|(order, cell)| (std::cmp::Reverse(*order), *cell));
        let mut longest = Some(0);
        for index in start..self.moves.len() {
            let answer = self.moves[index].1;
            self.position.place(answer);
            let win = self.threes_within(depth - 1, nodes);
            self.position.take_back();
            longest = longest.zip(win).map(|(longest, win)| longest.max(win.plies + 1));
            if longest.is_none() {
                break;
            }
        }
        self.moves.truncate(start);
        longest
    }

    /// Adds the mover's threats of this class and better, the most promising first.
    fn push_threats(&mut self, class: Class) {
        let (start, us) = (self.moves.len(), self.position.mover());
        let mut wanted = [None; 2];
        wanted[us] = Some(class);
        let position = &self.position;
        let moves = &mut self.moves;
        position.each(wanted, |cell| moves.push((i32::from(position.info(cell, us).builds), cell)));
        self.moves[start..].sort_unstable_by_key(|(order, cell)| (std::cmp::Reverse(*order), *cell));
    }

    /// What an earlier search for threats of at least this depth found: a win, or none.
    fn known(&self, key: u64, depth: i32) -> Option<Option<ForcedWin>> {
        let entry = self.table.get(key)?;
        if entry.value > 0 {
            // A key may belong to another position: the move must at least be possible.
            let win = ForcedWin { plies: entry.value.into(), first: entry.best };
            return self.position.is_free(entry.best).then_some(Some(win));
        }
        (i32::from(entry.depth) >= depth).then_some(None)
    }

    fn note(&self, key: u64, depth: i32, found: Option<ForcedWin>, complete: bool) {
        if found.is_none() && (!complete || self.is_stopped()) {
            return;
        }
        let (value, best) = found.map_or((0, 0), |win| (win.plies as i16, win.first));
        self.table.put(key, TranspositionEntry { value, depth: depth as i8, bound: Bound::Exact, best });
    }
}
