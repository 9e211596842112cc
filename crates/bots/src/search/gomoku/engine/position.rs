//! A board for two with everything a search asks for kept up to date: patterns in four lines through every free cell for
//! both colours, the cells of each class, and the static value.

use super::nearby::Occupied;
use super::patterns::{CellInfo, CellTable, Class, Combination, LineTable, Worth};
use super::weights;
use crate::meter::done;

/// A cell of the board with its margin: row times stride plus column.
pub(super) type Cell = u16;

/// What it costs to put a stone on the board or to take it off, in units of the meter.
pub(super) const STONE_WORK: u32 = 30;

/// Closed cells around the board, so that lines need no bounds. The margin at the right of a row is also at the left of the
/// next one.
const MARGIN: usize = 5;
/// One row more above and below: a diagonal also goes past the ends of its row.
const MARGIN_ROWS: usize = MARGIN + 1;
pub(super) const MAX_LINES: usize = 25;
const MAX_WORDS: usize = ((MAX_LINES + MARGIN) * (MAX_LINES + 2 * MARGIN_ROWS)).div_ceil(64);

/// Closed places at both ends of a line: the neighbours of a stone's neighbours need no bounds.
const ROW_MARGIN: usize = 2 * MARGIN;

const FREE: u8 = 0;
const CLOSED: u8 = 3;

/// A set of cells.
#[derive(Clone, Copy)]
struct CellSet([u64; MAX_WORDS]);

impl CellSet {
    const EMPTY: Self = Self([0; MAX_WORDS]);

    #[inline]
    fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }
}

/// What a stone on a free cell would make, for each colour.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellState {
    /// The patterns of each colour, four bits for each direction.
    patterns: [u16; 2],
    /// The same regardless of directions.
    combinations: [Combination; 2],
}

impl CellState {
    const CLOSED: Self = Self { patterns: [0; 2], combinations: [Combination::NONE; 2] };
}

/// What is counted over all free cells, for each colour.
#[derive(Clone, Copy)]
struct Totals {
    /// Cells of each class; those of the first are not counted.
    counts: [[u16; 8]; 2],
    /// Values if the colour is to move, and if not.
    sums: [Worth; 2],
}

/// What changes with every cell around a new stone, kept at hand until all have changed.
struct Change {
    sums: [Worth; 2],
}

/// Every other bit, from the lowest.
const EVERY_OTHER: u64 = 0x5555_5555_5555_5555;

#[derive(Clone)]
pub(super) struct Position {
    pub(super) lines: usize,
    stride: usize,
    words: usize,
    line_table: &'static LineTable,
    cell_table: &'static CellTable,
    owners: Vec<u8>,
    /// All lines of each direction, two bits for each cell: who is there.
    rows: [Vec<u128>; 4],
    states: Vec<CellState>,
    /// States as they were before the stones on the board, the latest last, and where those of each stone begin.
    changes: Vec<(Cell, CellState)>,
    before_stones: Vec<(usize, Totals)>,
    sets: [[CellSet; Class::COUNT]; 2],
    totals: Totals,
    /// The line through each cell in each direction, and where its two bits are in it.
    row_places: Vec<[(u8, u8); 4]>,
    occupied: Occupied,
    keys: Vec<[u64; 2]>,
    mover_key: u64,
    hash: u64,
    mover: usize,
    stones: Vec<Cell>,
    free: usize,
}

impl Position {
    pub(super) fn new(lines: usize, exact_five: bool) -> Self {
        let (line_table, cell_table) = (LineTable::shared(exact_five), CellTable::shared());
        let stride = lines + MARGIN;
        let cells = stride * (lines + 2 * MARGIN_ROWS);
        let mut keys = game::dice(11);
        let mut key = || game::Rng::next_u64(&mut keys);
        let mut position = Self {
            lines,
            stride,
            words: cells.div_ceil(64),
            line_table,
            cell_table,
            owners: vec![CLOSED; cells],
            // Closed but for the board.
            rows: std::array::from_fn(|_| vec![u128::MAX; 2 * lines]),
            states: vec![CellState::CLOSED; cells],
            changes: Vec::with_capacity(16 * cells),
            before_stones: Vec::with_capacity(cells),
            sets: [[CellSet::EMPTY; Class::COUNT]; 2],
            totals: Totals { counts: [[0; 8]; 2], sums: [Worth::ZERO; 2] },
            row_places: vec![[(0, 0); 4]; cells],
            occupied: Occupied::none(lines),
            keys: (0..cells).map(|_| [key(), key()]).collect(),
            mover_key: key(),
            hash: 0,
            mover: 0,
            stones: Vec::with_capacity(cells),
            free: lines * lines,
        };
        for cell in position.board_cells() {
            position.owners[usize::from(cell)] = FREE;
            for direction in 0..4 {
                position.row_places[usize::from(cell)][direction] = position.find_row(cell, direction);
                let (row, shift) = position.row_of(cell, direction);
                position.rows[direction][row] &= !(3 << shift);
            }
        }
        for cell in position.board_cells() {
            for direction in 0..4 {
                let (row, shift) = position.row_of(cell, direction);
                let around = (position.rows[direction][row] >> (shift - 2 * line_table.reach)) as u64;
                let patterns = match line_table.reach {
                    4 => line_table.patterns_around::<4>(around),
                    _ => line_table.patterns_around::<5>(around),
                };
                if let Some(state) = position.states[usize::from(cell)].with(direction, patterns, cell_table)
                {
                    position.set(usize::from(cell), state);
                }
            }
        }
        position
    }

