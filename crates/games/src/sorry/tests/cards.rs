//! The pack, the numbers of the rolls, and the options that change a card.

use super::super::{Action, Card, DeckKind, Dialect, Event, Meaning, Refusal, Sorry};
use super::{after, drawn, legal, refusal, rigged, seat};
use game::{Chance, DiscardEvents, EventLog, Game, Seed, Viewer};

/// Draws this many cards and returns them, with the draws before which a shuffle was sent.
fn draws(settings: &str, count: usize) -> (Vec<Card>, Vec<usize>) {
    let options = crate::testing::options::<Sorry>(settings);
    let mut emitted = EventLog::new();
    let mut table = Sorry::start(&options, 2, Chance::new(Seed::from_number(3)), &mut emitted).unwrap();
    let (mut cards, mut shuffles) = (Vec::new(), Vec::new());
    for draw in 0..count {
        table.roll(&mut emitted);
        table.phase = super::super::Phase::Roll;
        if emitted.0.iter().any(|(_, event)| matches!(event, Event::Shuffled { .. })) {
            shuffles.push(draw);
        }
        cards.extend(emitted.0.drain(..).filter_map(|(_, event)| match event {
            Event::Rolled { card, .. } => Some(card),
            _ => None,
        }));
    }
    (cards, shuffles)
}

fn count(cards: &[Card], card: Card) -> usize {
    cards.iter().filter(|other| **other == card).count()
}

#[test]
fn so7_the_classic_deck_is_used_up_before_it_is_shuffled() {
    let (cards, shuffles) = draws("", 180);
    assert_eq!(shuffles, [0, 45, 90, 135]);
    for pack in cards.chunks(45) {
        assert_eq!(Card::ALL.map(|card| count(pack, card)), [5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
    }
    assert!(cards[..45] != cards[45..90]);
}

#[test]
fn so7_uniform_draws_are_independent_and_equally_likely() {
    let (cards, shuffles) = draws("deck=uniform", 110_000);
    assert_eq!(shuffles, [0; 0]);
    // Ten standard deviations: a wrong weight fails, chance does not.
    let counts = Card::ALL.map(|card| count(&cards, card));
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 1_000), "{counts:?}");
    let pack = &cards[..45];
    assert!(Card::ALL.into_iter().any(|card| count(pack, card) != usize::from(card.in_pack())));
}

#[test]
fn so7_rolls_are_numbered_in_the_order_of_the_document() {
    let rolls = Card::ALL.map(|card| (card.face(), card.roll(Dialect::Document)));
    assert_eq!(
        rolls,
        [
            ("1", 1),
            ("2", 2),
            ("3", 3),
            ("4", 4),
            ("5", 5),
            ("7", 6),
            ("8", 7),
            ("10", 8),
            ("11", 10),
            ("12", 9),
            ("Sorry!", 11)
        ]
    );
}

#[test]
fn so8_card_4_goes_back_two_or_with_the_option_four() {
    assert_eq!(after(&drawn("", &[10, 0], 0, Card::Four), Action::Backward), [8, 0]);
    assert_eq!(after(&drawn("four_back=4", &[10, 0], 0, Card::Four), Action::Backward), [6, 0]);
    assert_eq!(after(&drawn("four_back=4", &[2, 0], 0, Card::Four), Action::Backward), [58, 0]);
    assert_eq!(legal(&drawn("four_back=4", &[10, 0], 0, Card::Four)), [Action::Backward]);
}

