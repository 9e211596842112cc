//! `parlor replay`: recorded games, step by step.

pub(crate) mod lines;
pub(crate) mod steps;

use std::io::Write;

use anyhow::{Context, Result, bail};
use game::{Game, RecordHead, Replay, Unveiled, Viewer};
use games::{Kind, with_game};
use gateways::golf::{PEER_GAME, PeerReplay};

pub(crate) use self::lines::Lines;
use self::steps::{Shape, write_steps};
use crate::cli::{Eyes, ReplayArgs};
use crate::output;

pub(crate) fn run(args: &ReplayArgs) -> Result<()> {
    let mut out = output::stdout();
    let mut lines = Lines::open(&args.file)?;
    let name = lines.name().to_owned();
    let mut shown = 0;
    while let Some((number, line)) = lines.next_record()? {
        if args.line.is_some_and(|wanted| wanted != number) {
            continue;
        }
        replay_line(&mut out, args, &line, || format!("{name}, line {number}"))?;
        shown += 1;
        if args.line.is_some() {
            // Whoever sends the rest need not be waited for.
            break;
        }
    }
    match (shown, args.line) {
        (0, Some(wanted)) => bail!("{name} has no record on line {wanted}."),
        (0, None) => bail!("{name} has no record in it."),
        _ => {}
    }
    out.flush()?;
    Ok(())
}

/// Shows one record. What is wrong with it is told with its place; what is wrong with the output is not.
fn replay_line(
    out: &mut impl Write,
    args: &ReplayArgs,
    line: &str,
    place: impl Fn() -> String + Copy,
) -> Result<()> {
    let head = RecordHead::parse(line).with_context(place)?;
    if head.game == PEER_GAME {
        return replay_peer_game(out, args, line, place);
    }
    let kind: Kind = head.game.parse().with_context(place)?;
    with_game!(kind, G => replay_game::<G>(out, args, line, place))
}

fn replay_game<G: Game>(
    out: &mut impl Write,
    args: &ReplayArgs,
    line: &str,
    place: impl Fn() -> String + Copy,
) -> Result<()> {
    let replay = Replay::<G>::read(line).with_context(place)?;
    let last = replay.actions().len();
    let viewer = viewer(args.viewer, replay.seats(), last, replay.unveiled()).with_context(place)?;
    has_step(last, args.step).with_context(place)?;
    write_steps(out, replay.steps(), viewer, Shape { json: args.json, only: args.step })
}

/// A game between peers has the positions of golf, and its luck is in its decks.
fn replay_peer_game(
    out: &mut impl Write,
    args: &ReplayArgs,
    line: &str,
    place: impl Fn() -> String + Copy,
) -> Result<()> {
    let replay = PeerReplay::read(line).with_context(place)?;
    let last = replay.actions().len();
    let viewer = viewer(args.viewer, replay.seats(), last, replay.unveiled()).with_context(place)?;
    has_step(last, args.step).with_context(place)?;
    write_steps(out, replay.steps(), viewer, Shape { json: args.json, only: args.step })
}

fn has_step(last: usize, wanted: Option<usize>) -> Result<()> {
    match wanted.filter(|&wanted| wanted > last) {
        Some(wanted) => bail!("There is no step {wanted}: the last one is {last}."),
        None => Ok(()),
    }
}

fn viewer(eyes: Eyes, seats: u8, last: usize, unveiled: Option<Unveiled>) -> Result<Viewer> {
    match eyes {
        Eyes::Seat(seat) if seat.number() >= seats => {
            bail!("There is no seat {seat}: {seats} played, counted from 0.")
        }
        Eyes::Seat(seat) => Ok(Viewer::Seat(seat)),
        Eyes::Watcher => Ok(Viewer::Watcher),
        Eyes::Everything => match unveiled {
            Some(unveiled) => Ok(Viewer::Everything(unveiled)),
            None => bail!(
                "The record stops after step {last} before the game is over, so not everything may be shown: \
                 say --as watcher or --as SEAT."
            ),
        },
    }
}
