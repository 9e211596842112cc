//! The files of the pages: those of this build, and for a week those of the builds before it, which tabs that are still
//! open ask for. A server that is alone keeps them in its data directory, the nodes of a cluster in their database: there
//! several builds run side by side, and a tab of one asks whichever node the balancer chooses.

mod kept;
mod shared;

use std::borrow::Cow;
use std::path::PathBuf;

use rust_embed::RustEmbed;
use store::Store;

use self::kept::KeptAssets;
use self::shared::SharedAssets;

/// What the build of the pages wrote, each file beside its `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// Where the names hold a hash of the content: what they name never changes.
pub(super) const HASHED: &str = "assets/";

/// Names the build.
const BUILD: &str = "build.txt";

/// One file.
pub(super) struct PageFile {
    pub(super) data: Cow<'static, [u8]>,
    /// Changes with the content; missing where the name does.
    pub(super) etag: Option<String>,
}

/// All files of the pages.
pub(crate) struct PageFiles {
    source: PageSource,
    kept: Kept,
    build: Option<String>,
}

/// Where the files of this build are.
#[derive(Clone)]
struct PageSource {
    /// A folder in place of what the binary holds: for tests.
    folder: Option<PathBuf>,
}

/// Where the hashed files of other builds are.
enum Kept {
    Nowhere,
    Folder(KeptAssets),
    Database(SharedAssets),
}

impl PageFiles {
    /// The pages of the binary, or of a folder. Their hashed files are copied to where other builds find them: the database
    /// of the cluster, if the server is one of several, or else the data directory.
    pub(super) async fn open(
        folder: Option<PathBuf>,
        data_dir: &std::path::Path,
        shared: Option<&Store>,
        now: i64,
    ) -> Self {
        let mut files = Self { source: PageSource { folder }, kept: Kept::Nowhere, build: None };
        let source = files.source.clone();
        let build = source.read(BUILD).and_then(|file| String::from_utf8(file.data.into_owned()).ok());
        files.build = build.map(|build| build.trim().to_owned()).filter(|build| !build.is_empty());
        if let Some(build) = &files.build {
            let names: Vec<String> = source.names().filter(|name| name.starts_with(HASHED)).collect();
            let read = |name: &str| source.read(name).map(|file| file.data);
            let kept = match shared {
                Some(store) => Ok(Kept::Database(SharedAssets::open(store, source.clone(), names).await)),
                None => {
                    KeptAssets::update(&data_dir.join("pages"), build, &names, read, now).map(Kept::Folder)
                }
            };
            match kept {
                Ok(kept) => files.kept = kept,
                // The pages work all the same, but for tabs that stay open over the next change of the build.
                Err(error) => tracing::warn!(%error, "keeping the files of the pages failed"),
            }
        }
        files
    }

    /// The name of the build; `None` without pages.
    pub(crate) fn build(&self) -> Option<&str> {
        self.build.as_deref()
    }

    /// A file of this build, or a hashed one of another build.
    pub(super) async fn get(&self, name: &str) -> Option<PageFile> {
        if let Some(file) = self.source.read(name) {
            return Some(file);
        }
        let hashed = name.strip_prefix(HASHED)?;
        let data = match &self.kept {
            Kept::Nowhere => None,
            Kept::Folder(kept) => kept.read(hashed),
            Kept::Database(shared) => shared.read(hashed).await,
        };
        Some(PageFile { data: data?.into(), etag: None })
    }
}

impl PageSource {
    fn read(&self, name: &str) -> Option<PageFile> {
        match &self.folder {
            Some(folder) => {
                let is_inside = name.split('/').all(|part| !part.is_empty() && part != "..");
                let data = std::fs::read(folder.join(name)).ok().filter(|_| is_inside)?;
                Some(PageFile { data: data.into(), etag: None })
            }
            None => {
                let file = Built::get(name)?;
                let etag = Some(etag(&file.metadata.sha256_hash()));
                Some(PageFile { data: file.data, etag })
            }
        }
    }

    fn names(&self) -> Box<dyn Iterator<Item = String>> {
        match &self.folder {
            Some(folder) => {
                let entries = std::fs::read_dir(folder.join(HASHED)).into_iter().flatten().flatten();
                Box::new(entries.filter_map(|entry| Some(format!("{HASHED}{}", entry.file_name().to_str()?))))
            }
            None => Box::new(Built::iter().map(Cow::into_owned)),
        }
    }
}

fn etag(hash: &[u8; 32]) -> String {
    use std::fmt::Write;
    let mut tag = String::from("\"");
    for byte in &hash[..16] {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}
