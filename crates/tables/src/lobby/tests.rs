use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use game::{below, dice};
use protocol::{ChatText, Clock, LobbyUpdate, Occupant, OnLeave, Presence, SeatInfo, TableStage, Watchers};

use super::*;
use crate::metrics::Metrics;
use crate::outbox::Outgoing;

fn card(number: u64, watchers: u32, private: bool) -> TableInfo {
    TableInfo {
        table: TableId::new(number),
        game: if number.is_multiple_of(3) { "golf" } else { "gomoku" }.to_owned(),
        options: game::options::RawOptions::default(),
        clock: Clock::Off,
        seats: Vec::new(),
        host: None,
        stage: TableStage::Waiting,
        paused: false,
        kept: None,
        watch_policy: Watchers::Open,
        watcher_count: watchers,
        on_leave: OnLeave::default(),
        private,
        day: None,
        tournament: None,
        hints: false,
        rated: false,
        unrated_because: None,
        opened_at: i64::try_from(number % 5).unwrap(),
        legacy_protocol: None,
        commitment: None,
    }
}

fn line(number: u64, from: &str) -> ChatLine {
    ChatLine { number, from: Some(from.to_owned()), text: ChatText::clean("Who plays?").unwrap(), at: 0 }
}

fn outbox() -> Outbox {
    Outbox::new(Arc::new(Metrics::default()))
}

fn of_game(game: Option<&str>, more_pages: u8) -> LobbyFilter {
    LobbyFilter { game: game.map(str::to_owned), more_pages }
}

/// Somebody in the lobby, and what they know of it by what they were sent.
struct Guest {
    outbox: Outbox,
    filter: LobbyFilter,
    tables: BTreeMap<TableId, TableInfo>,
    people: u32,
    chat: Vec<ChatLine>,
    messages: usize,
}

impl Guest {
    fn enter(lobby: &Lobby, connection: u64, filter: LobbyFilter, muted: Option<&str>) -> Self {
        let outbox = outbox();
        muted.into_iter().for_each(|name| assert!(outbox.mute(name, true)));
        lobby.subscribe(ConnectionId(connection), &outbox, filter.clone(), connection.is_multiple_of(2));
        Self { outbox, filter, tables: BTreeMap::new(), people: 0, chat: Vec::new(), messages: 0 }
    }

    fn take(&mut self, update: LobbyUpdate) {
        match update {
            LobbyUpdate::Table(card) => drop(self.tables.insert(card.table, *card)),
            LobbyUpdate::Removed(table) => drop(self.tables.remove(&table)),
            LobbyUpdate::PeopleOnline(people) => self.people = people,
            LobbyUpdate::Changes(changes) => {
                self.tables.extend(changes.tables.into_iter().map(|card| (card.table, card)));
                changes.removed.iter().for_each(|table| drop(self.tables.remove(table)));
                self.people = changes.people_online.unwrap_or(self.people);
            }
        }
    }

    fn listen(&mut self) {
        while let Some(Outgoing::Text(text)) = self.outbox.try_next() {
            self.messages += 1;
            match serde_json::from_slice(&text).unwrap() {
                ServerMsg::Lobby(lobby) => {
                    self.tables = lobby.tables.into_iter().map(|card| (card.table, card)).collect();
                    (self.people, self.chat) = (lobby.people_online, lobby.chat);
                }
                ServerMsg::LobbyUpdate(update) => self.take(update),
                ServerMsg::Said { line, .. } => self.chat.push(line),
                other => panic!("{other:?} is not about the lobby"),
            }
        }
    }

