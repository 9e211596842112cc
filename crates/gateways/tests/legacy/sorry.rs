//! Sorry!: packets of one byte.

use std::time::Duration;

use super::harness::TestServer;
use super::raw::Raw;
use super::sorry_rules::{Outcome, turn};

const END: u8 = 0x40;
const DRAW: u8 = 0x80;

/// A table that has started: everybody has read the own number, the start and the first turn.
struct Table {
    clients: Vec<Raw>,
    pawns: Vec<u8>,
    mover: usize,
    unity: bool,
}

fn moves(pawns: &[u8]) -> Vec<u8> {
    pawns.iter().map(|pawn| 0xC0 | pawn).collect()
}

impl Table {
    fn sit(server: &TestServer, players: usize) -> Self {
        let mut clients: Vec<_> = (0..players).map(|_| Raw::connect(server.sorry)).collect();
        for (client, number) in clients.iter_mut().zip(1..) {
            client.expect(&[number, 0x05, 0x41]);
        }
        Self { clients, pawns: vec![0; players], mover: 0, unity: false }
    }

    fn all(&mut self, bytes: &[u8]) {
        self.clients.iter_mut().for_each(|client| client.expect(bytes));
    }

    fn others(&mut self, bytes: &[u8]) {
        let mover = self.mover;
        let others = self.clients.iter_mut().enumerate().filter(|(index, _)| *index != mover);
        others.for_each(|(_, client)| client.expect(bytes));
    }

    fn mover(&mut self) -> &mut Raw {
        &mut self.clients[self.mover]
    }

    /// Draws, and returns what everybody was sent.
    fn draws(&mut self) -> u8 {
        self.mover().send(&[DRAW]);
        let roll = self.mover().read(1)[0];
        assert!((0x81..=0x8B).contains(&roll), "{roll:02x}");
        self.others(&[roll]);
        roll & 0x3F
    }

    fn turn_of_the_next(&mut self) {
        self.mover = (self.mover + 1) % self.clients.len();
        let packet = 0x41 + self.mover as u8;
        self.all(&[packet]);
    }

    /// Ends the turn with these positions.
    fn ends(&mut self, after: Vec<u8>) {
        let mut bytes = moves(&after);
        if self.unity {
            bytes.resize(4, 0xC0);
        }
        self.mover().send(&bytes);
        self.mover().send(&[END]);
        self.others(&bytes);
        self.pawns = after;
        self.turn_of_the_next();
    }

    /// Plays one turn as a client in the wild does; returns whether that was the win.
    fn plays(&mut self) -> bool {
        let roll = self.draws();
        match turn(&self.pawns, self.mover, roll, self.unity) {
            Outcome::Moved(after) => self.ends(after),
            Outcome::Nothing => {
                self.mover().send(&[END]);
                self.turn_of_the_next();
            }
            Outcome::Home => {
                let winner = self.mover as u8 + 1;
                self.mover().send(&[winner]);
                self.all(&[winner]);
                return true;
            }
        }
        false
    }

    /// Plays until the mover has drawn a card for which this holds.
    fn until(&mut self, wanted: impl Fn(&[u8], usize, u8) -> bool) -> u8 {
        loop {
            let roll = self.draws();
            if wanted(&self.pawns, self.mover, roll) {
                return roll;
            }
            match turn(&self.pawns, self.mover, roll, self.unity) {
                Outcome::Moved(after) => self.ends(after),
                Outcome::Nothing => {
                    self.mover().send(&[END]);
                    self.turn_of_the_next();
                }
                Outcome::Home => panic!("the game ended before it came to that"),
            }
        }
    }

    fn play_to_the_end(&mut self) {
        let limit = 3_000;
        assert!((0..limit).any(|_| self.plays()), "nobody won");
    }
}

fn two(flags: &[&str]) -> TestServer {
    let mut all = vec!["--sorry-seats", "2"];
    all.extend(flags);
    TestServer::open(&all)
}

fn moves_forward(pawns: &[u8], player: usize, roll: u8) -> bool {
    matches!(turn(pawns, player, roll, false), Outcome::Moved(_))
        && pawns[player] != 0
        && roll != 8
        && roll != 10
}

#[test]
fn sw1_numbers_are_given_when_all_have_connected() {
    let server = TestServer::open(&["--sorry-seats", "3"]);
    let mut first = Raw::connect(server.sorry);
    let mut second = Raw::connect(server.sorry);
    // Whatever is said before that is ignored, however much it is.
    first.send(&[DRAW; 50]);
    second.send(&[0xFF; 50]);
    let mut third = Raw::connect(server.sorry);
    third.expect(&[0x03, 0x05, 0x41]);
    first.expect(&[0x01, 0x05, 0x41]);
    second.expect(&[0x02, 0x05, 0x41]);
}

