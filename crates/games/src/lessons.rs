//! Lessons: short positions with a task, for somebody who has never played.
//!
//! Each game has a file in `lessons/`: a list of lessons, each a record, a step of it, and what counts as solved there.
//! [`lessons`] reads them and holds them to the rules: a lesson that the rules do not allow is an error, not a lesson.

mod attempt;
mod file;
#[cfg(test)]
mod tests;

pub use attempt::{LessonAttempt, LessonFrame, NothingToDecide, Verdict};
pub use file::LessonError;

use std::sync::OnceLock;

use game::face::{ActionError, ChosenBy, LiveGame, OptionsError};
use game::options::RawOptions;
use game::{Chance, Seat, Voice};
use serde::{Deserialize, Serialize};

use crate::Kind;

/// The lessons of each game. A game without a line here has none.
const FILES: &[(Kind, &str)] = &[
    (Kind::Chicago, include_str!("../lessons/chicago.json")),
    (Kind::Gomoku, include_str!("../lessons/gomoku.json")),
    (Kind::Golf, include_str!("../lessons/golf.json")),
    (Kind::Sorry, include_str!("../lessons/sorry.json")),
    (Kind::OneCard, include_str!("../lessons/onecard.json")),
];

/// What the players of a lesson are called; the one who learns is "you" in sentences.
const NAMES: [&str; 4] = ["Ann", "Bo", "Cim", "Dag"];

/// A sentence in every language of the pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonText {
    /// English.
    pub en: String,
    /// Swedish.
    pub sv: String,
    /// Chinese.
    pub zh: String,
}

/// A position with a task, found to be right: its record replays, and its answers are legal.
#[derive(Clone, Debug)]
pub struct Lesson {
    kind: Kind,
    id: String,
    title: LessonText,
    task: LessonText,
    seat: Seat,
    start: StartPosition,
    decisions: Vec<Decision>,
}

/// The position that a lesson begins with.
#[derive(Clone, Debug)]
struct StartPosition {
    rules: u16,
    options: RawOptions,
    seats: u8,
    chance: Chance,
    played: Vec<Reply>,
}

/// Something that a seat does by itself.
#[derive(Clone, Debug)]
struct Reply {
    seat: Seat,
    action: String,
}

/// One decision of the person who learns. Actions are written as the game always writes them.
#[derive(Clone, Debug)]
struct Decision {
    right: Answer,
    wrong: Vec<Answer>,
    /// What is said to everything else that is legal.
    otherwise: LessonText,
}

/// Some actions, what is said to them, and what the others do then.
#[derive(Clone, Debug)]
struct Answer {
    actions: Vec<String>,
    text: LessonText,
    then: Vec<Reply>,
}

impl Lesson {
    /// The game it is about.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Its name in addresses: lower case letters and dashes, unique in its game. It never changes, because progress is
    /// stored under it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it is about, in a few words.
    #[must_use]
    pub const fn title(&self) -> &LessonText {
        &self.title
    }

    /// What to do.
    #[must_use]
    pub const fn task(&self) -> &LessonText {
        &self.task
    }

    /// The seat of the person who learns.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The options of its table.
    #[must_use]
    pub const fn options(&self) -> &RawOptions {
        &self.start.options
    }

    /// What the players are called, by seat.
    #[must_use]
    pub fn names(&self) -> &'static [&'static str] {
        NAMES.get(..usize::from(self.start.seats)).unwrap_or(&NAMES)
    }

    /// How many decisions it has.
    #[must_use]
    pub const fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// The accepted answers to a decision, counted from 0.
    #[must_use]
    pub fn accepted(&self, decision: usize) -> &[String] {
        self.decisions.get(decision).map_or(&[], |decision| &decision.right.actions)
    }

    /// The game as it stands when the lesson begins.
    ///
    /// # Errors
    /// If the rules do not allow what was played; [`lessons`] has seen that they do.
    pub fn begin(&self) -> Result<Box<dyn LiveGame>, LessonError> {
        self.start.deal(self.kind).map_err(|problem| LessonError::new(&self.id, problem))
    }

    fn voice(&self) -> Voice {
        Voice::new(self.names().iter().map(|&name| name.to_owned()).collect()).to(self.seat)
    }
}

impl StartPosition {
    fn deal(&self, kind: Kind) -> Result<Box<dyn LiveGame>, String> {
        let dealt = kind.face().deal(self.rules, &self.options, self.seats, self.chance);
        let mut game = dealt.map_err(|error: OptionsError| error.to_string())?;
        for (step, reply) in self.played.iter().enumerate() {
            reply.play(game.as_mut()).map_err(|problem| format!("step {}: {problem}", step + 1))?;
        }
        Ok(game)
    }
}

impl Reply {
    fn play(&self, game: &mut dyn LiveGame) -> Result<(), String> {
        let tried = game.attempt(self.seat, &self.action).map_err(|error| match error {
            ActionError::Unreadable(why) => format!("{} is not an action: {why}", self.action),
            ActionError::Illegal { sentence, .. } => {
                format!("seat {} cannot do {}: {sentence}", self.seat, self.action)
            }
        })?;
        game.accept(tried, ChosenBy::Person);
        Ok(())
    }
}

/// The lessons of a game as its file has them.
type ReadFile = (Kind, Result<Vec<Lesson>, LessonError>);

/// The lessons of a game, in the order in which they are learnt. Empty if it has none.
///
/// # Errors
/// The first thing that is wrong in its file. A test reads all files, so that a program that was tested has no such file.
pub fn lessons(kind: Kind) -> Result<&'static [Lesson], &'static LessonError> {
    static READ: OnceLock<Vec<ReadFile>> = OnceLock::new();
    let read =
        READ.get_or_init(|| FILES.iter().map(|&(kind, text)| (kind, file::read(kind, text))).collect());
    match read.iter().find(|(of, _)| *of == kind) {
        Some((_, found)) => found.as_deref(),
        None => Ok(&[]),
    }
}
