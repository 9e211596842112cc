//! Chicago: the bytes of games.

use super::chicago::{enters, update};
use super::harness::TestServer;
use super::raw::Raw;

const EMPTY: u8 = 52;
const KEEP: [u8; 5] = [EMPTY; 5];

/// A game as its clients keep it.
struct Table {
    clients: Vec<Raw>,
    hands: Vec<Vec<u8>>,
    totals: Vec<u8>,
    dealer: usize,
}

fn starts(server: &TestServer, players: u8) -> Table {
    let names: Vec<String> = (0..players).map(|number| format!("p{number}")).collect();
    let mut clients: Vec<Raw> = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let mut client = enters(server, name);
        if number == 0 {
            client.send(&[1, players]);
            client.expect(&[1, 1, 0, 0, 0]);
        } else {
            client.send(&[2, 1, 0, 0, 0]);
            client.expect(&[2, 1]);
        }
        clients.push(client);
        let entered: Vec<&str> = names[..=number].iter().map(String::as_str).collect();
        if entered.len() < usize::from(players) {
            clients.iter_mut().for_each(|client| client.expect(&update(1, players, &entered)));
        }
    }
    let mut hands = Vec::new();
    for (number, client) in clients.iter_mut().enumerate() {
        client.expect(&[5, 1, players, number as u8]);
        for name in &names {
            client.expect(&[2]);
            client.expect(name.as_bytes());
        }
        hands.push(row(client, 5));
    }
    Table { clients, hands, totals: vec![0; usize::from(players)], dealer: 0 }
}

/// The ok byte and this many more.
fn row(client: &mut Raw, count: usize) -> Vec<u8> {
    client.expect(&[1]);
    client.read(count)
}

impl Table {
    fn count(&self) -> usize {
        self.clients.len()
    }

    /// The same row for everybody.
    fn all(&mut self, count: usize) -> Vec<u8> {
        let rows: Vec<_> = self.clients.iter_mut().map(|client| row(client, count)).collect();
        assert!(rows.windows(2).all(|pair| pair[0] == pair[1]), "{rows:?}");
        rows[0].clone()
    }

    /// Everybody changes these slots. Returns whether a royal flush ended the game.
    fn exchange(&mut self, number: usize, slots: &[usize]) -> bool {
        for (client, hand) in self.clients.iter_mut().zip(&self.hands) {
            let mut bytes = KEEP;
            for (place, slot) in slots.iter().enumerate() {
                // In any place: it is the card that is named.
                bytes[4 - place] = hand[*slot];
            }
            client.send(&bytes);
        }
        self.new_hands(number, slots)
    }

    fn new_hands(&mut self, number: usize, slots: &[usize]) -> bool {
        for (client, hand) in self.clients.iter_mut().zip(&mut self.hands) {
            let new = row(client, 5);
            for slot in 0..5 {
                assert_eq!(new[slot] != hand[slot], slots.contains(&slot), "{hand:?} {new:?}");
            }
            *hand = new;
        }
        let count = self.count();
        let score = self.all(2 + count);
        let (player, points, totals) = (score[0] as usize, score[1], &score[2..]);
        if points == 9 {
            return true;
        }
        if number == 3 {
            assert_eq!((player, points), (count, 0), "the third hand is not sent before the tricks");
            assert_eq!(totals, self.totals);
        } else {
            let mut expected = self.totals.clone();
            if player < count {
                expected[player] = expected[player].wrapping_add(points);
            }
            assert_eq!(totals, expected);
            self.totals = expected;
        }
        false
    }

    /// Everybody answers whether to play Chicago; returns who does.
    fn calls(&mut self, callers: &[usize]) -> usize {
        for (number, client) in self.clients.iter_mut().enumerate() {
            client.send(&[u8::from(callers.contains(&number))]);
        }
        let caller = self.all(1)[0] as usize;
        let count = self.count();
        let first = (1..=count).map(|step| (self.dealer + step) % count).find(|seat| callers.contains(seat));
        assert_eq!(caller, first.unwrap_or(count));
        caller
    }

