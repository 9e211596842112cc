//! People who are not there any more: nobody plays with ghosts, and nobody sees them in the lobby.

use protocol::{Occupant, Presence, TableInfo};
use serde_json::json;

use crate::legacy::chicago::enters;
use crate::legacy::harness::TestServer;
use crate::legacy::old_gomoku::OldGomoku;
use crate::legacy::raw::{Raw, until};
use crate::mixed::{hurried, plays_sorry, waits};
use crate::support::client::Client as Web;

fn the_table(server: &TestServer) -> TableInfo {
    let mut tables = server.tables();
    assert_eq!(tables.len(), 1, "{tables:?}");
    tables.remove(0)
}

fn lost(server: &TestServer) -> usize {
    let is_lost = |presence: &Presence| matches!(presence, Presence::Disconnected { .. });
    the_table(server).seats.iter().filter(|seat| is_lost(&seat.presence)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_while_a_person_from_the_web_is_lost_is_refused_until_they_are_back() {
    let server = TestServer::open(&[]);
    let mut players: Vec<OldGomoku> = (0..2).map(|_| OldGomoku::connect(&server)).collect();
    let table = waits(&server, "gomoku").await;
    let mut ann = Web::hello(&server.process, "Ann").await;
    ann.done("join", json!({ "table": table })).await;
    let token = ann.token.clone();
    drop(ann);
    until("Ann is lost", || lost(&server) == 1);
    for player in &mut players {
        player.starts();
        player.expect("InsufficientConnections");
    }
    let (_ann, _) = Web::resume(&server.process, &token).await;
    until("Ann is back", || lost(&server) == 0);
    players[1].starts();
    players.iter_mut().for_each(|player| player.expect("EnterGame"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seat_of_a_lost_person_at_a_table_of_old_clients_is_free_after_half_a_minute() {
    let server = TestServer::open(&[]);
    let mut players: Vec<OldGomoku> = (0..2).map(|_| OldGomoku::connect(&server)).collect();
    let table = waits(&server, "gomoku").await;
    let mut ann = Web::hello(&server.process, "Ann").await;
    ann.done("join", json!({ "table": table })).await;
    drop(ann);
    until("Ann is lost", || lost(&server) == 1);
    server.advance(30_000);
    until("her seat is free", || the_table(&server).seats[2].occupant == Occupant::Empty);
    players.push(OldGomoku::connect(&server));
    assert_eq!(players[2].id(), 3);
    players[2].starts();
    players.iter_mut().for_each(|player| player.expect("EnterGame"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_starts_by_itself_does_not_start_with_a_lost_person() {
    let server = TestServer::open(&["--sorry-seats", "3"]);
    let first = Raw::connect(server.sorry);
    let table = waits(&server, "sorry").await;
    let mut ann = Web::hello(&server.process, "Ann").await;
    ann.done("join", json!({ "table": table })).await;
    drop(ann);
    until("Ann is lost", || lost(&server) == 1);
    let mut clients = vec![first];
    clients.extend((0..2).map(|_| Raw::connect(server.sorry)));
    for (client, number) in clients.iter_mut().zip(1..) {
        client.expect(&[number, 0x05, 0x41]);
    }
}

fn names(card: &TableInfo) -> Vec<String> {
    let name = |who: &Occupant| match who {
        Occupant::Person { name, .. } => name.clone(),
        other => format!("{other:?}"),
    };
    card.seats.iter().map(|seat| name(&seat.occupant)).collect()
}

#[test]
fn clients_without_a_name_are_guests_in_the_lobby_with_the_lowest_free_number() {
    let server = TestServer::open(&[]);
    let mut players: Vec<OldGomoku> = (0..3).map(|_| OldGomoku::connect(&server)).collect();
    players[0].starts();
    players.iter_mut().for_each(|player| player.expect("EnterGame"));
    assert_eq!(names(&the_table(&server)), ["Guest 1", "Guest 2", "Guest 3"]);
    players.remove(1).quits(&server);
    let next = OldGomoku::connect(&server);
    assert_eq!(next.id(), 2);
    until("the newcomer sits", || the_table(&server).seats[1].occupant != Occupant::Empty);
    assert_eq!(names(&the_table(&server)), ["Guest 1", "Guest 2", "Guest 3"]);
    let _sorry = Raw::connect(server.sorry);
    until("another table waits", || server.tables().len() == 2);
    let sorry = server.tables().into_iter().find(|card| card.game == "sorry").unwrap();
    assert_eq!(names(&sorry)[0], "Guest 4", "no two people have one name");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_left_stays_in_the_lobby_when_the_game_that_a_bot_played_on_is_over() {
    let server =
        TestServer::open(&["--sorry-seats", "2", "--legacy-on-leave", "bot", "--sorry-clock", "off"]);
    let first = Raw::connect(server.sorry);
    waits(&server, "sorry").await;
    let mut second = Raw::connect(server.sorry);
    second.expect(&[2, 0x05, 0x41]);
    second.hang_up();
    let first = tokio::task::spawn_blocking(move || plays_sorry(first, 2));
    hurried(&server, first).await.unwrap();
    until("the table is gone", || {
        server.advance(100);
        server.tables().is_empty()
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chicago_client_is_listed_under_its_name_and_leaves_neither_table_nor_name_behind() {
    let server = TestServer::open(&[]);
    let mut old = enters(&server, "ann");
    old.send(&[1, 3]);
    old.expect(&[1, 1, 0, 0, 0]);
    assert_eq!(names(&the_table(&server)), ["ann", "Empty", "Empty"]);
    let mut bo = enters(&server, "bo");
    bo.send(&[2, 1, 0, 0, 0]);
    bo.expect(&[2, 1]);
    assert_eq!(names(&the_table(&server)), ["ann", "bo", "Empty"]);
    old.hang_up();
    until("others move up", || names(&the_table(&server)) == ["bo", "Empty", "Empty"]);
    bo.hang_up();
    until("the table is gone", || server.tables().is_empty());
    Web::hello(&server.process, "ann").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chicago_client_that_left_a_table_of_the_web_has_no_seat_there_when_the_game_is_over() {
    let server = TestServer::open(&[]);
    let mut ann = Web::hello(&server.process, "Ann").await;
    let new = json!({"game": "chicago", "seats": 2, "clock": "off", "options": {"pause": 0}});
    let table = ann.open(new).await;
    let mut old = enters(&server, "old");
    old.send(&[2, 1, 0, 0, 0]);
    old.expect(&[2, 1, 5]);
    assert_eq!(names(&the_table(&server)), ["Ann", "old"]);
    old.hang_up();
    let scene = ann.scene().await;
    let over = hurried(&server, ann.play_on(&table, scene, u32::MAX)).await;
    assert!(over.result().is_some());
    // Asked at the table: one whose game is over leaves the list of the lobby.
    loop {
        let snapshot = ann.done("sync", json!({ "table": table })).await;
        let info: TableInfo = serde_json::from_value(snapshot["info"].clone()).unwrap();
        if names(&info) == ["Ann", "Empty"] {
            break;
        }
    }
}
