//! Where the manager's state is stored, so that registrations survive a restart.

use std::future::Future;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// No manager's state is longer.
const MAX_LEN: u64 = 16 << 20;

/// The maximum number of changes after a whole state.
pub const MAX_CHANGES: usize = 256;

/// What was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The last whole state.
    pub whole: String,
    /// What changed after it, in order.
    pub changes: Vec<String>,
}

/// A place for one text and its changes, each of them one line.
pub trait StateStorage: Send + Sync + 'static {
    /// What is kept, if anything is.
    fn load(&self) -> impl Future<Output = io::Result<Option<Kept>>> + Send;
    /// Keeps this instead of all that was kept. When it is done, it outlasts a crash.
    fn replace(&self, whole: String) -> impl Future<Output = io::Result<()>> + Send;
    /// Stores one more change; at most [`MAX_CHANGES`] after a whole state. It is durable when the future resolves.
    fn append(&self, change: String) -> impl Future<Output = io::Result<()>> + Send;
}

/// A file: the whole state in its first line, a change in each that follows. A new whole state is written to a temporary
/// file that then replaces the old one; a change that was not written to its end is ignored.
#[derive(Clone, Debug)]
pub struct FileStateStorage {
    path: PathBuf,
}

impl FileStateStorage {
    /// In this file; its folder must be there.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }
}

impl StateStorage for FileStateStorage {
    async fn load(&self) -> io::Result<Option<Kept>> {
        let path = self.path.clone();
        in_background(move || match std::fs::metadata(&path) {
            Ok(about) if about.len() > MAX_LEN => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too long"))
            }
            Ok(_) => std::fs::read_to_string(&path).map(|text| Some(read(&text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    async fn replace(&self, whole: String) -> io::Result<()> {
        let path = self.path.clone();
        in_background(move || {
            let mut beside = path.as_os_str().to_owned();
            beside.push(".new");
            let mut file = std::fs::File::create(&beside)?;
            file.write_all(format!("{whole}\n").as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&beside, &path)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        })
        .await
    }

    async fn append(&self, change: String) -> io::Result<()> {
        let path = self.path.clone();
        in_background(move || {
            let mut file = std::fs::OpenOptions::new().append(true).open(&path)?;
            let before = file.metadata()?.len();
            let written = file.write_all(format!("{change}\n").as_bytes()).and_then(|()| file.sync_data());
            if written.is_err() {
                // Half a line would spoil the next one.
                file.set_len(before)?;
            }
            written
        })
        .await
    }
}

/// The lines of a file. The last one counts only with its line ending, unless it is the whole state, which earlier versions
/// wrote without one.
fn read(text: &str) -> Kept {
    let (whole, rest) = text.split_once('\n').unwrap_or((text, ""));
    let complete = rest.rfind('\n').map_or("", |end| &rest[..end]);
    Kept { whole: whole.to_owned(), changes: complete.lines().map(str::to_owned).collect() }
}

async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn kept(whole: &str, changes: &[&str]) -> Kept {
        Kept { whole: whole.to_owned(), changes: changes.iter().map(|change| (*change).to_owned()).collect() }
    }

    #[tokio::test]
    async fn a_file_holds_a_whole_text_and_the_changes_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let state_storage = FileStateStorage::new(&folder.path().join("golf.json"));
        assert_eq!(state_storage.load().await.unwrap(), None);
        state_storage.replace("{}".to_owned()).await.unwrap();
        state_storage.append("[1]".to_owned()).await.unwrap();
        state_storage.append("[2]".to_owned()).await.unwrap();
        assert_eq!(state_storage.load().await.unwrap(), Some(kept("{}", &["[1]", "[2]"])));
        state_storage.replace("{3}".to_owned()).await.unwrap();
        assert_eq!(state_storage.load().await.unwrap(), Some(kept("{3}", &[])));
    }

    #[test]
    fn a_change_that_was_not_written_to_its_end_is_not_read_and_older_files_are() {
        assert_eq!(read("{}"), kept("{}", &[]), "as it was once written");
        assert_eq!(read("{}\n"), kept("{}", &[]));
        assert_eq!(read("{}\n[1"), kept("{}", &[]));
        assert_eq!(read("{}\n[1]\n[2]\n[3"), kept("{}", &["[1]", "[2]"]));
    }
}