    /// Five tricks with the first card that may be played; returns who won each.
    fn tricks(&mut self, caller: usize) -> Vec<usize> {
        let count = self.count();
        let mut leader = if caller < count { caller } else { (self.dealer + 1) % count };
        let mut winners = Vec::new();
        for _ in 0..5 {
            self.clients[leader].expect(&[1, 0x34]);
            let mut best: Option<(usize, u8)> = None;
            for step in 0..count {
                let seat = (leader + step) % count;
                let hand = &mut self.hands[seat];
                let led = best.map(|(_, card)| card / 13);
                let follows = hand.iter().position(|card| Some(card / 13) == led);
                let card = hand.remove(follows.unwrap_or(0));
                self.clients[seat].send(&[card]);
                assert_eq!(self.all(2), [seat as u8, card]);
                let value = |card: u8| if card.is_multiple_of(13) { 13 } else { card % 13 };
                if best.is_none_or(|(_, top)| card / 13 == top / 13 && value(card) > value(top)) {
                    best = Some((seat, card));
                }
            }
            leader = best.unwrap().0;
            winners.push(leader);
        }
        winners
    }

    /// A round; returns the winner of the game, if it ended.
    fn round(&mut self, slots: &[usize], callers: &[usize]) -> Option<usize> {
        let count = self.count();
        for number in 1..=3 {
            if self.exchange(number, slots) {
                return Some(count);
            }
        }
        let caller = self.calls(callers);
        let winners = self.tricks(caller);
        let made = caller < count && winners.iter().all(|winner| *winner == caller);
        let result = self.all(2 + count);
        assert_eq!(result[0], if caller == count { 2 } else { u8::from(made) });
        let last = if made || winners[4] == caller { count } else { winners[4] };
        assert_eq!(result[1] as usize, last);
        let mut before_hand = self.totals.iter().map(|total| *total as i8).collect::<Vec<_>>();
        if caller < count {
            before_hand[caller] = before_hand[caller].saturating_add(if made { 15 } else { -15 });
        }
        if last < count {
            before_hand[last] = before_hand[last].saturating_add(5);
        }
        let totals: Vec<i8> = result[2..].iter().map(|total| *total as i8).collect();
        let paid: Vec<_> =
            totals.iter().zip(&before_hand).filter(|(after, before)| after != before).collect();
        assert!(paid.len() <= 1, "{totals:?} {before_hand:?}");
        self.totals = result[2..].to_vec();
        let end = self.all(2);
        let top = *totals.iter().max().unwrap();
        let alone = totals.iter().filter(|total| **total == top).count() == 1;
        if top >= 52 && alone {
            assert_eq!(end[0], 1);
            assert_eq!(totals[end[1] as usize], top);
            return Some(end[1] as usize);
        }
        assert_eq!(end, [0, 0]);
        self.dealer = (self.dealer + 1) % count;
        None
    }

    fn next_hands(&mut self) {
        self.hands = self.clients.iter_mut().map(|client| row(client, 5)).collect();
    }

    fn lowest(&self, seat: usize, led: Option<u8>) -> u8 {
        let hand = &self.hands[seat];
        let follows: Vec<u8> = hand.iter().copied().filter(|card| Some(card / 13) == led).collect();
        let from = if follows.is_empty() { hand.clone() } else { follows };
        let value = |card: &u8| (if card.is_multiple_of(13) { 13 } else { card % 13 }, card / 13);
        from.into_iter().min_by_key(value).unwrap()
    }
}

fn back_in_the_lobby(client: &mut Raw) {
    client.send(&[4]);
    client.expect(&[4]);
    client.send(&[3]);
    client.expect(&[3]);
}

