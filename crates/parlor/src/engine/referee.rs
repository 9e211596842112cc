//! The other side: a program that speaks the protocol, seated in one of our games.

use std::any::Any;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use game::{Game, Seat, SeenOf};
use games::gomoku::{Action, Crossing, GomokuOptions, LineText, Seen};
use serde::{Deserialize, Serialize};

/// What a program may take besides its own time before it has lost: for pipes and a busy machine.
const GRACE: Duration = Duration::from_millis(2_000);
/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);
/// How often, and how long each time, a program whose output ended is waited for.
const ENDING_POLLS: u32 = 50;
const ENDING_POLL: Duration = Duration::from_millis(10);
/// A longer line is not an answer.
const MAX_LINE: u64 = 4_096;
/// A program that talks without answering is not listened to for ever.
const MAX_REMARKS: usize = 10_000;

/// In which way a program failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FailureKind {
    /// It ended, or could not be started.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// It answered something else than a legal move. Such a game says nothing about its strength.
    Protocol,
}

/// Why a program did not finish a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// A program, started when it is first asked in a game.
pub(crate) struct Engine {
    path: PathBuf,
    time: u32,
    running: Option<Running>,
}

/// What the program knows of the board.
#[derive(Clone, PartialEq)]
struct KnownBoard {
    rows: Vec<LineText>,
    pebbles: u16,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The board after its last move; none before its first.
    known: Option<KnownBoard>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It is asked to leave, and then made to: neither may hold up the games.
        let _ = self.input.write_all(b"END\n");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine {
    pub(crate) const fn new(path: PathBuf, time: u32) -> Self {
        Self { path, time, running: None }
    }

    /// Restarts the program for a new game, so that no game depends on the one before.
    pub(crate) fn new_game(&mut self) {
        self.running = None;
    }

    /// Its move at a table of Gomoku for two.
    ///
    /// # Errors
    /// If it crashes, is late, or does not answer with a legal move.
    pub(crate) fn choose<G: Game>(
        &mut self,
        options: &G::Options,
        view: &SeenOf<G>,
    ) -> Result<G::Action, Failure> {
        let options = (options as &dyn Any).downcast_ref::<GomokuOptions>();
        let view = (view as &dyn Any).downcast_ref::<Seen>();
        // Other games refuse such a name before they begin.
        let (Some(options), Some(view)) = (options, view) else {
            return Err(self.failure(FailureKind::Protocol, "plays Gomoku only"));
        };
        let action = self.choose_move(options, view);
        if action.is_err() {
            self.running = None;
        }
        let action = Action::Place(action?);
        (&action as &dyn Any)
            .downcast_ref::<G::Action>()
            .copied()
            .ok_or_else(|| self.failure(FailureKind::Protocol, "plays Gomoku only"))
    }

    fn choose_move(&mut self, options: &GomokuOptions, view: &Seen) -> Result<Crossing, Failure> {
        if self.running.is_none() {
            self.start(options, view.lines())?;
        }
        self.send_position(view)?;
        let answer = self.answer(Duration::from_millis(self.time.into()) + GRACE)?;
        let (x, y) = answer.split_once(',').unwrap_or_default();
        let (Ok(x), Ok(y)) = (x.trim().parse::<i8>(), y.trim().parse::<i8>()) else {
            return Err(
                self.failure(FailureKind::Protocol, &format!("answered {answer:?}, which is not a move"))
            );
        };
        let crossing = Crossing::new(x, y);
        if !crossing.is_on(view.lines()) || view.pebble(crossing).is_some() {
            let what = format!("played {crossing}, which is not a free crossing");
            return Err(self.failure(FailureKind::Protocol, &what));
        }
        if let Some(running) = &mut self.running {
            let rows = after(view, crossing, view.you.unwrap_or_default());
            running.known = Some(KnownBoard { rows, pebbles: view.pebbles + 1 });
        }
        Ok(crossing)
    }

    /// Sends what is new since its last move: one stone if that is all, else the whole board after a `RESTART`.
    fn send_position(&mut self, view: &Seen) -> Result<(), Failure> {
        let own = view.you.unwrap_or_default();
        let known = self.running.as_ref().and_then(|running| running.known.clone());
        if view.pebbles == 0 && known.is_none() {
            return self.say("BEGIN\n");
        }
        let before = known.as_ref().map_or(0, |known| known.pebbles);
        if let Some(last) = view.last.filter(|last| view.pebble(*last).is_some_and(|owner| owner != own))
            && view.pebbles == before + 1
            && known.as_ref().is_none_or(|known| is_before(known, view, last))
        {
            return self.say(&format!("TURN {},{}\n", last.x, last.y));
        }
        if known.is_some() {
            self.say("RESTART\n")?;
            let answer = self.answer(START)?;
            if !answer.eq_ignore_ascii_case("OK") {
                let what = format!("answered {answer:?} to RESTART, not OK");
                return Err(self.failure(FailureKind::Protocol, &what));
            }
        }
        let mut board = "BOARD\n".to_owned();
        for crossing in Crossing::all(view.lines()) {
            if let Some(owner) = view.pebble(crossing) {
                let who = if owner == own { 1 } else { 2 };
                board.push_str(&format!("{},{},{who}\n", crossing.x, crossing.y));
            }
        }
        board.push_str("DONE\n");
        self.say(&board)
    }

    fn start(&mut self, options: &GomokuOptions, lines: u8) -> Result<(), Failure> {
        let child = Command::new(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child
            .map_err(|error| self.failure(FailureKind::Crash, &format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.failure(FailureKind::Crash, "has no standard input or output"));
        };
        let (send, receive) = sync_channel(64);
        // Ends when the program does, or when the receiver is dropped.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            loop {
                line.clear();
                match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                if send.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
        });
        self.running = Some(Running { child, input, lines: receive, known: None });
        self.say(&format!("START {lines}\n"))?;
        let answer = self.answer(START)?;
        if !answer.eq_ignore_ascii_case("OK") {
            return Err(
                self.failure(FailureKind::Protocol, &format!("answered {answer:?} to START {lines}, not OK"))
            );
        }
        let time = self.time;
        self.say(&format!(
            "INFO timeout_turn {time}\nINFO timeout_match 0\nINFO time_left 2147483647\nINFO game_type 1\nINFO rule {}\n",
            u8::from(options.exact_five)
        ))
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let written = match &mut self.running {
            Some(running) => running.input.write_all(text.as_bytes()).and_then(|()| running.input.flush()),
            None => return Err(self.failure(FailureKind::Crash, "is not running")),
        };
        written.map_err(|_| self.crashed())
    }

