//! What lies in the windows of five crossings through which rows can still be made.

use game::{FastRng, Seat, below};
use games::gomoku::{Action, Crossing, GomokuOptions, Seen};

/// This many pebbles in a row win.
const FIVE: usize = 5;
/// The largest board, and one crossing around it.
const STRIDE: usize = 27;
const CELLS: usize = STRIDE * STRIDE;
/// From one crossing to the next: across, down, and the two diagonals.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];
const GOMOKU_MAX_SEATS: usize = 3;

const FREE: u8 = 0;
const EDGE: u8 = u8::MAX;

/// A crossing by its place in the padded board.
pub(crate) type Cell = usize;

pub(crate) fn cell(crossing: Crossing) -> Cell {
    (crossing.y as usize + 1) * STRIDE + crossing.x as usize + 1
}

/// The board as a bot reads it.
#[derive(Clone)]
pub(crate) struct Pebbles {
    lines: usize,
    seats: u8,
    exact_five: bool,
    /// [`FREE`], the owner's number from 1, or [`EDGE`].
    cells: [u8; CELLS],
}

/// How promising the crossings are for one seat.
#[derive(Clone, Copy)]
pub(crate) struct Promise {
    /// For each free crossing, the most pebbles of the seat in a window through it that nobody else has entered.
    pub(crate) best: [u8; CELLS],
    /// For each free crossing, how much such windows weigh together.
    pub(crate) weight: [u32; CELLS],
}

impl Pebbles {
    pub(crate) fn read(options: &GomokuOptions, view: &Seen) -> Self {
        let mut cells = [EDGE; CELLS];
        for crossing in Crossing::all(view.lines()) {
            cells[cell(crossing)] = view.pebble(crossing).map_or(FREE, |owner| owner.number() + 1);
        }
        Self { lines: usize::from(view.lines()), seats: view.seats, exact_five: options.exact_five, cells }
    }

    /// The same board with one more pebble.
    pub(crate) fn with(&self, at: Cell, seat: Seat) -> Self {
        let mut after = self.clone();
        after.cells[at] = seat.number() + 1;
        after
    }

    /// Whose pebbles alone lie in a window, and how many; nobody's and 0 in an empty one. `None` if two colours
    /// meet in it, or if filling it would make a row too long to win.
    fn holder(&self, start: Cell, step: usize) -> Option<(u8, usize)> {
        let (mut owner, mut count) = (FREE, 0);
        for index in 0..FIVE {
            let found = self.cells[start + index * step];
            if found != FREE {
                if found == EDGE || owner != FREE && owner != found {
                    return None;
                }
                owner = found;
                count += 1;
            }
        }
        let ends = [self.cells[start - step], self.cells[start + FIVE * step]];
        let too_long = self.exact_five && owner != FREE && ends.contains(&owner);
        (!too_long).then_some((owner, count))
    }

    /// All windows on the board that somebody can still fill, with their first cell and their direction.
    fn windows(&self) -> impl Iterator<Item = (Cell, usize, u8, usize)> {
        let starts = (1..=self.lines).flat_map(|y| (1..=self.lines).map(move |x| (x, y)));
        let room = self.lines + 1 - FIVE;
        let all = starts.flat_map(move |(x, y)| {
            let fits = [x <= room, y <= room, x <= room && y <= room, x >= FIVE && y <= room];
            let fitting = STEPS.into_iter().zip(fits).filter(|(_, fits)| *fits);
            fitting.map(move |(step, _)| (y * STRIDE + x, step))
        });
        all.filter_map(|(start, step)| {
            self.holder(start, step).map(|(owner, count)| (start, step, owner, count))
        })
    }

    /// What each seat can hope for at each crossing. `weights` says what a window with this many pebbles weighs.
    pub(crate) fn promises(&self, weights: [[u32; FIVE]; GOMOKU_MAX_SEATS]) -> [Promise; GOMOKU_MAX_SEATS] {
        let mut promises = [Promise { best: [0; CELLS], weight: [0; CELLS] }; GOMOKU_MAX_SEATS];
        for (start, step, owner, count) in self.windows().filter(|window| window.3 < FIVE) {
            let seats = if owner == FREE { 0..self.seats } else { owner - 1..owner };
            for index in 0..FIVE {
                let at = start + index * step;
                if self.cells[at] == FREE {
                    for seat in seats.clone().map(usize::from) {
                        promises[seat].best[at] = promises[seat].best[at].max(count as u8);
                        promises[seat].weight[at] += weights[seat][count];
                    }
                }
            }
        }
        promises
    }

    /// How many crossings would win for the seat at its next turn, if it put a pebble here now.
    pub(crate) fn threats_after(&self, at: Cell, seat: Seat) -> usize {
        let after = self.with(at, seat);
        let mut winning = [0; STEPS.len() * FIVE];
        let mut found = 0;
        for step in STEPS {
            for back in 0..FIVE {
                // A window that starts beside the padded board is not on the board either.
                let Some(start) = at.checked_sub(back * step).filter(|start| *start >= STRIDE) else { break };
                if start + FIVE * step >= CELLS {
                    continue;
                }
                if after.holder(start, step) == Some((seat.number() + 1, FIVE - 1)) {
                    let gap =
                        (0..FIVE).map(|index| start + index * step).find(|cell| after.cells[*cell] == FREE);
                    let gap = gap.unwrap_or_default();
                    if !winning[..found].contains(&gap) {
                        winning[found] = gap;
                        found += 1;
                    }
                }
            }
        }
        found
    }

    /// Whether a row of the seat was stopped one pebble before its end: somebody here pays attention.
    pub(crate) fn was_stopped(&self, seat: Seat) -> bool {
        let own = seat.number() + 1;
        let starts = (STRIDE..CELLS - STRIDE).filter(|start| self.cells[*start] != EDGE);
        starts.into_iter().any(|start| {
            STEPS.into_iter().any(|step| {
                let window =
                    (0..FIVE).map(|index| self.cells.get(start + index * step).copied().unwrap_or(EDGE));
                let (mut owned, mut others) = (0, 0);
                for found in window {
                    owned += usize::from(found == own);
                    others += usize::from(found != own && found != FREE && found != EDGE);
                }
                owned == FIVE - 1 && others == 1
            })
        })
    }
}

/// One of the best actions, each with equal chance. `None` if none is wanted.
pub(crate) fn best_by<K: Ord>(
    legal: &[Action],
    dice: &mut FastRng,
    mut worth: impl FnMut(Action) -> Option<K>,
) -> Option<Action> {
    let mut best: Option<(K, Action)> = None;
    let mut equals = 0;
    for &action in legal {
        let Some(key) = worth(action) else { continue };
        match best.as_ref().map(|(other, _)| key.cmp(other)) {
            Some(std::cmp::Ordering::Less) => {}
            Some(std::cmp::Ordering::Equal) => {
                equals += 1;
                if below(dice, equals) == 0 {
                    best = Some((key, action));
                }
            }
            None | Some(std::cmp::Ordering::Greater) => {
                equals = 1;
                best = Some((key, action));
            }
        }
    }
    best.map(|(_, action)| action)
}
