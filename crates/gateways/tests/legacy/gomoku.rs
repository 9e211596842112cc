//! Gomoku: lines, plain and extended clients, the log.

use super::harness::TestServer;
use super::raw::{Raw, until};

/// This many clients at one table, each with its number read.
fn clients(server: &TestServer, count: usize) -> Vec<Raw> {
    let sat = (1..=count).map(|number| {
        let mut client = Raw::connect(server.gomoku);
        client.line(&format!("AssignPlayerID,{}", (number - 1) % 3 + 1));
        client
    });
    sat.collect()
}

/// The same, of clients that know more.
fn extended(server: &TestServer, count: usize) -> Vec<Raw> {
    let mut clients = clients(server, count);
    clients.iter_mut().for_each(|client| client.send(b"Hello,extended\n"));
    clients
}

fn all(clients: &mut [Raw], line: &str) {
    clients.iter_mut().for_each(|client| client.line(line));
}

fn started(mut clients: Vec<Raw>) -> Vec<Raw> {
    clients[2].send(b"StartGame,3\n");
    all(&mut clients, "EnterGame");
    clients
}

fn plays(clients: &mut [Raw], player: usize, x: i32, y: i32) {
    let line = format!("PlaceChess,{x},{y},{player}");
    clients[player - 1].send(format!("{line}\n").as_bytes());
    all(clients, &line);
}

/// Player 1 wins along the top row.
fn play_to_the_win(clients: &mut [Raw]) {
    for x in 0..4 {
        for player in 1..=3 {
            plays(clients, player, x, player as i32 - 1);
        }
    }
    plays(clients, 1, 4, 0);
}

#[test]
fn a_whole_game_of_clients_that_send_a_mark_and_both_ends_of_line() {
    let server = TestServer::open(&[]);
    let mut players = clients(&server, 3);
    // The mark comes alone first, and is glued to the first line.
    players[1].send(b"\xEF\xBB\xBF");
    players[1].send(b"StartGame,2\r\n");
    all(&mut players, "EnterGame");
    play_to_the_win(&mut players);
    players[0].send(b"\xEF\xBB\xBFRestartGame\r\n");
    all(&mut players, "RestartGame");
    plays(&mut players, 1, 7, 7);
    // Each client has a separate task: the first move may be logged before the answer to the client that started.
    let log = server.gomoku_log();
    let started = |line: &&str| *line == "The game started successfully.";
    assert_eq!(log.lines().filter(started).count(), 1);
    assert!(log.lines().position(|line| started(&line)) > Some(6), "{log}");
    assert_eq!(
        log.lines().filter(|line| !started(line)).take(11).collect::<Vec<_>>(),
        [
            "A client has connected to this server.",
            "There are 1 clients.",
            "A client has connected to this server.",
            "There are 2 clients.",
            "A client has connected to this server.",
            "There are 3 clients.",
            "Receive the 'StartGame' command from player 2.",
            "Receive the 'PlaceChess' command from player 1.",
            "Player 1 wants to place chess at (0,0).",
            "Receive the 'PlaceChess' command from player 2.",
            "Player 2 wants to place chess at (0,1).",
        ]
    );
    assert!(server.gomoku_log().lines().any(|line| line == "Receive the 'RestartGame' command."));
}

#[test]
fn two_cannot_start_and_are_told_so_plain_and_extended() {
    let server = TestServer::open(&[]);
    let mut players = clients(&server, 2);
    players[0].send(b"Hello,extended\nStartGame,1\n");
    players[0].line("InsufficientConnections");
    players[1].send(b"StartGame\n");
    players[1].line("InsufficientConnections");
    let log = server.gomoku_log();
    assert!(log.ends_with("Can't start the game, because there are less than 3 players.\n"), "{log}");
    let mut third = Raw::connect(server.gomoku);
    third.line("AssignPlayerID,3");
    third.send(b"StartGame,1\n");
    players.push(third);
    all(&mut players, "EnterGame");
}

