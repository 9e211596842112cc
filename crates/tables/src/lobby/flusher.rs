//! When listeners of the lobby are sent what changed: at once if nothing was for a while, else bundled.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use protocol::ServerMsg;

use super::Lobby;
use super::view::Sending;
use crate::metrics::Metrics;
use crate::outbox::{Outbox, frame};

/// The shortest time between two bundles: four a second.
const MIN_INTERVAL: Duration = Duration::from_millis(250);

/// With many listeners bundles come less often, so that all of them together cost a bounded share of the machine: this many
/// messages and bytes a second.
const MESSAGES_PER_SECOND: u64 = 10_000;
const BYTES_PER_SECOND: u64 = 20_000_000;

impl Lobby {
    /// Sends all listeners together this many messages a second, so that a test needs few to meet a lobby that is behind.
    pub(crate) fn limit_messages(&self, per_second: u64) {
        self.messages_per_second.store(per_second, Ordering::Relaxed);
    }

    /// Sends all that changed, to all who look at it. Returns how long to wait before the next time.
    pub(super) fn flush(&self) -> Duration {
        let sendings: Vec<Sending> = {
            let mut state = self.lock();
            let super::LobbyState { tables, views, people, ready, ready_changed, .. } = &mut *state;
            let mut sendings: Vec<Sending> =
                views.iter_mut().flat_map(|(filter, view)| view.changes(filter, tables, *people)).collect();
            if std::mem::take(ready_changed) {
                // Nobody waits: an empty list, which newcomers are not sent.
                let nobody = || frame(&ServerMsg::Ready { groups: Vec::new() });
                let message = if ready.is_empty() { nobody() } else { ready.clone() };
                let frames: Arc<[Bytes]> = Arc::new([message]);
                let listeners = views.values().flat_map(|view| view.listeners.values());
                let sending = |outbox: &Outbox| Sending { outbox: outbox.clone(), frames: frames.clone() };
                sendings.extend(listeners.map(|listener| sending(&listener.outbox)));
            }
            sendings
        };
        // Not while the lobby is locked: tables that change meanwhile do not wait for thousands of listeners.
        let (mut messages, mut bytes) = (0, 0);
        for Sending { outbox, frames } in sendings {
            for frame in frames.iter() {
                messages += 1;
                bytes += frame.len() as u64;
                outbox.lobby(frame.clone());
            }
        }
        let usual = |budget: u64| if budget == 0 { MESSAGES_PER_SECOND } else { budget };
        let budget = usual(self.messages_per_second.load(Ordering::Relaxed));
        let share = (messages * 1_000 / budget).max(bytes * 1_000 / BYTES_PER_SECOND);
        MIN_INTERVAL.max(Duration::from_millis(share))
    }
}

/// Sends changes until the lobby is gone. In real time, also where the time of tables is a test's: no rule depends on it.
pub(crate) async fn run_flusher(lobby: Weak<Lobby>, metrics: Arc<Metrics>) {
    loop {
        let Some(running) = lobby.upgrade() else { return };
        let changed = {
            let mut changed = std::pin::pin!(running.changed.notified());
            if !changed.as_mut().enable() {
                // Nothing happened during the last pause: the next change is sent at once.
                metrics.lobby_update_interval_seconds.set(MIN_INTERVAL.as_secs_f64());
            }
            // A lobby that never changes again is dropped with the server: look for that now and then.
            tokio::time::timeout(Duration::from_secs(60), changed).await
        };
        if changed.is_err() {
            continue;
        }
        let pause = running.flush();
        metrics.lobby_update_interval_seconds.set(pause.as_secs_f64());
        drop(running);
        tokio::time::sleep(pause).await;
    }
}
