//! Changing cards.

use cards::CardSet;
use game::EventLog;

use super::super::*;
use super::table::{STRONG, Table, WEAK, card, cards, dealt, seat};

#[test]
fn ch17_all_new_cards_are_drawn_in_turn_order_before_anything_is_returned() {
    let mut table = Table::dealt_by(1, "", &[STRONG, WEAK, "C2 C3 C4 C5 H8"], "S2 S3 S4 S5 S6");
    table.change(0, "SA SK");
    table.change(1, "D2");
    table.change(2, "C2 H8");
    // Seat 2 is first in turn, then seat 0, then the dealer.
    assert_eq!(table.hand(2), cards("S2 C3 C4 C5 S3"));
    assert_eq!(table.hand(0), cards("S4 S5 SQ SJ H9"));
    assert_eq!(table.hand(1), cards("S6 D3 D4 D5 C7"));
    assert_eq!(table.position.returned, cards("SA SK D2 C2 H8").into_iter().collect());
}

#[test]
fn ch17_the_returned_cards_are_shuffled_in_when_the_deck_is_used_up_but_not_those_of_the_same_exchange() {
    let mut table = Table { position: dealt("", 4, 11), emitted: EventLog::new() };
    for exchange in 1..=3u8 {
        let thrown: Vec<CardSet> = (0..4).map(|seat| table.hand(seat).into_iter().collect()).collect();
        table.news(0);
        for (number, &cards) in thrown.iter().enumerate() {
            table.act(number as u8, Action::Change(cards));
        }
        let reshuffled = table.news(0).contains(&Event::Reshuffled { cards: 20 });
        assert_eq!(reshuffled, exchange > 1, "12 cards are left for the second and third exchange");
        let all_thrown = thrown.iter().fold(CardSet::EMPTY, |all, &cards| all | cards);
        for number in 0..4 {
            let hand: CardSet = table.hand(number).into_iter().collect();
            assert!((hand & all_thrown).is_empty(), "nobody gets a card that was just thrown");
        }
        assert_eq!(table.position.returned, all_thrown);
        assert_eq!(table.position.deck.len(), 12);
    }
}

#[test]
fn a_new_card_takes_the_place_of_the_one_it_replaces() {
    let mut table = Table::new("", &[STRONG, WEAK], "C2 C3");
    table.change(0, "SK H9");
    table.keep();
    assert_eq!(table.hand(0), cards("SA C2 SQ SJ C3"));
    let view = table.seen(0);
    assert_eq!(view.hand.unwrap().map(Option::unwrap).to_vec(), cards("SA C2 SQ SJ C3"));
    assert_eq!(view.thrown, [cards("SK H9").into_iter().collect::<CardSet>()]);
    assert_eq!(view.changed[0].as_slice(), [2, 0]);
}

#[test]
fn nobody_sees_who_changes_how_many_until_all_have_chosen() {
    let mut table = Table::new("", &[STRONG, WEAK, "C2 C3 C4 C5 H8"], "");
    table.news(1);
    table.change(0, "SA SK SQ");
    assert_eq!(table.news(1), [Event::ChangeChosen { seat: seat(0), cards: None }]);
    let view = table.seen(1);
    assert!(view.changed.is_empty() && view.thrown.is_empty());
    assert_eq!(table.seen(0).thrown.len(), 1, "the own choice is known to the seat that made it");
    table.keep();
    assert_eq!(table.seen(1).changed[0].as_slice(), [3, 0, 0]);
}

#[test]
fn ch18_foreign_and_repeated_cards_are_refused() {
    let table = Table::new("", &[STRONG, WEAK], "");
    let foreign = Action::Change(cards("SA D2").into_iter().collect());
    assert_eq!(table.refusal(0, foreign), Refusal::NotYourCard(card("D2")));
    assert!(serde_json::from_str::<Action>(r#"{"change":["SA","SA"]}"#).is_err());
}

#[test]
fn ch21_nothing_of_the_third_hand_is_told_or_shown_before_the_tricks_are_played() {
    let mut table = Table::new("", &["SA HA DK CQ S9", "D2 C3 S4 H5 D7"], "");
    table.keep();
    table.keep();
    let before = table.totals();
    table.news(1);
    table.keep();
    let news = table.news(1);
    assert!(news.iter().all(|event| !matches!(event, Event::HandPaid { .. })), "{news:?}");
    assert_eq!(table.seen(1).awards.len(), 2);
    assert_eq!(table.totals(), before);
    table.call(&[]).play("D2 DK CQ C3 HA H5 SA S4 S9");
    assert_eq!(table.seen(1).awards.len(), 2);
    table.news(1);
    table.play("D7");
    assert!(table.news(1).iter().any(|event| matches!(event, Event::HandPaid { number: 3, .. })));
}

#[test]
fn ch22_a_new_round_waits_for_the_pause_and_nothing_else_does() {
    let mut table = Table::new("pause=7", &[STRONG, WEAK], "");
    let options = table.position.options;
    let pause = |table: &mut Table| {
        table.news(1).iter().map(|event| Chicago::pause_seconds(&options, event)).max().unwrap_or_default()
    };
    assert_eq!(pause(&mut table), 0, "the first round begins at once");
    table.until_call().call(&[]).play("D2 SJ D3 SQ D4 SK D5 SA C7");
    assert_eq!(pause(&mut table), 0);
    table.play("H9");
    assert_eq!(table.position.round, 2);
    assert_eq!(pause(&mut table), 7);
    table.act(0, Action::Change(CardSet::EMPTY));
    assert_eq!(pause(&mut table), 0, "somebody has chosen");
    assert_eq!(ChicagoOptions::default().pause.get(), 3);
}
