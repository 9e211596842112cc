//! Writes the file.

use std::io::{BufWriter, Write};

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::kinds::RowKind;
use super::value::{Value, hex};
use super::{BackupError, FORMAT, HEADER, MAX_LINE, RowCounts, TRAILER};

/// A backup that is being written. Without [`BackupWriter::finish`] it is incomplete, and its readers notice.
pub(crate) struct BackupWriter<W: Write> {
    out: BufWriter<W>,
    hash: Sha256,
    counts: RowCounts,
}

impl<W: Write> BackupWriter<W> {
    pub(super) fn begin(out: W, made_at: i64, program: &str) -> Result<Self, BackupError> {
        let mut writer = Self { out: BufWriter::new(out), hash: Sha256::new(), counts: RowCounts::none() };
        writer.line(&json!({ HEADER: { "format": FORMAT, "made_at": made_at, "program": program } }))?;
        Ok(writer)
    }

    /// Writes a row: a value for each column of its kind.
    pub(crate) fn row(&mut self, kind: &RowKind, values: Vec<Value>) -> Result<(), BackupError> {
        self.line(&json!({ kind.name: kind.json(values) }))?;
        self.counts.count(kind);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<RowCounts, BackupError> {
        let sha256 = hex(&self.hash.clone().finalize());
        self.line(&json!({ TRAILER: { "rows": self.counts.total(), "sha256": sha256 } }))?;
        self.out.flush()?;
        Ok(self.counts)
    }

    fn line(&mut self, json: &Json) -> Result<(), BackupError> {
        let mut line = json.to_string();
        line.push('\n');
        if line.len() as u64 > MAX_LINE {
            return Err(BackupError::RowTooLong(line.len()));
        }
        self.hash.update(&line);
        self.out.write_all(line.as_bytes())?;
        Ok(())
    }
}
