//! The laws every game keeps, and what never changes here.

use game::laws::Laws;
use game::playthrough::random_record;
use game::{FastRng, Game, Record, Replay, Seed, Viewer, below, shuffle};
use proptest::prelude::*;

use super::super::{Card, DeckKind, MAX_TURNS, Place, Sorry};
use crate::testing::law_games;

/// The order of the cards to come is all that is hidden, and it is hidden from everybody.
pub(super) fn scramble(table: &Sorry, _: Viewer, dice: &mut FastRng) -> Sorry {
    let mut table = table.clone();
    let drawn = usize::from(table.pile.drawn);
    let upcoming = &mut table.pile.cards[drawn..];
    match table.options.deck {
        DeckKind::Classic45 => shuffle(dice, upcoming),
        DeckKind::Uniform => upcoming.fill_with(|| Card::ALL[below(dice, 11) as usize]),
    }
    table.chance = table.chance.imagined_alike(dice);
    table
}

#[test]
fn the_laws_hold_at_every_kind_of_table() {
    let laws = Laws::<Sorry>::new(scramble)
        .with_worlds()
        .table("", 2)
        .table("", 3)
        .table("", 4)
        .table("deck=uniform", 2)
        .table("deck=uniform,four_back=4", 4)
        .table("four_back=4", 3)
        .table("classic_sorry=on", 4)
        .table("must_advance_11=on", 2)
        .table("must_advance_11=on", 4)
        .table("dialect=unity", 2)
        .table("dialect=unity", 4)
        .table("dialect=unity,must_advance_11=on,classic_sorry=on,four_back=4,deck=uniform", 3);
    let report = laws.games(law_games()).thorough_every(64).hold();
    assert_eq!(report.games, 12 * law_games());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_two_pawns_share_a_square_and_the_pack_stays_whole(
        seed in any::<u64>(),
        seats in 2u8..=4,
        which in 0usize..4,
    ) {
        let settings = ["", "dialect=unity", "classic_sorry=on,four_back=4", "must_advance_11=on"][which];
        let options = crate::testing::options::<Sorry>(settings);
        let record = random_record::<Sorry>(&options, seats, Seed::from_number(seed), seed, 10_000).unwrap();
        let replay = Replay::<Sorry>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
        for step in replay.steps() {
            let table = step.position;
            let squares: Vec<_> = table.pawns.as_slice().iter().filter_map(|place| place.square()).collect();
            prop_assert!((1..squares.len()).all(|index| !squares[..index].contains(&squares[index])));
            for card in Card::ALL {
                let copies = table.pile.cards.iter().filter(|other| **other == card).count();
                prop_assert_eq!(copies, usize::from(card.in_pack()));
            }
            let home = table.pawns.as_slice().iter().filter(|place| **place == Place::Home).count();
            prop_assert_eq!(home == 1, table.status().is_over() && table.turn < MAX_TURNS);
            prop_assert!(table.turn <= MAX_TURNS);
        }
    }
}

#[test]
fn the_laws_hold_at_the_extremes_of_every_option() {
    let laws = Laws::<Sorry>::new(scramble).with_worlds().extremes();
    let report = laws.games(20).thorough_every(200).stop_after(20000).hold();
    assert!(report.games > 100, "{report:?}");
}
