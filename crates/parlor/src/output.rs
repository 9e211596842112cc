//! How the program speaks: answers on standard output, everything else on standard error.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

/// Standard output, buffered.
pub(crate) fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// One line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// What the program ends with. A reader that went away (`| head`) is no mistake of ours.
#[allow(clippy::print_stderr, reason = "this is where errors are told")]
pub(crate) fn exit_code(done: Result<()>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    let reader_left = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
    if reader_left {
        return ExitCode::SUCCESS;
    }
    eprintln!("parlor: {error:#}");
    ExitCode::FAILURE
}
