//! A whole game of each protocol, byte for byte, as all its clients see it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p gateways --test any_bytes golden` rewrites the files; read them as a diff.

use std::fmt::Write;
use std::path::PathBuf;

use game::Game;
use gateways::translator::Translator;

use super::mini_server::MiniHouse;
use super::tables;

/// A game that is written down while it is played.
struct Scribe<G: Game, M: Translator<Event = ()>> {
    server: MiniHouse<G, M>,
    read: Vec<usize>,
    text: String,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

impl<G: Game, M: Translator<Event = ()>> Scribe<G, M> {
    fn new(server: MiniHouse<G, M>, title: &str) -> Self {
        let read = vec![0; server.clients.len()];
        let text = format!("# {title}\n# N> goes from client N to the server, N< comes to it.\n");
        Self { server, read, text }
    }

    fn line(&mut self, client: usize, sign: char, bytes: &[u8], words: &str) {
        let hex = hex(bytes);
        writeln!(self.text, "{client}{sign} {hex:<44} # {words}").unwrap();
    }

    fn sends(&mut self, client: usize, bytes: &[u8], words: &str) {
        self.line(client, '>', bytes, words);
        self.server.receive(client, bytes);
    }

    /// This many of the next bytes.
    fn reads(&mut self, client: usize, count: usize, words: &str) -> Vec<u8> {
        let from = self.read[client];
        let bytes = self.server.clients[client].out.get(from..from + count);
        let bytes = bytes.unwrap_or_else(|| panic!("{words}: not there\n{}", self.text)).to_vec();
        self.read[client] += count;
        self.line(client, '<', &bytes, words);
        bytes
    }

    fn reads_line(&mut self, client: usize) -> String {
        let rest = &self.server.clients[client].out[self.read[client]..];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let words = String::from_utf8(rest[..length - 1].to_vec()).unwrap();
        self.reads(client, length, &words);
        words
    }

    /// Everything was read, and the file says the same.
    fn ends(self, name: &str) {
        for (client, read) in self.read.iter().enumerate() {
            assert_eq!(self.server.clients[client].out.len(), *read, "client {client} received more");
        }
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &self.text).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(golden == self.text, "{} says something else: look at the diff", path.display());
    }
}

#[test]
fn golden_gomoku() {
    let mut scribe = Scribe::new(tables::gomoku(), "Gomoku: player 1 wins along the top row, and restarts.");
    for client in 0..3 {
        scribe.reads_line(client);
    }
    scribe.sends(1, b"\xEF\xBB\xBFStartGame,2\r\n", "a mark, and StartGame,2");
    (0..3).for_each(|client| assert_eq!(scribe.reads_line(client), "EnterGame"));
    for turn in 0..13 {
        let (client, x) = (turn % 3, turn / 3);
        let line = format!("PlaceChess,{x},{client},{}", client + 1);
        scribe.sends(client, format!("{line}\n").as_bytes(), &line);
        (0..3).for_each(|client| assert_eq!(scribe.reads_line(client), line));
    }
    scribe.sends(0, b"RestartGame\r\n", "RestartGame");
    (0..3).for_each(|client| assert_eq!(scribe.reads_line(client), "RestartGame"));
    scribe.ends("gomoku.txt");
}

#[test]
fn golden_sorry() {
    let mut scribe = Scribe::new(tables::sorry(2, 11), "Sorry!: a game of two.");
    for client in 0..2 {
        scribe.reads(client, 1, "Init: your number");
        scribe.reads(client, 1, "Init: the game starts");
        scribe.reads(client, 1, "Turn of client 1");
    }
    let (mut pawns, mut mover) = ([0u8, 0], 0usize);
    loop {
        let other = 1 - mover;
        scribe.sends(mover, &[0x80], "roll, please");
        let roll = scribe.reads(mover, 1, "the Roll")[0] & 0x3F;
        scribe.reads(other, 1, "the Roll");
        let (exit, entry) = ([5u8, 20][mover], [3i32, 18][mover]);
        let own = i32::from(pawns[mover]);
        let distance = (entry - own).rem_euclid(60) + 1;
        let steps = [0, 1, 2, 3, -2, 5, 7, 8, 10, 12, 11, 0][usize::from(roll)];
        let square = |steps: i32| ((own + steps - 1).rem_euclid(60) + 1) as u8;
        let to = match (own, roll) {
            (0, 1 | 2) => Some(exit),
            (0, _) | (_, 11) => None,
            (_, 4) => Some(square(-2)),
            _ if steps == distance => {
                let number = mover as u8 + 1;
                scribe.sends(mover, &[number], "Init: I have won");
                for client in [mover, other] {
                    scribe.reads(client, 1, "Init: the winner");
                }
                break;
            }
            _ if steps < distance => Some(square(steps)),
            (_, 8) => Some(square(-1)),
            _ => None,
        };
        if let Some(to) = to {
            pawns[mover] = to;
            if pawns[other] == to {
                pawns[other] = 0;
            }
            let moves = [0xC0 | pawns[0], 0xC0 | pawns[1], 0x40];
            scribe.sends(mover, &moves, "Moves of both pawns, end of turn");
            assert_eq!(scribe.reads(other, 2, "the Moves"), moves[..2]);
        } else {
            scribe.sends(mover, &[0x40], "end of turn, nothing changed");
        }
        mover = other;
        for client in [1 - mover, mover] {
            let packet = scribe.reads(client, 1, &format!("Turn of client {}", mover + 1));
            assert_eq!(packet, [0x41 + mover as u8]);
        }
    }
    scribe.ends("sorry.txt");
}