    const fn step(&self, direction: usize) -> usize {
        match direction {
            0 => 1,
            1 => self.stride,
            2 => self.stride + 1,
            _ => self.stride - 1,
        }
    }

    const fn find_row(&self, cell: Cell, direction: usize) -> (u8, u8) {
        let (x, y) = self.place_of(cell);
        let (row, along) = match direction {
            0 => (y, x),
            1 => (x, y),
            2 => (x + self.lines - 1 - y, y),
            _ => (x + y, y),
        };
        (row as u8, 2 * (along + ROW_MARGIN) as u8)
    }

    /// The line through the cell, and where its two bits are in it.
    #[inline]
    fn row_of(&self, cell: Cell, direction: usize) -> (usize, usize) {
        let (row, shift) = self.row_places[usize::from(cell)][direction];
        (row.into(), shift.into())
    }

    /// All cells of the board, row by row.
    pub(super) fn board_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (lines, stride) = (self.lines, self.stride);
        (0..lines).flat_map(move |y| (0..lines).map(move |x| ((y + MARGIN_ROWS) * stride + x) as Cell))
    }

    pub(super) const fn cell(&self, x: usize, y: usize) -> Cell {
        ((y + MARGIN_ROWS) * self.stride + x) as Cell
    }

    /// Column and row.
    pub(super) const fn place_of(&self, cell: Cell) -> (usize, usize) {
        (cell as usize % self.stride, cell as usize / self.stride - MARGIN_ROWS)
    }

    pub(super) const fn mover(&self) -> usize {
        self.mover
    }

    /// The number of cells with their margin: for tables by cell.
    pub(super) const fn table_len(&self) -> usize {
        self.owners.len()
    }

    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) const fn is_full(&self) -> bool {
        self.free == 0
    }

    #[cfg(test)]
    pub(super) const fn stones(&self) -> usize {
        self.stones.len()
    }

    #[inline]
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.owners[usize::from(cell)] == FREE
    }

    /// Calls `take` for every free cell that lies close to a stone.
    pub(super) fn each_near(&self, mut take: impl FnMut(Cell)) {
        self.occupied.each_near(|x, y| take(self.cell(x, y)));
    }

    #[inline]
    pub(super) fn info(&self, cell: Cell, colour: usize) -> &CellInfo {
        self.cell_table.info(self.states[usize::from(cell)].combinations[colour])
    }

    /// How many free cells are of this class for the colour.
    #[inline]
    pub(super) fn count(&self, colour: usize, class: Class) -> u16 {
        self.totals.counts[colour][class as usize]
    }

    /// How many cells are of the class or better.
    pub(super) fn count_from(&self, colour: usize, class: Class) -> u16 {
        self.totals.counts[colour][class as usize..Class::COUNT].iter().sum()
    }

    /// One cell of the class, if there is one.
    pub(super) fn first(&self, colour: usize, class: Class) -> Option<Cell> {
        let set = &self.sets[colour][class as usize];
        let word = (0..self.words).find(|word| set.0[*word] != 0)?;
        Some((word * 64 + set.0[word].trailing_zeros() as usize) as Cell)
    }

    /// Calls `take` for every cell where either colour has a class in the range of its own.
    pub(super) fn each(&self, wanted: [Option<Class>; 2], mut take: impl FnMut(Cell)) {
        for word in 0..self.words {
            let mut bits = 0;
            for (sets, from) in self.sets.iter().zip(wanted) {
                if let Some(from) = from {
                    bits |= sets[from as usize..].iter().fold(0, |bits, set| bits | set.0[word]);
                }
            }
            while bits != 0 {
                take((word * 64 + bits.trailing_zeros() as usize) as Cell);
                bits &= bits - 1;
            }
        }
    }

    /// The static value for the colour to move, without looking ahead.
    #[inline]
    pub(super) fn value(&self) -> i32 {
        let parts = self.totals.sums[self.mover].to_move() - self.totals.sums[1 - self.mover].waiting();
        parts / weights::PARTS
    }

    pub(super) fn set_mover(&mut self, mover: usize) {
        if self.mover != mover {
            self.pass();
        }
    }

    /// The other colour is to move, and nothing was placed.
    pub(super) fn pass(&mut self) {
        self.mover = 1 - self.mover;
        self.hash ^= self.mover_key;
    }

    /// Puts a stone of the colour to move on a free cell; the other is to move then.
    pub(super) fn place(&mut self, cell: Cell) {
        done::note(STONE_WORK as usize);
        let at = usize::from(cell);
        self.before_stones.push((self.changes.len(), self.totals));
        self.changes.push((cell, self.states[at]));
        self.set(at, CellState::CLOSED);
        let owner = self.mover as u8 + 1;
        self.owners[at] = owner;
        // A number that is known when it is compiled: this is where the time goes.
        let mut change = Change { sums: self.totals.sums };
        match self.line_table.reach {
            4 => (0..4).for_each(|direction| self.change_row::<4>(cell, direction, owner, &mut change)),
            _ => (0..4).for_each(|direction| self.change_row::<5>(cell, direction, owner, &mut change)),
        }
        self.totals.sums = change.sums;
        let (x, y) = self.place_of(cell);
        self.occupied.toggle(x, y);
        self.hash ^= self.keys[at][self.mover];
        self.stones.push(cell);
        self.free -= 1;
        self.pass();
    }

    /// Takes the last stone off again.
    pub(super) fn take_back(&mut self) {
        let (Some(cell), Some((from, totals))) = (self.stones.pop(), self.before_stones.pop()) else {
            return;
        };
        self.pass();
        let at = usize::from(cell);
        self.free += 1;
        self.hash ^= self.keys[at][self.mover];
        let (x, y) = self.place_of(cell);
        self.occupied.toggle(x, y);
        self.owners[at] = FREE;
        for direction in 0..4 {
            let (row, shift) = self.row_of(cell, direction);
            self.rows[direction][row] &= !(3 << shift);
        }
        while self.changes.len() > from {
            let Some((cell, state)) = self.changes.pop() else { break };
            let cell = usize::from(cell);
            let before = std::mem::replace(&mut self.states[cell], state);
            if before.classes() != state.classes() {
                self.change_sets(cell, before, state);
            }
        }
        self.totals = totals;
    }

    /// A stone was put on the cell: the line has new patterns on both sides of it.
    #[inline(always)]
    fn change_row<const REACH: usize>(
        &mut self,
        cell: Cell,
        direction: usize,
        owner: u8,
        change: &mut Change,
    ) {
        let (at, step) = (usize::from(cell), self.step(direction));
        let (row, shift) = self.row_of(cell, direction);
        let line = &mut self.rows[direction][row];
        *line |= u128::from(owner) << shift;
        // Everything that the patterns around the stone depend on.
        let around = (*line >> (shift - 4 * REACH)) as u64;
        let (line_table, cell_table) = (self.line_table, self.cell_table);
        let first = at - REACH * step;
        // A bit for each free cell within reach of the stone, two apart.
        let within = around >> (2 * REACH);
        let mut free = !(within | within >> 1) & (EVERY_OTHER >> (64 - 2 * (2 * REACH + 1)));
        while free != 0 {
            let twice = free.trailing_zeros() as usize;
            free &= free - 1;
            let cell = first + (twice >> 1) * step;
            let patterns = line_table.patterns_around::<REACH>(around >> twice);
            let before = self.states[cell];
            let Some(state) = before.with(direction, patterns, cell_table) else { continue };
            self.states[cell] = state;
            self.changes.push((cell as Cell, before));
            for colour in 0..2 {
                let (before, after) = (before.combinations[colour], state.combinations[colour]);
                change.sums[colour] =
                    change.sums[colour].exchanged(cell_table.worth(before), cell_table.worth(after));
            }
            if before.classes() != state.classes() {
                self.change_classes(cell, before, state);
            }
        }
    }

    /// The cell is of other classes than before.
    fn change_classes(&mut self, cell: usize, before: CellState, after: CellState) {
        self.change_sets(cell, before, after);
        for colour in 0..2 {
            let counts = &mut self.totals.counts[colour];
            let (before, after) = (before.combinations[colour].class(), after.combinations[colour].class());
            counts[before] = counts[before].wrapping_sub(1);
            counts[after] = counts[after].wrapping_add(1);
        }
    }

    #[inline(always)]
    fn set(&mut self, cell: usize, state: CellState) {
        let before = std::mem::replace(&mut self.states[cell], state);
        self.change_classes(cell, before, state);
        for colour in 0..2 {
            let worth = [before, state].map(|state| self.cell_table.worth(state.combinations[colour]));
            self.totals.sums[colour] = self.totals.sums[colour].exchanged(worth[0], worth[1]);
        }
    }

    #[inline(always)]
    fn change_sets(&mut self, cell: usize, before: CellState, after: CellState) {
        for colour in 0..2 {
            let (before, after) = (before.combinations[colour].class(), after.combinations[colour].class());
            if before != after {
                self.sets[colour][before].toggle(cell);
                self.sets[colour][after].toggle(cell);
            }
        }
    }
}

