//! A simulated player, who reconnects to any node that runs, and remembers what was acknowledged.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use protocol::{SeenTracker, ServerMsg};
use serde_json::{Value, json};
use tables::{Outbox, Outgoing, Session};
use tokio::time::timeout;

use super::history::{Ledger, Look};
use super::world::World;

/// The longest time that a player thinks.
const MAX_THINKING_MS: u64 = 1_000;

/// Of this many moves one is the next of a player's own row, so that games end.
const AIMED: u64 = 3;

/// Of this many moments one is when somebody takes another device, which finds its own node.
const DEVICES: u64 = 25;

struct Connection {
    session: Session,
    outbox: Outbox,
    node: u64,
}

pub(crate) struct Player {
    world: Rc<World>,
    ledger: Rc<RefCell<Ledger>>,
    seat: usize,
    game: &'static str,
    name: String,
    token: Option<String>,
    connection: Option<Connection>,
    seen: SeenTracker,
    scene: Option<Value>,
    seq: u64,
    made: u64,
    reference: u64,
}

impl Player {
    pub(crate) fn new(
        world: Rc<World>,
        ledger: Rc<RefCell<Ledger>>,
        game: &'static str,
        seat: usize,
        name: String,
    ) -> Self {
        Self {
            world,
            ledger,
            seat,
            game,
            name,
            token: None,
            connection: None,
            seen: SeenTracker::default(),
            scene: None,
            seq: 0,
            made: 0,
            reference: 0,
        }
    }

    /// Plays until the game is over.
    pub(crate) async fn play(mut self) {
        while !self.is_over() {
            if self.connection.as_ref().is_some_and(|connection| !self.world.is_reachable(connection.node))
                || self.world.dice.below(DEVICES) == 0
            {
                self.connection = None;
            }
            if self.connection.is_none() && !self.connect().await {
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
            if self.scene.is_none() {
                self.sit_down().await;
            } else if self.may_act() {
                // Games last as long as the faults do, with few moves.
                self.hear(Duration::from_millis(self.world.dice.below(MAX_THINKING_MS))).await;
                self.act().await;
            }
            self.hear(Duration::from_millis(300)).await;
        }
        // The other player receives it as well, over their own connection.
        self.ledger.borrow_mut().is_over = true;
    }

    fn is_over(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| !scene["result"].is_null())
    }

