//! Who sees what.

use game::playthrough::random_record;
use game::{DiscardEvents, EventLog, Game, Imagine, Replay, Seat, Seed, Tell, Unveiled, Viewer, dice};

use super::super::view::Held;
use super::super::{Action, Event, Golf, Source};
use super::table::{ANN, BO, card, cards, fresh, options, play, reveal, seat, seen, swap, table};

const LAYOUTS: [&str; 2] = ["HK (S5) D7 (CK) H3 (S9)", "(HA) SA DA (C4) (H4) (S4)"];

#[test]
fn gf16_hidden_cards_are_known_to_nobody_not_even_to_their_owner() {
    let golf = table("", &LAYOUTS, "C8 C9", "C2");
    for viewer in [Viewer::Seat(seat(ANN)), Viewer::Seat(seat(BO)), Viewer::Watcher] {
        assert_eq!(seen(&golf, viewer, ANN), "HK ** D7 ** H3 **");
        assert_eq!(seen(&golf, viewer, BO), "** SA DA ** ** **");
        let view = golf.seen(viewer);
        assert_eq!((view.stock, &view.stock_order, view.face_down), (2, &None, None));
        let drawn = Golf::text(&view);
        assert!(drawn.contains("K♥   **   7♦"), "{drawn}");
    }
}

#[test]
fn gf16_a_stock_card_in_hand_is_seen_by_its_holder_only_until_it_lands() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    let mut emitted = EventLog::new();
    golf.play(seat(ANN), Action::TakeStock, &mut emitted).unwrap();
    let held = |golf: &Golf, viewer| golf.seen(viewer).held;
    let hand = |card| Some(Held { seat: seat(ANN), source: Source::Stock, card });
    let took = |card| Event::TookStock { seat: seat(ANN), card };
    assert_eq!(held(&golf, Viewer::Seat(seat(ANN))), hand(Some(card("C9"))));
    assert!(emitted.for_viewer(Viewer::Seat(seat(ANN))).eq([&took(Some(card("C9")))]));
    for other in [Viewer::Seat(seat(BO)), Viewer::Watcher] {
        assert_eq!(held(&golf, other), hand(None));
        assert!(emitted.for_viewer(other).eq([&took(None)]));
    }
    play(&mut golf, ANN, swap(1));
    assert_eq!(seen(&golf, Viewer::Watcher, ANN), "HK C9 D7 ** H3 **");
}

#[test]
fn gf16_a_discard_in_hand_is_seen_by_all() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2");
    play(&mut golf, ANN, Action::TakeDiscard);
    let held = golf.seen(Viewer::Watcher).held.unwrap();
    assert_eq!((held.source, held.card), (Source::Discard, Some(card("C2"))));
}

#[test]
fn everything_is_shown_after_the_game_only() {
    let record = random_record::<Golf>(&options("rounds=1"), 2, Seed::from_number(3), 3, 10_000).unwrap();
    let record = game::Record::parse(&record.to_line()).unwrap();
    let replay = Replay::<Golf>::of(&record).unwrap();
    let everything = Viewer::Everything(replay.unveiled().unwrap());
    let deal = replay.steps().next().unwrap();
    let view = deal.position.seen(everything);
    let under = view.face_down.unwrap();
    assert_eq!(under[seat(ANN)].map(Option::unwrap), *deal.position.layouts[seat(ANN)].cards());
    assert_eq!(view.stock_order.as_ref().unwrap().len(), usize::from(view.stock));
    assert!(Unveiled::after(&deal.position).is_none());
}

#[test]
fn a_view_counts_the_cards_that_were_seen() {
    let mut golf = table("", &LAYOUTS, "C8 C9", "C2 C3");
    let unseen = |golf: &Golf, number| golf.seen(Viewer::Seat(seat(number))).unseen(1).len();
    assert_eq!(unseen(&golf, ANN), 52 - 5 - 2);
    play(&mut golf, ANN, Action::TakeStock);
    assert_eq!((unseen(&golf, ANN), unseen(&golf, BO)), (44, 45));
    play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!((unseen(&golf, ANN), unseen(&golf, BO)), (44, 44));
}

#[test]
fn once_the_discards_are_the_stock_everybody_knows_what_is_in_it() {
    let mut golf = table("", &LAYOUTS, "", "C3 C2 C4 C5");
    let known = |golf: &Golf, viewer| golf.seen(viewer).view.stock_cards;
    assert_eq!(known(&golf, Viewer::Watcher), []);
    play(&mut golf, ANN, Action::TakeStock);
    assert_eq!(known(&golf, Viewer::Seat(seat(BO))), cards("C2 C3 C4"), "one of them is in Ann's hand");
    assert_eq!(known(&golf, Viewer::Seat(seat(ANN))).len(), 2);
    play(&mut golf, ANN, Action::ThrowAway);
    assert_eq!(known(&golf, Viewer::Seat(seat(BO))), known(&golf, Viewer::Seat(seat(ANN))));
}

#[test]
fn gf17_the_view_is_enough_for_a_bot_to_take_over_at_any_decision() {
    for (settings, seats) in [("", 2), ("steal=on,flip_on_discard=on,end_rule=first_out_plus_one", 4)] {
        let options = options(settings);
        let record = random_record::<Golf>(&options, seats, Seed::from_number(4), 4, 10_000).unwrap();
        let record = game::Record::parse(&record.to_line()).unwrap();
        let mut dice = dice(4);
        for step in Replay::<Golf>::of(&record).unwrap().steps() {
            for seat in step.position.status().to_act().iter() {
                // What came over the wire is all there is: no history, no position.
                let json = serde_json::to_string(&step.position.seen(Viewer::Seat(seat))).unwrap();
                let view: super::super::Seen = serde_json::from_str(&json).unwrap();
                let choice = view.legal[0];
                Golf::imagine(1, &options, seat, &view, &mut dice)
                    .play(seat, choice, &mut DiscardEvents)
                    .unwrap();
                assert!(step.position.check(seat, choice).is_ok());
            }
        }
    }
}

#[test]
fn imagined_worlds_put_every_unseen_card_everywhere() {
    let mut golf = fresh("", 2);
    play(&mut golf, ANN, reveal(0, 1));
    play(&mut golf, BO, reveal(0, 1));
    let view = golf.seen(Viewer::Seat(seat(ANN)));
    let mut dice = dice(5);
    let mut seen_at_place_five = std::collections::BTreeSet::new();
    for _ in 0..2_000 {
        let world = Golf::imagine(1, &options(""), seat(ANN), &view, &mut dice);
        seen_at_place_five.extend(Seat::all(2).map(|seat| world.layouts[seat].cards()[5]));
    }
    assert!(seen_at_place_five.into_iter().eq(view.unseen(1)));
}
