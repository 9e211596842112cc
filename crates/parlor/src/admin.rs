//! `parlor admin`: what the words on the server's terminal do, from elsewhere.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde::de::DeserializeOwned;

use crate::http_client::{Credential, ServerUrl};
use crate::output;
use crate::report::{AllTables, ConnectedPlayers, Report, Status};
use crate::serve::admin_token::{self, TOKEN_VARIABLE};
use crate::serve::settings::{self, Layers};

#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    word: AdminCommand,
    /// URL of the server
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "PARLOR_ADMIN_URL",
        default_value = "http://127.0.0.1:8080"
    )]
    url: ServerUrl,
    /// Admin token [default: read from the token file that the server's settings name]
    #[arg(long, global = true, env = TOKEN_VARIABLE, hide_env_values = true)]
    token: Option<Token>,
    /// The server's TOML file, to find its token file by [env: PARLOR_CONFIG]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Clone, Debug)]
enum AdminCommand {
    /// Show the status of the server
    Status,
    /// List all tables, private ones too
    Tables,
    /// List the players who are connected
    Players,
    /// Send a message to everybody who is connected
    #[command(alias = "say")]
    Announce {
        /// The message
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Shut down the server; seats and games are kept
    #[command(alias = "quit")]
    Shutdown,
}

/// A token on the command line. Never printed.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl std::str::FromStr for Token {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Self(text.to_owned()))
        } else {
            Err("a token has visible letters and digits only")
        }
    }
}

pub(crate) fn run(args: &AdminArgs) -> Result<()> {
    let token = token(args)?;
    let token = Some(Credential::Token(&token));
    let get = |path| args.url.request("GET", path, token, None)?.accepted();
    let post = |path, body: Option<&str>| args.url.request("POST", path, token, body)?.accepted();
    match &args.word {
        AdminCommand::Status => tell::<Status>(args, &get("/api/admin/status")?),
        AdminCommand::Tables => tell::<AllTables>(args, &get("/api/admin/tables")?),
        AdminCommand::Players => tell::<ConnectedPlayers>(args, &get("/api/admin/players")?),
        AdminCommand::Announce { text } => {
            let body = serde_json::json!({ "text": text.join(" ") }).to_string();
            post("/api/admin/announce", Some(&body))?;
            done(args, "said", "Announced.")
        }
        AdminCommand::Shutdown => {
            post("/api/admin/shutdown", None)?;
            done(args, "closing", "Shutting down.")
        }
    }
}

fn token(args: &AdminArgs) -> Result<Token> {
    if let Some(token) = &args.token {
        return Ok(token.clone());
    }
    let settings = Layers::without_flags(args.config.clone(), settings::environment)?.merged();
    match admin_token::find(&settings)? {
        Some(token) => Ok(token),
        None => bail!("The admin token is missing: give it with --token or in {TOKEN_VARIABLE}."),
    }
}

fn tell<R: Report + DeserializeOwned>(args: &AdminArgs, body: &str) -> Result<()> {
    let mut out = output::stdout();
    if args.json {
        writeln!(out, "{}", body.trim())?;
    } else {
        let report: R = serde_json::from_str(body).context("The server's answer cannot be read")?;
        report.write_text(&mut out)?;
    }
    out.flush()?;
    Ok(())
}

fn done(args: &AdminArgs, key: &str, sentence: &str) -> Result<()> {
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &serde_json::json!({ key: true }))?;
    } else {
        writeln!(out, "{sentence}")?;
    }
    out.flush()?;
    Ok(())
}