    fn knows_all_of(&mut self, lobby: &Lobby) {
        self.listen();
        let state = lobby.lock();
        let wanted = |card: &&TableInfo| self.filter.game.as_ref().is_none_or(|game| *game == card.game);
        let tables = state.tables.public().filter(wanted).map(|card| (card.table, card.clone())).collect();
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
        let mut rng = dice(seed);
        let mut guests: Vec<Guest> = Vec::new();
        for step in 0..600 {
            let number = u64::from(below(&mut rng, 60));
            match below(&mut rng, 22) {
                0..12 => lobby.put(card(number, below(&mut rng, 9), number.is_multiple_of(7))),
                12..15 => lobby.remove(TableId::new(number)),
                15..17 => lobby.people(below(&mut rng, 500)),
                17 if below(&mut rng, 8) == 0 => {
                    lobby.say(line(step, if number < 30 { "Ann" } else { "Bob" }));
                }
                18 if below(&mut rng, 8) == 0 => {
                    (0..guests.len()).for_each(|guest| lobby.unsubscribe(ConnectionId(guest as u64)));
                    guests.clear();
                }
                19 if guests.len() < 6 => {
                    let muted = (number < 10).then_some("Ann");
                    let filter = of_game((number > 40).then_some("golf"), 1);
                    guests.push(Guest::enter(&lobby, guests.len() as u64, filter, muted));
                }
                20 if !guests.is_empty() => lobby.send_again(ConnectionId(number % guests.len() as u64)),
                _ => {
                    lobby.flush();
                    guests.iter_mut().for_each(|guest| guest.knows_all_of(&lobby));
                }
            }
            // No guest falls behind so far that the whole list has to be sent again.
            guests.iter_mut().for_each(Guest::listen);
        }
        lobby.flush();
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
    for bundled in [false, true] {
        let outbox = outbox();
        lobby.subscribe(ConnectionId(1), &outbox, LobbyFilter::default(), bundled);
        lobby.put(card(9, if bundled { 9 } else { 7 }, false));
        lobby.people(if bundled { 4 } else { 5 });
        lobby.remove(TableId::new(if bundled { 11 } else { 13 }));
        lobby.flush();
        let mut messages = 0;
        while let Some(Outgoing::Text(text)) = outbox.try_next() {
            let message: ServerMsg = serde_json::from_slice(&text).unwrap();
            assert_eq!(text, crate::outbox::frame(&message));
            messages += 1;
        }
        assert_eq!(messages, if bundled { 2 } else { 4 });
    }
    let page = lobby.page(None, None, 100);
    assert_eq!(page.tables, serde_json::to_vec(&lobby.public()).unwrap());
    assert_eq!((lobby.public().len(), page.total, page.next), (13, 13, None));
}

#[test]
fn a_listener_is_sent_a_page_and_how_many_there_are_of_each_game() {
    let lobby = Lobby::default();
    (0..120).for_each(|number| lobby.put(card(number, 0, false)));
    for (filter, shown, total) in [
        (of_game(None, 0), 50, 120),
        (of_game(None, 1), 100, 120),
        (of_game(Some("golf"), 0), 40, 40),
        (of_game(Some("sorry"), 0), 0, 0),
    ] {
        let outbox = outbox();
        lobby.subscribe(ConnectionId(1), &outbox, filter, true);
        let Some(Outgoing::Text(text)) = outbox.try_next() else { panic!("nothing was sent") };
        let ServerMsg::Lobby(lobby) = serde_json::from_slice(&text).unwrap() else { panic!("not the lobby") };
        assert_eq!((lobby.tables.len(), lobby.total), (shown, total));
        assert_eq!(lobby.counts, BTreeMap::from([("golf".to_owned(), 40), ("gomoku".to_owned(), 80)]));
        let opened: Vec<_> = lobby.tables.iter().map(|card| card.opened_at).collect();
        assert!(opened.is_sorted_by(|a, b| a >= b), "the newest first");
    }
}

#[test]
fn pages_of_tables_follow_each_other_without_gap() {
    let lobby = Lobby::default();
    (0..120).for_each(|number| lobby.put(card(number, 0, number == 7)));
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = lobby.page(None, after, 50);
        assert_eq!(page.total, 119);
        seen.extend(serde_json::from_slice::<Vec<TableInfo>>(&page.tables).unwrap());
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, lobby.public());
}

