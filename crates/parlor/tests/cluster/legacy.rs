//! Old clients at any node, and the golf manager, which runs on one node at a time.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::harness::Bed;
use crate::support::http::get;
use crate::support::server::{ServerProcess, TEST_TIMEOUT};

/// How long an answer of the golf manager is waited for; then the other node is asked.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(300);

/// A node with this legacy port, and where that is.
fn node(bed: &Bed, name: &str, flag: &str, words: &str) -> (ServerProcess, SocketAddr) {
    let server = ServerProcess::spawn(bed.command(name).args([flag, "127.0.0.1:0"]));
    let line = server.line();
    let place = line.strip_prefix(words).unwrap_or_else(|| panic!("{line}"));
    let address = place.split(' ').next().unwrap().parse().unwrap();
    (server, address)
}

fn tables(node: &ServerProcess) -> Vec<Value> {
    get(node, "/api/tables").json()["tables"].as_array().unwrap().clone()
}

fn wait_for_tables(node: &ServerProcess, what: &str, are_right: impl Fn(&[Value]) -> bool) {
    let since = Instant::now();
    loop {
        let tables = tables(node);
        if are_right(&tables) {
            return;
        }
        assert!(since.elapsed() < TEST_TIMEOUT, "{what}: {tables:?}");
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn old_clients_of_two_nodes_sit_down_at_one_table() {
    let Some(bed) = Bed::new() else { return };
    let words = "Gomoku legacy protocol at ";
    let (a, at_a) = node(&bed, "a", "--gomoku", words);
    let (b, at_b) = node(&bed, "b", "--gomoku", words);
    let seated = |table: &Value| {
        let seats = table["seats"].as_array().unwrap().iter();
        seats.filter(|seat| seat["occupant"].get("person").is_some()).count()
    };
    let mut first = TcpStream::connect(at_a).unwrap();
    wait_for_tables(&b, "the table of a is listed on b", |tables| {
        tables.len() == 1 && seated(&tables[0]) == 1
    });
    let second = TcpStream::connect(at_b).unwrap();
    for node in [&a, &b] {
        wait_for_tables(node, "both are at one table", |tables| tables.len() == 1 && seated(&tables[0]) == 2);
    }
    let third = TcpStream::connect(at_b).unwrap();
    wait_for_tables(&a, "all three sit", |tables| tables.len() == 1 && seated(&tables[0]) == 3);
    // The client that starts the game is on another node than the others.
    first.write_all(b"StartGame,1\n").unwrap();
    for (client, number) in [(&first, 1), (&second, 2), (&third, 3)] {
        client.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let mut lines = BufReader::new(client).lines().map(Result::unwrap);
        assert_eq!(lines.next().unwrap(), format!("AssignPlayerID,{number}"));
        assert_eq!(lines.next().unwrap(), "EnterGame");
    }
}

/// Asks both managers until one answers; returns which one did.
fn ask(managers: &[SocketAddr], request: &str) -> (SocketAddr, String) {
    let since = Instant::now();
    let mut buffer = vec![0; 65_536];
    loop {
        for manager in managers {
            let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
            socket.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
            socket.send_to(request.as_bytes(), manager).unwrap();
            if let Ok((length, _)) = socket.recv_from(&mut buffer) {
                return (*manager, String::from_utf8(buffer[..length].to_vec()).unwrap());
            }
        }
        assert!(since.elapsed() < TEST_TIMEOUT, "no manager answers {request:?}");
    }
}

#[tokio::test]
async fn the_golf_manager_runs_on_one_node_and_moves_with_its_lease() {
    let Some(bed) = Bed::new() else { return };
    let words = "Golf manager at ";
    let (a, at_a) = node(&bed, "a", "--golf-manager", words);
    let (b, at_b) = node(&bed, "b", "--golf-manager", words);
    let (answered, said) = ask(&[at_a, at_b], "register ann 4505");
    assert_eq!(said, "SUCCESS");
    let (killed, left, other) = if answered == at_a { (a, b, at_b) } else { (b, a, at_a) };
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    silent.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    silent.send_to(b"query players", other).unwrap();
    assert!(silent.recv_from(&mut [0; 100]).is_err(), "one manager at a time");
    killed.kill();
    // The next one knows what the last one knew.
    let (_, players) = ask(&[other], "query players");
    assert!(players.contains("ann"), "{players}");
    drop(left);
}
