//! Somebody who plays Gomoku against somebody on another node, and remembers what was acknowledged.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::client::{Client, kind, legal};
use crate::support::server::ServerProcess;

/// How long something may take that waits for a lease to run out.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(25);

pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) table: String,
    /// The newest snapshot of the table.
    scene: Value,
    /// The highest number that was seen: it never goes back.
    seq: u64,
    /// How many decisions were acknowledged.
    pub(crate) made: u64,
}

impl Player {
    pub(crate) fn new(client: Client, table: &str) -> Self {
        Self { client, table: table.to_owned(), scene: Value::Null, seq: 0, made: 0 }
    }

    /// Two who sit at one table: the host on the first node, where the table is, the other on the second.
    pub(crate) async fn pair(first: &ServerProcess, second: &ServerProcess) -> (Self, Self) {
        Self::pair_named(first, second, ["Ann", "Ben"]).await
    }

    /// The same with other names.
    pub(crate) async fn pair_named(
        first: &ServerProcess,
        second: &ServerProcess,
        names: [&str; 2],
    ) -> (Self, Self) {
        let mut ann = Client::hello(first, names[0]).await;
        let table = ann.open(json!({"game": "gomoku", "seats": 2})).await;
        let mut ben = Client::hello(second, names[1]).await;
        ben.done("join", json!({ "table": table })).await;
        (Self::new(ann, &table), Self::new(ben, &table))
    }

    /// Reconnects to another node.
    pub(crate) async fn move_to(&mut self, server: &ServerProcess) {
        let token = self.client.token.clone();
        let (client, _) = Client::resume(server, &token).await;
        self.client = client;
    }

    /// Processes one message; panics if the table goes back to an earlier state.
    fn take_in(&mut self, message: &Value) {
        let body = &message[kind(message)];
        if !matches!(kind(message), "table" | "update")
            || body["table"] != self.table.as_str() && body["info"]["table"] != self.table.as_str()
        {
            return;
        }
        let seq = body["seq"].as_u64().unwrap();
        assert!(seq >= self.seq, "the table went back from {} to {seq}: {message}", self.seq);
        self.seq = seq;
        let nth = body["nth"].as_u64().unwrap();
        assert!(nth >= self.made, "decision {} was acknowledged and is gone: {message}", self.made);
        self.made = nth;
        self.scene = body.clone();
    }

    /// Sends a request, and processes all messages up to and including the answer.
    async fn ask(&mut self, request: &str, body: Value) -> Value {
        let answer = self.client.ask(request, body).await;
        while let Some(message) = self.client.waiting_message() {
            self.take_in(&message);
        }
        self.take_in(&answer);
        answer
    }

    /// Asks for all of the table.
    pub(crate) async fn refresh(&mut self) {
        let table = self.table.clone();
        self.ask("sync", json!({ "table": table })).await;
    }

    async fn hear(&mut self) {
        let message = self.client.next().await.expect("the connection ended");
        self.take_in(&message);
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.scene["result"].is_null()
    }

    /// Whether it is this player's turn, by the newest snapshot.
    fn may_act(&self) -> bool {
        !self.scene.is_null() && !legal(&self.scene).is_empty() && !self.is_over()
    }

    /// Makes one decision and waits until it is acknowledged. What is refused because a table is on its way is tried again.
    pub(crate) async fn play(&mut self) {
        let since = Instant::now();
        while !self.may_act() && !self.is_over() {
            assert!(since.elapsed() < RESPONSE_TIMEOUT, "no turn came: {}", self.scene);
            self.hear().await;
        }
        while !self.is_over() {
            assert!(since.elapsed() < RESPONSE_TIMEOUT, "the decision was not acknowledged: {}", self.scene);
            let before = self.made;
            // From the middle, so that nobody wins soon: each takes points of rows of their own.
            let actions = legal(&self.scene);
            let Some(action) = actions.get((before as usize * 7) % actions.len().max(1)) else { return };
            let act = json!({"table": self.table, "nth": self.scene["nth"], "action": action});
            let answer = self.ask("act", act).await;
            if kind(&answer) == "refused" {
                let code = answer["refused"]["code"].as_str().unwrap();
                // Stale: the decision was made, and the answer to it was lost.
                let is_known = matches!(code, "not_saved" | "table_busy" | "no_such_table" | "stale");
                assert!(is_known, "{answer}");
                self.refresh().await;
            }
            if self.made > before {
                return;
            }
            if kind(&answer) == "done" {
                // The update is on its way.
                self.hear().await;
                if self.made > before {
                    return;
                }
            }
        }
    }
}

/// Both play this many decisions each, in turn.
pub(crate) async fn play_in_turn(first: &mut Player, second: &mut Player, rounds: u32) {
    for _ in 0..rounds {
        first.play().await;
        second.play().await;
    }
}

/// Both play to the end of the game; what was acknowledged to both is in the replay, once.
pub(crate) async fn play_to_the_end(first: &mut Player, second: &mut Player, server: &ServerProcess) {
    let since = Instant::now();
    while !(first.is_over() && second.is_over()) {
        assert!(since.elapsed() < 4 * RESPONSE_TIMEOUT, "the game does not end");
        first.refresh().await;
        if first.may_act() {
            first.play().await;
        }
        second.refresh().await;
        if second.may_act() {
            second.play().await;
        }
    }
    let replay = first.scene["result"]["replay_id"].as_str().unwrap().to_owned();
    let stored = crate::support::http::get(server, &format!("/api/replays/{replay}")).json();
    let actions = stored["record"]["actions"].as_array().unwrap_or_else(|| panic!("{stored}"));
    for (seat, made) in [(0, first.made), (1, second.made)] {
        let of_seat = actions.iter().filter(|action| action[0] == seat || action["seat"] == seat).count();
        assert_eq!(of_seat as u64, made, "seat {seat}");
    }
}
