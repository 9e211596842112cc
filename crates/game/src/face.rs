//! A game without its type: JSON in, JSON out.
//!
//! Code that handles all games alike (a server, a replay, the command line) does it through these two traits. A [`Face`] is
//! the game itself; a [`LiveGame`] is one game of it, from the deal to its end and after.

mod before;
mod live;
mod replay;
mod words;

pub use live::FaceOf;
pub use replay::{FaceReplay, FaceStep, text_step};
pub use words::Words;

use std::any::Any;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::json::NotJson;
use crate::options::RawOptions;
use crate::{
    Chance, DealError, FigureSpec, GameSpec, OptionError, PerSeat, RecordError, Seat, Status, Viewer, Voice,
};

/// A game, whichever it is.
pub trait Face: Send + Sync {
    /// What there is to know about it.
    fn spec(&self) -> GameSpec;
    /// The versions of the rules that can be played.
    fn rules(&self) -> RangeInclusive<u16>;
    /// Whether anybody ever knows less than everything.
    fn has_secrets(&self) -> bool;
    /// What is counted of each player over their games.
    fn figures(&self) -> &'static [FigureSpec];
    /// The options for a new table, completed with the defaults.
    ///
    /// # Errors
    /// If they are wrong, or no table may be opened with them.
    fn options_to_open(&self, options: &RawOptions, seats: u8) -> Result<RawOptions, OptionsError>;
    /// The options of the next game of the same people.
    ///
    /// # Errors
    /// If the options are wrong.
    fn options_of_rematch(&self, options: &RawOptions, seats: u8) -> Result<RawOptions, OptionsError>;
    /// The table as plain text, from the JSON of what a viewer sees; `None` if the game has no words of its own, or if
    /// it cannot be read by this version of the rules.
    fn text(&self, seen: &str) -> Option<String>;
    /// Deals a game.
    ///
    /// # Errors
    /// If the options are wrong, do not fit this number of seats, or the rules cannot be played.
    fn deal(
        &self,
        rules: u16,
        options: &RawOptions,
        seats: u8,
        chance: Chance,
    ) -> Result<Box<dyn LiveGame>, OptionsError>;
    /// Plays a record through.
    ///
    /// # Errors
    /// The first thing that is wrong, with the step.
    fn replay(&self, record: &str) -> Result<Box<dyn FaceReplay>, RecordError>;
}

/// Why a table cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionsError {
    /// An option is unknown or out of its range.
    Option(OptionError),
    /// The options do not fit each other or the number of seats.
    Deal(DealError),
}

impl std::fmt::Display for OptionsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Option(error) => error.fmt(f),
            Self::Deal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OptionsError {}

/// Who chose an action: it stands in the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChosenBy {
    /// The person on the seat.
    Person,
    /// The clock played what the person had marked.
    Draft,
    /// The clock played the default.
    Clock,
    /// A bot: the seat's own, or one that plays for somebody who is away.
    Bot,
}

/// Why an action was refused: what [`IllegalAction`](crate::IllegalAction) says, or that it is not an action of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// It is not an action of this game.
    Unreadable(String),
    /// The rules forbid it now.
    Illegal {
        /// The stable code.
        code: &'static str,
        /// The rule, as a sentence.
        sentence: String,
    },
}

/// An action that was tried on a copy of the position.
pub struct TriedAction {
    /// The action as it is always written.
    pub action: Box<RawValue>,
    /// The state afterwards.
    pub status: Status,
    /// The points afterwards.
    pub scores: PerSeat<i32>,
    inner: Box<dyn Any + Send>,
}

/// What happened, for one viewer.
#[derive(Clone, Debug)]
pub struct FaceEvent {
    /// For programs.
    pub event: Box<RawValue>,
    /// For people.
    pub text: String,
}

/// All that a seat knows when it has to decide, with its type hidden: for bots.
pub struct Knowledge {
    /// [`SeatKnowledge`] of the game.
    pub known: Box<dyn Any + Send>,
    /// What the seat can do, as JSON.
    pub legal: Vec<Box<RawValue>>,
}

