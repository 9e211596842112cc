//! The 11 and the Sorry! card, what must be done and what may be left.

use super::super::{Action, Card, Refusal};
use super::{after, drawn, legal, refusal, seat};

#[test]
fn so9_sorry_works_from_start_and_the_own_pawn_stays() {
    let table = drawn("", &[0, 30, 0, 50], 0, Card::Sorry);
    assert_eq!(legal(&table), [Action::Sorry(seat(1)), Action::Sorry(seat(3)), Action::Forfeit]);
    assert_eq!(after(&table, Action::Sorry(seat(1))), [0, 0, 0, 50]);
    assert_eq!(refusal(&table, Action::Sorry(seat(2))), Refusal::OpponentNotOnRing);
    assert_eq!(refusal(&table, Action::Sorry(seat(0))), Refusal::NoSuchOpponent);
    assert_eq!(refusal(&table, Action::Sorry(seat(4))), Refusal::NoSuchOpponent);
    let table = drawn("", &[10, 30, 0, 50], 0, Card::Sorry);
    assert_eq!(after(&table, Action::Sorry(seat(3))), [10, 30, 0, 0]);
}

#[test]
fn so9_classic_sorry_works_only_from_start_and_takes_the_square() {
    let table = drawn("classic_sorry=on", &[0, 30, 0, 50], 0, Card::Sorry);
    assert_eq!(legal(&table), [Action::Sorry(seat(1)), Action::Sorry(seat(3)), Action::Forfeit]);
    assert_eq!(after(&table, Action::Sorry(seat(3))), [50, 30, 0, 0]);
    let table = drawn("classic_sorry=on", &[10, 30, 0, 50], 0, Card::Sorry);
    assert_eq!(legal(&table), [Action::Forfeit]);
    assert_eq!(refusal(&table, Action::Sorry(seat(1))), Refusal::SorryOnlyFromStart);
}

#[test]
fn so10_an_11_in_start_can_only_be_forfeited() {
    for settings in ["", "must_advance_11=on", "dialect=unity"] {
        assert_eq!(legal(&drawn(settings, &[0, 30, 40], 0, Card::Eleven)), [Action::Forfeit]);
    }
    let table = drawn("", &[0, 30], 0, Card::Eleven);
    assert_eq!(refusal(&table, Action::Switch(seat(1))), Refusal::InStart);
}

#[test]
fn so11_an_11_on_the_ring_goes_forward_changes_places_or_is_forfeited() {
    let table = drawn("", &[10, 30, 0, 50], 0, Card::Eleven);
    assert_eq!(
        legal(&table),
        [Action::Forward, Action::Switch(seat(1)), Action::Switch(seat(3)), Action::Forfeit]
    );
    assert_eq!(after(&table, Action::Forward), [21, 30, 0, 50]);
    assert_eq!(after(&table, Action::Switch(seat(3))), [50, 30, 0, 10]);
    assert_eq!(after(&table, Action::Forfeit), [10, 30, 0, 50]);
    assert_eq!(refusal(&table, Action::Switch(seat(2))), Refusal::OpponentNotOnRing);
}

#[test]
fn so11_with_must_advance_an_11_is_forfeited_only_if_forward_is_impossible() {
    let table = drawn("must_advance_11=on", &[10, 30], 0, Card::Eleven);
    assert_eq!(legal(&table), [Action::Forward, Action::Switch(seat(1))]);
    assert_eq!(refusal(&table, Action::Forfeit), Refusal::MustAdvanceEleven);
    let table = drawn("must_advance_11=on", &[60, 30], 0, Card::Eleven);
    assert_eq!(legal(&table), [Action::Switch(seat(1)), Action::Forfeit]);
}

#[test]
fn so12_a_10_that_cannot_go_forward_goes_backward_and_an_11_switches_or_is_forfeited() {
    let table = drawn("", &[60, 30], 0, Card::Ten);
    assert_eq!(legal(&table), [Action::Backward]);
    assert_eq!(refusal(&table, Action::Forfeit), Refusal::MustMove);
    let table = drawn("", &[60, 30], 0, Card::Eleven);
    assert_eq!(legal(&table), [Action::Switch(seat(1)), Action::Forfeit]);
}

#[test]
fn so13_with_the_exact_count_home_is_the_only_move_even_if_the_card_does_more() {
    // Ten steps from Home with a 10, eleven with an 11 and somebody to change places with.
    let ten = drawn("", &[54, 30], 0, Card::Ten);
    assert_eq!(legal(&ten), [Action::Home]);
    let eleven = drawn("", &[53, 30], 0, Card::Eleven);
    assert_eq!(legal(&eleven), [Action::Home]);
    for action in [Action::Backward, Action::Forward, Action::Forfeit] {
        assert_eq!(refusal(&ten, action), Refusal::MustGoHome);
    }
    for action in [Action::Switch(seat(1)), Action::Forfeit] {
        assert_eq!(refusal(&eleven, action), Refusal::MustGoHome);
    }
}