#[test]
fn cw20_whole_games_of_two_three_and_four_end_in_the_lobby() {
    for players in 2..=4 {
        let server = TestServer::open(&[]);
        let mut table = starts(&server, players);
        let mut rounds = 0;
        while table.round(&[0, 2, 4], if rounds % 3 == 2 { &[0, 1] } else { &[] }).is_none() {
            rounds += 1;
            table.next_hands();
        }
        table.clients.iter_mut().for_each(back_in_the_lobby);
        // And once more with the same people, under the next number.
        table.clients[1].send(&[1, 2]);
        table.clients[1].expect(&[1, 2, 0, 0, 0]);
    }
}

#[test]
fn cw6_cards_are_named_in_any_place_and_foreign_or_double_ones_keep_the_hand() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 2);
    let (own, foreign) = (table.hands[0][1], table.hands[1][0]);
    table.clients[0].send(&[own, own, EMPTY, EMPTY, EMPTY]);
    table.clients[1].send(&[foreign, 200, EMPTY, EMPTY, EMPTY]);
    assert!(!table.new_hands(1, &[]));
    table.clients[0].send(&[foreign, EMPTY, EMPTY, EMPTY, EMPTY]);
    table.clients[1].send(&[3; 5]);
    assert!(!table.new_hands(2, &[]));
    let bytes: Vec<_> = table.hands.clone();
    for (client, hand) in table.clients.iter_mut().zip(bytes) {
        client.send(&hand);
    }
    let _ = table.new_hands(3, &[0, 1, 2, 3, 4]);
}

#[test]
fn an_illegal_card_is_replaced_by_the_lowest_legal_one() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 2);
    for number in 1..=3 {
        assert!(!table.exchange(number, &[]));
    }
    // A Chicago byte other than 1 is a no.
    table.clients[0].send(&[7]);
    table.clients[1].send(&[2]);
    assert_eq!(table.all(1), [2]);
    table.clients[1].expect(&[1, 0x34]);
    let foreign = table.hands[0][0];
    let lowest = table.lowest(1, None);
    table.clients[1].send(&[foreign]);
    assert_eq!(table.all(2), [1, lowest]);
    let answer = table.lowest(0, Some(lowest / 13));
    table.clients[0].send(&[255]);
    assert_eq!(table.all(2), [0, answer]);
}

#[test]
fn cw26_what_comes_before_its_question_is_kept() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 2);
    // Three exchanges and the answer about Chicago at once, from one of them; byte by byte from the other.
    let early: Vec<u8> = [&KEEP[..], &KEEP, &KEEP, &[0]].concat();
    table.clients[0].send(&early);
    early.iter().for_each(|byte| table.clients[1].send(&[*byte]));
    for number in 1..=3 {
        assert!(!table.new_hands(number, &[]));
    }
    assert_eq!(table.all(1), [2]);
    assert_eq!(table.tricks(2).len(), 5);
}

#[test]
fn cw26_the_clock_answers_for_a_silent_client_and_its_late_bytes_are_thrown_away() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 2);
    table.clients[0].send(&KEEP);
    // Two of five bytes are there when the time is up.
    let own = table.hands[1][0];
    table.clients[1].send(&[own, EMPTY]);
    std::thread::sleep(std::time::Duration::from_millis(200));
    server.advance(20_000);
    assert!(!table.new_hands(1, &[]));
    // The rest of the late answer, and then the one to the second question.
    table.clients[1].send(&[EMPTY, EMPTY, EMPTY]);
    let own = table.hands[1][2];
    table.clients[1].send(&[own, EMPTY, EMPTY, EMPTY, EMPTY]);
    table.clients[0].send(&KEEP);
    let before = table.hands[1].clone();
    let new = row(&mut table.clients[1], 5);
    assert_ne!(new[2], before[2], "the second answer counts");
}

