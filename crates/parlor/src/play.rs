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
use terminal::play::{
    self, Address, Catalogue, Fetch, LocalGame, Look, Method, PageRequest, PlayOptions, Saved, Settings,
};

use crate::admin::Token;
use crate::cli::whole;
use crate::http_client::{Credential, ServerUrl};

pub(crate) const EXAMPLES: &str = "\
Keys and words are explained by ? inside, and in docs/terminal.md. Who you are on a server is remembered in
~/.local/state/parlor/people.json (or below XDG_STATE_HOME), which only you can read; games without a server are kept
beside it and resumed.

Examples:
  parlor play gomoku                           against bots, without a server
  parlor play chicago --bots hard --players 4  the same, against three hard ones
  parlor play golf --people Ann,Bo             two people at one keyboard, kept and resumed
  parlor play localhost:8080                   the lobby of a server
  parlor play https://games.example.org        the same, over TLS
  parlor play http://host:8080/j/ss439rrzy0    straight to a table, by its invitation
  parlor play 'http://host:8080/link#CODE'     as the person you are in the browser, by a link for another device
  parlor play --plain localhost:8080           line by line: for screen readers and pipes";

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// A game, the URL of a server, HOST:PORT, an invitation, or a link for another device [default: the last server]
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
    /// With a game: the names of several people at this keyboard, in turn
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    people: Vec<String>,
    /// With a game: deal a new one, even if an earlier one is not finished
    #[arg(long)]
    new_game: bool,
    /// Folder in which to keep who you are, your settings and your games without a server
    #[arg(long, value_name = "DIR")]
    saved: Option<PathBuf>,
    /// File with a token of yours for this server, readable by you only: you are that person
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Print lines instead of drawing a full screen
    #[arg(long)]
    plain: bool,
    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Give each suit a colour of its own
    #[arg(long)]
    four_colours: bool,
    /// Use colours for a light background [default: as COLORFGBG says]
    #[arg(long)]
    light: bool,
    /// Flash nothing, and let nothing move by itself
    #[arg(long)]
    calm: bool,
    /// Ring the bell when it is your turn
    #[arg(long)]
    bell: bool,
    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    no_mouse: bool,
}

pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let state_dir = match &args.saved {
        Some(dir) => dir.clone(),
        None => play::state_dir(|name| std::env::var_os(name).map(PathBuf::from))?,
    };
    let has_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !has_terminal && !is_plain(args) {
        bail!("The full screen needs a terminal; use --plain in a pipe.");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("The client cannot start its threads")?;
    let played = place(args, &state_dir).and_then(|place| match place.parse::<Kind>() {
        Ok(kind) => runtime.block_on(play_local(args, kind, &state_dir)),
        Err(_) => runtime.block_on(play_on_server(args, &place, &state_dir)),
    });
    // The thread that waits for keys is not waited for: its receiver is gone.
    runtime.shutdown_background();
    played
}

/// What was named, the last server, or the answer to a question.
fn place(args: &PlayArgs, state_dir: &Path) -> Result<String> {
    if let Some(place) = args.place.clone().or(Saved::read(state_dir)?.last_server) {
        return Ok(place);
    }
    let games: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let answer =
        play::ask(args.ascii, &format!("A server (HOST:PORT or URL) or a game ({}): ", games.join(", ")))?;
    if answer.is_empty() {
        bail!("Which server or game? Name one: parlor play HOST:PORT, or parlor play gomoku");
    }
    Ok(answer)
}

async fn play_on_server(args: &PlayArgs, place: &str, state_dir: &Path) -> Result<()> {
    let local_only = args.players.is_some() || args.new_game || !args.people.is_empty();
    if local_only || !args.bots.is_empty() || !args.options.0.is_empty() {
        bail!("--players, --people, --bots, --options and --new-game need a game: parlor play GAME");
    }
    let address: Address = place.parse()?;
    let saved_as = address.http();
    if let Some(file) = &args.token_file {
        let mut saved = Saved::read(state_dir)?;
        if saved.note(&saved_as, &play::read_token(file)?) {
            saved.write()?;
        }
    }
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
    if args.token_file.is_some() {
        bail!("--token-file needs a server: parlor play HOST:PORT");
    }
    if let [only] = &*args.people {
        bail!(
            "--people needs the names of at least two people, not only {only:?}; one person plays with --name"
        );
    }
    let game = LocalGame {
        game: kind.name().to_owned(),
        table: words.join(" "),
        anew: args.new_game,
        people: args.people.clone(),
        has_secrets: kind.face().has_secrets(),
    };
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
    let settings = Settings::read(state_dir)?.or(Settings {
        four_colours: args.four_colours,
        bell: args.bell,
        calm: args.calm,
        ascii: args.ascii,
        light: args.light || is_light(std::env::var("COLORFGBG").ok().as_deref()),
        no_mouse: args.no_mouse,
    });
    let look = Look {
        ascii: settings.ascii,
        colour: !no_colour(),
        four_colours: settings.four_colours,
        light: settings.light,
    };
    let url: ServerUrl = address.http().parse().map_err(anyhow::Error::msg)?;
    let options = PlayOptions {
        catalogue: catalogue(&url).await?,
        fetch: Fetch::new(move |request| fetch(&url, request)),
        address,
        name,
        state_dir: state_dir.to_owned(),
        plain: is_plain(args),
        look,
        settings,
        saved_as,
        local_game,
    };
    Ok(play::play(options).await?)
}

/// The games of the server.
async fn catalogue(url: &ServerUrl) -> Result<Catalogue> {
    let games = tokio::task::spawn_blocking({
        let url = url.clone();
        move || url.request("GET", "/api/games", None, None)?.accepted()
    });
    serde_json::from_str(&games.await??)
        .with_context(|| format!("{url} is not a Parlor server of this version"))
}

/// What the server's HTTP interface answers to the person with this token.
fn fetch(url: &ServerUrl, request: &PageRequest<'_>) -> Result<String, String> {
    let token = request.token.map(str::parse::<Token>).transpose()?;
    let (method, body) = match request.method {
        Method::Get => ("GET", None),
        Method::Post => ("POST", Some("{}")),
    };
    let answer = url.request(method, request.path, token.as_ref().map(Credential::Token), body);
    answer.and_then(crate::http_client::Answer::accepted).map_err(|error| error.to_string())
}

/// Terminals that say what their colours are say it as `15;0`: text, then background; 7 and 15 are light.
fn is_light(colours: Option<&str>) -> bool {
    colours.and_then(|colours| colours.rsplit(';').next()).is_some_and(|ground| matches!(ground, "7" | "15"))
}

/// <https://no-color.org>: any text that is not empty.
fn no_colour() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

fn is_plain(args: &PlayArgs) -> bool {
    args.plain || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_terminal_is_known_by_its_background() {
        assert!(is_light(Some("0;15")) && is_light(Some("0;default;7")));
        assert!(!is_light(Some("15;0")) && !is_light(Some("")) && !is_light(None));
    }
}
