//! Twos and threes, and what answers them.

use game::{Refusal as _, Seat};

use super::scene::{Scene, cards, scene};
use crate::onecard::Event;

const STOCK: &str = "C4 C5 C6 C8 C9 C10 CK CA D4 D5 D6 D8";

/// Two of diamonds, three of diamonds, three of spades: eight cards fall on the fourth to act.
fn eight_cards(seats: u8, fourth: &str) -> Scene {
    let hands: [&[&str]; 3] = [
        &["D2 S3 H4 H5", "D3 S9 S10"],
        &["D2 H4 H5", "D3 H6 H8", "S3 H9 H10"],
        &["D2 H4 H5", "D3 H6 H8", "S3 H9 H10", "HK HA"],
    ];
    let mut hands = hands[usize::from(seats) - 2].to_vec();
    let answerer = 3 % usize::from(seats);
    let extended = format!("{} {fourth}", hands[answerer]);
    hands[answerer] = &extended;
    let mut scene = scene("", "D9", &hands).stock(STOCK);
    scene.play(&["D2", "D3", "S3"]);
    assert_eq!((scene.position.attack, scene.to_act()), (8, 3 % seats));
    scene
}

#[test]
fn oct2_a_queen_sends_the_eight_cards_back_to_the_player_before() {
    let mut table = eight_cards(4, "SQ");
    let emitted = table.play(&["SQ"]);
    assert!(emitted.contains(&Event::Attacked { seat: Seat::of(2), cards: 8 }));
    assert_eq!((table.position.attack, table.to_act()), (8, 2));
    table.play(&["draw"]);
    assert_eq!(table.held(), [2, 2, 10, 2]);
}

#[test]
fn oct3_a_jack_moves_the_eight_cards_to_the_player_after_the_next() {
    let mut four = eight_cards(4, "SJ");
    four.play(&["SJ"]);
    assert_eq!((four.position.attack, four.to_act()), (8, 1));
    let mut three = eight_cards(3, "SJ");
    three.play(&["SJ"]);
    assert_eq!((three.position.attack, three.to_act()), (8, 2));
    // Of two players the one after the next is oneself.
    let mut two = eight_cards(2, "SJ");
    assert_eq!(two.to_act(), 1);
    two.play(&["SJ"]);
    assert_eq!((two.position.attack, two.to_act()), (8, 1));
    two.play(&["draw"]);
    assert_eq!(two.held(), [2, 10]);
}

#[test]
fn oc12_only_matching_twos_threes_and_sevens_and_courts_of_the_suit_answer() {
    let hand = "S2 S3 S7 SJ SQ SK S4 H2 H3 H7 HJ HQ D9";
    let table = scene("", "S2", &[hand, "C4"]).attack(2);
    assert_eq!(table.legal(), ["play 2♠", "play 3♠", "play 7♠", "play J♠", "play Q♠", "play 2♥", "draw"]);
}

#[test]
fn oct5_a_seven_answers_by_suit_or_on_a_seven_and_not_otherwise() {
    let mut table = scene("", "S2", &["S7 H7 C4", "H7 D4"]).attack(2);
    assert_eq!(table.refusal("H7").code(), "answer_must_follow");
    let emitted = table.play(&["S7"]);
    assert!(emitted.contains(&Event::Parried { seat: Seat::of(0) }));
    // The attack is over, and a seven on a seven is an ordinary play.
    assert_eq!(table.position.attack, 0);
    assert!(matches!(table.play(&["H7"])[..], [Event::Played { .. }, Event::Hand { .. }]));
    let by_rank = scene("", "S7", &["H7 C4", "D4"]).attack(2);
    assert_eq!(by_rank.legal(), ["play 7♥", "draw"]);
}

#[test]
fn oct6_an_ordinary_card_that_matches_is_refused_under_attack() {
    let table = scene("", "S2", &["SK S4 H9", "C4"]).attack(2);
    assert_eq!(table.refusal("SK").code(), "under_attack");
    assert_eq!(
        table.refusal("SK").to_string(),
        "You are under attack: answer with a 2, 3, 7, queen or jack that follows 2♠, or draw 2 cards."
    );
    assert_eq!(table.legal(), ["draw"]);
}