/// All that a seat knows when it has to decide.
#[derive(Clone, Debug)]
pub struct SeatKnowledge<G: crate::Game> {
    /// The version of the rules.
    pub rules: u16,
    /// The table's options.
    pub options: G::Options,
    /// The seat.
    pub seat: Seat,
    /// What it sees.
    pub seen: crate::SeenOf<G>,
}

/// One game at a table, from the deal to its end and after.
pub trait LiveGame: Send + Sync {
    /// The version of the rules it is played by.
    fn rules(&self) -> u16;
    /// How many play.
    fn seats(&self) -> u8;
    /// Who is to act, or how it ended.
    fn status(&self) -> Status;
    /// The number of the turn: a seat has one clock for it.
    fn turn(&self) -> u32;
    /// Points so far.
    fn scores(&self) -> PerSeat<i32>;
    /// How many decisions a seat has made.
    fn decisions(&self, seat: Seat) -> u32;
    /// What a seat decided, and who chose it.
    fn decided(&self, seat: Seat, nth: u32) -> Option<(Box<RawValue>, ChosenBy)>;
    /// What a seat can do, as messages carry it: a list, or `"implied"`; `None` if it is not to act.
    fn legal(&self, seat: Seat) -> Option<Box<RawValue>>;
    /// What a seat can do, each action by itself.
    fn legal_actions(&self, seat: Seat) -> Vec<Box<RawValue>>;
    /// What is played when the time is up. Only for seats to act.
    fn default_action(&self, seat: Seat) -> Box<RawValue>;
    /// Plays an action on a copy.
    ///
    /// # Errors
    /// If it cannot be read or the rules forbid it.
    fn attempt(&self, seat: Seat, action: &str) -> Result<TriedAction, ActionError>;
    /// Reads an action of an old record: the one or more actions that it stands for.
    ///
    /// # Errors
    /// If it is not an action of this game.
    fn read_stored(&self, seat: Seat, action: &RawValue) -> Result<Vec<Box<RawValue>>, ActionError>;
    /// Plays what was tried: the same happens as on the copy, for all randomness is in the position.
    fn accept(&mut self, tried: TriedAction, by: ChosenBy);
    /// How many actions were played before the last one of a seat; `None` if it has played none.
    fn actions_before_last_of(&self, seat: Seat) -> Option<usize>;
    /// Takes back all actions but the first `count`: the position is as it was then.
    fn rewind(&mut self, count: usize);
    /// Adds what a viewer sees, whole.
    ///
    /// # Errors
    /// If it has a shape that JSON has not.
    fn write_seen(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<(), NotJson>;
    /// Adds the changes that the last action made to what a viewer sees, and returns whether there was one: right after
    /// the deal, and after [`forget_before`](Self::forget_before), nothing is added.
    ///
    /// # Errors
    /// If it has a shape that JSON has not.
    fn write_changes(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<bool, NotJson>;
    /// Frees the position before the last action, once its changes are sent.
    fn forget_before(&mut self);
    /// What a viewer is sent of the last action, or of the deal before the first.
    fn last_events(&self, viewer: Viewer, voice: &Voice) -> Vec<FaceEvent>;
    /// Adds the list of [`last_events`](Self::last_events), as messages carry it.
    ///
    /// # Errors
    /// If one has a shape that JSON has not.
    fn write_last_events(&self, viewer: Viewer, voice: &Voice, out: &mut Vec<u8>) -> Result<(), NotJson>;
    /// What was sent by each action after the first `count`; from the deal on if `count` is `None`.
    fn events_after(&self, count: Option<usize>, viewer: Viewer, voice: &Voice) -> Vec<Vec<FaceEvent>>;
    /// How many seconds people want to look at the table before the next decision.
    fn pause_seconds(&self) -> u32;
    /// What a seat knows, for a bot that may choose among these actions only, or among all legal ones.
    fn knowledge(&self, seat: Seat, among: Option<&[Box<RawValue>]>) -> Knowledge;
    /// Writes the game down, with who chose each action, in one line, the fields in alphabetical order. `last` is played
    /// after what was accepted.
    ///
    /// # Errors
    /// If it has a shape that JSON has not.
    fn write_record(&self, last: &[(Seat, &RawValue, ChosenBy)], out: &mut Vec<u8>) -> Result<(), NotJson>;
}
