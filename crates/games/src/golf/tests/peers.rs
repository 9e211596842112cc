//! The rules with the option `peers`, and decks from outside.

use cards::Card;
use game::laws::Laws;
use game::{DiscardEvents, Game, Viewer};

use super::super::{Action, DealtDeck, Event, Golf, RoundEnd, ViewPhase};
use super::laws::scramble;
use super::table::{card, cards, fresh, options, place, play, refused, reveal, seat, swap, table};
use crate::golf::Refusal;
use crate::testing::law_games;

const ANN: &str = "HK (S5) D7 CK H3 S9";
const BO: &str = "HQ (S6) D8 CQ H4 S10";

#[test]
fn the_laws_hold_between_peers_too() {
    let laws = Laws::<Golf>::new(scramble)
        .with_worlds()
        .table("peers=on", 2)
        .table("peers=on,steal=on", 3)
        .table("peers=on", 4)
        .games(law_games())
        .thorough_every(2_000);
    assert_eq!(laws.hold().games, 3 * law_games());
}

#[test]
fn between_peers_the_discard_pile_starts_empty_and_whoever_sits_after_the_dealer_begins() {
    let golf = fresh("peers=on", 3);
    let view = golf.seen(Viewer::Watcher);
    assert_eq!((view.discards.len(), view.stock, view.starter), (0, 52 - 18, seat(1)));
}

#[test]
fn between_peers_a_discard_may_be_thrown_back_and_lies_on_top_again() {
    let mut golf = table("peers=on", &[ANN, BO], "C2 C3", "D2 D3");
    play(&mut golf, 0, Action::TakeDiscard);
    play(&mut golf, 0, Action::ThrowAway);
    assert_eq!(golf.seen(Viewer::Watcher).discards, cards("D2 D3"));
    let mut served = table("", &[ANN, BO], "C2 C3", "D2 D3");
    play(&mut served, 0, Action::TakeDiscard);
    assert_eq!(refused(&mut served, 0, Action::ThrowAway), Refusal::DiscardMustBeSwapped);
}

#[test]
fn between_peers_an_empty_stock_is_the_discard_pile_turned_over_when_the_next_turn_begins() {
    let mut golf = table("peers=on", &[ANN, BO], "C2", "D2 D3");
    play(&mut golf, 0, Action::TakeStock);
    let emitted = play(&mut golf, 0, Action::ThrowAway);
    assert!(emitted.contains(&Event::PileTurnedOver { cards: 3 }), "{emitted:?}");
    let view = golf.seen(Viewer::Watcher);
    assert_eq!((view.stock, view.discards.len()), (3, 0));
    // The bottom of the pile is the top of the stock.
    play(&mut golf, 1, Action::TakeStock);
    assert_eq!(golf.seen(Viewer::Seat(seat(1))).held.and_then(|held| held.card), Some(card("D2")));
    play(&mut golf, 1, Action::ThrowAway);
    play(&mut golf, 0, Action::TakeStock);
    assert_eq!(golf.seen(Viewer::Seat(seat(0))).held.and_then(|held| held.card), Some(card("D3")));
}

#[test]
fn between_peers_play_goes_on_round_the_table_from_round_to_round() {
    let up = "HK S5 D7 CK H3 S9";
    let mut golf = table("peers=on", &[up, up, "HQ (S6) D8 CQ H4 S10"], "C2 C3", "");
    golf.mover = seat(2);
    play(&mut golf, 2, Action::TakeStock);
    play(&mut golf, 2, swap(1));
    let view = golf.seen(Viewer::Watcher);
    assert_eq!((view.round, view.phase, view.starter), (2, ViewPhase::Reveal, seat(0)));
}

#[test]
fn between_peers_only_stealing_can_be_chosen() {
    for wrong in ["packs=2", "values=court", "end_rule=first_out", "flip_on_discard=on", "rounds=3"] {
        let chosen = options(&format!("peers=on,{wrong}"));
        assert!(Golf::admits(&chosen, 2).is_err(), "{wrong}");
    }
    assert!(Golf::admits(&options("peers=on,steal=on"), 4).is_ok());
    assert!(Golf::admits(&options("peers=on"), 5).is_err());
}

#[test]
fn a_dealer_can_cut_a_round_short_after_sixty_turns_each_and_not_before() {
    let mut golf = table("peers=on", &[ANN, BO], "C2 C3", "");
    golf.set_round_end(RoundEnd::Dealer);
    for number in 0..121 {
        let before = golf.clone();
        if number < 120 {
            golf.end_round_by_dealer(&mut DiscardEvents);
        }
        assert_eq!(golf, before, "turn {number}");
        let turn = golf.mover.number();
        play(&mut golf, turn, Action::TakeStock);
        play(&mut golf, turn, Action::ThrowAway);
    }
    golf.end_round_by_dealer(&mut DiscardEvents);
    let view = golf.seen(Viewer::Watcher);
    assert_eq!((view.round, view.results.len(), view.starter), (2, 1, seat(1)));
}

#[test]
fn where_the_dealer_ends_rounds_turns_go_on_after_the_last_card_is_up() {
    for (end, length) in [(RoundEnd::AllUp, 1), (RoundEnd::AfterTurns(3), 3), (RoundEnd::Dealer, 5)] {
        let up = "HK S5 D7 CK H3 S9";
        let mut golf = table("peers=on", &[up, "HQ (S6) D8 CQ H4 S10"], "C2 C3 C4 C5 C6 C7 C8", "");
        golf.set_round_end(end);
        golf.mover = seat(1);
        for number in 0..length {
            assert_eq!(golf.round, 1, "{end:?} {number}");
            let turn = golf.mover.number();
            play(&mut golf, turn, Action::TakeStock);
            golf.end_round_by_dealer(&mut DiscardEvents);
            assert_eq!(golf.round, 1, "{end:?}: in the middle of a turn");
            play(&mut golf, turn, if number == 0 { swap(1) } else { Action::ThrowAway });
        }
        assert_eq!(golf.round == 1, end == RoundEnd::Dealer, "{end:?}");
        golf.end_round_by_dealer(&mut DiscardEvents);
        let view = golf.view(Viewer::Watcher);
        // Play goes on after the player who had the last turn.
        assert_eq!((view.round, view.results.len(), view.starter), (2, 1, seat(0)), "{end:?}");
    }
}

#[test]
fn a_deck_may_lay_cards_on_the_discard_pile() {
    let mut golf = fresh("peers=on", 2);
    let cards = Card::pack();
    golf.deal_instead(&DealtDeck { cards, discards: 2 }, &mut DiscardEvents);
    let view = golf.seen(Viewer::Watcher);
    assert_eq!((view.discards.as_slice(), view.stock), (&cards[50..], 38));
    play(&mut golf, 0, reveal(0, 1));
    let before = golf.clone();
    golf.deal_instead(&DealtDeck { cards, discards: 0 }, &mut DiscardEvents);
    assert_eq!(golf, before, "somebody has turned cards already");
    assert_eq!(golf.deck_to_deal(), None);
    assert_eq!(golf.layouts[seat(1)].cards()[place(0).index()], cards[0], "who begins is dealt to first");
}
