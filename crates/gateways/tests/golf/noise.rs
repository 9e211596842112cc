//! Any bytes at any socket at any time: nothing panics, nothing grows, nothing hangs, and what was read is written
//! again as it was.

use std::net::SocketAddr;
use std::time::Duration;

use game::{FastRng, below, dice};
use gateways::golf::{Message, Peer, Socket, Timing};

use super::network::{Ours, Program, contact};

/// Words that lead far, with numbers and names that may fit.
const WORDS: &[&str] = &[
    "assign player\n",
    "deal card\n",
    "stack\n",
    "announce initial reveal",
    "reveal card\n",
    "pop\n",
    "replace\n",
    "query game state",
    "game state\n",
    "stock",
    "discard",
    "steal\n",
    "continue",
    "newround",
    "end\n",
    "ann",
    "bob",
    "cid",
    "\n",
    " ",
    "0",
    "5",
    "6",
    "-1",
    "d",
    "True",
    "False",
    "2",
    "3",
    "(H10, True)",
    "(S2, False)",
    "(ann, 127.0.0.1, 4505)",
    "(bob, 127.0.0.1, 4510)",
    "((cid, 127.0.0.1, 4515))",
    "ack ",
    "(",
    ")",
    "\u{1F0A1}",
];

pub(super) fn text(dice: &mut FastRng) -> String {
    let count = 1 + below(dice, 8);
    (0..count).map(|_| WORDS[below(dice, WORDS.len() as u32) as usize]).collect()
}

#[test]
fn whatever_is_read_is_written_as_it_was() {
    let mut dice = dice(1);
    let mut read = 0;
    for _ in 0..60_000 {
        if let Ok(message) = Message::read(&text(&mut dice)) {
            read += 1;
            assert_eq!(Message::read(&message.to_string()), Ok(message));
        }
    }
    assert!(read > 100, "only {read} were messages");
}

#[test]
fn noise_at_every_socket_stops_nobody_and_is_never_answered_more_often_than_it_came() {
    for seed in 0..40 {
        let mut dice = dice(seed);
        let contacts = [contact(0), contact(1), contact(2)];
        let mut player = Ours::new(&contacts[(seed % 3) as usize], seed, Timing::default());
        if seed % 2 == 0 {
            let mut list = contacts.to_vec();
            list.rotate_left((seed % 3) as usize + 1);
            assert!(player.peer.start(&list, seed % 4 == 0, Duration::ZERO));
        }
        let mut now = Duration::ZERO;
        for _ in 0..2_000 {
            now += Duration::from_millis(u64::from(below(&mut dice, 3)));
            let from =
                contacts[below(&mut dice, 3) as usize].socket(Socket::ALL[below(&mut dice, 3) as usize]);
            let socket = Socket::ALL[below(&mut dice, 3) as usize];
            let sent = player.run(now);
            assert!(sent.len() <= 8, "{sent:?}");
            let mut bytes = text(&mut dice).into_bytes();
            if below(&mut dice, 10) == 0 {
                bytes.push(0xFF);
            }
            // Now and then a message is returned to its sender, as an acknowledgement or unchanged.
            if let Some(own) = sent.first().filter(|_| below(&mut dice, 2) == 0) {
                bytes = format!("ack {}", own.text).into_bytes();
                player.hear(own.socket, own.to, &bytes, now);
            } else {
                player.hear(socket, from, &bytes, now);
            }
        }
    }
}

#[test]
fn strangers_are_never_answered() {
    let mut peer = Peer::new("ann", Timing::default());
    let stranger: SocketAddr = "192.0.2.7:4505".parse().unwrap();
    let mut dice = dice(3);
    for _ in 0..20_000 {
        for socket in Socket::ALL {
            peer.hear(socket, stranger, text(&mut dice).as_bytes(), Duration::ZERO);
        }
        assert_eq!(peer.outgoing(), None);
    }
}