#[test]
fn sot16_the_pack_holds_five_ones_and_four_of_each_other_and_is_shuffled_at_card_46() {
    let mut table = rigged("", &[0, 0], 0, &[]);
    table = Sorry::start(&table.options, 2, Chance::new(Seed::from_number(5)), &mut DiscardEvents).unwrap();
    let left = |table: &Sorry| -> Vec<u8> {
        let view = table.seen(Viewer::Watcher);
        view.view.cards_left.unwrap().iter().map(|count| count.left).collect()
    };
    assert_eq!(left(&table), [5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
    for draw in 1..=45 {
        let before = left(&table);
        let mut emitted = EventLog::new();
        table.roll(&mut emitted);
        let [(_, Event::Rolled { card, .. })] = emitted.0[..] else { panic!("{emitted:?}") };
        let taken: Vec<_> = before.iter().zip(left(&table)).map(|(before, after)| before - after).collect();
        assert_eq!(taken[card as usize], 1);
        assert_eq!(left(&table).iter().sum::<u8>(), 45 - draw);
    }
    let mut emitted = EventLog::new();
    table.roll(&mut emitted);
    assert_eq!(emitted.0[0].1, Event::Shuffled { cards: 45 });
    assert_eq!(left(&table).iter().sum::<u8>(), 44);
}

fn roll_shown(table: &Sorry) -> Option<u8> {
    table.seen(Viewer::Watcher).view.drawn.map(|drawn| drawn.roll)
}

#[test]
fn sw12_unity_numbers_the_11_as_roll_9_and_the_12_as_roll_10() {
    let rolls = Card::ALL.map(|card| card.roll(Dialect::Unity));
    assert_eq!(rolls, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(roll_shown(&drawn("dialect=unity", &[10, 0], 0, Card::Eleven)), Some(9));
    assert_eq!(roll_shown(&drawn("dialect=unity", &[10, 0], 0, Card::Twelve)), Some(10));
    assert_eq!(roll_shown(&drawn("", &[10, 0], 0, Card::Eleven)), Some(10));
}

#[test]
fn sw12_unity_sends_the_pawn_whose_square_is_taken_to_its_start() {
    let table = drawn("dialect=unity", &[10, 30], 0, Card::Eleven);
    assert_eq!(legal(&table), [Action::Forward, Action::Take(seat(1)), Action::Forfeit]);
    assert_eq!(after(&table, Action::Take(seat(1))), [30, 0]);
    assert_eq!(refusal(&table, Action::Switch(seat(1))), Refusal::NotOnThisCard { card: Card::Eleven });
    // The 12 is compulsory, the exact 11 leads Home, and in Start the 11 can only be forfeited.
    assert_eq!(legal(&drawn("dialect=unity", &[10, 30], 0, Card::Twelve)), [Action::Forward]);
    assert_eq!(legal(&drawn("dialect=unity", &[53, 30], 0, Card::Eleven)), [Action::Home]);
    assert_eq!(legal(&drawn("dialect=unity", &[0, 30], 0, Card::Eleven)), [Action::Forfeit]);
}

#[test]
fn sw12_every_pawn_on_the_ring_can_be_taken_also_one_that_forward_would_bump() {
    let table = drawn("dialect=unity", &[10, 21, 40], 0, Card::Eleven);
    let takes = [1, 2].map(|opponent| Action::Take(seat(opponent)));
    assert_eq!(legal(&table), [Action::Forward, takes[0], takes[1], Action::Forfeit]);
    assert_eq!(after(&table, Action::Forward), [21, 0, 40]);
    assert_eq!(after(&table, takes[0]), [21, 0, 40]);
    // Eleven squares forward would be past Home, so a pawn may be taken instead.
    let table = drawn("dialect=unity", &[57, 8], 0, Card::Eleven);
    assert_eq!(legal(&table), [Action::Take(seat(1)), Action::Forfeit]);
    assert_eq!(after(&table, Action::Take(seat(1))), [8, 0]);
}

#[test]
fn a_card_says_in_words_what_it_does_at_this_table() {
    let words = |settings: &str, card: Card| {
        let meaning: Meaning = card.meaning(&crate::testing::options::<Sorry>(settings));
        meaning.to_string()
    };
    assert_eq!(words("", Card::Two), "leave Start or forward 2");
    assert_eq!(words("four_back=4", Card::Four), "backward 4");
    assert_eq!(words("dialect=unity", Card::Eleven), "forward 11 or take a pawn's square");
    assert_eq!(words("classic_sorry=on", Card::Sorry), "from Start, take a pawn's square");
    assert_eq!(crate::testing::options::<Sorry>("").deck, DeckKind::Classic45);
}
