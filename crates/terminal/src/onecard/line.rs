//! One line of input.

use std::io::{self, BufRead};

/// No answer is longer. What comes after it, up to the end of the line, is dropped.
const MAX_BYTES: usize = 1000;

/// Reads a line without its end; nothing at the end of input. A last line without an end counts.
///
/// A terminal that has gone away is an end of input as well.
pub(super) fn read(input: &mut dyn BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut anything = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if bytes.is_empty() {
            break;
        }
        anything = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = end.unwrap_or(bytes.len());
        let room = MAX_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&bytes[..part.min(room)]);
        let used = end.map_or(part, |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    anything.then(|| String::from_utf8_lossy(&line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_to_the_end_of_input_and_long_ones_cut() {
        let long = "x".repeat(5_000);
        let text = format!("1\r\n\n{long}\n\u{e9}\nlast");
        let mut input = io::BufReader::with_capacity(7, text.as_bytes());
        assert_eq!(read(&mut input).as_deref(), Some("1\r"));
        assert_eq!(read(&mut input).as_deref(), Some(""));
        assert_eq!(read(&mut input).map(|line| line.len()), Some(MAX_BYTES));
        assert_eq!(read(&mut input).as_deref(), Some("\u{e9}"));
        assert_eq!(read(&mut input).as_deref(), Some("last"));
        assert_eq!(read(&mut input), None);
        assert_eq!(read(&mut &b"\xff\n"[..]).as_deref(), Some("\u{fffd}"));
    }
}
