//! What `docs/protocol.md` shows can be said, and what can be said is shown.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use protocol::{ByeReason, ClientMsg, RefusalCode, ServerMsg};
use ts_rs::{Config, TS};

fn document() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap()
}

/// The lines of all examples: `>` to the server, `<` from it.
fn examples(document: &str) -> Vec<(char, &str)> {
    let blocks = document.split("```wire\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let lines = blocks.flat_map(str::lines);
    lines.map(|line| (line.chars().next().unwrap(), &line[2..])).collect()
}

/// The words between quotes in a type of TypeScript: the kinds of messages, or the codes.
fn words<T: TS>() -> Vec<String> {
    let text = T::inline(&Config::new());
    // Only what stands at the front of an alternative is a kind; what is nested in it is not.
    let alternatives = text.split(" | ").filter_map(|part| {
        let part = part.trim_start_matches("{ ").trim_start();
        part.strip_prefix('"')?.split('"').next().map(str::to_owned)
    });
    alternatives.collect()
}

#[test]
fn every_example_is_a_message() {
    let document = document();
    let examples = examples(&document);
    assert!(examples.len() > 50, "{} examples were found", examples.len());
    for (direction, text) in examples {
        let read = match direction {
            '>' => serde_json::from_str::<ClientMsg>(text).map(drop),
            '<' => serde_json::from_str::<ServerMsg>(text).map(drop),
            other => panic!("{other} {text}"),
        };
        read.unwrap_or_else(|error| panic!("{error}: {text}"));
    }
}

#[test]
fn every_kind_of_message_has_an_example() {
    let document = document();
    let shown: BTreeSet<_> = examples(&document)
        .into_iter()
        .map(|(direction, text)| (direction, text.split('"').nth(1).unwrap().to_owned()))
        .collect();
    let (to, from) = (words::<ClientMsg>(), words::<ServerMsg>());
    assert!(to.len() >= 16 && from.len() >= 12, "{to:?} {from:?}");
    for kind in to {
        assert!(shown.contains(&('>', kind.clone())), "{kind} to the server is not shown");
    }
    for kind in from {
        assert!(shown.contains(&('<', kind.clone())), "{kind} from the server is not shown");
    }
}

#[test]
fn every_refusal_and_every_goodbye_is_explained() {
    let document = document();
    let codes = words::<RefusalCode>();
    assert!(codes.len() >= 33, "{codes:?}");
    for code in codes {
        assert!(document.contains(&format!("\n| `{code}` | ")), "{code} is not explained");
    }
    for reason in words::<ByeReason>() {
        assert!(document.contains(&format!("`{reason}`")), "{reason} is not explained");
    }
}
