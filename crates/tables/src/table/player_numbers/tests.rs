//! Who has which number at a table of the legacy Gomoku protocol, and who may start.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::Seat;

use super::{ArrivalId, MatchState, PlayerNumber, PlayerNumberError, PlayerNumbers};

const ANN: ArrivalId = ArrivalId(10);
const BO: ArrivalId = ArrivalId(20);
const CY: ArrivalId = ArrivalId(30);
const DI: ArrivalId = ArrivalId(40);

fn table(arrivals: &[ArrivalId]) -> PlayerNumbers {
    let mut numbers = PlayerNumbers::new();
    for arrival in arrivals {
        numbers.arrive(*arrival).unwrap();
    }
    numbers
}

fn ended(arrivals: &[ArrivalId]) -> PlayerNumbers {
    let mut numbers = table(arrivals);
    numbers.start(arrivals[0]).unwrap();
    numbers.game_over();
    numbers
}

fn is_running(numbers: &PlayerNumbers) -> bool {
    numbers.state == MatchState::Running
}

fn all(numbers: &PlayerNumbers) -> Vec<(ArrivalId, u8)> {
    numbers.numbered().iter().map(|numbered| (numbered.arrival, numbered.number.0)).collect()
}

#[test]
fn gm6_any_of_three_may_start_once_and_then_only_a_restart_helps() {
    for arrival in [ANN, BO, CY] {
        let mut numbers = table(&[ANN, BO, CY]);
        assert_eq!(numbers.start(arrival), Ok(()));
        assert!(is_running(&numbers));
        numbers.game_over();
        assert_eq!(numbers.start(arrival), Err(PlayerNumberError::OnlyFirstRestarts));
    }
    let mut numbers = table(&[ANN, BO, CY]);
    assert_eq!(numbers.start(DI), Err(PlayerNumberError::NotSeated));
}

#[test]
fn gm6_after_somebody_new_has_come_anybody_may_start_again() {
    let mut numbers = ended(&[ANN, BO, CY]);
    numbers.leave(BO);
    assert_eq!(numbers.start(CY), Err(PlayerNumberError::TooFew));
    numbers.arrive(DI).unwrap();
    assert_eq!(numbers.restart(ANN), Err(PlayerNumberError::NoGameYet));
    assert_eq!(numbers.start(DI), Ok(()));
}

#[test]
fn gm7_only_player_1_may_restart_and_the_numbers_stay() {
    let mut numbers = ended(&[ANN, BO, CY]);
    let before = all(&numbers);
    assert_eq!(numbers.restart(BO), Err(PlayerNumberError::OnlyFirstRestarts));
    assert_eq!(numbers.restart(CY), Err(PlayerNumberError::OnlyFirstRestarts));
    assert_eq!(numbers.restart(ANN), Ok(()));
    assert!(is_running(&numbers));
    assert_eq!(all(&numbers), before);
}

#[test]
fn gm7_a_running_game_can_be_restarted_by_player_1() {
    let mut numbers = table(&[ANN, BO, CY]);
    assert_eq!(numbers.restart(ANN), Err(PlayerNumberError::NoGameYet));
    numbers.start(BO).unwrap();
    assert_eq!(numbers.restart(BO), Err(PlayerNumberError::OnlyFirstRestarts));
    assert_eq!(numbers.restart(ANN), Ok(()));
    assert!(is_running(&numbers));
}

#[test]
fn gm8_after_a_game_numbers_are_dealt_anew_so_that_there_is_a_player_1() {
    let mut numbers = ended(&[ANN, BO, CY]);
    numbers.leave(ANN);
    assert_eq!(all(&numbers), [(BO, 1), (CY, 2)]);
    assert_eq!(numbers.restart(BO), Err(PlayerNumberError::TooFew));
    assert_eq!(numbers.arrive(DI), Ok(PlayerNumber(3)));
    assert_eq!(all(&numbers), [(BO, 1), (CY, 2), (DI, 3)]);
}

