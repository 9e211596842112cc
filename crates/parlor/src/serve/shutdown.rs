//! When to stop.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// The wish to stop. Clones are the same wish.
#[derive(Clone, Debug)]
pub(crate) struct ShutdownSignal(watch::Sender<bool>);

impl ShutdownSignal {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Stop now.
    pub(crate) fn now(&self) {
        self.0.send_replace(true);
    }

    /// Waits until somebody wants to stop.
    pub(crate) async fn wanted(&self) {
        // The sender lives in this handle, so it cannot be gone.
        let _ = self.0.subscribe().wait_for(|stop| *stop).await;
    }
}

/// Stops at the first SIGTERM or ctrl-C; at the second the process ends at once.
///
/// # Errors
/// If signal handlers cannot be installed.
pub(crate) fn listen_for_signals(stop: ShutdownSignal) -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        let mut heard = 0;
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            heard += 1;
            if heard > 1 {
                tracing::warn!("stopped by a second signal");
                std::process::exit(1);
            }
            stop.now();
        }
    });
    Ok(())
}
