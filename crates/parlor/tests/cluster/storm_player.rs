//! A simulated player who plays, drafts and chats at one table through any node that answers, reconnects after every
//! failure, and records what was acknowledged.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use game::{FastRng, below};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::support::client::{Tables, kind, legal};

/// How long a client waits before it tries another node. A load balancer with health checks would notice sooner.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// What a node may say that is not reachable, has lost a table or does not know where it is. It is asked again.
const FOR_NOW: [&str; 7] =
    ["not_saved", "table_busy", "no_such_table", "stale", "limit_reached", "shutting_down", "other_game"];

/// Where nodes listen at the moment.
pub(crate) type Places = Arc<Mutex<Vec<SocketAddr>>>;

/// The connection is of no more use.
pub(crate) struct Gone;

/// All that was acknowledged to one player.
#[derive(Debug, Default)]
pub(crate) struct Acknowledged {
    /// By game, then in order: the first is decision 0.
    pub(crate) actions: BTreeMap<u64, Vec<Value>>,
    /// What was sent as the next decision of a game and never answered: it was made or it was not.
    pub(crate) unknown: BTreeMap<u64, Value>,
    pub(crate) lines: Vec<String>,
    pub(crate) drafts: u64,
    pub(crate) replays: BTreeMap<u64, String>,
    pub(crate) game_number: u64,
}

pub(crate) struct StormPlayer {
    pub(crate) places: Places,
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) table: String,
    pub(crate) dice: FastRng,
    /// Milliseconds since `began` at which something was last acknowledged at this table.
    pub(crate) progress: Arc<AtomicU64>,
    pub(crate) began: Instant,
    pub(crate) stop: watch::Receiver<bool>,
    pub(crate) known: Acknowledged,
    seq: u64,
    lines: u64,
    line: Option<(u64, String)>,
    draft: Option<Value>,
    drafting: Option<(u64, Value)>,
    asked_rematch: bool,
    /// The decision that was sent on this connection and not answered.
    sent: Option<(u64, u64)>,
}

/// A WebSocket, and what it says.
struct Line {
    socket: WebSocketStream<TcpStream>,
    tables: Tables,
    last_ref: u64,
}

