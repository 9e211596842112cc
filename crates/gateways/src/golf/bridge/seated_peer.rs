//! A peer at a table of the server, over a separate session.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use games::golf::Action;
use protocol::{Act, ChatRoom, ClientMsg, Join, Leave, Ref, RefusalCode, Say, ServerMsg, TableId};
use tables::{Outbox, Outgoing, Server, Session};
use tokio::sync::mpsc;

/// How long the server may take to answer a request for a seat.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// How many names are tried: `bob`, `bob-2` and so on.
const MAX_NAMES: u32 = 20;
/// The `ref` of the one request that is waited for.
const ASKED: Ref = 1;

/// What a seated peer does at the table.
#[derive(Clone, Copy, Debug)]
pub(super) enum SeatedPeerCommand {
    /// Play this, as the nth decision.
    Play { nth: u32, action: Action },
    /// Say this to everybody at the table.
    Say(&'static str),
}

/// A peer that sits at a table. Seat and name are free again when this is dropped.
pub(super) struct SeatedPeer {
    pub(super) seat: Seat,
    session: Session,
    outbox: Outbox,
    table: TableId,
}

impl SeatedPeer {
    /// Signs in under this name, or one like it, and takes a seat.
    pub(super) async fn sit_down(
        server: &Arc<Server>,
        table: TableId,
        seat: Seat,
        name: &str,
    ) -> Option<Self> {
        let outbox = Outbox::new(server.metrics().clone());
        let mut session = Session::new(server.clone(), outbox.clone());
        let names =
            std::iter::once(name.to_owned()).chain((2..=MAX_NAMES).map(|number| format!("{name}-{number}")));
        // A peer is a person of the server for one game only, as the clients of other legacy protocols are.
        let mut is_signed_in = false;
        for name in names {
            match session.sign_in_temporary(&name, true).await {
                Ok(()) => {
                    is_signed_in = true;
                    break;
                }
                Err(refusal) if refusal.code == RefusalCode::NotSaved.name() => break,
                Err(_) => {}
            }
        }
        if !is_signed_in {
            return None;
        }
        let mut peer = Self { seat, session, outbox, table };
        let join = Join { table, seat: Some(seat), invite_code: None, nonce: None, reference: Some(ASKED) };
        peer.ask(ClientMsg::Join(join)).await.then_some(peer)
    }

    /// Sends a request and waits for its answer; whether it was carried out.
    async fn ask(&mut self, message: ClientMsg) -> bool {
        let answered = async {
            self.session.handle_message(message).await;
            loop {
                match self.outbox.next().await {
                    Ok(Outgoing::Text(text)) => match serde_json::from_slice(&text) {
                        Ok(ServerMsg::Done(_) | ServerMsg::Table(_)) => return true,
                        Ok(ServerMsg::Refused(_)) => return false,
                        _ => {}
                    },
                    Ok(Outgoing::Close(_)) | Err(tables::Closed) => return false,
                    Ok(Outgoing::ResumeWrite | Outgoing::SyncTable(_) | Outgoing::SyncLobby) => {}
                }
            }
        };
        tokio::time::timeout(ANSWER_TIMEOUT, answered).await.unwrap_or(false)
    }

    /// Leaves the table.
    pub(super) async fn leave(mut self) {
        self.ask(ClientMsg::Leave(Leave { table: self.table, reference: Some(ASKED) })).await;
    }

    /// Carries out commands, and notifies `happens` of everything at the table, until the sender of commands is dropped.
    pub(super) async fn play(
        mut self,
        game_number: u32,
        mut commands: mpsc::Receiver<SeatedPeerCommand>,
        happens: mpsc::Sender<()>,
    ) {
        loop {
            tokio::select! {
                command = commands.recv() => {
                    let Some(message) = command.and_then(|command| self.message(game_number, command)) else {
                        return;
                    };
                    self.session.handle_message(message).await;
                }
                outgoing = self.outbox.next() => match outgoing {
                    Ok(Outgoing::SyncTable(table)) => self.session.sync_table(table),
                    Ok(Outgoing::Text(_) | Outgoing::ResumeWrite | Outgoing::SyncLobby) => {
                        // One notification is as good as many.
                        let _ = happens.try_send(());
                    }
                    Ok(Outgoing::Close(_)) | Err(tables::Closed) => return,
                },
            }
        }
    }

    fn message(&self, game_number: u32, command: SeatedPeerCommand) -> Option<ClientMsg> {
        let (table, reference) = (self.table, None);
        Some(match command {
            SeatedPeerCommand::Play { nth, action } => {
                // Plain data: writing it cannot fail.
                let action = serde_json::value::to_raw_value(&action).ok()?;
                ClientMsg::Act(Act { table, game_number, nth, action, reference })
            }
            SeatedPeerCommand::Say(text) => {
                ClientMsg::Say(Say { room: ChatRoom::Table(table), text: text.to_owned(), reference })
            }
        })
    }
}
