//! The lines of a file of records, none longer than a record can be.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The longest line that is read. The longest game is a thousand rounds of One Card: about ten million actions of some
/// thirty bytes each.
const MAX_LINE: u64 = 512 << 20;

/// What a file is called in messages.
pub(super) fn display_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The lines of a file that are not blank.
pub(super) struct Lines {
    name: String,
    input: Box<dyn BufRead>,
    number: u64,
    longest: u64,
}

impl Lines {
    /// Opens the file; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let name = display_name(path);
        let input: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            if file.metadata().is_ok_and(|about| about.is_dir()) {
                bail!("cannot read {name}: it is a folder.");
            }
            Box::new(BufReader::new(file))
        };
        Ok(Self { name, input, number: 0, longest: MAX_LINE })
    }

    /// The next line that is not blank, with its number from 1.
    pub(super) fn next_record(&mut self) -> Result<Option<(u64, String)>> {
        loop {
            self.number += 1;
            let place = || format!("{}, line {}", self.name, self.number);
            let mut bytes = Vec::new();
            let mut limited = (&mut self.input).take(self.longest + 1);
            limited.read_until(b'\n', &mut bytes).with_context(|| format!("cannot read {}", place()))?;
            if bytes.is_empty() {
                return Ok(None);
            }
            if bytes.len() as u64 > self.longest {
                bail!("{}: This is not a record: it is longer than {} bytes.", place(), self.longest);
            }
            let line = String::from_utf8(bytes)
                .with_context(|| format!("{}: This is not a record: it is not UTF-8 text", place()))?;
            if !line.trim().is_empty() {
                return Ok(Some((self.number, line)));
            }
        }
    }

    /// All lines that have not been read yet.
    pub(super) fn rest(&mut self) -> Result<String> {
        let mut text = String::new();
        let limited = (&mut self.input).take(self.longest + 1);
        { limited }.read_to_string(&mut text).with_context(|| format!("cannot read {}", self.name))?;
        if text.len() as u64 > self.longest {
            bail!("{}: This is not a record: it is longer than {} bytes.", self.name, self.longest);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static [u8], longest: u64) -> Lines {
        Lines { name: "games".to_owned(), input: Box::new(text), number: 0, longest }
    }

    #[test]
    fn blank_lines_are_counted_and_passed_over() {
        let mut lines = lines(b"one\n\n \r\nfour", 100);
        assert_eq!(lines.next_record().unwrap(), Some((1, "one\n".to_owned())));
        assert_eq!(lines.next_record().unwrap(), Some((4, "four".to_owned())));
        assert_eq!(lines.next_record().unwrap(), None);
    }

    #[test]
    fn a_line_that_is_too_long_is_not_read_to_its_end() {
        let mut lines = lines(b"short\n0123456789\n", 8);
        assert!(lines.next_record().unwrap().is_some());
        let refused = lines.next_record().unwrap_err().to_string();
        assert_eq!(refused, "games, line 2: This is not a record: it is longer than 8 bytes.");
    }
}
