//! How the rest of the server reaches a table.

use std::sync::Arc;
use std::time::Instant;

use game::Seat;
use protocol::{
    ChatText, Commitment, Done, GameJson, InviteCode, Nonce, Ref, Refusal, RefusalCode, Refused, ServerMsg,
    TableId,
};
use tokio::sync::{mpsc, oneshot};

use super::decide::Caller;
use crate::cluster::RemoteTable;
use crate::legacy_rules::PeerRecord;
use crate::live_game::RefusedAction;
use crate::outbox::Outbox;

/// One connection, for as long as the server runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct ConnectionId(pub u64);

/// What is asked of a table.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableRequest {
    /// Sit down.
    Join {
        /// On which seat.
        seat: Option<Seat>,
        /// The secret of a private table.
        code: Option<InviteCode>,
        /// What to add to the luck of the next game.
        nonce: Option<Nonce>,
    },
    /// Ask for the best choice.
    Hint {
        /// In which game.
        game_number: u32,
        /// At which of the person's decisions.
        nth: u32,
    },
    /// Stand up, or stop watching.
    Leave,
    /// Stand up, unless the game has begun.
    LeaveBeforeStart,
    /// The connection has ended, and the person cannot come back: the seat is given up.
    Disconnected,
    /// Watch.
    Watch {
        /// The secret of a private table.
        code: Option<InviteCode>,
    },
    /// Put a bot on a free seat.
    AddBot {
        /// How well it plays.
        level: String,
        /// On which seat.
        seat: Option<Seat>,
    },
    /// Send a bot away.
    RemoveBot {
        /// From which seat.
        seat: Seat,
    },
    /// Remove a person before the game.
    RemovePlayer {
        /// From which seat.
        seat: Seat,
    },
    /// Lock a free seat, or free it.
    LockSeat {
        /// Which one.
        seat: Seat,
        /// Whether to lock it.
        on: bool,
    },
    /// Report a line of chat.
    Report {
        /// Whether it was said among watchers.
        watchers: bool,
        /// Its number.
        number: u64,
        /// What is wrong with it.
        reason: Option<ChatText>,
    },
    /// The operator closes the table.
    OperatorClose {
        /// The reason, as people read it.
        reason: Option<ChatText>,
    },
    /// The person is on vacation until a time, or is not any more.
    Vacation {
        /// In milliseconds since 1970.
        until: Option<i64>,
    },
    /// Play.
    Act {
        /// In which game.
        game_number: u32,
        /// Which of one's decisions.
        nth: u32,
        /// The action as the client wrote it.
        action: GameJson,
        /// When the message was received here, for the metrics.
        #[serde(skip, default = "Instant::now")]
        received: Instant,
    },
    /// Mark what to play when the time runs out.
    Draft {
        /// In which game.
        game_number: u32,
        /// For which of one's decisions.
        nth: u32,
        /// The action as the client wrote it.
        action: Option<GameJson>,
    },
    /// Say something.
    Say {
        /// Whether among watchers.
        watchers: bool,
        /// The text of the message.
        text: ChatText,
    },
    /// Start the game.
    Start,
    /// Play another game.
    Rematch {
        /// What to add to its luck.
        nonce: Option<Nonce>,
        /// Level of bots in the place of those who are absent.
        #[serde(default)]
        bots_for_absent: Option<String>,
    },
    /// Take back the last decision.
    Undo {
        /// In which game.
        game_number: u32,
        /// The number of the decision after it.
        nth: u32,
    },
    /// Pause the game, or go on with it.
    Pause {
        /// Whether to pause it.
        on: bool,
    },
    /// End the game, alone against bots.
    Resign,
    /// Tell everything again.
    Sync {
        /// The last update seen.
        since: Option<u64>,
    },
    /// A connection of somebody who sits here: presence, and everything about the table.
    Attach {
        /// The last update seen.
        since: Option<u64>,
    },
    /// The caller has another name now.
    Renamed,
}

impl TableRequest {
    /// Whether somebody asked for it. What a session does by itself is answered by nobody.
    pub(crate) const fn wants_an_answer(&self) -> bool {
        !matches!(self, Self::Attach { .. } | Self::Renamed | Self::Disconnected)
    }

