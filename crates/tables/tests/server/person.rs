//! Somebody at the other end of a line, and a way to wait for what they receive.

use std::time::Duration;

use protocol::{
    ByeReason, Commitment, GameJson, GameUpdate, LobbySnapshot, SeenTracker, ServerMsg, TableId,
    TableSnapshot,
};
use serde_json::{Value, json};

use super::harness::{Line, TestServer};

/// A test that waits longer than this has failed.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

impl TestServer {
    /// A connection that has said nothing yet.
    pub(crate) async fn stranger(&self) -> Person {
        Person {
            line: self.line().await,
            heard: Vec::new(),
            token: String::new(),
            commitment: None,
            references: 0,
            seen: SeenTracker::default(),
            update_sizes: Vec::new(),
        }
    }

    /// Somebody new.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let mut person = self.stranger().await;
        person.say(json!({"hello": {"version": 2, "name": name}})).await;
        person.welcome().await;
        person
    }

    /// Somebody who was here before.
    pub(crate) async fn again(&self, token: &str) -> Person {
        let mut person = self.stranger().await;
        person.say(json!({"hello": {"version": 2, "token": token}})).await;
        person.welcome().await;
        person
    }

    /// Two people at a new table of two, with the game begun.
    pub(crate) async fn two_at(&self, new: Value) -> (Person, Person, TableId) {
        let mut ann = self.person("Ann").await;
        let mut bo = self.person("Bo").await;
        let table = ann.opens(new).await;
        bo.does("join", json!({"table": table})).await;
        ann.update().await;
        (ann, bo, table)
    }
}

/// One connection.
pub(crate) struct Person {
    pub(crate) line: Line,
    heard: Vec<ServerMsg>,
    pub(crate) token: String,
    /// What the server is bound to for the next table that is opened here.
    pub(crate) commitment: Option<Commitment>,
    references: u32,
    /// Makes updates whole, as a client does.
    seen: SeenTracker,
    /// The bytes of each update in the middle of a game, as it was sent.
    pub(crate) update_sizes: Vec<usize>,
}

impl Person {
    /// Hangs up, and waits until the server has noticed.
    pub(crate) async fn goes(self) {
        self.line.hang_up().await;
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.line.send(&message.to_string()).await;
    }

    /// The next message; `None` if the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<ServerMsg> {
        if !self.heard.is_empty() {
            return Some(self.heard.remove(0));
        }
        let received = tokio::time::timeout(TEST_TIMEOUT, self.line.receive()).await;
        let mut message = received.expect("something is said")?;
        if matches!(&message, ServerMsg::Update(update) if update.changes.is_some() && update.result.is_none())
        {
            self.update_sizes.push(serde_json::to_vec(&message).expect("json").len());
        }
        self.seen.expand(&mut message).expect("changes follow what was seen before");
        Some(message)
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> ServerMsg {
        self.next().await.expect("the connection is open")
    }

    /// Receives until the connection ends and returns the reason for it, if one was sent.
    pub(crate) async fn ends(&mut self) -> Option<ByeReason> {
        let mut reason = None;
        while let Some(message) = self.next().await {
            if let ServerMsg::Bye(bye) = message {
                reason = Some(bye.reason);
            }
        }
        reason
    }

    /// The next message that is looked for; what came before it is dropped.
    pub(crate) async fn until<T>(&mut self, mut look: impl FnMut(&ServerMsg) -> Option<T>) -> T {
        loop {
            if let Some(found) = look(&self.hear().await) {
                return found;
            }
        }
    }

    /// All that has been said so far.
    pub(crate) async fn received_so_far(&mut self) -> Vec<ServerMsg> {
        self.ask("ping", json!({})).await;
        std::mem::take(&mut self.heard)
    }

    async fn welcome(&mut self) {
        (self.token, self.commitment) = self
            .until(|message| match message {
                ServerMsg::Welcome(welcome) => Some((welcome.token.clone(), welcome.commitment)),
                ServerMsg::Refused(refused) => panic!("{}", refused.message),
                _ => None,
            })
            .await;
    }

    /// Sends a request with a `ref` and returns the answer; messages that arrive in between are kept.
    pub(crate) async fn ask(&mut self, kind: &str, mut body: Value) -> ServerMsg {
        self.references += 1;
        body["ref"] = json!(self.references);
        if matches!(kind, "act" | "draft" | "hint") && body["game_number"].is_null() {
            // Most scenarios play one game.
            body["game_number"] = json!(1);
        }
        let reference = self.references;
        self.say(json!({kind: body})).await;
        let mut between = Vec::new();
        let answer = loop {
            let message = self.hear().await;
            let answers = match &message {
                ServerMsg::Done(done) | ServerMsg::Pong(done) => done.reference,
                ServerMsg::Refused(refused) => refused.reference,
                ServerMsg::Table(table) => table.reference,
                ServerMsg::Hint(hint) => hint.reference,
                ServerMsg::Welcome(welcome) => welcome.reference,
                _ => None,
            };
            if answers == Some(reference) {
                break message;
            }
            between.push(message);
        };
        between.append(&mut self.heard);
        self.heard = between;
        answer
    }

