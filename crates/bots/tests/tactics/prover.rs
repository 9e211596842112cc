//! Wins by fours, proven on a plain board: it shares nothing with the engine, and every answer of the defender is forced.

/// A board of `lines` by `lines` crossings: 0 is free, 1 and 2 are the players.
#[derive(Clone)]
pub(super) struct Plain {
    lines: i32,
    cells: Vec<u8>,
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Plain {
    pub(super) fn new(lines: u8) -> Self {
        Self { lines: lines.into(), cells: vec![0; usize::from(lines) * usize::from(lines)] }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.lines).contains(&x) && (0..self.lines).contains(&y);
        inside.then_some((y * self.lines + x) as usize)
    }

    pub(super) fn put(&mut self, (x, y): (i32, i32), who: u8) {
        let index = self.index(x, y).expect("on the board");
        self.cells[index] = who;
    }

    fn at(&self, x: i32, y: i32) -> Option<u8> {
        self.index(x, y).map(|index| self.cells[index])
    }

    /// Whether a stone here makes five or more in a row.
    fn makes_five(&self, (x, y): (i32, i32), who: u8) -> bool {
        let row = |(dx, dy): (i32, i32)| {
            let along = |sign: i32| {
                (1..).take_while(|n| self.at(x + sign * n * dx, y + sign * n * dy) == Some(who)).count()
            };
            along(1) + along(-1) + 1 >= 5
        };
        self.at(x, y) == Some(0) && DIRECTIONS.into_iter().any(row)
    }

    fn crossings(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let lines = self.lines;
        (0..lines * lines).map(move |number| (number % lines, number / lines))
    }

    fn fives(&self, who: u8) -> Vec<(i32, i32)> {
        self.crossings().filter(|at| self.makes_five(*at, who)).collect()
    }

    /// The fives on the lines through a crossing.
    fn fives_near(&self, (x, y): (i32, i32), who: u8) -> Vec<(i32, i32)> {
        let on_lines =
            DIRECTIONS.into_iter().flat_map(|(dx, dy)| (-4..=4).map(move |n| (x + n * dx, y + n * dy)));
        let mut found: Vec<_> = on_lines.filter(|at| self.makes_five(*at, who)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// In how many plies the player to move wins by fours alone, if that is found within the nodes.
    pub(super) fn win_by_fours(&mut self, who: u8, depth: u32, nodes: &mut u32) -> Option<u32> {
        let other = 3 - who;
        if !self.fives(who).is_empty() {
            return Some(1);
        }
        let must = self.fives(other);
        if must.len() > 1 || depth == 0 || *nodes == 0 {
            return None;
        }
        *nodes -= 1;
        let tried: Vec<_> = match must[..] {
            [only] => vec![only],
            _ => self.crossings().filter(|(x, y)| self.at(*x, *y) == Some(0)).collect(),
        };
        let mut best: Option<u32> = None;
        for at in tried {
            self.put(at, who);
            let fives = self.fives_near(at, who);
            let safe = !fives.is_empty() && self.fives(other).is_empty();
            let plies = match fives[..] {
                _ if !safe => None,
                [answer] => {
                    self.put(answer, other);
                    let deeper = self.win_by_fours(who, depth - 1, nodes);
                    self.put(answer, 0);
                    deeper.map(|plies| plies + 2)
                }
                _ => Some(3),
            };
            self.put(at, 0);
            best = best.into_iter().chain(plies).min();
            if best == Some(3) {
                break;
            }
        }
        best
    }
}
