//! Chicago: names, the lobby, and how games start and end.

use super::harness::TestServer;
use super::raw::Raw;

/// A client in the lobby.
pub(crate) fn enters(server: &TestServer, name: &str) -> Raw {
    let mut client = Raw::connect(server.chicago);
    client.send(&[name.len() as u8]);
    client.send(name.as_bytes());
    client.expect(&[1]);
    client
}

/// A game as the lobby tells it.
pub(crate) fn update(id: u8, players: u8, names: &[&str]) -> Vec<u8> {
    let mut bytes = vec![6, id, 0, 0, 0, players, names.len() as u8];
    for name in names {
        bytes.push(name.len() as u8);
        bytes.extend(name.as_bytes());
    }
    bytes
}

/// The list has exactly these games.
fn lists(client: &mut Raw, games: &[Vec<u8>]) {
    client.send(&[4]);
    client.expect(&[4]);
    games.iter().for_each(|game| client.expect(game));
    // Nothing more: the answer to the next request comes next.
    client.send(&[3]);
    client.expect(&[3]);
}

#[test]
fn cw3_names_have_1_to_20_visible_characters_and_nobody_shares_one() {
    let server = TestServer::open(&[]);
    for bad in [&[0u8][..], &[21], &[255], &[3, b'a', b' ', b'b'], &[1, 0x7F], &[2, b'x', 0xC3]] {
        let mut client = Raw::connect(server.chicago);
        client.send(bad);
        client.expect(&[0]);
        client.closed();
    }
    let ann = enters(&server, "ann");
    let mut other = Raw::connect(server.chicago);
    other.send(b"\x03ann");
    other.expect(&[0]);
    other.closed();
    enters(&server, "!~#$%&'()*+,-./:;<=>");
    ann.hang_up();
    // The name is free again as soon as the server has seen that its holder is gone.
    loop {
        let mut again = Raw::connect(server.chicago);
        again.send(b"\x03ann");
        if again.read(1) == [1] {
            break;
        }
    }
}

#[test]
fn a_name_and_requests_split_at_every_byte_and_all_in_one_segment() {
    let server = TestServer::open(&[]);
    let everything = b"\x05alice\x01\x03\x04\x03\x04";
    let mut expected = vec![1, 1, 1, 0, 0, 0];
    expected.extend(update(1, 3, &["alice"]));
    expected.push(4);
    expected.extend(update(1, 3, &["alice"]));
    expected.push(3);
    expected.extend([7, 1, 0, 0, 0]);
    expected.push(4);
    let mut client = Raw::connect(server.chicago);
    client.send(everything);
    client.expect(&expected);
    client.hang_up();
    for cut in 1..everything.len() {
        let server = TestServer::open(&[]);
        let mut client = Raw::connect(server.chicago);
        client.send(&everything[..cut]);
        client.send(&everything[cut..]);
        client.expect(&expected);
    }
    let server = TestServer::open(&[]);
    let mut client = Raw::connect(server.chicago);
    everything.iter().for_each(|byte| client.send(&[*byte]));
    client.expect(&expected);
}

#[test]
fn cw15_a_game_is_for_two_to_four_and_one_cannot_be_in_two() {
    let server = TestServer::open(&[]);
    let mut ann = enters(&server, "ann");
    for players in [0, 1, 5, 255] {
        ann.send(&[1, players]);
        ann.expect(&[1, 0, 0, 0, 0]);
    }
    for (id, players) in [(1, 2), (2, 3), (3, 4)] {
        ann.send(&[1, players]);
        ann.expect(&[1, id, 0, 0, 0]);
        ann.expect(&update(id, players, &["ann"]));
        // No second one, neither opened nor joined.
        ann.send(&[1, 2]);
        ann.expect(&[1, 0, 0, 0, 0]);
        ann.send(&[2, id, 0, 0, 0]);
        ann.expect(&[2, 0]);
        ann.send(&[3]);
        ann.expect(&[3, 7, id, 0, 0, 0]);
    }
    ann.send(&[2, 1, 0, 0, 0]);
    ann.expect(&[2, 0]);
    ann.send(&[2, 0, 0, 0, 0]);
    ann.expect(&[2, 0]);
    lists(&mut ann, &[]);
}

#[test]
fn cw25_everybody_in_the_lobby_hears_of_games_and_the_answer_comes_before_the_news() {
    let server = TestServer::open(&[]);
    let mut ann = enters(&server, "ann");
    let mut bo = enters(&server, "bo");
    let mut eve = enters(&server, "eve");
    ann.send(&[1, 3]);
    ann.expect(&[1, 1, 0, 0, 0]);
    let open = update(1, 3, &["ann"]);
    [&mut ann, &mut bo, &mut eve].into_iter().for_each(|client| client.expect(&open));
    lists(&mut eve, std::slice::from_ref(&open));
    bo.send(&[2, 1, 0, 0, 0]);
    bo.expect(&[2, 1]);
    let joined = update(1, 3, &["ann", "bo"]);
    [&mut ann, &mut bo, &mut eve].into_iter().for_each(|client| client.expect(&joined));
    // The creator leaves: the one that stays moves up.
    ann.send(&[3]);
    ann.expect(&[3]);
    let left = update(1, 3, &["bo"]);
    [&mut ann, &mut bo, &mut eve].into_iter().for_each(|client| client.expect(&left));
    // A connection that is lost is a leave.
    bo.hang_up();
    [&mut ann, &mut eve].into_iter().for_each(|client| client.expect(&[7, 1, 0, 0, 0]));
    lists(&mut ann, &[]);
}

