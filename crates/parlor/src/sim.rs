//! `parlor sim`: bots play many games, and what happens is counted.

mod into;
pub(crate) mod play;
mod records;
mod report;
mod tally;
pub(crate) mod think_time;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bots::Level;
use game::Game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::into::Written;
use self::records::RecordsFile;
use self::tally::Tally;
use crate::cli::SimArgs;
use crate::entrant::BotsOf;
use crate::table::Table;

/// Games are handed to threads in batches, large enough that handing out costs nothing.
const BATCH: u64 = 16;

pub(crate) fn run(args: &SimArgs) -> Result<()> {
    bots::with_bots!(args.game, G => simulate::<G>(args, BotsOf::thinking()), _ => {
        games::with_game!(args.game, G => simulate::<G>(args, BotsOf::random()))
    })
}

/// What a thread sends back for a batch of games.
struct Batch {
    number: u64,
    tally: Tally,
    records: String,
    replays: Vec<store::Replay>,
}

fn simulate<G: Game>(args: &SimArgs, bots: BotsOf<G>) -> Result<()> {
    let table = Table::from_args(&args.table, Level::Random, bots)?;
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, std::num::NonZero::get),
    };
    // A thread without a batch would have nothing to do.
    let threads = threads.min(usize::try_from(args.games.div_ceil(BATCH)).unwrap_or(threads));
    let mut file = match &args.records {
        Some(path) => Some(RecordsFile::create(path)?),
        None => None,
    };
    let (written, mut games) = match &args.into {
        Some(place) => {
            into::open(place, args, &table).map(|(written, games)| (Some(written), Some(games)))?
        }
        None => (None, None),
    };
    let progress = progress_bar(args.games);
    let started = Instant::now();
    let mut total = Tally::new(table.seats);
    let next_batch = AtomicU64::new(0);
    let want_records = file.is_some();
    thread::scope(|scope| -> Result<()> {
        // Bounded, so that fast players cannot fill the memory while the disk is slow.
        let (send, receive) = mpsc::sync_channel::<Result<Batch>>(threads * 2);
        for _ in 0..threads {
            let (send, table, written, next_batch) = (send.clone(), &table, written.as_ref(), &next_batch);
            let work = move || {
                loop {
                    let number = next_batch.fetch_add(1, Ordering::Relaxed);
                    let first = number * BATCH;
                    if first >= args.games {
                        return;
                    }
                    let range = first..(first + BATCH).min(args.games);
                    let batch = play_batch(table, number, range, want_records, written);
                    let failed = batch.is_err();
                    if send.send(batch).is_err() || failed {
                        return;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, work).with_context(|| {
                format!("cannot start {threads} threads; say --threads with a smaller number")
            })?;
        }
        drop(send);
        for batch in receive {
            let batch = batch?;
            progress.inc(batch.tally.games);
            total.add(&batch.tally);
            if let Some(file) = &mut file {
                file.write(batch.number, batch.records)?;
            }
            if let Some(games) = &mut games {
                games.write(batch.number, batch.replays)?;
            }
        }
        Ok(())
    })?;
    progress.finish_and_clear();
    if let Some(file) = file {
        file.finish()?;
    }
    let stored = games.map(into::GamesStore::finish).transpose()?;
    report::print(args, &table, &total, (started.elapsed(), stored)).context("cannot print the result")
}

fn play_batch<G: Game>(
    table: &Table<G>,
    number: u64,
    games: std::ops::Range<u64>,
    want_records: bool,
    written: Option<&Written>,
) -> Result<Batch> {
    let mut tally = Tally::new(table.seats);
    let (mut records, mut replays) = (String::new(), Vec::new());
    let mut players = play::Players::of(table);
    for game in games {
        let played =
            players.play(table, game, want_records || written.is_some(), &mut game::DiscardEvents)?;
        tally.count(&played, play::rotation(game, table.seats));
        if let Some(written) = written {
            replays.push(written.replay(table, game, &played)?);
        }
        if let Some(record) = played.record.filter(|_| want_records) {
            records.push_str(&record.to_line());
            records.push('\n');
        }
    }
    Ok(Batch { number, tally, records, replays })
}

pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    // Hidden by itself when standard error is not a terminal.
    let progress = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {human_pos}/{human_len} games, {eta} left") {
        progress.set_style(style);
    }
    progress.enable_steady_tick(Duration::from_millis(200));
    progress
}
