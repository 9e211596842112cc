//! Any bytes as what three people do: every request is answered once, nobody receives another's token, nothing panics.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use protocol::{SeenTracker, ServerMsg};
use serde_json::{Value, json};
use store::{Store, StoreLocation};
use tables::{Outbox, Outgoing, Server, ServerConfig, Session, Time};

/// A test that waits longer than this has failed.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Runs the commands that the bytes encode, on a new server.
pub(crate) fn check(bytes: &[u8]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.expect("a store");
        let config = ServerConfig {
            messages_per_second: 1_000,
            chat_messages_per_minute: 60_000,
            tables_per_minute: 60_000,
            bot_threads: 1,
            max_tables_per_person: 3,
            max_connections_per_person: 2,
            ..ServerConfig::default()
        };
        let server = Server::open(store.clone(), Time::manual(1_000_000), config).await.expect("a server");
        let mut scene = Scene { people: [0, 1, 2].map(|_| Person::new(&server)), server, tables: Vec::new() };
        scene.begin().await;
        let mut choices = Choices(bytes);
        while !choices.0.is_empty() {
            scene.step(&mut choices).await;
        }
        for index in 0..scene.people.len() {
            scene.ask(index, "ping", json!({})).await;
        }
        let Scene { server, people, .. } = scene;
        drop(people);
        server.close().await;
        store.close().await;
    });
}

/// What is chosen next; zeros when the bytes are used up.
struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    fn one_of(&mut self, values: &[Value]) -> Value {
        values[self.below(values.len())].clone()
    }

    fn some(&mut self, length: usize) -> &'a [u8] {
        let (some, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        some
    }
}

struct Person {
    session: Session,
    outbox: Outbox,
    token: String,
    references: u32,
    /// Makes updates whole, as a client does.
    tracker: SeenTracker,
    seen: Value,
    game_number: Value,
    nth: Value,
}

impl Person {
    fn new(server: &Arc<Server>) -> Self {
        let outbox = Outbox::new(server.metrics().clone());
        let session = Session::new(server.clone(), outbox.clone());
        Self {
            session,
            outbox,
            token: String::new(),
            references: 0,
            tracker: SeenTracker::default(),
            seen: Value::Null,
            game_number: json!(1),
            nth: json!(0),
        }
    }
}

struct Scene {
    server: Arc<Server>,
    people: [Person; 3],
    tables: Vec<Value>,
}

impl Scene {
    /// Most of what follows needs a name, and most of that a game.
    async fn begin(&mut self) {
        for (index, name) in ["Ann", "Bo", "Cy"].into_iter().enumerate() {
            self.ask(index, "hello", json!({"version": 2, "name": name})).await;
        }
        let new = json!({"game": "gomoku", "seats": 2, "bot_delay_ms": 0});
        self.ask(0, "open", json!({"config": new})).await;
        let table = self.tables[0].clone();
        self.ask(1, "join", json!({"table": table})).await;
    }

    async fn step(&mut self, choices: &mut Choices<'_>) {
        let index = choices.below(3);
        match choices.below(27) {
            0 => {
                let length = choices.below(60);
                let text = String::from_utf8_lossy(choices.some(length)).into_owned();
                let flow = self.people[index].session.handle(&text).await;
                self.unless_closed(index, flow);
            }
            1 => {
                let flow = self.people[index].session.too_long();
                self.unless_closed(index, flow);
            }
            2 => {
                assert!(self.server.time().advance(u32::from(choices.byte()) * 200));
            }
            3 => self.comes_back(index, choices.below(3) > 0).await,
            _ => {
                let (kind, body) = self.request(index, choices);
                self.ask(index, kind, body).await;
            }
        }
    }

    fn unless_closed(&mut self, index: usize, flow: ControlFlow<()>) {
        if flow == ControlFlow::Break(()) {
            self.people[index] = Person::new(&self.server);
        }
    }

    async fn comes_back(&mut self, index: usize, as_before: bool) {
        let token = self.people[index].token.clone();
        self.people[index] = Person::new(&self.server);
        if as_before && !token.is_empty() {
            self.ask(index, "hello", json!({"version": 2, "token": token})).await;
        }
    }

