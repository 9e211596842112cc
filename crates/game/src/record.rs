//! Games written down, and played again.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::options::RawOptions;
use crate::{Chance, DealError, DiscardEvents, EventLog, Game, OptionError, Options, Seat, Seed, Unveiled};

/// One game written down: with the seed, all that is needed to play it again on any machine.
///
/// It is what was said, not what was checked: [`Replay::of`] checks it. `A` is the game's action, or
/// [`Value`] for a record whose game is not known yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "A: Deserialize<'de>"))]
pub struct Record<A> {
    /// Whether its luck is that of a [duplicate deal](Chance::duplicate).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duplicate: bool,
    /// [`Game::NAME`].
    pub game: String,
    /// The version of the rules it is played by, one of [`Game::RULES`].
    pub rules: u16,
    /// The table's settings.
    pub options: RawOptions,
    /// How many played.
    pub seats: u8,
    /// All luck of the game.
    pub seed: Seed,
    /// What was done, in order.
    #[serde(deserialize_with = "numbered_steps")]
    pub actions: Vec<Played<A>>,
}

/// Reads the actions so that a mistake in one of them names its step.
fn numbered_steps<'de, D: Deserializer<'de>, A: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<Played<A>>, D::Error> {
    struct Steps<A>(PhantomData<A>);

    impl<'de, A: Deserialize<'de>> Visitor<'de> for Steps<A> {
        type Value = Vec<Played<A>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of actions, each with a seat and an action")
        }

        fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Self::Value, S::Error> {
            let mut actions = Vec::new();
            loop {
                let next = list.next_element();
                match next
                    .map_err(|error| S::Error::custom(format_args!("step {}: {error}", actions.len() + 1)))?
                {
                    Some(action) => actions.push(action),
                    None => return Ok(actions),
                }
            }
        }
    }

    deserializer.deserialize_seq(Steps(PhantomData))
}

/// One action of one seat.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played<A> {
    /// Who did it.
    pub seat: Seat,
    /// What was done.
    pub action: A,
}

/// What a record says before its actions, to find out which game it is.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RecordHead {
    /// [`Game::NAME`].
    pub game: String,
    /// The version of the rules it is played by, one of [`Game::RULES`].
    pub rules: u16,
}

impl<A> Record<A> {
    /// A record of a game in which nothing has been done yet.
    #[must_use]
    pub fn new<G: Game>(options: &G::Options, seats: u8, seed: Seed) -> Self {
        Self {
            duplicate: false,
            game: G::NAME.to_owned(),
            rules: *G::RULES.end(),
            options: options.settings(),
            seats,
            seed,
            actions: Vec::new(),
        }
    }

    /// The generator of the game, before anything is dealt.
    #[must_use]
    pub const fn chance(&self) -> Chance {
        chance_of(self.duplicate, self.seed)
    }

    /// Notes an action.
    pub fn push(&mut self, seat: Seat, action: A) {
        self.actions.push(Played { seat, action });
    }
}

const fn chance_of(duplicate: bool, seed: Seed) -> Chance {
    if duplicate { Chance::duplicate(seed) } else { Chance::new(seed) }
}

impl<A: Serialize> Record<A> {
    /// The record as one line of JSON, without the line's end.
    #[must_use]
    pub fn to_line(&self) -> String {
        // Actions are plain data: writing them to a string cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Record<Value> {
    /// Reads one line.
    ///
    /// # Errors
    /// If it is not JSON of the right form.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        from_line(line)
    }
}

impl RecordHead {
    /// Reads the head of one line; the rest is only looked over.
    ///
    /// # Errors
    /// If it is not JSON of the right form.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        from_line(line)
    }

    fn check<G: Game>(&self) -> Result<(), RecordError> {
        if self.game != G::NAME {
            return Err(RecordError::OtherGame { found: self.game.clone(), expected: G::NAME });
        }
        if !G::RULES.contains(&self.rules) {
            return Err(RecordError::OtherRules { game: G::NAME, found: self.rules, known: G::RULES });
        }
        Ok(())
    }
}

fn from_line<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, RecordError> {
    serde_json::from_str(line).map_err(|error| RecordError::Json(explained(&error)))
}

/// What is wrong with a line that is not a record. It is one line, so only the column says where.
fn explained(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(text) => format!("{text} (column {})", error.column()),
        None => text,
    }
    .replace("EOF while parsing", "the line ends inside")
}

/// A record that was played through and found right.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    duplicate: bool,
    rules: u16,
    options: G::Options,
    seats: u8,
    seed: Seed,
    actions: Vec<Played<G::Action>>,
    unveiled: Option<Unveiled>,
    game: PhantomData<G>,
}

/// One step of a replay.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    /// Its number: 0 is the deal, n the nth action.
    pub number: usize,
    /// Who did what; nothing at the deal.
    pub played: Option<Played<G::Action>>,
    /// What happened.
    pub emitted: EventLog<G::Event>,
    /// The position afterwards.
    pub position: G,
}

impl<G: Game> Replay<G> {
    /// Reads a line and plays the record through. A record of millions of actions needs no more room than they do.
    ///
    /// # Errors
    /// The first thing that is wrong, with the step.
    pub fn read(line: &str) -> Result<Self, RecordError> {
        // First, because other rules may have other actions.
        RecordHead::parse(line)?.check::<G>()?;
        let record: Record<&RawValue> = from_line(line)?;
        Self::through(&record, |action| Ok(std::borrow::Cow::Borrowed(*action)))
    }

