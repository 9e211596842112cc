//! Hashed files of the pages in the database of a cluster: of all builds that its nodes have run lately.

use std::time::Duration;

use store::{KeptFile, Store};
use tokio::task::JoinHandle;

use super::PageSource;
use super::kept::file_name;

/// How often a node says that its build is still in use.
const RENEWED_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the files of a build are kept after that: a week after the last node that ran it, at least.
const KEPT_FOR: Duration = Duration::from_secs(8 * 24 * 60 * 60);

/// The files that all nodes keep for each other.
pub(super) struct SharedAssets {
    store: Store,
    renewing: JoinHandle<()>,
}

impl SharedAssets {
    /// Adds the files of this build, and keeps them there while this server runs.
    pub(super) async fn open(store: &Store, source: PageSource, names: Vec<String>) -> Self {
        // Before the first request: a tab that loads this build here may request the other files from another node.
        keep(store, &source, &names).await;
        let renewing = tokio::spawn(renew(store.clone(), source, names));
        Self { store: store.clone(), renewing }
    }

    /// A file of whichever build.
    pub(super) async fn read(&self, name: &str) -> Option<Vec<u8>> {
        let name = file_name(name).filter(|plain| *plain == name)?;
        let found = self.store.kept_file(name).await;
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, name, "a file of the pages cannot be read from the database");
            None
        })
    }
}

impl Drop for SharedAssets {
    fn drop(&mut self) {
        self.renewing.abort();
    }
}

async fn renew(store: Store, source: PageSource, names: Vec<String>) {
    loop {
        tokio::time::sleep(RENEWED_EVERY).await;
        keep(&store, &source, &names).await;
    }
}

async fn keep(store: &Store, source: &PageSource, names: &[String]) {
    let file = |name: &String| {
        let data = source.read(name)?.data.into_owned();
        Some(KeptFile { name: file_name(name)?.to_owned(), data })
    };
    let files: Vec<KeptFile> = names.iter().filter_map(file).collect();
    if let Err(error) = store.keep_files(&files, KEPT_FOR).await {
        // The pages work all the same, but for tabs whose requests go to nodes of another build.
        tracing::warn!(%error, "keeping the files of the pages in the database failed");
    }
}
