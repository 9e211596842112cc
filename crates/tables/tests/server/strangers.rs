//! Each kind of message from the wrong person, at the wrong time, at the wrong table: refused, and nothing has changed.

use std::collections::BTreeSet;

use protocol::{ClientMsg, ServerMsg, TableId};
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{Person, place};
use super::storm::lasting;

/// What can be wrong with a message that can be read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Wrong {
    Person,
    Time,
    Table,
}

/// What can be wrong with each kind of message. A new kind is not compiled before somebody has said so here, and not
/// passed before it was tried.
fn can_be_wrong(message: &ClientMsg) -> &'static [Wrong] {
    use Wrong::{Person, Table, Time};
    match message {
        // A connected client may ping the server.
        ClientMsg::Ping(_) => &[],
        // Who somebody is comes before everything else, once; a name is held by one person; a table is none of it.
        ClientMsg::Hello(_)
        | ClientMsg::Rename(_)
        | ClientMsg::Open(_)
        | ClientMsg::Mute(_)
        | ClientMsg::Acknowledge(_)
        | ClientMsg::PlayDay(_)
        | ClientMsg::DayNonce(_)
        | ClientMsg::Ready(_)
        | ClientMsg::Accept(_) => &[Person, Time],
        ClientMsg::Lobby(_) => &[Time],
        ClientMsg::Join(_)
        | ClientMsg::Leave(_)
        | ClientMsg::Watch(_)
        | ClientMsg::AddBot(_)
        | ClientMsg::RemoveBot(_)
        | ClientMsg::RemovePlayer(_)
        | ClientMsg::LockSeat(_)
        | ClientMsg::Report(_)
        | ClientMsg::Act(_)
        | ClientMsg::Draft(_)
        | ClientMsg::Hint(_)
        | ClientMsg::Say(_)
        | ClientMsg::Start(_)
        | ClientMsg::Rematch(_)
        | ClientMsg::Undo(_)
        | ClientMsg::Pause(_)
        | ClientMsg::Resign(_)
        | ClientMsg::Sync(_) => &[Person, Time, Table],
    }
}

/// A server in which everything that can be there is.
struct Scene {
    /// Hosts all tables, and is to act in the game that runs.
    ann: Person,
    /// Sits at all tables.
    bo: Person,
    /// Has a name, and nothing else.
    eve: Person,
    /// Has said hello and has no name.
    nameless: Person,
    /// Has said nothing.
    silent: Person,
    /// A private table that waits for a third, with a bot.
    open: TableId,
    /// A private table with a game, that nobody may watch.
    running: TableId,
    /// A private table where a game has ended.
    over: TableId,
}

async fn private_table(ann: &mut Person, bo: &mut Person, new: Value) -> TableId {
    ann.does("open", json!({"config": new})).await;
    let opened = ann.table().await;
    bo.does("join", json!({"table": opened.info.table, "invite_code": opened.invite_code})).await;
    opened.info.table
}

impl Scene {
    async fn set(server: &TestServer) -> Self {
        let mut ann = server.person("Ann").await;
        let mut bo = server.person("Bo").await;
        let eve = server.person("Eve").await;
        let mut nameless = server.stranger().await;
        nameless.ask("hello", json!({"version": 2})).await;
        let silent = server.stranger().await;
        let new = |game: &str, seats: u8, bots: &[&str]| json!({"game": game, "seats": seats, "clock": "off", "private": true, "watch_policy": "none", "bots": bots});
        let open = private_table(&mut ann, &mut bo, new("chicago", 4, &["random"])).await;
        let running = private_table(&mut ann, &mut bo, new("gomoku", 2, &[])).await;
        let over = private_table(&mut ann, &mut bo, new("gomoku", 2, &[])).await;
        for x in 0..5 {
            ann.acts(over, x, place(x, 0)).await;
            if x < 4 {
                bo.acts(over, x, place(x, 9)).await;
            }
        }
        Self { ann, bo, eve, nameless, silent, open, running, over }
    }

    /// Everything that players of the tables can see of them.
    async fn all(&mut self) -> Vec<Value> {
        let mut known = Vec::new();
        for table in [self.open, self.running, self.over] {
            for person in [&mut self.ann, &mut self.bo] {
                let snapshot = person.sync(table, None).await;
                known.push(json!([lasting(&snapshot), snapshot.info.commitment]));
            }
        }
        known
    }
}

