//! The laws, at tables of every size and with every option.

use cards::Card;
use game::laws::Laws;
use game::{Chance, FastRng, Seat, Viewer, below, shuffle};

use crate::onecard::bag::Bag;
use crate::onecard::follow::matching;
use crate::onecard::{OneCard, Piles};
use crate::testing::law_games;

/// Redistributes all cards that lie face down for the viewer: the hands of the others and the stock. Cards that all have
/// seen since the last shuffle stay where they are, and a stock keeps to the cards it was made of.
pub(super) fn scramble(position: &OneCard, viewer: Viewer, dice: &mut FastRng) -> OneCard {
    let mut world = *position;
    let hidden: Vec<Seat> =
        Seat::all(world.hands.seats()).filter(|seat| !viewer.knows_secrets_of(*seat)).collect();
    let mut pool: Vec<Card> = world.piles.stock().to_vec();
    hidden.iter().for_each(|seat| pool.extend(world.hands[*seat].iter()));
    shuffle(dice, &mut pool);
    // A player who drew and is still to act shows by that that the card fits.
    let drawer = world.last_drawer();
    let mut fitting = None;
    if world.choosing && hidden.contains(&world.turn) {
        let place = pool.iter().position(|card| matching(world.piles.top()).contains(*card)).unwrap();
        fitting = Some(pool.swap_remove(place));
    }
    let stock_size = world.piles.stock().len();
    // A player who goes on from cards laid shows by that that there is another one of their rank. It is not a card that
    // the stock needs.
    if world.laid > 0 && hidden.contains(&world.turn) {
        let rank = world.piles.top().rank();
        let mut made_of = world.remade_of;
        let mut needed = vec![false; pool.len()];
        for (card, needed) in pool.iter().zip(&mut needed) {
            *needed = made_of.any().contains(*card);
            made_of.remove(*card);
        }
        let spare = needed.iter().filter(|needed| **needed).count() > stock_size;
        let beside = |place: &usize| pool[*place].rank() == rank && (spare || !needed[*place]);
        let place = (0..pool.len()).find(beside).unwrap();
        fitting = Some(pool.swap_remove(place));
    }
    let mut stock = Vec::new();
    let mut made_of = world.remade_of;
    let free = made_of == Bag::default();
    pool.retain(|&card| {
        let goes = stock.len() < stock_size && (free || made_of.any().contains(card));
        if goes {
            made_of.remove(card);
            stock.push(card);
        }
        !goes
    });
    assert_eq!(stock.len(), stock_size);
    let mut drawn = world.piles.drawn().to_vec();
    for seat in hidden {
        let mut cards: Vec<Card> = fitting.filter(|_| seat == world.turn).into_iter().collect();
        cards.extend(pool.split_off(pool.len() - (usize::from(world.held[seat]) - cards.len())));
        if drawer == Some(seat) {
            drawn = cards[..drawn.len()].to_vec();
        }
        world.hands[seat] = cards.into_iter().collect();
    }
    assert!(pool.is_empty());
    world.piles = Piles::lay_out(world.piles.all_cards(), position.piles.discards(), &drawn, &stock);
    if below(dice, 2) == 0 {
        // The next shuffles are unknown to the viewer, too.
        world.chance = Chance::imagined(dice);
    }
    world
}

fn laws() -> Laws<OneCard> {
    Laws::new(scramble).with_worlds().games(law_games())
}

#[test]
fn the_laws_hold_at_tables_of_every_size() {
    let all = (2..=10).fold(laws(), |laws, seats| laws.table("", seats));
    let report = all.thorough_every(150).hold();
    assert_eq!(report.games, 9 * law_games());
}

#[test]
fn the_laws_hold_with_every_option() {
    let report = laws()
        .table("may_draw=on", 3)
        .table("play_drawn=on", 3)
        .table("may_draw=on,play_drawn=on", 4)
        .table("redirect=suit_or_rank", 4)
        .table("queen_skips_2=on", 2)
        .table("queen_skips_2=on", 3)
        .table("multi=on", 2)
        .table("multi=on", 4)
        .table("multi=on,play_drawn=on,may_draw=on,redirect=suit_or_rank,queen_skips_2=on", 2)
        .table("rounds=3", 2)
        .table("rounds=2,play_drawn=on", 5)
        .table("initial_cards=2", 10)
        .thorough_every(150)
        .hold();
    assert_eq!(report.games, 12 * law_games());
}

#[test]
fn the_laws_hold_where_the_stock_runs_out() {
    let report = laws()
        .table("initial_cards=9", 10)
        .table("initial_cards=24", 4)
        .table("initial_cards=24,play_drawn=on,multi=on", 4)
        .table("initial_cards=50,may_draw=on", 2)
        .thorough_every(400)
        .hold();
    assert_eq!(report.games, 4 * law_games());
}

#[test]
fn the_laws_hold_with_eight_packs() {
    let report = laws()
        .table("decks=8,initial_cards=40", 10)
        .table("decks=8,initial_cards=12,multi=on", 6)
        .table("decks=5,initial_cards=128", 2)
        .thorough_every(8_000)
        .hold();
    assert_eq!(report.games, 3 * law_games());
}

#[test]
fn the_laws_hold_at_the_extremes_of_every_option() {
    let report =
        Laws::new(scramble).with_worlds().extremes().games(3).thorough_every(2_000).stop_after(20_000).hold();
    assert!(report.games > 60);
}
