//! Who has which number at a table of the legacy Gomoku protocol, and who may start.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::Seat;

use super::{ArrivalId, MatchState, PlayerNumberError, PlayerNumbers};

const ANN: ArrivalId = ArrivalId(10);
const BO: ArrivalId = ArrivalId(20);
const CY: ArrivalId = ArrivalId(30);
const DI: ArrivalId = ArrivalId(40);

fn seat(number: u8) -> Seat {
    Seat::of(number - 1)
}

fn table(arrivals: &[ArrivalId]) -> PlayerNumbers {
    seated(PlayerNumbers::new(true), arrivals)
}

fn seated(mut numbers: PlayerNumbers, arrivals: &[ArrivalId]) -> PlayerNumbers {
    for (arrival, number) in arrivals.iter().zip(1..) {
        numbers.arrive(*arrival, seat(number)).unwrap();
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
    assert_eq!(numbers.restart(ANN), Err(PlayerNumberError::TooFew));
    numbers.arrive(DI, seat(2)).unwrap();
    for arrival in [ANN, DI, CY] {
        assert_eq!(numbers.clone().start(arrival), Ok(()));
    }
    // Player 1 may be on a board that has nothing but a restart.
    assert_eq!(numbers.clone().restart(DI), Err(PlayerNumberError::OnlyFirstRestarts));
    assert_eq!(numbers.restart(ANN), Ok(()));
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
fn gm8_whoever_stays_keeps_the_number_and_the_next_takes_the_free_one_also_1() {
    for (index, gone) in [ANN, BO, CY].into_iter().enumerate() {
        for mut numbers in [table(&[ANN, BO, CY]), ended(&[ANN, BO, CY]), {
            let mut running = table(&[ANN, BO, CY]);
            running.start(ANN).unwrap();
            running
        }] {
            let mut kept = all(&numbers);
            kept.retain(|(arrival, _)| *arrival != gone);
            numbers.leave(gone);
            assert_eq!(all(&numbers), kept);
            let free = index as u8 + 1;
            for taken in (1..=3).filter(|number| *number != free) {
                let refused = numbers.clone().arrive(DI, seat(taken));
                assert_eq!(refused, Err(PlayerNumberError::Taken));
            }
            numbers.arrive(DI, seat(free)).unwrap();
            kept.push((DI, free));
            assert_eq!(all(&numbers), kept);
            assert_eq!(numbers.start(DI), Ok(()));
        }
    }
}

#[test]
fn gm8_a_table_of_the_older_rule_deals_the_numbers_anew_after_a_game() {
    let mut numbers = seated(PlayerNumbers::new(false), &[ANN, BO, CY]);
    numbers.start(ANN).unwrap();
    numbers.game_over();
    numbers.leave(ANN);
    assert_eq!(all(&numbers), [(BO, 1), (CY, 2)]);
    numbers.arrive(DI, seat(3)).unwrap();
    assert_eq!(numbers.restart(BO), Err(PlayerNumberError::NoGameYet));
    assert_eq!(numbers.start(DI), Ok(()));
}

#[test]
fn gm12_a_table_has_three_numbers() {
    let mut full = table(&[ANN, BO, CY]);
    let before = full.clone();
    for number in 1..=4 {
        assert_eq!(full.arrive(DI, seat(number)), Err(PlayerNumberError::Taken));
    }
    assert_eq!(full, before);
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
    assert_eq!(numbers.arrive(DI, seat(2)), Ok(()));
    assert_eq!(numbers.start(CY), Ok(()));

    let mut numbers = table(&[ANN, BO]);
    numbers.leave(ANN);
    assert_eq!(numbers.arrive(CY, seat(1)), Ok(()));
    assert_eq!(numbers.arrive(DI, seat(3)), Ok(()));
    let before = numbers.clone();
    numbers.leave(ArrivalId(99));
    assert_eq!(numbers, before);
}

#[test]
fn refusals_of_the_table_are_sentences() {
    use PlayerNumberError::{NoGameYet, NotSeated, OnlyFirstRestarts, Running, Taken, TooFew};
    for refusal in [Taken, NotSeated, TooFew, Running, NoGameYet, OnlyFirstRestarts] {
        assert!(refusal.to_string().ends_with('.'));
    }
}
