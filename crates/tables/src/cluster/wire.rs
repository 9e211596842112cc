//! What nodes send to each other, as JSON. A message for a client is carried as it was written.

use bytes::Bytes;
use protocol::{ChatLine, Notice, Ref, TableId, TableInfo};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::people::PersonId;
use crate::ready::{KeeperState, NodeWishes};
use crate::table::{Caller, ConnectionId, TableRequest};

/// One message between nodes.
#[derive(Serialize, Deserialize)]
pub(super) struct Packet {
    pub(super) from: u64,
    pub(super) body: Body,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Body {
    /// A part of a numbered stream: see [`super::stream`].
    Stream { stream: u64, n: u64, items: Vec<Item> },
    /// Which number comes next in the stream from this node to the receiver.
    Next { stream: u64, n: u64 },
    /// Something of this stream did not arrive.
    Broken { stream: u64 },
    /// Changes of the lobby, or all of it.
    Lobby(LobbyBundle),
    /// The sender requests the receiver's whole lobby.
    LobbyWanted,
    /// Somebody said something in the lobby, or the server did.
    Said { line: ChatLine, announced: bool },
    /// Something was decided about people: about this one, or who is muted and banned.
    PeopleChanged { person: Option<PersonId> },
    /// Somebody has another name.
    Renamed { person: PersonId, name: String },
    /// A notice to some people, wherever they are connected. One that is lost is not sent again: their own list leads them, too.
    Notice { people: Vec<PersonId>, notice: Notice },
    /// All that people who would play have said to the sender. Repeated: one that is lost costs time.
    Wishes(NodeWishes),
    /// The list of those who would play, from who keeps it. Repeated as well.
    Ready(Box<KeeperState>),
    /// The sender's version cannot read this table: a node whose version can is to wake it.
    WakePlease { table: TableId },
}

/// What a stream is made of.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Item {
    /// A stream begins. The receiver may have been part of one before, of which the sender knows nothing any more.
    Hello,
    /// A connection of the sender asks for something.
    Request(Box<RemoteRequest>),
    /// A connection of the sender is gone.
    Detach { connection: ConnectionId, table: TableId },
    /// A connection of the sender has muted these people.
    Muted { connection: ConnectionId, names: Vec<String> },
    /// For a connection of the receiver.
    Frame { connection: ConnectionId, table: TableId, about: FrameAbout, frame: Box<RawValue> },
    /// The table is not here, or no more.
    NotHere { table: TableId },
}

#[derive(Serialize, Deserialize)]
pub(super) struct RemoteRequest {
    pub(super) from: Caller,
    pub(super) connection: ConnectionId,
    pub(super) table: TableId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<Ref>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) muted: Vec<String>,
    pub(super) request: TableRequest,
}

/// What a newer message replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FrameAbout {
    Table,
    Person,
}

/// What changed in the lobby of a node since its last bundle.
#[derive(Serialize, Deserialize)]
pub(super) struct LobbyBundle {
    /// Counts up.
    pub(super) n: u64,
    /// Whether this is a part of all that the node shows: which, and of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<(u32, u32)>,
    pub(super) tables: Vec<TableInfo>,
    pub(super) removed: Vec<TableId>,
    pub(super) people: u32,
    /// The number of the last line of chat.
    pub(super) chat: u64,
}

impl Packet {
    /// The bytes to send; `None` if it cannot be serialised, which is logged.
    pub(super) fn encode(&self) -> Option<Bytes> {
        match serde_json::to_vec(self) {
            Ok(bytes) => Some(bytes.into()),
            Err(error) => {
                tracing::error!(%error, "a message to another node cannot be written");
                None
            }
        }
    }
}

/// A message for a client as a part of one between nodes.
pub(super) fn raw(frame: &Bytes) -> Option<Box<RawValue>> {
    let text = String::from_utf8(frame.to_vec()).ok()?;
    RawValue::from_string(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_for_a_client_arrives_byte_for_byte() {
        let frame = Bytes::from_static(br#"{"update":{"table":"ss439rrzy0","text":"\u00e5 \"quoted\""}}"#);
        let item = Item::Frame {
            connection: ConnectionId(7),
            table: TableId::new(1),
            about: FrameAbout::Table,
            frame: raw(&frame).unwrap(),
        };
        let packet = Packet { from: u64::MAX, body: Body::Stream { stream: 1, n: 2, items: vec![item] } };
        let read: Packet = serde_json::from_slice(&packet.encode().unwrap()).unwrap();
        assert_eq!(read.from, u64::MAX);
        let Body::Stream { stream: 1, n: 2, items } = read.body else { panic!("another body") };
        let [Item::Frame { frame: read, .. }] = &items[..] else { panic!("another item") };
        assert_eq!(read.get().as_bytes(), &frame[..]);
        assert!(raw(&Bytes::from_static(b"{\"half\":")).is_none());
    }

    #[test]
    fn every_request_of_a_table_can_be_carried() {
        let action = serde_json::from_str(r#"{"place":{"x":1}}"#).unwrap();
        let requests = [
            TableRequest::Join { seat: Some(game::Seat::of(1)), code: None, nonce: None },
            TableRequest::Leave,
            TableRequest::Watch { code: None },
            TableRequest::AddBot { level: "easy".to_owned(), seat: None },
            TableRequest::RemovePlayer { seat: game::Seat::of(1) },
            TableRequest::LockSeat { seat: game::Seat::of(1), on: true },
            TableRequest::Report { watchers: true, number: 7, reason: None },
            TableRequest::OperatorClose { reason: None },
            TableRequest::Act { game_number: 1, nth: 2, action, received: std::time::Instant::now() },
            TableRequest::Sync { since: Some(3) },
            TableRequest::Renamed,
            TableRequest::Vacation { until: Some(5) },
        ];
        for request in requests {
            let from = Caller {
                person: PersonId(5),
                name: "Ann".to_owned(),
                bot: false,
                legacy: false,
                address: None,
            };
            let told = format!("{request:?}");
            let carried = RemoteRequest {
                from,
                connection: ConnectionId(1),
                table: TableId::new(9),
                reference: None,
                muted: Vec::new(),
                request,
            };
            let text = serde_json::to_string(&carried).unwrap();
            let read: RemoteRequest = serde_json::from_str(&text).unwrap();
            // The time at which it was received is the receiver's.
            let without_time = |text: &str| text.split(", received").next().unwrap_or_default().to_owned();
            assert_eq!(without_time(&format!("{:?}", read.request)), without_time(&told));
        }
    }
}