impl Line {
    async fn open(address: SocketAddr) -> Result<Self, Gone> {
        let opening = async {
            let stream = TcpStream::connect(address).await.map_err(|_| Gone)?;
            stream.set_nodelay(true).map_err(|_| Gone)?;
            let opened = tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream).await;
            opened.map(|(socket, _)| socket).map_err(|_| Gone)
        };
        let socket = timeout(RESPONSE_TIMEOUT, opening).await.map_err(|_| Gone)??;
        Ok(Self { socket, tables: Tables::default(), last_ref: 0 })
    }

    async fn ask(&mut self, request: &str, mut body: Value) -> Result<u64, Gone> {
        self.last_ref += 1;
        body["ref"] = json!(self.last_ref);
        let message = Message::text(json!({ request: body }).to_string());
        timeout(RESPONSE_TIMEOUT, self.socket.send(message)).await.map_err(|_| Gone)?.map_err(|_| Gone)?;
        Ok(self.last_ref)
    }

    /// The next message; `None` if none comes for a while.
    async fn next(&mut self) -> Result<Option<Value>, Gone> {
        loop {
            match timeout(RESPONSE_TIMEOUT, self.socket.next()).await {
                Err(_) => return Ok(None),
                Ok(Some(Ok(Message::Text(text)))) => return Ok(Some(self.tables.receive(&text))),
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err(Gone),
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    /// The next message of a kind, whatever comes before it.
    async fn until(&mut self, wanted: &str) -> Result<Value, Gone> {
        loop {
            let message = self.next().await?.ok_or(Gone)?;
            if kind(&message) == wanted {
                return Ok(message[wanted].clone());
            }
            if kind(&message) == "refused" {
                check_refusal(&message["refused"]);
                return Err(Gone);
            }
        }
    }
}

fn check_refusal(refused: &Value) {
    let code = refused["code"].as_str().unwrap_or_default();
    assert!(FOR_NOW.contains(&code), "{refused}");
}

/// Registers a person at this node; returns the token.
pub(crate) async fn newcomer(place: SocketAddr, name: &str) -> String {
    let Ok(mut line) = Line::open(place).await else { panic!("{place} does not answer") };
    let hello = json!({"version": protocol::VERSION, "name": name, "program": true});
    let asked = line.ask("hello", hello).await;
    let welcome = if asked.is_ok() { line.until("welcome").await } else { Err(Gone) };
    let Ok(welcome) = welcome else { panic!("{name} was not let in") };
    welcome["token"].as_str().unwrap().to_owned()
}

/// Opens a table, or joins it if there is one; returns its id.
pub(crate) async fn sit_down(place: SocketAddr, token: &str, game: &str, table: Option<&str>) -> String {
    let sitting = async {
        let mut line = Line::open(place).await?;
        line.ask("hello", json!({"version": protocol::VERSION, "token": token, "program": true})).await?;
        line.until("welcome").await?;
        let config = json!({"game": game, "seats": 2, "clock": "off", "grace_seconds": 604_800});
        match table {
            Some(table) => line.ask("join", json!({"table": table})).await?,
            None => line.ask("open", json!({"config": config})).await?,
        };
        let snapshot = line.until("table").await?;
        Ok(snapshot["info"]["table"].as_str().unwrap().to_owned())
    };
    let seated: Result<String, Gone> = sitting.await;
    seated.unwrap_or_else(|Gone| panic!("nobody sits down at {place}"))
}

impl StormPlayer {
    #[allow(clippy::too_many_arguments, reason = "each is another thing")]
    pub(crate) fn new(
        places: Places,
        name: String,
        token: String,
        table: String,
        dice: FastRng,
        progress: Arc<AtomicU64>,
        began: Instant,
        stop: watch::Receiver<bool>,
    ) -> Self {
        Self {
            places,
            name,
            token,
            table,
            dice,
            progress,
            began,
            stop,
            known: Acknowledged::default(),
            seq: 0,
            lines: 0,
            line: None,
            draft: None,
            drafting: None,
            asked_rematch: false,
            sent: None,
        }
    }

    /// Plays until it is to stop; returns what was acknowledged.
    pub(crate) async fn play(mut self) -> Acknowledged {
        while !*self.stop.borrow() {
            if self.visit().await.is_err() {
                self.line = None;
                self.drafting = None;
                tokio::time::sleep(Duration::from_millis(20 + u64::from(below(&mut self.dice, 80)))).await;
            }
        }
        self.known
    }

    fn place(&mut self) -> Option<SocketAddr> {
        let places = self.places.lock().unwrap();
        let count = u32::try_from(places.len()).ok().filter(|count| *count > 0)?;
        Some(places[below(&mut self.dice, count) as usize])
    }

    async fn visit(&mut self) -> Result<(), Gone> {
        let place = self.place().ok_or(Gone)?;
        let mut line = Line::open(place).await?;
        line.ask("hello", json!({"version": protocol::VERSION, "token": self.token, "program": true}))
            .await?;
        line.until("welcome").await?;
        self.asked_rematch = false;
        let mut now = self.sync(&mut line).await?;
        let mut silent = 0;
        while !*self.stop.borrow() {
            self.do_something(&mut line, &now).await?;
            match line.next().await? {
                Some(message) => {
                    silent = 0;
                    if self.take_in(&message, &mut now) {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        now = self.sync(&mut line).await?;
                    }
                }
                // Nothing for a while: what was sent may be lost with the node that it was sent to.
                None if silent < 2 => {
                    silent += 1;
                    now = self.sync(&mut line).await?;
                }
                None => return Err(Gone),
            }
        }
        Ok(())
    }

    /// Asks for all of the table.
    async fn sync(&mut self, line: &mut Line) -> Result<Value, Gone> {
        self.sent = None;
        let reference = line.ask("sync", json!({"table": self.table})).await?;
        loop {
            let message = line.next().await?.ok_or(Gone)?;
            let body = &message[kind(&message)];
            match kind(&message) {
                "table" if body["ref"] == reference => {
                    self.check_draft(body);
                    self.see(body);
                    return Ok(body.clone());
                }
                "refused" if body["ref"] == reference => {
                    check_refusal(body);
                    return Err(Gone);
                }
                _ => drop(self.take_in(&message, &mut Value::Null)),
            }
        }
    }

    /// The draft that was acknowledged is there until the decision is made. One that is on its way may be.
    fn check_draft(&self, body: &Value) {
        let Some(draft) = &self.draft else { return };
        let made = self.known.actions.get(&self.known.game_number).map_or(0, Vec::len) as u64;
        if body["game_number"] == self.known.game_number && body["nth"] == made && body["result"].is_null() {
            let is_known = body["draft"] == *draft;
            assert!(is_known || self.drafting.is_some(), "{}: {draft} is not drafted: {body}", self.name);
        }
    }

    /// Notes what a snapshot or an update says.
    fn see(&mut self, body: &Value) {
        let seq = body["seq"].as_u64().unwrap();
        assert!(seq >= self.seq, "{}: the view went back from {} to {seq}", self.name, self.seq);
        self.seq = seq;
        let (game, nth) = (body["game_number"].as_u64().unwrap(), body["nth"].as_u64().unwrap());
        assert!(game >= self.known.game_number, "{}: game {game} was over", self.name);
        if game > self.known.game_number {
            self.known.game_number = game;
            (self.draft, self.asked_rematch) = (None, false);
        }
        let actions = self.known.actions.entry(game).or_default();
        if nth == actions.len() as u64 + 1
            && let Some(action) = self.known.unknown.remove(&game)
        {
            actions.push(action);
            self.draft = None;
            let now = u64::try_from(self.began.elapsed().as_millis()).unwrap();
            self.progress.fetch_max(now, Ordering::Relaxed);
        }
        assert_eq!(nth, actions.len() as u64, "{}, game {game}: decisions that were acknowledged", self.name);
        if let Some(replay) = body["result"]["replay_id"].as_str() {
            self.known.replays.insert(game, replay.to_owned());
        }
    }

    /// Processes a message; returns whether a new snapshot has to be requested.
    fn take_in(&mut self, message: &Value, now: &mut Value) -> bool {
        let body = &message[kind(message)];
        match kind(message) {
            "table" | "update" => {
                let is_here =
                    body["table"] == self.table.as_str() || body["info"]["table"] == self.table.as_str();
                if is_here {
                    self.see(body);
                    now.clone_from(body);
                }
                false
            }
            "done" => {
                let reference = body["ref"].as_u64();
                if let Some((_, text)) = self.line.take_if(|(asked, _)| Some(*asked) == reference) {
                    self.known.lines.push(text);
                }
                if let Some((_, draft)) = self.drafting.take_if(|(asked, _)| Some(*asked) == reference) {
                    self.draft = Some(draft);
                    self.known.drafts += 1;
                }
                false
            }
            "refused" => {
                let reference = body["ref"].as_u64();
                self.line.take_if(|(asked, _)| Some(*asked) == reference);
                // After a draft that was not stored the previous one still counts, and this client does not know which.
                if self.drafting.take_if(|(asked, _)| Some(*asked) == reference).is_some() {
                    self.draft = None;
                }
                if body["code"] != "not_over" {
                    check_refusal(body);
                }
                true
            }
            "table_removed" => true,
            _ => false,
        }
    }

    async fn do_something(&mut self, line: &mut Line, now: &Value) -> Result<(), Gone> {
        if !now["result"].is_null() {
            if !std::mem::replace(&mut self.asked_rematch, true) {
                line.ask("rematch", json!({"table": self.table})).await?;
            }
            return Ok(());
        }
        if self.line.is_none() && below(&mut self.dice, 15) == 0 {
            self.lines += 1;
            let text = format!("{} {}", self.name, self.lines);
            // Noted before it goes: it may arrive although the sending seems to fail.
            self.line = Some((0, text.clone()));
            let say = json!({"room": {"table": self.table}, "text": text});
            self.line = Some((line.ask("say", say).await?, text));
        }
        let actions = legal(now);
        if actions.is_empty() || self.drafting.is_some() {
            return Ok(());
        }
        let (game, nth) = (now["game_number"].as_u64().unwrap(), now["nth"].as_u64().unwrap());
        if self.sent == Some((game, nth)) {
            return Ok(());
        }
        let unknown = self.known.unknown.get(&game);
        let action = match unknown {
            // It may have been made: only the same may be asked again.
            Some(action) => action.clone(),
            None => actions[below(&mut self.dice, actions.len() as u32) as usize].clone(),
        };
        let body = json!({"table": self.table, "game_number": game, "nth": nth, "action": action});
        if unknown.is_none() && self.draft.is_none() && below(&mut self.dice, 6) == 0 {
            self.drafting = Some((0, action.clone()));
            self.drafting = Some((line.ask("draft", body).await?, action));
            return Ok(());
        }
        self.known.unknown.insert(game, action);
        self.sent = Some((game, nth));
        line.ask("act", body).await?;
        Ok(())
    }
}
