//! Every decision about the rules, and every case they name, has a test that carries its id.
//!
//! `docs/decisions/<game>.md` lists them with the crate that holds each. A test holds `CH6` if its name begins
//! with `ch6_`. What a crate holds that does not exist yet is due as soon as that crate is there.

use std::collections::BTreeSet;

use super::files::{files, read, root};

/// A row of a table of decisions.
struct Row {
    id: String,
    held_by: String,
}

/// How many decisions each document took. A row that gets lost would otherwise go unseen.
const DECISIONS: &[(&str, &str, usize)] = &[
    ("chicago", "CH", 25),
    ("gomoku", "GM", 15),
    ("golf", "GF", 18),
    ("sorry", "SO", 22),
    ("onecard", "OC", 30),
    ("onecard-program", "OW", 18),
];

/// And how many about the bytes of its old protocol.
const WIRES: &[(&str, &str, usize)] = &[("chicago", "CW", 29), ("sorry", "SW", 16)];

/// The crates that can hold a decision.
const HOLDERS: &[&str] = &["games", "tables", "gateways", "terminal"];

fn rows(game: &str) -> Vec<Row> {
    let text = read(&root().join("docs/decisions").join(format!("{game}.md")));
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = cells.filter_map(|line| {
        let (id, rest) = line.split_once(" | ")?;
        let (_, held_by) = rest.rsplit_once(" | ")?;
        let is_id = id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        (is_id && id != "Id").then(|| Row { id: id.to_owned(), held_by: held_by.to_owned() })
    });
    rows.collect()
}

/// The ids that tests carry: the first word of each test's name.
fn carried() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for path in files(&root().join("crates"), "rs") {
        let text = read(&path);
        let mut after_test = false;
        for line in text.lines().map(str::trim) {
            if line == "#[test]" || line.starts_with("#[tokio::test") {
                after_test = true;
            } else if after_test && let Some(name) = line.split("fn ").nth(1) {
                ids.extend(name.split_once('_').map(|(id, _)| id.to_ascii_uppercase()));
                after_test = false;
            } else if !line.starts_with('#') && !line.starts_with("//") {
                // Inside `proptest!` the attribute stands above the function as well; anything else ends it.
                after_test = false;
            }
        }
    }
    ids
}

fn exists(held_by: &str) -> bool {
    root().join("crates").join(held_by).is_dir()
}

#[test]
fn every_decision_and_every_case_has_a_test_that_names_it() {
    let carried = carried();
    let mut missing = Vec::new();
    for (game, prefix, count) in DECISIONS.iter().chain(WIRES) {
        let rows = rows(game);
        for number in 1..=*count {
            let id = format!("{prefix}{number}");
            assert!(rows.iter().any(|row| row.id == id), "docs/decisions/{game}.md does not list {id}");
        }
        for row in &rows {
            let known = HOLDERS.contains(&row.held_by.as_str());
            assert!(known, "{}: who is {:?}?", row.id, row.held_by);
            if exists(&row.held_by) && !carried.contains(&row.id) {
                missing.push(row.id.clone());
            }
        }
    }
    assert!(missing.is_empty(), "no test names {}", missing.join(", "));
}

#[test]
fn ids_stand_only_once() {
    for (game, prefix, _) in DECISIONS {
        let mut seen = BTreeSet::new();
        for row in rows(game) {
            // Decisions about a wire have the same first letter and a W: SW9.
            let of_the_wire = row.id.starts_with(&prefix[..1]) && row.id[1..].starts_with('W');
            assert!(row.id.starts_with(prefix) || of_the_wire, "{} does not belong to {game}", row.id);
            assert!(seen.insert(row.id.clone()), "{} stands twice", row.id);
        }
    }
}
