//! The file of records: in order of games, and whole or not there at all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Written beside its place and put there when it is complete.
pub(crate) struct RecordsFile {
    /// As it was asked for, for people.
    path: PathBuf,
    /// None for a device or a pipe, which is written at once and never replaced.
    partial: Option<Partial>,
    out: BufWriter<File>,
    next: u64,
    waiting: BTreeMap<u64, String>,
}

/// The file while it is not complete. It is removed unless it has been put in its place.
struct Partial {
    path: PathBuf,
    place: PathBuf,
    finished: bool,
}

impl RecordsFile {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let failure = || format!("cannot write records to {}", path.display());
        if path == Path::new("-") {
            bail!(
                "{}: standard output is for the result. Name a file (./- if it shall have this name).",
                failure()
            );
        }
        let (out, partial) = match fs::metadata(path) {
            Ok(about) if about.is_dir() => bail!("{}: it is a folder.", failure()),
            Ok(about) if !about.is_file() => {
                (File::options().write(true).open(path).with_context(failure)?, None)
            }
            // Putting a new file in its place would need no permission of the old one.
            Ok(about) if about.permissions().readonly() => bail!("{}: it is read-only.", failure()),
            // Where a link leads to is replaced, not the link.
            Ok(_) => Partial::create(fs::canonicalize(path).with_context(failure)?).with_context(failure)?,
            Err(_) if path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                bail!("{}: that is the name of a folder.", failure())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Partial::create(path.to_owned()).with_context(failure)?
            }
            // Better now than after all games: a name that is too long, a folder that is none.
            Err(error) => return Err(error).with_context(failure),
        };
        let out = BufWriter::new(out);
        Ok(Self { path: path.to_owned(), partial, out, next: 0, waiting: BTreeMap::new() })
    }

    /// Takes the lines of a batch; batches may come in any order.
    pub(crate) fn write(&mut self, number: u64, lines: String) -> Result<()> {
        self.waiting.insert(number, lines);
        while let Some(lines) = self.waiting.remove(&self.next) {
            self.out.write_all(lines.as_bytes()).with_context(|| self.failure())?;
            self.next += 1;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        self.out.flush().with_context(|| self.failure())?;
        let Some(mut partial) = self.partial.take() else { return Ok(()) };
        self.out.get_ref().sync_all().with_context(|| self.failure())?;
        fs::rename(&partial.path, &partial.place).with_context(|| self.failure())?;
        partial.finished = true;
        Ok(())
    }

    fn failure(&self) -> String {
        format!("cannot write records to {}", self.path.display())
    }
}

impl Partial {
    fn create(place: PathBuf) -> std::io::Result<(File, Option<Self>)> {
        // Not the name with something added: that may be too long a name where the name itself is not.
        let path = place.with_file_name(format!(".parlor-{}.partial", std::process::id()));
        let file = File::create(&path)?;
        Ok((file, Some(Self { path, place, finished: false })))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.finished {
            // Already failing: a file that cannot be removed either is no further news.
            let _ = fs::remove_file(&self.path);
        }
    }
}