type Who = fn(&mut Scene) -> &mut Person;

/// The mistakes: what is wrong, who makes it, with which message, and how it is refused.
fn mistakes(scene: &Scene) -> Vec<(Wrong, Who, &'static str, Value, &'static str)> {
    use Wrong::{Person, Table, Time};
    let Scene { open, running, over, .. } = scene;
    let none = json!("0000000000");
    let (ann, bo, eve): (Who, Who, Who) = (|s| &mut s.ann, |s| &mut s.bo, |s| &mut s.eve);
    let (nameless, silent): (Who, Who) = (|s| &mut s.nameless, |s| &mut s.silent);
    let action = place(5, 5);
    let code = "0".repeat(20);
    vec![
        (Person, silent, "hello", json!({"version": 2, "token": "00".repeat(32)}), "unknown_token"),
        (Person, silent, "hello", json!({"version": 2, "name": "Ann"}), "name_taken"),
        (Time, eve, "hello", json!({"version": 2, "name": "Eva"}), "bad_message"),
        (Person, eve, "rename", json!({"name": "ann"}), "name_taken"),
        (Time, silent, "rename", json!({"name": "Eva"}), "hello_required"),
        (Time, silent, "lobby", json!({"on": true}), "hello_required"),
        (Person, nameless, "open", json!({"config": {"game": "gomoku"}}), "name_required"),
        (Time, silent, "open", json!({"config": {"game": "gomoku"}}), "hello_required"),
        (Person, nameless, "play_day", json!({"game": "golf"}), "name_required"),
        (Time, silent, "play_day", json!({"game": "golf"}), "hello_required"),
        (Person, nameless, "day_nonce", json!({"date": "2030-01-01", "nonce": "a"}), "name_required"),
        (Time, silent, "day_nonce", json!({"date": "2030-01-01", "nonce": "a"}), "hello_required"),
        (Person, eve, "join", json!({"table": open}), "not_invited"),
        (Person, eve, "join", json!({"table": open, "invite_code": code}), "not_invited"),
        (Person, eve, "join", json!({"table": running, "seat": 0}), "not_invited"),
        (Person, nameless, "join", json!({"table": open}), "name_required"),
        (Time, ann, "join", json!({"table": running, "seat": 1}), "already_seated"),
        (Time, silent, "join", json!({"table": open}), "hello_required"),
        (Table, eve, "join", json!({"table": none}), "no_such_table"),
        (Person, eve, "leave", json!({"table": running}), "not_seated"),
        (Time, silent, "leave", json!({"table": running}), "hello_required"),
        (Table, ann, "leave", json!({"table": none}), "no_such_table"),
        (Person, eve, "watch", json!({"table": running}), "not_invited"),
        (Person, eve, "watch", json!({"table": over, "invite_code": code}), "not_invited"),
        (Time, silent, "watch", json!({"table": running}), "hello_required"),
        (Table, eve, "watch", json!({"table": none}), "no_such_table"),
        (Person, eve, "add_bot", json!({"table": open, "level": "random"}), "not_host"),
        (Person, bo, "add_bot", json!({"table": open, "level": "random"}), "not_host"),
        (Time, ann, "add_bot", json!({"table": running, "level": "random"}), "already_started"),
        (Table, ann, "add_bot", json!({"table": none, "level": "random"}), "no_such_table"),
        (Person, eve, "remove_bot", json!({"table": open, "seat": 1}), "not_host"),
        (Person, bo, "remove_bot", json!({"table": open, "seat": 1}), "not_host"),
        (Time, ann, "remove_bot", json!({"table": running, "seat": 1}), "already_started"),
        (Table, ann, "remove_bot", json!({"table": none, "seat": 1}), "no_such_table"),
        (Person, eve, "remove_player", json!({"table": open, "seat": 0}), "not_host"),
        (Person, bo, "remove_player", json!({"table": open, "seat": 0}), "not_host"),
        (Person, ann, "remove_player", json!({"table": open, "seat": 0}), "no_such_person"),
        (Time, ann, "remove_player", json!({"table": running, "seat": 1}), "already_started"),
        (Table, ann, "remove_player", json!({"table": none, "seat": 1}), "no_such_table"),
        (Person, eve, "lock_seat", json!({"table": open, "seat": 3, "on": true}), "not_host"),
        (Person, bo, "lock_seat", json!({"table": open, "seat": 3, "on": true}), "not_host"),
        (Time, ann, "lock_seat", json!({"table": open, "seat": 3, "on": false}), "already_done"),
        (Time, ann, "lock_seat", json!({"table": running, "seat": 1, "on": true}), "already_started"),
        (Table, ann, "lock_seat", json!({"table": none, "seat": 1, "on": true}), "no_such_table"),
        (Person, eve, "report", json!({"room": {"table": running}, "number": 1}), "no_such_table"),
        (Person, nameless, "report", json!({"room": "lobby", "number": 1}), "name_required"),
        (Time, ann, "report", json!({"room": {"table": running}, "number": 999}), "no_such_line"),
        (Time, silent, "report", json!({"room": "lobby", "number": 1}), "hello_required"),
        (Table, ann, "report", json!({"room": {"table": none}, "number": 1}), "no_such_table"),
        (Person, eve, "acknowledge", json!({"notice": "0123"}), "already_done"),
        (Time, silent, "acknowledge", json!({"notice": "0123"}), "hello_required"),
        (Person, eve, "hint", json!({"table": running, "game_number": 1, "nth": 0}), "not_seated"),
        (Time, ann, "hint", json!({"table": running, "game_number": 2, "nth": 0}), "other_game"),
        (Time, ann, "hint", json!({"table": running, "game_number": 1, "nth": 0}), "hints_disabled"),
        (Table, ann, "hint", json!({"table": none, "game_number": 1, "nth": 0}), "no_such_table"),
        (
            Person,
            eve,
            "act",
            json!({"table": running, "game_number": 1, "nth": 0, "action": action}),
            "not_seated",
        ),
        (
            Time,
            bo,
            "act",
            json!({"table": running, "game_number": 1, "nth": 0, "action": action}),
            "not_your_turn",
        ),
        (
            Time,
            ann,
            "act",
            json!({"table": running, "game_number": 1, "nth": 1, "action": action}),
            "too_early",
        ),
        (
            Time,
            ann,
            "act",
            json!({"table": open, "game_number": 0, "nth": 0, "action": action}),
            "not_started",
        ),
        (
            Time,
            ann,
            "act",
            json!({"table": over, "game_number": 1, "nth": 5, "action": action}),
            "not_started",
        ),
        (Time, ann, "act", json!({"table": over, "game_number": 1, "nth": 2, "action": action}), "stale"),
        (
            Time,
            ann,
            "act",
            json!({"table": running, "game_number": 2, "nth": 0, "action": action}),
            "other_game",
        ),
        (
            Table,
            ann,
            "act",
            json!({"table": none, "game_number": 1, "nth": 0, "action": action}),
            "no_such_table",
        ),
        (
            Person,
            eve,
            "draft",
            json!({"table": running, "game_number": 1, "nth": 0, "action": action}),
            "not_seated",
        ),
        (
            Time,
            ann,
            "draft",
            json!({"table": running, "game_number": 1, "nth": 1, "action": action}),
            "too_early",
        ),
        (
            Time,
            ann,
            "draft",
            json!({"table": open, "game_number": 0, "nth": 0, "action": action}),
            "not_started",
        ),
        (Time, ann, "draft", json!({"table": over, "game_number": 1, "nth": 4, "action": action}), "stale"),
        (Time, ann, "draft", json!({"table": running, "game_number": 0, "nth": 0}), "other_game"),
        (Table, ann, "draft", json!({"table": none, "game_number": 1, "nth": 0}), "no_such_table"),
        (Person, eve, "say", json!({"room": {"table": running}, "text": "boo"}), "no_such_table"),
        (Person, eve, "say", json!({"room": {"watchers": over}, "text": "boo"}), "no_such_table"),
        (Person, nameless, "say", json!({"room": "lobby", "text": "boo"}), "name_required"),
        (Time, ann, "say", json!({"room": {"watchers": running}, "text": "boo"}), "not_in_room"),
        (Time, silent, "say", json!({"room": "lobby", "text": "boo"}), "hello_required"),
        (Table, ann, "say", json!({"room": {"table": none}, "text": "boo"}), "no_such_table"),
        (Person, eve, "mute", json!({"name": "Nobody", "on": true}), "no_such_person"),
        (Time, silent, "mute", json!({"name": "Ann", "on": true}), "hello_required"),
        (Person, nameless, "ready", json!({}), "name_required"),
        (Time, silent, "ready", json!({}), "hello_required"),
        (Person, nameless, "accept", json!({"proposal": 1, "accept": true}), "name_required"),
        (Time, eve, "accept", json!({"proposal": 1, "accept": true}), "stale"),
        (Person, eve, "start", json!({"table": open}), "not_seated"),
        (Time, ann, "start", json!({"table": open}), "cannot_start"),
        (Time, ann, "start", json!({"table": running}), "cannot_start"),
        (Table, ann, "start", json!({"table": none}), "no_such_table"),
        (Person, eve, "rematch", json!({"table": over}), "not_seated"),
        (Time, ann, "rematch", json!({"table": running}), "not_over"),
        (Time, ann, "rematch", json!({"table": open}), "not_over"),
        (Table, ann, "rematch", json!({"table": none}), "no_such_table"),
        (Person, eve, "undo", json!({"table": open, "game_number": 0, "nth": 0}), "not_seated"),
        (Time, ann, "undo", json!({"table": open, "game_number": 0, "nth": 0}), "not_started"),
        (Table, ann, "undo", json!({"table": none, "game_number": 0, "nth": 0}), "no_such_table"),
        (Person, eve, "pause", json!({"table": open, "on": true}), "not_seated"),
        (Time, ann, "pause", json!({"table": open, "on": true}), "not_started"),
        (Table, ann, "pause", json!({"table": none, "on": true}), "no_such_table"),
        (Person, eve, "resign", json!({"table": open}), "not_seated"),
        (Time, ann, "resign", json!({"table": open}), "not_started"),
        (Table, ann, "resign", json!({"table": none}), "no_such_table"),
        (Person, eve, "sync", json!({"table": running, "since": 0}), "no_such_table"),
        (Time, silent, "sync", json!({"table": running}), "hello_required"),
        (Table, ann, "sync", json!({"table": none}), "no_such_table"),
    ]
}

