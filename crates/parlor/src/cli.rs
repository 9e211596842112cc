//! What can be asked for on the command line.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use bots::{Effort, Level};
use clap::{Args, Parser, Subcommand};
use game::MAX_SEATS;
use game::options::RawOptions;
use games::Kind;
use store::StoreLocation;

use crate::admin::AdminArgs;
use crate::backup::{self, BackupArgs, RestoreArgs};
use crate::entrant::BotName;
use crate::game_source::SourceArgs;
use crate::golf::GolfArgs;
use crate::healthcheck::HealthcheckArgs;
use crate::load::{self, LoadArgs};
use crate::perspective::Perspective;
use crate::play::{self, PlayArgs};
use crate::ratings_command::{self, RatingsArgs};
use crate::renamed::{OldFlags, commands};
use crate::serve::settings::ServeArgs;
use crate::tournament_command::{self, TournamentArgs};
use crate::verify::{self, VerifyArgs};

/// Self-hosted server for table games: play, replay and verify
#[derive(Parser, Debug)]
#[command(name = "parlor", version = VERSION, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, and which build of it this is.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("PARLOR_BUILD"), ")");

const EXAMPLES: &str = "\
Examples:
  parlor games golf                            what golf is, and what can be set
  parlor show sorry                            watch one game
  parlor play gomoku                           play against bots, at this terminal
  parlor sim chicago --bots thumb,random       1,000 games, and who won how many
  parlor sim gomoku --records games.jsonl      the same, and every game written down
  parlor arena golf --bots easy,hard,expert    who is how strong
  parlor replay games.jsonl --line 3           look at the third of them
  parlor verify replay.json                    check that a game was dealt and played as it says

`parlor COMMAND --help` says more about a command.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games, their seats and their options
    Games(GamesArgs),
    /// Let bots play many games and count what happens
    #[command(after_help = SIM_EXAMPLES)]
    Sim(SimArgs),
    /// Let bots meet each other in turn, and rate them
    #[command(after_help = ARENA_EXAMPLES)]
    Arena(ArenaArgs),
    /// Play for the manager of a Gomoku tournament, by the Gomocup (Piskvork) protocol on standard input and output
    Engine(EngineArgs),
    /// Show recorded games step by step
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Look at the decisions of recorded games again: what they cost against the best choice found
    #[command(after_help = REVIEW_EXAMPLES)]
    Review(ReviewArgs),
    /// Compute the ratings of a server from its rated games
    #[command(after_help = ratings_command::EXAMPLES)]
    Ratings(RatingsArgs),
    /// Check that recorded games were dealt and played as they say
    #[command(after_help = verify::EXAMPLES)]
    Verify(VerifyArgs),
    /// Watch bots play one game of each kind, or of one
    Show(ShowArgs),
    /// Play One Card at this keyboard; `parlor onecard -h` lists its own options
    #[command(disable_help_flag = true)]
    Onecard(OnecardArgs),
    /// Play at this terminal, against bots or on a server, in full screen or line by line
    #[command(after_help = play::EXAMPLES)]
    Play(PlayArgs),
    /// Start the game server
    Serve(Box<ServeArgs>),
    /// Six Card Golf between peers: the manager, a player, questions to the manager
    Golf(GolfArgs),
    /// Show the status of a running server, send a message to everybody, or shut it down
    Admin(AdminArgs),
    /// Open, start and look at tournaments of a running server
    #[command(after_help = tournament_command::EXAMPLES)]
    Tournament(TournamentArgs),
    /// Check that a server is ready; the exit status is 0 or 1
    Healthcheck(HealthcheckArgs),
    /// Write all data of a server to one file, while it runs
    #[command(after_help = backup::BACKUP_EXAMPLES)]
    Backup(BackupArgs),
    /// Fill an empty data directory or PostgreSQL database from a backup
    #[command(after_help = backup::RESTORE_EXAMPLES)]
    Restore(RestoreArgs),
    /// Measure what a server can carry, with tables of scripted players
    #[command(after_help = load::EXAMPLES)]
    Load(LoadArgs),
}

