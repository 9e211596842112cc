//! A database of version 0.1 opens with nothing missing, and every table in it goes on.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, UdpSocket};
use std::path::Path;

use serde_json::Value;
use store::StoreLocation;
use store::testing::Postgres;

use super::expected::{Expected, ExpectedTable, fixture};
use super::messages::{
    DATABASE, GOLF_MANAGER, PATIENT, Snapshot, Status, TableInfo, ask_for_rematch, come_back, lobby_chat,
    pass_time, sit_down_again,
};
use super::playing::play_to_the_end;
use crate::support::client::Client;
use crate::support::http::{get, get_as};
use crate::support::server::{ServerProcess, TEST_TIMEOUT, parlor, run};

#[tokio::test]
async fn a_sqlite_file_of_version_0_1_opens_goes_on_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture("parlor.db"), folder.path().join("parlor.db")).unwrap();
    opens_goes_on_and_verifies(&Expected::read("sqlite.json"), folder.path(), &[]).await;
}

#[tokio::test]
async fn a_postgresql_dump_of_version_0_1_opens_goes_on_and_verifies() {
    let Some(postgres) = Postgres::shared() else { return };
    let place = postgres.create_database().unwrap();
    postgres.restore(&place, &fixture("postgres.sql")).unwrap();
    let StoreLocation::Postgres(url) = place else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    opens_goes_on_and_verifies(&Expected::read("postgres.json"), folder.path(), &[DATABASE, &url]).await;
}

async fn opens_goes_on_and_verifies(expected: &Expected, data: &Path, args: &[&str]) {
    let golf = free_udp_port();
    let address = golf.to_string();
    let time = expected.time.to_string();
    let args = [args, PATIENT, &["--test-time", &time, GOLF_MANAGER, &address]].concat();
    let server = ServerProcess::start_with(data, &args);
    assert_eq!(server.token, None, "it is not a first start");
    every_table_is_there(expected, &server);
    every_peer_is_registered(expected, golf);

    let mut people = everybody_comes_back(expected, &server).await;
    assert_eq!(lobby_chat(people.get_mut("Ann").unwrap()).await, expected.lobby_chat);
    for (title, table) in &expected.tables {
        everybody_finds_their_place(title, table, &mut people).await;
    }
    let pause = || pass_time(&server, &expected.admin_token);
    let mut replays: Vec<_> = expected.tables.values().flat_map(|table| table.replays.clone()).collect();
    for table in expected.tables.values().filter(|table| table.stage == "running") {
        let names: Vec<_> =
            table.occupants().into_iter().flatten().filter(|name| people.contains_key(name)).collect();
        replays.push(play_to_the_end(&pause, &mut people, &names, &table.table).await);
    }
    rematch_is_begun(expected, &mut people).await;
    let names = ["Ann", "Ben"].map(str::to_owned);
    let second =
        play_to_the_end(&pause, &mut people, &names, &expected.tables["finished gomoku"].table).await;
    assert!(second.ends_with("-2"), "{second}");
    replays.push(second);
    every_replay_verifies(expected, &server, &replays);
    drop(people);
    server.kill();

    // What was added to the old journals is read as well.
    let server = ServerProcess::start_with(data, &args);
    assert_eq!(Status::of(&server, &expected.admin_token).quarantined(), 0);
    every_replay_verifies(expected, &server, &replays);
    server.stop();
}