#[test]
fn what_is_refused_has_a_word_for_extended_clients() {
    let server = TestServer::open(&[]);
    let mut players = extended(&server, 3);
    let refused = |player: &mut Raw, line: &str, reason: &str| {
        player.send(format!("{line}\n").as_bytes());
        player.line(&format!("Error,{reason}"));
    };
    refused(&mut players[0], "PlaceChess,1,1,1", "over");
    refused(&mut players[0], "RestartGame", "over");
    let mut players = started(players);
    refused(&mut players[1], "PlaceChess,1,1,2", "turn");
    refused(&mut players[0], "PlaceChess,1,1,2", "id");
    refused(&mut players[0], "PlaceChess,1,1,7", "id");
    refused(&mut players[0], "PlaceChess,-1,15,1", "range");
    refused(&mut players[0], "PlaceChess,15,0,1", "range");
    refused(&mut players[0], "PlaceChess,99999999999999999999,0,1", "range");
    refused(&mut players[0], "PlaceChess,0,0", "syntax");
    refused(&mut players[0], "PlaceChess,a,0,1", "syntax");
    refused(&mut players[0], "PlaceChess,0,0,1,1", "syntax");
    refused(&mut players[0], "placechess,0,0,1", "syntax");
    refused(&mut players[0], "Hello,extended", "syntax");
    refused(&mut players[0], "", "syntax");
    refused(&mut players[1], "StartGame", "running");
    refused(&mut players[1], "RestartGame", "first");
    plays(&mut players, 1, 0, 0);
    refused(&mut players[1], "PlaceChess,0,0,2", "occupied");
    plays(&mut players, 2, 0, 1);
    plays(&mut players, 3, 0, 2);
    for x in 1..4 {
        for player in 1..=3 {
            plays(&mut players, player, x, player as i32 - 1);
        }
    }
    plays(&mut players, 1, 4, 0);
    all(&mut players, "GameOver,1");
    refused(&mut players[1], "PlaceChess,9,9,2", "over");
    refused(&mut players[1], "StartGame,2", "first");
    refused(&mut players[2], "RestartGame", "first");
    let log = server.gomoku_log();
    for reason in ["over", "turn", "id", "range", "syntax", "running", "first", "occupied"] {
        assert!(log.lines().any(|line| line == format!("Refused: {reason}.")), "{reason}");
    }
}

#[test]
fn a_plain_client_is_told_of_a_refusal_in_words_that_it_knows_and_the_turn_stays_with_it() {
    let server = TestServer::open(&[]);
    let mut players = started(clients(&server, 3));
    players[0].send(b"PlaceChess,1,1,3\nPlaceChess,-1,15,1\nStartGame,1\nPlaceChess,0,0,1\n");
    players[0].line("RestartGame");
    players[0].line("RestartGame");
    all(&mut players, "PlaceChess,0,0,1");
    // Out of turn nothing is sent. The next player waits until that was judged: later it would be in turn.
    players[2].send(b"PlaceChess,5,5,3\n");
    until("the stone out of turn is refused", || server.gomoku_log().contains("Refused: turn."));
    players[1].send(b"PlaceChess,0,0,2\nRestartGame\nStartGame,2\nnonsense\nPlaceChess,1,0,2\n");
    players[1].line("PlaceChess,0,0,1");
    all(&mut players, "PlaceChess,1,0,2");
    players[2].send(b"PlaceChess,0,0,3\nPlaceChess,2,0,3\n");
    players[2].line("PlaceChess,1,0,2");
    all(&mut players, "PlaceChess,2,0,3");
    // No word that only extended clients know reaches a plain one, not even at the end.
    for x in 0..4 {
        for (player, y) in [(1, 1), (2, 2), (3, 3)] {
            plays(&mut players, player, x, y);
        }
    }
    players[0].send(b"PlaceChess,4,1,1\n");
    players[0].send(b"RestartGame\n");
    all(&mut players, "PlaceChess,4,1,1");
    all(&mut players, "RestartGame");
}

#[test]
fn one_message_split_at_every_byte_and_many_in_one_segment() {
    let server = TestServer::open(&[]);
    let mut players = clients(&server, 3);
    let message = b"\xEF\xBB\xBFStartGame,3\r\n";
    for byte in message {
        players[2].send(&[*byte]);
    }
    all(&mut players, "EnterGame");
    for cut in 1..b"PlaceChess,0,0,1\n".len() {
        let (x, y) = (cut as i32 % 15, cut as i32 / 15 * 3);
        for player in 1..=3usize {
            let line = format!("PlaceChess,{x},{},{player}", y + player as i32 * 2 % 5);
            let bytes = format!("{line}\n").into_bytes();
            players[player - 1].send(&bytes[..cut.min(bytes.len() - 1)]);
            players[player - 1].send(&bytes[cut.min(bytes.len() - 1)..]);
            all(&mut players, &line);
        }
        if cut == 4 {
            break;
        }
    }
    players[0].send(b"RestartGame\nPlaceChess,0,0,1\nRestartGame\r\nPlaceChess,3,3,1\n");
    for line in ["RestartGame", "PlaceChess,0,0,1", "RestartGame", "PlaceChess,3,3,1"] {
        all(&mut players, line);
    }
}

#[test]
fn player_1_restarts_at_any_time_and_the_board_is_empty_then() {
    let server = TestServer::open(&[]);
    let mut players = started(clients(&server, 3));
    plays(&mut players, 1, 7, 7);
    players[0].send(b"RestartGame\n");
    all(&mut players, "RestartGame");
    plays(&mut players, 1, 7, 7);
    players[0].send(b"RestartGame\n");
    all(&mut players, "RestartGame");
    play_to_the_win(&mut players);
    players[0].send(b"RestartGame\n");
    all(&mut players, "RestartGame");
    plays(&mut players, 1, 0, 0);
}

