//! Reads the file, and checks it on the way.

use std::io::{BufRead, BufReader, Read};

use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

use super::kinds::{KINDS, RowKind};
use super::value::{Value, hex};
use super::{BackupFileError, FIRST_WITH_DOCUMENTS, FORMAT, HEADER, MAX_LINE, RowCounts, TRAILER};

/// A row of a backup.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) kind: &'static RowKind,
    /// A value for each column of the kind.
    pub(crate) values: Vec<Value>,
}

/// A backup that is being read. Only one that was read to its end is known to be complete.
pub(crate) struct BackupReader<R> {
    input: BufReader<R>,
    /// The line that was read last, with its end.
    line: Vec<u8>,
    /// Its number, counted from 1.
    number: u64,
    /// The checksum of all lines before it.
    hash: Sha256,
    counts: RowCounts,
    /// The place of the last row's kind among all kinds: they come in order.
    reached: usize,
    is_finished: bool,
    /// The version of the file's format.
    format: u64,
}

impl<R: Read> BackupReader<R> {
    pub(super) fn begin(input: R) -> Result<Self, BackupFileError> {
        let mut reader = Self {
            input: BufReader::new(input),
            line: Vec::new(),
            number: 0,
            hash: Sha256::new(),
            counts: RowCounts::none(),
            reached: 0,
            is_finished: false,
            format: 0,
        };
        reader.read_line()?;
        let header: Json = serde_json::from_slice(&reader.line).map_err(|_| BackupFileError::NotABackup)?;
        match header[HEADER]["format"].as_u64() {
            None | Some(0) => Err(BackupFileError::NotABackup),
            Some(found) if found > FORMAT.into() => Err(BackupFileError::Newer { found, known: FORMAT }),
            Some(found) => {
                reader.format = found;
                Ok(reader)
            }
        }
    }

    /// The next row; `None` at the end of a file that is whole.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, BackupFileError> {
        if self.is_finished {
            return Ok(None);
        }
        self.read_line()?;
        if !self.line.ends_with(b"\n") {
            return Err(BackupFileError::Incomplete { rows: self.counts.total() });
        }
        let json: Json = serde_json::from_slice(&self.line).map_err(|_| self.damaged("it is not JSON"))?;
        let Json::Object(object) = json else { return Err(self.damaged("it is not a row")) };
        let mut parts = object.into_iter();
        let (Some((name, Json::Object(body))), None) = (parts.next(), parts.next()) else {
            return Err(self.damaged("it is not a row"));
        };
        if name == TRAILER {
            self.finish(&body)?;
            return Ok(None);
        }
        let Some(place) = KINDS.iter().position(|kind| kind.name == name) else {
            return Err(self.damaged("its kind of row is unknown"));
        };
        if place < self.reached {
            return Err(self.damaged("it is out of order"));
        }
        self.reached = place;
        let kind = &KINDS[place];
        let values = self.values(kind, body)?;
        self.counts.count(kind);
        Ok(Some(Row { kind, values }))
    }

    /// Whether the file is from before there were devices: then the token of each person is their first one.
    pub(crate) const fn has_tokens_only(&self) -> bool {
        self.format < FIRST_WITH_DOCUMENTS
    }

    /// What was read until now.
    pub(super) fn into_counts(self) -> RowCounts {
        self.counts
    }

    /// Reads a line, once the one before it is part of the checksum.
    fn read_line(&mut self) -> Result<(), BackupFileError> {
        self.hash.update(&self.line);
        self.line.clear();
        self.number += 1;
        (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut self.line)?;
        Ok(())
    }

    fn values(&self, kind: &RowKind, mut body: Map<String, Json>) -> Result<Vec<Value>, BackupFileError> {
        let mut values = Vec::with_capacity(kind.columns.len());
        for column in kind.columns {
            let json = body.remove(column.name).unwrap_or(Json::Null);
            let value = Value::from_json(column, json);
            values.push(value.ok_or_else(|| self.damaged(&format!("{} is missing or wrong", column.name)))?);
        }
        match body.keys().next() {
            None => Ok(values),
            Some(name) => Err(self.damaged(&format!("{name} is unknown"))),
        }
    }

    /// Compares what was read with the last line.
    fn finish(&mut self, trailer: &Map<String, Json>) -> Result<(), BackupFileError> {
        let sha256 = hex(&self.hash.clone().finalize());
        let is_whole = trailer.get("sha256").and_then(Json::as_str) == Some(&sha256)
            && trailer.get("rows").and_then(Json::as_u64) == Some(self.counts.total());
        if !is_whole {
            return Err(BackupFileError::WrongChecksum);
        }
        self.read_line()?;
        if !self.line.is_empty() {
            return Err(self.damaged("nothing may follow the last line"));
        }
        self.is_finished = true;
        Ok(())
    }

    fn damaged(&self, detail: &str) -> BackupFileError {
        BackupFileError::Damaged { line: self.number, detail: detail.to_owned() }
    }
}
