//! The laws of every game, and what is secret in this one.

use game::laws::Laws;
use game::{Chance, Dice, Game, Seat, Viewer, shuffle};

use super::super::layout::Place;
use super::super::view::Source;
use super::super::{Golf, Stage};

/// Rearranges what lies face down, the stock, the stock card in another's hand, and all luck to come.
///
/// Once discards have become the stock, everybody can tell its cards from those that lie face down.
pub(super) fn scramble(golf: &Golf, viewer: Viewer, dice: &mut Dice) -> Golf {
    let mut golf = golf.clone();
    golf.chance = Chance::imagined(dice);
    let hidden: Vec<(Seat, Place)> = Seat::all(golf.seats())
        .flat_map(|seat| golf.layouts[seat].hidden().map(move |place| (seat, place)))
        .collect();
    let mut faces: Vec<_> =
        hidden.iter().map(|&(seat, place)| golf.layouts[seat].cards()[place.index()]).collect();
    let mut stock = golf.stock.as_slice().to_vec();
    let in_another_hand = match golf.stage {
        Stage::Holding { card, source: Source::Stock } if !viewer.knows_secrets_of(golf.turn) => Some(card),
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
        golf.stage = Stage::Holding { card, source: Source::Stock };
    }
    golf.stock = stock.into_iter().collect();
    for ((seat, place), card) in hidden.into_iter().zip(faces) {
        golf.layouts[seat].cards_mut()[place.index()] = card;
    }
    golf
}

#[test]
fn the_laws_hold_for_every_number_of_players() {
    let mut laws = Laws::<Golf>::new(scramble).games(80).thorough_every(64);
    for seats in 2..=4 {
        laws = laws.table("", seats);
    }
    laws.hold();
    let mut laws = Laws::<Golf>::new(scramble).games(60).thorough_every(64);
    for seats in 2..=8 {
        laws = laws.table("packs=2,rounds=3", seats);
    }
    laws.hold();
}

#[test]
fn the_laws_hold_with_every_option() {
    let laws = Laws::<Golf>::new(scramble)
        .table("end_rule=first_out", 2)
        .table("end_rule=first_out_plus_one", 4)
        .table("values=court", 3)
        .table("values=plus_two,end_rule=first_out", 4)
        .table("flip_on_discard=on", 2)
        .table("first_discard=off,end_rule=first_out_plus_one", 3)
        .table("steal=on,rounds=2", 2)
        .table("steal=on,flip_on_discard=on,first_discard=off,rounds=3", 4)
        .table("packs=2,steal=on,end_rule=first_out,rounds=2", 8)
        .games(70)
        .thorough_every(64);
    laws.hold();
}

#[test]
fn the_laws_hold_through_many_short_games() {
    let laws = Laws::<Golf>::new(scramble)
        .table("rounds=1", 2)
        .table("rounds=1,end_rule=first_out", 3)
        .table("rounds=1,flip_on_discard=on,end_rule=first_out_plus_one", 4)
        .games(500)
        .thorough_every(32);
    assert_eq!(laws.hold().games, 1_500);
}
