//! `parlor review`: evaluates the decisions of recorded games and the luck in them.

mod chart;

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result, bail};
use bots::{Budget, GameReview, Outlook, Searchable};
use game::{Game, RecordHead, Replay, Seat};
use games::Kind;
use serde::Serialize;

use crate::cli::ReviewArgs;
use crate::output;
use crate::output_file::{Access, OutputFile};

/// A review as JSON: what the server answers too, and where the record stands.
#[derive(Serialize)]
struct ReviewLine<'a> {
    line: u64,
    #[serde(flatten)]
    review: &'a GameReview,
}

/// A decision that cost less than this part of the win is as good as the best: the values are estimates.
const WORTH_TELLING: f64 = 0.005;

pub(crate) fn run(args: &ReviewArgs) -> Result<()> {
    let mut out = output::stdout();
    let mut charts = Vec::new();
    // With a chart nothing is printed before it is certain that there can be one.
    let mut held = Vec::new();
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
            let review = look(args, &replay)?;
            if args.svg.is_some() {
                charts.push(chart::draw(G::TITLE, &review));
                return tell::<G>(&mut held, args, game.line, &review);
            }
            tell::<G>(&mut out, args, game.line, &review)
        }, _ => bail!("{}: no bots play {kind} yet that could judge it.", game.place))
    })?;
    match (&args.svg, &charts[..]) {
        (Some(path), [chart]) => {
            out.write_all(&held)?;
            out.flush()?;
            let file = OutputFile::create(path, "the chart", Access::Public)?;
            let mut writer = file.writer()?;
            writer
                .write_all(chart.as_bytes())
                .and_then(|()| writer.flush())
                .with_context(|| file.failure())?;
            file.finish()
        }
        (Some(_), _) => bail!("A chart is of one game: name it with --line."),
        (None, _) => Ok(out.flush()?),
    }
}

fn look<G: Searchable + Outlook>(args: &ReviewArgs, replay: &Replay<G>) -> Result<GameReview> {
    let seat = args.seat.and_then(Seat::new);
    if let Some(seat) = seat.filter(|seat| seat.number() >= replay.seats()) {
        bail!("There is no seat {seat}: {} played, counted from 0.", replay.seats());
    }
    // No progress if standard error is a file.
    let shows_progress = std::io::stderr().is_terminal();
    let mut last = None;
    let mut progress = |part: f64| {
        let percent = (100.0 * part) as u32;
        if shows_progress && last != Some(percent) {
            last = Some(percent);
            // The review continues even if progress cannot be shown.
            let _ = write!(std::io::stderr(), "\r{percent:>3} %\r");
        }
    };
    let review = bots::reviewed(replay, seat, args.level, args.seed, Budget::usual(), &mut progress)?;
    review.context("the review was stopped")
}

fn tell<G: Searchable>(
    out: &mut impl Write,
    args: &ReviewArgs,
    line: u64,
    review: &GameReview,
) -> Result<()> {
    if args.json {
        output::json_line(out, &ReviewLine { line, review })?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{}: what each decision cost, in parts of the win", G::TITLE)?;
    for decision in &review.decisions {
        let Some(cost) = decision.cost.filter(|cost| *cost >= WORTH_TELLING) else { continue };
        let mark = ["", "?!", "?", "??"][usize::from(decision.grade)];
        writeln!(
            out,
            "  step {:>4}  seat {}  {:<28} {:>5.1} % {mark:<2}  better: {}",
            decision.step,
            decision.seat,
            decision.played_text,
            100.0 * cost,
            decision.best_text
        )?;
    }
    let seats = (0..).map(Seat::of).zip(&review.seats);
    for (seat, sum) in seats.clone().filter(|(_, sum)| sum.decisions > 0) {
        writeln!(
            out,
            "  seat {seat}: {:.1} % lost in {} decisions, {:.2} % a decision",
            100.0 * sum.cost,
            sum.decisions,
            100.0 * sum.mean_cost
        )?;
    }
    if review.luck_method == "none" || args.seat.is_some() {
        return Ok(out.flush()?);
    }
    writeln!(out, "Luck ({}), and the result without it", review.luck_method)?;
    for (seat, sum) in seats {
        let error =
            if sum.luck_error > 0.0 { format!(" ±{:.1}", 100.0 * sum.luck_error) } else { String::new() };
        writeln!(
            out,
            "  seat {seat}: result {:.0} %, luck {:+.1} %{error}, without luck {:.1} %",
            100.0 * sum.result,
            100.0 * sum.luck,
            100.0 * sum.adjusted
        )?;
    }
    Ok(out.flush()?)
}
