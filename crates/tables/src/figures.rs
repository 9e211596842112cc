//! What is counted of people over their games: read from each replay once, in the background, never on the way of a move.
//!
//! A flag of the replay says whether it was counted, and the flag changes in the transaction that adds its figures: a server
//! that stops in the middle continues there, and nodes of a cluster that count the same game count it once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use game::RecordHead;
use games::Kind;
use serde::Deserialize;
use serde_json::value::RawValue;
use store::{CommitError, FigureTotals, ReadError, SeatFigure, Store, Write};
use tokio::sync::Notify;

use crate::bot_pool::BotPool;
use crate::table::TableContext;
use crate::time::Time;

/// This many replays are counted before the next ones are looked for: a game that has just ended waits no longer than that.
const PAGE: u32 = 20;
/// This many replays of an older format are added to sums and lists as one: nobody waits long for such a transaction.
const SUMMED_AT_ONCE: u32 = 50;
/// How long to wait before what failed is tried again, in milliseconds.
const RETRY_AFTER: i64 = 5_000;

/// Counts the games that are not counted yet, and then each that ends. Games of an older format are summed up too.
pub(crate) struct FigureCounter {
    store: Store,
    bots: BotPool,
    time: Time,
    /// Whether no replay of an older format is left to be summed up.
    are_all_summed: AtomicBool,
}

#[derive(Debug, thiserror::Error)]
enum CountError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Store(CommitError),
    #[error("the server closes")]
    Closing,
}

impl FigureCounter {
    /// Starts counting, first the stored replays. It stops when the returned value is dropped.
    pub(crate) fn open(context: &TableContext) -> Arc<Self> {
        let counter = Arc::new(Self {
            store: context.store.clone(),
            bots: context.bots.clone(),
            time: context.time.clone(),
            are_all_summed: AtomicBool::new(false),
        });
        tokio::spawn(run(Arc::downgrade(&counter), context.finished_games.clone()));
        counter
    }

    /// Adds some replays of an older format to the sums and lists of people, the newest first; false if there is none left.
    async fn sum_page(&self) -> Result<bool, CountError> {
        // What ends from now on is added when it is stored.
        if self.are_all_summed.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let replays = self.store.unsummed_replays(SUMMED_AT_ONCE).await?;
        if replays.is_empty() {
            self.are_all_summed.store(true, Ordering::Relaxed);
            return Ok(false);
        }
        self.commit(vec![Write::SumReplays { replays }]).await?;
        Ok(true)
    }

    /// Counts some replays, the newest first; false if there is none left. They are counted and stored together: the busier
    /// the server, the more games have ended since the last time.
    async fn count_page(&self) -> Result<bool, CountError> {
        // First: their lists are short without these games.
        if self.sum_page().await? {
            return Ok(true);
        }
        let uncounted = self.store.uncounted_replays(PAGE).await?;
        if uncounted.is_empty() {
            return Ok(false);
        }
        let mut writes = Vec::with_capacity(uncounted.len());
        let mut bodies = Vec::new();
        for id in uncounted {
            let Some(replay) = self.store.replay(&id).await? else { continue };
            // Bots leave nothing to count.
            if replay.results.iter().any(|seat| seat.person.is_some()) {
                bodies.push((id, replay.body));
            } else {
                writes.push(Write::CountFigures { replay: id, figures: Vec::new() });
            }
        }
        writes.extend(self.count(bodies).await?);
        self.commit(writes).await?;
        Ok(true)
    }

    /// The figures of some replays. One that cannot be counted leaves nothing, and does not keep the others from it.
    async fn count(&self, bodies: Vec<(String, String)>) -> Result<Vec<Write>, CountError> {
        let mut writes = Vec::with_capacity(bodies.len());
        for (replay, body) in bodies {
            let figures = match self.bots.in_background(move |_| figures_of(&body)).await {
                Ok(figures) => figures.ok_or(CountError::Closing)?,
                Err(error) => {
                    tracing::error!(%error, replay, "counting the figures of a game failed");
                    Vec::new()
                }
            };
            writes.push(Write::CountFigures { replay, figures });
        }
        Ok(writes)
    }

    async fn commit(&self, writes: Vec<Write>) -> Result<(), CountError> {
        match self.store.commit(writes).await {
            Ok(()) => Ok(()),
            Err(CommitError::Closed) => Err(CountError::Closing),
            Err(error) => Err(CountError::Store(error)),
        }
    }
}

async fn run(counter: Weak<FigureCounter>, finished_games: Arc<Notify>) {
    loop {
        let Some(running) = counter.upgrade() else { return };
        let time = running.time.clone();
        let retry = match running.count_page().await {
            Ok(true) => continue,
            Ok(false) => None,
            Err(CountError::Closing) => return,
            Err(error) => {
                tracing::warn!(%error, "counting figures failed");
                Some(time.now() + RETRY_AFTER)
            }
        };
        // The server can end meanwhile.
        drop(running);
        tokio::select! {
            biased;
            () = finished_games.notified() => {}
            () = time.sleep_until(retry) => {}
        }
    }
}

/// The part of a stored replay that is needed here.
#[derive(Deserialize)]
struct StoredRecord<'a> {
    #[serde(borrow)]
    record: &'a RawValue,
}

/// The figures of a replay; none if it cannot be played again, or stops before the end of the game.
fn figures_of(body: &str) -> Vec<SeatFigure> {
    let counted = || {
        let record = serde_json::from_str::<StoredRecord<'_>>(body).ok()?.record.get();
        let kind: Kind = RecordHead::parse(record).ok()?.game.parse().ok()?;
        Some(kind.face().replay(record).ok()?.figures())
    };
    let notes = counted().unwrap_or_default();
    let figure = |(seat, key, sum): (game::Seat, &str, game::FigureSum)| SeatFigure {
        seat: seat.index() as u8,
        key: key.to_owned(),
        totals: FigureTotals { samples: sum.samples, total: sum.sum, lowest: sum.min, highest: sum.max },
    };
    notes.sums().map(figure).collect()
}