    /// Whether it leads to the same when it is carried out twice: what was lost on the way to another node is sent again.
    pub(crate) const fn may_be_repeated(&self) -> bool {
        match self {
            Self::Join { .. }
            | Self::Watch { .. }
            | Self::Act { .. }
            | Self::Draft { .. }
            | Self::Undo { .. }
            | Self::Pause { .. }
            | Self::Hint { .. }
            | Self::Sync { .. }
            | Self::Attach { .. }
            | Self::Vacation { .. }
            | Self::Renamed => true,
            Self::Leave
            | Self::LeaveBeforeStart
            | Self::Disconnected
            | Self::AddBot { .. }
            | Self::RemoveBot { .. }
            | Self::RemovePlayer { .. }
            | Self::LockSeat { .. }
            | Self::Report { .. }
            | Self::OperatorClose { .. }
            | Self::Say { .. }
            | Self::Start
            | Self::Resign
            | Self::Rematch { .. } => false,
        }
    }
}

/// Where an answer goes.
#[derive(Clone)]
pub(crate) struct Responder {
    /// The connection's outbox.
    pub outbox: Outbox,
    /// What the answer repeats.
    pub reference: Option<Ref>,
}

impl Responder {
    /// It was carried out.
    pub(crate) fn done(&self, table: Option<TableId>) {
        self.outbox.send_to_person(&ServerMsg::Done(Done {
            reference: self.reference,
            table,
            commitment: None,
        }));
    }

    /// A table was opened; the next one will be dealt from what this commitment binds to.
    pub(crate) fn opened(&self, table: TableId, commitment: Option<Commitment>) {
        let table = Some(table);
        self.outbox.send_to_person(&ServerMsg::Done(Done { reference: self.reference, table, commitment }));
    }

    /// It was refused.
    pub(crate) fn refused(&self, refusal: Refusal) {
        self.refused_action(RefusedAction { refusal, legal: None });
    }

    /// An action was refused.
    pub(crate) fn refused_action(&self, refused: RefusedAction) {
        let RefusedAction { refusal: Refusal { code, message, retry_ms }, legal } = refused;
        self.outbox.send_to_person(&ServerMsg::Refused(Refused {
            reference: self.reference,
            code,
            message,
            legal,
            retry_ms,
        }));
    }
}

/// What somebody asks for, and who does.
pub(crate) struct RequestEnvelope {
    /// The caller.
    pub(crate) from: Caller,
    /// Over which connection.
    pub(crate) connection: ConnectionId,
    /// Where the answer goes.
    pub(crate) answer: Responder,
    /// The request itself.
    pub(crate) request: TableRequest,
}

/// A decision that a bot is asked for. After one was taken back, an answer to the question before it does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BotDecision {
    /// In which game.
    pub(crate) game_number: u32,
    /// How often something was taken back before it.
    pub(crate) undo_count: u32,
    /// Which of the seat's decisions.
    pub(crate) nth: u32,
}

/// What reaches a table's mailbox.
pub(crate) enum TableMsg {
    /// Somebody asks for something. In a box, for a mailbox keeps room for dozens.
    Request(Box<RequestEnvelope>),
    /// A connection is gone.
    Detach {
        /// Which one.
        connection: ConnectionId,
    },
    /// The server has opened: seats of those who can never come back become free.
    Reopened {
        /// Dropped when that is done.
        done: tokio::sync::oneshot::Sender<()>,
    },
    /// A bot has decided.
    BotChose {
        /// For which seat.
        seat: Seat,
        /// Which of its decisions.
        decision: BotDecision,
        /// The action as the client wrote it.
        action: Option<GameJson>,
    },
    /// The gateway that deals this table's game to peers asks for it. There is none unless the table is open to peers.
    PeerRecord {
        /// The game so far, with its seed.
        answer: oneshot::Sender<Option<PeerRecord>>,
    },
    /// The server closes.
    Close,
    /// Another node is to have the table.
    HandOver,
    /// Another node has taken the table.
    Lost,
}

/// When to try again after a full mailbox. A table empties it in far less time unless its database is slow.
const BUSY_RETRY_MS: u32 = 250;

impl TableMsg {
    /// Whether somebody waits for an answer.
    pub(crate) fn wants_an_answer(&self) -> bool {
        matches!(self, Self::Request(asked) if asked.request.wants_an_answer())
    }

