//! Starts the program in a temporary folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder for one test, empty at its start.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let unique = format!("{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("onecard-{test}-{unique}"));
        // Left over from an earlier run with the same number.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// The names of the files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let names =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// The program, about to run here.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onecard"));
        command.args(args).current_dir(&self.0).stdin(Stdio::null()).env_remove("NO_COLOR");
        command
    }

    /// Runs it without input.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs it with this input.
    pub(crate) fn run_with(&self, args: &[&str], input: &str) -> Output {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It may leave before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Splits `-n 3 -a` into words.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}
