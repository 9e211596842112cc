//! Every message to the byte, and every way to write it that has one reading.

use gateways::golf::{Contact, GameState, Laid, Message, PileName, Pop, Unreadable};

fn ann() -> Contact {
    Contact::new("ann", [127, 0, 0, 1].into(), 4505).unwrap()
}

fn bob() -> Contact {
    Contact::new("bob", [127, 0, 0, 1].into(), 4510).unwrap()
}

#[track_caller]
fn both_ways(text: &str, message: &Message) {
    assert_eq!(message.to_string(), text);
    assert_eq!(Message::read(text).as_ref(), Ok(message));
    // Behind spaces each has the same reading, and so it has with other ends of lines.
    assert_eq!(Message::read(&text.replace('\n', " ")).as_ref(), Ok(message));
    assert_eq!(Message::read(&format!("{}\r\n", text.replace('\n', "\r\n"))).as_ref(), Ok(message));
}

#[test]
fn every_message_is_written_and_read_to_the_byte() {
    both_ways(
        "assign player\nTrue\n2\n(bob, 127.0.0.1, 4510)\n(ann, 127.0.0.1, 4505)",
        &Message::Assign { steal: true, players: vec![bob(), ann()] },
    );
    both_ways(
        "deal card\n(H10, True)\nann",
        &Message::Deal { card: "H10".parse().unwrap(), to: "ann".into() },
    );
    both_ways(
        "stack\nstock\n(SA, True)\n(CK, True)",
        &Message::Stack { pile: PileName::Stock, cards: vec!["SA".parse().unwrap(), "CK".parse().unwrap()] },
    );
    both_ways("announce initial reveal", &Message::Announce);
    both_ways("reveal card\n5\nann", &Message::Reveal { place: 5, of: "ann".into() });
    both_ways("pop\nstock", &Message::Pop(Pop::Stock));
    both_ways("pop\ndiscard", &Message::Pop(Pop::Discard));
    let steal = Pop::Steal { victim: "bob".into(), card: 3, thief: "ann".into(), own: 0 };
    both_ways("pop\nsteal\nbob\n3\nann\n0", &Message::Pop(steal));
    both_ways("replace\n2\nann", &Message::Replace { laid: Laid::At(2), by: "ann".into() });
    both_ways("replace\nd\nann", &Message::Replace { laid: Laid::Away, by: "ann".into() });
    both_ways("query game state", &Message::Query);
    both_ways("game state\ncontinue", &Message::State(GameState::Continue));
    both_ways("game state\nnewround", &Message::State(GameState::NewRound));
    both_ways("game state\nend\nann", &Message::State(GameState::End { winner: "ann".into() }));
}

#[test]
fn what_programs_in_the_wild_write_is_read() {
    let assign = Message::Assign { steal: false, players: vec![bob(), ann()] };
    for text in [
        "assign player\nfalse\n2\n((bob, 127.0.0.1, 4510))\n((ann, 127.0.0.1, 4505))",
        "assign player FALSE 2 (bob, 127.0.0.1, 4510), (ann, 127.0.0.1, 4505)",
        "assign player\nFalse\n2\n[(bob, 127.0.0.1, 4510), (ann, 127.0.0.1, 4505)]",
        "assign player\nFalse\n2\n('bob', '127.0.0.1', 4510)\n('ann', '127.0.0.1', 4505)",
    ] {
        assert_eq!(Message::read(text).as_ref(), Ok(&assign), "{text}");
    }
    let away = Message::Replace { laid: Laid::Away, by: "ann".into() };
    assert_eq!(Message::read("replace\ndiscard\nann"), Ok(away));
    let open = Message::Deal { card: "D2".parse().unwrap(), to: "bob".into() };
    assert_eq!(Message::read("deal card\n(D2, false)\nbob"), Ok(open));
    let pile = Message::Stack { pile: PileName::Discard, cards: vec!["S3".parse().unwrap()] };
    assert_eq!(Message::read("stack\ndiscard\n(S3, False)"), Ok(pile));
    // Numbers and names are judged later, against the rules.
    assert_eq!(
        Message::read("replace\n-1\nzoe"),
        Ok(Message::Replace { laid: Laid::At(-1), by: "zoe".into() })
    );
}

#[test]
fn what_has_no_reading_is_no_message() {
    for text in [
        "",
        "hello",
        "pop",
        "pop\nstock\nnow",
        "pop\nsteal\nbob\n3\nann",
        "replace\nx\nann",
        "replace\n1",
        "reveal card\nann\n1",
        "deal card\n(H1, True)\nann",
        "deal card\n(H10)\nann",
        "deal card\n(H10, perhaps)\nann",
        "deal card\nH10\nann",
        "assign player\nTrue\n3\n(bob, 127.0.0.1, 4510)\n(ann, 127.0.0.1, 4505)",
        "assign player\nTrue\n1\n(bob, 127.0.0.1, 65532)",
        "assign player\nTrue\n1\n(bob, nowhere, 4510)",
        "stack\nheap\n(H10, True)",
        "game state\nperhaps",
        "Pop\nstock",
        "ack pop\nstock",
    ] {
        assert_eq!(Message::read(text), Err(Unreadable), "{text}");
    }
    assert_eq!(Message::read(&"x".repeat(1 << 20)), Err(Unreadable));
}
