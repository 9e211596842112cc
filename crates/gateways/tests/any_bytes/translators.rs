//! Any bytes from any client, in any pieces, with clocks and departures in between: no map panics, hangs or says what its
//! protocol does not know.

use game::Game;
use gateways::translator::Translator;

use super::mini_server::MiniHouse;
use super::tables;

/// No input makes a map say more than this.
const MAX_SAID: usize = 4_000_000;

/// Bytes as a series of deeds: who says which bytes next, whose time is up, who leaves.
fn talk<G: Game, M: Translator<Event = ()>>(server: &mut MiniHouse<G, M>, bytes: &[u8], words: &[&[u8]]) {
    let clients = server.clients.len();
    let mut left = bytes;
    while let [first, rest @ ..] = left {
        let client = usize::from(*first) % clients;
        left = rest;
        match first / 16 {
            0 => server.time_is_up(),
            1 if *first == 31 => server.leaves(client),
            // As they are, this many of them.
            1..=7 => {
                let (said, rest) = left.split_at(usize::from(first / 16).min(left.len()));
                server.receive(client, said);
                left = rest;
            }
            // Something that clients do say.
            _ => {
                let word = left.first().map_or(0, |byte| usize::from(*byte)) % words.len();
                server.receive(client, words[word]);
                left = left.get(1..).unwrap_or_default();
            }
        }
        assert!(server.clients.iter().all(|client| client.out.len() < MAX_SAID), "too much is said");
    }
}

pub(crate) fn gomoku(bytes: &[u8]) {
    let mut server = tables::gomoku();
    let words: [&[u8]; 12] = [
        b"StartGame,1\n",
        b"\xEF\xBB\xBFStartGame\r\n",
        b"RestartGame\n",
        b"Hello,extended\n",
        b"PlaceChess,0,0,1\n",
        b"PlaceChess,1,0,2\nPlaceChess,2,0,3\n",
        b"PlaceChess,7,7,1\nPlaceChess,7,7,2\n",
        b"PlaceChess,-1,15,1\r\n",
        b"PlaceChess,14,14,2\n",
        b"PlaceChess,3,3,3\n",
        b"PlaceChess,99999999999999999999,,\n",
        b"nonsense\n",
    ];
    talk(&mut server, bytes, &words);
    for client in &server.clients {
        let said = std::str::from_utf8(&client.out).expect("text");
        assert!(said.is_empty() || said.ends_with('\n'), "{said:?}");
        for line in said.lines() {
            let known =
                ["AssignPlayerID,", "InsufficientConnections", "EnterGame", "PlaceChess,", "RestartGame"];
            let extended = ["GameOver,", "Error,", "PlayerLeft,", "PlayerBack,"];
            let plain = known.iter().any(|word| line.starts_with(word));
            assert!(plain || extended.iter().any(|word| line.starts_with(word)), "{line:?}");
        }
    }
}

pub(crate) fn sorry(bytes: &[u8]) {
    let players = bytes.first().map_or(2, |byte| byte % 3 + 2);
    let mut server = tables::sorry(players, u64::from(bytes.get(1).copied().unwrap_or_default()));
    let words: [&[u8]; 10] = [
        &[0x80],
        &[0x80, 0x40],
        &[0x40],
        &[0xC5, 0xC0, 0x40],
        &[0xC0, 0xD4, 0x40],
        &[0xC0; 4],
        &[0x01],
        &[0x02],
        &[0xFF, 0xFE, 0xFD, 0x40],
        &[0x80, 0xC5, 0xC0, 0xC0, 0xC0, 0x40],
    ];
    talk(&mut server, bytes.get(2..).unwrap_or_default(), &words);
    for client in &server.clients {
        // All positions or none, and only packets that a server sends.
        let mut said = client.out.as_slice();
        while let [packet, rest @ ..] = said {
            said = rest;
            match packet {
                0x01..=0x05 | 0x41..=0x44 | 0x81..=0x8B => {}
                0xC0..=0xFC => {
                    let (others, rest) = said.split_at(usize::from(players) - 1);
                    assert!(others.iter().all(|other| (0xC0..=0xFC).contains(other)), "{:02x?}", client.out);
                    said = rest;
                }
                other => panic!("{other:02x} in {:02x?}", client.out),
            }
        }
    }
}

pub(crate) fn chicago(bytes: &[u8]) {
    let seed = u64::from(bytes.first().copied().unwrap_or_default());
    let mut server = tables::chicago(3, seed);
    let words: [&[u8]; 10] = [
        &[1, 2],
        &[2, 1, 0, 0, 0],
        &[4],
        &[3],
        &[52, 52, 52, 52, 52],
        &[0],
        &[1],
        &[1, 3],
        &[12],
        &[1, 2, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 0],
    ];
    server.receive(0, &[1, 2]);
    server.receive(1, &[2, 1, 0, 0, 0]);
    talk(&mut server, bytes.get(1..).unwrap_or_default(), &words);
}