    /// The next line that is an answer: programs may also talk.
    fn answer(&mut self, within: Duration) -> Result<String, Failure> {
        let deadline = Instant::now() + within;
        for _ in 0..MAX_REMARKS {
            let Some(running) = &self.running else { break };
            match running.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
                    if !matches!(word.as_str(), "" | "MESSAGE" | "DEBUG" | "SUGGEST") {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(self.failure(
                        FailureKind::Timeout,
                        &format!("did not answer within {} ms", within.as_millis()),
                    ));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            }
        }
        Err(self.failure(FailureKind::Protocol, "talks without answering"))
    }

    fn crashed(&mut self) -> Failure {
        // Its output ends a moment before it does; one that only closed it is not waited for.
        for _ in 0..ENDING_POLLS {
            let ended = self.running.as_mut().and_then(|running| running.child.try_wait().ok().flatten());
            if let Some(status) = ended {
                return self
                    .failure(FailureKind::Crash, &format!("ended in the middle of the game ({status})"));
            }
            thread::sleep(ENDING_POLL);
        }
        self.failure(FailureKind::Crash, "closed its output in the middle of the game")
    }

    fn failure(&self, kind: FailureKind, what: &str) -> Failure {
        Failure { kind, what: format!("{} {what}", self.path.display()) }
    }
}

/// The board with one more stone.
fn after(view: &Seen, crossing: Crossing, owner: Seat) -> Vec<LineText> {
    let letter = |at: Crossing| match view.pebble(at) {
        _ if at == crossing => char::from(b'1' + owner.number()),
        Some(owner) => char::from(b'1' + owner.number()),
        None => '.',
    };
    let row = |y: i8| (0..view.lines() as i8).map(|x| letter(Crossing::new(x, y))).collect::<String>();
    (0..view.lines() as i8).filter_map(|y| row(y).parse().ok()).collect()
}

/// Whether the view shows the known board and one stone more.
fn is_before(known: &KnownBoard, view: &Seen, last: Crossing) -> bool {
    let is_last = |x: usize, y: usize| (x, y) == (last.x as usize, last.y as usize);
    known.rows.len() == view.rows.len()
        && known.rows.iter().zip(&view.rows).enumerate().all(|(y, (before, now))| {
            let cells = before.bytes().zip(now.bytes()).enumerate();
            before.len() == now.len()
                && cells.into_iter().all(|(x, (before, now))| before == now || is_last(x, y))
        })
}
