//! The command line, read as `getopt_long` would: short or long, a value after `=` or as the next word.
//!
//! Short options may be joined (`-an3`). Long names must be written out: a shortened one is refused, so that a
//! later option can never change what an old command line means. Options are read from left to right: `-h` wins
//! over whatever stands after it, a mistake over whatever stands after that.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use bots::Level;
use game::options::RawOptions;
use game::{Game, Options};
use games::onecard::{OneCard, OneCardOptions};
use lexopt::{Arg, Parser};

use super::rules_text;

/// What the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// To see the help.
    Help,
    /// To play.
    Play(Setup),
}

/// A game that can be dealt, and how it is to be played and shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Where the log goes.
    pub log: PathBuf,
    /// How many play.
    pub players: u8,
    /// The rules of the table.
    pub options: OneCardOptions,
    /// Whether it is a demo.
    pub auto: bool,
    /// The random seed; `None` for a new one.
    pub seed: Option<u64>,
    /// How many of the last players are bots.
    pub bots: u8,
    /// How well they play.
    pub level: Level,
    /// Whether and how cards are drawn on the screen.
    pub art: Option<Art>,
    /// How long to wait after each turn that nobody at the keyboard takes.
    pub pace: Duration,
    /// Whether the screen has colours.
    pub color: ColorChoice,
}

/// How cards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Art {
    /// With characters that every terminal has.
    Ascii,
    /// With lines and suit signs.
    Unicode,
}

/// When there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What is wrong with a command line, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

impl From<lexopt::Error> for Usage {
    fn from(error: lexopt::Error) -> Self {
        use lexopt::Error::{MissingValue, UnexpectedArgument, UnexpectedOption, UnexpectedValue};
        Self(match error {
            MissingValue { option } => {
                format!("The option {} needs a value.", option.unwrap_or_default())
            }
            UnexpectedOption(option) => format!("There is no option {option}."),
            UnexpectedArgument(word) => format!("What is {word:?}? Only options are expected here."),
            UnexpectedValue { option, value } => {
                format!("The option {option} takes no value, but {value:?} is given.")
            }
            other => other.to_string(),
        })
    }
}

/// Most milliseconds to wait after a turn.
const MAX_PACE: u64 = 60_000;

/// Reads the command line, without the program's name. Nothing is touched but a file named by `--rules`.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, Usage> {
    let mut parser = Parser::from_args(args);
    let mut setup = Setup {
        log: PathBuf::from("onecard.log"),
        players: OneCard::DEFAULT_SEATS,
        options: OneCardOptions::default(),
        auto: false,
        seed: None,
        bots: 0,
        level: Level::Casual,
        art: None,
        pace: Duration::ZERO,
        color: ColorChoice::Auto,
    };
    let mut rules = RuleList::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') => return Ok(Request::Help),
            Arg::Long("help") => match parser.optional_value() {
                None => return Ok(Request::Help),
                Some(value) => Err(lexopt::Error::UnexpectedValue { option: "--help".to_owned(), value })?,
            },
            Arg::Long("log") => setup.log = parser.value().map(PathBuf::from)?,
            Arg::Short('n') | Arg::Long("player-number") => {
                let (least, most) = OneCard::SEATS.into_inner();
                setup.players = number(&mut parser, "--player-number", least.into(), most.into())? as u8;
            }
            Arg::Short('c') | Arg::Long("initial-cards") => {
                rules.number(&mut parser, "--initial-cards", "initial_cards", 2, 206)?;
            }
            Arg::Short('d') | Arg::Long("decks") => rules.number(&mut parser, "--decks", "decks", 2, 8)?,
            Arg::Short('r') | Arg::Long("rounds") => {
                rules.number(&mut parser, "--rounds", "rounds", 1, 1000)?;
            }
            Arg::Short('a') | Arg::Long("auto") => setup.auto = true,
            Arg::Long("seed") => setup.seed = Some(number(&mut parser, "--seed", 0, u64::MAX)?),
            Arg::Long("bots") => {
                setup.bots = number(&mut parser, "--bots", 0, (*OneCard::SEATS.end()).into())? as u8;
            }
            Arg::Long("level") => {
                let text = text(&mut parser, "--level")?;
                setup.level =
                    text.parse().map_err(|unknown: bots::UnknownLevel| Usage(unknown.to_string()))?;
            }
            Arg::Long("rules") => {
                let value = parser.value()?;
                let settings = rules_text::read(&value)?;
                OneCardOptions::from_settings(&settings).map_err(|bad| Usage(format!("--rules: {bad}")))?;
                rules.replace(settings);
            }
            Arg::Long("art") => setup.art = Some(art(&mut parser)?),
            Arg::Long("pace") => {
                setup.pace = Duration::from_millis(number(&mut parser, "--pace", 0, MAX_PACE)?);
            }
            Arg::Long("color") => setup.color = color(&mut parser)?,
            other => return Err(other.unexpected().into()),
        }
        if setup.log.as_os_str().is_empty() {
            return Err(Usage("The option --log needs the name of a file.".to_owned()));
        }
    }
    setup.options = rules.options()?;
    OneCard::admits(&setup.options, setup.players).map_err(|bad| Usage(bad.to_string()))?;
    if setup.bots > setup.players {
        return Err(Usage(format!("{} bots cannot play among {} players.", setup.bots, setup.players)));
    }
    Ok(Request::Play(setup))
}

