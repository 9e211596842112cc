//! The files of the pages: those of this build, and for a week those of the builds before it, which tabs that are still
//! open ask for.

mod kept;

use std::borrow::Cow;
use std::path::PathBuf;

use rust_embed::RustEmbed;

use self::kept::KeptAssets;

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
    /// A folder in place of what the binary holds: for tests.
    folder: Option<PathBuf>,
    kept: KeptAssets,
    build: Option<String>,
}

impl PageFiles {
    /// The pages of the binary, or of a folder. Their hashed files are copied to the data directory, for the build after
    /// this one to serve.
    pub(super) fn open(folder: Option<PathBuf>, data_dir: &std::path::Path, now: i64) -> Self {
        let mut files = Self { folder, kept: KeptAssets::none(), build: None };
        let build = files.current(BUILD).and_then(|file| String::from_utf8(file.data.into_owned()).ok());
        files.build = build.map(|build| build.trim().to_owned()).filter(|build| !build.is_empty());
        if let Some(build) = &files.build {
            let names: Vec<String> = files.names().filter(|name| name.starts_with(HASHED)).collect();
            let read = |name: &str| files.current(name).map(|file| file.data);
            match KeptAssets::update(&data_dir.join("pages"), build, &names, read, now) {
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

    /// A file of this build, or a hashed one of a build before it.
    pub(super) fn get(&self, name: &str) -> Option<PageFile> {
        self.current(name).or_else(|| {
            let hashed = name.strip_prefix(HASHED)?;
            Some(PageFile { data: self.kept.read(hashed)?.into(), etag: None })
        })
    }

    fn current(&self, name: &str) -> Option<PageFile> {
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
