use std::collections::BTreeMap;
use std::sync::Arc;

use game::{below, dice};
use protocol::{ChatText, Clock, OnLeave, TableStage, Watchers};

use super::*;
use crate::metrics::Metrics;
use crate::outbox::Outgoing;

fn card(number: u64, watchers: u32, private: bool) -> TableInfo {
    TableInfo {
        table: TableId::new(number),
        game: "gomoku".to_owned(),
        options: game::options::RawOptions::default(),
        clock: Clock::Off,
        seats: Vec::new(),
        host: None,
        stage: TableStage::Waiting,
        watching: Watchers::Open,
        watchers,
        on_leave: OnLeave::default(),
        private,
        opened: i64::try_from(number % 5).unwrap(),
        wire: None,
        commitment: None,
    }
}

fn line(number: u64, from: &str) -> ChatLine {
    ChatLine { number, from: Some(from.to_owned()), text: ChatText::clean("Who plays?").unwrap(), at: 0 }
}

/// Somebody in the lobby, and what they know of it by what they were told.
struct Guest {
    outbox: Outbox,
    tables: BTreeMap<TableId, TableInfo>,
    people: u32,
    chat: Vec<ChatLine>,
}

impl Guest {
    fn enter(lobby: &Lobby, connection: u64, muted: Option<&str>) -> Self {
        let outbox = Outbox::new(Arc::new(Metrics::default()));
        muted.into_iter().for_each(|name| assert!(outbox.mute(name, true)));
        lobby.subscribe(ConnectionId(connection), &outbox);
        Self { outbox, tables: BTreeMap::new(), people: 0, chat: Vec::new() }
    }

    fn listen(&mut self) {
        while let Some(Outgoing::Text(text)) = self.outbox.try_next() {
            match serde_json::from_slice(&text).unwrap() {
                ServerMsg::Lobby(lobby) => {
                    self.tables = lobby.tables.into_iter().map(|card| (card.table, card)).collect();
                    (self.people, self.chat) = (lobby.people, lobby.chat);
                }
                ServerMsg::LobbyUpdate(LobbyUpdate::Table(card)) => {
                    drop(self.tables.insert(card.table, *card));
                }
                ServerMsg::LobbyUpdate(LobbyUpdate::Removed(table)) => drop(self.tables.remove(&table)),
                ServerMsg::LobbyUpdate(LobbyUpdate::PeopleOnline(people)) => self.people = people,
                ServerMsg::Said { line, .. } => self.chat.push(line),
                other => panic!("{other:?} is not about the lobby"),
            }
        }
    }

    fn knows_all_of(&mut self, lobby: &Lobby) {
        self.listen();
        let state = lobby.lock();
        let tables = state.tables.public().map(|card| (card.table, card.clone())).collect();
        assert_eq!(self.tables, tables);
        assert_eq!(self.people, state.people);
        let heard = |line: &&ChatLine| !self.outbox.mutes(line.from.as_deref().unwrap_or_default());
        assert_eq!(self.chat, state.chat.iter().filter(heard).cloned().collect::<Vec<_>>());
    }
}

#[test]
fn whoever_comes_at_any_time_knows_the_lobby_as_it_is() {
    for seed in 0..20 {
        let lobby = Lobby::default();
        let mut luck = dice(seed);
        let mut guests: Vec<Guest> = Vec::new();
        for step in 0..600 {
            let number = u64::from(below(&mut luck, 60));
            match below(&mut luck, 20) {
                0..12 => lobby.put(card(number, below(&mut luck, 9), number.is_multiple_of(7))),
                12..15 => lobby.remove(TableId::new(number)),
                15..17 => lobby.people(below(&mut luck, 500)),
                17 if below(&mut luck, 8) == 0 => {
                    lobby.say(line(step, if number < 30 { "Ann" } else { "Bob" }));
                }
                18 if below(&mut luck, 8) == 0 => {
                    (0..guests.len()).for_each(|guest| lobby.unsubscribe(ConnectionId(guest as u64)));
                    guests.clear();
                }
                19 if guests.len() < 6 => {
                    let muted = (number < 10).then_some("Ann");
                    guests.push(Guest::enter(&lobby, guests.len() as u64, muted));
                }
                _ => guests.iter_mut().for_each(|guest| guest.knows_all_of(&lobby)),
            }
            // Nobody falls behind so far that it has to be told anew.
            guests.iter_mut().for_each(Guest::listen);
        }
        guests.iter_mut().for_each(|guest| guest.knows_all_of(&lobby));
    }
}

#[test]
fn what_is_put_together_is_what_would_be_written_at_once() {
    let lobby = Lobby::default();
    (0..20).for_each(|number| lobby.put(card(number, 3, number == 4)));
    (0..5).for_each(|number| lobby.remove(TableId::new(number)));
    lobby.put(card(9, 8, false));
    lobby.say(line(1, "Ann"));
    let outbox = Outbox::new(Arc::new(Metrics::default()));
    lobby.subscribe(ConnectionId(1), &outbox);
    lobby.put(card(9, 9, false));
    for _ in 0..2 {
        let Some(Outgoing::Text(text)) = outbox.try_next() else { panic!("nothing was told") };
        let message: ServerMsg = serde_json::from_slice(&text).unwrap();
        assert_eq!(text, crate::outbox::frame(&message));
    }
    let mut list = Vec::new();
    lobby.write_public(&mut list);
    assert_eq!(list, serde_json::to_vec(&lobby.public()).unwrap());
    assert_eq!(lobby.public().len(), 15);
}
