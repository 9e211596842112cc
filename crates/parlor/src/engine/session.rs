//! Our side as an engine: lines in, lines out, without I/O or clock.

use game::options::BoundedInt;
use game::{PerSeat, Seat, SeatSet};
use games::gomoku::{Action, Crossing, GomokuOptions, Seen, View};

/// The boards that our rules know.
const SIZES: std::ops::RangeInclusive<u32> = 10..=25;
/// Ours on the board, as the manager writes it.
const OWN: u8 = 1;
const OPPONENT: u8 = 2;
/// A move's time if the manager does not say, in milliseconds.
const DEFAULT_TURN: u32 = 5_000;
/// Bytes that the engine remembers things in.
const MIN_MEMORY: u64 = 1 << 20;
const MAX_MEMORY: u64 = 1 << 27;

/// What the manager has said so far.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// Whose pebble lies where, row by row; empty before `START`.
    cells: Vec<u8>,
    size: u32,
    last: Option<Crossing>,
    exact_five: bool,
    timeout_turn: Option<u32>,
    time_left: Option<u32>,
    max_memory: Option<u64>,
    threads: Option<u32>,
    /// Whether the lines of a `BOARD` are being read.
    reading_board: bool,
    /// The first thing wrong with the board that is being read.
    bad_line: Option<String>,
}

/// What to do after a line.
#[derive(Debug, PartialEq)]
pub(super) enum Reply {
    /// Nothing.
    Silence,
    /// Say this.
    Line(String),
    /// Think about this board, tell [`Session::played`], and answer with the move.
    Think,
    /// Leave.
    End,
}

