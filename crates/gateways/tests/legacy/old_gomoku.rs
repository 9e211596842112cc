//! A client of Gomoku as it really behaves: it has a window for the lobby and one for the board, paints its own pebble
//! before the server has answered, decides by itself whose turn it is, and dies of what its author did not expect.

use protocol::{Occupant, TableInfo, TableStage};

use super::harness::TestServer;
use super::raw::{Raw, until};

/// One client. It panics where the program would die or hang.
pub(crate) struct OldGomoku {
    raw: Raw,
    id: u8,
    /// Open from the first `EnterGame` to the end of the program.
    board: Option<Board>,
}

#[derive(Default)]
struct Board {
    in_turn: bool,
    pebbles: Vec<(i32, i32, u8)>,
}

impl OldGomoku {
    /// Connects, and gets a number before anything else.
    pub(crate) fn connect(server: &TestServer) -> Self {
        let mut raw = Raw::connect(server.gomoku);
        let line = raw.next_line();
        let id = line.strip_prefix("AssignPlayerID,").unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        // Its writer sends a mark alone when it is made.
        raw.send(b"\xEF\xBB\xBF");
        Self { raw, id, board: None }
    }

    pub(crate) const fn id(&self) -> u8 {
        self.id
    }

    pub(crate) fn in_turn(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.in_turn)
    }

    /// Reads the next line and does what the legacy program does.
    pub(crate) fn reads(&mut self) -> String {
        let line = self.raw.next_line();
        let fields: Vec<&str> = line.split(',').collect();
        match (fields[0], &mut self.board) {
            ("AssignPlayerID", None) => self.id = fields[1].parse().unwrap(),
            ("AssignPlayerID", Some(_)) => panic!("player {} dies: a new number on the board", self.id),
            ("InsufficientConnections", None) => {}
            ("InsufficientConnections", Some(_)) => panic!("player {} has no window for that", self.id),
            ("EnterGame", None) => {
                self.board = Some(Board { in_turn: self.id == 1, ..Board::default() });
            }
            ("EnterGame", Some(_)) => panic!("player {} dies: a second window", self.id),
            ("RestartGame", Some(board)) => {
                *board = Board { in_turn: self.id == 1, ..Board::default() };
            }
            ("PlaceChess", Some(board)) => {
                let [x, y, mover] = [1, 2, 3].map(|field| fields[field].parse::<i32>().unwrap());
                board.pebbles.push((x, y, mover as u8));
                board.in_turn = (i32::from(self.id) - mover + 3) % 3 == 1;
            }
            (_, _) => panic!("player {} stops listening at {line:?}", self.id),
        }
        line
    }

    #[track_caller]
    pub(crate) fn expect(&mut self, wanted: &str) {
        assert_eq!(self.reads(), wanted, "player {}", self.id);
    }

    /// Puts a pebble on the board, where the mouse may be a little outside.
    pub(crate) fn clicks(&mut self, x: i32, y: i32) {
        let id = self.id;
        let board = self.board.as_mut().unwrap_or_else(|| panic!("player {id} has no board"));
        assert!(board.in_turn, "the board of player {id} takes no click: it is not in turn");
        board.in_turn = false;
        board.pebbles.push((x, y, id));
        self.raw.send(format!("PlaceChess,{x},{y},{id}\r\n").as_bytes());
    }

    /// Presses start, which is in the window of the lobby only.
    pub(crate) fn starts(&mut self) {
        assert!(self.board.is_none(), "there is no start on the board");
        self.raw.send(format!("StartGame,{}\r\n", self.id).as_bytes());
    }

    /// Presses restart, which only player 1 has, on the board: it is cleared at once.
    pub(crate) fn restarts(&mut self) {
        let board = self.board.as_mut().unwrap();
        assert_eq!(self.id, 1);
        *board = Board { in_turn: true, ..Board::default() };
        self.raw.send(b"RestartGame\r\n");
    }

    /// Closes its windows; waits until its seat is free.
    pub(crate) fn quits(self, server: &TestServer) {
        let before = free_seats(server);
        self.raw.hang_up();
        until("the seat is free", || free_seats(server) > before);
    }
}

fn free_seats(server: &TestServer) -> usize {
    let waits = |card: &TableInfo| card.game == "gomoku" && card.stage != TableStage::Running;
    let tables = server.tables();
    let seats = tables.iter().filter(|card| waits(card)).flat_map(|card| &card.seats);
    seats.filter(|seat| seat.occupant == Occupant::Empty).count()
}