/// What `-c`, `-d`, `-r` and `--rules` say, in their order: where two speak of the same rule, the last counts.
#[derive(Default)]
struct RuleList(Vec<(Source, RawOptions)>);

#[derive(PartialEq, Eq)]
enum Source {
    Flag,
    Rules,
}

impl RuleList {
    fn number(
        &mut self,
        parser: &mut Parser,
        flag: &str,
        rule: &str,
        least: u64,
        most: u64,
    ) -> Result<(), Usage> {
        let value = number(parser, flag, least, most)?;
        self.0.push((Source::Flag, RawOptions(vec![(rule.to_owned(), value.to_string())])));
        Ok(())
    }

    /// An option given twice: the last counts, as a whole.
    fn replace(&mut self, settings: RawOptions) {
        self.0.retain(|(source, _)| *source != Source::Rules);
        self.0.push((Source::Rules, settings));
    }

    fn options(&self) -> Result<OneCardOptions, Usage> {
        let mut options = OneCardOptions::default();
        for (name, value) in self.0.iter().flat_map(|(_, settings)| &settings.0) {
            options.set(name, value).map_err(|bad| Usage(bad.to_string()))?;
        }
        Ok(options)
    }
}

/// The value as text; one that is not Unicode is an error.
fn text(parser: &mut Parser, flag: &str) -> Result<String, Usage> {
    parser.value()?.into_string().map_err(|value| Usage(format!("The option {flag} cannot be {value:?}.")))
}

/// A whole number without sign, fraction or blanks.
fn number(parser: &mut Parser, flag: &str, least: u64, most: u64) -> Result<u64, Usage> {
    let text = text(parser, flag)?;
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| plain && (least..=most).contains(number));
    number.ok_or_else(|| {
        Usage(format!("The option {flag} cannot be {text:?}: it is a whole number from {least} to {most}."))
    })
}

/// The value of `--art` may be left out; as the next word it counts only if it is one of the two.
fn art(parser: &mut Parser) -> Result<Art, Usage> {
    let next_word =
        |parser: &mut Parser| parser.try_raw_args()?.next_if(|word| word == "ascii" || word == "unicode");
    let value = match parser.optional_value() {
        Some(value) => Some(value),
        None => next_word(parser),
    };
    match value.as_ref().map(|value| value.to_string_lossy()).as_deref() {
        None | Some("ascii") => Ok(Art::Ascii),
        Some("unicode") => Ok(Art::Unicode),
        Some(other) => Err(Usage(format!("The option --art cannot be {other:?}: it is ascii or unicode."))),
    }
}

fn color(parser: &mut Parser) -> Result<ColorChoice, Usage> {
    match text(parser, "--color")?.as_str() {
        "auto" => Ok(ColorChoice::Auto),
        "always" => Ok(ColorChoice::Always),
        "never" => Ok(ColorChoice::Never),
        other => Err(Usage(format!("The option --color cannot be {other:?}: it is auto, always or never."))),
    }
}
