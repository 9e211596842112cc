//! What the fuzz target `message` promises, tried for a short time with every run of the tests.

mod any_bytes {
    pub(crate) mod messages;
}

use any_bytes::messages;
use game::Rng;

/// Every example of the document.
fn examples() -> Vec<Vec<u8>> {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md"));
    let document = document.expect("the document");
    let lines =
        document.lines().filter_map(|line| line.strip_prefix("> ").or_else(|| line.strip_prefix("< ")));
    lines.map(|line| line.as_bytes().to_vec()).collect()
}

#[test]
fn examples_changed_in_any_way_are_read_or_refused() {
    let examples = examples();
    assert!(examples.len() > 50, "{}", examples.len());
    let mut dice = game::dice(1);
    let mut below = |limit: usize| (dice.next_u64() % limit.max(1) as u64) as usize;
    for round in 0..40_000 {
        let mut bytes = examples[round % examples.len()].clone();
        for _ in 0..=below(4) {
            let (at, other) = (below(bytes.len()), below(bytes.len()));
            match below(6) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes[at] = br#"0123456789-.,:"{}[]enull\u "#[below(27)],
                2 => bytes.insert(at, br#"0123456789-.,:"{}[]enull\u "#[below(27)]),
                3 => drop(bytes.remove(at)),
                4 => bytes.swap(at, other),
                _ => {
                    // A part of another message in the middle of this one.
                    let from = &examples[below(examples.len())];
                    let start = below(from.len());
                    let end = (start + below(40)).min(from.len());
                    bytes.splice(at..at, from[start..end].iter().copied());
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        messages::check(&bytes);
    }
}

#[test]
fn any_bytes_at_all_are_read_or_refused() {
    let mut dice = game::dice(2);
    for _ in 0..20_000 {
        let length = (dice.next_u64() % 80) as usize;
        let bytes: Vec<u8> = (0..length).map(|_| dice.next_u64() as u8).collect();
        messages::check(&bytes);
    }
    for example in examples() {
        messages::check(&example);
    }
}

#[test]
fn nesting_without_end_is_refused() {
    for open in ["[", "{\"act\":", "{\"open\":{\"new\":{\"options\":"] {
        messages::check(open.repeat(20_000).as_bytes());
    }
}
