//! What is remembered between visits: who one is on each server, and the last server.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What the server inside this program is called in the file: its port is another one each time.
pub const LOCAL: &str = "local";

/// What is remembered. The token identifies the person, so the file has mode 600.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The server that was visited last.
    #[serde(default)]
    pub last_server: Option<String>,
    /// The token on each server, by its URL.
    #[serde(default)]
    pub tokens: BTreeMap<String, String>,
    /// Where it is kept.
    #[serde(skip)]
    path: PathBuf,
}

impl std::fmt::Debug for Saved {
    /// Never the tokens.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Saved({})", self.path.display())
    }
}

/// Why what is remembered cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The file was damaged.
    #[error("{path} cannot be read: {error}. Remove it to sign in anew.")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// Others can read the file.
    #[error(
        "{path} can be read by others, and anybody who has the token can play as you: chmod 600 it first"
    )]
    Open {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{path} holds no token: one word is expected")]
    NoToken {
        /// The file.
        path: PathBuf,
    },
    /// There is no home directory to keep it in.
    #[error("neither XDG_STATE_HOME nor HOME is set: there is no place to remember who you are")]
    NoHome,
}

/// Where the file is: `$XDG_STATE_HOME/parlor`, else `~/.local/state/parlor`.
///
/// # Errors
/// If neither variable is set.
pub fn state_dir(variable: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf, SavedError> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let state = variable("XDG_STATE_HOME").filter(absolute);
    let state = state.or_else(|| Some(variable("HOME").filter(absolute)?.join(".local/state")));
    Ok(state.ok_or(SavedError::NoHome)?.join("parlor"))
}

/// Reads a token from a file: one line, readable by its owner only.
///
/// # Errors
/// If it cannot be read, is empty, or others can read it too.
pub fn read_token(path: &Path) -> Result<String, SavedError> {
    let failed = |error: io::Error| SavedError::Io { path: path.to_owned(), error };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(path).map_err(failed)?.permissions().mode() & 0o077 != 0 {
            return Err(SavedError::Open { path: path.to_owned() });
        }
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    let token = text.trim();
    if token.is_empty() || token.contains(char::is_whitespace) {
        return Err(SavedError::NoToken { path: path.to_owned() });
    }
    Ok(token.to_owned())
}

impl Saved {
    /// Reads the file in this directory; one that is missing remembers nothing.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    pub fn read(dir: &Path) -> Result<Self, SavedError> {
        let path = dir.join("people.json");
        let saved = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| SavedError::Damaged { path: path.clone(), error })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => return Err(SavedError::Io { path, error }),
        };
        Ok(Self { path, ..saved })
    }

    /// Replaces the file atomically, readable by its owner only.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> Result<(), SavedError> {
        let failed = |error: io::Error| SavedError::Io { path: self.path.clone(), error };
        let dir = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(dir).map_err(failed)?;
        // A temporary file has mode 600 from the first moment on.
        let mut file = tempfile::NamedTempFile::new_in(dir).map_err(failed)?;
        serde_json::to_writer_pretty(&mut file, self).map_err(|error| failed(error.into()))?;
        file.write_all(b"\n").and_then(|()| file.as_file().sync_all()).map_err(failed)?;
        file.persist(&self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Notes who one is on a server, and that it was the last one; true if that is new.
    pub fn note(&mut self, server: &str, token: &str) -> bool {
        let before = self.clone();
        if server != LOCAL {
            self.last_server = Some(server.to_owned());
        }
        if !token.is_empty() {
            self.tokens.insert(server.to_owned(), token.to_owned());
        }
        *self != before
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_token_is_kept_for_its_owner_only_and_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().join("parlor");
        let mut saved = Saved::read(&dir).unwrap();
        assert!(saved.note("http://one", "secret"));
        saved.write().unwrap();
        let path = dir.join("people.json");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let mut again = Saved::read(&dir).unwrap();
        assert_eq!(again.tokens["http://one"], "secret");
        assert!(!again.note("http://one", "secret"), "nothing new");
        assert!(!format!("{again:?}").contains("secret"));
        fs::write(&path, "{").unwrap();
        assert!(matches!(Saved::read(&dir), Err(SavedError::Damaged { .. })));
    }

    #[test]
    fn a_token_file_must_be_its_owners_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("token");
        fs::write(&path, "secret\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(read_token(&path), Err(SavedError::Open { .. })));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(read_token(&path).unwrap(), "secret");
        fs::write(&path, "two words").unwrap();
        assert!(matches!(read_token(&path), Err(SavedError::NoToken { .. })));
    }

    #[test]
    fn the_state_directory_follows_the_environment() {
        let of = |state: Option<&str>, home: Option<&str>| {
            state_dir(|name| if name == "HOME" { home } else { state }.map(PathBuf::from)).ok()
        };
        assert_eq!(of(Some("/s"), Some("/h")), Some("/s/parlor".into()));
        assert_eq!(of(Some("relative"), Some("/h")), Some("/h/.local/state/parlor".into()));
        assert_eq!(of(None, None), None);
    }
}
