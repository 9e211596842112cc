//! The manager of the peer-to-peer game, request by request.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::{IpAddr, Ipv4Addr};

use super::{Manager, Registered};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7));

/// A manager that has been asked these things, all answered with SUCCESS.
fn manager(requests: &[&str]) -> Manager {
    let mut manager = Manager::new();
    for request in requests {
        let answer = ask(&mut manager, request);
        assert!(answer.starts_with("SUCCESS"), "{request}: {answer}");
    }
    manager
}

fn ask(manager: &mut Manager, request: &str) -> String {
    manager.answer(HERE, request.as_bytes(), 0)
}

/// Asks and expects this answer, and that nothing has changed.
fn refused(manager: &mut Manager, request: &str, answer: &str) {
    let before = manager.clone();
    assert_eq!(ask(manager, request), answer, "{request}");
    assert_eq!(*manager, before, "{request}");
}

#[test]
fn gft27_names_have_1_to_15_characters() {
    let mut manager = Manager::new();
    refused(&mut manager, "register  4505", "FAILURE USERNAME");
    refused(&mut manager, &format!("register {} 4505", "x".repeat(16)), "FAILURE USERNAME");
    refused(&mut manager, "register ann! 4505", "FAILURE USERNAME");
    refused(&mut manager, "register åsa 4505", "FAILURE USERNAME");
    assert_eq!(ask(&mut manager, "register a 4505"), "SUCCESS");
    assert_eq!(ask(&mut manager, "register Long_name-15-ch 4510"), "SUCCESS");
}

#[test]
fn gft28_ports_blocks_and_names_are_not_shared() {
    let mut manager = manager(&["register ann 4505"]);
    refused(&mut manager, "register bob 4505", "FAILURE PORT");
    refused(&mut manager, "register bob 4501", "FAILURE PORT");
    refused(&mut manager, "register bob 4509", "FAILURE PORT");
    refused(&mut manager, "register ann 4600", "FAILURE USERNAME");
    for port in ["1023", "65532", "0", "-1", "99999999999999999999"] {
        refused(&mut manager, &format!("register bob {port}"), "FAILURE PORT");
    }
    refused(&mut manager, "register ann 4505", "SUCCESS");
    assert_eq!(ask(&mut manager, "register bob 4510"), "SUCCESS");
    // The same port can be used at another address, but a name only once.
    assert_eq!(manager.answer(THERE, b"register cleo 4505", 0), "SUCCESS");
    assert_eq!(manager.answer(THERE, b"register ann 4505", 0), "FAILURE USERNAME");
    assert_eq!(
        ask(&mut manager, "query players"),
        "3\n(ann, 127.0.0.1, 4505)\n(bob, 127.0.0.1, 4510)\n(cleo, 10.0.0.7, 4505)"
    );
}

#[test]
fn gft29_when_name_and_port_both_clash_the_name_is_blamed() {
    let mut manager = manager(&["register ann 4505", "register bob 4510"]);
    refused(&mut manager, "register ann 4510", "FAILURE USERNAME");
    refused(&mut manager, "register bob 80", "FAILURE USERNAME");
}

