//! What people and programs read: JSON, sentences, refusals, the picture.

use game::{Audience, Chance, DiscardEvents, Game, Refusal as _, Seat, Seed, Tell, Unveiled, Viewer, Voice};

use super::scene::{action, dealt, scene};
use crate::onecard::{Action, LastTurn, OneCard};
use crate::testing::options;

#[test]
fn actions_have_a_plain_json_form() {
    for (name, json) in [
        ("S10", r#"{"play":"S10"}"#),
        ("S10+", r#"{"lay":"S10"}"#),
        ("draw", r#""draw""#),
        ("keep", r#""keep""#),
    ] {
        assert_eq!(serde_json::to_string(&action(name)).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action(name));
    }
}

#[test]
fn ow8_only_whoever_sees_everything_hears_of_the_shuffle_and_of_other_hands() {
    let mut table = dealt("", 2, "S4 S5 H6 H8 H9 S7 D5 D6 D8 D9 H2 HK S9 C10");
    table.play(&["S4", "S7"]);
    let json = |viewer| {
        let events: Vec<_> = table.emitted.for_viewer(viewer).collect();
        serde_json::to_string(&events).unwrap()
    };
    assert!(!json(Viewer::Watcher).contains("shuffled") && !json(Viewer::Watcher).contains("hand"));
    let own = json(Viewer::Seat(Seat::of(0)));
    assert!(own.contains(r#"{"dealt":{"seat":0"#) && !own.contains(r#"{"dealt":{"seat":1"#));
    assert!(!own.contains("shuffled") && !own.contains(r#"{"hand":{"seat":1"#));
    let nobody = table.emitted.0.iter().filter(|(audience, _)| *audience == Audience::Nobody).count();
    assert_eq!(nobody, 1);
}

#[test]
fn a_view_shows_hands_and_stock_only_to_whoever_may_see_them() {
    let mut table = scene("", "S5", &["S9", "H2 H3"]).stock("C4");
    let watcher = table.position.seen(Viewer::Watcher);
    assert!(watcher.hand.is_empty() && watcher.all_hands.is_empty() && watcher.stock.is_empty());
    table.play(&["S9"]);
    let unveiled = Unveiled::after(&table.position).unwrap();
    let everything = table.position.seen(Viewer::Everything(unveiled));
    assert_eq!((everything.all_hands[1].len(), everything.stock.len()), (2, 1));
}

#[test]
fn refusals_are_sentences_that_name_the_rule() {
    let table = scene("", "S8", &["S9 H2", "H2 H3"]);
    for (tried, code, sentence) in [
        ("H2", "must_follow", "You must follow 8♠: play a spade or an eight."),
        ("D2", "not_in_hand", "You do not hold 2♦."),
        ("S9+", "one_card_a_turn", "Only one card may be played in a turn at this table."),
        ("draw", "must_play", "You may not draw while you can play: you have a card that follows 8♠."),
        ("keep", "nothing_to_keep", "There is nothing to keep: you have not drawn a card."),
    ] {
        let refusal = table.refusal(tried);
        assert_eq!((refusal.code(), refusal.to_string().as_str()), (code, sentence));
    }
    let mut several = scene("multi=on", "S8", &["S9 H9 H2 D4", "H2"]);
    for (tried, code, sentence) in [
        ("H9+", "must_follow", "You must follow 8♠: play a spade or an eight."),
        ("D9+", "not_in_hand", "You do not hold 9♦."),
    ] {
        let refusal = several.refusal(tried);
        assert_eq!((refusal.code(), refusal.to_string().as_str()), (code, sentence));
    }
    several.play(&["S9+"]);
    for (tried, code, sentence) in [
        ("H9+", "last_of_its_rank", "You have no other nine to go on with: play 9♥ alone."),
        ("H2", "must_go_on", "You have laid 9♠ and go on: lay or play a nine now."),
        ("draw", "must_go_on", "You have laid 9♠ and go on: lay or play a nine now."),
    ] {
        let refusal = several.refusal(tried);
        assert_eq!((refusal.code(), refusal.to_string().as_str()), (code, sentence));
    }
}

#[test]
fn a_refusal_under_attack_never_names_a_card_that_would_be_refused_too() {
    // The refusal of a king of hearts says that it does not answer the attack, not that a spade would: most do not.
    let refusal = |settings: &str, tried: &str| {
        let table = scene(settings, "S2", &["HK H7 HQ SK", "C4"]).attack(2);
        (table.refusal(tried).code(), table.refusal(tried).to_string())
    };
    let no_answer =
        "You are under attack: answer with a 2, 3, 7, queen or jack that follows 2♠, or draw 2 cards.";
    assert_eq!(refusal("", "HK"), ("under_attack", no_answer.into()));
    assert_eq!(refusal("", "SK"), ("under_attack", no_answer.into()));
    for tried in ["H7", "HQ"] {
        let narrow =
            "Your answer must follow 2♠: a 2, 3 or 7 of its suit or rank, or a queen or jack of its suit.";
        assert_eq!(refusal("", tried), ("answer_must_follow", narrow.into()));
        let wide = "Your answer must follow 2♠: a 2, 3, 7, queen or jack of its suit or rank.";
        assert_eq!(refusal("redirect=suit_or_rank", tried), ("answer_must_follow", wide.into()));
    }
}

#[test]
fn sentences_speak_to_whoever_hears_them() {
    let mut table = scene("", "S5", &["S2 S9", "S3 D9", "H2 H3"]).stock("C4 C5 C6 C8 C9");
    table.play(&["S2", "S3", "draw"]);
    let emitted = table.emitted.for_viewer(Viewer::Seat(Seat::of(2)));
    let voice = Voice::new(vec!["Ann".into(), "Bo".into(), "Cy".into()]).to(Seat::of(2));
    let sentences: Vec<_> = emitted.map(|event| OneCard::sentence(event, &voice)).collect();
    assert_eq!(
        sentences,
        [
            "Ann plays 2♠: one card left!",
            "Bo must answer or draw 2 cards.",
            "Bo plays 3♠: one card left!",
            "You must answer or draw 5 cards.",
            "You draw 4♣, 5♣, 6♣, 8♣ and 9♣.",
            "Your hand: 2♥ 3♥ 4♣ 5♣ 6♣ 8♣ 9♣.",
        ]
    );
}

#[test]
fn the_picture_is_at_most_78_columns_wide() {
    let options = options::<OneCard>("decks=8,initial_cards=40,multi=on");
    let chance = Chance::new(Seed::from_number(1));
    let mut position = OneCard::start(&options, 10, chance, &mut DiscardEvents).unwrap();
    position.totals.as_mut_slice().fill(-415_000);
    for (index, last) in position.last_turns.as_mut_slice().iter_mut().enumerate() {
        let card = "H10".parse().unwrap();
        let drew = LastTurn::Drew { count: 160 };
        *last = Some(if index % 2 == 0 { LastTurn::Played { card, count: 32 } } else { drew });
    }
    for seat in Seat::all(10) {
        let picture = OneCard::text(&position.seen(Viewer::Seat(seat)));
        assert!(picture.lines().all(|line| line.chars().count() <= 78), "{picture}");
    }
}

#[test]
fn the_picture_shows_the_table() {
    let mut table = scene("", "H4 S5", &["S2 S9", "S3 D9 H10", "H2 H3"]).stock("C4 C5 C6 C8 C9");
    table.play(&["S2"]);
    let picture = OneCard::text(&table.position.seen(Viewer::Seat(Seat::of(1))));
    assert_eq!(picture, PICTURE);
}

#[test]
fn the_picture_speaks_to_you_and_names_what_you_can_do() {
    let you = Viewer::Seat(Seat::of(0));
    let seen = |table: &super::scene::Scene| OneCard::text(&table.position.seen(you));
    let mut several = scene("multi=on", "S5", &["S9 S9 H9 H9 D9 D9 C4", "C4"]);
    assert!(seen(&several).ends_with("  You can play 9♠ or go on from 9♠.\n"), "{}", seen(&several));
    several.play(&["S9+"]);
    let next = "  You can play 9♠, 9♥, 9♦, go on from 9♠, 9♥ or 9♦.\n";
    assert!(seen(&several).ends_with(next), "{}", seen(&several));
    let mut over = scene("", "S5", &["S9", "C4"]);
    over.play(&["S9"]);
    assert!(seen(&over).ends_with("  You win the game.\n  Your hand: no cards\n"), "{}", seen(&over));
    over.position.winners = game::SeatSet::all(2);
    assert!(seen(&over).contains("  You and Player 2 win the game together.\n"));
}

const PICTURE: &str = "\
One Card · round 1 · turn 2                        play runs counter-clockwise

   stock     discards     Player 1           1 card     0   played 2♠
  ╭─────╮   ╭─────╮     ▸ Player 2 (you)    3 cards     0
  │░░░░░│   │2    │       Player 3          2 cards     0
  │░░░░░│   │  ♠  │
  │░░░░░│   │    2│
  ╰─────╯   ╰─────╯
  5 cards   3 cards

  You must answer the attack or draw 2 cards.
  Your hand: 3♠ 10♥ 9♦
  You can play 3♠ or draw.
";