pub(crate) async fn each_kind_of_message_is_refused_where_it_is_wrong_and_changes_nothing() {
    let server = TestServer::open().await;
    let mut scene = Scene::set(&server).await;
    let before = scene.all().await;
    let mut quiet = BTreeSet::new();
    let mut tried = BTreeSet::new();
    let mut possible = BTreeSet::new();
    scene.ann.received_so_far().await;
    scene.bo.received_so_far().await;
    for (wrong, who, kind, body, code) in mistakes(&scene) {
        let message: ClientMsg = serde_json::from_value(json!({kind: body})).expect("a message");
        possible.extend(can_be_wrong(&message).iter().map(|wrong| (*wrong, kind)));
        tried.insert((wrong, kind));
        let refused = who(&mut scene).refused(kind, body.clone()).await;
        assert_eq!(refused, code, "{wrong:?}: {kind} {body}");
        for person in [&mut scene.ann, &mut scene.bo] {
            quiet
                .extend(person.received_so_far().await.iter().map(|said| format!("{kind} {body}: {said:?}")));
        }
        assert!(quiet.is_empty(), "somebody heard of it: {quiet:?}");
    }
    assert_eq!(tried, possible, "each kind is tried in each way that it can be wrong");
    assert_eq!(scene.all().await, before, "nothing has changed");
    let known: BTreeSet<_> =
        tried.iter().map(|(_, kind)| (*kind).to_owned()).chain(["ping".to_owned()]).collect();
    assert_eq!(known, super::answers::words::<ClientMsg>(json!({"dance": {}})), "every kind was tried");
    let ServerMsg::Pong(_) = scene.silent.ask("ping", json!({})).await else { panic!("anybody may ping") };
}

pub(crate) async fn what_strangers_did_is_forgotten_by_a_crash_as_well() {
    let server = TestServer::open().await;
    let mut scene = Scene::set(&server).await;
    for (_, who, kind, body, _) in mistakes(&scene) {
        who(&mut scene).refused(kind, body).await;
    }
    let before = scene.all().await;
    let tokens = [scene.ann.token.clone(), scene.bo.token.clone()];
    let server = server.crash(0).await;
    scene.ann = server.again(&tokens[0]).await;
    scene.bo = server.again(&tokens[1]).await;
    assert_eq!(scene.all().await, before, "the journal holds what was allowed, and that alone");
}
