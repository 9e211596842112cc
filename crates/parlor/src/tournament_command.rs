//! `parlor tournament`: a tournament's organiser at a terminal.

use std::io::Write;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use game::options::RawOptions;
use protocol::{
    NewTournament, TournamentDetails, TournamentForm, TournamentId, TournamentInfo, TournamentList,
    TournamentStage, TournamentTable,
};
use serde::Deserialize;

use crate::admin::Token;
use crate::http_client::{Credential, ServerUrl};
use crate::output;

pub(crate) const EXAMPLES: &str = "\
The token is that of a person, as `welcome` sends it, or the admin token. Listing and looking need none.

Examples:
  parlor tournament http://127.0.0.1:8080 list
  parlor tournament http://127.0.0.1:8080 open Friday golf --seats 4 --rounds 5 --bots
  parlor tournament http://127.0.0.1:8080 open Lunch gomoku --seats 2 --arena 45 --bots
  parlor tournament http://127.0.0.1:8080 start k7m2xq0v3a
  parlor tournament http://127.0.0.1:8080 standings k7m2xq0v3a
  parlor tournament http://127.0.0.1:8080 export k7m2xq0v3a > friday.json";

#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// URL of the server
    url: ServerUrl,
    #[command(subcommand)]
    word: TournamentCommand,
    /// Token of a person, or the admin token
    #[arg(long, global = true, env = "PARLOR_TOKEN", hide_env_values = true)]
    token: Option<Token>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum TournamentCommand {
    /// List the latest tournaments
    List,
    /// Open a tournament, and print its id
    Open(Box<OpenArgs>),
    /// Close entry and begin the first round, or begin an arena
    Start {
        /// Id of the tournament
        id: TournamentId,
    },
    /// Call a tournament off
    Cancel {
        /// Id of the tournament
        id: TournamentId,
    },
    /// Show entrants or standings, and the tables of the last round or of an arena
    Standings {
        /// Id of the tournament
        id: TournamentId,
    },
    /// Print everything that is known of a tournament as JSON
    Export {
        /// Id of the tournament
        id: TournamentId,
    },
}

#[derive(Args, Debug)]
struct OpenArgs {
    /// What it is called
    name: String,
    /// Name of the game
    game: String,
    /// Seats of a table, 2 to 4
    #[arg(long, value_name = "N", default_value_t = 4)]
    seats: u8,
    /// Number of rounds, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "arena")]
    rounds: u8,
    /// An arena of this many minutes: people come and go, and have the next table as soon as there is one
    #[arg(long, value_name = "MINUTES", conflicts_with_all = ["duplicate", "round_minutes", "break_seconds"])]
    arena: Option<u32>,
    /// Options of the game, as in rounds=3
    #[arg(long, value_name = "NAME=VALUE,…", value_parser = RawOptions::parse, default_value = "")]
    options: RawOptions,
    /// Seconds for a decision
    #[arg(long, value_name = "SECONDS")]
    clock: Option<u32>,
    /// Begin by itself after this many minutes
    #[arg(long, value_name = "MINUTES")]
    closes_in: Option<u32>,
    /// Let bots take the seats that are left over
    #[arg(long)]
    bots: bool,
    /// Level of the bots, also of those that play for people who are away
    #[arg(long)]
    level: Option<String>,
    /// Give all tables of a round the same deal, and compare seats across tables
    #[arg(long, requires = "bots")]
    duplicate: bool,
    /// Minutes after which a round ends whatever is still played
    #[arg(long, value_name = "MINUTES")]
    round_minutes: Option<u32>,
    /// Seconds between rounds
    #[arg(long, value_name = "SECONDS")]
    break_seconds: Option<u32>,
    /// Seconds until a bot plays for somebody who is not there
    #[arg(long, value_name = "SECONDS")]
    grace_seconds: Option<u32>,
}

#[derive(Deserialize)]
struct Opened {
    id: TournamentId,
}

pub(crate) fn run(args: &TournamentArgs) -> Result<()> {
    let credential = args.token.as_ref().map(Credential::Token);
    let get = |path: &str| args.url.request("GET", path, credential, None)?.accepted();
    let post = |path: &str, body: Option<&str>| args.url.request("POST", path, credential, body)?.accepted();
    let unreadable = "The server's answer cannot be read";
    let mut out = output::stdout();
    match &args.word {
        TournamentCommand::List => {
            let body = get("/api/tournaments")?;
            if args.json {
                writeln!(out, "{}", body.trim())?;
            } else {
                let list: TournamentList = serde_json::from_str(&body).context(unreadable)?;
                write_list(&mut out, &list)?;
            }
        }
        TournamentCommand::Open(open) => {
            // On the server's clock: this machine's may be another.
            let closes_at = match open.closes_in {
                Some(minutes) => {
                    let list: TournamentList =
                        serde_json::from_str(&get("/api/tournaments")?).context(unreadable)?;
                    Some(list.now + i64::from(minutes) * 60_000)
                }
                None => None,
            };
            let body =
                post("/api/tournaments", Some(&serde_json::to_string(&open.new_tournament(closes_at))?))?;
            let opened: Opened = serde_json::from_str(&body).context(unreadable)?;
            if args.json {
                writeln!(out, "{}", body.trim())?;
            } else {
                writeln!(out, "{}", opened.id)?;
            }
        }
        TournamentCommand::Start { id } => {
            post(&format!("/api/tournaments/{id}/start"), None)?;
            done(&mut out, args.json, "started", "Started.")?;
        }
        TournamentCommand::Cancel { id } => {
            post(&format!("/api/tournaments/{id}/cancel"), None)?;
            done(&mut out, args.json, "cancelled", "Called off.")?;
        }
        TournamentCommand::Standings { id } => {
            let body = get(&format!("/api/tournaments/{id}"))?;
            if args.json {
                writeln!(out, "{}", body.trim())?;
            } else {
                let details: TournamentDetails = serde_json::from_str(&body).context(unreadable)?;
                write_details(&mut out, &details)?;
            }
        }
        TournamentCommand::Export { id } => {
            writeln!(out, "{}", get(&format!("/api/tournaments/{id}?all=true"))?.trim())?;
        }
    }
    out.flush()?;
    Ok(())
}

