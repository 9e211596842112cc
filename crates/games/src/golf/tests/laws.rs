//! The laws of every game, and what is secret in this one.

use game::laws::Laws;
use game::{Chance, FastRng, Game, Seat, Viewer, shuffle};

use super::super::layout::Place;
use super::super::view::Source;
use super::super::{Golf, Phase};
use crate::testing::law_games;

/// Rearranges what lies face down, the stock, the stock card in another's hand, and all future draws.
///
/// Once discards have become the stock, everybody can tell its cards from those that lie face down.
pub(super) fn scramble(golf: &Golf, viewer: Viewer, dice: &mut FastRng) -> Golf {
    let mut golf = golf.clone();
    golf.chance = Chance::imagined(dice);
    let hidden: Vec<(Seat, Place)> = Seat::all(golf.seats())
        .flat_map(|seat| golf.layouts[seat].hidden().map(move |place| (seat, place)))
        .collect();
    let mut faces: Vec<_> =
        hidden.iter().map(|&(seat, place)| golf.layouts[seat].cards()[place.index()]).collect();
    let mut stock = golf.stock.as_slice().to_vec();
    let in_another_hand = match golf.phase {
        Phase::Holding { card, source: Source::Stock } if !viewer.knows_secrets_of(golf.mover) => Some(card),
        _ => None,
    };
    stock.extend(in_another_hand);
    if golf.new_stocks == 0 {
        let count = stock.len();
        stock.append(&mut faces);
        shuffle(dice, &mut stock);
        faces = stock.split_off(count);
    }
    shuffle(dice, &mut stock);
    shuffle(dice, &mut faces);
    if in_another_hand.is_some() {
        let card = stock.pop().unwrap();
        golf.phase = Phase::Holding { card, source: Source::Stock };
    }
    golf.stock = stock.into_iter().collect();
    for ((seat, place), card) in hidden.into_iter().zip(faces) {
        golf.layouts[seat].cards_mut()[place.index()] = card;
    }
    golf
}

fn laws(thorough_every: u32) -> Laws<Golf> {
    Laws::new(scramble).with_worlds().games(law_games()).thorough_every(thorough_every)
}

#[test]
fn the_laws_hold_through_nine_rounds() {
    let report = laws(2_000).table("", 2).table("", 3).table("", 4).hold();
    assert_eq!(report.games, 3 * law_games());
}

#[test]
fn the_laws_hold_for_every_number_of_players() {
    let every_number = (2..=8).fold(laws(400), |laws, seats| laws.table("packs=2,rounds=1", seats));
    assert_eq!(every_number.hold().games, 7 * law_games());
}

#[test]
fn the_laws_hold_with_every_option() {
    let report = laws(200)
        .table("rounds=1", 2)
        .table("end_rule=first_out,rounds=1", 2)
        .table("end_rule=first_out,rounds=1", 3)
        .table("end_rule=first_out_plus_one,rounds=2", 4)
        .table("values=court,rounds=1", 3)
        .table("values=plus_two,end_rule=first_out,rounds=2", 4)
        .table("flip_on_discard=on,rounds=1", 2)
        .table("flip_on_discard=on,end_rule=first_out_plus_one,rounds=1", 4)
        .table("first_discard=off,end_rule=first_out_plus_one,rounds=2", 3)
        .table("steal=on,rounds=2", 2)
        .table("steal=on,flip_on_discard=on,first_discard=off,rounds=3", 4)
        .table("packs=2,steal=on,end_rule=first_out,rounds=2", 8)
        .hold();
    assert_eq!(report.games, 12 * law_games());
}

#[test]
fn the_laws_hold_at_the_extremes_of_every_option() {
    let laws = laws(2_000).extremes();
    let report = laws.games(40).thorough_every(400).stop_after(20000).hold();
    assert!(report.games > 60, "{report:?}");
}
