//! The names of settings, messages and fields that these tests use: the only place to change when the protocol does.

use serde_json::{Value, json};

use crate::support::client::{Client, legal};
use crate::support::http::{get_as, post_as};
use crate::support::server::ServerProcess;

/// The setting that names a PostgreSQL database.
pub(super) const DATABASE: &str = "--database-url";
/// The setting that opens the golf manager.
pub(super) const GOLF_MANAGER: &str = "--golf-manager";
/// Settings for people who act as fast as they can, and wait as long as they must.
pub(super) const PATIENT: &[&str] = &["--messages-per-second", "1000", "--idle-timeout", "3600"];
/// Milliseconds: longer than any pause of a bot, shorter than any clock in the fixtures.
const PAUSE: u32 = 4_000;

/// Moves the time of a server that was started with `--test-time`.
pub(super) fn pass_time(server: &ServerProcess, admin_token: &str) {
    let answer = post_as(server, "/api/admin/advance", admin_token, &json!({ "milliseconds": PAUSE }));
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// How the server as a whole is doing.
pub(super) struct Status(Value);

impl Status {
    pub(super) fn of(server: &ServerProcess, admin_token: &str) -> Self {
        let answer = get_as(server, "/api/admin/status", admin_token);
        assert_eq!(answer.status, 200, "the admin token still opens: {answer:?}");
        Self(answer.json())
    }

    /// Tables whose journal could not be read.
    pub(super) fn quarantined(&self) -> u64 {
        self.0["tables_quarantined"].as_u64().unwrap()
    }
}

/// A table as the lobby and the operator see it.
pub(super) struct TableInfo(Value);

impl TableInfo {
    /// All tables, private ones too.
    pub(super) fn all(server: &ServerProcess, admin_token: &str) -> Vec<Self> {
        let answer = get_as(server, "/api/admin/tables", admin_token).json();
        answer["tables"].as_array().unwrap().iter().cloned().map(Self).collect()
    }

    pub(super) fn table(&self) -> &str {
        self.0["table"].as_str().unwrap()
    }

    pub(super) fn game(&self) -> &str {
        self.0["game"].as_str().unwrap()
    }

    pub(super) fn is_private(&self) -> bool {
        self.0["private"].as_bool().unwrap()
    }

    /// In the words of version 0.1.
    pub(super) fn stage(&self) -> &str {
        match self.0["stage"].as_str().unwrap() {
            "waiting" => "open",
            "finished" => "over",
            stage => stage,
        }
    }

    pub(super) fn option(&self, name: &str) -> &Value {
        &self.0["options"][name]
    }

    fn seats(&self) -> &[Value] {
        self.0["seats"].as_array().unwrap()
    }

    /// The name of the person or the level of the bot on each seat; `None` if it is empty.
    pub(super) fn occupants(&self) -> Vec<Option<String>> {
        let name = |seat: &Value| {
            let person = seat["occupant"]["person"]["name"].as_str();
            // In the words of version 0.1.
            let bot = seat["occupant"]["bot"]["level"].as_str().map(|level| match level {
                "casual" => "thumb",
                level => level,
            });
            person.or(bot).map(str::to_owned)
        };
        self.seats().iter().map(name).collect()
    }

    fn seats_with(&self, flag: &str) -> Vec<usize> {
        self.seats().iter().enumerate().filter(|(_, seat)| seat[flag] == true).map(|(seat, _)| seat).collect()
    }

    pub(super) fn played_by_bots(&self) -> Vec<usize> {
        self.seats_with("played_by_bot")
    }

    pub(super) fn wants_rematch(&self) -> Vec<usize> {
        self.seats_with("wants_rematch")
    }
}

/// A table as one person who sits there receives it.
pub(super) struct Snapshot(Value);

impl Snapshot {
    pub(super) async fn of(person: &mut Client, table: &str) -> Self {
        Self(person.done("sync", json!({ "table": table })).await)
    }

    pub(super) fn seat(&self) -> u64 {
        self.0["you"].as_u64().unwrap()
    }

    /// How many decisions of this game the person has made.
    pub(super) fn decisions(&self) -> u64 {
        self.0["nth"].as_u64().unwrap()
    }

    pub(super) fn games(&self) -> u64 {
        self.0["game_number"].as_u64().unwrap()
    }

    pub(super) fn draft(&self) -> &Value {
        &self.0["draft"]
    }

    pub(super) fn legal(&self) -> Vec<Value> {
        legal(&self.0)
    }

    pub(super) fn to_act(&self) -> Vec<u8> {
        serde_json::from_value(self.0["seen"]["to_act"].clone()).unwrap_or_default()
    }

    pub(super) fn chat(&self) -> Vec<&str> {
        texts(&self.0["chat"])
    }

    pub(super) fn invitation(&self) -> Option<&str> {
        self.0["invite_code"].as_str()
    }

    pub(super) fn is_running(&self) -> bool {
        self.0["info"]["stage"] == "running"
    }

    pub(super) fn replay(&self) -> Option<&str> {
        self.0["result"]["replay_id"].as_str()
    }
}

/// The lines of chat in a list of the server's.
fn texts(lines: &Value) -> Vec<&str> {
    lines.as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect()
}

/// Reconnects as a known person; returns the name, and the tables where they are seated.
pub(super) async fn come_back(server: &ServerProcess, token: &str) -> (Client, String, Vec<String>) {
    let (client, welcome) = Client::resume(server, token).await;
    let tables = welcome["tables"].as_array().unwrap().iter();
    let tables = tables.map(|seated| seated["info"]["table"].as_str().unwrap().to_owned()).collect();
    (client, welcome["name"].as_str().unwrap().to_owned(), tables)
}

/// Takes the own seat again after having left.
pub(super) async fn sit_down_again(person: &mut Client, table: &str) {
    person.done("join", json!({ "table": table })).await;
}

/// Plays an action. Whether it was played: a bot that plays for somebody who was away may have been quicker.
pub(super) async fn act(person: &mut Client, table: &str, now: &Snapshot, action: &Value) -> bool {
    let answer = person.ask("act", json!({"table": table, "nth": now.decisions(), "action": action})).await;
    let refusal = &answer["refused"];
    assert!(refusal.is_null() || refusal["code"] == "stale", "{action}: {answer}");
    refusal.is_null()
}

pub(super) async fn ask_for_rematch(person: &mut Client, table: &str) {
    person.done("rematch", json!({ "table": table })).await;
}

pub(super) async fn leave(person: &mut Client, table: &str) {
    person.done("leave", json!({ "table": table })).await;
}

/// Waits until something happens at any of the person's tables.
pub(super) async fn wait_for_update(person: &mut Client) {
    person.until("update").await;
}

pub(super) async fn lobby_chat(person: &mut Client) -> Vec<String> {
    person.done("lobby", json!({"on": true})).await;
    let lobby = person.until("lobby").await;
    texts(&lobby["chat"]).into_iter().map(str::to_owned).collect()
}