#[test]
fn gm8_the_order_of_arrival_counts_not_the_order_of_numbers() {
    let mut numbers = table(&[ANN, BO, CY]);
    numbers.leave(BO);
    numbers.arrive(DI).unwrap();
    assert_eq!(all(&numbers), [(ANN, 1), (CY, 3), (DI, 2)]);
    numbers.start(DI).unwrap();
    numbers.game_over();
    numbers.leave(ANN);
    assert_eq!(all(&numbers), [(CY, 1), (DI, 2)]);
}

#[test]
fn gm12_a_fourth_is_refused_and_sits_at_the_next_table() {
    let mut first = table(&[ANN, BO, CY]);
    let before = first.clone();
    assert_eq!(first.arrive(DI), Err(PlayerNumberError::Full));
    assert_eq!(first, before);
    assert_eq!(PlayerNumbers::new().arrive(DI), Ok(PlayerNumber::FIRST));
    // Who sits already is not seated twice.
    assert_eq!(first.arrive(BO), Ok(PlayerNumber(2)));
    assert_eq!(first, before);
}

#[test]
fn gm13_whoever_comes_gets_the_lowest_free_number() {
    for (gone, number) in [(ANN, 1), (BO, 2), (CY, 3)] {
        let mut numbers = table(&[ANN, BO, CY]);
        numbers.leave(gone);
        assert_eq!(numbers.arrive(DI), Ok(PlayerNumber(number)));
    }
    let mut numbers = table(&[ANN, BO, CY]);
    numbers.leave(BO);
    numbers.leave(ANN);
    assert_eq!(numbers.arrive(DI), Ok(PlayerNumber(1)));
    assert_eq!(numbers.arrive(BO), Ok(PlayerNumber(2)));
    let before = numbers.clone();
    numbers.leave(ArrivalId(99));
    assert_eq!(numbers, before);
    assert_eq!(PlayerNumber(3).seat(), Seat::of(2));
}

#[test]
fn gmt12_two_players_cannot_start() {
    for arrivals in [&[ANN][..], &[ANN, BO]] {
        let mut numbers = table(arrivals);
        assert_eq!(numbers.start(ANN), Err(PlayerNumberError::TooFew));
        assert!(!is_running(&numbers));
    }
}

#[test]
fn gmt13_a_game_that_runs_cannot_be_started() {
    let mut numbers = table(&[ANN, BO, CY]);
    numbers.start(CY).unwrap();
    for arrival in [ANN, BO, CY] {
        assert_eq!(numbers.start(arrival), Err(PlayerNumberError::Running));
    }
    assert!(is_running(&numbers));
}

#[test]
fn gmt14_player_2_cannot_restart() {
    let mut numbers = ended(&[ANN, BO, CY]);
    assert_eq!(numbers.restart(BO), Err(PlayerNumberError::OnlyFirstRestarts));
    assert!(!is_running(&numbers));
}

#[test]
fn gmt15_leaving_in_the_middle_ends_the_game_and_leaving_before_it_frees_the_number() {
    let mut numbers = table(&[ANN, BO, CY]);
    numbers.start(ANN).unwrap();
    numbers.leave(BO);
    assert!(!is_running(&numbers));
    assert_eq!(numbers.arrive(DI), Ok(PlayerNumber(3)));
    assert_eq!(numbers.start(CY), Ok(()));

    let mut numbers = table(&[ANN, BO]);
    numbers.leave(ANN);
    assert_eq!(numbers.arrive(CY), Ok(PlayerNumber(1)));
    assert_eq!(numbers.arrive(DI), Ok(PlayerNumber(3)));
}

#[test]
fn refusals_of_the_table_are_sentences() {
    use PlayerNumberError::{Full, NoGameYet, NotSeated, OnlyFirstRestarts, Running, TooFew};
    for refusal in [Full, NotSeated, TooFew, Running, NoGameYet, OnlyFirstRestarts] {
        assert!(refusal.to_string().ends_with('.'));
    }
}
