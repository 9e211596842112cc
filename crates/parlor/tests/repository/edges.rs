//! A lower crate never knows a higher one.

use std::collections::{BTreeMap, BTreeSet};

use super::files::{files, read, root};

/// Which crates of the server each crate may know. A crate that is not listed may not exist.
const ALLOWED: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("cards", &["game"]),
    ("games", &["game", "cards"]),
    ("bots", &["game", "games"]),
    ("ratings", &["games", "bots"]),
    ("protocol", &["game"]),
    ("store", &[]),
    ("links", &[]),
    ("websocket", &[]),
    ("tables", &["game", "games", "bots", "ratings", "protocol", "store", "links"]),
    ("gateways", &["game", "games", "tables", "protocol"]),
    ("client", &["protocol", "games"]),
    ("terminal", &["client", "protocol", "game", "cards", "games", "bots"]),
    (
        "parlor",
        &[
            "game",
            "cards",
            "games",
            "bots",
            "ratings",
            "protocol",
            "store",
            "links",
            "websocket",
            "tables",
            "gateways",
            "client",
            "terminal",
        ],
    ),
];

/// The crates of pure rules: no sockets, no files, no clock, no threads.
const PURE: &[&str] = &["game", "cards", "games", "bots", "ratings", "protocol", "websocket"];

/// What a pure crate may take from outside.
const PURE_DEPENDENCIES: &[&str] = &[
    "arrayvec",
    "chacha20",
    "rand_core",
    "rand_pcg",
    "schemars",
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
    let crates: BTreeSet<_> = allowed.keys().copied().collect();
    let found = dependencies();
    assert!(found.len() >= 5, "the crates were not found");
    for (name, dependencies) in &found {
        let may =
            allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no place among the crates"));
        for dependency in dependencies.iter().filter(|dependency| crates.contains(dependency.as_str())) {
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

/// Modules of the standard library, under whichever of its names, that reach outside the program or name what does.
const IMPURE_MODULES: &[&str] = &["env", "fs", "io", "net", "os", "process", "thread", "time"];

/// Words that reach outside without naming such a module.
const IMPURE_WORDS: &[&str] =
    &["println!", "print!", "eprintln!", "eprint!", "dbg!", "Instant", "SystemTime", "IpAddr", "SocketAddr"];

/// The first forbidden thing in a text of code: a path such as `core::net`, also inside a grouped import, or a word.
fn impurity(code: &str) -> Option<String> {
    for library in ["std", "core", "alloc"] {
        for (place, path) in code.match_indices(&format!("{library}::")) {
            let is_other = |before: char| before.is_alphanumeric() || before == '_';
            if code[..place].ends_with(is_other) {
                continue;
            }
            let modules = first_modules(&code[place + path.len()..]);
            if let Some(module) = modules.iter().find(|module| IMPURE_MODULES.contains(&module.as_str())) {
                return Some(format!("{library}::{module}"));
            }
        }
    }
    let words: BTreeSet<&str> =
        code.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '!')).collect();
    IMPURE_WORDS.iter().find(|word| words.contains(**word)).map(|word| (*word).to_owned())
}

/// The modules that a path goes to after its `::`: one, or all of a group in braces.
fn first_modules(rest: &str) -> Vec<String> {
    let name = |text: &str| {
        let end =
            text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len());
        text[..end].to_owned()
    };
    let Some(group) = rest.trim_start().strip_prefix('{') else { return vec![name(rest.trim_start())] };
    let (mut depth, mut modules, mut begins) = (0, Vec::new(), true);
    for (place, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if begins && !letter.is_whitespace() => {
                modules.push(name(&group[place..]));
                begins = false;
            }
            _ => {}
        }
    }
    modules
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
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let found = impurity(&lines.collect::<Vec<_>>().join("\n"));
            assert_eq!(found, None, "{} reaches outside", path.display());
        }
    }
}

#[test]
fn a_socket_address_or_a_clock_is_found_under_every_name() {
    for (code, found) in [
        ("use core::net::IpAddr;", "core::net"),
        ("use std::net;", "std::net"),
        ("use std::{fmt, net::IpAddr};", "std::net"),
        ("use core::{\n    fmt::{self, Display},\n    time::Duration,\n};", "core::time"),
        ("let now = ::std::time::Instant::now();", "std::time"),
        ("fn at(now: Instant) {}", "Instant"),
        ("dbg!(7)", "dbg!"),
    ] {
        assert_eq!(impurity(code).as_deref(), Some(found), "{code}");
    }
    for code in ["use std::fmt;", "use std::{fmt, ops::{Deref, DerefMut}};", "my_std::net::x()", "time()"] {
        assert_eq!(impurity(code), None, "{code}");
    }
}

/// Rules know nothing of the programs that play by them: each legacy protocol stands in one folder of `gateways`.
#[test]
fn the_rules_know_no_legacy_protocol() {
    let words = ["old program", "old protocol", "old client", "datagram", "packet", "socket", "plain client"];
    for name in ["game", "cards", "games"] {
        for path in files(&root().join("crates").join(name).join("src"), "rs") {
            let text = read(&path).to_lowercase();
            let found = words.iter().find(|word| text.contains(**word));
            assert_eq!(found, None, "{} speaks of a protocol", path.display());
        }
    }
}

/// The server handles every game alike: rules about one of them stand in `games`, protocols in `gateways`.
#[test]
fn the_server_names_no_game() {
    let names: Vec<_> = games::Kind::ALL.iter().map(|kind| kind.name()).collect();
    for path in files(&root().join("crates/tables/src"), "rs") {
        let text = read(&path);
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            let named = names.iter().find(|name| {
                line.contains(&format!("games::{name}"))
                    || line.to_lowercase().contains(&format!("kind::{name}"))
            });
            let is_test = path.to_string_lossy().contains("tests");
            assert!(is_test || named.is_none(), "{}: {line}", path.display());
        }
    }
}

/// What is stored is what was meant, or an error: an empty text in its place would be found only when it is read again.
#[test]
fn what_cannot_be_written_as_json_is_never_stored_as_nothing() {
    let mut found = Vec::new();
    for path in
        ["tables", "store"].iter().flat_map(|name| files(&root().join("crates").join(name).join("src"), "rs"))
    {
        for (number, line) in read(&path).lines().enumerate() {
            if line.contains("serde_json::to_")
                && [".unwrap_or_default()", ".unwrap_or("].iter().any(|end| line.contains(end))
            {
                found.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}
