//! How things are written.

use game::{EventLog, Game, Refusal as _, Viewer, Voice, below, dice};

use super::super::*;
use super::table::{STRONG, Table, WEAK, card, cards, dealt, seat};

#[test]
fn actions_are_written_plainly() {
    let written = [
        (
            Action::Change(cards("SA H10").into_iter().collect()),
            r#"{"change":["SA","H10"]}"#,
            "change A♠ 10♥",
        ),
        (Action::Change(CardSet::EMPTY), r#"{"change":[]}"#, "keep all"),
        (Action::TakeOpen, r#""take_open""#, "take the open card"),
        (Action::DrawUnseen, r#""draw_unseen""#, "draw unseen"),
        (Action::CallChicago, r#""call_chicago""#, "call Chicago"),
        (Action::NoChicago, r#""no_chicago""#, "no Chicago"),
        (Action::Play(card("S10")), r#"{"play":"S10"}"#, "play 10♠"),
    ];
    for (action, json, text) in written {
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
        assert_eq!(action.to_string(), text);
    }
    assert!(size_of::<Action>() <= 16);
}

#[test]
fn a_public_event_has_no_secret_part() {
    let mut table = Table::new("", &[STRONG, WEAK], "");
    let emitted = |table: &mut Table| serde_json::to_string(&table.news(1)).unwrap();
    let dealt = emitted(&mut table);
    assert!(dealt.contains(r#"{"dealt":{"seat":0}}"#), "{dealt}");
    table.change(0, "SA");
    assert_eq!(emitted(&mut table), r#"[{"change_chosen":{"seat":0}}]"#);
}

#[test]
fn refusals_name_the_rule() {
    let refusals = [
        (Refusal::NotNow(Phase::Call), "not_now", "Now is the time to call Chicago, or not."),
        (Refusal::NotYourCard(card("D10")), "not_your_card", "You do not hold 10♦."),
        (
            Refusal::MustFollowSuit(cards::Suit::Hearts),
            "must_follow_suit",
            "You must follow suit: hearts were led.",
        ),
        (
            Refusal::BuyStop(46),
            "buy_stop",
            "You may not change cards: whoever has 46 points or more keeps the hand.",
        ),
    ];
    for (refusal, code, sentence) in refusals {
        assert_eq!((refusal.code(), refusal.to_string().as_str()), (code, sentence));
    }
}

#[test]
fn sentences_speak_to_whoever_reads_them() {
    let voice = Voice::new(vec!["Ann".into(), "Bo".into()]).to(seat(0));
    let say = |event: Event| Chicago::sentence(&event, &voice);
    let ten = card("S10");
    assert_eq!(say(Event::CardPlayed { seat: seat(0), card: ten }), "You play 10♠.");
    assert_eq!(say(Event::CardPlayed { seat: seat(1), card: ten }), "Bo plays 10♠.");
    assert_eq!(say(Event::Changed { seat: seat(1), count: 1, swaps: None }), "Bo changes 1 card.");
    let swap = Swap { slot: 0, old: ten, new: card("HA") };
    let changed = Event::Changed { seat: seat(0), count: 1, swaps: Some(vec![swap]) };
    assert_eq!(say(changed), "You change 10♠ into A♥.");
    let left = Event::UnseenDrawn { seat: seat(1), left: ten, card: None };
    assert_eq!(say(left), "Bo leaves 10♠ and draws the next card unseen.");
    let over = Event::GameOver { winners: game::SeatSet::only(seat(0)), ending: Ending::Points };
    assert_eq!(say(over), "You win the game.");
    let last = Event::GameOver { winners: game::SeatSet::all(2), ending: Ending::LastRound };
    assert_eq!(say(last), "You and Bo win the game: the last round is played.");
    assert_eq!(
        say(Event::LastTrickUnpaid { seat: seat(0) }),
        "The last trick pays nobody: you missed the Chicago."
    );
}

/// Plays random games and looks at all that is written.
fn every_step(settings: &str, seats: u8, seed: u64, mut look: impl FnMut(&Chicago, &EventLog<Event>)) {
    let mut position = dealt(settings, seats, seed);
    let mut choices = dice(seed);
    for _ in 0..400 {
        let Some(seat) = position.status().to_act().first() else { return };
        let mut legal = Vec::new();
        position.legal_actions(seat, &mut legal);
        let mut emitted = EventLog::new();
        let action = legal[below(&mut choices, legal.len() as u32) as usize];
        position.play(seat, action, &mut emitted).unwrap();
        look(&position, &emitted);
    }
}

#[test]
fn every_event_is_one_sentence() {
    for (seats, you) in [(2, None), (3, Some(1)), (4, Some(3))] {
        let mut voice = Voice::numbers();
        if let Some(you) = you {
            voice = voice.to(seat(you));
        }
        every_step("one_up=on,four_resets=on", seats, u64::from(seats), |_, emitted| {
            for (_, event) in &emitted.0 {
                let sentence = Chicago::sentence(event, &voice);
                assert!(sentence.ends_with('.') && sentence.len() > 8, "{event:?}: {sentence:?}");
                assert!(!sentence.contains("You wins") && !sentence.contains("  "), "{sentence}");
            }
        });
    }
}

#[test]
fn the_text_fits_a_terminal() {
    for (settings, seats) in [("", 2), ("one_up=on", 3), ("buy_stop=42", 4)] {
        every_step(settings, seats, 5, |position, _| {
            for viewer in [Viewer::Seat(seat(1)), Viewer::Watcher] {
                let text = Chicago::text(&position.seen(viewer));
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= 78 && text.lines().count() <= 22, "{text}");
            }
        });
    }
}
