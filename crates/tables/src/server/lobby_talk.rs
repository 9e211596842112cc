//! Messages to everybody: in the lobby, by the operator, and from other nodes.

use std::sync::atomic::Ordering;

use protocol::{ChatLine, ChatRoom, ChatText, Refusal, ServerMsg};

use super::{Connected, Server};

impl Server {
    /// Stores a chat line in the lobby, then sends it to everybody there.
    pub(crate) async fn say_in_lobby(&self, from: &str, text: ChatText) -> Result<(), Refusal> {
        let mut chat = self.lobby_chat.lock().await;
        let line = chat.store(&self.context, Some(from.to_owned()), text).await?;
        self.lobby_line.store(chat.last(), Ordering::SeqCst);
        self.context.lobby.say(line.clone());
        if let Some(cluster) = &self.cluster {
            cluster.send_line(line, false).await;
        }
        Ok(())
    }

    /// The operator says something to everybody, wherever they are. The server itself has no name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn announce(&self, text: ChatText) -> Result<(), Refusal> {
        let mut chat = self.lobby_chat.lock().await;
        let line = chat.store(&self.context, None, text).await?;
        self.lobby_line.store(chat.last(), Ordering::SeqCst);
        self.context.lobby.keep(line.clone());
        self.send_to_everybody(&ServerMsg::Said { room: ChatRoom::Lobby, line: line.clone() });
        if let Some(cluster) = &self.cluster {
            cluster.send_line(line, true).await;
        }
        Ok(())
    }

    /// The number of the last line in the lobby.
    pub(crate) fn last_lobby_line(&self) -> u64 {
        self.lobby_line.load(Ordering::SeqCst)
    }

    /// Adds a lobby line that another node has stored and sends it to the clients here.
    pub(crate) async fn line_from_other_node(&self, line: ChatLine, announced: bool) {
        let mut chat = self.lobby_chat.lock().await;
        let number = line.number;
        if number <= chat.last() {
            return;
        }
        if chat.follows(&line) {
            if announced {
                self.context.lobby.keep(line.clone());
                self.send_to_everybody(&ServerMsg::Said { room: ChatRoom::Lobby, line });
            } else {
                self.context.lobby.say(line);
            }
        } else {
            chat.catch_up(&self.context).await;
        }
        self.lobby_line.store(chat.last(), Ordering::SeqCst);
    }

    /// Reads and sends lobby lines that were stored by another node.
    pub(crate) async fn catch_up_in_lobby(&self) {
        let mut chat = self.lobby_chat.lock().await;
        chat.catch_up(&self.context).await;
        self.lobby_line.store(chat.last(), Ordering::SeqCst);
    }

    fn send_to_everybody(&self, message: &ServerMsg) {
        // Where registration is not open, only registered people receive messages.
        let is_heard = |connected: &&Connected| {
            connected.greeted && (self.config.door.is_open() || connected.person.is_some())
        };
        for connected in self.connections().values().filter(is_heard) {
            connected.outbox.send_to_person(message);
        }
    }
}
