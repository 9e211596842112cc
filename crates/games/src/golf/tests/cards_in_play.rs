//! No card is lost and none is made.

use cards::Card;
use game::Replay;
use game::playthrough::random_record;
use game::{Seat, Seed};
use proptest::prelude::*;

use super::super::{Golf, Phase};
use super::table::options;
use game::Game;

/// Every card at the table, sorted.
fn all_cards(golf: &Golf) -> Vec<Card> {
    let mut all: Vec<_> = golf.stock.as_slice().iter().chain(golf.discards.as_slice()).copied().collect();
    all.extend(Seat::all(golf.seats()).flat_map(|seat| *golf.layouts[seat].cards()));
    if let Phase::Holding { card, .. } = golf.phase {
        all.push(card);
    }
    all.sort_unstable();
    all
}

fn packs(count: u32) -> Vec<Card> {
    Card::pack().into_iter().flat_map(|card| std::iter::repeat_n(card, count as usize)).collect()
}

fn conserved(settings: &str, seats: u8, seed: u64) {
    let options = options(settings);
    let record = random_record::<Golf>(&options, seats, Seed::from_number(seed), seed, 100_000).unwrap();
    let record = game::Record::parse(&record.to_line()).unwrap();
    let expected = packs(options.packs.get());
    for step in Replay::<Golf>::of(&record).unwrap().steps() {
        assert_eq!(all_cards(&step.position), expected, "after step {}", step.number);
    }
}

#[test]
fn gft26_there_are_52_different_cards_after_every_action() {
    for seed in 0..5 {
        conserved("", 4, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cards_are_conserved_at_every_table(
        seed: u64,
        seats in 2u8..=8,
        two_packs: bool,
        steal: bool,
        flip: bool,
        first: bool,
        end_rule in prop::sample::select(vec!["all", "first_out", "first_out_plus_one"]),
    ) {
        let switch = |on: bool| if on { "on" } else { "off" };
        let packs = if two_packs || seats > 4 { 2 } else { 1 };
        let (steal, flip, first) = (switch(steal), switch(flip), switch(first));
        conserved(
            &format!(
                "packs={packs},steal={steal},flip_on_discard={flip},first_discard={first},end_rule={end_rule},rounds=2"
            ),
            seats,
            seed,
        );
    }
}