const SIM_EXAMPLES: &str = "\
The bots move on by one seat from game to game, so that none keeps the better seat. With a seed, results and
records are the same for any number of threads.

Examples:
  parlor sim golf --bots thumb,random --games 10000 --seed 1
  parlor sim onecard --players 5 --options decks=3,may_draw=on
  parlor sim sorry --records games.jsonl --json
  parlor sim golf --games 100000 --into ./data --people Ann,Bo --rated      a store to try pages and ratings with";

const ARENA_EXAMPLES: &str = "\
Everybody meets everybody. With two at the table the bots of a pair change seats from game to game; with more, each
sits down once against the same number of the other, and the other way round. With --out the games are kept: killed and
started again, the tournament goes on where it was. A seed gives the same games for any number of threads.

Besides the levels: block (gomoku), greedy (sorry), and engine:PATH, any program that speaks the protocol of the
Gomoku tournaments.

Examples:
  parlor arena chicago --bots easy,medium,hard,expert --games 200
  parlor arena gomoku --players 3 --bots expert,block --games 500 --out block
  parlor arena gomoku --bots expert,engine:./pbrain --engine-time-ms 5000 --games 20";

const REPLAY_EXAMPLES: &str = "\
`parlor sim GAME --records FILE` writes a file of records; a server answers with replays at /api/replays/ID. A record
that breaks a rule is refused with the line, the step and the reason. With --json there is one line a step: n, seat, action, events, views, scores, to_act, outcome.

Examples:
  parlor replay games.jsonl --line 3 --as 0    the third game as the first player saw it
  parlor replay games.jsonl --step 0           only the deals
  parlor replay - --json < games.jsonl         for other programs
  parlor replay https://games.example.org/r/ss439rrzy0-1 --as watcher";

const REVIEW_EXAMPLES: &str = "\
Examples:
  parlor review games.jsonl --line 3 --seat 0
  parlor review games.jsonl --line 3 --svg chances.svg
  parlor review https://games.example.org/r/ss439rrzy0-1 --level expert";

fn games_help(before: &str) -> String {
    let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    format!("{before}: {}", names.join(", "))
}

fn bots_help() -> String {
    let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
    let names = names.join(", ");
    format!("Who plays, one bot a seat, the last one for the rest: {names} [default: sim random, show thumb]")
}

