//! `parlor arena`: bots meet each other in turn, and are rated.

mod chart;
mod journal;
mod rating;
mod report;
#[cfg(test)]
mod tests;
mod tournament;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, bail};
use bots::{Level, Searchable};

use self::journal::{Journal, Plan};
use self::tournament::{GameLine, MatchUp, match_ups};
use crate::cli::{ArenaArgs, TableArgs};
use crate::entrant::BotsOf;
use crate::sim::play::Players;
use crate::sim::progress_bar;
use crate::table::Table;

/// This many games go to a thread at a time: few, because a thinking bot takes its time.
const BATCH: usize = 4;

pub(crate) fn run(args: &ArenaArgs) -> Result<()> {
    bots::with_bots!(args.game, G => meet::<G>(args), _ => anyhow::bail!("{} has no bots to compare: all levels choose at random.", args.game))
}

fn meet<G: Searchable>(args: &ArenaArgs) -> Result<()> {
    if args.bots.len() < 2 {
        bail!("Name two bots or more: --bots medium,expert.");
    }
    if let Some(twice) = args.bots.iter().enumerate().find(|(index, bot)| args.bots[..*index].contains(bot)) {
        bail!("{} is named twice.", twice.1);
    }
    let named = args.options.0.iter().any(|(name, _)| name == "players");
    let table_args = |bots, seed| TableArgs {
        players: args.players.or(if named { None } else { Some(2) }),
        options: args.options.clone(),
        bots,
        seed,
        engine_time_ms: args.engine_time_ms,
    };
    // Checks everything that can be wrong before anything is written or played.
    let first = Table::<G>::from_args(
        &table_args(args.bots[..1].to_vec(), args.seed),
        Level::Random,
        BotsOf::thinking(),
    )?;
    args.bots.iter().try_for_each(|bot| bot.check(first.bots_of_game, first.seats))?;
    let (plan, mut journal, done) =
        Journal::open(args.out.as_deref(), Plan::of::<G>(args, &first), args.seed.is_some())?;
    let ups = match_ups(&args.bots, first.seats);
    let tables = ups.iter().map(|up| {
        let args = table_args(up.places(&args.bots, first.seats), Some(plan.seed));
        Table::<G>::from_args(&args, Level::Random, first.bots_of_game)
    });
    let tables = tables.collect::<Result<Vec<_>>>()?;
    let mut lines: Vec<GameLine> = done.into_iter().filter(|line| line.is_of(&ups, args.games)).collect();
    let jobs = open_jobs(&ups, args.games, &lines);
    let progress = progress_bar(args.games * ups.len() as u64);
    progress.set_position(lines.len() as u64);
    progress.reset_eta();
    play_all(&tables, &jobs, args, |line| {
        journal.write(&line)?;
        lines.push(line);
        progress.inc(1);
        Ok(())
    })?;
    progress.finish_and_clear();
    journal.sync()?;
    // In order of games, whichever thread was done first: sums of fractions are the same then.
    lines.sort_by_key(|line| (line.match_up, line.game));
    let result = report::Result::new::<G>(&plan, &args.bots, &ups, &lines);
    if let Some(folder) = &args.out {
        result.write_files(folder)?;
    }
    result.print(args.json).context("cannot print the result")
}

/// The games that have not been played yet.
fn open_jobs(ups: &[MatchUp], games: u64, lines: &[GameLine]) -> Vec<(usize, u64)> {
    let mut played = vec![std::collections::HashSet::new(); ups.len()];
    for line in lines {
        played[line.match_up].insert(line.game);
    }
    // Game by game through all match-ups, so that early figures say something about everybody.
    let all = (0..games).flat_map(|game| (0..ups.len()).map(move |up| (up, game)));
    all.filter(|(up, game)| !played[*up].contains(game)).collect()
}

fn play_all<G: Searchable>(
    tables: &[Table<G>],
    jobs: &[(usize, u64)],
    args: &ArenaArgs,
    mut take: impl FnMut(GameLine) -> Result<()>,
) -> Result<()> {
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, std::num::NonZero::get),
    };
    let threads = threads.min(jobs.len().div_ceil(BATCH)).max(1);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        // Bounded, so that fast players cannot fill the memory while the disk is slow.
        let (send, receive) = mpsc::sync_channel::<Result<GameLine>>(threads * BATCH);
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                let mut players: Vec<_> =
                    tables.iter().map(|table| Players::of(table).timed(args.times)).collect();
                loop {
                    let from = next.fetch_add(BATCH, Ordering::Relaxed);
                    for &(up, game) in jobs.iter().skip(from).take(BATCH) {
                        let line = tournament::play(&tables[up], &mut players[up], up, game);
                        let failed = line.is_err();
                        if send.send(line).is_err() || failed {
                            return;
                        }
                    }
                    if from >= jobs.len() {
                        return;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, work).with_context(|| {
                format!("cannot start {threads} threads; say --threads with a smaller number")
            })?;
        }
        drop(send);
        for line in receive {
            take(line?)?;
        }
        Ok(())
    })
}
