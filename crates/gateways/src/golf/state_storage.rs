//! Where the manager's knowledge is kept, so that a restart loses nobody.

use std::future::Future;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// More is no manager's.
const MAX_LEN: u64 = 16 << 20;

/// A place for one text, replaced as a whole.
pub trait StateStorage: Send + Sync + 'static {
    /// What is kept, if anything is.
    fn load(&self) -> impl Future<Output = io::Result<Option<String>>> + Send;
    /// Keeps this instead. When it is done, it outlasts a crash.
    fn save(&self, text: String) -> impl Future<Output = io::Result<()>> + Send;
}

/// A file. It is written beside its place and then moved there, so that it is always whole.
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
    async fn load(&self) -> io::Result<Option<String>> {
        let path = self.path.clone();
        in_background(move || match std::fs::metadata(&path) {
            Ok(about) if about.len() > MAX_LEN => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too long"))
            }
            Ok(_) => std::fs::read_to_string(&path).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    async fn save(&self, text: String) -> io::Result<()> {
        let path = self.path.clone();
        in_background(move || {
            let mut beside = path.as_os_str().to_owned();
            beside.push(".new");
            let mut file = std::fs::File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&beside, &path)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        })
        .await
    }
}

async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}