#[cfg(test)]
impl Position {
    /// The line through the cell as one colour sees it: `None` is free, `Some(true)` own. And where the cell is in it.
    pub(super) fn line_through(
        &self,
        cell: Cell,
        direction: usize,
        colour: usize,
    ) -> (Vec<Option<bool>>, usize) {
        let (at, step) = (usize::from(cell), self.step(direction));
        let back = (1..).take_while(|distance| self.owners[at - distance * step] != CLOSED).count();
        let ahead = (1..).take_while(|distance| self.owners[at + distance * step] != CLOSED).count();
        let cells = (0..=back + ahead).map(|place| match self.owners[at - back * step + place * step] {
            FREE => None,
            owner => Some(usize::from(owner) == colour + 1),
        });
        (cells.collect(), back)
    }

    /// The same stones put on an empty board, in the order of the board.
    pub(super) fn rebuilt(&self) -> Self {
        let mut copy =
            Self { owners: self.owners.clone(), ..Self::new(self.lines, self.line_table.reach == 5) };
        copy.owners.iter_mut().filter(|owner| **owner != CLOSED).for_each(|owner| *owner = FREE);
        for cell in self.board_cells().filter(|cell| !self.is_free(*cell)) {
            copy.set_mover(usize::from(self.owners[usize::from(cell)]) - 1);
            copy.place(cell);
        }
        copy.set_mover(self.mover);
        copy
    }

