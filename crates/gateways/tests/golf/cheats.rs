//! A cheating peer of each kind is caught, by message.

use std::time::Duration;

use games::cards::Card;
use games::golf::Action;
use gateways::golf::{Contact, Ending, Peer, Socket, Timing};

use super::network::contact;

/// Our player ann at a table with bob, who deals and says whatever the test says.
struct Bench {
    ann: Peer,
    now: Duration,
    /// What ann has sent and nobody has looked at.
    sent: Vec<String>,
}

const SECOND: Duration = Duration::from_secs(1);

fn dealer() -> Contact {
    contact(1)
}

impl Bench {
    fn new(steal: bool) -> Self {
        let mut bench = Self { ann: Peer::new("ann", Timing::default()), now: SECOND, sent: Vec::new() };
        let steal = if steal { "True" } else { "False" };
        let text = format!("assign player\n{steal}\n2\n{}\n{}", contact(0), contact(1));
        assert!(bench.says(Socket::Dealing, Socket::Base, &text));
        bench
    }

    /// Bob says something; whether ann acknowledges it.
    fn says(&mut self, from: Socket, to: Socket, text: &str) -> bool {
        self.ann.hear(to, dealer().socket(from), text.as_bytes(), self.now);
        self.sent.clear();
        let mut acknowledged = false;
        while let Some(out) = self.ann.outgoing() {
            if out.text == format!("ack {text}") {
                assert_eq!((out.socket, out.to), (to, dealer().socket(from)), "from where it came in");
                acknowledged = true;
            } else {
                self.sent.push(out.text);
            }
        }
        acknowledged
    }

    fn deals(&mut self, text: &str) -> bool {
        self.says(Socket::Dealing, Socket::Base, text)
    }

    fn plays(&mut self, text: &str) -> bool {
        self.says(Socket::Base, Socket::Base, text)
    }

    fn state(&mut self, text: &str) -> bool {
        self.says(Socket::States, Socket::Dealing, &format!("game state\n{text}"))
    }

    fn cards() -> Vec<String> {
        Card::pack().iter().map(|card| format!("({card:?}, True)")).collect()
    }

    fn dealt(steal: bool) -> Self {
        let mut bench = Self::new(steal);
        let cards = Self::cards();
        for (index, card) in cards[..12].iter().enumerate() {
            let to = ["ann", "bob"][index % 2];
            assert!(bench.deals(&format!("deal card\n{card}\n{to}")));
        }
        assert!(bench.deals(&format!("stack\nstock\n{}", cards[12..].join("\n"))));
        bench
    }

    /// Everybody has turned cards 0 and 1; ann is the first in the list.
    fn revealed(steal: bool) -> Self {
        let mut bench = Self::dealt(steal);
        assert!(bench.deals("announce initial reveal"));
        let question = bench.ann.question().unwrap();
        bench.ann.decide(question.view.legal[0], bench.now).unwrap();
        bench.now += Duration::from_millis(100);
        bench.ann.tick(bench.now);
        for place in [0, 1] {
            if place == 1 {
                // Her second card goes out a moment after the dealer's.
                assert!(bench.ann.outgoing().is_none());
                for place in [0, 1] {
                    assert!(bench.deals(&format!("reveal card\n{place}\nbob")));
                }
                assert!(bench.ann.outgoing().is_none());
                bench.now += Duration::from_millis(100);
                bench.ann.tick(bench.now);
            }
            let own = format!("reveal card\n{place}\nann");
            // The list goes ann, bob: to herself first.
            for to in [contact(0), contact(1)] {
                let out = bench.ann.outgoing().unwrap();
                assert_eq!(
                    (out.socket, out.to, out.text.as_str()),
                    (Socket::Dealing, to.socket(Socket::Base), own.as_str())
                );
                if to == contact(0) {
                    bench.ann.hear(
                        Socket::Base,
                        contact(0).socket(Socket::Dealing),
                        own.as_bytes(),
                        bench.now,
                    );
                    assert_eq!(bench.ann.outgoing().unwrap().text, format!("ack {own}"));
                }
                bench.ann.hear(
                    Socket::Dealing,
                    to.socket(Socket::Base),
                    format!("ack {own}").as_bytes(),
                    bench.now,
                );
            }
        }
        bench
    }

