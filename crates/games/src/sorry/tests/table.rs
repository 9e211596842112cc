//! What people and programs see: views, JSON, sentences, the picture.

use super::super::{Action, Card, Event, LastTurn, Seen, Sorry, ViewPhase};
use super::{codes, drawn, legal, place, rigged, seat, sentences};
use game::{
    Chance, DiscardEvents, EventLog, Game, Imagine, Seat, Seed, Tell, Unveiled, Viewer, Voice, below, dice,
};

#[test]
fn so20_the_view_of_a_seat_is_enough_to_take_the_seat_over() {
    let mut rng = dice(20);
    for settings in ["", "deck=uniform,dialect=unity"] {
        let options = crate::testing::options::<Sorry>(settings);
        let chance = Chance::new(Seed::from_number(20));
        let mut table = Sorry::start(&options, 3, chance, &mut DiscardEvents).unwrap();
        while let Some(mover) = table.status().to_act().first() {
            for taker in Seat::all(3) {
                let json = serde_json::to_string(&table.seen(Viewer::Seat(taker))).unwrap();
                let view: Seen = serde_json::from_str(&json).unwrap();
                let world = Sorry::imagine(1, &options, taker, &view, &mut rng);
                assert_eq!((codes(&world), legal(&world)), (codes(&table), legal(&table)));
                assert_eq!(world.default_action(mover), table.default_action(mover));
                assert_eq!(view.legal.is_empty(), taker != mover);
            }
            let actions = legal(&table);
            let action = actions[below(&mut rng, actions.len() as u32) as usize];
            table.play(mover, action, &mut DiscardEvents).unwrap();
        }
    }
}

