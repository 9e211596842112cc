//! What can be asked for on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use bots::Level;
use clap::{Args, Parser, Subcommand};
use game::options::Settings;
use game::{MAX_SEATS, Seat};
use games::Kind;

use crate::admin::AdminArgs;
use crate::serve::settings::ServeArgs;

/// A house for table games.
#[derive(Parser, Debug)]
#[command(name = "parlor", version, disable_help_subcommand = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games, their seats and their options
    Games(GamesArgs),
    /// Let bots play many games and count what happens
    Sim(SimArgs),
    /// Show recorded games step by step
    Replay(ReplayArgs),
    /// Watch bots play one game of each kind, or of one
    Show(ShowArgs),
    /// Open the house: a server with a lobby
    Serve(Box<ServeArgs>),
    /// Ask a running server how it is doing, speak to everybody in it, or close it
    Admin(AdminArgs),
    /// Play One Card at this keyboard; `parlor onecard -h` lists its own options
    #[command(disable_help_flag = true)]
    Onecard(OnecardArgs),
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Only this game
    pub(crate) game: Option<Kind>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which table: shared by all commands that deal one.
#[derive(Args, Debug, Clone)]
pub(crate) struct TableArgs {
    /// How many sit at the table [default: what is usual for the game]
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(1..=MAX_SEATS as i64))]
    pub(crate) players: Option<u8>,
    /// The table's settings: k=v,k=v (`parlor games GAME` lists them)
    #[arg(long, value_parser = Settings::parse, default_value = "", hide_default_value = true)]
    pub(crate) options: Settings,
    /// Who plays, one level a seat; the last one fills the rest
    #[arg(long, value_delimiter = ',', value_name = "LEVEL,…")]
    pub(crate) bots: Vec<Level>,
    /// A number that fixes all luck: the same seed gives the same games [default: luck]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// Which game
    pub(crate) game: Kind,
    /// How many games
    #[arg(long, short, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// How many threads [default: one for each core]
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write one record a line to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A file with one record a line; - reads standard input
    pub(crate) file: PathBuf,
    /// Whose eyes: a seat counted from 0, watcher, or everything
    #[arg(long = "as", value_name = "SEAT|watcher|everything", default_value = "everything")]
    pub(crate) viewer: Eyes,
    /// Only this step: 0 is the deal
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Only the record on this line of the file, counted from 1
    #[arg(long, value_name = "K")]
    pub(crate) line: Option<usize>,
    /// Print one line of JSON a step
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// Only this game
    pub(crate) game: Option<Kind>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Wait so many milliseconds between the moves [default: 0 in a pipe, else 40]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub(crate) pace: Option<u64>,
    /// Print one line of JSON a step
    #[arg(long)]
    pub(crate) json: bool,
}

/// The program `onecard` reads its arguments itself: they are passed on as they are.
#[derive(Args, Debug)]
pub(crate) struct OnecardArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub(crate) args: Vec<OsString>,
}

/// Whose eyes a replay is seen with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    Seat(Seat),
    Watcher,
    Everything,
}

impl std::str::FromStr for Eyes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "watcher" => Ok(Self::Watcher),
            "everything" => Ok(Self::Everything),
            number => number.parse().ok().and_then(Seat::new).map(Self::Seat).ok_or_else(|| {
                format!("a seat is a number from 0 to {}; or say watcher or everything", MAX_SEATS - 1)
            }),
        }
    }
}