#[test]
fn sw11_numbers_go_to_those_present_in_order_of_connection() {
    let server = TestServer::open(&["--sorry-seats", "3"]);
    let first = Raw::connect(server.sorry);
    let mut second = Raw::connect(server.sorry);
    first.hang_up();
    // The one who left is gone when somebody else could have its place.
    std::thread::sleep(Duration::from_millis(300));
    let mut third = Raw::connect(server.sorry);
    let mut fourth = Raw::connect(server.sorry);
    fourth.expect(&[0x03, 0x05, 0x41]);
    second.expect(&[0x01, 0x05, 0x41]);
    third.expect(&[0x02, 0x05, 0x41]);
    // The next ones form the next table.
    let mut next: Vec<_> = (0..3).map(|_| Raw::connect(server.sorry)).collect();
    for (client, number) in next.iter_mut().zip(1..) {
        client.expect(&[number, 0x05, 0x41]);
    }
}

#[test]
fn sw2_moves_go_to_all_but_the_mover_and_sw3_the_turn_to_all() {
    for players in 2..=4usize {
        let server = TestServer::open(&["--sorry-seats", &players.to_string()]);
        let mut table = Table::sit(&server, players);
        for _ in 0..60 {
            if table.plays() {
                return;
            }
        }
    }
}

#[test]
fn sw3_the_turn_goes_to_all() {
    let server = TestServer::open(&[]);
    let mut table = Table::sit(&server, 4);
    for _ in 0..8 {
        let _ = table.plays();
    }
}

#[test]
fn whole_games_of_two_three_and_four() {
    for players in 2..=4usize {
        let server = TestServer::open(&["--sorry-seats", &players.to_string()]);
        Table::sit(&server, players).play_to_the_end();
    }
}

#[test]
fn a_whole_game_in_the_other_dialect() {
    let server = two(&["--sorry-roll-numbering", "unity"]);
    let mut table = Table::sit(&server, 2);
    table.unity = true;
    table.play_to_the_end();
}

#[test]
fn sw6_the_connections_close_one_second_after_the_win() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    table.play_to_the_end();
    server.advance(999);
    table.clients.iter_mut().for_each(Raw::still_open);
    server.advance(1);
    table.clients.iter_mut().for_each(Raw::closed);
}

#[test]
fn sw7_twenty_unexpected_bytes_close_and_nineteen_do_not() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    // Before the roll, out of turn, and packets that only the server sends.
    table.clients[0].send(&[0xC5, END, 0x01, 0x05, 0x41, 0x81, 0x00]);
    table.clients[1].send(&[DRAW, END, 0xC0, 0x02]);
    table.clients[0].send(&[0x3F; 12]);
    for _ in 0..4 {
        if table.plays() {
            return;
        }
    }
    assert_eq!(table.mover, 0);
    table.clients[0].send(&[0x42]);
    table.clients[0].closed();
    table.clients[1].closed();
}

#[test]
fn sw8_when_a_client_leaves_the_game_the_others_are_closed() {
    let server = TestServer::open(&["--sorry-seats", "3"]);
    let mut table = Table::sit(&server, 3);
    let _ = table.plays();
    table.clients.remove(1).hang_up();
    table.clients.iter_mut().for_each(Raw::closed);
    // And the next three sit at a table of their own at once.
    let _ = Table::sit(&server, 3);
}

#[test]
fn unchanged_positions_are_relayed_and_silence_is_not() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    table.until(|pawns, player, roll| turn(pawns, player, roll, false) == Outcome::Nothing);
    let unchanged = table.pawns.clone();
    table.ends(unchanged);
    table.until(|pawns, player, roll| turn(pawns, player, roll, false) == Outcome::Nothing);
    table.mover().send(&[END]);
    table.turn_of_the_next();
}

#[test]
fn so17_a_wrong_result_is_asked_again_and_the_third_is_played_by_the_server() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    let roll = table.until(moves_forward);
    let Outcome::Moved(right) = turn(&table.pawns, table.mover, roll, false) else { unreachable!() };
    let (mover, old) = (table.mover, table.pawns.clone());
    let mut again = moves(&old);
    again.extend([0x41 + mover as u8, 0x80 | roll]);
    // A pass, one Move too few.
    table.mover().send(&[END]);
    table.mover().expect(&again);
    table.mover().send(&[0xC0, END]);
    table.mover().expect(&again);
    // The third: three Moves where there are two pawns. The server plays, and tells everybody.
    table.mover().send(&[0xC0 | 61, 0xC0 | 62, 0xC0 | 63, END]);
    table.all(&moves(&right));
    table.pawns = right;
    table.turn_of_the_next();
    table.play_to_the_end();
}