    fn may_act(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| {
            let to_act = scene["seen"]["to_act"].as_array();
            to_act.is_some_and(|seats| seats.contains(&json!(self.seat)))
        })
    }

    async fn connect(&mut self) -> bool {
        let Some((node, server)) = self.world.any_node() else { return false };
        let outbox = Outbox::new(server.metrics().clone());
        let session = Session::new(server, outbox.clone());
        self.connection = Some(Connection { session, outbox, node });
        self.seen = SeenTracker::default();
        let hello = match &self.token {
            Some(token) => json!({"version": 2, "token": token}),
            None => json!({"version": 2, "name": self.name}),
        };
        self.send(json!({ "hello": hello })).await;
        self.hear(Duration::from_millis(500)).await;
        // Somebody who may have been stored without knowing it takes another name.
        if self.token.is_none() {
            self.name.push('x');
            self.connection = None;
        }
        self.connection.is_some()
    }

    async fn sit_down(&mut self) {
        let table = self.ledger.borrow().table.clone();
        match table {
            Some(table) => self.send(json!({"join": {"table": table}})).await,
            None if self.seat == 0 => {
                let config = json!({"game": self.game, "seats": 2, "grace_seconds": 604_800});
                self.send(json!({"open": {"config": config}})).await;
            }
            None => {}
        }
    }

    async fn act(&mut self) {
        let Some(scene) = self.scene.clone() else { return };
        let actions = legal(&scene["seen"]);
        if actions.is_empty() {
            return;
        }
        let own_row = |action: &&Value| action["place"]["y"] == 2 * self.seat;
        let aimed = actions.iter().find(own_row).filter(|_| self.world.dice.below(AIMED) == 0);
        let chosen = self.world.dice.below(actions.len() as u64) as usize;
        let action = aimed.unwrap_or(&actions[chosen]).clone();
        if let Some(nth) = scene["nth"].as_u64() {
            let asked = &mut self.ledger.borrow_mut().asked[self.seat];
            asked.entry(nth).or_default().push(action.clone());
        }
        let table = self.ledger.borrow().table.clone();
        let (nth, game_number) = (&scene["nth"], &scene["game_number"]);
        self.send(json!({"act": {"table": table, "nth": nth, "game_number": game_number, "action": action}}))
            .await;
    }

    async fn send(&mut self, mut message: Value) {
        self.reference += 1;
        if let Some(body) = message.as_object_mut().and_then(|object| object.values_mut().next()) {
            body["ref"] = json!(self.reference);
        }
        let Some(connection) = &mut self.connection else { return };
        let text = message.to_string();
        let handled = connection.session.handle(&text);
        // A node that is dead answers nothing for ever.
        if timeout(Duration::from_secs(8), handled).await.is_err() {
            self.connection = None;
        }
    }

    /// Processes messages until none arrives for this long.
    async fn hear(&mut self, patience: Duration) {
        let mut patience = patience;
        while let Some(connection) = &self.connection {
            let outgoing = match timeout(patience, connection.outbox.next()).await {
                Ok(Ok(outgoing)) => outgoing,
                Ok(Err(_)) => return self.connection = None,
                Err(_) => return,
            };
            patience = Duration::from_millis(5);
            match outgoing {
                Outgoing::Text(text) => self.take_in(&text),
                Outgoing::SyncTable(table) => connection.session.sync_table(table),
                Outgoing::Close(_) => return self.connection = None,
                Outgoing::ResumeWrite | Outgoing::SyncLobby => {}
            }
        }
    }

    fn take_in(&mut self, text: &[u8]) {
        let mut message: ServerMsg = serde_json::from_slice(text).unwrap();
        if let Err(missing) = self.seen.expand(&mut message) {
            panic!("{}: an update does not follow what was sent before it: {missing:?}", self.name);
        }
        match message {
            ServerMsg::Welcome(welcome) if !welcome.token.is_empty() => self.token = Some(welcome.token),
            ServerMsg::Done(done) => {
                if let Some(table) = done.table.filter(|_| self.seat == 0) {
                    self.ledger.borrow_mut().table.get_or_insert_with(|| table.to_string());
                }
            }
            // What a table says of a decision that was made meanwhile is in its next message.
            ServerMsg::Refused(refused)
                if ["no_such_table", "not_saved", "table_busy"].contains(&refused.code.as_ref()) =>
            {
                self.scene = None;
            }
            ServerMsg::Table(table) => self.saw(&serde_json::to_value(table).unwrap()),
            ServerMsg::Update(update) => self.saw(&serde_json::to_value(update).unwrap()),
            _ => {}
        }
    }

    fn saw(&mut self, body: &Value) {
        // A table whose opening was thought to have failed may be there as well.
        let table = body["table"].as_str().or(body["info"]["table"].as_str()).map(str::to_owned);
        if table != self.ledger.borrow().table {
            return;
        }
        let (seq, nth) = (body["seq"].as_u64().unwrap(), body["nth"].as_u64().unwrap());
        assert!(seq >= self.seq, "{}: the view went back from {} to {seq}", self.name, self.seq);
        assert!(nth >= self.made, "{}: decision {} was acknowledged and is gone", self.name, self.made);
        (self.seq, self.made) = (seq, nth);
        self.ledger.borrow_mut().looks[self.seat].push(Look { seq, nth });
        self.scene = Some(body.clone());
    }
}

/// What can be played: what is listed, or what the board implies.
fn legal(seen: &Value) -> Vec<Value> {
    if seen["legal"] != "implied" {
        return seen["legal"].as_array().cloned().unwrap_or_default();
    }
    let rows = seen["view"]["rows"].as_array().unwrap().iter().enumerate();
    let free = rows.flat_map(|(y, row)| {
        let points = row.as_str().unwrap().bytes().enumerate();
        points.filter(|(_, point)| *point == b'.').map(move |(x, _)| json!({"place": {"x": x, "y": y}}))
    });
    free.collect()
}
