//! Many old clients at once. `PARLOR_CROWD` says how many; the usual run keeps it short.

use std::time::Instant;

use crate::legacy::harness::TestServer;
use crate::legacy::raw::Raw;

fn crowd() -> usize {
    std::env::var("PARLOR_CROWD").ok().and_then(|number| number.parse().ok()).unwrap_or(120)
}

#[test]
#[allow(clippy::print_stderr, reason = "the result of a crowd that was asked for")]
fn a_crowd_of_old_clients_plays_at_once() {
    let count = crowd();
    let server = TestServer::open_in_time(&["--sorry-seats", "2"]);
    let begun = Instant::now();
    // A third at each port; all of them are connected before anybody plays.
    let third = count / 3;
    let mut gomoku: Vec<Raw> = (0..third / 3 * 3).map(|_| Raw::connect(server.gomoku)).collect();
    let mut sorry: Vec<Raw> = (0..third / 2 * 2).map(|_| Raw::connect(server.sorry)).collect();
    let mut chicago: Vec<Raw> = (0..third / 2 * 2)
        .map(|number| {
            let mut client = Raw::connect(server.chicago);
            let name = format!("c{number}");
            client.send(&[name.len() as u8]);
            client.send(name.as_bytes());
            client.expect(&[1]);
            client
        })
        .collect();
    for (number, client) in gomoku.iter_mut().enumerate() {
        client.line(&format!("AssignPlayerID,{}", number % 3 + 1));
    }
    for (number, client) in sorry.iter_mut().enumerate() {
        client.expect(&[number as u8 % 2 + 1, 0x05, 0x41]);
    }
    let connected = begun.elapsed();
    for table in gomoku.chunks_mut(3) {
        table[0].send(b"StartGame,1\n");
    }
    gomoku.iter_mut().for_each(|client| client.line("EnterGame"));
    for turn in 0..9 {
        let line = format!("PlaceChess,{turn},0,{}", turn % 3 + 1);
        gomoku.chunks_mut(3).for_each(|table| table[turn % 3].send(format!("{line}\n").as_bytes()));
        gomoku.iter_mut().for_each(|client| client.line(&line));
    }
    sorry.chunks_mut(2).for_each(|table| table[0].send(&[0x80]));
    for table in sorry.chunks_mut(2) {
        let roll = table[0].read(1);
        table[1].expect(&roll);
    }
    // In Chicago the last client opens a game and the first joins it, while all the others watch the lobby.
    let last = chicago.len() - 1;
    chicago[last].send(&[1, 2]);
    chicago[last].expect(&[1, 1, 0, 0, 0]);
    for client in &mut chicago {
        client.expect(&[6, 1, 0, 0, 0, 2, 1]);
        let length = client.read(1)[0];
        client.read(usize::from(length));
    }
    chicago[0].send(&[2, 1, 0, 0, 0]);
    chicago[0].expect(&[2, 1, 5]);
    chicago[last].expect(&[5]);
    for client in &mut chicago[1..last] {
        client.expect(&[7, 1, 0, 0, 0]);
    }
    let all = gomoku.len() + sorry.len() + chicago.len();
    eprintln!("{all} old clients: connected in {connected:?}, played in {:?}", begun.elapsed());
}