#[test]
fn cw1_unknown_codes_close_the_connection() {
    let server = TestServer::open(&[]);
    for code in [0, 5, 6, 7, 8, 52, 255] {
        let mut client = enters(&server, "ann");
        client.send(&[code]);
        client.closed();
        // Wait until the name is free.
        loop {
            let mut again = Raw::connect(server.chicago);
            again.send(b"\x03ann");
            if again.read(1) == [1] {
                break;
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
}

#[test]
fn cw2_ids_can_come_with_the_highest_byte_first() {
    let server = TestServer::open(&["--chicago-id-byte-order", "big"]);
    let mut ann = enters(&server, "ann");
    let mut bo = enters(&server, "bo");
    ann.send(&[1, 2]);
    ann.expect(&[1, 0, 0, 0, 1, 6, 0, 0, 0, 1, 2, 1, 3, b'a', b'n', b'n']);
    bo.expect(&[6, 0, 0, 0, 1, 2, 1, 3, b'a', b'n', b'n']);
    bo.send(&[2, 0, 0, 0, 1]);
    bo.expect(&[2, 1, 5]);
    ann.expect(&[5]);
}

#[test]
fn cw21_at_the_start_players_leave_the_lobby_and_the_others_see_the_game_go() {
    let server = TestServer::open(&[]);
    let mut ann = enters(&server, "ann");
    let mut bo = enters(&server, "bo");
    let mut eve = enters(&server, "eve");
    ann.send(&[1, 2]);
    ann.expect(&[1, 1, 0, 0, 0]);
    let open = update(1, 2, &["ann"]);
    [&mut ann, &mut bo, &mut eve].into_iter().for_each(|client| client.expect(&open));
    bo.send(&[2, 1, 0, 0, 0]);
    bo.expect(&[2, 1, 5, 1, 2, 1, 3, b'a', b'n', b'n', 2, b'b', b'o']);
    ann.expect(&[5, 1, 2, 0, 3, b'a', b'n', b'n', 2, b'b', b'o']);
    eve.expect(&[7, 1, 0, 0, 0]);
    lists(&mut eve, &[]);
    eve.send(&[2, 1, 0, 0, 0]);
    eve.expect(&[2, 0]);
    // News of the lobby do not reach players: only their game does.
    eve.send(&[1, 4]);
    eve.expect(&[1, 2, 0, 0, 0]);
    eve.expect(&update(2, 4, &["eve"]));
    for client in [&mut ann, &mut bo] {
        assert_eq!(client.read(6)[0], 1);
    }
    // One of them is gone: the other is in the lobby again.
    bo.hang_up();
    ann.expect(&[0]);
    lists(&mut ann, &[update(2, 4, &["eve"])]);
}

#[test]
fn cw4_a_join_is_answered_and_cw27_a_leave_without_a_game_too() {
    let server = TestServer::open(&[]);
    let mut ann = enters(&server, "ann");
    ann.send(&[2, 9, 9, 9, 9, 3, 3]);
    ann.expect(&[2, 0, 3, 3]);
}

#[test]
fn cw27_a_leave_without_a_game_is_answered_and_codes_of_the_server_close() {
    let server = TestServer::open(&[]);
    for code in 5..=7 {
        let mut ann = enters(&server, &format!("ann{code}"));
        ann.send(&[3, code]);
        ann.expect(&[3]);
        ann.closed();
    }
}

#[test]
fn cw5_a_name_stands_behind_its_length() {
    let server = TestServer::open(&[]);
    let mut ann = enters(&server, "twenty-letters-here!");
    ann.send(&[1, 2]);
    ann.expect(&[1, 1, 0, 0, 0, 6, 1, 0, 0, 0, 2, 1, 20]);
    ann.expect(b"twenty-letters-here!");
}

#[test]
fn cw23_a_lost_connection_while_waiting_is_a_leave() {
    let server = TestServer::open(&[]);
    let mut ann = enters(&server, "ann");
    let mut bo = enters(&server, "bo");
    bo.send(&[1, 3]);
    bo.expect(&[1, 1, 0, 0, 0]);
    ann.expect(&update(1, 3, &["bo"]));
    ann.send(&[2, 1, 0, 0, 0]);
    ann.expect(&[2, 1]);
    ann.expect(&update(1, 3, &["bo", "ann"]));
    bo.hang_up();
    ann.expect(&update(1, 3, &["ann"]));
}

#[test]
fn cw28_a_bad_length_is_answered_without_waiting_for_so_many_bytes() {
    let server = TestServer::open(&[]);
    let mut client = Raw::connect(server.chicago);
    client.send(&[200]);
    client.expect(&[0]);
    client.closed();
}