#[test]
fn golden_chicago() {
    let mut scribe =
        Scribe::new(tables::chicago(2, 5), "Chicago: p0 opens a game, p1 joins it, and they play it out.");
    scribe.sends(0, &[1, 2], "NEW_GAME for two");
    scribe.reads(0, 5, "NEW_GAME: its id");
    for client in 0..2 {
        scribe.reads(client, 10, "GAME_UPDATE: id, for two, one entered, p0");
    }
    scribe.sends(1, &[4], "LIST_OF_GAMES");
    scribe.reads(1, 1, "LIST_OF_GAMES");
    scribe.reads(1, 10, "GAME_UPDATE");
    scribe.sends(1, &[2, 1, 0, 0, 0], "JOIN_GAME 1");
    scribe.reads(1, 2, "JOIN_GAME: joined");
    for client in 0..2 {
        scribe.reads(client, 1, "GAME_START");
        scribe.reads(client, 9, "ok; init: two play, own position, the names");
    }
    for round in 0.. {
        let mut hands: Vec<Vec<u8>> =
            (0..2).map(|client| scribe.reads(client, 6, "ok; hand")[1..].to_vec()).collect();
        for exchange in 1..=3 {
            for (client, hand) in hands.iter().enumerate() {
                let mut bytes = [52; 5];
                bytes[0] = hand[exchange];
                scribe.sends(client, &bytes, "exchange: one card");
            }
            for (client, hand) in hands.iter_mut().enumerate() {
                *hand = scribe.reads(client, 6, "ok; new hand")[1..].to_vec();
                scribe.reads(client, 5, "ok; score: player, points, totals");
            }
        }
        for client in 0..2 {
            let calls = u8::from(round == 1 && client == 0);
            scribe.sends(client, &[calls], "Chicago: yes or no");
        }
        let caller = (0..2).map(|client| scribe.reads(client, 2, "ok; who plays Chicago")[1]).max().unwrap();
        let mut leader = if caller < 2 { usize::from(caller) } else { (round + 1) % 2 };
        for _ in 0..5 {
            scribe.reads(leader, 2, "ok; start of the trick");
            let mut played: Vec<u8> = Vec::new();
            for client in [leader, 1 - leader] {
                let led = played.first().map(|card| card / 13);
                let follows = hands[client].iter().position(|card| Some(card / 13) == led);
                let card = hands[client].remove(follows.unwrap_or(0));
                scribe.sends(client, &[card], "card");
                for viewer in 0..2 {
                    assert_eq!(scribe.reads(viewer, 3, "ok; card shown: player, card")[2], card);
                }
                played.push(card);
            }
            let value = |card: u8| if card.is_multiple_of(13) { 13 } else { card % 13 };
            if played[0] / 13 == played[1] / 13 && value(played[1]) > value(played[0]) {
                leader = 1 - leader;
            }
        }
        let mut won = 0;
        for client in 0..2 {
            scribe.reads(client, 5, "ok; trick result: Chicago, last trick, totals");
            won = scribe.reads(client, 3, "ok; round end: game won, winner")[1];
        }
        if won == 1 {
            break;
        }
    }
    for client in 0..2 {
        scribe.sends(client, &[4], "LIST_OF_GAMES: back in the lobby");
        scribe.reads(client, 1, "LIST_OF_GAMES: there are none");
    }
    scribe.ends("chicago.txt");
}