#[test]
fn so14_forfeit_is_legal_on_11_and_sorry_or_when_nothing_else_is() {
    for card in Card::ALL {
        for code in 0..=60 {
            let table = drawn("", &[code, 30], 0, card);
            if code == 30 {
                continue;
            }
            let actions = legal(&table);
            let free = [Card::Eleven, Card::Sorry].contains(&card) && actions != [Action::Home];
            let others = actions.iter().filter(|action| **action != Action::Forfeit).count();
            assert_eq!(actions.contains(&Action::Forfeit), free || others == 0, "{card} on {code}");
        }
    }
}

#[test]
fn sot4_a_switch_is_possible_with_one_or_three_opponents_but_not_with_pawns_in_start() {
    assert_eq!(after(&drawn("", &[10, 30], 0, Card::Eleven), Action::Switch(seat(1))), [30, 10]);
    let table = drawn("", &[10, 20, 30, 40], 2, Card::Eleven);
    let switches = [0, 1, 3].map(|number| Action::Switch(seat(number)));
    assert!(switches.iter().all(|switch| legal(&table).contains(switch)));
    assert_eq!(after(&table, Action::Switch(seat(0))), [30, 20, 10, 40]);
    assert_eq!(after(&table, Action::Switch(seat(1))), [10, 30, 20, 40]);
    assert_eq!(after(&table, Action::Switch(seat(3))), [10, 20, 40, 30]);
    let table = drawn("", &[10, 0, 0, 0], 0, Card::Eleven);
    assert_eq!(legal(&table), [Action::Forward, Action::Forfeit]);
}

#[test]
fn sot5_a_sorry_with_nobody_on_the_ring_is_forfeited() {
    assert_eq!(legal(&drawn("", &[10, 0, 0], 0, Card::Sorry)), [Action::Forfeit]);
    assert_eq!(legal(&drawn("", &[0, 0, 0], 0, Card::Sorry)), [Action::Forfeit]);
}

#[test]
fn sot6_a_switch_onto_the_own_entry_square_is_one_step_from_home_not_home() {
    let table = drawn("", &[10, 3], 0, Card::Eleven);
    assert_eq!(after(&table, Action::Switch(seat(1))), [3, 10]);
}

#[test]
fn sot9_a_pass_is_refused_on_a_3_that_can_move() {
    let table = drawn("", &[10, 0], 0, Card::Three);
    assert_eq!(refusal(&table, Action::Forfeit), Refusal::MustMove);
    assert_eq!(legal(&table), [Action::Forward]);
}

#[test]
fn sot10_a_pass_is_accepted_when_the_card_would_go_past_home() {
    let table = drawn("", &[2, 0], 0, Card::Three);
    assert_eq!(legal(&table), [Action::Forfeit]);
    assert_eq!(after(&table, Action::Forfeit), [2, 0]);
    assert_eq!(refusal(&table, Action::Forward), Refusal::PastHome { squares: 3, left: 2 });
}

#[test]
fn each_wrong_use_of_a_card_is_refused_with_its_rule() {
    let in_start = drawn("", &[0, 30], 0, Card::Three);
    assert_eq!(refusal(&in_start, Action::Leave), Refusal::LeavesWithOneOrTwo);
    assert_eq!(refusal(&in_start, Action::Forward), Refusal::InStart);
    assert_eq!(refusal(&in_start, Action::Home), Refusal::InStart);
    let on_ring = drawn("", &[10, 30], 0, Card::One);
    assert_eq!(refusal(&on_ring, Action::Leave), Refusal::NotInStart);
    assert_eq!(refusal(&on_ring, Action::Backward), Refusal::NotOnThisCard { card: Card::One });
    assert_eq!(refusal(&on_ring, Action::Sorry(seat(1))), Refusal::NotOnThisCard { card: Card::One });
    assert_eq!(refusal(&on_ring, Action::Switch(seat(1))), Refusal::NotOnThisCard { card: Card::One });
    let back = drawn("", &[10, 30], 0, Card::Four);
    assert_eq!(refusal(&back, Action::Forward), Refusal::NotOnThisCard { card: Card::Four });
    assert_eq!(refusal(&back, Action::Home).to_string(), "Home needs the exact count: 54 steps are left.");
}