/// Three clients with the numbers 1, 2 and 3, in a game that the third has started.
pub(crate) fn in_game(server: &TestServer) -> Vec<OldGomoku> {
    let mut players: Vec<OldGomoku> = (0..3).map(|_| OldGomoku::connect(server)).collect();
    assert_eq!(players.iter().map(OldGomoku::id).collect::<Vec<_>>(), [1, 2, 3]);
    players[2].starts();
    players.iter_mut().for_each(|player| player.expect("EnterGame"));
    players
}

/// The player in turn puts a pebble there, and everybody is sent the move.
pub(crate) fn plays(players: &mut [OldGomoku], x: i32, y: i32) {
    let in_turn: Vec<usize> =
        players.iter().enumerate().filter(|(_, player)| player.in_turn()).map(|(index, _)| index).collect();
    let [mover] = in_turn[..] else { panic!("{} believe that they are in turn", in_turn.len()) };
    players[mover].clicks(x, y);
    let line = format!("PlaceChess,{x},{y},{}", players[mover].id());
    players.iter_mut().for_each(|player| player.expect(&line));
}

/// Player 1 wins along the top row.
pub(crate) fn play_to_the_win(players: &mut [OldGomoku]) {
    for x in 0..4 {
        (0..3).for_each(|y| plays(players, x, y));
    }
    plays(players, 4, 0);
}

#[test]
fn gm8_when_somebody_leaves_the_others_stay_on_the_board_and_the_next_client_takes_the_free_number() {
    for gone in [1u8, 2, 3] {
        for played_to_the_end in [false, true] {
            let server = TestServer::open(&[]);
            let mut players = in_game(&server);
            if played_to_the_end {
                play_to_the_win(&mut players);
            } else {
                (0..4).for_each(|x| plays(&mut players, x, x % 3));
            }
            players.remove(usize::from(gone) - 1).quits(&server);
            let mut next = OldGomoku::connect(&server);
            assert_eq!(next.id(), gone, "the free number");
            next.starts();
            next.expect("EnterGame");
            players.iter_mut().for_each(|player| player.expect("RestartGame"));
            players.insert(usize::from(gone) - 1, next);
            (0..6).for_each(|x| plays(&mut players, x, x % 3 + 5));
        }
    }
}

#[test]
fn gm8_a_player_1_who_stayed_on_the_board_may_restart_with_the_newcomer() {
    let server = TestServer::open(&[]);
    let mut players = in_game(&server);
    play_to_the_win(&mut players);
    players.remove(1).quits(&server);
    let next = OldGomoku::connect(&server);
    assert_eq!(next.id(), 2);
    players.insert(1, next);
    players[0].restarts();
    players[1].expect("EnterGame");
    players[0].expect("RestartGame");
    players[2].expect("RestartGame");
    (0..3).for_each(|x| plays(&mut players, x, 3));
}

#[test]
fn gm8_two_may_leave_and_two_may_come() {
    let server = TestServer::open(&[]);
    let mut players = in_game(&server);
    plays(&mut players, 7, 7);
    players.remove(1).quits(&server);
    players.remove(0).quits(&server);
    let mut first = OldGomoku::connect(&server);
    first.starts();
    first.expect("InsufficientConnections");
    let second = OldGomoku::connect(&server);
    let mut all = vec![first, second, players.remove(0)];
    assert_eq!(all.iter().map(OldGomoku::id).collect::<Vec<_>>(), [1, 2, 3]);
    all[0].starts();
    all[0].expect("EnterGame");
    all[1].expect("EnterGame");
    all[2].expect("RestartGame");
    (0..3).for_each(|x| plays(&mut all, x, 3));
}

#[test]
fn gm10_a_player_in_turn_whose_move_is_refused_is_put_in_turn_again() {
    let server = TestServer::open(&[]);
    let mut players = in_game(&server);
    // Nothing was played yet: an empty board puts player 1 in turn.
    players[0].clicks(15, 3);
    players[0].expect("RestartGame");
    plays(&mut players, 7, 7);
    // A taken crossing and places beside the board: the last move, sent again, puts player 2 in turn.
    for (x, y) in [(7, 7), (15, 0), (-1, 15), (0, 15)] {
        players[1].clicks(x, y);
        players[1].expect("PlaceChess,7,7,1");
        assert!(players[1].in_turn());
    }
    plays(&mut players, 8, 8);
    plays(&mut players, 9, 9);
    // After a restart too.
    players[0].restarts();
    players.iter_mut().for_each(|player| player.expect("RestartGame"));
    players[0].clicks(15, 0);
    players[0].expect("RestartGame");
    (0..3).for_each(|x| plays(&mut players, x, 3));
}
