//! A dealer and a player who cheat, over real sockets: our process reports it, informs the manager and leaves.

use std::net::UdpSocket;
use std::time::Duration;

use super::harness::{Manager, Player, block};

fn heard(socket: &UdpSocket, begins: &str) -> String {
    let mut buffer = [0; 4096];
    loop {
        let (length, from) = socket.recv_from(&mut buffer).unwrap();
        let text = String::from_utf8(buffer[..length].to_vec()).unwrap();
        if text.starts_with(begins) {
            if !begins.starts_with("ack") {
                socket.send_to(format!("ack {text}").as_bytes(), from).unwrap();
            }
            return text;
        }
    }
}

fn socket(port: u16) -> UdpSocket {
    let socket = UdpSocket::bind(("127.0.0.1", port)).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    socket
}

fn port_of(manager: &Manager, name: &str) -> u16 {
    let players = manager.ask("query players");
    let line = players.lines().find(|line| line.starts_with(&format!("({name},"))).unwrap();
    line.trim_end_matches(')').rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_dealer_who_deals_a_card_twice_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let bob = Player::start(manager.address, "bob", &["--bot", "casual"]);
    manager.wait_until("query players", |answer| answer.starts_with('1'));
    let port = block();
    assert_eq!(manager.ask(&format!("register eve {port}")), "SUCCESS");
    assert!(manager.ask("start game eve 1").starts_with("SUCCESS\n0\n"));
    let dealing = socket(port + 1);
    let theirs = port_of(&manager, "bob");
    let say = |text: &str| dealing.send_to(text.as_bytes(), ("127.0.0.1", theirs)).unwrap();
    say(&format!("assign player\nFalse\n2\n(bob, 127.0.0.1, {theirs})\n(eve, 127.0.0.1, {port})"));
    heard(&dealing, "ack assign player");
    say("deal card\n(SA, True)\nbob");
    heard(&dealing, "ack deal card");
    say("deal card\n(SA, True)\neve");
    assert_eq!(manager.ask("end 0 eve"), "SUCCESS");
    let bob = bob.ended();
    assert_eq!(bob.code, Some(3), "{bob:?}");
    assert!(bob.stderr.contains("eve cheated: A♠ is in the deck twice"), "{bob:?}");
    assert_eq!(manager.ask("query players"), format!("1\n(eve, 127.0.0.1, {port})"));
}

#[test]
fn a_player_who_turns_a_seventh_card_is_named_and_the_game_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let port = block();
    let (base, second) = (socket(port), socket(port + 1));
    assert_eq!(manager.ask(&format!("register eve {port}")), "SUCCESS");
    let ann = Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1"]);
    heard(&base, "assign player");
    for _ in 0..12 {
        heard(&base, "deal card");
    }
    heard(&base, "stack\nstock");
    heard(&base, "announce initial reveal");
    second.send_to(b"reveal card\n6\neve", ("127.0.0.1", port_of(&manager, "ann"))).unwrap();
    let ann = ann.ended();
    assert_eq!(ann.code, Some(3), "{ann:?}");
    assert!(ann.stderr.contains("eve cheated: there is no card 6"), "{ann:?}");
    assert_eq!(manager.ask("query games"), "0");
    assert_eq!(manager.ask("query players"), format!("1\n(eve, 127.0.0.1, {port})"));
}

#[test]
fn a_player_who_falls_silent_is_named_when_patience_ends() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::start(&folder.path().join("golf.json"), 0);
    let port = block();
    let (base, _second, _third) = (socket(port), socket(port + 1), socket(port + 2));
    assert_eq!(manager.ask(&format!("register eve {port}")), "SUCCESS");
    let ann =
        Player::start(manager.address, "ann", &["--bot", "casual", "--start", "1", "--peer-timeout", "3"]);
    heard(&base, "assign player");
    for _ in 0..12 {
        heard(&base, "deal card");
    }
    heard(&base, "stack\nstock");
    heard(&base, "announce initial reveal");
    for _ in 0..2 {
        heard(&base, "reveal card");
    }
    let ann = ann.ended();
    assert_eq!(ann.code, Some(3), "{ann:?}");
    assert!(ann.stderr.contains("eve has vanished; waited for two turned cards"), "{ann:?}");
    assert_eq!(manager.ask("query games"), "0");
}
