//! Lines from the keyboard, and the wish to stop.

use std::io::{BufRead, Read};

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;

/// No answer is longer.
const MAX_LINE: u64 = 1_000;

/// The lines that somebody types.
pub(super) struct Keyboard {
    lines: mpsc::Receiver<String>,
    /// A line that was read and not asked for yet.
    ahead: Option<String>,
    is_terminal: bool,
}

impl Keyboard {
    /// Begins to read standard input.
    pub(super) fn open() -> Self {
        let (lines, keyboard) = mpsc::channel(16);
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            loop {
                let mut line = Vec::new();
                match (&mut input).take(MAX_LINE).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {
                        let line = String::from_utf8_lossy(&line).trim().to_owned();
                        if lines.blocking_send(line).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stdin());
        Self { lines: keyboard, ahead: None, is_terminal }
    }

    /// The next line; nothing at the end of input.
    pub(super) async fn line(&mut self) -> Option<String> {
        match self.ahead.take() {
            Some(line) => Some(line),
            None => self.lines.recv().await,
        }
    }

    /// The next line while nothing is asked: a person may speak up at any time. What comes from a file or another
    /// program is kept until it is asked for; only its end is reported.
    pub(super) async fn unasked(&mut self) -> Option<String> {
        if self.is_terminal {
            return self.line().await;
        }
        if self.ahead.is_none() {
            self.ahead = self.lines.recv().await;
        }
        match self.ahead {
            Some(_) => std::future::pending().await,
            None => None,
        }
    }
}

/// Receives Ctrl-C and SIGTERM from the moment this is created.
pub(super) struct Interrupts {
    terminate: Signal,
    interrupt: Signal,
}

impl Interrupts {
    /// Listens from now on.
    pub(super) fn listen() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next one.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
