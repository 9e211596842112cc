//! The file of records: in order of games, and whole or not there at all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Written beside its place and put there when it is complete.
pub(crate) struct RecordsFile {
    path: PathBuf,
    partial: PathBuf,
    out: BufWriter<File>,
    next: u64,
    waiting: BTreeMap<u64, String>,
    finished: bool,
}

impl RecordsFile {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        if path.is_dir() {
            bail!("cannot write records to {}: it is a folder.", path.display());
        }
        let mut name = path.file_name().context("the file of records has no name")?.to_owned();
        name.push(format!(".{}.partial", std::process::id()));
        let partial = path.with_file_name(name);
        let out =
            File::create(&partial).with_context(|| format!("cannot write records to {}", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            partial,
            out: BufWriter::new(out),
            next: 0,
            waiting: BTreeMap::new(),
            finished: false,
        })
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
        self.out.get_ref().sync_all().with_context(|| self.failure())?;
        fs::rename(&self.partial, &self.path).with_context(|| self.failure())?;
        self.finished = true;
        Ok(())
    }

    fn failure(&self) -> String {
        format!("cannot write records to {}", self.path.display())
    }
}

impl Drop for RecordsFile {
    fn drop(&mut self) {
        if !self.finished {
            // Already failing: a file that cannot be removed either is no further news.
            let _ = fs::remove_file(&self.partial);
        }
    }
}
