//! A client of Sorry! that speaks the dialect `unity`, as it really behaves: it counts Moves by four, also with fewer players; takes
//! every Roll in its turn for its own; and answers it when its player gets round to it.

use super::harness::TestServer;
use super::raw::{Raw, until};
use super::sorry_rules::{Outcome, turn};

const PAWNS: usize = 4;

/// One client. It panics where the program would show another board than the server has.
struct OldUnity {
    raw: Raw,
    own: u8,
    mover: u8,
    pawns: [u8; PAWNS],
    /// Which pawn the next Move is about.
    next_move: usize,
    /// A roll that its player has not answered.
    roll: Option<u8>,
    winner: Option<u8>,
}

impl OldUnity {
    /// All clients of one table, at the first turn.
    fn table(server: &TestServer, players: usize) -> Vec<Self> {
        let raws: Vec<Raw> = (0..players).map(|_| Raw::connect(server.sorry)).collect();
        let mut clients: Vec<Self> = raws
            .into_iter()
            .map(|mut raw| {
                let own = raw.read(1)[0];
                raw.expect(&[0x05]);
                Self { raw, own, mover: 0, pawns: [0; PAWNS], next_move: 0, roll: None, winner: None }
            })
            .collect();
        clients.iter_mut().for_each(|client| client.reads(0x41));
        clients
    }

    /// Reads the next byte, which must be this one.
    #[track_caller]
    fn reads(&mut self, wanted: u8) {
        assert_eq!(format!("{:02x}", self.next()), format!("{wanted:02x}"), "client {}", self.own);
    }

    fn next(&mut self) -> u8 {
        let byte = self.raw.read(1)[0];
        let data = byte & 0x3F;
        match byte >> 6 {
            0 => self.winner = Some(data),
            1 => {
                assert_eq!(self.next_move, 0, "client {} has not seen all four pawns", self.own);
                self.mover = data;
                self.roll = None;
            }
            2 if self.mover == self.own => self.roll = Some(data),
            2 => {}
            _ => {
                self.pawns[self.next_move] = data;
                self.next_move = (self.next_move + 1) % PAWNS;
            }
        }
        byte
    }

    /// Reads four Moves.
    fn reads_pawns(&mut self) -> [u8; PAWNS] {
        (0..PAWNS).for_each(|_| assert_eq!(self.next() >> 6, 3, "client {}: four Moves", self.own));
        self.pawns
    }
}

/// One turn of the player in turn; whether that was the win.
fn plays(clients: &mut [OldUnity]) -> bool {
    let players = clients.len();
    let mover = usize::from(clients[0].mover) - 1;
    clients[mover].raw.send(&[0x80]);
    let roll = clients[mover].next();
    let others = |index: &usize| *index != mover;
    for index in (0..players).filter(others) {
        clients[index].reads(roll);
    }
    let drawn = clients[mover].roll.unwrap();
    match turn(&clients[mover].pawns[..players], mover, drawn, true) {
        Outcome::Moved(after) => {
            clients[mover].pawns[..players].copy_from_slice(&after);
            let pawns = clients[mover].pawns;
            clients[mover].raw.send(&pawns.map(|pawn| 0xC0 | pawn));
            clients[mover].raw.send(&[0x40]);
            for index in (0..players).filter(others) {
                assert_eq!(clients[index].reads_pawns(), pawns);
            }
        }
        Outcome::Nothing => clients[mover].raw.send(&[0x40]),
        Outcome::Home => {
            let winner = mover as u8 + 1;
            clients[mover].raw.send(&[winner]);
            clients.iter_mut().for_each(|client| client.reads(winner));
            return true;
        }
    }
    let next = 0x41 + ((mover + 1) % players) as u8;
    clients.iter_mut().for_each(|client| client.reads(next));
    let pawns = clients[0].pawns;
    assert!(clients.iter().all(|client| client.pawns == pawns), "the boards have drifted apart");
    false
}

fn unity(players: usize, flags: &[&str]) -> TestServer {
    let players = players.to_string();
    let mut all = vec!["--sorry-roll-numbering", "unity", "--sorry-seats", &players];
    all.extend(flags);
    TestServer::open(&all)
}

#[test]
fn sw14_clients_of_this_dialect_send_and_read_four_moves_whoever_plays() {
    for players in 2..=4 {
        let server = unity(players, &[]);
        let mut clients = OldUnity::table(&server, players);
        assert!((0..3_000).any(|_| plays(&mut clients)), "nobody won");
    }
}

#[test]
fn sw14_another_number_of_moves_is_a_wrong_result() {
    let server = unity(2, &[]);
    let mut clients = OldUnity::table(&server, 2);
    clients[0].raw.send(&[0x80]);
    let roll = clients[0].next();
    clients[1].reads(roll);
    // Two Moves, as the document has them, are asked again: four Moves, the Turn, the Roll.
    clients[0].raw.send(&[0xC0, 0xC0, 0x40]);
    assert_eq!(clients[0].reads_pawns(), [0; PAWNS]);
    clients[0].reads(0x41);
    clients[0].reads(roll);
}

#[test]
fn sw15_a_client_that_the_clock_plays_for_gets_no_roll_and_its_late_bytes_are_forgiven() {
    let server = unity(2, &["--sorry-clock", "20"]);
    let mut clients = OldUnity::table(&server, 2);
    // Two turns each: nobody can win with so few.
    for _ in 0..4 {
        let mover = usize::from(clients[0].mover) - 1;
        let next = 0x41 + (1 - mover as u8);
        server.advance(20_000);
        // The others are sent all of it.
        let roll = clients[1 - mover].next();
        assert!((0x81..=0x8B).contains(&roll), "{roll:02x}");
        let pawns = clients[1 - mover].reads_pawns();
        clients[1 - mover].reads(next);
        // A client that let the time run out is sent where the pawns are.
        assert_eq!(clients[mover].reads_pawns(), pawns);
        assert_eq!(clients[mover].roll, None, "there is nothing to answer");
        clients[mover].reads(next);
        // Its player wakes up and ends the turn again and again.
        clients[mover].raw.send(&[0x40; 26]);
    }
    // A client that plays again is at the same table.
    (0..6).any(|_| plays(&mut clients));
}

#[test]
fn sw16_after_the_win_the_connection_stays_until_the_client_ends_it_or_a_minute_has_passed() {
    let server = unity(2, &[]);
    let mut clients = OldUnity::table(&server, 2);
    assert!((0..3_000).any(|_| plays(&mut clients)), "nobody won");
    server.advance(59_999);
    clients.iter_mut().for_each(|client| client.raw.still_open());
    // What it says now means nothing.
    clients[1].raw.send(&[0x80, 0x40]);
    clients[1].raw.still_open();
    until("the table is gone with its game", || server.tables().is_empty());
    clients.remove(0).raw.hang_up();
    server.advance(1);
    clients[0].raw.closed();
}
