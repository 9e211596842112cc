//! Looks after the pages that the binary holds and the commit that it names: a release is built again when they change.
//!
//! The pages are made by `npm run build` in `web/`. Without them the folder is empty, and the server has one plain page.

use std::path::Path;
use std::process::Command;

const PAGES: &str = "../../web/dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo would treat a missing folder as changed at every build. If it cannot be created, there are no pages
    // either, so the error does not matter.
    let _ = std::fs::create_dir_all(Path::new(PAGES));
    // A debug build reads the pages when they are asked for, and a commit must not make it build again.
    let build = if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={PAGES}");
        release()
    } else {
        "debug build".to_owned()
    };
    println!("cargo::rustc-env=PARLOR_BUILD={build}");
}

/// The commit and its date: the same sources give the same text on every machine and at any time.
fn release() -> String {
    // Its log grows with every commit, checkout and reset.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let date = ["log", "-1", "--date=format-local:%Y-%m-%d", "--format=%cd"];
    let (Some(commit), Some(date)) = (git(&["rev-parse", "--short=12", "HEAD"]), git(&date)) else {
        return "commit unknown".to_owned();
    };
    let is_changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_some();
    format!("commit {commit}{}, {date}", if is_changed { " with changes" } else { "" })
}

/// The output of a git command; `None` if it is empty, or if this is not a repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).env("TZ", "UTC").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
