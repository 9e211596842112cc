//! What can end the program early.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a game could not go on.
#[derive(Debug)]
pub enum Failure {
    /// The log cannot be written.
    Log {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The screen cannot be written. A closed pipe (`| head`) is not reported as an error.
    Screen(io::Error),
    /// The operating system returned no random numbers.
    Luck(io::Error),
    /// The rules refused what a program chose: a mistake of ours.
    Rules(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log { path, error } => write!(f, "The log {} cannot be written: {error}.", path.display()),
            Self::Screen(error) => write!(f, "The screen cannot be written: {error}."),
            Self::Luck(error) => write!(f, "The system gives no random number: {error}. Try --seed."),
            Self::Rules(sentence) => write!(f, "This is a mistake in the program: {sentence}"),
        }
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// Whether somebody who read the screen simply stopped reading.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Screen(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
