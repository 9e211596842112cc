//! What every map has in common: bytes and messages go in, deeds come out. No I/O, no clock.

use std::time::Duration;

use game::{Game, Seat};
use protocol::{ClientMsg, LegacyProtocol, NewTable, Open, Ref, ServerMsg, TableId};

/// What a map wants done, in this order: say it, ask for it, note it, and end.
#[derive(Debug, Default)]
pub struct Effects {
    /// Bytes for the client.
    pub write: Vec<u8>,
    /// Requests to the server.
    pub asks: Vec<GatewayRequest>,
    /// Lines for the log.
    pub log: Vec<String>,
    /// When the connection is to end.
    pub end: Option<Duration>,
}

/// A request to the server.
#[derive(Debug)]
pub enum GatewayRequest {
    /// What any client can say.
    Message(ClientMsg),
    /// The same, but not before all earlier clients are seated.
    AfterArrivals(ClientMsg),
    /// A table of this protocol.
    Open(Open),
    /// To stand up, unless the game has begun.
    LeaveBeforeStart {
        /// The table's id.
        table: TableId,
        /// Repeated in the answer.
        reference: Ref,
    },
}

impl Effects {
    /// Asks the server for something.
    pub fn ask(&mut self, message: ClientMsg) {
        self.asks.push(GatewayRequest::Message(message));
    }

    /// Asks for a table.
    pub fn open(&mut self, config: NewTable, reference: Ref) {
        self.asks.push(GatewayRequest::Open(Open { config, nonce: None, reference: Some(reference) }));
    }

    /// Ends the connection when everything is written.
    pub fn close(&mut self) {
        self.end = Some(Duration::ZERO);
    }
}

/// A state machine between one old client and the server.
pub trait Translator: Send {
    /// The protocol it speaks.
    const PROTOCOL: LegacyProtocol;
    /// How long a client is kept that has not [begun](Self::has_begun), in milliseconds: a connection that says nothing costs a
    /// place and perhaps a seat.
    const BEGIN_TIMEOUT_MS: i64;
    /// How long a client that has begun may say nothing, in milliseconds: longer than a person thinks or waits for others. Old
    /// clients send nothing by themselves, so that less would end games.
    const IDLE_TIMEOUT_MS: i64;
    /// News from outside its session.
    type Event: Send;

    /// Whether the client has sent a first message, as far as its protocol has one, or is in a game, where it may have to wait
    /// for others.
    fn has_begun(&self) -> bool;

    /// How many bytes it can take now.
    fn room(&self) -> usize;

    /// Takes bytes of the client, at most [`room`](Self::room). Returns how many messages they completed.
    fn on_bytes(&mut self, bytes: &[u8], effects: &mut Effects) -> usize;

    /// Takes a message of the server, at this time of the server.
    fn on_server_message(&mut self, message: ServerMsg, now: i64, effects: &mut Effects);

    /// Takes other news.
    fn on_event(&mut self, news: Self::Event, effects: &mut Effects);

    /// The moment at which it wants to be woken.
    fn next_wakeup(&self) -> Option<i64> {
        None
    }

    /// That moment has come.
    fn on_wakeup(&mut self, effects: &mut Effects) {
        let _ = effects;
    }

    /// The last update it has seen of a table, to ask for what came after it.
    fn last_seq(&self, table: TableId) -> Option<u64>;
}

/// Reads what the server says about a game. The server writes what its own types say, so this cannot fail.
pub fn read_json<T: serde::de::DeserializeOwned>(json: &protocol::GameJson) -> Option<T> {
    serde_json::from_str(json.get())
        .inspect_err(|error| tracing::error!(%error, "unknown server message about a game"))
        .ok()
}

/// What the client's seat sees of its game. Every map reads views here.
#[derive(Clone, Debug)]
pub(crate) struct SeatView<G: Game> {
    /// Where the client sits.
    pub(crate) you: Option<Seat>,
    /// What the client can do now.
    pub(crate) legal: Vec<G::Action>,
    /// What is particular to the game.
    pub(crate) view: G::View,
}

/// Reads what a seat sees, as the server sends it.
pub(crate) fn read_view<G: Game>(json: &protocol::GameJson) -> Option<SeatView<G>> {
    let protocol::Seen { you, to_act, legal, view, .. } = read_json(json)?;
    let view: G::View = read_json(&view)?;
    let mut actions = Vec::new();
    let is_implied = you.is_some_and(|seat| to_act.contains(seat)) && legal.get() == "\"implied\"";
    if is_implied {
        G::implied_actions(&view, &mut actions);
    } else {
        actions = read_json(&legal)?;
    }
    Some(SeatView { you, legal: actions, view })
}
