//! `parlor play`: a client at this terminal.

mod local;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bots::Level;
use clap::Args;
use game::MAX_SEATS;
use game::options::RawOptions;
use games::Kind;
use terminal::play::{self, Address, Catalogue, LocalGame, Look, PlayOptions, Saved};

use crate::cli::whole;
use crate::http_client::ServerUrl;

pub(crate) const EXAMPLES: &str = "\
Keys and words are explained by ? inside, and in docs/terminal.md. Who you are on a server is remembered in
~/.local/state/parlor/people.json (or below XDG_STATE_HOME), which only you can read; games without a server are kept
beside it and resumed.

Examples:
  parlor play gomoku                           against bots, without a server
  parlor play chicago --bots hard --players 4  the same, against three hard ones
  parlor play localhost:8080                   the lobby of a server
  parlor play https://games.example.org        the same, over TLS
  parlor play http://host:8080/j/ss439rrzy0    straight to a table, by its invitation
  parlor play --plain localhost:8080           line by line: for screen readers and pipes";

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// A game, the URL of a server, HOST:PORT, or an invitation [default: the last server]
    #[arg(value_name = "GAME|SERVER")]
    place: Option<String>,
    /// Name to sign in with, if this server does not know you yet
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Sign in as somebody new, even if this server knows you
    #[arg(long)]
    new_person: bool,
    /// With a game: how many sit at the table [default: what is usual for the game]
    #[arg(long, short, value_name = "P", value_parser = |text: &str| whole::<u8>(text, 2, MAX_SEATS as u8))]
    players: Option<u8>,
    /// With a game: the levels of the bots, the first one for the rest [default: medium]
    #[arg(long, value_delimiter = ',', value_name = "LEVEL,…")]
    bots: Vec<Level>,
    /// With a game: the table's settings; `parlor games GAME` lists them
    #[arg(long, value_name = "NAME=VALUE,…", value_parser = RawOptions::parse)]
    #[arg(default_value = "", hide_default_value = true)]
    options: RawOptions,
    /// With a game: deal a new one, even if an earlier one is not finished
    #[arg(long)]
    new_game: bool,
    /// Print lines instead of drawing a full screen
    #[arg(long)]
    plain: bool,
    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Give each suit a colour of its own
    #[arg(long)]
    four_colours: bool,
    /// Ring the bell when it is your turn
    #[arg(long)]
    bell: bool,
    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    no_mouse: bool,
}

pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let state_dir = play::state_dir(|name| std::env::var_os(name).map(PathBuf::from))?;
    let has_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !has_terminal && !is_plain(args) {
        bail!("The full screen needs a terminal; use --plain in a pipe.");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("The client cannot start its threads")?;
    let kind = args.place.as_deref().and_then(|place| place.parse::<Kind>().ok());
    let played = match kind {
        Some(kind) => runtime.block_on(play_local(args, kind, &state_dir)),
        None => runtime.block_on(play_on_server(args, &state_dir)),
    };
    // The thread that waits for keys has nobody to tell any more.
    runtime.shutdown_background();
    played
}

async fn play_on_server(args: &PlayArgs, state_dir: &Path) -> Result<()> {
    if args.players.is_some() || !args.bots.is_empty() || !args.options.0.is_empty() || args.new_game {
        bail!("--players, --bots, --options and --new-game need a game: parlor play GAME");
    }
    let saved = Saved::read(state_dir)?;
    let address: Address = match args.place.as_deref().or(saved.last_server.as_deref()) {
        Some(place) => place.parse()?,
        None => bail!("Which server or game? Name one: parlor play HOST:PORT, or parlor play gomoku"),
    };
    let saved_as = address.http();
    play_at(args, state_dir, address, saved_as, None).await
}

async fn play_local(args: &PlayArgs, kind: Kind, state_dir: &Path) -> Result<()> {
    let server = local::open(&state_dir.join("local")).await?;
    let address: Address = format!("http://{}", server.address).parse()?;
    let mut words = vec![kind.name().to_owned()];
    words.extend(args.players.map(|players| format!("seats={players}")));
    if !args.bots.is_empty() {
        let levels: Vec<_> = args.bots.iter().map(|level| level.name()).collect();
        words.push(format!("bots={}", levels.join(",")));
    }
    words.extend(args.options.0.iter().map(|(name, value)| format!("{name}={value}")));
    let game = LocalGame { game: kind.name().to_owned(), table: words.join(" "), anew: args.new_game };
    let played = play_at(args, state_dir, address, play::LOCAL.to_owned(), Some(game)).await;
    let closed = server.close().await;
    played.and(closed)
}

async fn play_at(
    args: &PlayArgs,
    state_dir: &Path,
    address: Address,
    saved_as: String,
    local_game: Option<LocalGame>,
) -> Result<()> {
    if args.new_person {
        let mut saved = Saved::read(state_dir)?;
        if saved.tokens.remove(&saved_as).is_some() {
            saved.write()?;
        }
    }
    let name = args.name.clone().or_else(|| local_game.as_ref().and_then(|_| std::env::var("USER").ok()));
    let options = PlayOptions {
        catalogue: catalogue(&address).await?,
        address,
        name,
        state_dir: state_dir.to_owned(),
        plain: is_plain(args),
        look: Look { ascii: args.ascii, colour: !no_colour(), four_colours: args.four_colours },
        bell: args.bell,
        mouse: !args.no_mouse,
        saved_as,
        local_game,
    };
    Ok(play::play(options).await?)
}

/// The games of the server.
async fn catalogue(address: &Address) -> Result<Catalogue> {
    let url: ServerUrl = address.http().parse().map_err(anyhow::Error::msg)?;
    let games = tokio::task::spawn_blocking({
        let url = url.clone();
        move || url.request("GET", "/api/games", None, None)?.accepted()
    });
    serde_json::from_str(&games.await??)
        .with_context(|| format!("{url} is not a Parlor server of this version"))
}

/// <https://no-color.org>: any text that is not empty.
fn no_colour() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

fn is_plain(args: &PlayArgs) -> bool {
    args.plain || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}