#[tokio::test(start_paused = true)]
async fn whatever_happens_a_listener_is_sent_changes_four_times_a_second_at_most() {
    let lobby = Arc::new(Lobby::default());
    tokio::spawn(run_flusher(Arc::downgrade(&lobby), Arc::default()));
    let mut guest = Guest::enter(&lobby, 0, LobbyFilter::default(), None);
    for step in 0..600_u64 {
        lobby.put(card(step, 0, false));
        lobby.remove(TableId::new(step.saturating_sub(30)));
        lobby.people(step as u32);
        tokio::time::sleep(Duration::from_millis(16)).await;
        guest.listen();
    }
    // One of them is the lobby as it was at first.
    assert!((10..=41).contains(&guest.messages), "{} in ten seconds", guest.messages);
    tokio::time::sleep(Duration::from_secs(1)).await;
    guest.knows_all_of(&lobby);
}

#[tokio::test(start_paused = true)]
async fn with_many_listeners_changes_come_less_often() {
    let lobby = Arc::new(Lobby::default());
    let outboxes: Vec<_> = (0..6_000).map(|_| outbox()).collect();
    for (outbox, number) in outboxes.iter().zip(0..) {
        lobby.subscribe(ConnectionId(number), outbox, LobbyFilter::default(), true);
    }
    (0..50).for_each(|number| lobby.put(card(number, 0, false)));
    let pause = lobby.flush();
    assert!(pause > Duration::from_secs(1), "{pause:?} after some hundred megabytes");
    assert_eq!(lobby.flush(), Duration::from_millis(250), "nothing has changed");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_was_behind_is_not_any_more_after_its_pause() {
    let (lobby, metrics) = (Arc::new(Lobby::default()), Arc::new(Metrics::default()));
    tokio::spawn(run_flusher(Arc::downgrade(&lobby), metrics.clone()));
    lobby.limit_messages(1);
    let outboxes: Vec<_> = (0..10).map(|_| outbox()).collect();
    for (outbox, number) in outboxes.iter().zip(0..) {
        lobby.subscribe(ConnectionId(number), outbox, LobbyFilter::default(), true);
    }
    lobby.put(card(1, 0, false));
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(metrics.lobby_update_interval_seconds.get() > 9.0, "ten messages at one a second");
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(metrics.lobby_update_interval_seconds.get() < 0.3, "nothing changes, and nothing waits");
}

#[test]
fn the_tables_of_people_are_found_without_all_others() {
    let seat = |occupant| SeatInfo {
        occupant,
        presence: Presence::Connected,
        played_by_bot: false,
        wants_rematch: false,
        locked: false,
        vacation_until: None,
    };
    let person = |number: u64| Occupant::Person { name: format!("Person {number}"), program: false };
    let (lobby, mut dice) = (Lobby::default(), dice(7));
    let names: Vec<String> = (0..9).map(|number| format!("Person {number}")).collect();
    for _ in 0..2_000 {
        let number = u64::from(below(&mut dice, 20));
        if below(&mut dice, 4) == 0 {
            lobby.remove(TableId::new(number));
        } else {
            let mut card = card(number, 0, number == 7);
            card.seats = vec![
                seat(person(below(&mut dice, 9).into())),
                seat(Occupant::Bot { level: "easy".to_owned() }),
                seat(if below(&mut dice, 2) == 0 {
                    Occupant::Empty
                } else {
                    person(below(&mut dice, 9).into())
                }),
            ];
            lobby.put(card);
        }
        let asked: Vec<&str> =
            names.iter().filter(|_| below(&mut dice, 3) == 0).map(String::as_str).collect();
        let sits = |info: &TableInfo| {
            info.seats.iter().any(|seat| {
                matches!(&seat.occupant, Occupant::Person { name, .. } if asked.contains(&name.as_str()))
            })
        };
        let mut expected: Vec<_> = lobby.public().into_iter().filter(sits).collect();
        expected.sort_by_key(|info| info.table);
        assert_eq!(lobby.public_of(asked.iter().copied()), expected);
    }
}
