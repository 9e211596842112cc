//! What a load can be asked for.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use game::MAX_SEATS;
use game::options::RawOptions;
use games::Kind;

use super::hostile::Attack;
use super::target::Target;
use crate::cli::whole;
use crate::renamed::{OldFlags, commands};

/// What the help says after the flags.
pub(crate) const EXAMPLES: &str = "\
Everybody plays whatever legal action a die chooses, and wants another game when one is over. A server refuses clients that come
too fast: start it for a load with --messages-per-second 10000 --max-connections 60000. Open files are needed for all
connections, on both sides (ulimit -n).

Examples:
  parlor load http://127.0.0.1:8080 --tables 1000 --pid 4711 --pin    as fast as turns allow
  parlor load http://127.0.0.1:8080 --tables 1000 --think-ms 1000     a move a second at each table
  parlor load --baseline --tables 1000 --pin                          a relay without a game, to compare with
  parlor load http://127.0.0.1:8080 --tables 30 --pid 4711 --hostile  what people notice during attacks";

/// The processes of a server: several, separated by commas, if it is a cluster. What all use is added.
#[derive(Clone, Debug)]
pub(crate) struct Pids {
    pub(super) first: u32,
    pub(super) others: Vec<u32>,
}

impl Pids {
    fn parse(text: &str) -> Result<Self, String> {
        let mut pids = text.split(',').map(|pid| whole::<u32>(pid, 1, u32::MAX));
        let first = pids.next().unwrap_or_else(|| whole("", 1, u32::MAX))?;
        Ok(Self { first, others: pids.collect::<Result<_, _>>()? })
    }
}

#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// The server, such as http://127.0.0.1:8080
    pub(crate) url: Option<Target>,
    /// How many tables
    #[arg(long, short, value_name = "T", default_value_t = 100, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 1, 1_000_000))]
    pub(crate) tables: u32,
    /// How many play at each
    #[arg(long, short, value_name = "P", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u8>(text, 1, MAX_SEATS as u8))]
    pub(crate) players: u8,
    /// Which game
    #[arg(long, short, default_value = "gomoku")]
    pub(crate) game: Kind,
    /// The tables' settings; `parlor games GAME` lists them
    #[arg(long, value_name = "NAME=VALUE,…", value_parser = RawOptions::parse)]
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) options: RawOptions,
    /// How long everybody thinks before a move
    #[arg(long, value_name = "MS", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 0, 3_600_000))]
    pub(crate) think_ms: u32,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 20, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 1, 86_400))]
    pub(crate) seconds: u32,
    /// How long to look at the tables before anybody moves; needs --pid
    #[arg(long, value_name = "S", default_value_t = 5, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 0, 86_400))]
    pub(crate) idle_seconds: u32,
    /// The server's process: says what it uses of the machine
    #[arg(long, value_name = "PID", value_parser = Pids::parse)]
    pub(crate) pid: Option<Pids>,
    /// Keep the server's process on the first core and this program off it
    #[arg(long)]
    pub(crate) pin: bool,
    /// Measure a relay without games instead of a server; without a URL it is started here
    #[arg(long)]
    pub(crate) baseline: bool,
    /// Attack the server while people play, and print what they notice with and without each attack; needs --pid
    #[arg(long, conflicts_with = "baseline")]
    pub(crate) hostile: bool,
    /// Run these attacks only
    #[arg(long, value_name = "ATTACK,…", value_enum, value_delimiter = ',', requires = "hostile")]
    pub(super) attack: Vec<Attack>,
    /// How many connections an attack has that needs many
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        allow_negative_numbers = true,
        requires = "hostile"
    )]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 1, 1_000_000))]
    pub(super) attackers: u32,
    /// Legacy ports of the server, to attack them too
    #[arg(long, value_name = "ADDRESS:PORT,…", value_delimiter = ',', requires = "hostile")]
    pub(super) legacy_port: Vec<SocketAddr>,
    /// The golf manager of the server, to attack it too
    #[arg(long, value_name = "ADDRESS:PORT", requires = "hostile")]
    pub(super) golf_manager: Option<SocketAddr>,
    /// Attack a server on another machine, which must be your own
    #[arg(long, requires = "hostile")]
    pub(super) attack_remote: bool,
    #[command(flatten)]
    _old_flags: OldFlags<commands::Load>,
    /// Be that relay
    #[arg(long, value_name = "ADDRESS", hide = true)]
    pub(crate) relay: Option<SocketAddr>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl LoadArgs {
    pub(super) fn think(&self) -> Duration {
        Duration::from_millis(u64::from(self.think_ms))
    }
}
