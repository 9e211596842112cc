//! No card is ever lost or made.

use game::playthrough::random_record;
use game::{Game, Record, Replay, Seat, Seed};
use proptest::prelude::*;

use crate::onecard::OneCard;
use crate::testing::options;

/// Counts all cards of a position: those in hands, the stock and the discards.
fn copies(position: &OneCard) -> [u32; 52] {
    let mut copies = [0; 52];
    let piles = position.piles.stock().iter().chain(position.piles.discards()).copied();
    let hands = Seat::all(position.seats()).flat_map(|seat| position.hands[seat].iter().collect::<Vec<_>>());
    piles.chain(hands).for_each(|card| copies[card.index()] += 1);
    copies
}

fn conserved(settings: &str, seats: u8, seed: u64) -> usize {
    let options = options::<OneCard>(settings);
    let record = random_record::<OneCard>(&options, seats, Seed::from_number(seed), seed, 40_000).unwrap();
    let replay = Replay::<OneCard>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
    let steps = replay.steps().map(|step| {
        assert_eq!(copies(&step.position), [options.decks.get(); 52], "after step {}", step.number);
        for (seat, &held) in step.position.held.iter() {
            assert_eq!(step.position.hands[seat].iter().count(), usize::from(held));
        }
        // What was drawn last is in the hand of the player who drew it.
        if let Some(drawer) = step.position.last_drawer() {
            let any = step.position.hands[drawer].any();
            assert!(step.position.piles.drawn().iter().all(|card| any.contains(*card)));
        }
    });
    steps.count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn oct24_all_cards_are_there_after_every_turn(
        (decks, seats, cards) in (2u32..=8, 2u8..=10).prop_flat_map(|(decks, seats)| {
            let most = ((52 * decks - 1) / u32::from(seats) - 1).min(40);
            (Just(decks), Just(seats), 2..=most)
        }),
        rounds in 1u32..=2,
        play_drawn in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let play_drawn = if play_drawn { "on" } else { "off" };
        let settings =
            format!("decks={decks},initial_cards={cards},rounds={rounds},play_drawn={play_drawn}");
        prop_assert!(conserved(&settings, seats, seed) > 1);
    }
}

#[test]
fn oct24_all_cards_are_there_where_the_discards_are_shuffled_again_and_again() {
    assert!(conserved("initial_cards=9", 10, 1) > 50);
    assert!(conserved("initial_cards=24,multi=on", 4, 2) > 50);
    assert!(conserved("initial_cards=33,play_drawn=on", 3, 3) > 50);
}
