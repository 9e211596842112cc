//! `parlor admin`: what the words on the server's terminal do, from elsewhere.

mod http_client;

use std::fmt;
use std::io::Write;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use self::http_client::{Answer, Server};
use crate::output;
use crate::report::{AllTables, PlayersHere, Report, Status};

#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    word: Word,
    /// Where the server is
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "PARLOR_ADMIN_URL",
        default_value = "http://127.0.0.1:8080"
    )]
    url: Server,
    /// The token that was printed at the server's first start
    #[arg(long, global = true, env = "PARLOR_ADMIN_TOKEN", hide_env_values = true)]
    token: Option<Token>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Clone, Debug)]
enum Word {
    /// How the house is doing
    Status,
    /// All tables, private ones too
    Tables,
    /// Who is here
    Players,
    /// Tell everybody in the house something
    Say {
        /// What to say
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Close the house; seats and games are kept
    Quit,
}

/// The admin token. Never printed.
#[derive(Clone)]
struct Token(String);

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

/// What a server says when it refuses.
#[derive(Deserialize)]
struct Refused {
    message: String,
}

pub(crate) fn run(args: &AdminArgs) -> Result<()> {
    let Some(Token(token)) = &args.token else {
        bail!("The admin token is missing: give it with --token or in PARLOR_ADMIN_TOKEN.");
    };
    let get = |path| accepted(&args.url.request("GET", path, token, None)?);
    let post = |path, body: Option<&str>| accepted(&args.url.request("POST", path, token, body)?);
    match &args.word {
        Word::Status => tell::<Status>(args, &get("/api/admin/status")?),
        Word::Tables => tell::<AllTables>(args, &get("/api/admin/tables")?),
        Word::Players => tell::<PlayersHere>(args, &get("/api/admin/players")?),
        Word::Say { text } => {
            let body = serde_json::json!({ "text": text.join(" ") }).to_string();
            post("/api/admin/say", Some(&body))?;
            done(args, "said", "Said.")
        }
        Word::Quit => {
            post("/api/admin/quit", None)?;
            done(args, "closing", "The house closes.")
        }
    }
}

/// The body of an answer, or the server's sentence as an error.
fn accepted(answer: &Answer) -> Result<String> {
    if (200..300).contains(&answer.status) {
        return Ok(answer.body.clone());
    }
    match serde_json::from_str::<Refused>(&answer.body) {
        Ok(refused) => bail!("{}", refused.message),
        Err(_) => bail!("The server answered with status {}; is this a Parlor?", answer.status),
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