#[test]
fn gft30_a_game_needs_a_free_dealer_and_one_to_three_free_others() {
    let mut manager = manager(&["register ann 4505", "register bob 4510"]);
    refused(&mut manager, "start game ann 2", "FAILURE");
    refused(&mut manager, "start game ann 0", "FAILURE");
    refused(&mut manager, "start game eve 1", "FAILURE");
    for name in ["c", "d", "e", "f"].iter().zip([4520, 4530, 4540, 4550]) {
        assert_eq!(ask(&mut manager, &format!("register {} {}", name.0, name.1)), "SUCCESS");
    }
    refused(&mut manager, "start game ann 4", "FAILURE");
    // A refused start uses no id; the others come in order of registration, the dealer last.
    assert_eq!(
        ask(&mut manager, "start game bob 2"),
        "SUCCESS\n0\n(ann, 127.0.0.1, 4505)\n(c, 127.0.0.1, 4520)\n(bob, 127.0.0.1, 4510)"
    );
    refused(&mut manager, "start game bob 1", "FAILURE");
    refused(&mut manager, "start game d 3", "FAILURE");
    assert_eq!(ask(&mut manager, "start game d 1"), "SUCCESS\n1\n(e, 127.0.0.1, 4540)\n(d, 127.0.0.1, 4530)");
    assert_eq!(
        ask(&mut manager, "query games"),
        "2\n(0, bob, [(ann, 127.0.0.1, 4505)\n(c, 127.0.0.1, 4520)\n(bob, 127.0.0.1, 4510)])\n\
         (1, d, [(e, 127.0.0.1, 4540)\n(d, 127.0.0.1, 4530)])"
    );
}

#[test]
fn gft31_only_its_dealer_ends_a_game() {
    let mut manager = manager(&["register ann 4505", "register bob 4510", "start game ann 1"]);
    refused(&mut manager, "end 1 ann", "FAILURE");
    refused(&mut manager, "end -1 ann", "FAILURE");
    refused(&mut manager, "end 0 bob", "FAILURE");
    refused(&mut manager, "end zero ann", "SYNTAX_ERROR");
    assert_eq!(ask(&mut manager, "end 0 ann"), "SUCCESS");
    refused(&mut manager, "end 0 ann", "FAILURE");
    assert_eq!(ask(&mut manager, "query games"), "0");
    assert!(ask(&mut manager, "start game bob 1").starts_with("SUCCESS\n1\n"), "ids are never used again");
}

#[test]
fn gft32_nobody_unknown_is_deregistered_and_whoever_is_in_a_game_goes_with_it() {
    let mut manager = manager(&["register ann 4505", "register bob 4510", "start game ann 1"]);
    refused(&mut manager, "de-register eve", "FAILURE");
    assert_eq!(ask(&mut manager, "de-register bob"), "SUCCESS");
    assert_eq!(ask(&mut manager, "de-register bob"), "SUCCESS", "the first answer may have been lost");
    assert!(ask(&mut manager, "query players").contains("(bob, "), "the game still has its players");
    assert!(games(&mut manager).contains("(bob, "));
    refused(&mut manager, "register bob 4600", "FAILURE USERNAME");
    assert_eq!(ask(&mut manager, "end 0 ann"), "SUCCESS");
    assert_eq!(ask(&mut manager, "query players"), "1\n(ann, 127.0.0.1, 4505)");
    assert_eq!(ask(&mut manager, "deregister ann"), "SUCCESS");
    assert_eq!(ask(&mut manager, "query players"), "0");
}

#[test]
fn whoever_registers_again_in_the_middle_of_a_game_stays() {
    let mut manager = manager(&["register ann 4505", "register bob 4510", "start game ann 1"]);
    assert_eq!(ask(&mut manager, "de-register bob"), "SUCCESS");
    assert_eq!(ask(&mut manager, "register bob 4510"), "SUCCESS");
    assert_eq!(ask(&mut manager, "end 0 ann"), "SUCCESS");
    assert!(ask(&mut manager, "query players").contains("(bob, "));
}

#[test]
fn gft33_anything_else_is_a_syntax_error() {
    let mut manager = manager(&["register ann 4505"]);
    for request in [
        "",
        " ",
        "hello",
        "register",
        "register bob",
        "register bob 4510 x",
        "register bob port",
        "register bob +1",
        "register  bob 4510",
        "query",
        "query cards",
        "query players now",
        "start ann 1",
        "start game ann",
        "start game ann two",
        "end 0",
        "de-register",
        "REGISTER bob 4510",
    ] {
        refused(&mut manager, request, "SYNTAX_ERROR");
    }
    assert_eq!(manager.answer(HERE, &[0xFF, 0xFE], 0), "SYNTAX_ERROR");
    assert_eq!(manager.answer(HERE, &[b'x'; 2049], 0), "SYNTAX_ERROR");
}

