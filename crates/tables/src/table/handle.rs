//! How the rest of the server reaches a table.

use std::time::Instant;

use game::Seat;
use protocol::{
    ChatText, Commitment, Done, GameJson, InviteCode, Nonce, Ref, Refusal, RefusalCode, Refused, ServerMsg,
    TableId,
};
use tokio::sync::{mpsc, oneshot};

use super::decide::Caller;
use crate::legacy_rules::PeerRecord;
use crate::live_game::RefusedAction;
use crate::outbox::Outbox;

/// One connection, for as long as the server runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectionId(pub u64);

/// What is asked of a table.
#[derive(Clone, Debug)]
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
    /// Play.
    Act {
        /// In which game.
        game_number: u32,
        /// Which of one's decisions.
        nth: u32,
        /// What.
        action: GameJson,
        /// When the message was received, for the metrics.
        received: Instant,
    },
    /// Mark what to play when the time runs out.
    Draft {
        /// In which game.
        game_number: u32,
        /// For which of one's decisions.
        nth: u32,
        /// What.
        action: Option<GameJson>,
    },
    /// Say something.
    Say {
        /// Whether among watchers.
        watchers: bool,
        /// What.
        text: ChatText,
    },
    /// Start the game.
    Start,
    /// Play another game.
    Rematch {
        /// What to add to its luck.
        nonce: Option<Nonce>,
    },
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
    /// Who.
    pub(crate) from: Caller,
    /// Over which connection.
    pub(crate) connection: ConnectionId,
    /// Where the answer goes.
    pub(crate) answer: Responder,
    /// What.
    pub(crate) request: TableRequest,
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
        /// In which game.
        game_number: u32,
        /// For which seat.
        seat: Seat,
        /// Which of its decisions.
        nth: u32,
        /// What.
        action: Option<GameJson>,
    },
    /// The gateway that deals this table's game to peers asks for it. There is none unless the table is open to peers.
    PeerRecord {
        /// The game so far, with its seed.
        answer: oneshot::Sender<Option<PeerRecord>>,
    },
    /// The server closes.
    Close,
}

/// When to try again after a full mailbox. A table empties it in far less time unless its database is slow.
const BUSY_RETRY_MS: u32 = 250;

impl TableMsg {
    /// Tells whoever waits for an answer that there is none.
    pub(crate) fn refuse(self, refusal: &Refusal) {
        if let Self::Request(asked) = self
            && asked.request.wants_an_answer()
        {
            asked.answer.refused(refusal.clone());
        }
    }
}

/// A table's mailbox.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle {
    sender: mpsc::Sender<TableMsg>,
}

impl TableHandle {
    pub(crate) const fn new(sender: mpsc::Sender<TableMsg>) -> Self {
        Self { sender }
    }

    /// Puts a message in the mailbox, without waiting.
    ///
    /// # Errors
    /// If the mailbox is full or the table is gone.
    pub(crate) fn send(&self, message: TableMsg) -> Result<(), Refusal> {
        self.sender.try_send(message).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                Refusal::new(RefusalCode::TableBusy, "The table is busy. Try again in a moment.")
                    .retry_after(BUSY_RETRY_MS)
            }
            mpsc::error::TrySendError::Closed(_) => no_such_table(),
        })
    }

    /// Puts a message in the mailbox when there is room: for what must not get lost.
    pub(crate) async fn deliver(&self, message: TableMsg) {
        // A table that is gone needs no news.
        let _ = self.sender.send(message).await;
    }

    /// Puts a message in the mailbox now, before anything that is sent later; if there is no room, as soon as there is.
    pub(crate) fn deliver_soon(&self, message: TableMsg) {
        if let Err(mpsc::error::TrySendError::Full(message)) = self.sender.try_send(message) {
            let table = self.clone();
            tokio::spawn(async move { table.deliver(message).await });
        }
    }

    /// Whether the table has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.sender.is_closed()
    }

    /// Waits until the table has ended.
    pub(crate) async fn gone(&self) {
        self.sender.closed().await;
    }
}

/// The refusal for a table that is not there, or not for this person.
pub(crate) fn no_such_table() -> Refusal {
    Refusal::new(RefusalCode::NoSuchTable, "There is no such table. Perhaps everybody has left it.")
}

/// The refusal of a server that closes.
pub(crate) fn closing_house() -> Refusal {
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
