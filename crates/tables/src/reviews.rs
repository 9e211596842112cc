//! Reviews of finished games: asked for once, computed in the background, kept, and the same for everybody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bots::{Budget, Effort};
use serde::Deserialize;
use serde_json::value::RawValue;
use store::{CommitError, ReadError, Replay, Store, Write};
use tokio::sync::{mpsc, watch};

use crate::bot_pool::BotPool;
use crate::people::PersonId;
use crate::time::Time;

/// Maximum reviews that wait or are computed.
pub const MAX_OPEN_REVIEWS: usize = 100;
/// Maximum reviews that one person asked for and that wait or are computed.
const MAX_OPEN_REVIEWS_EACH: usize = 10;
/// How hard the reviewer thinks. With the seed it is part of what makes a review the same for everybody.
const EFFORT: Effort = Effort::Medium;
const SEED: u64 = 0;
/// How long to wait before a review that could not be stored is tried again, in milliseconds.
const RETRY_AFTER: i64 = 5_000;

/// The state of a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReviewState {
    /// It was asked for; this much of it is done, in per cent.
    Running(u8),
    /// It is finished: JSON, with a field `problem` if the game could not be judged.
    Done(Arc<str>),
}

/// Why a review cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum AskReviewError {
    /// The game was not played to its end.
    #[error("The game was not played to its end, and only finished games are reviewed.")]
    NotOver,
    /// Too many reviews wait already.
    #[error("Many games wait to be reviewed. Try again in a minute.")]
    TooMany,
    /// Too many wait that the same person asked for.
    #[error("{MAX_OPEN_REVIEWS_EACH} games wait that you asked to be reviewed. Wait for one of them.")]
    TooManyOfOne,
    /// It could not be stored that it was asked for.
    #[error(transparent)]
    Store(#[from] CommitError),
    /// What is stored could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The reviews of one server.
pub struct Reviews {
    store: Store,
    bots: BotPool,
    time: Time,
    open: Mutex<HashMap<String, OpenReview>>,
    queue: mpsc::UnboundedSender<String>,
}

/// A review that was requested and is not finished.
struct OpenReview {
    state: watch::Sender<ReviewState>,
    /// Who asked for it since the server started, if that is known.
    by: Option<PersonId>,
}

impl Reviews {
    /// Continues with the reviews that were requested and are not finished.
    pub(crate) async fn open(store: Store, bots: BotPool, time: Time) -> Result<Arc<Self>, ReadError> {
        let (queue, waiting) = mpsc::unbounded_channel();
        let unfinished = store.open_reviews(MAX_OPEN_REVIEWS as u32).await?;
        let reviews = Arc::new(Self { store, bots, time, open: Mutex::default(), queue });
        for replay in unfinished {
            reviews.enqueue(&replay, None);
        }
        tokio::spawn(run(Arc::downgrade(&reviews), waiting));
        Ok(reviews)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, OpenReview>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(&self, replay: &str, by: Option<PersonId>) -> watch::Receiver<ReviewState> {
        let mut open = self.lock();
        if let Some(running) = open.get(replay) {
            return running.state.subscribe();
        }
        let (state, watched) = watch::channel(ReviewState::Running(0));
        open.insert(replay.to_owned(), OpenReview { state, by });
        // The receiver lives as long as the server.
        let _ = self.queue.send(replay.to_owned());
        watched
    }

    /// The state of the review of a replay; `None` if nobody requested one. With `known`, waits until more than this many
    /// per cent are done: the caller sets a timeout.
    ///
    /// # Errors
    /// If what is stored cannot be read.
    pub async fn state(&self, replay: &str, known: Option<u8>) -> Result<Option<ReviewState>, ReadError> {
        let watched = self.lock().get(replay).map(|open| open.state.subscribe());
        if let Some(mut watched) = watched {
            let is_news = |state: &ReviewState| match (state, known) {
                (ReviewState::Running(percent), Some(known)) => *percent > known,
                _ => true,
            };
            if let Ok(state) = watched.wait_for(is_news).await {
                return Ok(Some(state.clone()));
            }
        }
        let stored = self.store.review(replay).await?;
        Ok(stored.map(|stored| match stored.body {
            Some(body) => ReviewState::Done(body.into()),
            None => ReviewState::Running(0),
        }))
    }

    /// Asks for the review of a replay: it is computed if nobody asked before.
    ///
    /// # Errors
    /// If the game is not over, too many wait, or it cannot be stored.
    pub async fn ask(&self, replay: &Replay, by: Option<PersonId>) -> Result<ReviewState, AskReviewError> {
        if let Some(state) = self.state(&replay.id, None).await?
            && (matches!(state, ReviewState::Done(_)) || self.lock().contains_key(&replay.id))
        {
            return Ok(state);
        }
        if is_abandoned(&replay.body) {
            return Err(AskReviewError::NotOver);
        }
        if self.lock().len() >= MAX_OPEN_REVIEWS {
            return Err(AskReviewError::TooMany);
        }
        let own = by.map_or(0, |by| self.lock().values().filter(|open| open.by == Some(by)).count());
        if own >= MAX_OPEN_REVIEWS_EACH {
            return Err(AskReviewError::TooManyOfOne);
        }
        self.store.commit(vec![Write::AskReview { replay: replay.id.clone(), at: self.time.now() }]).await?;
        Ok(self.enqueue(&replay.id, by).borrow().clone())
    }

    /// Computes one review and stores it. Whether the server still runs.
    async fn compute(self: &Arc<Self>, id: &str) -> bool {
        let replay = match self.store.replay(id).await {
            Ok(Some(replay)) => replay,
            // It was pruned meanwhile.
            Ok(None) => {
                self.lock().remove(id);
                return true;
            }
            Err(error) => return self.later(id, &error.to_string()).await,
        };
        let progress = self.lock().get(id).map(|open| open.state.clone());
        let work = self.bots.in_background(move |thread| {
            let stop = || thread.is_over();
            let budget = Budget { simulations: u32::MAX, stop: &stop };
            let mut told = |part: f64| {
                let percent = ReviewState::Running((100.0 * part) as u8);
                if let Some(progress) = &progress {
                    progress.send_if_modified(|state| {
                        let is_new = *state != percent;
                        *state = percent.clone();
                        is_new
                    });
                }
            };
            reviewed(&replay.body, budget, &mut told)
        });
        let body = match work.await {
            // The server is shutting down: the next one starts this review from the beginning.
            Ok(None | Some(None)) => return false,
            Ok(Some(Some(body))) => body,
            Err(error) => {
                tracing::error!(%error, replay = id, "reviewing a game failed");
                problem("The reviewer failed.")
            }
        };
        let write = Write::PutReview { replay: id.to_owned(), body: body.clone() };
        if let Err(error) = self.store.commit(vec![write]).await {
            return self.later(id, &error.to_string()).await;
        }
        if let Some(open) = self.lock().remove(id) {
            open.state.send_replace(ReviewState::Done(body.into()));
        }
        true
    }

    /// The store is in trouble: the review is tried again, after others.
    async fn later(self: &Arc<Self>, id: &str, error: &str) -> bool {
        tracing::warn!(%error, replay = id, "storing a review failed");
        self.time.sleep_until(Some(self.time.now() + RETRY_AFTER)).await;
        self.queue.send(id.to_owned()).is_ok()
    }
}

async fn run(reviews: Weak<Reviews>, mut waiting: mpsc::UnboundedReceiver<String>) {
    while let Some(id) = waiting.recv().await {
        let Some(reviews) = reviews.upgrade() else { return };
        if !reviews.compute(&id).await {
            return;
        }
    }
}

/// The parts of a stored replay that are needed here.
#[derive(Deserialize)]
struct Stored<'a> {
    #[serde(default)]
    abandoned: bool,
    #[serde(borrow)]
    record: &'a RawValue,
}

fn is_abandoned(body: &str) -> bool {
    serde_json::from_str::<Stored<'_>>(body).is_ok_and(|stored| stored.abandoned)
}

/// The review as JSON; `None` if it was stopped.
fn reviewed(body: &str, budget: Budget<'_>, progress: &mut dyn FnMut(f64)) -> Option<String> {
    let stored: Stored<'_> = match serde_json::from_str(body) {
        Ok(stored) => stored,
        Err(error) => return Some(problem(&error)),
    };
    match bots::review_game(stored.record.get(), EFFORT, SEED, budget, progress) {
        Ok(review) => serde_json::to_string(&review?).map_or_else(|error| Some(problem(&error)), Some),
        Err(error) => Some(problem(&error)),
    }
}

