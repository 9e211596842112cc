//! Where bots think: a few threads of their own, never those of the network.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bots::Budget;
use game::Rng;
use protocol::GameJson;
use tokio::sync::Semaphore;

use crate::live_game::Thought;

/// A few places to think at.
#[derive(Clone, Debug)]
pub(crate) struct BotPool {
    places: Arc<Semaphore>,
    closing: Arc<AtomicBool>,
}

impl BotPool {
    pub(crate) fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places.max(1))), closing: Arc::default() }
    }

    /// Thinks, and gives the decision to `then`.
    pub(crate) fn think<F>(&self, thought: Thought, then: impl FnOnce(GameJson) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (places, closing) = (self.places.clone(), self.closing.clone());
        tokio::spawn(async move {
            // The semaphore is never closed.
            let Ok(place) = places.acquire_owned().await else { return };
            let decided = tokio::task::spawn_blocking(move || {
                let mut dice = game::dice(getrandom::u64().unwrap_or_else(|_| game::dice(0).next_u64()));
                let stop = || closing.load(Ordering::Relaxed);
                thought.decide(&mut dice, Budget { simulations: 0, stop: &stop })
            })
            .await;
            drop(place);
            match decided {
                Ok(action) => then(action).await,
                Err(error) => tracing::error!(%error, "a bot failed to decide"),
            }
        });
    }

    /// Bots that still think answer at once with what they have.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}
