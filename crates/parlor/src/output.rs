//! How the program speaks: answers on standard output, everything else on standard error.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

/// Maximum length of an error message, in characters. What a hostile file holds must not flood a terminal.
const MAX_ERROR: usize = 1_000;

/// Standard output, buffered.
pub(crate) fn stdout() -> BufWriter<Stdout> {
    BufWriter::new(Stdout(io::stdout().lock()))
}

/// Standard output, whose failures say what they are about.
pub(crate) struct Stdout(StdoutLock<'static>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| named(&error))
    }
}

/// The error with its subject. Its kind stays: a reader that left is looked for by it, and an interrupted write is
/// tried again.
fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write the answer: {error}"))
}

/// One line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// The exit status of the program. A closed pipe (`| head`) is not an error.
#[allow(clippy::print_stderr, reason = "this is where errors are printed")]
pub(crate) fn exit_code(done: Result<()>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    let reader_left = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
    if reader_left {
        return ExitCode::SUCCESS;
    }
    eprintln!("parlor: {}", harmless(&format!("{error:#}")));
    ExitCode::FAILURE
}

/// The text on one line of bounded length, without characters that command a terminal or turn its text around.
pub(crate) fn harmless(text: &str) -> String {
    let mut shown = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count == MAX_ERROR {
            shown.push('…');
            break;
        }
        if letter.is_control()
            || matches!(letter, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_cannot_command_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb\n\u{9b}1mc\u{202e}d"), "a\\u{1b}[2Jb\\u{a}\\u{9b}1mc\\u{202e}d");
        assert_eq!(harmless("Ärger – 三 ♠"), "Ärger – 三 ♠");
    }

    #[test]
    fn an_error_has_a_bounded_length() {
        let shown = harmless(&"x".repeat(1 << 20));
        assert_eq!(shown.chars().count(), MAX_ERROR + 1);
        assert!(shown.ends_with('…'));
    }
}
