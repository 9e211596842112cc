//! The lines of the old text protocol, out of a stream of bytes.
//!
//! TCP keeps no messages apart: a read may end in the middle of a line or bring several. Lines end in LF or CRLF, and
//! clients written with .NET send a byte order mark before their first one.

/// The longest line, without its end.
pub const LONGEST_LINE: usize = 1024;

const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Gathers bytes until a line is whole.
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

    /// Takes what a read brought and gives the lines that are whole now; what is left waits.
    ///
    /// A line that is no UTF-8 comes with the bytes that are none replaced: it will not be understood.
    ///
    /// # Errors
    /// If a line is longer than any may be. Nothing more is read then.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, TooLong> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.broken || self.waiting.len() + piece.len() > LONGEST_LINE + BYTE_ORDER_MARK.len() + 2 {
                self.broken = true;
                self.waiting = Vec::new();
                return Err(TooLong);
            }
            self.waiting.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                lines.push(read(&self.waiting));
                self.waiting.clear();
            }
        }
        Ok(lines)
    }
}

fn read(line: &[u8]) -> String {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_owned()
}
