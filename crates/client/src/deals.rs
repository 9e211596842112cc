//! Checks each deal: the server's commitment before it, the nonces of the players, and whether the deal follows from both.

use std::collections::HashMap;

use protocol::{
    ClientMsg, Commitment, GameResult, LobbyUpdate, Nonce, ReplayId, ServerMsg, TableId, TableInfo,
    TableStage, Welcome,
};

/// How a game was dealt, compared with what was sent before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealCheck {
    /// Which game.
    pub game: ReplayId,
    /// Whether the secret is the one the commitment binds to.
    pub secret: bool,
    /// Whether the commitment is the one that was sent before the deal; `None` if this client received none.
    pub promise: Option<bool>,
    /// Whether this client's nonce is among those the game was dealt from; `None` if it sent none.
    pub nonce: Option<bool>,
}

impl DealCheck {
    /// Whether every check that could be made succeeded. `parlor verify` also replays the game.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.secret && self.promise != Some(false) && self.nonce != Some(false)
    }
}

/// What is noted of one table.
#[derive(Default)]
struct Noted {
    /// The commitment for the next game. Once a nonce was given it must not change.
    next: Option<Commitment>,
    /// The one for the game that is played.
    current: Option<Commitment>,
    next_nonce: Option<Nonce>,
    current_nonce: Option<Nonce>,
    /// The last game that was dealt, and the last one whose deal was checked.
    dealt: u32,
    checked: u32,
}

impl Noted {
    fn tell(&mut self, next: Option<Commitment>) {
        // Before a nonce is given, games may come and go here without us.
        self.next = if self.next_nonce.is_none() { next } else { self.next.or(next) };
    }
}

/// All that is noted.
#[derive(Default)]
pub(crate) struct Deals {
    /// For the next table that is opened here.
    opening: Option<Commitment>,
    /// The table that is being opened.
    opened: Option<(Option<Commitment>, Option<Nonce>)>,
    tables: HashMap<TableId, Noted>,
}

impl Deals {
    /// A connection has begun.
    pub(crate) fn welcome(&mut self, welcome: &Welcome) {
        self.opening = welcome.commitment;
        self.opened = None;
    }

    /// Adds a nonce to what may carry one, and notes it.
    pub(crate) fn add_nonce(&mut self, message: &mut ClientMsg, fresh: impl FnOnce() -> Option<Nonce>) {
        let (table, nonce) = match message {
            ClientMsg::Open(open) => (None, &mut open.nonce),
            ClientMsg::Join(join) => (Some(join.table), &mut join.nonce),
            ClientMsg::Rematch(rematch) => (Some(rematch.table), &mut rematch.nonce),
            _ => return,
        };
        *nonce = nonce.take().or_else(fresh);
        match table {
            Some(table) => self.tables.entry(table).or_default().next_nonce.clone_from(nonce),
            None => self.opened = Some((self.opening.take(), nonce.clone())),
        }
    }

    /// Processes a server message; returns the check of the deal if the message ends a game.
    pub(crate) fn take(&mut self, message: &ServerMsg) -> Option<DealCheck> {
        match message {
            ServerMsg::Welcome(welcome) => self.opening = welcome.commitment,
            ServerMsg::Done(done) => {
                // Only the answer to an `open` tells a commitment.
                if let (Some(table), Some(_), Some((next, next_nonce))) =
                    (done.table, done.commitment, self.opened.take_if(|_| done.commitment.is_some()))
                {
                    self.tables.insert(table, Noted { next, next_nonce, ..Noted::default() });
                    self.opening = done.commitment;
                }
            }
            ServerMsg::Lobby(lobby) => lobby.tables.iter().for_each(|card| self.card(card)),
            ServerMsg::LobbyUpdate(LobbyUpdate::Table(card)) => self.card(card),
            ServerMsg::Table(table) => {
                let over = table.info.stage != TableStage::Running;
                self.dealt(table.info.table, table.game_number);
                self.card(&table.info);
                let result = table.result.as_ref().filter(|_| over)?;
                return self.over(result);
            }
            ServerMsg::Update(update) => {
                self.dealt(update.table, update.game_number);
                return self.over(update.result.as_ref()?);
            }
            ServerMsg::TableRemoved { table } | ServerMsg::LobbyUpdate(LobbyUpdate::Removed(table)) => {
                self.tables.remove(table);
            }
            _ => {}
        }
        None
    }

