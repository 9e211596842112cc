//! The rules between peers, and such games written down.

use cards::Card;
use game::laws::Laws;
use game::{Chance, DiscardEvents, Game, Record, Replay, Seed, Viewer};

use super::super::peers::{Deck, Decks, PeerGolf, PeerOptions};
use super::super::{Action, Event, Golf, ViewPhase};
use super::laws::scramble;
use super::table::{card, cards, fresh, options, place, play, refused, reveal, seat, swap, table};
use crate::golf::Refusal;

const ANN: &str = "HK (S5) D7 CK H3 S9";
const BO: &str = "HQ (S6) D8 CQ H4 S10";

#[test]
fn the_laws_hold_between_peers_too() {
    let laws = Laws::<Golf>::new(scramble)
        .table("peers=on", 2)
        .table("peers=on,steal=on", 3)
        .table("peers=on", 4)
        .games(2_000)
        .thorough_every(2_000);
    assert_eq!(laws.hold().games, 3 * 2_000);
}

#[test]
fn between_peers_the_discard_pile_starts_empty_and_whoever_sits_after_the_dealer_begins() {
    let golf = fresh("peers=on", 3);
    let view = golf.view(Viewer::Watcher);
    assert_eq!((view.discards.len(), view.stock, view.starter), (0, 52 - 18, seat(1)));
}

#[test]
fn between_peers_a_discard_may_be_thrown_back_and_lies_on_top_again() {
    let mut golf = table("peers=on", &[ANN, BO], "C2 C3", "D2 D3");
    play(&mut golf, 0, Action::TakeDiscard);
    play(&mut golf, 0, Action::ThrowAway);
    assert_eq!(golf.view(Viewer::Watcher).discards, cards("D2 D3"));
    let mut house = table("", &[ANN, BO], "C2 C3", "D2 D3");
    play(&mut house, 0, Action::TakeDiscard);
    assert_eq!(refused(&mut house, 0, Action::ThrowAway), Refusal::DiscardMustBeSwapped);
}

#[test]
fn between_peers_an_empty_stock_is_the_discard_pile_turned_over_when_the_next_turn_begins() {
    let mut golf = table("peers=on", &[ANN, BO], "C2", "D2 D3");
    play(&mut golf, 0, Action::TakeStock);
    let told = play(&mut golf, 0, Action::ThrowAway);
    assert!(told.contains(&Event::PileTurnedOver { cards: 3 }), "{told:?}");
    let view = golf.view(Viewer::Watcher);
    assert_eq!((view.stock, view.discards.len()), (3, 0));
    // The bottom of the pile is the top of the stock.
    play(&mut golf, 1, Action::TakeStock);
    assert_eq!(golf.view(Viewer::Seat(seat(1))).held.and_then(|held| held.card), Some(card("D2")));
    play(&mut golf, 1, Action::ThrowAway);
    play(&mut golf, 0, Action::TakeStock);
    assert_eq!(golf.view(Viewer::Seat(seat(0))).held.and_then(|held| held.card), Some(card("D3")));
}

#[test]
fn between_peers_play_goes_on_round_the_table_from_round_to_round() {
    let up = "HK S5 D7 CK H3 S9";
    let mut golf = table("peers=on", &[up, up, "HQ (S6) D8 CQ H4 S10"], "C2 C3", "");
    golf.turn = seat(2);
    play(&mut golf, 2, Action::TakeStock);
    play(&mut golf, 2, swap(1));
    let view = golf.view(Viewer::Watcher);
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
    golf.without_cap();
    for number in 0..121 {
        assert_eq!(golf.may_be_cut(), number >= 120, "{number}");
        let before = golf.clone();
        if number < 120 {
            golf.cut_round(&mut DiscardEvents);
        }
        assert_eq!(golf, before);
        let turn = golf.turn.number();
        play(&mut golf, turn, Action::TakeStock);
        play(&mut golf, turn, Action::ThrowAway);
    }
    golf.cut_round(&mut DiscardEvents);
    let view = golf.view(Viewer::Watcher);
    assert_eq!((view.round, view.results.len(), view.starter), (2, 1, seat(1)));
}

/// Plays a whole game between peers with the rule "first legal", as a record.
fn recorded(steal: bool, seats: u8, rounds: u8) -> Record<Action> {
    let mut golf = Golf::start(
        &super::super::peers::options(steal),
        seats,
        Chance::new(Seed::from_number(5)),
        &mut DiscardEvents,
    )
    .unwrap();
    let mut chosen = PeerOptions { steal, decks: Decks::default() };
    let mut actions = Vec::new();
    let mut legal = Vec::new();
    let mut chance = Chance::new(Seed::from_number(6));
    while let Some(seat) = golf.status().to_act().first() {
        if let Some(deck) = golf.deck_to_deal() {
            if golf.round > rounds {
                break;
            }
            chosen.decks.dealt(golf.round, deck);
        }
        legal.clear();
        golf.legal_actions(seat, &mut legal);
        let action = legal[chance.below(legal.len() as u32) as usize];
        golf.play(seat, action, &mut DiscardEvents).unwrap();
        actions.push((seat, action));
    }
    let mut record = Record::new::<PeerGolf>(&chosen, seats, Seed::from_bytes([0; 32]));
    actions.into_iter().for_each(|(seat, action)| record.push(seat, action));
    record
}

#[test]
fn a_game_between_peers_is_written_down_with_its_decks_and_replays_without_a_seed() {
    for (steal, seats) in [(false, 2), (true, 3), (true, 4)] {
        let record = recorded(steal, seats, 9);
        let replay = Replay::<PeerGolf>::read(&record.to_line()).unwrap();
        assert!(replay.unveiled().is_some(), "it runs to the end");
        let deals = replay
            .steps()
            .flat_map(|step| step.told.0)
            .filter(|(_, event)| matches!(event, Event::Dealt { .. }));
        assert_eq!(deals.count(), 9, "each round is dealt once");
    }
    // A game that was broken off has the decks it came to.
    let record = recorded(false, 2, 3);
    assert!(Replay::<PeerGolf>::read(&record.to_line()).unwrap().unveiled().is_none());
}

#[test]
fn a_record_between_peers_whose_decks_are_wrong_is_refused_with_the_reason() {
    let good = recorded(false, 2, 1).to_line();
    let line =
        |from: &str, to: &str| Replay::<PeerGolf>::read(&good.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(line("deck_1", "deck_2").contains("deck_1 is missing"));
    assert!(line("deck_1", "deck_10").contains("no option \"deck_10\""));
    assert!(line("\"deck_1\":\"", "\"deck_1\":\"S99 ").contains("52 cards"));
    assert!(line("\"steal\":\"off\"", "\"steal\":\"perhaps\"").contains("on or off"));
}

#[test]
fn a_deck_may_lay_cards_on_the_discard_pile() {
    let mut golf = fresh("peers=on", 2);
    let cards = Card::pack();
    golf.deal_instead(&Deck { cards, discards: 2 }, &mut DiscardEvents);
    let view = golf.view(Viewer::Watcher);
    assert_eq!((view.discards.as_slice(), view.stock), (&cards[50..], 38));
    play(&mut golf, 0, reveal(0, 1));
    let before = golf.clone();
    golf.deal_instead(&Deck { cards, discards: 0 }, &mut DiscardEvents);
    assert_eq!(golf, before, "somebody has turned cards already");
    assert_eq!(golf.deck_to_deal(), None);
    assert_eq!(golf.layouts[seat(1)].cards()[place(0).index()], cards[0], "who begins is dealt to first");
}
