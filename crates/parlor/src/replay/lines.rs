//! Lines of a file of records, none longer than a record can be.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The longest line that is read. The longest games of the house stay below a tenth of it.
const LONGEST_LINE: u64 = 64 << 20;

/// The lines of a file that hold something.
pub(crate) struct Lines {
    name: String,
    input: Box<dyn BufRead>,
    number: usize,
}

impl Lines {
    /// Opens the file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let input: Box<dyn BufRead> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            if file.metadata().is_ok_and(|about| about.is_dir()) {
                bail!("cannot read {name}: it is a folder.");
            }
            Box::new(BufReader::new(file))
        };
        Ok(Self { name, input, number: 0 })
    }

    /// The next line that is not blank, with its number from 1.
    pub(crate) fn next_record(&mut self) -> Result<Option<(usize, String)>> {
        loop {
            self.number += 1;
            let place = || format!("{}, line {}", self.name, self.number);
            let mut bytes = Vec::new();
            let mut limited = (&mut self.input).take(LONGEST_LINE + 1);
            limited.read_until(b'\n', &mut bytes).with_context(|| format!("cannot read {}", place()))?;
            if bytes.is_empty() {
                return Ok(None);
            }
            if bytes.len() as u64 > LONGEST_LINE {
                bail!("{}: longer than any record can be ({} MiB).", place(), LONGEST_LINE >> 20);
            }
            let line = String::from_utf8(bytes).with_context(|| format!("{}: not UTF-8 text", place()))?;
            if !line.trim().is_empty() {
                return Ok(Some((self.number, line)));
            }
        }
    }
}
