//! What the fuzz targets promise, tried for a short time with every run of the tests.

mod any_bytes {
    pub(crate) mod actions;
    mod choices;
    mod forms;
    pub(crate) mod record;
}

use any_bytes::{actions, record};
use game::Seed;
use game::playthrough::random_record;
use games::{Kind, with_game};
use proptest::prelude::*;

/// The record of a random game at the usual table.
fn a_record(kind: Kind, seed: u64) -> Vec<u8> {
    let line = with_game!(kind, G => {
        let options = <G as game::Game>::Options::default();
        let usual = <G as game::Game>::DEFAULT_SEATS;
        random_record::<G>(&options, usual, Seed::from_number(seed), seed, 20_000).map(|record| record.to_line())
    });
    line.unwrap_or_default().into_bytes()
}

/// One change to a line of bytes.
#[derive(Clone, Debug)]
enum Change {
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
    Cut(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    // Mostly what stands in records anyway, or nearly every change would end at the first brace.
    let byte = prop_oneof![prop::sample::select(br#"0123456789-.,:"{}[]eAKSHDC "#.to_vec()), any::<u8>()];
    let place = any::<prop::sample::Index>;
    prop_oneof![
        8 => (place(), byte.clone()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        2 => (place(), byte).prop_map(|(at, byte)| Change::Insert(at, byte)),
        2 => place().prop_map(Change::Remove),
        2 => (place(), place()).prop_map(|(one, other)| Change::Swap(one, other)),
        1 => place().prop_map(Change::Cut),
    ]
}

fn apply(change: &Change, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    match change {
        Change::Replace(at, byte) => *at.get_mut(bytes) = *byte,
        Change::Insert(at, byte) => bytes.insert(at.index(bytes.len()), *byte),
        Change::Remove(at) => drop(bytes.remove(at.index(bytes.len()))),
        Change::Swap(one, other) => {
            let length = bytes.len();
            bytes.swap(one.index(length), other.index(length));
        }
        Change::Cut(at) => bytes.truncate(at.index(bytes.len())),
    }
}

#[test]
fn records_of_random_games_can_be_played_again() {
    for &kind in Kind::ALL {
        for seed in 0..4 {
            assert!(record::check(&a_record(kind, seed)), "{kind}, seed {seed}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_as_a_record_are_played_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        record::check(&bytes);
    }

    #[test]
    fn a_changed_record_is_played_or_refused(
        kind in prop::sample::select(Kind::ALL.to_vec()),
        seed in 0..16u64,
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let mut bytes = a_record(kind, seed);
        for change in &changes {
            apply(change, &mut bytes);
        }
        record::check(&bytes);
    }

    #[test]
    fn any_series_of_actions_keeps_the_rules_and_ends(bytes in prop::collection::vec(any::<u8>(), 0..1_200)) {
        actions::check(&bytes);
    }
}
