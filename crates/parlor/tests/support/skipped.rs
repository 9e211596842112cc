//! What was not tested, and why: said at once, and again at the end of `make test`.

#![allow(dead_code, reason = "every suite uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Notes that something was not tested. `make test` prints these lines at its end.
#[allow(clippy::print_stderr, reason = "a skip must be seen")]
pub(crate) fn skipped(what: &str, why: &str) {
    eprintln!("NOT TESTED: {what}: {why}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skipped");
    std::fs::create_dir_all(&folder).unwrap();
    // One file for each process: tests run beside each other.
    let file = folder.join(std::process::id().to_string());
    let mut file = std::fs::File::options().create(true).append(true).open(file).unwrap();
    writeln!(file, "{what}: {why}").unwrap();
}

/// Whether this program is installed; if not, the skip is noted.
pub(crate) fn is_installed(program: &str, version_flag: &str, what: &str) -> bool {
    let asked = Command::new(program).arg(version_flag).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = asked.is_ok_and(|status| status.success());
    if !there {
        skipped(what, &format!("{program} is not installed (scripts/test-needs installs it on Debian)"));
    }
    there
}
