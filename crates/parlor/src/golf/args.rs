//! What can be asked for on the command line.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bots::Level;
use clap::{Args, Subcommand, ValueEnum};
use gateways::golf::MANAGER_PORT;

use crate::cli::whole;
use crate::renamed::{OldFlags, commands};

const EXAMPLES: &str = "\
Examples:
  parlor golf manager                                       brings players together
  parlor golf player ann --manager localhost                a person, with a menu
  parlor golf player bo --manager localhost --bot thumb     a bot that waits for a game
  parlor golf player cy --manager localhost --start 2 --steal    deals a game with two others
  parlor golf query players --manager localhost             who is there

docs/legacy/golf.md tells what managers and players say to each other.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GolfArgs {
    #[command(subcommand)]
    pub(super) command: GolfCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum GolfCommand {
    /// Bring players together; `parlor serve --golf-manager` does the same inside the server
    Manager(ManagerArgs),
    /// Play: deal a game, wait for one, or let a bot do so
    Player(PlayerArgs),
    /// Ask a manager who is there, or which games run
    Query(QueryArgs),
}

#[derive(Args, Debug)]
pub(super) struct ManagerArgs {
    /// UDP port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = MANAGER_PORT, value_parser = |text: &str| whole::<u16>(text, 0, u16::MAX))]
    pub(super) port: u16,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0")]
    pub(super) address: IpAddr,
    /// Keep who is registered in this file [default: parlor-data/golf-PORT.json]
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Drop players not heard from for N seconds [default: 86400]
    #[arg(long, value_name = "SECONDS", value_parser = |text: &str| whole::<u32>(text, 1, 60_000_000))]
    pub(super) registration_timeout: Option<u32>,
    #[command(flatten)]
    _old_flags: OldFlags<commands::GolfManager>,
}

#[derive(Args, Debug)]
pub(super) struct PlayerArgs {
    /// The name: 1 to 15 letters, digits, _ and -
    #[arg(value_parser = name)]
    pub(super) name: String,
    /// Where the manager is; port 4500 unless one is named
    #[arg(long, value_name = "HOST:PORT")]
    pub(super) manager: String,
    /// The first of this player's five ports; if they are taken, the next five
    #[arg(long, value_name = "PORT", default_value_t = 4505, value_parser = |text: &str| whole::<u16>(text, 1024, 65_531))]
    pub(super) port: u16,
    /// Deal a game as soon as K other players are registered
    #[arg(long, value_name = "K", value_parser = |text: &str| whole::<u8>(text, 1, 3))]
    pub(super) start: Option<u8>,
    /// With --start: a turn may be a steal
    #[arg(long, requires = "start")]
    pub(super) steal: bool,
    /// A bot decides
    #[arg(long, value_name = "LEVEL")]
    pub(super) bot: Option<Level>,
    /// Play N games, then leave
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole::<u32>(text, 1, 1_000_000))]
    pub(super) games: u32,
    /// Play game after game until interrupted
    #[arg(long, conflicts_with = "games")]
    pub(super) repeat: bool,
    /// Print each game as a record, one line, for `parlor replay`; everything else goes to standard error
    #[arg(long)]
    pub(super) json: bool,
    /// Treat a player who sent nothing for N seconds as gone
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = |text: &str| whole::<u32>(text, 1, 86_400))]
    pub(super) peer_timeout: u32,
    #[command(flatten)]
    _old_flags: OldFlags<commands::GolfPlayer>,
}

#[derive(Args, Debug)]
pub(super) struct QueryArgs {
    /// What to ask for
    pub(super) what: QueryKind,
    /// Where the manager is; port 4500 unless one is named
    #[arg(long, value_name = "HOST:PORT")]
    pub(super) manager: String,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum QueryKind {
    /// Everybody who is registered
    Players,
    /// All games that run
    Games,
}

fn name(text: &str) -> Result<String, &'static str> {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if (1..=15).contains(&text.len()) && text.bytes().all(good) {
        Ok(text.to_owned())
    } else {
        Err("must be 1 to 15 letters, digits, _ and -")
    }
}

/// Finds the manager.
pub(super) async fn manager_at(text: &str) -> Result<SocketAddr> {
    let bare: Result<IpAddr, _> = text.trim_matches(['[', ']']).parse();
    if let Ok(address) = bare {
        return Ok(SocketAddr::new(address, MANAGER_PORT));
    }
    let named = match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0) => {
            text.to_owned()
        }
        Some(_) => bail!("--manager {text:?}: must be a host and a port, such as localhost:4500."),
        None => format!("{text}:{MANAGER_PORT}"),
    };
    let found: Vec<SocketAddr> = tokio::net::lookup_host(&named)
        .await
        .with_context(|| format!("the manager's host {text:?} cannot be found"))?
        .collect();
    // A name such as localhost has addresses of both families; managers listen on IPv4 by default.
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().with_context(|| format!("the manager's host {text:?} has no address"))
}
