//! Dependencies have licences and come from places that `deny.toml` allows, on machines without `cargo deny` too.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use super::files::{read, root};

/// Licences of packages that only build and test the pages: nothing of them is handed out.
const NPM_TOOLS: &[&str] = &["BlueOak-1.0.0", "CC0-1.0", "MPL-2.0"];

/// Packages of npm for other machines, which the lock file names without a licence. Theirs is that of `rolldown`.
const NPM_BINDINGS: &str = "node_modules/@rolldown/binding-";

fn deny() -> toml::Table {
    read(&root().join("deny.toml")).parse().unwrap()
}

fn texts(table: &toml::Table, section: &str, key: &str) -> BTreeSet<String> {
    let list = table[section][key].as_array().unwrap();
    list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Whether an SPDX expression can be fulfilled with the allowed licences.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.trim();
    if let Some(alternatives) = split(expression, " OR ").or_else(|| split(expression, "/")) {
        return alternatives.iter().any(|part| is_allowed(part, allowed));
    }
    if let Some(parts) = split(expression, " AND ") {
        return parts.iter().all(|part| is_allowed(part, allowed));
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner, allowed),
        None => allowed.contains(expression),
    }
}

/// The parts of an expression between these operators, if it has them outside of parentheses.
fn split<'a>(expression: &'a str, operator: &str) -> Option<Vec<&'a str>> {
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (place, letter) in expression.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && place >= begin && expression[place..].starts_with(operator) => {
                parts.push(&expression[begin..place]);
                begin = place + operator.len();
            }
            _ => {}
        }
    }
    parts.push(&expression[begin..]);
    (parts.len() > 1).then_some(parts)
}

#[test]
fn licence_expressions_are_read() {
    let allowed = ["MIT", "Unicode-3.0"].map(str::to_owned).into();
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("Unlicense/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(GPL-3.0 OR Apache-2.0) AND Unicode-3.0", false),
        ("MIT AND (GPL-3.0 OR Unicode-3.0)", true),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn crates_have_licences_that_deny_toml_allows() {
    let allowed = texts(&deny(), "licenses", "allow");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    // For this machine: other crates than those of the build need not be here. `cargo deny` reads those of all machines.
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let args = ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", &target];
    let output = Command::new(cargo).args(args).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_allowed(licence, &allowed), "{}: {licence}", package["name"]);
    }
}

#[test]
fn crates_come_from_allowed_registries_and_only_listed_ones_twice() {
    let deny = deny();
    let registries = texts(&deny, "sources", "allow-registry");
    let twice = texts(&deny, "bans", "skip");
    let lock: toml::Table = read(&root().join("Cargo.lock")).parse().unwrap();
    let mut versions = BTreeMap::<String, u32>::new();
    for package in lock["package"].as_array().unwrap() {
        *versions.entry(package["name"].as_str().unwrap().to_owned()).or_default() += 1;
        if let Some(source) = package.get("source").and_then(toml::Value::as_str) {
            let registry = source.strip_prefix("registry+").unwrap_or(source);
            assert!(registries.contains(registry), "{}: {source}", package["name"]);
        }
    }
    let found: BTreeSet<_> =
        versions.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
    assert_eq!(found, twice, "crates in several versions, and those that deny.toml lists");
}

#[test]
fn npm_packages_have_allowed_licences_and_come_from_a_registry() {
    let mut allowed = texts(&deny(), "licenses", "allow");
    allowed.extend(NPM_TOOLS.iter().map(|name| (*name).to_owned()));
    let lock: Value = serde_json::from_str(&read(&root().join("web/package-lock.json"))).unwrap();
    let packages = lock["packages"].as_object().unwrap();
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        match package["license"].as_str() {
            Some(licence) => assert!(is_allowed(licence, &allowed), "{path}: {licence}"),
            None => assert!(path.starts_with(NPM_BINDINGS), "{path} has no licence"),
        }
        let is_elsewhere = package["resolved"].as_str().is_some_and(|from| !from.starts_with("https://"));
        assert!(!is_elsewhere && package["link"].is_null(), "{path} does not come from a registry");
    }
}