#[test]
fn gm13_whoever_leaves_before_the_start_frees_the_lowest_number() {
    let server = TestServer::open(&[]);
    let mut players = extended(&server, 2);
    let mut first = players.remove(0);
    first.send(b"RestartGame\n");
    first.line("Error,players");
    first.hang_up();
    players[0].line("PlayerLeft,1");
    let mut next = Raw::connect(server.gomoku);
    next.line("AssignPlayerID,1");
    let mut third = Raw::connect(server.gomoku);
    third.line("AssignPlayerID,3");
    next.send(b"StartGame,1\n");
    let mut all_three = vec![next, players.remove(0), third];
    all(&mut all_three, "EnterGame");
    plays(&mut all_three, 1, 3, 3);
    plays(&mut all_three, 2, 4, 3);
}

#[test]
fn leaving_in_the_middle_abandons_the_game_and_the_others_keep_their_numbers() {
    let server = TestServer::open(&[]);
    let mut players = clients(&server, 3);
    players[2].send(b"Hello,extended\n");
    let mut players = started(players);
    plays(&mut players, 1, 7, 7);
    players.remove(0).hang_up();
    players[1].line("PlayerLeft,1");
    players[0].send(b"StartGame,2\n");
    players[0].line("InsufficientConnections");
    let mut first = Raw::connect(server.gomoku);
    first.line("AssignPlayerID,1");
    players.insert(0, first);
    players[2].send(b"PlaceChess,0,0,3\n");
    players[2].line("Error,over");
    players[2].send(b"RestartGame\n");
    players[2].line("Error,first");
    players[1].send(b"StartGame,2\n");
    players[0].line("EnterGame");
    players[1].line("RestartGame");
    players[2].line("RestartGame");
    plays(&mut players, 1, 7, 7);
    // The last to come leaves again.
    players.remove(0).hang_up();
    players[1].line("PlayerLeft,1");
    let mut first = Raw::connect(server.gomoku);
    first.line("AssignPlayerID,1");
    players.insert(0, first);
    players[0].send(b"StartGame,1\n");
    players[0].line("EnterGame");
    players[1].line("RestartGame");
    players[2].line("RestartGame");
    plays(&mut players, 1, 0, 0);
}

#[test]
fn gm12_a_fourth_client_sits_at_the_next_table_and_tables_do_not_hear_each_other() {
    let server = TestServer::open(&[]);
    let mut first = clients(&server, 3);
    let mut second = clients(&server, 3);
    first[0].send(b"StartGame\n");
    all(&mut first, "EnterGame");
    plays(&mut first, 1, 1, 1);
    second[2].send(b"StartGame\n");
    all(&mut second, "EnterGame");
    plays(&mut second, 1, 2, 2);
    plays(&mut first, 2, 3, 3);
}

#[test]
fn a_hundred_unreadable_lines_close_and_ninety_nine_do_not() {
    let server = TestServer::open(&[]);
    let mut client = clients(&server, 1).remove(0);
    client.send("what?\n".repeat(99).as_bytes());
    client.send(b"StartGame\n");
    client.line("InsufficientConnections");
    client.send(b"what?\n");
    client.closed();
    let mut others = clients(&server, 1);
    others[0].send(&[b'x'; 1024]);
    others[0].send(b"\nStartGame\n");
    others[0].line("InsufficientConnections");
    others[0].send(&[b'x'; 1025]);
    others[0].closed();
}

#[test]
fn a_full_board_is_a_draw_and_extended_clients_are_told() {
    let server = TestServer::open(&[]);
    let mut players = clients(&server, 3);
    players[0].send(b"Hello,extended\n");
    let mut players = started(players);
    // Colours in a pattern that has no five anywhere.
    let mut places = vec![Vec::new(); 3];
    for y in 0..15i32 {
        for x in 0..15i32 {
            places[((x + y / 2) % 3) as usize].push((x, y));
        }
    }
    let turns = places[0].iter().zip(&places[1]).zip(&places[2]);
    for ((first, second), third) in turns {
        for ((x, y), player) in [first, second, third].into_iter().zip(1..) {
            plays(&mut players, player, *x, *y);
        }
    }
    players[0].line("GameOver,0");
    players[0].send(b"RestartGame\n");
    all(&mut players, "RestartGame");
}

#[test]
fn six_in_a_row_win_too() {
    let server = TestServer::open(&[]);
    let mut players = extended(&server, 3);
    players[0].send(b"StartGame\n");
    all(&mut players, "EnterGame");
    for x in [0, 1, 2, 4, 5] {
        for player in 1..=3 {
            plays(&mut players, player, x, player as i32 * 2);
        }
    }
    plays(&mut players, 1, 3, 2);
    all(&mut players, "GameOver,1");
}

#[test]
fn a_clock_is_off_unless_it_is_set_and_then_plays_the_centre() {
    let server = TestServer::open(&["--gomoku-clock", "20"]);
    let mut players = started(clients(&server, 3));
    server.advance(20_000);
    all(&mut players, "PlaceChess,7,7,1");
    // The late click is out of turn.
    players[0].send(b"PlaceChess,1,1,1\n");
    server.advance(20_000);
    all(&mut players, "PlaceChess,7,6,2");
    plays(&mut players, 3, 0, 0);
    let server = TestServer::open(&[]);
    let mut players = started(clients(&server, 3));
    server.advance(1_000_000);
    plays(&mut players, 1, 1, 1);
}