/// The dealer's name, and who plays.
fn games(manager: &mut Manager) -> String {
    ask(manager, "query games")
}

#[test]
fn the_silent_are_forgotten_only_if_the_operator_wants_it() {
    let mut manager = Manager::new();
    for (request, now) in [
        ("register ann 4505", 0),
        ("register bob 4510", 0),
        ("start game ann 1", 0),
        ("register cid 4520", 0),
    ] {
        assert!(manager.answer(HERE, request.as_bytes(), now).starts_with("SUCCESS"));
    }
    manager.forget_silent(999, 1_000);
    assert!(games(&mut manager).starts_with("1\n"));
    // The dealer is silent for too long: the game is over, and its players are free for another while.
    manager.forget_silent(1_000, 1_000);
    assert_eq!(games(&mut manager), "0");
    assert!(ask(&mut manager, "query players").starts_with("2\n"), "cid, who waited, is gone");
    // Any datagram from a client's address shows that it is alive.
    assert_eq!(manager.answer(THERE, b"register dot 4505", 1_400), "SUCCESS");
    assert!(manager.answer(THERE, b"query games", 2_300).starts_with('0'));
    manager.forget_silent(2_399, 1_000);
    assert_eq!(manager.answer(THERE, b"query players", 2_400), "1\n(dot, 10.0.0.7, 4505)");
}

#[test]
fn what_the_manager_knows_is_written_down_and_read_again() {
    let mut before = manager(&["register ann 4505", "register bob 4510", "start game ann 1"]);
    let text = serde_json::to_string(&before).unwrap();
    let mut after: Manager = serde_json::from_str(&text).unwrap();
    assert_eq!(after, before);
    assert_eq!(games(&mut after), games(&mut before));
    assert!(serde_json::from_str::<Manager>("{}").is_err());
}

#[test]
fn a_server_starts_a_game_with_chosen_players_and_its_own_guests_or_not_at_all() {
    let mut manager = manager(&["register eve 4600", "register ann 4505"]);
    let guest = |name: &str, port| Registered { name: name.to_owned(), address: HERE, port };
    let named = ["ann".to_owned()];
    let before = manager.clone();
    assert_eq!(manager.start_with(&named, &[guest("bo", 4507)], 0), None, "the block is taken");
    assert_eq!(manager.start_with(&["zoe".to_owned()], &[guest("bo", 4510)], 0), None, "nobody knows zoe");
    assert_eq!(manager, before);
    assert_eq!(manager.start_with(&named, &[guest("cy", 4515), guest("bo", 4510)], 0), Some(0));
    assert_eq!(
        games(&mut manager),
        "1\n(0, bo, [(ann, 127.0.0.1, 4505)\n(cy, 127.0.0.1, 4515)\n(bo, 127.0.0.1, 4510)])"
    );
    assert_eq!(manager.free().map(|free| free.name).collect::<Vec<_>>(), ["eve"]);
    // When the server opens again, its guests are gone and the others are free.
    manager.forget_guests();
    assert_eq!(games(&mut manager), "0");
    assert_eq!(manager.free().map(|free| free.name).collect::<Vec<_>>(), ["eve", "ann"]);
}

#[test]
fn so_many_can_register_as_fit_in_one_answer() {
    let mut manager = Manager::new();
    for number in 0..1_000u32 {
        let request = format!("register player-number{} {}", number % 10, 0);
        assert_eq!(manager.answer(HERE, request.as_bytes(), 0), "FAILURE PORT");
        let far = IpAddr::V4(Ipv4Addr::new(10, 111, (number / 250) as u8, (number % 250) as u8));
        let request = format!("register plays-{number:09} 60000");
        assert_eq!(manager.answer(far, request.as_bytes(), 0), "SUCCESS");
    }
    assert_eq!(ask(&mut manager, "register one-more 4505"), "FAILURE PORT");
    let list = ask(&mut manager, "query players");
    assert!(list.starts_with("1000\n") && list.len() < 65_000);
}

