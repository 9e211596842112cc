//! A server that sends anything at all.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

use serde_json::{Value, json};
use tungstenite::Message;

use super::full_screen::play;
use super::plain::PlainSession;
use super::screen::ScreenSession;

/// Changes the title, clears the screen, asks the terminal to answer, writes to the clipboard, turns text round.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[6n\u{1b}]52;c;b3du\u{7}\u{9b}31m\u{202e}ned\r\nx";

fn messages() -> Vec<Value> {
    let seat = json!({"occupant": {"person": {"name": EVIL, "program": false}}, "presence": "connected",
        "played_by_bot": false, "wants_rematch": false});
    let info = json!({"table": "0000000002", "game": EVIL, "options": {}, "clock": 20, "seats": [seat], "host": 0,
        "stage": "waiting", "watch_policy": "open", "watcher_count": 0, "private": false, "opened_at": 0});
    let chat = json!([{"number": 1, "from": EVIL, "text": EVIL, "at": 0}]);
    vec![
        json!({"welcome": {"version": 2, "name": format!("Ann{EVIL}"), "token": "t", "tables": []}}),
        json!({"lobby": {"tables": [info], "people_online": 1, "chat": chat}}),
        json!({"nobody": {"knows": EVIL}}),
        json!([EVIL]),
    ]
}

/// A server for one visit: the list of games, then a socket that talks nonsense.
fn serve() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut start = [0; 8];
            stream.peek(&mut start).unwrap();
            if start.starts_with(b"GET /api") {
                answer_games(&mut stream);
            } else if let Ok(mut socket) = tungstenite::accept(stream) {
                // The hello.
                let _ = socket.read();
                for message in messages() {
                    let _ = socket.send(Message::text(message.to_string()));
                }
                let _ = socket.send(Message::text(format!("not JSON at all {EVIL}")));
                let _ = socket.send(Message::binary(vec![0, 27, 93, 255]));
                std::thread::spawn(move || while socket.read().is_ok() {});
            }
        }
    });
    address
}

fn answer_games(stream: &mut TcpStream) {
    let mut request = Vec::new();
    let mut byte = [0; 1];
    while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|count| count == 1) {
        request.push(byte[0]);
    }
    let game = json!({"name": "evil", "title": EVIL, "summary": EVIL, "min_seats": 2, "max_seats": 2, "default_seats": 2,
        "options": []});
    let body = json!({"games": [game], "levels": [EVIL]}).to_string();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
}

#[test]
fn what_a_server_sends_is_shown_and_never_obeyed() {
    let home = tempfile::tempdir().unwrap();
    let url = format!("http://{}", serve());
    let mut session = ScreenSession::start(play(home.path(), &[&url, "--name", "Ann"]), (80, 24));
    session.wait_for("unreadable");
    session.keys("?");
    session.wait_for("any key closes");
    session.keys("q");
    session.wait_for("Tables (1)");
    session.keys("n");
    session.wait_for("New table");
    let raw = session.raw();
    for command in ["\x1b]0;owned", "\x1b[6n", "\x1b]52", "\u{9b}", "\u{202e}"] {
        assert!(!raw.contains(command), "{command:?} in {raw:?}");
    }
    session.keys("\x03");
    assert!(session.end().0.success());
}

#[test]
fn lines_of_a_hostile_server_stay_lines() {
    let home = tempfile::tempdir().unwrap();
    let url = format!("http://{}", serve());
    let mut session = PlainSession::start(play(home.path(), &["--plain", &url, "--name", "Ann"]));
    session.wait_for("unreadable");
    session.say("list");
    session.wait_for("1. ");
    let commands = |letter: char| letter.is_control() || letter == '\u{202e}';
    assert!(session.heard.iter().all(|line| !line.contains(commands)), "{:?}", session.heard);
    assert!(session.end());
}