#[test]
fn oct7_a_two_on_a_three_of_another_suit_is_refused() {
    let table = scene("", "S3", &["H2 H3 S2", "C4"]).attack(3);
    assert_eq!(table.refusal("H2").code(), "answer_must_follow");
    assert_eq!(table.legal(), ["play 2♠", "play 3♥", "draw"]);
}

#[test]
fn oc13_a_queen_or_jack_passes_an_attack_on_only_in_the_suit_unless_the_option_widens_it() {
    for rank in ["Q", "J"] {
        let hands = [&format!("H{rank} S{rank} C4"), "D4"];
        let narrow = scene("", &format!("D{rank}"), &hands).attack(5);
        assert_eq!(narrow.refusal(&format!("H{rank}")).code(), "redirect_needs_suit");
        assert_eq!(narrow.legal(), ["draw"]);
        let wide = scene("redirect=suit_or_rank", &format!("D{rank}"), &hands).attack(5);
        assert_eq!(wide.legal(), [format!("play {rank}♠"), format!("play {rank}♥"), "draw".into()]);
    }
}

#[test]
fn oct4_a_queen_on_a_queen_of_another_suit_is_refused_under_attack_and_allowed_by_the_option() {
    let hands = ["SQ C4", "HQ D4", "D5 D6"];
    let mut narrow = scene("", "S3", &hands).attack(3).turn(0);
    narrow.play(&["SQ"]);
    assert_eq!(narrow.to_act(), 2);
    let mut narrow = scene("", "SQ", &hands).attack(3).turn(1);
    assert_eq!(
        narrow.refusal("HQ").to_string(),
        "Under attack a queen or jack must have the suit of the top card: spades."
    );
    narrow.position.attack = 0;
    assert!(narrow.legal().contains(&"play Q♥".to_owned()));
    let mut wide = scene("redirect=suit_or_rank", "SQ", &hands).attack(3).turn(1);
    wide.play(&["HQ"]);
    assert_eq!((wide.position.attack, wide.to_act()), (3, 0));
}

#[test]
fn oc14_attacks_add_up_through_redirections_until_they_are_drawn() {
    let hands = ["S2 S2 H4", "SJ H5", "H6 H8", "S3 SQ H9"];
    let mut table = scene("", "S9", &hands).stock(STOCK);
    table.play(&["S2", "SJ"]);
    assert_eq!((table.position.attack, table.to_act()), (2, 3));
    table.play(&["S3"]);
    assert_eq!((table.position.attack, table.to_act()), (5, 0));
    table.play(&["S2"]);
    assert_eq!((table.position.attack, table.to_act()), (7, 1));
    table.play(&["draw"]);
    assert_eq!(table.hand(1), cards("H5 C4 C5 C6 C8 C9 C10 CK"));
}

#[test]
fn oc15_after_a_seven_the_next_player_plays_normally_on_it() {
    let mut table = scene("", "S3", &["S7 C4", "D7 SK H4", "C9 C8"]).attack(3);
    table.play(&["S7"]);
    assert_eq!(table.legal(), ["play K♠", "play 7♦"]);
    table.play(&["SK"]);
    assert_eq!(table.position.attack, 0);
}

#[test]
fn oc16_a_seven_without_an_attack_is_an_ordinary_card() {
    let mut table = scene("", "S9", &["S7 C4", "C9 C8"]);
    let emitted = table.play(&["S7"]);
    assert!(matches!(emitted[..], [Event::Played { .. }, Event::Hand { .. }]));
    assert_eq!((table.position.attack, table.to_act()), (0, 1));
}

#[test]
fn oc17_whoever_draws_an_attack_is_through_and_the_next_player_is_free_of_it() {
    let mut table = scene("", "S9 S2", &["S7 C4", "S5 C9", "H4 H9"]).stock(STOCK).attack(5);
    table.play(&["draw"]);
    assert_eq!((table.held(), table.position.attack, table.to_act()), (vec![7, 2, 2], 0, 1));
    assert_eq!(table.position.piles.top().to_string(), "2♠");
    assert_eq!(table.legal(), ["play 5♠"]);
}
