//! Starts the program and looks at what it says.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// All games, by name.
pub(super) static GAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| games::Kind::ALL.iter().map(|kind| kind.name()).collect());

pub(super) fn parlor(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(args).stdin(Stdio::null());
    command
}

/// What the program said.
pub(super) struct Said {
    pub(super) out: String,
    pub(super) err: String,
    pub(super) status: i32,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).expect("text on standard output"),
            err: String::from_utf8(output.stderr).expect("text on standard error"),
            // A program that was killed by a signal has no status.
            status: output.status.code().expect("an end of its own"),
        }
    }
}

pub(super) fn say(args: &[&str]) -> Said {
    parlor(args).output().expect("the program starts").into()
}

/// A command that succeeds and writes nothing to standard error: without a terminal there is no progress bar.
pub(super) fn fine(args: &[&str]) -> String {
    let said = say(args);
    assert_eq!((said.status, said.err.as_str()), (0, ""), "{args:?}");
    said.out
}

pub(super) fn fine_json(args: &[&str]) -> Value {
    serde_json::from_str(&fine(args)).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// What cannot be done is reported in one sentence, with status 1, and nothing is answered.
pub(super) fn refused(args: &[&str]) -> String {
    let said = say(args);
    assert_eq!((said.status, said.out.as_str()), (1, ""), "{args:?}: {}", said.err);
    sentence(&said.err)
}

/// The one line that an error is, without who says it.
pub(super) fn sentence(err: &str) -> String {
    assert!(!err.contains("panicked"), "{err}");
    let line = err.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {err:?}"));
    assert!(!line.contains('\n'), "more than a line: {err}");
    line.strip_prefix("parlor: ").unwrap_or_else(|| panic!("who says so? {line}")).to_owned()
}

/// A command line that cannot be parsed ends with status 2 and where to read on.
pub(super) fn misunderstood(args: &[&str]) -> String {
    let said = say(args);
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{args:?}: {}", said.err);
    assert!(said.err.starts_with("error: ") && said.err.contains("--help"), "{}", said.err);
    said.err
}

/// Runs the program with this standard input.
pub(super) fn fed(args: &[&str], input: &[u8]) -> Said {
    let mut child = parlor(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_owned();
    // Beside it, or both could wait for each other; the program may leave before it has read all.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let said = child.wait_with_output().expect("an end").into();
    feeder.join().expect("the feeder");
    said
}

/// A folder of one test that goes away with it.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path of text").to_owned()
    }

    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    /// The names of all that lies in it, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Records of a few games, one a line.
pub(super) fn records(game: &str, more: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let path = folder.path("games.jsonl");
    let mut args = vec!["sim", game, "--seed", "7", "--records", &path];
    if !more.contains(&"--games") {
        args.extend(["--games", "3"]);
    }
    if !more.contains(&"--bots") {
        // Games between random bots are ten times as long and show nothing more.
        args.extend(["--bots", "casual"]);
    }
    args.extend(more);
    fine(&args);
    fs::read_to_string(&path).expect("records").lines().map(str::to_owned).collect()
}

/// The lines of JSON that a replay is.
pub(super) fn steps(args: &[&str]) -> Vec<Value> {
    let lines = fine(args);
    lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