    /// Tells whoever waits for an answer that there is none.
    pub(crate) fn refuse(self, refusal: &Refusal) {
        if let Self::Request(asked) = self
            && asked.request.wants_an_answer()
        {
            asked.answer.refused(refusal.clone());
        }
    }
}

/// A table's mailbox, here or on another node.
#[derive(Clone)]
pub(crate) enum TableHandle {
    Here(mpsc::Sender<TableMsg>),
    Remote(Arc<RemoteTable>),
}

impl TableHandle {
    pub(crate) const fn new(sender: mpsc::Sender<TableMsg>) -> Self {
        Self::Here(sender)
    }

    /// Puts a message in the mailbox, without waiting.
    ///
    /// # Errors
    /// If the mailbox is full or the table is gone.
    pub(crate) fn send(&self, message: TableMsg) -> Result<(), Refusal> {
        match self {
            Self::Here(sender) => sender.try_send(message).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => busy(),
                mpsc::error::TrySendError::Closed(_) => no_such_table(),
            }),
            Self::Remote(table) => table.send(message),
        }
    }

    /// [`Self::send`], which gives back a message that was not taken.
    pub(crate) fn try_deliver(&self, message: TableMsg) -> Result<(), (Refusal, TableMsg)> {
        match self {
            Self::Here(sender) => sender.try_send(message).map_err(|error| match error {
                mpsc::error::TrySendError::Full(message) => (busy(), message),
                mpsc::error::TrySendError::Closed(message) => (no_such_table(), message),
            }),
            Self::Remote(table) => {
                table.deliver_soon(message);
                Ok(())
            }
        }
    }

    /// Puts a message in the mailbox when there is room: for what must not get lost.
    pub(crate) async fn deliver(&self, message: TableMsg) {
        match self {
            // A table that is gone needs no news.
            Self::Here(sender) => drop(sender.send(message).await),
            Self::Remote(table) => table.deliver(message).await,
        }
    }

    /// Puts a message in the mailbox now, before anything that is sent later; if there is no room, as soon as there is.
    pub(crate) fn deliver_soon(&self, message: TableMsg) {
        match self {
            Self::Here(sender) => {
                if let Err(mpsc::error::TrySendError::Full(message)) = sender.try_send(message) {
                    let table = self.clone();
                    tokio::spawn(async move { table.deliver(message).await });
                }
            }
            Self::Remote(table) => table.deliver_soon(message),
        }
    }

    /// Whether the table has ended.
    pub(crate) fn is_gone(&self) -> bool {
        match self {
            Self::Here(sender) => sender.is_closed(),
            Self::Remote(table) => table.is_gone(),
        }
    }

    /// Waits until a table of this node has ended.
    pub(crate) async fn gone(&self) {
        if let Self::Here(sender) = self {
            sender.closed().await;
        }
    }
}

/// The refusal of a mailbox that is full.
pub(crate) fn busy() -> Refusal {
    Refusal::new(RefusalCode::TableBusy, "The table is busy. Try again in a moment.")
        .retry_after(BUSY_RETRY_MS)
}

/// The refusal for a table that is not there, or not for this person.
pub(crate) fn no_such_table() -> Refusal {
    Refusal::new(RefusalCode::NoSuchTable, "There is no such table. Perhaps everybody has left it.")
}

/// The refusal of a server that closes.
pub(crate) fn shutting_down() -> Refusal {
    Refusal::new(RefusalCode::ShuttingDown, "The house is closing. Come back soon.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detached(message: &Option<TableMsg>) -> u64 {
        match message {
            Some(TableMsg::Detach { connection }) => connection.0,
            _ => panic!("nobody has gone"),
        }
    }

    #[tokio::test]
    async fn whoever_is_gone_is_heard_of_before_whoever_comes_then_and_is_never_forgotten() {
        let (sender, mut mailbox) = mpsc::channel(2);
        let table = TableHandle::new(sender);
        let gone = |number| TableMsg::Detach { connection: ConnectionId(number) };
        table.deliver_soon(gone(1));
        table.send(gone(2)).unwrap();
        // Now it is full.
        table.deliver_soon(gone(3));
        assert_eq!(detached(&mailbox.recv().await), 1);
        assert_eq!(detached(&mailbox.recv().await), 2);
        assert_eq!(detached(&mailbox.recv().await), 3);
    }
}