#[test]
fn so17_a_right_result_after_a_wrong_one_counts() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    let roll = table.until(moves_forward);
    let Outcome::Moved(right) = turn(&table.pawns, table.mover, roll, false) else { unreachable!() };
    let mut again = moves(&table.pawns);
    again.extend([0x41 + table.mover as u8, 0x80 | roll]);
    table.mover().send(&[0xFF, 0xFF, END]);
    table.mover().expect(&again);
    // A claim of a win in another's name.
    let own = table.mover as u8 + 1;
    table.mover().send(&[3 - own]);
    table.mover().expect(&again);
    table.ends(right);
}

#[test]
fn a_false_claim_of_a_win_is_a_wrong_result() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    let roll = table.until(moves_forward);
    let own = table.mover as u8 + 1;
    let mut again = moves(&table.pawns);
    again.extend([0x40 + own, 0x80 | roll]);
    table.mover().send(&[own]);
    table.mover().expect(&again);
    let unchanged = moves(&table.pawns);
    table.mover().send(&unchanged);
    table.mover().send(&[own]);
    table.mover().expect(&again);
}

#[test]
fn a_second_press_of_the_button_is_ignored_however_the_bytes_arrive() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    for _ in 0..30 {
        table.mover().send(&[DRAW, DRAW, DRAW]);
        let roll = table.mover().read(1)[0];
        table.others(&[roll]);
        match turn(&table.pawns, table.mover, roll & 0x3F, false) {
            Outcome::Moved(after) => {
                let mut bytes = moves(&after);
                // Everything in one segment, or a byte at a time.
                bytes.push(END);
                if table.mover == 0 {
                    table.mover().send(&bytes);
                } else {
                    bytes.iter().for_each(|byte| table.mover().send(&[*byte]));
                }
                bytes.pop();
                table.others(&bytes);
                table.pawns = after;
                table.turn_of_the_next();
            }
            Outcome::Nothing => {
                table.mover().send(&[END]);
                table.turn_of_the_next();
            }
            Outcome::Home => {
                let winner = table.mover as u8 + 1;
                table.mover().send(&[winner]);
                table.all(&[winner]);
                return;
            }
        }
    }
}

#[test]
fn sw4_a_win_with_moves_before_it_is_relayed_with_the_last_known_square() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    table.until(|pawns, player, roll| turn(pawns, player, roll, false) == Outcome::Home);
    let (winner, pawns) = (table.mover, table.pawns.clone());
    let mut bytes = moves(&pawns);
    // The own Move can say anything.
    let mut said = bytes.clone();
    said[winner] = 0xC0 | 63;
    table.mover().send(&said);
    table.mover().send(&[winner as u8 + 1]);
    table.mover().expect(&[winner as u8 + 1]);
    bytes.push(winner as u8 + 1);
    table.others(&bytes);
}

#[test]
fn with_the_exact_count_anything_but_home_is_played_by_the_server_at_once() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    table.until(|pawns, player, roll| turn(pawns, player, roll, false) == Outcome::Home);
    let (winner, pawns) = (table.mover, table.pawns.clone());
    table.mover().send(&[END]);
    let mut bytes = moves(&pawns);
    bytes.push(winner as u8 + 1);
    table.all(&bytes);
    server.advance(1_000);
    table.clients.iter_mut().for_each(Raw::closed);
}

#[test]
fn so21_the_clock_rolls_and_moves_at_once_and_everybody_is_told() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    for _ in 0..40 {
        server.advance(20_000);
        let roll = table.mover().read(1)[0];
        table.others(&[roll]);
        let after = match turn(&table.pawns, table.mover, roll & 0x3F, false) {
            Outcome::Moved(after) => after,
            Outcome::Nothing => table.pawns.clone(),
            Outcome::Home => return,
        };
        table.all(&moves(&after));
        table.pawns = after;
        table.turn_of_the_next();
    }
}

#[test]
fn so21_a_client_that_rolled_and_fell_asleep_is_moved_too() {
    let server = two(&[]);
    let mut table = Table::sit(&server, 2);
    let roll = table.until(moves_forward);
    let Outcome::Moved(after) = turn(&table.pawns, table.mover, roll, false) else { unreachable!() };
    table.mover().send(&[0xC0]);
    server.advance(20_000);
    table.all(&moves(&after));
    table.pawns = after;
    table.turn_of_the_next();
    table.play_to_the_end();
}
