//! `parlor admin`: what the words on the server's terminal do, from elsewhere.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde::de::DeserializeOwned;

use crate::http_client::{Credential, ServerUrl};
use crate::output;
use crate::report::{
    AllTables, AuditList, ClusterNodes, ConnectedPlayers, MadeInvitation, OpenReports, Report, SanctionInfo,
    SanctionList, Status,
};
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
    /// List the nodes of the cluster
    Nodes,
    /// Send a message to everybody who is connected
    #[command(alias = "say")]
    Announce {
        /// The message
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Make an invitation that lets new people in, and print its code
    Invite {
        /// How many people it lets in, 1 to 50
        #[arg(long, value_name = "N", default_value_t = 1)]
        uses: u8,
        /// How many days it lasts, 1 to 90
        #[arg(long, value_name = "DAYS", default_value_t = 7)]
        days: u16,
    },
    /// List chat messages that were reported
    Reports,
    /// Close a report that is dealt with
    CloseReport {
        /// Id of the report, as in the list
        id: String,
    },
    /// Warn a person: shown until they have read it
    Warn {
        /// Name of the person
        name: String,
        /// The text that they receive
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Keep a person from talking for a time
    Mute {
        /// Name of the person
        name: String,
        #[command(flatten)]
        terms: SanctionTerms,
    },
    /// Keep a person, or everybody at some addresses, out for a time
    Ban {
        /// Name of the person
        #[arg(required_unless_present = "addresses")]
        name: Option<String>,
        /// An address, or a block such as 192.0.2.0/24
        #[arg(long, value_name = "BLOCK", conflicts_with = "name")]
        addresses: Option<tables::AddressRange>,
        #[command(flatten)]
        terms: SanctionTerms,
    },
    /// List mutes and bans
    Sanctions,
    /// End a mute or a ban
    Lift {
        /// Id of the mute or ban, as in the list
        id: String,
    },
    /// Close a table; a running game ends without a winner, and its replay is kept
    CloseTable {
        /// Id of the table
        table: protocol::TableId,
        /// The text that everybody at the table receives
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Delete a person and all that the server knows of them; it cannot be undone
    Forget {
        /// Name of the person
        name: String,
        /// Do it without a question: there is no way back
        #[arg(long, required = true)]
        yes: bool,
    },
    /// List what operators did
    Audit,
    /// Shut down the server; seats and games are kept
    #[command(alias = "quit")]
    Shutdown,
}

#[derive(Args, Clone, Debug)]
struct SanctionTerms {
    /// How long: 30m, 12h or 7d
    #[arg(long = "for", value_name = "TIME", value_parser = minutes)]
    minutes: u32,
    /// The reason, which the person receives
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Reads a time as operators write it.
fn minutes(text: &str) -> Result<u32, &'static str> {
    let wrong = "expected a time such as 30m, 12h or 7d, at most 10 years";
    let unit = match text.chars().last() {
        Some('m') => 1,
        Some('h') => 60,
        Some('d') => 1_440,
        _ => return Err(wrong),
    };
    let count: u32 = text[..text.len() - 1].parse().map_err(|_| wrong)?;
    let minutes = count.checked_mul(unit).filter(|minutes| *minutes > 0).ok_or(wrong)?;
    if minutes > tables::MAX_SANCTION_MINUTES { Err(wrong) } else { Ok(minutes) }
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
    let post = |path: &str, body: Option<&str>| args.url.request("POST", path, token, body)?.accepted();
    let delete = |path: &str| args.url.request("DELETE", path, token, None)?.accepted();
    match &args.word {
        AdminCommand::Status => tell::<Status>(args, &get("/api/admin/status")?),
        AdminCommand::Tables => tell::<AllTables>(args, &get("/api/admin/tables")?),
        AdminCommand::Players => tell::<ConnectedPlayers>(args, &get("/api/admin/players")?),
        AdminCommand::Nodes => tell::<ClusterNodes>(args, &get("/api/admin/nodes")?),
        AdminCommand::Announce { text } => {
            let body = serde_json::json!({ "text": text.join(" ") }).to_string();
            post("/api/admin/announce", Some(&body))?;
            done(args, "said", "Announced.")
        }
        AdminCommand::Invite { uses, days } => {
            let body = serde_json::json!({ "uses": uses, "days": days }).to_string();
            tell::<MadeInvitation>(args, &post("/api/admin/invitations", Some(&body))?)
        }
        AdminCommand::Reports => tell::<OpenReports>(args, &get("/api/admin/reports")?),
        AdminCommand::CloseReport { id } => {
            delete(&format!("/api/admin/reports/{}", in_path(id)))?;
            done(args, "closed", "Closed.")
        }
        AdminCommand::Warn { name, text } => {
            let body = serde_json::json!({ "person": name, "text": text.join(" ") }).to_string();
            post("/api/admin/warnings", Some(&body))?;
            done(args, "warned", "Warned.")
        }
        AdminCommand::Mute { name, terms } => {
            let body = terms.body("mute", "person", name);
            tell::<SanctionInfo>(args, &post("/api/admin/sanctions", Some(&body))?)
        }
        AdminCommand::Ban { name, addresses, terms } => {
            let body = match addresses {
                Some(addresses) => terms.body("ban", "addresses", &addresses.to_string()),
                None => terms.body("ban", "person", name.as_deref().unwrap_or_default()),
            };
            tell::<SanctionInfo>(args, &post("/api/admin/sanctions", Some(&body))?)
        }
        AdminCommand::Sanctions => tell::<SanctionList>(args, &get("/api/admin/sanctions")?),
        AdminCommand::Lift { id } => {
            delete(&format!("/api/admin/sanctions/{}", in_path(id)))?;
            done(args, "lifted", "Lifted.")
        }
        AdminCommand::CloseTable { table, reason } => {
            let body = serde_json::json!({ "reason": reason }).to_string();
            post(&format!("/api/admin/tables/{table}/close"), Some(&body))?;
            done(args, "closed", "Closed.")
        }
        AdminCommand::Forget { name, yes: _ } => {
            delete(&format!("/api/admin/people/{}", in_path(name)))?;
            done(args, "forgotten", "Forgotten.")
        }
        AdminCommand::Audit => tell::<AuditList>(args, &get("/api/admin/audit")?),
        AdminCommand::Shutdown => {
            post("/api/admin/shutdown", None)?;
            done(args, "closing", "Shutting down.")
        }
    }
}

impl SanctionTerms {
    fn body(&self, kind: &str, target: &str, whom: &str) -> String {
        let (minutes, reason) = (self.minutes, &self.reason);
        serde_json::json!({ "kind": kind, target: whom, "minutes": minutes, "reason": reason }).to_string()
    }
}

/// An id as a part of a path: what an operator mistypes must not lead elsewhere.
fn in_path(id: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    id.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
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