    /// Plays the record through.
    ///
    /// # Errors
    /// The first thing that is wrong, with the step.
    pub fn of(record: &Record<Value>) -> Result<Self, RecordError> {
        RecordHead { game: record.game.clone(), rules: record.rules }.check::<G>()?;
        Self::through(record, |action| to_raw_value(action).map(std::borrow::Cow::Owned))
    }

    fn through<A>(
        record: &Record<A>,
        text_of: impl for<'a> Fn(&'a A) -> Result<std::borrow::Cow<'a, RawValue>, serde_json::Error>,
    ) -> Result<Self, RecordError> {
        let options = G::Options::from_settings(&record.options).map_err(RecordError::Options)?;
        let mut position =
            G::start_by(record.rules, &options, record.seats, record.chance(), &mut DiscardEvents)
                .map_err(RecordError::Deal)?;
        let mut actions = Vec::with_capacity(record.actions.len());
        let mut parts = Vec::new();
        for (index, Played { seat, action }) in record.actions.iter().enumerate() {
            let step = index + 1;
            let unreadable = |text: &str, error: serde_json::Error| RecordError::NoAction {
                step,
                text: text.to_owned(),
                error: error.to_string(),
            };
            let text = text_of(action).map_err(|error| unreadable("", error))?;
            parts.clear();
            position
                .read_stored_action(*seat, &text, &mut parts)
                .map_err(|error| unreadable(text.get(), error))?;
            for &action in &parts {
                position.play(*seat, action, &mut DiscardEvents).map_err(|illegal| RecordError::Illegal {
                    step,
                    seat: *seat,
                    action: action.to_string(),
                    code: illegal.code(),
                    sentence: illegal.to_string(),
                })?;
                actions.push(Played { seat: *seat, action });
            }
        }
        let unveiled = Unveiled::after(&position);
        let Record { duplicate, rules, seats, seed, .. } = *record;
        Ok(Self { duplicate, rules, options, seats, seed, actions, unveiled, game: PhantomData })
    }

    /// The proof that everything may be shown, if the record runs to the end of the game.
    #[must_use]
    pub const fn unveiled(&self) -> Option<Unveiled> {
        self.unveiled
    }

    /// The version of the rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> u16 {
        self.rules
    }

    /// The table's settings.
    #[must_use]
    pub const fn options(&self) -> &G::Options {
        &self.options
    }

    /// How many played.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// The seed of all randomness of the game.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Whether it is a [duplicate deal](Chance::duplicate).
    #[must_use]
    pub const fn is_duplicate(&self) -> bool {
        self.duplicate
    }

    /// The generator of the game, before anything is dealt.
    #[must_use]
    pub const fn chance(&self) -> Chance {
        chance_of(self.duplicate, self.seed)
    }

    /// What was done, in order.
    #[must_use]
    pub fn actions(&self) -> &[Played<G::Action>] {
        &self.actions
    }

    /// The deal and then every action, each with what happened and the position afterwards.
    pub fn steps(&self) -> impl Iterator<Item = Step<G>> {
        let mut emitted = EventLog::new();
        let mut position = G::deal(self.rules, &self.options, self.seats, self.chance(), &mut emitted);
        let deal = Step { number: 0, played: None, emitted, position: position.clone() };
        let played = self.actions.iter().enumerate().map(move |(index, &played)| {
            let mut emitted = EventLog::new();
            position.apply(played.seat, played.action, &mut emitted);
            Step { number: index + 1, played: Some(played), emitted, position: position.clone() }
        });
        std::iter::once(deal).chain(played)
    }
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// It is not JSON of the right form.
    Json(String),
    /// It is of another game.
    OtherGame {
        /// What it says.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// It was played by rules this program does not know.
    OtherRules {
        /// The game.
        game: &'static str,
        /// What it says.
        found: u16,
        /// What this program knows.
        known: RangeInclusive<u16>,
    },
    /// Its settings are wrong.
    Options(OptionError),
    /// Its table cannot be dealt.
    Deal(DealError),
    /// A step is not an action of this game.
    NoAction {
        /// Which step, from 1.
        step: usize,
        /// What stands there.
        text: String,
        /// What is wrong with it.
        error: String,
    },
    /// A step breaks a rule.
    Illegal {
        /// Which step, from 1.
        step: usize,
        /// Who did it.
        seat: Seat,
        /// What was done.
        action: String,
        /// The stable code.
        code: &'static str,
        /// The rule.
        sentence: String,
    },
}

impl RecordError {
    /// The step that is wrong, if it is one.
    #[must_use]
    pub const fn step(&self) -> Option<usize> {
        match self {
            Self::NoAction { step, .. } | Self::Illegal { step, .. } => Some(*step),
            _ => None,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "This is not a record: {error}."),
            Self::OtherGame { found, expected } => {
                write!(f, "This is a record of {found:?}, not of {expected:?}.")
            }
            Self::OtherRules { game, found, known } => {
                write!(f, "This record was played by rules {found} of {game}; this program knows rules ")?;
                match (known.start(), known.end()) {
                    (oldest, newest) if oldest == newest => write!(f, "{newest}."),
                    (oldest, newest) => write!(f, "{oldest} to {newest}."),
                }
            }
            Self::Options(bad) => bad.fmt(f),
            Self::Deal(bad) => bad.fmt(f),
            Self::NoAction { step, text, error } => {
                let short: String = text.chars().take(80).collect();
                write!(f, "Step {step} is not an action of this game: {short} ({error}).")
            }
            Self::Illegal { step, seat, action, code, sentence } => {
                write!(f, "Step {step} is against the rules: seat {seat}, {action}. {sentence} [{code}]")
            }
        }
    }
}

impl std::error::Error for RecordError {}
