//! `parlor replay`: recorded games, step by step.

mod lines;
pub(crate) mod steps;

use std::io::Write;

use anyhow::{Context, Result, bail};
use game::{Record, Replay, Viewer};
use games::{Kind, with_game};

use self::lines::Lines;
use self::steps::{Shape, write_steps};
use crate::cli::{Eyes, ReplayArgs};
use crate::output;

pub(crate) fn run(args: &ReplayArgs) -> Result<()> {
    let mut out = output::stdout();
    let mut lines = Lines::open(&args.file)?;
    let name = args.file.display().to_string();
    let mut shown = 0;
    while let Some((number, line)) = lines.next_record()? {
        if args.line.is_some_and(|wanted| wanted != number) {
            continue;
        }
        replay_line(&mut out, args, &line).with_context(|| format!("{name}, line {number}"))?;
        shown += 1;
    }
    match (shown, args.line) {
        (0, Some(wanted)) => bail!("{name} has no record on line {wanted}."),
        (0, None) => bail!("{name} has no record in it."),
        _ => {}
    }
    out.flush()?;
    Ok(())
}

fn replay_line(out: &mut impl Write, args: &ReplayArgs, line: &str) -> Result<()> {
    let record = Record::parse(line)?;
    let kind: Kind = record.game.parse()?;
    with_game!(kind, G => {
        let replay = Replay::<G>::of(&record)?;
        let viewer = viewer(&replay, args.viewer)?;
        write_steps(out, &replay, viewer, Shape { json: args.json, only: args.step })
    })
}

fn viewer<G: game::Game>(replay: &Replay<G>, eyes: Eyes) -> Result<Viewer> {
    match eyes {
        Eyes::Seat(seat) if seat.number() >= replay.seats() => {
            bail!("There is no seat {seat}: {} played, counted from 0.", replay.seats())
        }
        Eyes::Seat(seat) => Ok(Viewer::Seat(seat)),
        Eyes::Watcher => Ok(Viewer::Watcher),
        Eyes::Everything => match replay.unveiled() {
            Some(unveiled) => Ok(Viewer::Everything(unveiled)),
            None => bail!(
                "The record stops after step {} before the game is over, so not everything may be shown: \
                 say --as watcher or --as SEAT.",
                replay.actions().len()
            ),
        },
    }
}