    /// It is bob's turn: ann took the stock card and threw it away.
    fn bobs_turn(steal: bool) -> Self {
        let mut bench = Self::revealed(steal);
        assert!(bench.state("continue"));
        for (action, said) in [(Action::TakeStock, "pop\nstock"), (Action::ThrowAway, "replace\nd\nann")] {
            bench.ann.decide(action, bench.now).unwrap();
            assert_eq!(bench.ann.outgoing().unwrap().text, said);
            let ack = format!("ack {said}");
            bench.ann.hear(Socket::Base, dealer().socket(Socket::Base), ack.as_bytes(), bench.now);
        }
        assert_eq!(bench.ann.outgoing().unwrap().text, "query game state");
        assert!(bench.state("continue"));
        bench
    }

    /// Bob is caught, and ann says this.
    #[track_caller]
    fn caught(&self, expected: &str) {
        match self.ann.ending() {
            Some(Ending::Cheated { name, what }) => {
                assert_eq!(name, "bob");
                assert!(what.contains(expected), "{what}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn goes_on(&self) {
        assert_eq!(self.ann.ending(), None);
    }
}

#[test]
fn a_dealer_who_deals_a_card_twice_is_caught() {
    let mut bench = Bench::new(false);
    assert!(bench.deals("deal card\n(H10, True)\nann"));
    assert!(bench.deals("deal card\n(H10, True)\nann"), "the same message again is a repeat");
    bench.goes_on();
    assert!(!bench.deals("deal card\n(H10, True)\nbob"));
    bench.caught("10♥ is in the deck twice");
}

#[test]
fn a_dealer_who_deals_seven_cards_or_to_a_stranger_is_caught() {
    let mut bench = Bench::new(false);
    for card in &Bench::cards()[..6] {
        assert!(bench.deals(&format!("deal card\n{card}\nann")));
    }
    assert!(!bench.deals(&format!("deal card\n{}\nann", Bench::cards()[6])));
    bench.caught("more than six");
    let mut bench = Bench::new(false);
    assert!(!bench.deals("deal card\n(H10, True)\nzoe"));
    bench.caught("nobody called");
}

#[test]
fn a_dealer_who_keeps_cards_back_or_marks_them_is_caught() {
    let cards = Bench::cards();
    for (stock, why) in [(&cards[13..], "51 cards"), (&cards[11..], "in the deck twice")] {
        let mut bench = Bench::new(false);
        for (index, card) in cards[..12].iter().enumerate() {
            assert!(bench.deals(&format!("deal card\n{card}\n{}", ["ann", "bob"][index % 2])));
        }
        bench.deals(&format!("stack\nstock\n{}", stock.join("\n")));
        bench.deals("announce initial reveal");
        bench.caught(why);
    }
}

#[test]
fn what_is_not_expected_is_dropped_in_silence() {
    let mut bench = Bench::new(false);
    for early in
        ["pop\nstock", "replace\n0\nbob", "announce initial reveal", "stack\nstock\n(H10, True)", "nonsense"]
    {
        assert!(!bench.deals(early), "{early}");
        bench.goes_on();
    }
    // A stranger's cards are not the dealer's.
    let stranger = contact(2).socket(Socket::Dealing);
    bench.ann.hear(Socket::Base, stranger, b"deal card\n(H10, True)\nann", bench.now);
    assert_eq!(bench.ann.outgoing(), None);
    bench.goes_on();
}

#[test]
fn wrong_reveals_are_caught() {
    for (text, why) in [
        ("reveal card\n6\nbob", "no card 6"),
        ("reveal card\n-1\nbob", "no card -1"),
        ("reveal card\n2\nann", "in the name of"),
    ] {
        let mut bench = Bench::dealt(false);
        assert!(bench.deals("announce initial reveal"));
        assert!(!bench.deals(text), "{text}");
        bench.caught(why);
    }
    let mut bench = Bench::dealt(false);
    assert!(bench.deals("announce initial reveal"));
    assert!(bench.deals("reveal card\n0\nbob"));
    assert!(bench.deals("reveal card\n0\nbob"), "the same message again is a repeat");
    assert!(bench.deals("reveal card\n1\nbob"));
    assert!(!bench.deals("reveal card\n2\nbob"));
    bench.caught("exactly two cards");
}

#[test]
fn a_second_card_is_turned_after_two_seconds_if_the_dealer_does_not_turn_its_own() {
    let mut bench = Bench::dealt(false);
    assert!(bench.deals("announce initial reveal"));
    let question = bench.ann.question().unwrap();
    bench.ann.decide(question.view.legal[0], bench.now).unwrap();
    // Who turns which card, as it goes out to herself; the others get it after her acknowledgement.
    let turned = |bench: &mut Bench, place: u8| {
        let own = format!("reveal card\n{place}\nann");
        for to in [contact(0), contact(1)] {
            assert_eq!(bench.ann.outgoing().unwrap().text, own);
            if to == contact(0) {
                let from = contact(0).socket(Socket::Dealing);
                bench.ann.hear(Socket::Base, from, own.as_bytes(), bench.now);
                assert_eq!(bench.ann.outgoing().unwrap().text, format!("ack {own}"));
            }
            let ack = format!("ack {own}");
            bench.ann.hear(Socket::Dealing, to.socket(Socket::Base), ack.as_bytes(), bench.now);
        }
    };
    bench.now += Duration::from_millis(100);
    bench.ann.tick(bench.now);
    turned(&mut bench, 0);
    bench.now += Duration::from_millis(1_999);
    bench.ann.tick(bench.now);
    assert!(bench.ann.outgoing().is_none());
    assert_eq!(bench.ann.deadline(), Some(bench.now + Duration::from_millis(1)), "she knows when to go on");
    bench.now += Duration::from_millis(1);
    bench.ann.tick(bench.now);
    turned(&mut bench, 1);
}

#[test]
fn a_reveal_may_overtake_the_announcement_and_a_pop_the_state() {
    let mut bench = Bench::dealt(false);
    assert!(!bench.deals("reveal card\n3\nbob"), "not yet");
    assert!(bench.deals("announce initial reveal"));
    assert!(bench.sent.contains(&"ack reveal card\n3\nbob".to_owned()), "{:?}", bench.sent);
}

#[test]
fn wrong_turns_are_caught() {
    for (text, why) in [("pop\ndiscard\n", ""), ("pop\nsteal\nann\n0\nbob\n2", "no stealing")] {
        let mut bench = Bench::bobs_turn(false);
        let acknowledged = bench.plays(text);
        if why.is_empty() {
            assert!(acknowledged, "ann threw a card there");
        } else {
            assert!(!acknowledged);
            bench.caught(why);
        }
    }
    for (text, why) in [
        ("replace\n6\nbob", "no card 6"),
        ("replace\n-1\nbob", "no card -1"),
        ("replace\n0\nann", "in the name of"),
    ] {
        let mut bench = Bench::bobs_turn(false);
        assert!(bench.plays("pop\nstock"));
        assert!(!bench.plays(text));
        bench.caught(why);
    }
}

#[test]
fn wrong_steals_are_caught() {
    for (text, why) in [
        ("pop\nsteal\nann\n3\nbob\n2", "face down"),
        ("pop\nsteal\nann\n0\nbob\n0", "face up"),
        ("pop\nsteal\nbob\n0\nbob\n2", "yourself"),
        ("pop\nsteal\nzoe\n0\nbob\n2", "nobody called"),
        ("pop\nsteal\nann\n0\nann\n2", "in the name of"),
        ("pop\nsteal\nann\n7\nbob\n2", "no card 7"),
    ] {
        let mut bench = Bench::bobs_turn(true);
        assert!(!bench.plays(text), "{text}");
        bench.caught(why);
    }
    let mut bench = Bench::bobs_turn(true);
    assert!(bench.plays("pop\nsteal\nann\n0\nbob\n2"));
    bench.goes_on();
}

#[test]
fn a_second_pop_and_a_replace_without_a_pop_are_not_acknowledged() {
    let mut bench = Bench::bobs_turn(false);
    assert!(!bench.plays("replace\n0\nbob"));
    assert!(bench.plays("pop\nstock"));
    assert!(bench.plays("pop\nstock"), "a repeat");
    assert!(!bench.plays("pop\ndiscard"), "a change of mind");
    assert!(bench.plays("replace\n0\nbob"));
    assert!(bench.plays("replace\n0\nbob"), "a repeat");
    assert!(!bench.plays("replace\n1\nbob"), "a change of mind");
    bench.goes_on();
}

#[test]
fn a_discard_may_be_thrown_back() {
    let mut bench = Bench::bobs_turn(false);
    assert!(bench.plays("pop\ndiscard"));
    assert!(bench.plays("replace\ndiscard\nbob"));
    bench.goes_on();
}

#[test]
fn a_dealer_who_ends_a_round_or_the_game_too_early_is_caught() {
    for (state, why) in [("newround", "cards hidden"), ("end\nbob", "round 1 of 9")] {
        let mut bench = Bench::bobs_turn(false);
        assert!(bench.plays("pop\nstock") && bench.plays("replace\n0\nbob"));
        assert!(!bench.state(state));
        bench.caught(why);
    }
}

#[test]
fn the_state_is_heard_on_both_sockets_and_repeats_are_acknowledged_anywhere() {
    let mut bench = Bench::revealed(false);
    assert!(bench.says(Socket::States, Socket::Base, "game state\ncontinue"));
    assert!(bench.state("continue"), "a repeat while the turn is not over");
    assert!(bench.deals("announce initial reveal"), "a repeat from long ago");
}

#[test]
fn a_silent_peer_vanishes_after_twenty_further_tries_or_when_patience_ends() {
    let mut bench = Bench::bobs_turn(false);
    assert!(bench.plays("pop\nstock") && bench.plays("replace\nd\nbob") && bench.state("continue"));
    bench.now += Duration::from_millis(100);
    bench.ann.decide(Action::TakeStock, bench.now).unwrap();
    let mut sent = 0;
    while bench.ann.ending().is_none() {
        while let Some(out) = bench.ann.outgoing() {
            assert_eq!(out.text, "pop\nstock");
            sent += 1;
        }
        bench.now = bench.ann.deadline().unwrap();
        bench.ann.tick(bench.now);
    }
    assert_eq!(sent, 21);
    let gone = Ending::Vanished { name: "bob".into(), what: "an acknowledgement".into() };
    assert_eq!(bench.ann.ending(), Some(&gone));

    let mut bench = Bench::bobs_turn(false);
    bench.ann.tick(bench.now + Duration::from_secs(299));
    bench.goes_on();
    bench.ann.tick(bench.now + Duration::from_secs(301));
    let gone = Ending::Vanished { name: "bob".into(), what: "a turn".into() };
    assert_eq!(bench.ann.ending(), Some(&gone));
}

#[test]
fn a_copy_of_a_steal_that_comes_a_turn_late_is_excused_but_not_again_and_again() {
    let mut bench = Bench::bobs_turn(true);
    let steal = "pop\nsteal\nann\n0\nbob\n2";
    assert!(bench.plays(steal) && bench.state("continue"));
    bench.now += Duration::from_millis(100);
    for (action, said) in [(Action::TakeStock, "pop\nstock"), (Action::ThrowAway, "replace\nd\nann")] {
        bench.ann.decide(action, bench.now).unwrap();
        assert_eq!(bench.ann.outgoing().unwrap().text, said);
        // The copy comes while ann plays, and when it is bob's turn again.
        assert!(bench.plays(steal));
        let ack = format!("ack {said}");
        bench.ann.hear(Socket::Base, dealer().socket(Socket::Base), ack.as_bytes(), bench.now);
    }
    assert!(bench.state("continue") && bench.plays(steal));
    bench.goes_on();
    assert!(bench.plays("pop\nstock"), "what bob really does is taken");
    assert!(bench.plays("replace\n3\nbob"));
    bench.goes_on();

    let mut bench = Bench::bobs_turn(true);
    assert!(bench.plays(steal) && bench.state("continue"));
    bench.now += Duration::from_millis(100);
    for (action, said) in [(Action::TakeStock, "pop\nstock"), (Action::ThrowAway, "replace\nd\nann")] {
        bench.ann.decide(action, bench.now).unwrap();
        let ack = format!("ack {said}");
        bench.ann.hear(Socket::Base, dealer().socket(Socket::Base), ack.as_bytes(), bench.now);
    }
    assert!(bench.state("continue"));
    for _ in 0..20 {
        bench.plays(steal);
    }
    bench.caught("hidden");
}

#[test]
fn a_question_that_is_answered_is_not_asked_again_even_if_it_was_never_acknowledged() {
    let mut bench = Bench::revealed(false);
    assert!(bench.state("continue"));
    for (action, said) in [(Action::TakeStock, "pop\nstock"), (Action::ThrowAway, "replace\nd\nann")] {
        bench.ann.decide(action, bench.now).unwrap();
        let ack = format!("ack {said}");
        bench.ann.hear(Socket::Base, dealer().socket(Socket::Base), ack.as_bytes(), bench.now);
    }
    assert!(bench.state("continue"));
    // Bob thinks about his turn.
    for _ in 0..40 {
        bench.now += Duration::from_millis(500);
        bench.ann.tick(bench.now);
        assert_eq!(bench.ann.outgoing(), None);
    }
    bench.goes_on();
}
