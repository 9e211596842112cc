//! The lines of the old text protocol, out of a stream of bytes.
//!
//! TCP keeps no messages apart: a read may end in the middle of a line or bring several. Lines end in LF or CRLF, and
//! clients written with .NET send a byte order mark before their first one.

/// The longest line, without its end.
pub const MAX_LINE: usize = 1024;

const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Collects bytes until a line is complete.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    waiting: Vec<u8>,
    broken: bool,
}

/// A line so long that the connection is to be closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl Lines {
    /// No bytes yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { waiting: Vec::new(), broken: false }
    }

    /// Adds the bytes of a read and returns the complete lines; the rest is kept. The second value is an error if the line
    /// after them is too long: nothing more is read then.
    ///
    /// In a line that is not UTF-8 the invalid bytes are replaced; it will be refused as unknown.
    pub fn take(&mut self, bytes: &[u8]) -> (Vec<String>, Result<(), TooLong>) {
        let mut lines = Vec::new();
        for &byte in bytes {
            if self.broken {
                break;
            }
            if byte == b'\n' {
                lines.push(read(&self.waiting));
                self.waiting.clear();
                continue;
            }
            self.waiting.push(byte);
            // A mark before the line and a CR that may belong to its end do not count.
            let line = without_mark(&self.waiting);
            if line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE {
                self.broken = true;
                self.waiting = Vec::new();
            }
        }
        (lines, if self.broken { Err(TooLong) } else { Ok(()) })
    }
}

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
}

fn read(line: &[u8]) -> String {
    let line = without_mark(line);
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

#[cfg(test)]
mod tests;
