//! A table as the command line asks for it, checked.

use anyhow::{Result, bail};
use bots::Level;
use game::options::RawOptions;
use game::{Game, MAX_SEATS, Options, Seed};

use crate::cli::TableArgs;
use crate::entrant::{BotName, BotsOf};

/// A table that can be dealt, and who plays at it.
pub(crate) struct Table<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) seats: u8,
    /// One bot for each seat, before any rotation.
    pub(crate) bots: Vec<BotName>,
    pub(crate) bots_of_game: BotsOf<G>,
    pub(crate) seed: u64,
    /// What another program may take for a move, in milliseconds.
    pub(crate) engine_time: u32,
}

impl<G: Game> Table<G> {
    pub(crate) fn from_args(args: &TableArgs, default_level: Level, bots_of_game: BotsOf<G>) -> Result<Self> {
        let (settings, named_players) = take_players(&args.options)?;
        let seats = match (args.players, named_players) {
            (Some(flag), Some(named)) if flag != named => {
                bail!("--players says {flag} and the option players says {named}.")
            }
            (flag, named) => flag.or(named).unwrap_or(G::DEFAULT_SEATS),
        };
        let options = G::Options::from_settings(&settings)?;
        G::admits(&options, seats)?;
        if args.bots.len() > usize::from(seats) {
            bail!("--bots names {} bots, but only {seats} play: one level a seat.", args.bots.len());
        }
        let last = args.bots.last().cloned().unwrap_or(BotName::Level(default_level));
        let mut bots = args.bots.clone();
        bots.resize(usize::from(seats), last);
        bots.iter().try_for_each(|bot| bot.check(bots_of_game, seats))?;
        let seed = match args.seed {
            Some(seed) => seed,
            None => getrandom::u64()?,
        };
        Ok(Self { options, seats, bots, bots_of_game, seed, engine_time: args.engine_time_ms })
    }

    /// The seed of the `n`th game at this table.
    pub(crate) fn seed_of(&self, n: u64) -> Seed {
        Seed::from_number(self.seed).nth(n)
    }
}

/// The number of players may also stand among the options, as the rules name it there.
fn take_players(settings: &RawOptions) -> Result<(RawOptions, Option<u8>)> {
    let (named, others): (Vec<_>, Vec<_>) =
        settings.0.iter().cloned().partition(|(name, _)| name == "players");
    let players = match named.as_slice() {
        [] => None,
        [(_, text)] => match text.parse() {
            Ok(number) => Some(number),
            Err(_) => {
                bail!("The option players cannot be {text:?}: it is a number of at most {MAX_SEATS}.")
            }
        },
        _ => bail!("The option players is given twice."),
    };
    Ok((RawOptions(others), players))
}
