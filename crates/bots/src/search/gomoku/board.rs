//! The board with all that a search asks for kept up to date: pebbles in every window of five, and what every free
//! crossing is worth to every seat.

use game::Seat;
use games::gomoku::{Crossing, GomokuOptions, Seen};

use crate::meter::done;

/// This many pebbles in a row win.
const FIVE: usize = 5;
/// A crossing lies in at most this many windows: five in each of four directions.
const WINDOWS_AT: usize = 20;
pub(super) const GOMOKU_MAX_SEATS: usize = 3;
/// What it costs to put a pebble on the board.
const PEBBLE_WORK: u32 = 30;

/// What a window weighs that holds this many pebbles of one seat and nobody else's.
const WEIGHTS: [i32; FIVE + 1] = [1, 4, 20, 90, 400, 0];

/// A crossing: row times lines plus column.
pub(super) type Cell = u16;

/// A few crossings, in order of the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Few {
    cells: [Cell; 4],
    count: usize,
}

impl Few {
    pub(super) fn all(&self) -> &[Cell] {
        &self.cells[..self.count]
    }

    pub(super) const fn len(&self) -> usize {
        self.count
    }

    fn is_full(&self) -> bool {
        self.count == self.cells.len()
    }

    fn add(&mut self, cell: Cell) {
        self.cells[self.count] = cell;
        self.count += 1;
    }
}

/// What lies in a window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    Only { seat: usize, count: usize },
    Several,
}

#[derive(Clone)]
pub(super) struct Board {
    pub(super) lines: usize,
    pub(super) seats: usize,
    exact_five: bool,
    /// 0 is free; else the seat and one.
    owners: Vec<u8>,
    free: usize,
    windows: Vec<[Cell; FIVE]>,
    /// The windows through each crossing, and how many they are.
    at: Vec<([u16; WINDOWS_AT], u8)>,
    counts: Vec<[u8; GOMOKU_MAX_SEATS]>,
    /// What windows through a crossing weigh for each seat.
    weight: [Vec<i32>; GOMOKU_MAX_SEATS],
    /// In how many windows through it the seat has four, and in how many three, with nobody else there.
    fours: [Vec<u8>; GOMOKU_MAX_SEATS],
    threes: [Vec<u8>; GOMOKU_MAX_SEATS],
    four_windows: [u16; GOMOKU_MAX_SEATS],
    total: [i32; GOMOKU_MAX_SEATS],
    keys: Vec<[u64; GOMOKU_MAX_SEATS]>,
    pub(super) hash: u64,
}

impl Board {
    pub(super) fn read(options: &GomokuOptions, view: &Seen) -> Self {
        let lines = usize::from(view.lines());
        let mut board = Self::empty(lines, usize::from(view.seats), options.exact_five);
        for crossing in Crossing::all(view.lines()) {
            if let Some(owner) = view.pebble(crossing) {
                board.place(board.cell(crossing), owner.index());
            }
        }
        board
    }

    fn empty(lines: usize, seats: usize, exact_five: bool) -> Self {
        let cells = lines * lines;
        let mut windows = Vec::new();
        let mut at = vec![([0u16; WINDOWS_AT], 0u8); cells];
        for start in 0..cells {
            let (x, y) = (start % lines, start / lines);
            let (right, down, left) = (x + FIVE <= lines, y + FIVE <= lines, x + 1 >= FIVE);
            let steps = [(right, 1), (down, lines), (right && down, lines + 1), (left && down, lines - 1)];
            for (_, step) in steps.into_iter().filter(|(fits, _)| *fits) {
                let window: [Cell; FIVE] = std::array::from_fn(|index| (start + index * step) as Cell);
                for cell in window {
                    let (list, count) = &mut at[usize::from(cell)];
                    list[usize::from(*count)] = windows.len() as u16;
                    *count += 1;
                }
                windows.push(window);
            }
        }
        let weight: Vec<i32> = at.iter().map(|(_, count)| i32::from(*count) * WEIGHTS[0]).collect();
        let mut keys = game::dice(11);
        let mut key = || game::Rng::next_u64(&mut keys);
        Self {
            lines,
            seats,
            exact_five,
            owners: vec![0; cells],
            free: cells,
            counts: vec![[0; GOMOKU_MAX_SEATS]; windows.len()],
            total: [windows.len() as i32 * WEIGHTS[0]; GOMOKU_MAX_SEATS],
            windows,
            at,
            weight: std::array::from_fn(|_| weight.clone()),
            fours: std::array::from_fn(|_| vec![0; cells]),
            threes: std::array::from_fn(|_| vec![0; cells]),
            four_windows: [0; GOMOKU_MAX_SEATS],
            keys: (0..cells).map(|_| std::array::from_fn(|_| key())).collect(),
            hash: 0,
        }
    }

