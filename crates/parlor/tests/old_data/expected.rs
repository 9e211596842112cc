//! What the fixtures say about themselves: `sqlite.json` and `postgres.json`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// A file of the fixtures.
pub(super) fn fixture(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/v0.1")).join(name)
}

/// What a database held when version 0.1 was killed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expected {
    /// Milliseconds since 1970: when to open it.
    pub(super) time: i64,
    pub(super) admin_token: String,
    /// By name.
    pub(super) tokens: BTreeMap<String, String>,
    /// Registered with the golf manager.
    pub(super) golf_peers: Vec<String>,
    pub(super) lobby_chat: Vec<String>,
    /// A table that was closed before the end.
    pub(super) closed: String,
    /// By title.
    pub(super) tables: BTreeMap<String, ExpectedTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectedTable {
    pub(super) table: String,
    pub(super) game: String,
    /// As version 0.1 called it: `open`, `running` or `over`.
    pub(super) stage: String,
    pub(super) options: serde_json::Map<String, Value>,
    pub(super) private: bool,
    /// How many games were begun.
    pub(super) games: u64,
    pub(super) to_act: Vec<u8>,
    /// As version 0.1 sent it: `{"person": …}`, `{"bot": …}` or `"empty"`.
    pub(super) seats: Vec<Value>,
    pub(super) played_by_bots: Vec<usize>,
    pub(super) wants_rematch: Vec<usize>,
    /// Of the games that ended.
    pub(super) replays: Vec<String>,
    /// Everybody who was connected, by name.
    pub(super) people: BTreeMap<String, ExpectedPerson>,
}

/// What one person received of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectedPerson {
    pub(super) seat: u8,
    pub(super) decisions: u64,
    pub(super) draft: Value,
    pub(super) legal: Vec<Value>,
    pub(super) chat: Vec<String>,
    pub(super) invitation: Option<String>,
}

impl Expected {
    pub(super) fn read(name: &str) -> Self {
        serde_json::from_str(&std::fs::read_to_string(fixture(name)).unwrap()).unwrap()
    }
}

impl ExpectedTable {
    /// The name of the person or the level of the bot on each seat; `None` if it is empty.
    pub(super) fn occupants(&self) -> Vec<Option<String>> {
        let name = |seat: &Value| {
            let person = seat["person"]["name"].as_str();
            person.or(seat["bot"]["level"].as_str()).map(str::to_owned)
        };
        self.seats.iter().map(name).collect()
    }
}
