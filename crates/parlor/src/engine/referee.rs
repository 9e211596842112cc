//! The other side: a program that speaks the protocol, seated in one of our games.

use std::any::Any;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use game::Game;
use games::gomoku::{Action, Crossing, GomokuOptions, View};

/// What a program may take besides its own time before it has lost: starting, and the way of a line.
const GRACE: Duration = Duration::from_millis(2_000);
/// A program may take so long to load.
const START: Duration = Duration::from_secs(10);
/// How often, and how long each time, a program whose output ended is waited for.
const ENDING_POLLS: u32 = 50;
const ENDING_POLL: Duration = Duration::from_millis(10);
/// A longer line is no answer.
const MAX_LINE: u64 = 4_096;
/// A program that talks without answering is not listened to for ever.
const MAX_REMARKS: usize = 10_000;

/// Why a program lost without losing on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure(pub(crate) String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A program, started when it is first asked in a game.
pub(crate) struct Engine {
    path: PathBuf,
    time: u32,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
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

    /// A new game begins: the program is started anew, so that no game depends on the one before.
    pub(crate) fn new_game(&mut self) {
        self.running = None;
    }

    /// Its move at a table of Gomoku for two.
    ///
    /// # Errors
    /// If it crashes, is late, or answers something that is no move: it has lost then.
    pub(crate) fn choose<G: Game>(
        &mut self,
        options: &G::Options,
        view: &G::View,
    ) -> Result<G::Action, Failure> {
        let options = (options as &dyn Any).downcast_ref::<GomokuOptions>();
        let view = (view as &dyn Any).downcast_ref::<View>();
        // Other games refuse such a name before they begin.
        let (Some(options), Some(view)) = (options, view) else {
            return Err(self.failure("plays Gomoku only"));
        };
        let action = self.choose_move(options, view);
        if action.is_err() {
            self.running = None;
        }
        let action = Action::Place(action?);
        (&action as &dyn Any)
            .downcast_ref::<G::Action>()
            .copied()
            .ok_or_else(|| self.failure("plays Gomoku only"))
    }

    fn choose_move(&mut self, options: &GomokuOptions, view: &View) -> Result<Crossing, Failure> {
        if self.running.is_none() {
            self.start(options, view.lines())?;
        }
        // The whole board each time: a program need not have seen the moves before.
        let own = view.you.unwrap_or_default();
        let mut said = String::new();
        if view.pebbles == 0 {
            said.push_str("BEGIN\n");
        } else {
            said.push_str("BOARD\n");
            for crossing in Crossing::all(view.lines()) {
                if let Some(owner) = view.pebble(crossing) {
                    let who = if owner == own { 1 } else { 2 };
                    said.push_str(&format!("{},{},{who}\n", crossing.x, crossing.y));
                }
            }
            said.push_str("DONE\n");
        }
        self.say(&said)?;
        let answer = self.answer(Duration::from_millis(self.time.into()) + GRACE)?;
        let (x, y) = answer.split_once(',').unwrap_or_default();
        let (Ok(x), Ok(y)) = (x.trim().parse::<i8>(), y.trim().parse::<i8>()) else {
            return Err(self.failure(&format!("answered {answer:?}, which is no move")));
        };
        let crossing = Crossing::new(x, y);
        if crossing.is_on(view.lines()) && view.pebble(crossing).is_none() {
            Ok(crossing)
        } else {
            Err(self.failure(&format!("played {crossing}, which is not a free crossing")))
        }
    }

    fn start(&mut self, options: &GomokuOptions, lines: u8) -> Result<(), Failure> {
        let child = Command::new(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|error| self.failure(&format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.failure("cannot be spoken with"));
        };
        let (send, receive) = sync_channel(64);
        // Ends by itself when the program does, or when nobody listens any more.
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
        self.running = Some(Running { child, input, lines: receive });
        self.say(&format!("START {lines}\n"))?;
        let answer = self.answer(START)?;
        if !answer.eq_ignore_ascii_case("OK") {
            return Err(self.failure(&format!("answered {answer:?} to START {lines}, not OK")));
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
            None => return Err(self.failure("is not running")),
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
                    return Err(self.failure(&format!("did not answer within {} ms", within.as_millis())));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            }
        }
        Err(self.failure("talks without answering"))
    }

    fn crashed(&mut self) -> Failure {
        // Its output ends a moment before it does; one that only closed it is not waited for.
        for _ in 0..ENDING_POLLS {
            let ended = self.running.as_mut().and_then(|running| running.child.try_wait().ok().flatten());
            if let Some(status) = ended {
                return self.failure(&format!("ended in the middle of the game ({status})"));
            }
            thread::sleep(ENDING_POLL);
        }
        self.failure("closed its output in the middle of the game")
    }

    fn failure(&self, what: &str) -> Failure {
        Failure(format!("{} {what}", self.path.display()))
    }
}