    /// A request of any kind, right or wrong.
    fn request(&mut self, index: usize, choices: &mut Choices<'_>) -> (&'static str, Value) {
        let mut tables = self.tables.clone();
        tables.push(json!("0000000000"));
        let table = choices.one_of(&tables);
        let seat = choices.one_of(&[Value::Null, json!(0), json!(1), json!(2), json!(9)]);
        let names = [json!("Ann"), json!("Bo"), json!("Cy"), json!("")];
        let nth =
            if choices.below(4) == 0 { json!(choices.below(9)) } else { self.people[index].nth.clone() };
        let game_number = if choices.below(8) == 0 {
            json!(choices.below(3))
        } else {
            self.people[index].game_number.clone()
        };
        let legal = self.people[index].seen["legal"].as_array().cloned().unwrap_or_default();
        let action = match choices.below(4) {
            0 => choices.one_of(&[Value::Null, json!("pass"), json!({"place": {"x": 3, "y": 3}})]),
            _ if legal.is_empty() => json!({"place": {"x": choices.below(10), "y": choices.below(10)}}),
            _ => choices.one_of(&legal),
        };
        match choices.below(24) {
            0 => ("hello", json!({"version": 2, "name": choices.one_of(&names)})),
            2 => ("rename", json!({"name": choices.one_of(&names)})),
            3 => ("lobby", json!({"on": choices.below(2) == 0})),
            4 => {
                let game =
                    choices.one_of(&[json!("gomoku"), json!("golf"), json!("onecard"), json!("chess")]);
                let bots: &[&str] = if choices.below(2) == 0 { &["random"] } else { &[] };
                let private = choices.below(4) == 0;
                let on_leave = choices.one_of(&[json!("bot"), json!("end")]);
                let new = json!({"game": game, "seats": 2, "bots": bots, "bot_delay_ms": 0, "private": private,
                    "on_leave": on_leave, "grace_seconds": choices.below(60)});
                ("open", json!({"config": new, "nonce": "n"}))
            }
            5 | 6 => ("join", json!({"table": table, "seat": seat, "nonce": "n"})),
            7 => ("leave", json!({"table": table})),
            8 => ("watch", json!({"table": table})),
            9 => ("add_bot", json!({"table": table, "level": "random", "seat": seat})),
            10 => ("remove_bot", json!({"table": table, "seat": choices.below(3)})),
            11 => {
                ("draft", json!({"table": table, "game_number": game_number, "nth": nth, "action": action}))
            }
            12 => ("say", json!({"room": {"table": table}, "text": "hej"})),
            13 => ("rematch", json!({"table": table})),
            14 => ("sync", json!({"table": table, "since": choices.below(50)})),
            15 => ("mute", json!({"name": choices.one_of(&names), "on": true})),
            24 => ("remove_player", json!({"table": table, "seat": choices.below(3)})),
            25 => {
                ("lock_seat", json!({"table": table, "seat": choices.below(3), "on": choices.below(2) == 0}))
            }
            26 => ("report", json!({"room": {"table": table}, "number": choices.below(30)})),
            _ => ("act", json!({"table": table, "game_number": game_number, "nth": nth, "action": action})),
        }
    }

    /// Sends a request, and receives until it is answered: once, or by a `bye`.
    async fn ask(&mut self, index: usize, kind: &str, mut body: Value) {
        self.people[index].references += 1;
        let reference = self.people[index].references;
        body["ref"] = json!(reference);
        let text = json!({ kind: body }).to_string();
        let mut flow = self.people[index].session.handle(&text).await;
        loop {
            let heard = tokio::time::timeout(TEST_TIMEOUT, self.people[index].outbox.next()).await;
            let heard = heard.unwrap_or_else(|_| panic!("no answer to {text}"));
            let (said, last) = match heard {
                Ok(Outgoing::Text(said)) => (said, false),
                Ok(Outgoing::Close(said)) => (said, true),
                Ok(Outgoing::ResumeWrite) => continue,
                Ok(Outgoing::SyncTable(table)) => {
                    self.people[index].session.sync_table(table);
                    continue;
                }
                Ok(Outgoing::SyncLobby) => {
                    self.people[index].session.sync_lobby();
                    continue;
                }
                Err(tables::Closed) => panic!("closed without a word after {text}"),
            };
            let said: Value = serde_json::from_slice(&said).expect("JSON");
            let answered = self.hear(index, &said);
            if last {
                flow = ControlFlow::Break(());
            } else if answered != Some(reference) {
                assert!(answered.is_none_or(|other| other > reference), "answered twice: {said}");
                continue;
            }
            break;
        }
        self.unless_closed(index, flow);
    }

    /// Checks a message that a person receives; returns the `ref` of the request that it answers.
    fn hear(&mut self, index: usize, said: &Value) -> Option<u32> {
        let text = said.to_string();
        for (other, person) in self.people.iter().enumerate() {
            // One person may be here twice.
            let others =
                !person.token.is_empty() && person.token != self.people[index].token && other != index;
            assert!(
                !others || !text.contains(&person.token),
                "{index} received the token of {other}: {text}"
            );
        }
        let (kind, body) = said.as_object().and_then(|said| said.iter().next()).expect("one key");
        let person = &mut self.people[index];
        match kind.as_str() {
            "welcome" => body["token"].as_str().unwrap_or_default().clone_into(&mut person.token),
            "table" | "update" => {
                let mut message: ServerMsg = serde_json::from_str(&text).expect("a message of the protocol");
                person.tracker.expand(&mut message).expect("changes follow what was seen before");
                let seen = match &message {
                    ServerMsg::Table(table) => table.seen.as_ref(),
                    ServerMsg::Update(update) => update.seen.as_ref(),
                    _ => None,
                };
                person.seen =
                    seen.map_or(Value::Null, |seen| serde_json::from_str(seen.get()).expect("json"));
                person.game_number = body["game_number"].clone();
                person.nth = body["nth"].clone();
            }
            _ => {}
        }
        let opened = body.get("commitment").and_then(|_| body.get("table"));
        if kind == "done" && self.tables.len() < 6 {
            self.tables.extend(opened.cloned());
        }
        body.get("ref").and_then(Value::as_u64).map(|reference| reference as u32)
    }
}
