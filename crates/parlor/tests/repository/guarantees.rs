//! Every promise names tests that are there, and what can only be read in the sources is read there.

use std::collections::BTreeSet;

use super::files::{files, read, root};

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// The names of all functions of the server, also of tests that a macro makes for each store.
fn functions() -> BTreeSet<String> {
    let sources = files(&root().join("crates"), "rs");
    let names = sources.iter().flat_map(|path| {
        let text = read(path);
        let written = text.split("fn ").skip(1).filter_map(|rest| words(rest).next());
        let made = text.split("on_both_stores! {").skip(1).filter_map(|rest| rest.split('}').next());
        written.chain(made.flat_map(words)).map(str::to_owned).collect::<Vec<_>>()
    });
    names.collect()
}

#[test]
fn every_test_that_holds_a_promise_is_there() {
    let page = read(&root().join("docs/guarantees.md"));
    let functions = functions();
    let settings = read(&root().join("crates/parlor/src/serve/settings.rs"));
    // Names of tests are long; of targets and modules they are not.
    let is_a_test = |name: &&str| name.matches('_').count() >= 3 && !settings.contains(&format!(" {name}: "));
    let named: Vec<_> = page.split('`').skip(1).step_by(2).filter(is_a_test).collect();
    assert!(named.len() > 50, "{} tests are named", named.len());
    let missing: Vec<_> = named.iter().filter(|name| !functions.contains(**name)).collect();
    assert!(missing.is_empty(), "no tests: {missing:?}");
}

#[test]
fn every_promise_is_listed() {
    let page = read(&root().join("docs/guarantees.md"));
    for number in 1..=8 {
        assert!(page.contains(&format!("\n## {number}. ")), "promise {number} is missing");
    }
}

#[test]
fn secrets_are_never_compared_letter_by_letter() {
    for (file, what) in [
        ("crates/parlor/src/serve/admin_auth.rs", ".ct_eq("),
        ("crates/tables/src/table/decide.rs", ".ct_eq("),
        // Tokens are looked up by their hash, of which nobody can choose the letters.
        ("crates/tables/src/people/index.rs", "by_token: HashMap<[u8; 32], PersonId>"),
    ] {
        assert!(read(&root().join(file)).contains(what), "{file} no longer has {what}");
    }
    for folder in ["crates/parlor/src/serve", "crates/tables/src"] {
        for path in files(&root().join(folder), "rs") {
            for (number, line) in read(&path).lines().enumerate() {
                let compared = ["token", "code", "secret"].iter().any(|secret| {
                    [format!("== {secret}"), format!("{secret} =="), format!("{secret}.as_str() ==")]
                        .iter()
                        .any(|part| line.contains(part.as_str()))
                });
                // The code of a refusal is not a secret.
                let of_a_refusal = line.contains("refusal.code") || line.contains("error.code");
                assert!(!compared || of_a_refusal, "{}, line {}: {line}", path.display(), number + 1);
            }
        }
    }
}

#[test]
fn no_page_makes_markup_of_what_people_write() {
    for ending in ["svelte", "ts", "html", "js"] {
        for path in files(&root().join("web/src"), ending) {
            for (number, line) in read(&path).lines().enumerate() {
                for door in
                    ["{@html", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
                {
                    assert!(!line.contains(door), "{}, line {}: {line}", path.display(), number + 1);
                }
            }
        }
    }
}
