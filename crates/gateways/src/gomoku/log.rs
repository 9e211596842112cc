//! The log lines of the legacy server, word for word.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Where they go.
#[derive(Debug)]
pub enum GomokuLog {
    /// To the log of the server.
    Server,
    /// To a file, one line each and nothing else.
    File(Mutex<File>),
}

impl GomokuLog {
    /// Appends to this file, which is made if it is missing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn file(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self::File(Mutex::new(file)))
    }

    pub(super) fn line(&self, line: &str) {
        match self {
            Self::Server => tracing::info!(target: "gomoku", "{line}"),
            Self::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                // One write a line, so that two lines never mix.
                if let Err(error) = file.write_all(format!("{line}\n").as_bytes()) {
                    tracing::warn!(%error, "the log of Gomoku cannot be written");
                }
            }
        }
    }
}