    pub(super) fn summary(&self) -> Summary {
        let class = |cell: Cell| [0, 1].map(|colour| self.info(cell, colour).class as u8);
        let by_sets = |cell: Cell| {
            let (word, bit) = (usize::from(cell) / 64, usize::from(cell) % 64);
            [0, 1].map(|colour: usize| {
                (1..Class::COUNT)
                    .filter(|class| self.sets[colour][*class].0[word] >> bit & 1 == 1)
                    .sum::<usize>() as u8
            })
        };
        Summary {
            stones: self.stones.len(),
            hash: self.hash,
            value: self.value(),
            classes: self.board_cells().map(class).collect(),
            by_sets: self.board_cells().map(by_sets).collect(),
            counts: self.totals.counts.map(|counts| counts[1..Class::COUNT].to_vec()),
            near: {
                let mut near = Vec::new();
                self.each_near(|cell| near.push(cell));
                near
            },
        }
    }
}

/// Everything that is kept up to date, to be compared.
#[cfg(test)]
#[derive(PartialEq, Debug)]
pub(super) struct Summary {
    pub(super) stones: usize,
    hash: u64,
    value: i32,
    classes: Vec<[u8; 2]>,
    by_sets: Vec<[u8; 2]>,
    counts: [Vec<u16>; 2],
    near: Vec<Cell>,
}

impl CellState {
    /// The classes of both colours, to be compared.
    #[inline]
    const fn classes(self) -> (usize, usize) {
        (self.combinations[0].class(), self.combinations[1].class())
    }

    /// With other patterns of both colours in one direction. `None` if they are the same.
    #[inline(always)]
    fn with(self, direction: usize, patterns: u8, table: &CellTable) -> Option<Self> {
        let shift = 4 * direction;
        let change = |before: u16, after: u8| before ^ ((before >> shift ^ u16::from(after)) & 15) << shift;
        let patterns = [change(self.patterns[0], patterns & 15), change(self.patterns[1], patterns >> 4)];
        let combinations = patterns.map(|patterns| table.combination(patterns));
        (patterns != self.patterns).then_some(Self { patterns, combinations })
    }
}