#[test]
fn actions_have_one_pleasant_json_form_each() {
    let forms = [
        (Action::Roll, r#""roll""#),
        (Action::Home, r#""home""#),
        (Action::Leave, r#""leave""#),
        (Action::Forward, r#""forward""#),
        (Action::Backward, r#""backward""#),
        (Action::Switch(seat(2)), r#"{"switch":2}"#),
        (Action::Take(seat(2)), r#"{"take":2}"#),
        (Action::Sorry(seat(1)), r#"{"sorry":1}"#),
        (Action::Forfeit, r#""forfeit""#),
    ];
    for (action, json) in forms {
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
    }
}

#[test]
fn a_view_names_the_card_its_roll_its_words_and_where_each_action_leads() {
    let view = drawn("", &[10, 30, 0], 0, Card::Eleven).seen(Viewer::Seat(seat(0)));
    assert_eq!((view.phase, view.turn, view.you), (ViewPhase::Move, 1, Some(seat(0))));
    let json = serde_json::to_value(&view.view).unwrap();
    let expected =
        r#"{"card":"11","roll":10,"meaning":{"forward_or_switch":11},"words":"forward 11 or change places"}"#;
    assert_eq!(json["drawn"], serde_json::from_str::<serde_json::Value>(expected).unwrap());
    let expected = r#"{"colour":"green","place":{"square":10},"steps_left":54}"#;
    assert_eq!(json["pawns"][0], serde_json::from_str::<serde_json::Value>(expected).unwrap());
    let expected = r#"{"action":{"switch":1},"to":{"square":30},"bumps":null}"#;
    assert_eq!(json["targets"][1], serde_json::from_str::<serde_json::Value>(expected).unwrap());
    let watcher = drawn("", &[10, 30, 0], 0, Card::Eleven).seen(Viewer::Watcher);
    assert_eq!(watcher.targets, view.targets);
    assert!(watcher.legal.is_empty() && watcher.upcoming.is_empty());
}

#[test]
fn the_order_of_the_pile_is_told_to_nobody_and_shown_only_when_it_is_over() {
    let mut emitted = EventLog::new();
    let mut table =
        Sorry::start(&Default::default(), 2, Chance::new(Seed::from_number(1)), &mut emitted).unwrap();
    for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Watcher] {
        assert!(emitted.for_viewer(viewer).all(|event| *event == Event::Shuffled { cards: 45 }));
        assert!(table.seen(viewer).upcoming.is_empty());
    }
    table = drawn("", &[3, 0], 0, Card::One);
    table.pile = super::stacked(&[Card::Ten, Card::Sorry]);
    table.play(seat(0), Action::Home, &mut DiscardEvents).unwrap();
    let everything = Viewer::Everything(Unveiled::after(&table).unwrap());
    assert_eq!(table.seen(everything).upcoming, [Card::Ten, Card::Sorry]);
}

#[test]
fn everything_that_happens_is_told_in_a_sentence() {
    let emitted = |settings, pawns: &[u8], card, action| sentences(&drawn(settings, pawns, 0, card), action);
    assert_eq!(
        emitted("", &[0, 5], Card::One, Action::Leave),
        ["Ann leaves Start and stands on 5.", "Bo goes from 5 back to Start."]
    );
    assert_eq!(
        emitted("", &[10, 30], Card::Twelve, Action::Forward),
        ["Ann goes forward 12, from 10 to 22."]
    );
    assert_eq!(emitted("", &[1, 30], Card::Four, Action::Backward), ["Ann goes backward 2, from 1 to 59."]);
    assert_eq!(
        emitted("", &[10, 30], Card::Eleven, Action::Switch(seat(1))),
        ["Ann changes places with Bo: 10 for 30."]
    );
    assert_eq!(
        emitted("dialect=unity", &[10, 30], Card::Eleven, Action::Take(seat(1))),
        ["Ann takes square 30, coming from 10.", "Bo goes from 30 back to Start."]
    );
    assert_eq!(
        emitted("", &[10, 30], Card::Sorry, Action::Sorry(seat(1))),
        ["Ann says Sorry! to Bo.", "Bo goes from 30 back to Start."]
    );
    assert_eq!(
        emitted("classic_sorry=on", &[0, 30], Card::Sorry, Action::Sorry(seat(1))),
        [
            "Ann says Sorry! to Bo.",
            "Ann takes square 30, coming from Start.",
            "Bo goes from 30 back to Start."
        ]
    );
    assert_eq!(emitted("", &[10, 30], Card::Sorry, Action::Forfeit), ["Ann forfeits the turn."]);
    assert_eq!(
        emitted("", &[0, 30], Card::Five, Action::Forfeit),
        ["Ann has no move and forfeits the turn."]
    );
    assert_eq!(emitted("", &[60, 30], Card::Three, Action::Forward), ["Ann goes forward 3, from 60 to 3."]);
    assert_eq!(
        emitted("", &[1, 30], Card::Three, Action::Home),
        ["Ann goes forward 3, from 1 Home: the count is exact.", "Ann is Home first and wins."]
    );
    assert_eq!(
        sentences(&rigged("", &[0, 0], 0, &[Card::Eight]), Action::Roll),
        ["Ann draws an 8: forward 8."]
    );
    assert_eq!(
        sentences(&rigged("", &[0, 0], 0, &[Card::Sorry]), Action::Roll),
        ["Ann draws a Sorry! card: send a pawn to its Start."]
    );
}

#[test]
fn you_are_spoken_to() {
    let voice = Voice::numbers().to(seat(0));
    let emitted = |event: Event| Sorry::sentence(&event, &voice);
    assert_eq!(
        emitted(Event::Forfeited { seat: seat(0), forced: true }),
        "You have no move and forfeit the turn."
    );
    assert_eq!(emitted(Event::Won { seat: seat(0) }), "You are Home first and win.");
    assert_eq!(
        emitted(Event::Stopped { turns: 3_000, winners: game::SeatSet::only(seat(0)) }),
        "After 3000 turns you stand nearest to Home and win."
    );
    assert_eq!(
        emitted(Event::Stopped { turns: 3_000, winners: game::SeatSet::all(2) }),
        "You and Player 2 stand equally near to Home after 3000 turns and share the win."
    );
}

/// A table in the middle of a game: green has an 11 in hand.
fn picture() -> String {
    let mut table = drawn("", &[10, 30, 0, 51], 0, Card::Eleven);
    let options = table.options;
    let dealt = Sorry::start(&options, 4, Chance::new(Seed::from_number(4)), &mut DiscardEvents).unwrap();
    table.pile = dealt.pile;
    table.pile.drawn = 21;
    table.turn = 21;
    table.last = Some(LastTurn {
        seat: seat(3),
        card: Card::One,
        meaning: Card::One.meaning(&options),
        action: Action::Forward,
        from: place(50),
        to: place(51),
        bumped: Some(seat(2)),
    });
    Sorry::text(&table.seen(Viewer::Seat(seat(0))))
}

#[test]
fn the_picture_shows_pawns_circles_the_card_and_where_it_leads() {
    let picture = picture();
    assert!(picture.lines().all(|line| line.chars().count() <= 78));
    assert_eq!(picture, PICTURE, "now it is\n{picture}");
}

#[test]
fn the_picture_of_a_shared_win_names_all_and_leaves_the_circles_alone() {
    let mut table = drawn("", &[0; 4], 0, Card::Sorry);
    table.turn = super::super::MAX_TURNS;
    table.play(seat(0), Action::Forfeit, &mut DiscardEvents).unwrap();
    let picture = Sorry::text(&table.seen(Viewer::Seat(seat(0))));
    let headline = picture.lines().find(|line| line.contains("Turn 3000: the game is over")).unwrap();
    assert!(headline.ends_with(" Start (R)  20"), "{picture}");
    assert!(picture.contains("   won by Green (you), Red, Blue, Yellow "), "{picture}");
}

const PICTURE: &str = "   1   ·   3   ·   5   ·   ·   ·   ·   G   ·   ·   ·   ·   ·   16
   ·      ( )     ( )                                          ·
   ·     Home    Start                               Home ( )  18
   ·                                                           ·
   ·          Turn 21: Green (you) to move          Start ( )  20
   ·          11: forward 11 or change places                 [21]
   ·            forward → 21                                   ·
   ·            switch with Red → 30                           ·
   ·            switch with Yellow → 51                        ·
   ·            forfeit                                        ·
  [Y]                                                          ·
   50 ( ) Start                                                ·
   ·                                                           ·
   48 ( ) Home                               Start   Home      ·
   ·                                          (B)     ( )     [R]
   46  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   35  ·   33  ·   31

  G  Green (you)  square 10   54 steps to Home  to act
  R  Red          square 30   49 steps to Home
  B  Blue         Start       still to leave
  Y  Yellow       square 51   58 steps to Home
  Last turn: Yellow drew 1, 50 → 51, Blue back to Start
  Cards left: 2×1  3×2  1×3  2×4  2×5  2×7  3×8  1×10  2×11  4×12  2×Sorry!
";
