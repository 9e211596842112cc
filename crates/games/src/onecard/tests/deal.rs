//! The deal: settings, the first cards, who begins.

use game::{Chance, DealError, DiscardEvents, Game, Options, Seed, Viewer};

use super::scene::{card, cards, dealt};
use crate::onecard::{Action, Event, OneCard, OneCardOptions, StartReason};
use crate::testing::options;

fn admits(settings: &str, seats: u8) -> Result<(), String> {
    OneCard::admits(&options::<OneCard>(settings), seats).map_err(|bad| bad.to_string())
}

fn start(settings: &str, seats: u8) -> OneCard {
    OneCard::start(
        &options::<OneCard>(settings),
        seats,
        Chance::new(Seed::from_number(3)),
        &mut DiscardEvents,
    )
    .unwrap()
}

#[test]
fn oc2_two_can_play_and_one_cannot() {
    assert_eq!(admits("", 2), Ok(()));
    let one = OneCard::admits(&OneCardOptions::default(), 1);
    assert_eq!(one, Err(DealError::Seats { wanted: 1, least: 2, most: 10 }));
    assert!(admits("", 11).is_err());
}

#[test]
fn oc3_more_cards_than_the_packs_can_give_are_refused_with_the_limit() {
    assert_eq!(admits("initial_cards=24", 4), Ok(()));
    assert_eq!(
        admits("initial_cards=25", 4),
        Err("25 cards each are too many: 2 packs are enough to deal 4 players at most 24 cards.".into())
    );
}

#[test]
fn oct20_the_limit_is_dealt_exactly_and_one_more_is_refused() {
    for decks in 2..=8 {
        for seats in 2..=10 {
            let limit = (2..=206).rev().find(|cards| u32::from(seats) * (cards + 1) < 52 * decks).unwrap();
            let at_limit = start(&format!("decks={decks},initial_cards={limit}"), seats);
            assert!(at_limit.held.as_slice().iter().all(|&held| u32::from(held) == limit));
            assert_eq!(at_limit.piles.discards().len(), usize::from(seats) + 1);
            if limit < 206 {
                assert!(admits(&format!("decks={decks},initial_cards={}", limit + 1), seats).is_err());
            }
        }
    }
    // The largest number the setting takes is the largest any table can have.
    assert_eq!(options::<OneCard>("decks=8").most_initial_cards(2), 206);
}

#[test]
fn oc4_of_equal_lowest_cards_the_lowest_player_begins() {
    let tie = dealt("initial_cards=2", 4, "S4 S5 S6 S8 H4 H5 H6 H8 D9 C3 D3 H3");
    assert_eq!(tie.to_act(), 1);
    assert_eq!(
        (tie.position.starter, tie.position.start_reason),
        (tie.position.turn, StartReason::LowestCard)
    );
}

#[test]
fn oct15_a_tie_for_the_extra_card_goes_to_the_lowest_number() {
    let tie = dealt("initial_cards=2", 3, "S4 S5 S6 S8 H4 H5 CK SK HK");
    assert_eq!(tie.to_act(), 0);
}

#[test]
fn oc5_the_two_is_lowest_and_the_ace_highest_whatever_the_suit() {
    let order = dealt("initial_cards=2", 3, "S4 S5 S6 S8 H4 H5 SA HK D2");
    assert_eq!(order.to_act(), 2);
    let aces = dealt("initial_cards=2", 2, "S4 S5 S6 S8 SA CK");
    assert_eq!(aces.to_act(), 1);
}

#[test]
fn oc6_hands_come_from_the_front_then_the_extras_then_the_first_card() {
    let table = dealt("initial_cards=3", 2, "H9 S4 D2 C5 CA S8 D7 DQ HJ S2 S3");
    assert_eq!(table.hand(0), cards("S4 H9 D2"));
    assert_eq!(table.hand(1), cards("S8 C5 CA"));
    assert_eq!(table.position.piles.discards(), cards("D7 DQ HJ"));
    assert_eq!(table.position.piles.stock()[..2], cards("S2 S3"));
    let shuffled = table.emitted.0.iter().find_map(|(_, event)| match event {
        Event::Shuffled { cards } => Some(cards.clone()),
        _ => None,
    });
    assert_eq!(shuffled.unwrap()[..11], cards("H9 S4 D2 C5 CA S8 D7 DQ HJ S2 S3"));
}