#[test]
fn cw18_the_clock_is_the_servers_and_plays_whole_rounds() {
    let server = TestServer::open(&["--chicago-clock", "5"]);
    let mut table = starts(&server, 2);
    for _ in 0..3 {
        server.advance(5_000);
        if table.new_hands(1, &[]) {
            return;
        }
        server.advance(5_000);
        if table.new_hands(2, &[]) {
            return;
        }
        server.advance(5_000);
        if table.new_hands(3, &[]) {
            return;
        }
        server.advance(5_000);
        assert_eq!(table.all(1), [2]);
        let mut leader = (table.dealer + 1) % 2;
        for _ in 0..5 {
            table.clients[leader].expect(&[1, 0x34]);
            let mut played = Vec::new();
            for seat in [leader, 1 - leader] {
                let card = table.lowest(seat, played.first().map(|card| card / 13));
                server.advance(5_000);
                assert_eq!(table.all(2), [seat as u8, card]);
                table.hands[seat].retain(|own| *own != card);
                played.push(card);
            }
            let value = |card: u8| if card.is_multiple_of(13) { 13 } else { card % 13 };
            if played[1] / 13 == played[0] / 13 && value(played[1]) > value(played[0]) {
                leader = 1 - leader;
            }
        }
        let result = table.all(4);
        assert_eq!((result[0], result[1] as usize), (2, leader));
        table.totals = result[2..].to_vec();
        assert_eq!(table.all(2), [0, 0]);
        table.dealer = 1 - table.dealer;
        table.next_hands();
    }
    // A client that was silent all the time is in the lobby when the other leaves, and can ask at once.
    table.clients.remove(0).hang_up();
    table.clients[0].expect(&[0]);
    back_in_the_lobby(&mut table.clients[0]);
}

#[test]
fn cw8_a_disconnect_in_each_phase_ends_the_game_for_all_with_one_zero() {
    for phase in 0..4 {
        let server = TestServer::open(&[]);
        let mut table = starts(&server, 3);
        if phase > 0 {
            assert!(!table.exchange(1, &[1]));
        }
        if phase > 1 {
            assert!(!table.exchange(2, &[]));
            assert!(!table.exchange(3, &[]));
        }
        if phase > 2 {
            table.calls(&[]);
            table.clients[1].expect(&[1, 0x34]);
        }
        table.clients.remove(2).hang_up();
        for client in &mut table.clients {
            client.expect(&[0]);
            back_in_the_lobby(client);
        }
        table.clients[0].send(&[1, 2]);
        table.clients[0].expect(&[1, 2, 0, 0, 0]);
    }
}

#[test]
fn cw29_a_zero_comes_at_once_and_an_answer_that_crosses_it_does_no_harm() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 2);
    table.clients.remove(1).hang_up();
    table.clients[0].expect(&[0]);
    table.clients[0].send(&KEEP);
    back_in_the_lobby(&mut table.clients[0]);
}

#[test]
fn cw26_a_leave_that_crosses_the_start_is_read_as_a_part_of_the_exchange() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 2);
    table.clients[0].send(&[3]);
    table.clients[0].send(&[EMPTY; 4]);
    table.clients[1].send(&KEEP);
    // The byte is the name of a card, and the client that holds it changes it.
    let (before, after) = (&table.hands[0], row(&mut table.clients[0], 5));
    for (old, new) in before.iter().zip(&after) {
        assert_eq!(old != new, *old == 3, "{before:?} {after:?}");
    }
    assert_eq!(table.hands[1], row(&mut table.clients[1], 5));
}

#[test]
fn a_new_round_waits_for_the_pause() {
    let server = TestServer::open(&["--chicago-round-pause", "3"]);
    let mut table = starts(&server, 2);
    if table.round(&[], &[]).is_some() {
        return;
    }
    // The answer is there before the question, and waits with it.
    table.clients[0].send(&KEEP);
    table.clients[1].send(&KEEP);
    server.advance(2_999);
    server.advance(1);
    table.next_hands();
    assert!(!table.new_hands(1, &[]));
}

#[test]
fn the_first_caller_in_turn_leads_though_not_first_in_turn() {
    let server = TestServer::open(&[]);
    let mut table = starts(&server, 4);
    let _ = table.round(&[0], &[0, 3]);
}