impl OpenArgs {
    fn new_tournament(&self, closes_at: Option<i64>) -> NewTournament {
        NewTournament {
            name: self.name.clone(),
            game: self.game.clone(),
            options: self.options.clone(),
            seats: self.seats,
            form: if self.arena.is_some() { TournamentForm::Arena } else { TournamentForm::Rounds },
            rounds: if self.arena.is_some() { 0 } else { self.rounds },
            minutes: self.arena,
            clock_seconds: self.clock,
            closes_at,
            bots: self.bots,
            level: self.level.clone(),
            duplicate: self.duplicate,
            round_minutes: self.round_minutes,
            break_seconds: self.break_seconds,
            grace_seconds: self.grace_seconds,
        }
    }
}

fn done(out: &mut impl Write, json: bool, key: &str, sentence: &str) -> Result<()> {
    if json {
        return output::json_line(out, &serde_json::json!({ key: true }));
    }
    writeln!(out, "{sentence}")?;
    Ok(())
}

const fn stage_word(stage: TournamentStage) -> &'static str {
    match stage {
        TournamentStage::Entry => "entry",
        TournamentStage::Running => "running",
        TournamentStage::Over => "over",
        TournamentStage::Cancelled => "cancelled",
    }
}

fn write_list(out: &mut impl Write, list: &TournamentList) -> Result<()> {
    if list.tournaments.is_empty() {
        writeln!(out, "No tournaments.")?;
    }
    for info in &list.tournaments {
        writeln!(out, "{}", line(info))?;
    }
    Ok(())
}

fn line(info: &TournamentInfo) -> String {
    let TournamentInfo { id, name, game, stage, round, rounds, entrant_count, .. } = info;
    let stage = stage_word(*stage);
    let form = match info.form {
        TournamentForm::Rounds => format!("round {round} of {rounds}"),
        TournamentForm::Arena => format!("arena of {} min", info.minutes.unwrap_or_default()),
    };
    format!("{id}  {stage:<9}  {form}  {entrant_count:>3} entrants  {game:<8}  {name}")
}

/// Points are hundredths.
fn points(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn write_details(out: &mut impl Write, details: &TournamentDetails) -> Result<()> {
    writeln!(out, "{}", line(&details.info))?;
    if details.standings.is_empty() {
        for entrant in &details.entrants {
            writeln!(out, "  {}", entrant.name)?;
        }
        return Ok(());
    }
    for row in &details.standings {
        let gone = if row.withdrawn { "  withdrawn" } else { "" };
        let own = points(row.points);
        let tie = match details.info.form {
            TournamentForm::Rounds => format!("opponents {:>7}  won {}", points(row.opponents), row.won),
            TournamentForm::Arena => format!("won {}  played {}", row.won, row.played),
        };
        writeln!(out, "{:>3}. {:<20} {own:>7}  {tie}{gone}", row.place, row.name)?;
    }
    if !details.waiting.is_empty() {
        writeln!(out, "Waiting: {}", details.waiting.join(", "))?;
    }
    if details.info.form == TournamentForm::Arena {
        return write_tables(out, &details.tables);
    }
    let Some(round) = details.rounds.last() else { return Ok(()) };
    writeln!(out, "Round {}:", round.number)?;
    write_tables(out, &round.tables)?;
    if !round.free.is_empty() {
        writeln!(out, "  free: {}", round.free.join(", "))?;
    }
    Ok(())
}

fn write_tables(out: &mut impl Write, tables: &[TournamentTable]) -> Result<()> {
    for table in tables {
        let seats: Vec<String> = table
            .seats
            .iter()
            .map(|seat| {
                let name = seat.name.as_deref().unwrap_or("bot");
                match seat.points {
                    Some(own) => format!("{name} {}", points(own)),
                    None => name.to_owned(),
                }
            })
            .collect();
        let state = if table.finished { "finished" } else { "playing" };
        writeln!(out, "  table {}: {} ({state})", table.number, seats.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_with_two_decimals() {
        assert_eq!((points(1_200), points(833), points(5)), ("12.00".into(), "8.33".into(), "0.05".into()));
    }
}
