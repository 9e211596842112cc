//! Forms that people and programs read.

use game::{Game, Refusal as _, Seat, Tell, Viewer, Voice};

use super::super::{Action, Event, Golf, Refusal, Steal, Then};
use super::table::{ANN, BO, card, fresh, place, play, reveal, seat, swap, table};

#[test]
fn actions_have_one_pleasant_json_form_each() {
    let steal = Action::Steal(Steal { from: seat(1), card: place(3), own: place(0) });
    for (action, json) in [
        (reveal(0, 4), r#"{"reveal":[0,4]}"#),
        (Action::TakeStock, r#""take_stock""#),
        (Action::TakeDiscard, r#""take_discard""#),
        (swap(3), r#"{"swap":3}"#),
        (Action::ThrowAway, r#""throw_away""#),
        (Action::Turn(place(2)), r#"{"turn":2}"#),
        (steal, r#"{"steal":{"card":3,"from":1,"own":0}}"#),
    ] {
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
    }
    let other_way_round: Action = serde_json::from_str(r#"{"reveal":[4,0]}"#).unwrap();
    assert_eq!(other_way_round, reveal(0, 4), "the order in which two cards are named means nothing");
}

fn emitted(event: &Event, to: Option<u8>) -> String {
    let voice = Voice::new(vec!["Ann".into(), "Bo".into(), "Cy".into()]);
    Golf::sentence(event, &to.map_or(voice.clone(), |number| voice.to(seat(number))))
}

#[test]
fn events_are_told_as_people_speak() {
    let stole = Event::Stole {
        seat: seat(ANN),
        from: seat(BO),
        place: place(2),
        own: place(1),
        card: card("D2"),
        given: card("S5"),
    };
    assert_eq!(emitted(&stole, None), "Ann steals 2♦ from Bo and gives the hidden card 5♠.");
    assert_eq!(emitted(&stole, Some(ANN)), "You steal 2♦ from Bo and give the hidden card 5♠.");
    assert_eq!(emitted(&stole, Some(BO)), "Ann steals 2♦ from you and gives the hidden card 5♠.");
    let took = |card| Event::TookStock { seat: seat(ANN), card };
    assert_eq!(emitted(&took(None), Some(BO)), "Ann takes a card from the stock.");
    assert_eq!(emitted(&took(Some(card("S10"))), Some(ANN)), "You take 10♠ from the stock.");
    let begins = Event::PlayBegins { seat: seat(ANN) };
    assert_eq!(emitted(&begins, Some(ANN)), "All have turned two cards: you begin.");
    assert_eq!(emitted(&begins, None), "All have turned two cards: Ann begins.");
    let up = |then| Event::AllUp { seat: seat(ANN), then };
    assert_eq!(emitted(&up(Then::GoesOn), Some(ANN)), "Your cards are all face up.");
    assert_eq!(
        emitted(&up(Then::LastTurns), None),
        "Ann's cards are all face up: one more turn for everybody else."
    );
    let small = Voice::new(vec!["ann".into()]);
    assert_eq!(
        Golf::sentence(&up(Then::Ends), &small),
        "ann's cards are all face up: the round ends.",
        "a name is written as its owner writes it"
    );
    let over = |winners: &[u8], points| Event::GameOver {
        winners: winners.iter().map(|&number| seat(number)).collect(),
        points,
    };
    assert_eq!(emitted(&over(&[0], 1), Some(ANN)), "You win the game with 1 point.");
    assert_eq!(emitted(&over(&[0, 2], -4), None), "Ann and Cy share the win with -4 points.");
}

#[test]
fn every_refusal_has_a_code_and_a_sentence() {
    let all = [
        Refusal::RevealFirst,
        Refusal::RevealIsOver,
        Refusal::SameCardTwice,
        Refusal::TakeFirst,
        Refusal::CardInHand,
        Refusal::DiscardMustBeSwapped,
        Refusal::StockIsEmpty,
        Refusal::DiscardPileIsEmpty,
        Refusal::TurnOneFirst,
        Refusal::NothingToTurn,
        Refusal::AlreadyFaceUp(place(0)),
        Refusal::StealingIsOff,
        Refusal::NoSuchPlayer,
        Refusal::StealFromYourself,
        Refusal::StealHiddenCard(place(1)),
        Refusal::StealWithOpenCard(place(2)),
        Refusal::NoHiddenCardLeft,
    ];
    let codes: std::collections::BTreeSet<_> = all.iter().map(game::Refusal::code).collect();
    assert_eq!(codes.len(), all.len());
    assert!(all.iter().all(|refusal| refusal.to_string().ends_with('.')));
    assert_eq!(all[0].code(), "reveal_first");
    assert_eq!(all[14].to_string(), "Only open cards can be stolen: the top middle one there is face down.");
}

#[test]
fn the_board_shows_whose_turn_it_is_and_what_can_be_done() {
    let layouts = ["HK (S5) D7 (CK) H3 (S10)", "(HA) SA DA (C4) (H4) (S4)"];
    let mut golf = table("", &layouts, "C8 C9", "C2 S10");
    let expected = "\
Six Card Golf, round 1 of 9, turn 1
  stock 2   discard 10♠ (pile of 2)

  ▶ You                Player 2
  ┌───────────────┐  ┌───────────────┐
  │  K♥   **   7♦ │  │  **   A♠   A♦ │
  │  **   3♥   ** │  │  **   **   ** │
  └───────────────┘  └───────────────┘
    shows       10     shows        2
    total        0     total        0

Your turn: take the stock card or the discard 10♠.
";
    assert_eq!(Golf::text(&golf.seen(Viewer::Seat(seat(ANN)))), expected);
    play(&mut golf, ANN, Action::TakeStock);
    let holder = Golf::text(&golf.seen(Viewer::Seat(seat(ANN))));
    assert!(holder.contains("in your hand 9♣"), "{holder}");
    assert!(holder.ends_with("0 1 2 above, 3 4 5 below, or throw it away.\n"), "{holder}");
    let other = Golf::text(&golf.seen(Viewer::Seat(seat(BO))));
    assert!(other.contains("in Player 1's hand **") && other.ends_with("To act: Player 1.\n"), "{other}");
}

#[test]
fn the_widest_board_fits_78_columns() {
    let mut golf = fresh("packs=2", 8);
    while let Some(next) = golf.status().to_act().first() {
        let action = golf.default_action(next);
        play(&mut golf, next.number(), action);
        if golf.turns.is_multiple_of(97) {
            let drawn = Golf::text(&golf.seen(Viewer::Seat(Seat::of(3))));
            assert!(drawn.lines().all(|line| line.chars().count() <= 78), "{drawn}");
        }
    }
    let drawn = Golf::text(&golf.seen(Viewer::Watcher));
    assert!(drawn.lines().all(|line| line.chars().count() <= 78 && line.trim_end() == line), "{drawn}");
}

#[test]
fn the_longest_line_of_an_open_table_fits_78_columns() {
    let mut golf = table("packs=2", &["(HK) (S5) D7 CK H3 S10"; 8], "C10", "S10");
    play(&mut golf, ANN, Action::TakeStock);
    let mut seen = golf.seen(Viewer::Watcher);
    let view = &mut seen.view;
    (view.stock, view.discards) = (40, vec![card("S10"); 15]);
    view.stock_order = Some(vec![card("H10"); 40]);
    view.held = view.held.map(|held| super::super::Held { card: Some(card("C10")), ..held });
    let drawn = Golf::text(&seen);
    assert!(drawn.contains("in Player 1's hand 10♣"), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 78), "{drawn}");
}

#[test]
fn the_board_says_who_has_won_as_one_speaks() {
    let layouts = ["HA HA HA HA HA (SA)", "HQ HQ HQ HQ HQ SQ"];
    let mut golf = table("rounds=1", &layouts, "CA", "C2");
    play(&mut golf, ANN, Action::TakeDiscard);
    play(&mut golf, ANN, swap(5));
    let end = |viewer| Golf::text(&golf.seen(viewer)).lines().last().unwrap().to_owned();
    assert_eq!(end(Viewer::Seat(seat(ANN))), "You win the game with -1 point.");
    assert_eq!(end(Viewer::Watcher), "Player 1 wins the game with -1 point.");
}
