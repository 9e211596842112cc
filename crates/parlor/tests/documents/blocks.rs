//! The fenced blocks of the documents.
//!
//! | Info string | Tested by |
//! | --- | --- |
//! | `sh` | running it (`commands.rs`) |
//! | `toml`, `ini` | starting the server with it; `systemd-analyze verify` (`configuration.rs`) |
//! | `nginx`, `caddyfile` | playing through that proxy (`proxies.rs`) |
//! | `json` | parsing it (`configuration.rs`) |
//! | `wire` | parsing it as messages of the protocol (crate `protocol`, `tests/documented.rs`) |
//! | `text`, none | nothing: it is output or a drawing |

use std::path::{Path, PathBuf};

/// Comments that may stand before a block.
const NOT_RUN: &str = "<!-- not run: ";
const DRY_RUN: &str = "<!-- dry run: ";

/// How a block is tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Run,
    /// Only what each command would do is looked at, for this reason.
    DryRun(String),
    /// Not at all, for this reason.
    NotRun(String),
}

/// A fenced block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Path of the document, from the root of the repository.
    pub(super) document: String,
    /// Line of the opening fence.
    pub(super) line: usize,
    /// The first word of the info string.
    pub(super) language: String,
    pub(super) mode: Mode,
    pub(super) text: String,
}

impl Block {
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.document, self.line)
    }
}

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The documents of the repository, as paths from its root.
pub(super) fn documents() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/games", "docs/legacy", "docs/decisions"] {
        let Ok(entries) = std::fs::read_dir(root().join(folder)) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    assert!(found.len() > 15, "{found:?}");
    found
}

pub(super) fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The blocks of a document, in order.
pub(super) fn blocks(document: &str) -> Vec<Block> {
    blocks_of(document, &read(document))
}

fn blocks_of(document: &str, text: &str) -> Vec<Block> {
    let (mut blocks, mut open, mut before) = (Vec::new(), None::<Block>, "");
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(info)) => {
                open = Some(Block {
                    document: document.to_owned(),
                    line: index + 1,
                    language: info.split(' ').next().unwrap_or_default().to_owned(),
                    mode: mode(before),
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            // A block inside a list is indented with it.
            (Some(block), None) => block.text += &format!("{}\n", line.strip_prefix("  ").unwrap_or(line)),
            (None, None) => {}
        }
        if !line.trim().is_empty() {
            before = line;
        }
    }
    assert!(open.is_none(), "{document}: a block is not closed");
    blocks
}

fn mode(before: &str) -> Mode {
    let reason = |start| before.trim().strip_prefix(start)?.strip_suffix(" -->").map(str::to_owned);
    if let Some(reason) = reason(NOT_RUN) {
        return Mode::NotRun(reason);
    }
    reason(DRY_RUN).map_or(Mode::Run, Mode::DryRun)
}

/// The blocks of all documents in this language.
pub(super) fn in_language(language: &str) -> Vec<Block> {
    let all = documents().into_iter().flat_map(|document| blocks(&document));
    all.filter(|block| block.language == language).collect()
}

#[test]
fn every_block_says_what_it_is() {
    for document in documents() {
        for block in blocks(&document) {
            let place = block.place();
            match block.language.as_str() {
                "sh" | "toml" | "ini" | "nginx" | "caddyfile" | "json" | "text" | "yaml" => {}
                "wire" => {
                    assert_eq!(block.document, "docs/protocol.md", "{place}: its tests read that document");
                }
                "" => {
                    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
                    for command in
                        ["parlor", "onecard", "make", "cargo", "curl", "docker", "sudo", "systemctl"]
                    {
                        let shown = block.text.lines().any(|line| first(line) == command);
                        assert!(!shown, "{place}: mark it as sh (it has {command}), or as text");
                    }
                }
                other => panic!("{place}: {other} is not known to the tests of the documents"),
            }
        }
    }
}

#[test]
fn blocks_are_found_with_their_reasons() {
    let text = "a\n```sh\none\n```\n<!-- not run: it is slow -->\n\n```toml\ntwo = 2\n```\n- b\n\n  ```\n  c\n    d\n  ```\n";
    let found = blocks_of("x.md", text);
    let texts: Vec<_> = found.iter().map(|block| (block.language.as_str(), block.text.as_str())).collect();
    assert_eq!(texts, [("sh", "one\n"), ("toml", "two = 2\n"), ("", "c\n  d\n")]);
    assert_eq!(found[0].mode, Mode::Run);
    assert_eq!(found[1].mode, Mode::NotRun("it is slow".to_owned()));
    assert_eq!((found[1].line, found[2].mode.clone()), (7, Mode::Run));
}
