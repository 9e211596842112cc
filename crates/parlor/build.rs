//! Looks after the pages that the binary holds: a release is built again when they are.
//!
//! They are made by `npm run build` in `web/`. Without them the folder is empty, and the house has one plain page.

use std::path::Path;

const PAGES: &str = "../../web/dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A folder that is not there would count as changed at every build. What cannot be made need not be: then there
    // are no pages either.
    let _ = std::fs::create_dir_all(Path::new(PAGES));
    // A debug build reads the pages when they are asked for.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={PAGES}");
    }
}
