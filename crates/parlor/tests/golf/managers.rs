//! The manager, alone and in the server: what it answers, what it survives, what it keeps.

use std::net::UdpSocket;
use std::path::Path;
use std::time::{Duration, Instant};

use super::harness::{ELSEWHERE, Manager, ask, ask_from};
use crate::support::server::ServerProcess;

#[test]
fn every_request_has_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    for (request, answer) in [
        ("query players", "0"),
        ("query games", "0"),
        ("register  4505", "FAILURE USERNAME"),
        ("register a 4505", "SUCCESS"),
        ("register a 4505", "SUCCESS"),
        ("register sixteen-letters- 4510", "FAILURE USERNAME"),
        ("register fifteen-letters 4510", "SUCCESS"),
        ("register b 4505", "FAILURE PORT"),
        ("register b 4509", "FAILURE PORT"),
        ("register a 4600", "FAILURE USERNAME"),
        ("register a 4510", "FAILURE USERNAME"),
        ("register b 1023", "FAILURE PORT"),
        ("register b 65532", "FAILURE PORT"),
        ("register b 65531", "SUCCESS"),
        ("register c port", "SYNTAX_ERROR"),
        ("register c", "SYNTAX_ERROR"),
        ("start game a 0", "FAILURE"),
        ("start game a 4", "FAILURE"),
        ("start game a 3", "FAILURE"),
        ("start game nobody 1", "FAILURE"),
        ("start game a two", "SYNTAX_ERROR"),
        ("start game a 1", "SUCCESS\n0\n(fifteen-letters, 127.0.0.1, 4510)\n(a, 127.0.0.1, 4505)"),
        ("start game a 1", "FAILURE"),
        ("start game b 1", "FAILURE"),
        ("query games", "1\n(0, a, [(fifteen-letters, 127.0.0.1, 4510)\n(a, 127.0.0.1, 4505)])"),
        ("de-register fifteen-letters", "SUCCESS"),
        ("de-register nobody", "FAILURE"),
        ("end 1 a", "FAILURE"),
        ("end 0 b", "FAILURE"),
        ("end x a", "SYNTAX_ERROR"),
        ("end 0 a", "SUCCESS"),
        ("deregister a", "SUCCESS"),
        ("de-register fifteen-letters", "FAILURE"),
        ("query players", "1\n(b, 127.0.0.1, 65531)"),
        ("hello", "SYNTAX_ERROR"),
        ("", "SYNTAX_ERROR"),
    ] {
        assert_eq!(manager.ask(request), answer, "{request}");
    }
    assert_eq!(ask(manager.address, &[b'x'; 2_048]), "SYNTAX_ERROR");
    assert_eq!(ask(manager.address, &[b'x'; 60_000]), "SYNTAX_ERROR");
    assert_eq!(ask(manager.address, &[0xFF, 0xFE]), "SYNTAX_ERROR");
}

/// Sends noise for a while; nothing may stop the manager.
fn flood(address: std::net::SocketAddr) {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    for number in 0..3_000u32 {
        let bytes: Vec<u8> = (0..number % 700).map(|index| (index.wrapping_mul(number) >> 3) as u8).collect();
        // What does not fit in the queue is lost, as it would be on the way.
        let _ = socket.send_to(&bytes, address);
    }
    assert_eq!(ask(address, b"query games"), "0");
}

#[test]
fn noise_does_not_stop_it() {
    let folder = tempfile::tempdir().unwrap();
    flood(Manager::start(&folder.path().join("golf.json"), 0).address);
}

#[test]
fn a_manager_that_is_killed_knows_everybody_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("golf.json");
    let manager = Manager::start(&state, 0);
    assert_eq!(manager.ask("register ann 4505"), "SUCCESS");
    assert_eq!(manager.ask("register bob 4510"), "SUCCESS");
    let started = manager.ask("start game bob 1");
    let (players, games) = (manager.ask("query players"), manager.ask("query games"));
    assert!(started.starts_with("SUCCESS\n0\n"), "{started}");
    manager.kill();
    let manager = Manager::start(&state, 0);
    assert_eq!((manager.ask("query players"), manager.ask("query games")), (players, games));
    assert_eq!(manager.ask("end 0 bob"), "SUCCESS");
    assert!(
        manager.ask("start game ann 1").starts_with("SUCCESS\n1\n"),
        "numbers of games are never used again"
    );
}

#[test]
fn a_damaged_state_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("golf.json");
    std::fs::write(&state, "{\"players\":").unwrap();
    let mut command = crate::support::server::parlor(&["golf", "manager", "--port", "0", "--state"]);
    let ended = crate::support::server::run(command.arg(&state));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("golf.json cannot be read"), "{}", ended.stderr);
    assert_eq!(std::fs::read_to_string(&state).unwrap(), "{\"players\":");
}

fn golf_line(server: &ServerProcess) -> std::net::SocketAddr {
    let line = server.line();
    line.split_whitespace().nth(3).unwrap_or_else(|| panic!("{line}")).parse().unwrap()
}

#[test]
fn the_server_has_a_manager_too_and_keeps_it_across_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let start = |data: &Path| ServerProcess::start_with(data, &["--golf-manager", "127.0.0.1:0"]);
    let server = start(folder.path());
    let golf = golf_line(&server);
    assert_eq!(ask(golf, b"register ann 4505"), "SUCCESS");
    flood(golf);
    server.kill();
    let server = start(folder.path());
    let golf = golf_line(&server);
    assert_eq!(ask(golf, b"query players"), "1\n(ann, 127.0.0.1, 4505)");
}

#[test]
fn the_manager_of_a_server_drops_a_silent_player_after_seconds_and_not_minutes() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--golf-manager", "127.0.0.1:0", "--golf-registration-timeout", "1"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let golf = golf_line(&server);
    assert_eq!(ask(golf, b"register ann 4505"), "SUCCESS");
    let started = Instant::now();
    // A datagram from ann's address would renew the registration.
    while !ask_from(ELSEWHERE, golf, b"query players").starts_with('0') {
        assert!(started.elapsed() < Duration::from_secs(50), "ann is still registered");
    }
}