impl Session {
    /// Processes one line, without its line ending.
    pub(super) fn hear(&mut self, line: &str) -> Reply {
        let line = line.trim();
        if self.reading_board {
            return self.board_line(line);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "" => Reply::Silence,
            "START" => self.start(rest),
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) if width.trim() == height.trim() => self.start(width.trim()),
                _ => error("only square boards are supported"),
            },
            "RESTART" if self.size > 0 => self.start(&self.size.to_string()),
            "BEGIN" if self.size > 0 => self.think(),
            "TURN" if self.size > 0 => match self.place(rest, OPPONENT) {
                Ok(()) => self.think(),
                Err(why) => error(&why),
            },
            "TAKEBACK" if self.size > 0 => match self.take_back(rest) {
                Ok(()) => Reply::Line("OK".to_owned()),
                Err(why) => error(&why),
            },
            "BOARD" if self.size > 0 => {
                self.cells.fill(0);
                (self.last, self.bad_line, self.reading_board) = (None, None, true);
                Reply::Silence
            }
            "RESTART" | "BEGIN" | "TURN" | "BOARD" | "TAKEBACK" => error("say START first"),
            "INFO" => self.info(rest),
            "ABOUT" => Reply::Line(format!(
                "name=\"Parlor\", version=\"{}\", author=\"The Parlor developers\", country=\"-\"",
                env!("CARGO_PKG_VERSION")
            )),
            "END" => Reply::End,
            word => Reply::Line(format!("UNKNOWN {}", shortened(word))),
        }
    }

    fn start(&mut self, size: &str) -> Reply {
        match size.parse::<u32>() {
            Ok(size) if SIZES.contains(&size) => {
                self.size = size;
                self.cells = vec![0; (size * size) as usize];
                self.last = None;
                Reply::Line("OK".to_owned())
            }
            _ => error(&format!("the board can have {} to {} lines", SIZES.start(), SIZES.end())),
        }
    }

    fn board_line(&mut self, line: &str) -> Reply {
        if line.eq_ignore_ascii_case("DONE") {
            self.reading_board = false;
            return match self.bad_line.take() {
                Some(why) => error(&why),
                None => self.think(),
            };
        }
        let placed = match line.rsplit_once(',') {
            Some((crossing, "1")) => self.place(crossing, OWN),
            // 3 marks a row that has won, where a game goes on after that: it blocks as any pebble does.
            Some((crossing, "2" | "3")) => self.place(crossing, OPPONENT),
            _ => Err(format!("{} is not x,y,who", shortened(line))),
        };
        if let Err(why) = placed
            && self.bad_line.is_none()
        {
            self.bad_line = Some(why);
        }
        Reply::Silence
    }

    fn info(&mut self, rest: &str) -> Reply {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = value.trim().parse::<i64>().ok();
        let clamped = number.map(|number| number.clamp(0, i64::from(i32::MAX)) as u32);
        match key {
            "timeout_turn" => self.timeout_turn = clamped.or(self.timeout_turn),
            "time_left" => self.time_left = clamped.or(self.time_left),
            // Until the manager says what is left of it. 0 means unlimited.
            "timeout_match" => {
                self.time_left = self.time_left.or(clamped.filter(|milliseconds| *milliseconds > 0));
            }
            // 0 means unlimited.
            "max_memory" => {
                self.max_memory =
                    number.and_then(|bytes| u64::try_from(bytes).ok()).filter(|bytes| *bytes > 0);
            }
            // 0 is all cores.
            "thread" | "thread_num" => self.threads = clamped.or(self.threads),
            "rule" => {
                let rule = number.unwrap_or_default();
                self.exact_five = rule & 1 != 0;
                if rule & !0b11 != 0 {
                    return Reply::Line(
                        "MESSAGE only five in a row and exactly five are known here".to_owned(),
                    );
                }
            }
            _ => {}
        }
        Reply::Silence
    }

    fn crossing(&self, text: &str) -> Result<(usize, Crossing), String> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let numbers = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        match numbers {
            Some((x, y)) if x < self.size && y < self.size => {
                Ok(((y * self.size + x) as usize, Crossing::new(x as i8, y as i8)))
            }
            Some(_) => Err(format!("{} is not on the board", shortened(text))),
            None => Err(format!("{} is not x,y", shortened(text))),
        }
    }

    fn place(&mut self, text: &str, who: u8) -> Result<(), String> {
        let (index, crossing) = self.crossing(text)?;
        if self.cells[index] != 0 {
            return Err(format!("{} is taken", shortened(text)));
        }
        self.cells[index] = who;
        self.last = Some(crossing);
        Ok(())
    }

    fn take_back(&mut self, text: &str) -> Result<(), String> {
        let (index, _) = self.crossing(text)?;
        if self.cells[index] == 0 {
            return Err(format!("{} is free", shortened(text)));
        }
        self.cells[index] = 0;
        self.last = None;
        Ok(())
    }

    fn think(&self) -> Reply {
        if self.cells.contains(&0) { Reply::Think } else { error("the board is full") }
    }

    /// Our move was this.
    pub(super) fn played(&mut self, crossing: Crossing) -> String {
        let index = crossing.y as usize * self.size as usize + crossing.x as usize;
        if let Some(cell) = self.cells.get_mut(index) {
            *cell = OWN;
        }
        self.last = Some(crossing);
        format!("{},{}", crossing.x, crossing.y)
    }

    /// How long to think now, in milliseconds: what the manager allows, less what an answer takes.
    pub(super) fn time(&self) -> u32 {
        let turn = self.timeout_turn.unwrap_or(DEFAULT_TURN);
        // A match has to last: of what is left a twentieth goes into one move.
        let left = self.time_left.map_or(turn, |left| left / 20);
        let time = turn.min(left);
        time.saturating_sub(time / 25 + 30).max(10)
    }

    /// How many bytes the engine may remember things in: most of what the manager allows, for the program needs some too.
    pub(super) fn memory(&self) -> usize {
        let allowed = self.max_memory.map_or(MAX_MEMORY, |bytes| bytes / 2);
        usize::try_from(allowed.clamp(MIN_MEMORY, MAX_MEMORY)).unwrap_or(MIN_MEMORY as usize)
    }

    /// How many threads to think with, of this many cores.
    pub(super) fn threads(&self, cores: u32) -> u32 {
        match self.threads {
            None => 1,
            Some(0) => cores,
            Some(threads) => threads.min(cores),
        }
    }

    /// The table as our bots see one: we sit on seat 0.
    pub(super) fn table(&self) -> (GomokuOptions, Seat, Seen) {
        let options = GomokuOptions {
            size: BoundedInt::new(self.size),
            exact_five: self.exact_five,
            dead_draw: false,
            ..GomokuOptions::default()
        };
        let letter = |who: &u8| match *who {
            OWN => '1',
            OPPONENT => '2',
            _ => '.',
        };
        let rows = self.cells.chunks(self.size.max(1) as usize);
        let free = Crossing::all(self.size as u8).zip(&self.cells).filter(|(_, who)| **who == 0);
        let seat = Seat::of(0);
        let view = View {
            // Boards of more lines than a view can show are refused at START.
            rows: rows.filter_map(|row| row.iter().map(letter).collect::<String>().parse().ok()).collect(),
            pebbles: self.cells.iter().filter(|who| **who != 0).count() as u16,
            last: self.last,
            winning: Vec::new(),
            end: None,
        };
        let seen = Seen {
            you: Some(seat),
            seats: 2,
            turn: u32::from(view.pebbles) + 1,
            to_act: SeatSet::only(seat),
            scores: PerSeat::new(2),
            outcome: None,
            legal: free.map(|(crossing, _)| Action::Place(crossing)).collect(),
            view,
        };
        (options, seat, seen)
    }
}

fn error(why: &str) -> Reply {
    Reply::Line(format!("ERROR {why}"))
}

/// The beginning of an unknown line, short enough for an error message.
fn shortened(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(40).collect()
}
