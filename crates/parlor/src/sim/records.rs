//! The file of records: in order of games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::output_file::{Access, OutputFile};

/// Takes batches of records in any order.
pub(crate) struct RecordsFile {
    file: OutputFile,
    out: BufWriter<File>,
    next: u64,
    waiting: BTreeMap<u64, String>,
}

impl RecordsFile {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            bail!(
                "cannot write records to -: standard output is for the result. Name a file (./- if it shall have this name)."
            );
        }
        let file = OutputFile::create(path, "records", Access::Public)?;
        Ok(Self { out: file.writer()?, file, next: 0, waiting: BTreeMap::new() })
    }

    /// Writes the lines of a batch; batches may arrive in any order.
    pub(crate) fn write(&mut self, number: u64, lines: String) -> Result<()> {
        self.waiting.insert(number, lines);
        while let Some(lines) = self.waiting.remove(&self.next) {
            self.out.write_all(lines.as_bytes()).with_context(|| self.file.failure())?;
            self.next += 1;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        self.out.flush().with_context(|| self.file.failure())?;
        self.file.finish()
    }
}
