//! What every map has in common: bytes and messages go in, deeds come out. No I/O, no clock.

use std::time::Duration;

use protocol::{ClientMsg, NewTable, Open, Ref, ServerMsg, TableId, Wire};

/// What a map wants done, in this order: say it, ask for it, note it, and end.
#[derive(Debug, Default)]
pub struct Deeds {
    /// Bytes for the client.
    pub write: Vec<u8>,
    /// Requests to the house.
    pub asks: Vec<Ask>,
    /// Lines for the log.
    pub log: Vec<String>,
    /// When the connection is to end.
    pub end: Option<Duration>,
}

/// A request to the house.
#[derive(Debug)]
pub enum Ask {
    /// What any client can say.
    House(ClientMsg),
    /// A table of this protocol.
    Open(Open),
    /// To stand up, unless the game has begun.
    LeaveBeforeStart {
        /// Where.
        table: TableId,
        /// Repeated in the answer.
        reference: Ref,
    },
}

impl Deeds {
    /// Asks the house for something.
    pub fn ask(&mut self, message: ClientMsg) {
        self.asks.push(Ask::House(message));
    }

    /// Asks for a table.
    pub fn open(&mut self, new: NewTable, reference: Ref) {
        self.asks.push(Ask::Open(Open { new, nonce: None, reference: Some(reference) }));
    }

    /// Ends the connection when everything is written.
    pub fn close(&mut self) {
        self.end = Some(Duration::ZERO);
    }
}

/// A state machine between one old client and the house.
pub trait Map: Send {
    /// The protocol it speaks.
    const WIRE: Wire;
    /// What it hears beside its session.
    type News: Send;

    /// How many bytes it can take now.
    fn room(&self) -> usize;

    /// Takes bytes of the client, at most [`room`](Self::room). Gives how many messages they completed.
    fn hear(&mut self, bytes: &[u8], deeds: &mut Deeds) -> usize;

    /// Takes a message of the house, at this time of the house.
    fn told(&mut self, message: ServerMsg, now: i64, deeds: &mut Deeds);

    /// Takes other news.
    fn news(&mut self, news: Self::News, deeds: &mut Deeds);

    /// The moment at which it wants to be woken.
    fn wakes_at(&self) -> Option<i64> {
        None
    }

    /// That moment has come.
    fn wake(&mut self, deeds: &mut Deeds) {
        let _ = deeds;
    }

    /// The last update it has seen of a table, to ask for what came after it.
    fn seen(&self, table: TableId) -> Option<u64>;
}

/// Reads what the house says about a game. The house writes what its own types say, so this cannot fail.
pub fn read_json<T: serde::de::DeserializeOwned>(json: &protocol::GameJson) -> Option<T> {
    serde_json::from_str(json.get())
        .inspect_err(|error| tracing::error!(%error, "unknown server message about a game"))
        .ok()
}