#[test]
fn oc8_counter_clockwise_is_towards_rising_numbers() {
    let mut table = dealt("initial_cards=2", 3, "S4 S5 S6 S8 S9 S10 H2 H3 H4 SK");
    table.play(&["S4", "S6", "S9"]);
    assert_eq!(table.to_act(), 0);
}

#[test]
fn oc9_the_first_card_does_nothing_but_set_suit_and_rank() {
    for first in ["S2", "S3", "S7", "SJ", "SQ"] {
        let table = dealt("initial_cards=2", 3, &format!("S4 S5 S6 S8 S9 S10 H2 H3 H4 {first}"));
        assert_eq!((table.to_act(), table.position.attack), (0, 0), "{first}");
        assert_eq!(table.legal(), ["play 4♠", "play 5♠"]);
    }
}

#[test]
fn oct17_two_three_and_ten_can_play() {
    for seats in [2, 3, 10] {
        let table = start("", seats);
        assert_eq!(table.held.as_slice(), vec![5; usize::from(seats)]);
        assert_eq!(table.piles.stock().len(), 104 - 6 * usize::from(seats) - 1);
    }
}

#[test]
fn oct18_two_cards_are_the_fewest() {
    assert_eq!(start("initial_cards=2", 3).held.as_slice(), [2, 2, 2]);
    assert!(OneCardOptions::default().set("initial_cards", "1").is_err());
}

#[test]
fn oct19_two_packs_are_the_fewest() {
    assert_eq!(start("decks=2", 3).piles.all_cards(), 104);
    assert!(OneCardOptions::default().set("decks", "1").is_err());
}

#[test]
fn oct22_bad_numbers_are_refused() {
    let mut settings = OneCardOptions::default();
    for (name, texts) in [
        ("initial_cards", ["1", "207", "-5", "+5", "5.0", "", "five", "5x"]),
        ("decks", ["0", "1", "9", "-2", "2.5", " ", "99999999999", "2 "]),
        ("rounds", ["0", "1001", "-1", "1e3", "", "one", "0x1", "+1"]),
    ] {
        for text in texts {
            let bad = settings.set(name, text).unwrap_err().to_string();
            assert!(bad.starts_with(&format!("The option {name} cannot be")), "{bad}");
        }
    }
    assert_eq!(settings, OneCardOptions::default());
}

#[test]
fn oc26_hands_are_shown_spades_hearts_diamonds_clubs() {
    let table = dealt("initial_cards=8", 2, "C2 D2 H2 S2 SA S10 DA CJ");
    assert_eq!(table.hand(0), cards("S2 S10 SA H2 D2 DA C2 CJ"));
    let view = table.position.seen(Viewer::Seat(table.position.starter));
    assert!(view.hand.is_sorted());
}

#[test]
fn oct25_hands_are_sorted_and_the_shuffle_is_not() {
    let mut emitted = game::EventLog::new();
    let options = OneCardOptions::default();
    OneCard::start(&options, 4, Chance::new(Seed::from_number(9)), &mut emitted).unwrap();
    let (mut shuffles, mut hands) = (0, 0);
    for (_, event) in &emitted.0 {
        match event {
            Event::Shuffled { cards } => {
                assert!(!cards.is_sorted());
                shuffles += 1;
            }
            Event::Dealt { cards, .. } => {
                assert!(cards.is_sorted());
                hands += 1;
            }
            _ => {}
        }
    }
    assert_eq!((shuffles, hands), (1, 4));
}

#[test]
fn copies_of_a_card_are_one_action_and_play_one_copy() {
    let mut table = dealt("initial_cards=3", 2, "S9 S9 H2 C5 CA S8 D2 DQ S4");
    assert_eq!(table.legal(), ["play 9♠"]);
    table.play(&["S9"]);
    assert_eq!(table.hand(0), cards("S9 H2"));
    assert_eq!(table.position.piles.top(), card("S9"));
    assert!(table.position.check(table.position.turn, Action::Play(card("S8"))).is_ok());
}