    pub(super) fn cell(&self, crossing: Crossing) -> Cell {
        (crossing.y as usize * self.lines + crossing.x as usize) as Cell
    }

    pub(super) fn crossing(&self, cell: Cell) -> Crossing {
        let cell = usize::from(cell);
        Crossing::new((cell % self.lines) as i8, (cell / self.lines) as i8)
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.owners.len() as Cell
    }

    #[inline]
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.owners[usize::from(cell)] == 0
    }

    /// What it costs to look at one board: its crossings, and the windows of the pebble that led there.
    pub(super) fn looking_work(&self) -> u32 {
        PEBBLE_WORK + self.owners.len() as u32
    }

    pub(super) const fn is_full(&self) -> bool {
        self.free == 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.free == self.owners.len()
    }

    pub(super) fn place(&mut self, cell: Cell, seat: usize) {
        done::note(PEBBLE_WORK as usize);
        self.owners[usize::from(cell)] = seat as u8 + 1;
        self.free -= 1;
        self.hash ^= self.keys[usize::from(cell)][seat];
        let (list, count) = self.at[usize::from(cell)];
        for &window in &list[..usize::from(count)] {
            let window = usize::from(window);
            let before = held(self.counts[window]);
            self.counts[window][seat] += 1;
            self.update(window, before, held(self.counts[window]));
        }
    }

    pub(super) fn take_back(&mut self, cell: Cell, seat: usize) {
        self.owners[usize::from(cell)] = 0;
        self.free += 1;
        self.hash ^= self.keys[usize::from(cell)][seat];
        let (list, count) = self.at[usize::from(cell)];
        for &window in &list[..usize::from(count)] {
            let window = usize::from(window);
            let before = held(self.counts[window]);
            self.counts[window][seat] -= 1;
            self.update(window, before, held(self.counts[window]));
        }
    }

    #[inline]
    fn update(&mut self, window: usize, before: Held, after: Held) {
        match (before, after) {
            (Held::Only { seat, count }, Held::Only { seat: same, count: now }) if seat == same => {
                self.shift(window, seat, Some(count), Some(now));
            }
            (Held::Nothing, Held::Only { seat, count }) => {
                for other in 0..self.seats {
                    self.shift(window, other, Some(0), (other == seat).then_some(count));
                }
            }
            (Held::Only { seat, count }, Held::Nothing) => {
                for other in 0..self.seats {
                    self.shift(window, other, (other == seat).then_some(count), Some(0));
                }
            }
            (Held::Only { seat, count }, Held::Several) => self.shift(window, seat, Some(count), None),
            (Held::Several, Held::Only { seat, count }) => self.shift(window, seat, None, Some(count)),
            _ => {}
        }
    }

    /// The window counts this many pebbles for the seat, where it counted others; nothing if it is closed to it.
    #[inline]
    fn shift(&mut self, window: usize, seat: usize, before: Option<usize>, after: Option<usize>) {
        let weigh = |count: Option<usize>| count.map_or(0, |count| WEIGHTS[count]);
        let change = weigh(after) - weigh(before);
        let is = |count: Option<usize>, wanted: usize| u8::from(count == Some(wanted));
        self.total[seat] += change;
        self.four_windows[seat] += u16::from(is(after, 4));
        self.four_windows[seat] -= u16::from(is(before, 4));
        let (four, three) = (is(after, 4) + is(before, 4) > 0, is(after, 3) + is(before, 3) > 0);
        for cell in self.windows[window] {
            let cell = usize::from(cell);
            self.weight[seat][cell] += change;
            if four {
                self.fours[seat][cell] += is(after, 4);
                self.fours[seat][cell] -= is(before, 4);
            }
            if three {
                self.threes[seat][cell] += is(after, 3);
                self.threes[seat][cell] -= is(before, 3);
            }
        }
    }

    /// Whether one pebble here wins for the seat.
    #[inline]
    pub(super) fn completes(&self, cell: Cell, seat: usize) -> bool {
        self.fours[seat][usize::from(cell)] > 0
            && self.is_free(cell)
            && (!self.exact_five || self.makes_exactly_five(cell, seat))
    }

    /// The crossings where one pebble wins for the seat; four of them at most.
    pub(super) fn completions(&self, seat: usize) -> Few {
        let mut few = Few::default();
        if self.four_windows[seat] == 0 {
            return few;
        }
        for (cell, fours) in self.fours[seat].iter().enumerate() {
            if *fours > 0 && self.completes(cell as Cell, seat) {
                few.add(cell as Cell);
                if few.is_full() {
                    break;
                }
            }
        }
        few
    }

    /// The crossings where a pebble makes a four.
    pub(super) fn four_makers(&self, seat: usize) -> impl Iterator<Item = Cell> {
        let threes = self.threes[seat].iter().enumerate();
        threes.filter(|(cell, threes)| **threes > 0 && self.owners[*cell] == 0).map(|(cell, _)| cell as Cell)
    }

    /// What a pebble here would build for the seat.
    #[inline]
    pub(super) fn builds(&self, cell: Cell, seat: usize) -> i32 {
        self.weight[seat][usize::from(cell)]
    }

    /// What all windows that are open to the seat weigh.
    pub(super) const fn total(&self, seat: usize) -> i32 {
        self.total[seat]
    }

    /// What a pebble here is worth to the seat: what it builds and what it spoils.
    #[inline]
    pub(super) fn interest(&self, cell: Cell, seat: usize) -> i32 {
        let spoils: i32 =
            (0..self.seats).filter(|other| *other != seat).map(|other| self.builds(cell, other)).sum();
        5 * self.builds(cell, seat) + 4 * spoils
    }

    /// Of these crossings the free ones that are worth most to the seat, the best first.
    pub(super) fn most_interesting(
        &self,
        cells: impl Iterator<Item = Cell>,
        seat: usize,
        width: usize,
    ) -> Vec<Cell> {
        done::note(self.owners.len() / 2);
        let free = cells.filter(|cell| self.is_free(*cell));
        let mut weighed: Vec<_> =
            free.map(|cell| (std::cmp::Reverse(self.interest(cell, seat)), cell)).collect();
        if weighed.len() > width {
            // Most crossings are never tried: they need not be put in order.
            weighed.select_nth_unstable(width);
            weighed.truncate(width);
        }
        weighed.sort_unstable();
        weighed.into_iter().map(|(_, cell)| cell).collect()
    }

    fn makes_exactly_five(&self, cell: Cell, seat: usize) -> bool {
        let (lines, own) = (self.lines as i32, seat as u8 + 1);
        let (x, y) = (i32::from(cell) % lines, i32::from(cell) / lines);
        let run = |dx: i32, dy: i32| {
            let on = |steps: i32| {
                let (x, y) = (x + dx * steps, y + dy * steps);
                let inside = (0..lines).contains(&x) && (0..lines).contains(&y);
                inside && self.owners[(y * lines + x) as usize] == own
            };
            (1..lines).take_while(|steps| on(*steps)).count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| run(dx, dy) + run(-dx, -dy) == FIVE - 1)
    }
}

#[inline]
fn held(counts: [u8; GOMOKU_MAX_SEATS]) -> Held {
    match counts {
        [0, 0, 0] => Held::Nothing,
        [count, 0, 0] => Held::Only { seat: 0, count: count.into() },
        [0, count, 0] => Held::Only { seat: 1, count: count.into() },
        [0, 0, count] => Held::Only { seat: 2, count: count.into() },
        _ => Held::Several,
    }
}

/// The seat after this one at a table with this number of seats.
pub(super) const fn next(seat: usize, seats: usize) -> usize {
    if seat + 1 >= seats { 0 } else { seat + 1 }
}

/// The seat as a number for arrays.
pub(super) const fn number(seat: Seat) -> usize {
    seat.index()
}
