//! Who can be named with `--bots`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, bail};
use bots::{Bot, Level, Searchable};
use game::Game;
use games::Kind;

/// What stands before the path of a program that plays Gomoku.
const ENGINE: &str = "engine:";

/// A bot as the command line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BotName {
    /// One that people meet at tables.
    Level(Level),
    /// One that only measures the others, and plays one game.
    Yardstick(&'static str),
    /// Another program that speaks the protocol of the Gomoku tournaments.
    Engine(PathBuf),
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Yardstick(name) => f.pad(name),
            Self::Engine(path) => f.pad(&format!("{ENGINE}{}", path.display())),
        }
    }
}

impl FromStr for BotName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix(ENGINE) {
            if path.is_empty() {
                return Err(format!("name the program after {ENGINE} as in {ENGINE}./pbrain"));
            }
            return Ok(Self::Engine(path.into()));
        }
        if let Some(name) = reference_bots().find(|name| *name == text) {
            return Ok(Self::Yardstick(name));
        }
        text.parse().map(Self::Level).map_err(|unknown: bots::UnknownLevel| {
            let more = |kind: &Kind| {
                let names = reference_bots_of(*kind);
                (!names.is_empty()).then(|| format!("for {kind} also {}", names.join(", ")))
            };
            let more: Vec<_> = Kind::ALL.iter().filter_map(more).collect();
            format!("{unknown} To measure them, {}; for gomoku also {ENGINE}PATH.", more.join("; "))
        })
    }
}

/// Every yardstick.
fn reference_bots() -> impl Iterator<Item = &'static str> {
    Kind::ALL.iter().flat_map(|&kind| reference_bots_of(kind).iter().copied())
}

fn reference_bots_of(kind: Kind) -> &'static [&'static str] {
    bots::with_bots!(kind, G => <G as Searchable>::REFERENCE_BOTS, _ => &[])
}

/// The bots of a game.
pub(crate) struct BotsOf<G: Game> {
    yardsticks: &'static [&'static str],
    /// The bot of this name, unless it chooses at random.
    bot: fn(&BotName) -> Option<Box<dyn Bot<G>>>,
}

impl<G: Game> BotsOf<G> {
    /// Of a game without bots that think: every level chooses at random, as it does at tables.
    pub(crate) fn random() -> Self {
        Self { yardsticks: &[], bot: |_| None }
    }
}

impl<G: Searchable> BotsOf<G> {
    /// Of a game whose bots think.
    pub(crate) fn thinking() -> Self {
        let bot = |name: &BotName| match name {
            BotName::Level(Level::Random) | BotName::Engine(_) => None,
            BotName::Level(level) => Some(level.bot()),
            BotName::Yardstick(name) => G::reference_bot(name),
        };
        Self { yardsticks: G::REFERENCE_BOTS, bot }
    }
}

// Derived, these would ask the game to be `Copy`.
impl<G: Game> Clone for BotsOf<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for BotsOf<G> {}

/// A player that can be asked for the next action.
pub(crate) enum Entrant<G: Game> {
    /// Chooses as [`bots::Random`] does, but without a view being made for it: most of the time would go there.
    Random,
    Bot(Box<dyn Bot<G>>),
    Engine(crate::engine::Engine),
}

impl BotName {
    /// Whether it can sit at such a table.
    pub(crate) fn check<G: Game>(&self, bots: BotsOf<G>, seats: u8) -> Result<()> {
        match self {
            Self::Yardstick(name) if !bots.yardsticks.contains(name) => {
                bail!("The bot {name} does not play {}.", G::TITLE)
            }
            Self::Engine(_) if G::NAME != "gomoku" => {
                bail!("{self} does not play {}: such programs play Gomoku.", G::TITLE)
            }
            Self::Engine(_) if seats != 2 => {
                bail!("{self} plays Gomoku for two only: add --players 2.")
            }
            Self::Engine(path) if !path.is_file() => {
                bail!("There is no program {}.", path.display())
            }
            Self::Level(_) | Self::Yardstick(_) | Self::Engine(_) => {}
        }
        Ok(())
    }

    /// The player of this name, given this many milliseconds a move if it is another program.
    pub(crate) fn entrant<G: Game>(&self, bots: BotsOf<G>, engine_time: u32) -> Entrant<G> {
        match self {
            Self::Engine(path) => Entrant::Engine(crate::engine::Engine::new(path.clone(), engine_time)),
            Self::Level(_) | Self::Yardstick(_) => (bots.bot)(self).map_or(Entrant::Random, Entrant::Bot),
        }
    }
}

#[cfg(test)]
mod tests {
    use game::options::RawOptions;
    use games::sorry::Sorry;

    use super::*;
    use crate::cli::TableArgs;
    use crate::sim::play::Players;
    use crate::table::Table;

    fn table(bots: &[&str]) -> Result<Table<Sorry>> {
        let bots = bots.iter().map(|name| name.parse().unwrap()).collect();
        let args = TableArgs {
            players: Some(2),
            options: RawOptions(Vec::new()),
            bots,
            seed: Some(1),
            engine_time_ms: 1,
        };
        Table::from_args(&args, Level::Casual, BotsOf::random())
    }

    #[test]
    fn every_level_plays_a_game_that_has_no_bots_that_think() {
        let table = table(&["expert", "random"]).unwrap();
        let played = Players::of(&table).play(&table, 0, true, &mut game::DiscardEvents).unwrap();
        assert!(played.winners().first().is_some());
        assert!(played.record.is_some());
    }

    #[test]
    fn a_game_without_bots_that_think_has_no_others_either() {
        let refused = table(&["greedy"]).err().unwrap().to_string();
        assert_eq!(refused, "The bot greedy does not play Sorry!.");
    }
}