/// Parses a number. The error names the allowed range, because "invalid digit found in string" does not help.
pub(crate) fn whole<T: FromStr + PartialOrd + Display + Copy>(
    text: &str,
    least: T,
    most: T,
) -> Result<T, String> {
    match text.parse::<T>() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => Err(format!("must be a whole number from {least} to {most}")),
    }
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    #[arg(help = games_help("Only this game"))]
    pub(crate) game: Option<Kind>,
    /// Print JSON: a list of games, or the one that is named
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which table: shared by all commands that deal one.
#[derive(Args, Debug, Clone)]
pub(crate) struct TableArgs {
    /// How many sit at the table [default: what is usual for the game]
    #[arg(long, short, value_name = "P", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u8>(text, 1, MAX_SEATS as u8))]
    pub(crate) players: Option<u8>,
    /// The table's settings; `parlor games GAME` lists them
    #[arg(long, value_name = "NAME=VALUE,…", value_parser = RawOptions::parse)]
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) options: RawOptions,
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", help = bots_help())]
    pub(crate) bots: Vec<BotName>,
    /// Time per move for a program named with engine:PATH, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 1, 600_000))]
    pub(crate) engine_time_ms: u32,
    /// Random seed: the same seed gives the same games [default: another one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    #[arg(help = games_help("Which game"))]
    pub(crate) game: Kind,
    /// How many games
    #[arg(long, short, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 1, 1_000_000_000))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    _old_flags: OldFlags<commands::Bots>,
    /// How many threads [default: one for each core]
    #[arg(long, short, value_name = "T", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u16>(text, 1, 1024))]
    pub(crate) threads: Option<u16>,
    /// Write one record a line to this file, for `parlor replay`; an old file is replaced when all is done
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Keep the games in this data directory or PostgreSQL database, as a server keeps finished games; no server may use it
    #[arg(long, value_name = "LOCATION")]
    pub(crate) into: Option<StoreLocation>,
    /// With --into: whose games they are, one name a seat and then bots; somebody new gets a page that nobody can sign in to
    #[arg(long, value_delimiter = ',', value_name = "NAME,…", requires = "into")]
    pub(crate) people: Vec<String>,
    /// With --into: the games count for ratings
    #[arg(long, requires = "into")]
    pub(crate) rated: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    #[arg(help = games_help("Which game"))]
    pub(crate) game: Kind,
    /// How many games in each match-up
    #[arg(long, short, value_name = "N", default_value_t = 100, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 1, 100_000_000))]
    pub(crate) games: u64,
    /// How many sit at each table [default: 2]
    #[arg(long, short, value_name = "P", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u8>(text, 2, MAX_SEATS as u8))]
    pub(crate) players: Option<u8>,
    /// The tables' settings; `parlor games GAME` lists them
    #[arg(long, value_name = "NAME=VALUE,…", value_parser = RawOptions::parse)]
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) options: RawOptions,
    /// Who meets: two bots or more
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", required = true)]
    pub(crate) bots: Vec<BotName>,
    /// Random seed [default: another one each time, or the one in the folder]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// How many threads [default: one for each core]
    #[arg(long, short, value_name = "T", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u16>(text, 1, 1024))]
    pub(crate) threads: Option<u16>,
    /// Keep the games in this folder, with arena.json and chart.svg; go on from what is there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Time per move for a program named with engine:PATH, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u32>(text, 1, 600_000))]
    pub(crate) engine_time_ms: u32,
    #[command(flatten)]
    _old_flags: OldFlags<commands::Bots>,
    /// Also tell how long each bot thinks about a decision, in processor time
    #[arg(long)]
    pub(crate) times: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Which game: gomoku
    pub(crate) game: Kind,
    /// Random seed [default: 0]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Whose eyes: a seat counted from 0, watcher, or everything
    #[arg(long = "as", value_name = "SEAT|watcher|everything", default_value = "everything")]
    #[arg(allow_negative_numbers = true)]
    pub(crate) viewer: Perspective,
    /// Only this step: 0 is the deal
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<usize>(text, 0, usize::MAX))]
    pub(crate) step: Option<usize>,
    /// Only the record on this line of the file, counted from 1
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 1, u64::MAX))]
    pub(crate) line: Option<u64>,
    /// Print one line of JSON a step
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Only the record on this line of the file, counted from 1
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 1, u64::MAX))]
    pub(crate) line: Option<u64>,
    /// Only the decisions of this seat, counted from 0
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u8>(text, 0, MAX_SEATS as u8 - 1))]
    pub(crate) seat: Option<u8>,
    /// How hard to look: medium, hard or expert
    #[arg(long, value_name = "LEVEL", default_value = "hard", value_parser = effort)]
    pub(crate) level: Effort,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: u64,
    /// Print the review as one line of JSON a game
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the chances to win through one game to this file, as a picture
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<std::path::PathBuf>,
}

fn effort(text: &str) -> Result<Effort, String> {
    match text {
        "medium" => Ok(Effort::Medium),
        "hard" => Ok(Effort::Hard),
        "expert" => Ok(Effort::Expert),
        _ => Err("a level that thinks is medium, hard or expert".to_owned()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[arg(help = games_help("Only this game"))]
    pub(crate) game: Option<Kind>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Pause between moves, in milliseconds [default: 0 in a pipe, else 40]
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| whole::<u64>(text, 0, 60_000))]
    pub(crate) delay_ms: Option<u64>,
    #[command(flatten)]
    _old_flags: OldFlags<commands::Show>,
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
