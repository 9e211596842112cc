//! A peer at a table of the house, over a session as anybody has one.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use games::golf::Action;
use protocol::{ServerMsg, TableId, VERSION};
use serde_json::json;
use tables::{Outbox, Outgoing, Server, Session};
use tokio::sync::mpsc;

/// The house answers at once, or not at all.
const ANSWERS_TIMEOUT: Duration = Duration::from_secs(5);
/// So fast a visitor plays: well below what one person may send.
const PACE: Duration = Duration::from_millis(60);
/// So many names are tried.
const NAMES: u32 = 20;

/// What a visitor is told to do.
#[derive(Debug)]
pub(super) enum VisitorOrder {
    /// To play this, as its nth decision.
    Play { nth: u32, action: Action },
    /// To say this to everybody at the table.
    Say(&'static str),
}

/// A peer who sits at a table.
pub(super) struct SeatedPeer {
    pub(super) seat: Seat,
    session: Session,
    outbox: Outbox,
    table: TableId,
}

impl SeatedPeer {
    /// Comes in under this name, or one like it, and sits down.
    pub(super) async fn sit_down(
        server: &Arc<Server>,
        table: TableId,
        seat: Seat,
        name: &str,
    ) -> Option<Self> {
        for number in 1..=NAMES {
            let outbox = Outbox::new(server.metrics().clone());
            let session = Session::new(server.clone(), outbox.clone());
            let mut visitor = Self { seat, session, outbox, table };
            let name = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
            let hello = json!({"hello": {"version": VERSION, "name": name, "program": true, "ref": 1}});
            if !visitor.ask(&hello).await {
                continue;
            }
            let join = json!({"join": {"table": table, "seat": seat, "ref": 2}});
            return visitor.ask(&join).await.then_some(visitor);
        }
        None
    }

    /// Asks, and waits for the answer; whether it was carried out.
    async fn ask(&mut self, message: &serde_json::Value) -> bool {
        let answered = async {
            if self.session.handle(&message.to_string()).await == ControlFlow::Break(()) {
                return false;
            }
            loop {
                match self.outbox.next().await {
                    Ok(Outgoing::Text(text)) => match serde_json::from_slice(&text) {
                        Ok(ServerMsg::Welcome(_) | ServerMsg::Done(_) | ServerMsg::Table(_)) => return true,
                        Ok(ServerMsg::Refused(_)) => return false,
                        _ => {}
                    },
                    Ok(Outgoing::Close(_)) | Err(tables::Closed) => return false,
                    Ok(Outgoing::ResumeWrite | Outgoing::SyncTable(_) | Outgoing::SyncLobby) => {}
                }
            }
        };
        tokio::time::timeout(ANSWERS_TIMEOUT, answered).await.unwrap_or(false)
    }

    /// Stands up again.
    pub(super) async fn leave(mut self) {
        let leave = json!({"leave": {"table": self.table, "ref": 3}});
        self.ask(&leave).await;
    }

    /// Plays what it is told, and says whenever something happens at the table, until nobody tells it anything more.
    pub(super) async fn play(
        mut self,
        game_number: u32,
        mut orders: mpsc::Receiver<VisitorOrder>,
        happens: mpsc::Sender<()>,
    ) {
        loop {
            tokio::select! {
                order = orders.recv() => {
                    let message = match order {
                        None => return,
                        Some(VisitorOrder::Play { nth, action }) => json!({"act": {
                            "table": self.table, "game_number": game_number, "nth": nth, "action": action,
                        }}),
                        Some(VisitorOrder::Say(text)) => {
                            json!({"say": {"room": {"table": self.table}, "text": text}})
                        }
                    };
                    if self.session.handle(&message.to_string()).await == ControlFlow::Break(()) {
                        return;
                    }
                    tokio::time::sleep(PACE).await;
                }
                outgoing = self.outbox.next() => match outgoing {
                    Ok(Outgoing::SyncTable(table)) => self.session.sync_table(table),
                    Ok(Outgoing::Text(_) | Outgoing::ResumeWrite | Outgoing::SyncLobby) => {
                        // One knock is as good as many.
                        let _ = happens.try_send(());
                    }
                    Ok(Outgoing::Close(_)) | Err(tables::Closed) => return,
                },
            }
        }
    }
}
