//! `parlor verify`: whether a game was dealt and played as it says.

mod checks;

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use game::Seat;
use protocol::{Commitment, Nonce};
use serde::Serialize;

use self::checks::{Check, Finding, Noted};
use crate::game_source::{GameText, SourceArgs};
use crate::output;

/// What the program ends with when nothing is wrong, but not everything could be checked.
const NOT_ALL_CHECKED: u8 = 3;

pub(crate) const EXAMPLES: &str = "\
Each game is played again from its deal to its end. A replay of a server is also checked against the commitment that was
sent before the deal, the nonces and its seal: a changed byte anywhere is found. Ends with 0 if everything holds, with 1
if something is wrong, and with 3 if nothing is wrong but the deal cannot be checked, as in records of `parlor sim`.

Examples:
  parlor verify http://127.0.0.1:8080/r/ss439rrzy0-1
  parlor verify replay.json --commitment 680d70c4… --nonce 0=my-own-words
  parlor verify https://games.example.org/r/ss439rrzy0-1 --seal b0667ac9…
  parlor verify games.jsonl --json";

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The commitment that was sent before the game: 64 hexadecimal digits
    #[arg(long, value_name = "DIGITS")]
    commitment: Option<Commitment>,
    /// The nonce that a seat gave, counted from 0; may be said once for each seat
    #[arg(long = "nonce", value_name = "SEAT=NONCE")]
    nonces: Vec<SeatNonce>,
    /// Print one line of JSON a game
    #[arg(long)]
    json: bool,
}

/// The nonce that one seat contributed.
#[derive(Clone, Debug)]
pub(crate) struct SeatNonce {
    seat: Seat,
    nonce: Nonce,
}

impl FromStr for SeatNonce {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "must be a seat counted from 0 and its nonce, such as 0=my-own-words".to_owned();
        let (seat, nonce) = text.split_once('=').ok_or_else(wrong)?;
        let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(wrong)?;
        let nonce = nonce.parse().map_err(|bad: protocol::NonceError| bad.to_string())?;
        Ok(Self { seat, nonce })
    }
}

/// What became of all checks together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Holds,
    NotAllChecked,
    Wrong,
}

impl Verdict {
    fn of(checks: &[Check]) -> Self {
        let worst = checks.iter().map(|check| match check.finding {
            Finding::Holds | Finding::Note => Self::Holds,
            Finding::NotChecked => Self::NotAllChecked,
            Finding::Wrong => Self::Wrong,
        });
        worst.max().unwrap_or(Self::NotAllChecked)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "Everything holds.",
            Self::NotAllChecked => "Nothing is wrong, but not everything could be checked.",
            Self::Wrong => "Something is wrong.",
        })
    }
}

#[derive(Serialize)]
struct JsonReport<'a> {
    place: &'a str,
    game: &'a str,
    verdict: Verdict,
    checks: &'a [Check],
}

pub(crate) fn run(args: &VerifyArgs) -> ExitCode {
    match verify(args) {
        Ok(Verdict::Holds) => ExitCode::SUCCESS,
        Ok(Verdict::NotAllChecked) => ExitCode::from(NOT_ALL_CHECKED),
        Ok(Verdict::Wrong) => ExitCode::FAILURE,
        Err(error) => output::exit_code(Err(error)),
    }
}

fn verify(args: &VerifyArgs) -> Result<Verdict> {
    let noted = Noted {
        commitment: args.commitment,
        seal: args.source.seal,
        nonces: args.nonces.iter().map(|given| (given.seat, given.nonce.clone())).collect(),
    };
    let mut out = output::stdout();
    let mut verdict = None;
    args.source.each(|GameText { place, json, .. }| {
        let (game, checks) = checks::examine(json, &noted);
        let own = Verdict::of(&checks);
        verdict = Some(verdict.map_or(own, |before: Verdict| before.max(own)));
        if args.json {
            output::json_line(&mut out, &JsonReport { place, game: &game, verdict: own, checks: &checks })?;
            return Ok(ControlFlow::Continue(()));
        }
        writeln!(out, "{place}: {}", output::harmless(&game))?;
        for check in &checks {
            writeln!(out, "  {:<11} {:<11} {}", check.finding, check.name, output::harmless(&check.says))?;
        }
        writeln!(out, "  {own}")?;
        Ok(ControlFlow::Continue(()))
    })?;
    out.flush()?;
    verdict.ok_or_else(|| anyhow::anyhow!("{} has no game in it.", args.source.source))
}