fn free_udp_port() -> std::net::SocketAddr {
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

fn every_table_is_there(expected: &Expected, server: &ServerProcess) {
    assert_eq!(Status::of(server, &expected.admin_token).quarantined(), 0);
    let tables = TableInfo::all(server, &expected.admin_token);
    assert_eq!(tables.len(), expected.tables.len());
    for (title, table) in &expected.tables {
        let info = tables.iter().find(|info| info.table() == table.table);
        let info = info.unwrap_or_else(|| panic!("{title} is missing"));
        assert_eq!(info.game(), table.game, "{title}");
        assert_eq!(info.stage(), table.stage, "{title}");
        assert_eq!(info.is_private(), table.private, "{title}");
        for (name, value) in &table.options {
            assert_eq!(info.option(name), value, "{title}: {name}");
        }
        assert_eq!(info.wants_rematch(), table.wants_rematch, "{title}");
        assert_eq!(info.occupants(), table.occupants(), "{title}");
        // Clients of the legacy protocols cannot reconnect, so bots play for them from the start on.
        if title != "opened through an old port" {
            assert_eq!(info.played_by_bots(), table.played_by_bots, "{title}");
        }
    }
    assert_eq!(get(server, &format!("/api/tables/{}", expected.closed)).status, 404);
}

fn every_peer_is_registered(expected: &Expected, manager: std::net::SocketAddr) {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    socket.send_to(b"query players", manager).unwrap();
    let mut answer = [0; 2_048];
    let length = socket.recv(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(answer.starts_with(&expected.golf_peers.len().to_string()), "{answer}");
    for name in &expected.golf_peers {
        assert!(answer.contains(&format!("({name}, ")), "{answer}");
    }
}

async fn everybody_comes_back(expected: &Expected, server: &ServerProcess) -> BTreeMap<String, Client> {
    let mut people = BTreeMap::new();
    for (name, token) in &expected.tokens {
        let (client, welcomed_as, tables) = come_back(server, token).await;
        assert_eq!(&welcomed_as, name);
        for (title, table) in &expected.tables {
            let has_seat = table.people.contains_key(name);
            assert!(!has_seat || tables.contains(&table.table), "{name} has a seat: {title}");
        }
        people.insert(name.clone(), client);
    }
    // One had left a running game, and the seat was kept.
    let left = &expected.tables["away: left"];
    sit_down_again(people.get_mut("Daniel").unwrap(), &left.table).await;
    people
}

async fn everybody_finds_their_place(
    title: &str,
    table: &ExpectedTable,
    people: &mut BTreeMap<String, Client>,
) {
    for (name, person) in &table.people {
        let now = Snapshot::of(people.get_mut(name).unwrap(), &table.table).await;
        assert_eq!(now.seat(), u64::from(person.seat), "{title}: {name}");
        assert_eq!(now.games(), table.games, "{title}");
        assert_eq!(now.to_act(), table.to_act, "{title}");
        // Several cards in one turn were one decision, and are one for each card now.
        let has_steps = table.options.get("multi").is_some_and(|multi| multi == "on");
        let decisions = now.decisions();
        let is_same = decisions == person.decisions || has_steps && decisions > person.decisions;
        assert!(is_same, "{title}: {name}: {decisions} decisions, not {}", person.decisions);
        assert_eq!(now.draft(), &person.draft, "{title}: {name}");
        assert_eq!(now.chat(), person.chat, "{title}: {name}");
        assert_eq!(now.invitation(), person.invitation.as_deref(), "{title}: {name}");
        assert_eq!(sorted(&now.legal()), sorted(&person.legal), "{title}: {name}");
    }
}

/// The actions that both versions know. Several cards in one turn were one action then and are steps now; the rules' own
/// tests hold that both reach the same position.
fn sorted(actions: &[Value]) -> Vec<String> {
    let in_both = |action: &&Value| action.get("play_several").is_none() && action.get("lay").is_none();
    let mut actions: Vec<_> = actions.iter().filter(in_both).map(Value::to_string).collect();
    actions.sort_unstable();
    actions
}

/// One of two had asked for another game before the server was killed.
async fn rematch_is_begun(expected: &Expected, people: &mut BTreeMap<String, Client>) {
    let table = &expected.tables["finished gomoku"];
    assert_eq!(table.wants_rematch, [0]);
    ask_for_rematch(people.get_mut("Ben").unwrap(), &table.table).await;
}

/// Those of version 0.1, and those of games that it began and this one ended.
fn every_replay_verifies(expected: &Expected, server: &ServerProcess, replays: &[String]) {
    for id in replays {
        // Somebody of each private table may see it.
        let path = format!("/api/replays/{id}");
        let token = expected.tokens.values().find(|token| get_as(server, &path, token).status == 200);
        let token = token.unwrap_or_else(|| panic!("{id} is missing"));
        let address = format!("http://{}{path}", server.address);
        let ended = run(parlor(&["verify", &address]).env("PARLOR_TOKEN", token));
        assert_eq!(ended.code, Some(0), "{id}: {}{}", ended.stdout, ended.stderr);
    }
}