    /// Asks, and expects it to be done.
    pub(crate) async fn does(&mut self, kind: &str, body: Value) -> Option<TableId> {
        match self.ask(kind, body).await {
            ServerMsg::Done(done) => done.table,
            ServerMsg::Table(table) => Some(table.info.table),
            other => panic!("{kind}: {other:?}"),
        }
    }

    /// Plays, and expects it to be done.
    pub(crate) async fn acts(&mut self, table: TableId, nth: u32, action: Value) {
        self.does("act", json!({"table": table, "nth": nth, "action": action})).await;
    }

    /// Plays in a later game at this table, and expects it to be done.
    pub(crate) async fn acts_in(&mut self, table: TableId, game_number: u32, nth: u32, action: Value) {
        let body = json!({"table": table, "game_number": game_number, "nth": nth, "action": action});
        self.does("act", body).await;
    }

    /// Sends a request, expects a refusal, and returns its code.
    pub(crate) async fn refused(&mut self, kind: &str, body: Value) -> String {
        match self.ask(kind, body).await {
            ServerMsg::Refused(refused) => {
                assert!(refused.message.ends_with('.'), "{:?} is not a sentence", refused.message);
                refused.code
            }
            other => panic!("{kind}: {other:?}"),
        }
    }

    /// The code of the next refusal.
    pub(crate) async fn refusal(&mut self) -> String {
        self.until(|message| match message {
            ServerMsg::Refused(refused) => Some(refused.code.clone()),
            _ => None,
        })
        .await
    }

    /// Opens a table and waits for it.
    pub(crate) async fn opens(&mut self, new: Value) -> TableId {
        let table = self.does("open", json!({"config": new})).await.expect("a table");
        self.table().await;
        table
    }

    /// The lobby as it is.
    pub(crate) async fn lobby(&mut self) -> LobbySnapshot {
        self.does("lobby", json!({"on": true})).await;
        self.until(|message| match message {
            ServerMsg::Lobby(lobby) => Some(lobby.clone()),
            _ => None,
        })
        .await
    }

    /// The next snapshot of a table.
    pub(crate) async fn table(&mut self) -> TableSnapshot {
        self.until(|message| match message {
            ServerMsg::Table(table) => Some((**table).clone()),
            _ => None,
        })
        .await
    }

    /// A fresh snapshot of a table.
    pub(crate) async fn sync(&mut self, table: TableId, since: Option<u64>) -> TableSnapshot {
        match self.ask("sync", json!({"table": table, "since": since})).await {
            ServerMsg::Table(table) => *table,
            other => panic!("{other:?}"),
        }
    }

    /// The update after which this seat is to make the decision of this number of its own.
    pub(crate) async fn its_turn_of(&mut self, seat: u64, nth: u32) {
        self.until(|message| match message {
            ServerMsg::Update(update) => (to_act(seen(update)) == [seat] && update.nth == nth).then_some(()),
            _ => None,
        })
        .await;
    }

    /// The next update of a game.
    pub(crate) async fn update(&mut self) -> GameUpdate {
        self.until(|message| match message {
            ServerMsg::Update(update) => Some((**update).clone()),
            _ => None,
        })
        .await
    }
}

/// What an update shows, which is whole here.
pub(crate) fn seen(update: &GameUpdate) -> &GameJson {
    update.seen.as_ref().expect("an update that was made whole")
}

/// Any JSON of a game.
pub(crate) fn read(json: &GameJson) -> Value {
    serde_json::from_str(json.get()).expect("json")
}

/// What a viewer can do: what is listed, or what the view implies.
pub(crate) fn legal(seen: &GameJson) -> Vec<Value> {
    let seen = read(seen);
    if seen["legal"] != "implied" {
        return seen["legal"].as_array().expect("a list").clone();
    }
    if !seen["to_act"].as_array().expect("a list").contains(&seen["you"]) {
        return Vec::new();
    }
    let rows = seen["view"]["rows"].as_array().expect("rows").iter().zip(0..);
    rows.flat_map(|(row, y)| {
        let free = row.as_str().expect("a row").chars().zip(0..).filter(|(point, _)| *point == '.');
        free.map(|(_, x)| place(x, y)).collect::<Vec<_>>()
    })
    .collect()
}

/// The seats that are to act.
pub(crate) fn to_act(seen: &GameJson) -> Vec<u64> {
    read(seen)["to_act"]
        .as_array()
        .map(|seats| seats.iter().filter_map(Value::as_u64).collect())
        .unwrap_or_default()
}

/// A stone on the board of gomoku.
pub(crate) fn place(x: u32, y: u32) -> Value {
    json!({"place": {"x": x, "y": y}})
}

/// What was said, if this is that.
pub(crate) fn said(message: &ServerMsg) -> Option<String> {
    match message {
        ServerMsg::Said { line, .. } => Some(line.text.as_str().to_owned()),
        _ => None,
    }
}
