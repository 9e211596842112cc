//! `parlor review`: the decisions of recorded games, looked at again.

use std::io::Write;

use anyhow::{Context, Result, bail};
use bots::{Budget, Reviewed, Searchable};
use game::{PerSeat, RecordHead, Replay, Seat};
use games::Kind;
use serde::Serialize;

use crate::cli::ReviewArgs;
use crate::output;

/// One decision as JSON.
#[derive(Serialize)]
struct ReviewLine<A> {
    line: u64,
    step: usize,
    seat: Seat,
    played: A,
    best: A,
    /// Absent values were not looked at.
    played_value: Option<f64>,
    best_value: Option<f64>,
    loss: Option<f64>,
    error: f64,
    choices: usize,
}

/// A decision that cost less than this part of the win is as good as the best: the values are estimates.
const WORTH_TELLING: f64 = 0.005;

pub(crate) fn run(args: &ReviewArgs) -> Result<()> {
    let mut out = output::stdout();
    args.source.each_on_line(args.line, |game| {
        let place = || game.place.to_owned();
        let record = game.recorded().record;
        let head = RecordHead::parse(record).with_context(place)?;
        let kind: Kind = head.game.parse().with_context(place)?;
        bots::with_bots!(kind, G => {
            let replay = Replay::<G>::read(record).with_context(place)?;
            if replay.unveiled().is_none() {
                bail!("{}: the game is not over, and only finished games are reviewed.", game.place);
            }
            tell(&mut out, args, game.line, &replay)
        }, _ => bail!("{}: no bots play {kind} yet that could judge it.", game.place))
    })?;
    out.flush()?;
    Ok(())
}

fn tell<G: Searchable>(out: &mut impl Write, args: &ReviewArgs, line: u64, replay: &Replay<G>) -> Result<()> {
    let seat = args.seat.and_then(Seat::new);
    if let Some(seat) = seat.filter(|seat| seat.number() >= replay.seats()) {
        bail!("There is no seat {seat}: {} played, counted from 0.", replay.seats());
    }
    let mut dice = game::dice(args.seed);
    let mut lost = PerSeat::<f64>::new(replay.seats());
    let mut decisions = PerSeat::<u32>::new(replay.seats());
    if !args.json {
        writeln!(out, "{}: what each decision cost, in parts of the win", G::TITLE)?;
    }
    for reviewed in bots::review(replay, seat, args.level, &mut dice, Budget::usual()) {
        let loss = reviewed.loss();
        lost[reviewed.seat] += loss.unwrap_or_default();
        decisions[reviewed.seat] += 1;
        if args.json {
            write_json(out, line, &reviewed)?;
        } else if let Some(loss) = loss.filter(|loss| *loss >= WORTH_TELLING) {
            writeln!(
                out,
                "  step {:>4}  seat {}  {:<28} {:>5.1} %   better: {}",
                reviewed.step,
                reviewed.seat,
                reviewed.played.to_string(),
                100.0 * loss,
                reviewed.best
            )?;
        }
        out.flush()?;
    }
    if !args.json {
        for (seat, lost) in lost.iter().filter(|(seat, _)| decisions[*seat] > 0) {
            let count = decisions[seat];
            writeln!(out, "  seat {seat}: {:.1} % lost in {count} decisions", 100.0 * lost)?;
        }
    }
    Ok(())
}

fn write_json<A: Serialize + Copy + PartialEq>(
    out: &mut impl Write,
    line: u64,
    reviewed: &Reviewed<A>,
) -> Result<()> {
    let Reviewed { step, seat, played, best, played_value, best_value, error, choices } = *reviewed;
    let loss = reviewed.loss();
    output::json_line(
        out,
        &ReviewLine { line, step, seat, played, best, played_value, best_value, loss, error, choices },
    )
}