fn far(number: u32) -> IpAddr {
    IpAddr::V4((0xCB00_7100 + number).into())
}

#[test]
fn a_thousand_registrations_from_elsewhere_keep_nobody_out_and_evict_nobody() {
    let mut manager = manager(&["register ann 4505", "register bob 4510", "start game ann 1"]);
    assert_eq!(manager.answer(far(0), b"register real 4505", 0), "SUCCESS");
    for number in 1..2_000u32 {
        let request = format!("register forged{number} 60000");
        let expected = if number < 900 { "SUCCESS" } else { "FAILURE PORT" };
        assert_eq!(manager.answer(far(number), request.as_bytes(), u64::from(number)), expected);
    }
    for (name, port) in [("cid", 4520), ("dot", 4530)] {
        assert_eq!(ask(&mut manager, &format!("register {name} {port}")), "SUCCESS");
    }
    let list = ask(&mut manager, "query players");
    assert!(list.starts_with("904\n") && list.len() < 65_000);
    for name in ["ann", "bob", "cid", "dot", "real", "forged1"] {
        assert!(list.contains(&format!("({name}, ")), "{name}");
    }
    // The same address may replace its name, and a client that is silent for an hour is removed.
    assert_eq!(manager.answer(far(0), b"register other 5505", 3_000), "SUCCESS");
    let list = ask(&mut manager, "query players");
    assert!(list.starts_with("904\n") && !list.contains("(real, ") && list.contains("(other, "));
    assert_eq!(manager.answer(far(9_999), b"register late 5505", 3_599_999), "FAILURE PORT");
    assert_eq!(manager.answer(far(9_999), b"register late 5505", 3_600_001), "SUCCESS");
    assert!(!ask(&mut manager, "query players").contains("(forged1, "));
}

#[test]
fn one_address_block_does_not_take_all_there_is() {
    let mut manager = Manager::new();
    let block = |number: u16| IpAddr::V6([0x2001, 0xdb8, 0, 0, 0, 0, 0, number].into());
    for number in 0..64 {
        let request = format!("register here{number} 5000");
        assert_eq!(manager.answer(block(number), request.as_bytes(), 0), "SUCCESS");
    }
    assert_eq!(manager.answer(block(64), b"register here64 5000", 0), "FAILURE PORT");
    let next_block = IpAddr::V6([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1].into());
    assert_eq!(manager.answer(next_block, b"register here64 5000", 0), "SUCCESS");
}

#[test]
fn nobody_speaks_for_somebody_else() {
    let mut manager = Manager::new();
    let (ann, eve) = (far(1), far(2));
    for (from, request) in
        [(ann, "register ann 4505"), (ann, "register bob 4510"), (eve, "register eve 4505")]
    {
        assert_eq!(manager.answer(from, request.as_bytes(), 0), "SUCCESS");
    }
    let refused = |manager: &mut Manager, request: &str| {
        let before = manager.clone();
        assert_eq!(manager.answer(eve, request.as_bytes(), 0), "FAILURE", "{request}");
        assert_eq!(*manager, before, "{request}");
    };
    refused(&mut manager, "de-register ann");
    refused(&mut manager, "deregister bob");
    refused(&mut manager, "start game ann 1");
    assert!(manager.answer(ann, b"start game ann 1", 0).starts_with("SUCCESS\n0\n"));
    refused(&mut manager, "end 0 ann");
    refused(&mut manager, "de-register bob");
    assert_eq!(manager.answer(ann, b"end 0 ann", 0), "SUCCESS");
    assert_eq!(manager.answer(ann, b"de-register ann", 0), "SUCCESS");
    assert_eq!(ask(&mut manager, "de-register bob"), "SUCCESS", "the operator, on the manager's machine");
}
