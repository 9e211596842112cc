//! `parlor engine gomoku`: our bot for the managers of tournaments.

use std::io::{BufRead, Read, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use bots::{BotInput, Budget, Effort, Searchable};
use games::Kind;
use games::gomoku::Gomoku;

use super::session::{Reply, Session};
use crate::cli::EngineArgs;
use crate::output;

/// No command is longer; a line that is has gone wrong.
const MAX_LINE: u64 = 4_096;

pub(crate) fn run(args: &EngineArgs) -> Result<()> {
    if args.game != Kind::Gomoku {
        anyhow::bail!("There is a protocol for engines of gomoku only, not of {}.", args.game);
    }
    let mut input = std::io::stdin().lock();
    let mut session = Session::default();
    let mut dice = game::dice(args.seed.unwrap_or_default());
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        match session.hear(&String::from_utf8_lossy(&line)) {
            Reply::Silence => {}
            Reply::End => return Ok(()),
            Reply::Line(text) => say(&text)?,
            Reply::Think => {
                let (options, seat, view) = session.table();
                let input = BotInput::<Gomoku> { options: &options, seat, view: &view };
                let (started, time) = (Instant::now(), Duration::from_millis(session.time().into()));
                let stop = || started.elapsed() >= time;
                let budget = Budget { simulations: u32::MAX, stop: &stop };
                let choice = Gomoku::evaluate(input, Effort::Endless, &mut dice, budget).choice();
                say(&session.played(choice.action.crossing()))?;
            }
        }
    }
}

fn say(line: &str) -> Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}