    fn card(&mut self, card: &TableInfo) {
        let next = card.commitment.filter(|_| card.stage != TableStage::Running);
        self.tables.entry(card.table).or_default().tell(next);
    }

    /// A game was dealt: the pending commitment and nonce belong to it.
    fn dealt(&mut self, table: TableId, game: u32) {
        let noted = self.tables.entry(table).or_default();
        if game > noted.dealt {
            noted.dealt = game;
            noted.current = noted.next.take();
            noted.current_nonce = noted.next_nonce.take();
        }
    }

    fn over(&mut self, result: &GameResult) -> Option<DealCheck> {
        let noted = self.tables.get_mut(&result.replay_id.table)?;
        noted.tell(result.next_commitment);
        let deal = result.deal.as_ref()?;
        if result.replay_id.game <= noted.checked {
            return None;
        }
        noted.checked = result.replay_id.game;
        let among = |nonce: &Nonce| deal.nonces.iter().flatten().any(|given| given == nonce);
        Some(DealCheck {
            game: result.replay_id,
            secret: deal.keeps_commitment(),
            promise: noted.current.map(|commitment| commitment == deal.commitment),
            nonce: noted.current_nonce.as_ref().map(among),
        })
    }
}

#[cfg(test)]
mod tests {
    use protocol::{BoundSecret, Deal, Open, Secret};
    use serde_json::json;

    use super::*;

    fn secret(byte: u8) -> BoundSecret {
        BoundSecret::new(Secret::from_random([byte; 32]))
    }

    fn said(message: serde_json::Value) -> ServerMsg {
        serde_json::from_value(message).expect("a message")
    }

    /// A game at a table that was opened here: the server was bound to 1, and reveals what is said.
    fn game(revealed: &Deal) -> DealCheck {
        let mut deals = Deals::default();
        let next = secret(2).commitment();
        deals.take(&said(json!({"welcome": {"version": 2, "name": "Ann", "token": "", "tables": [],
            "commitment": secret(1).commitment()}})));
        let config = serde_json::from_value(json!({"game": "gomoku"})).expect("a table");
        let mut open = ClientMsg::Open(Open { config, nonce: None, reference: None });
        deals.add_nonce(&mut open, || "mine".parse().ok());
        let ClientMsg::Open(open) = open else { unreachable!() };
        assert_eq!(open.nonce, "mine".parse().ok());
        assert!(deals.take(&said(json!({"done": {"table": "0000000001", "commitment": next}}))).is_none());
        let update = |result: serde_json::Value| {
            said(json!({"update": {"table": "0000000001", "seq": 3, "game_number": 1, "nth": 0, "events": [],
                "deadlines": [], "result": result}}))
        };
        assert!(deals.take(&update(json!(null))).is_none());
        let over = update(json!({"winners": [], "scores": [0, 0], "abandoned": false,
            "replay_id": "0000000001-1", "deal": revealed}));
        let check = deals.take(&over).expect("a check");
        assert!(deals.take(&over).is_none(), "each game is checked once");
        check
    }

    #[test]
    fn a_server_that_keeps_its_word_holds() {
        let mine = vec![None, "mine".parse().ok()];
        assert!(game(&Deal::new(secret(1), mine)).holds());
    }

    #[test]
    fn another_secret_another_commitment_and_a_lost_nonce_are_found() {
        let mine = vec!["mine".parse().ok(), None];
        let other = game(&Deal::new(secret(3), mine.clone()));
        assert_eq!((other.secret, other.promise, other.holds()), (true, Some(false), false));
        let forged = Deal { commitment: secret(1).commitment(), ..Deal::new(secret(3), mine) };
        assert_eq!((game(&forged).secret, game(&forged).holds()), (false, false));
        let lost = game(&Deal::new(secret(1), vec![None, None]));
        assert_eq!((lost.nonce, lost.holds()), (Some(false), false));
    }
}