fn problem(what: &(impl std::fmt::Display + ?Sized)) -> String {
    serde_json::json!({ "problem": what.to_string() }).to_string()
}

#[cfg(test)]
mod tests {
    use store::StoreLocation;

    use super::*;

    #[tokio::test]
    async fn a_bounded_number_of_reviews_waits() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
        let replay = |number: usize| Replay {
            id: format!("r{number}"),
            game: "golf".to_owned(),
            ended: 1,
            public: true,
            rated: false,
            body: r#"{"abandoned":false}"#.to_owned(),
            results: Vec::new(),
        };
        store
            .commit((0..=MAX_OPEN_REVIEWS).map(|nth| Write::PutReplay(replay(nth))).collect())
            .await
            .unwrap();
        // Nobody computes them here, so that all of them wait.
        let (queue, _waiting) = mpsc::unbounded_channel();
        let bots = BotPool::new(1, Arc::default());
        let reviews = Reviews { store, bots, time: Time::manual(1), open: Mutex::default(), queue };
        for number in 0..MAX_OPEN_REVIEWS {
            assert_eq!(reviews.ask(&replay(number), None).await.unwrap(), ReviewState::Running(0));
        }
        let refused = reviews.ask(&replay(MAX_OPEN_REVIEWS), None).await;
        assert!(matches!(refused, Err(AskReviewError::TooMany)), "{refused:?}");
        assert!(reviews.ask(&replay(0), None).await.is_ok(), "what waits already is not asked for again");
    }
}
