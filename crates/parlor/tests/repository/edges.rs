//! A lower crate never knows a higher one.

use std::collections::{BTreeMap, BTreeSet};

use super::files::{files, read, root};

/// Which crates of the house each crate may know. A crate that is not listed may not exist.
const ALLOWED: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("cards", &["game"]),
    ("games", &["game", "cards"]),
    ("bots", &["game", "games"]),
    ("protocol", &["game"]),
    ("store", &[]),
    ("tables", &["game", "games", "bots", "protocol", "store"]),
    ("gateways", &["game", "games", "tables", "protocol"]),
    ("client", &["protocol", "games"]),
    ("terminal", &["client", "game", "cards", "games", "bots"]),
    (
        "parlor",
        &["game", "cards", "games", "bots", "protocol", "store", "tables", "gateways", "client", "terminal"],
    ),
];

/// The crates of pure rules: no sockets, no files, no clock, no threads.
const PURE: &[&str] = &["game", "cards", "games", "bots", "protocol"];

/// What a pure crate may take from outside.
const PURE_DEPENDENCIES: &[&str] = &[
    "arrayvec",
    "chacha20",
    "rand_core",
    "rand_pcg",
    "serde",
    "serde_json",
    "sha2",
    "ts-rs",
    "unicode-normalization",
    "unicode-properties",
    "unicode-security",
    "utoipa",
];

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let manifests = files(&root().join("crates"), "toml");
    let crates = manifests.iter().filter(|path| path.ends_with("Cargo.toml")).map(|path| {
        let folder = path.parent().and_then(|folder| folder.file_name()).unwrap_or_default();
        let name = folder.to_string_lossy().into_owned();
        let text = read(path);
        let section =
            text.split("\n[").find(|section| section.starts_with("dependencies]")).unwrap_or_default();
        let names = section.lines().skip(1).filter_map(|line| line.split(['.', ' ', '=']).next());
        (name, names.map(str::to_owned).filter(|name| !name.is_empty()).collect())
    });
    crates.collect()
}

#[test]
fn crates_know_only_the_crates_below_them() {
    let allowed: BTreeMap<_, _> = ALLOWED.iter().copied().collect();
    let house: BTreeSet<_> = allowed.keys().copied().collect();
    let found = dependencies();
    assert!(found.len() >= 5, "the crates were not found");
    for (name, dependencies) in &found {
        let may = allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no place in the house"));
        for dependency in dependencies.iter().filter(|dependency| house.contains(dependency.as_str())) {
            assert!(may.contains(&dependency.as_str()), "{name} must not know {dependency}");
        }
    }
}

#[test]
fn pure_crates_take_nothing_from_outside_that_could_do_io() {
    let found = dependencies();
    for name in PURE {
        for dependency in &found[*name] {
            let own = ALLOWED.iter().any(|(crate_name, _)| crate_name == dependency);
            assert!(own || PURE_DEPENDENCIES.contains(&dependency.as_str()), "{name} takes {dependency}");
        }
    }
}

#[test]
fn pure_crates_use_no_files_sockets_threads_or_clocks() {
    for name in PURE {
        for path in files(&root().join("crates").join(name).join("src"), "rs") {
            let inner = path.to_string_lossy();
            if inner.contains("/tests") || inner.ends_with("/testing.rs") {
                continue;
            }
            let text = read(&path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for word in ["std::fs", "std::net", "std::time", "std::thread", "std::env", "std::io", "println!"]
            {
                assert!(!code.contains(word), "{} uses {word}", path.display());
            }
        }
    }
}
