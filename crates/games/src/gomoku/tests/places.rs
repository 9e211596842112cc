//! Who sits where at a table of the old protocol, and who may start.

use super::super::seating::{Departure, Guest, PlayerId, Restarts, Seated, Seating, SeatingRefusal};
use super::*;

const ANN: Guest = Guest(10);
const BO: Guest = Guest(20);
const CY: Guest = Guest(30);
const DI: Guest = Guest(40);

fn table(guests: &[Guest]) -> Seating {
    let mut seating = Seating::new();
    for guest in guests {
        seating.arrive(*guest).unwrap();
    }
    seating
}

fn ended(guests: &[Guest]) -> Seating {
    let mut seating = table(guests);
    seating.start(guests[0]).unwrap();
    seating.game_over();
    seating
}

fn ids(seating: &Seating) -> Vec<(Guest, u8)> {
    seating.seated().iter().map(|seated| (seated.guest, seated.id.number())).collect()
}

fn renumbered(departure: Option<Departure>) -> Vec<(Guest, u8)> {
    departure.unwrap().renumbered.iter().map(|Seated { guest, id }| (*guest, id.number())).collect()
}

#[test]
fn gm6_any_of_three_may_start_once_and_then_only_a_restart_helps() {
    for guest in [ANN, BO, CY] {
        let mut seating = table(&[ANN, BO, CY]);
        assert_eq!(seating.start(guest), Ok(()));
        assert!(seating.is_running());
        seating.game_over();
        assert_eq!(seating.start(guest), Err(SeatingRefusal::OnlyFirstRestarts));
    }
    let mut seating = table(&[ANN, BO, CY]);
    assert_eq!(seating.start(DI), Err(SeatingRefusal::NotYourId));
}

#[test]
fn gm6_after_somebody_new_has_come_anybody_may_start_again() {
    let mut seating = ended(&[ANN, BO, CY]);
    seating.leave(BO).unwrap();
    assert_eq!(seating.start(CY), Err(SeatingRefusal::TooFew));
    seating.arrive(DI).unwrap();
    assert_eq!(seating.restart(ANN, Restarts::AtAnyTime), Err(SeatingRefusal::NoGameYet));
    assert_eq!(seating.start(DI), Ok(()));
}

#[test]
fn gm7_only_player_1_may_restart_and_the_same_players_face_an_empty_board() {
    let mut seating = ended(&[ANN, BO, CY]);
    let before = ids(&seating);
    assert_eq!(seating.restart(BO, Restarts::AfterTheGame), Err(SeatingRefusal::OnlyFirstRestarts));
    assert_eq!(seating.restart(CY, Restarts::AtAnyTime), Err(SeatingRefusal::OnlyFirstRestarts));
    assert_eq!(seating.restart(ANN, Restarts::AfterTheGame), Ok(()));
    assert!(seating.is_running());
    assert_eq!(ids(&seating), before);
    assert_eq!(fresh("", 3).pebbles(), 0);
    assert_eq!(fresh("", 3), Gomoku::empty(&GomokuOptions::default().for_rematch(3), 3));
}

#[test]
fn gm7_a_running_game_can_be_restarted_on_the_wire_only() {
    let mut seating = table(&[ANN, BO, CY]);
    assert_eq!(seating.restart(ANN, Restarts::AtAnyTime), Err(SeatingRefusal::NoGameYet));
    seating.start(BO).unwrap();
    assert_eq!(seating.restart(ANN, Restarts::AfterTheGame), Err(SeatingRefusal::Running));
    assert_eq!(seating.restart(BO, Restarts::AtAnyTime), Err(SeatingRefusal::OnlyFirstRestarts));
    assert_eq!(seating.restart(ANN, Restarts::AtAnyTime), Ok(()));
    assert!(seating.is_running());
}

#[test]
fn gm8_after_a_game_numbers_are_dealt_anew_so_that_there_is_a_player_1() {
    let mut seating = ended(&[ANN, BO, CY]);
    let departure = seating.leave(ANN);
    assert_eq!(departure.as_ref().map(|departure| departure.left), Some(PlayerId::FIRST));
    assert_eq!(renumbered(departure), [(BO, 1), (CY, 2)]);
    assert_eq!(seating.restart(BO, Restarts::AtAnyTime), Err(SeatingRefusal::TooFew));
    assert_eq!(seating.arrive(DI).map(PlayerId::number), Ok(3));
    assert_eq!(ids(&seating), [(BO, 1), (CY, 2), (DI, 3)]);
    // Whose number stays is not told again.
    let mut seating = ended(&[ANN, BO, CY]);
    assert_eq!(renumbered(seating.leave(BO)), [(CY, 2)]);
    assert_eq!(renumbered(ended(&[ANN, BO, CY]).leave(CY)), []);
}

#[test]
fn gm8_the_order_of_arrival_counts_not_the_order_of_numbers() {
    let mut seating = table(&[ANN, BO, CY]);
    seating.leave(BO).unwrap();
    seating.arrive(DI).unwrap();
    assert_eq!(ids(&seating), [(ANN, 1), (CY, 3), (DI, 2)]);
    seating.start(DI).unwrap();
    seating.game_over();
    assert_eq!(renumbered(seating.leave(ANN)), [(CY, 1)]);
    assert_eq!(ids(&seating), [(CY, 1), (DI, 2)]);
}

#[test]
fn gm12_a_fourth_is_refused_and_sits_at_the_next_table() {
    let mut first = table(&[ANN, BO, CY]);
    let before = first.clone();
    assert_eq!(first.arrive(DI), Err(SeatingRefusal::Full));
    assert_eq!(first, before);
    assert_eq!(Seating::new().arrive(DI), Ok(PlayerId::FIRST));
    // Who sits already is not seated twice.
    assert_eq!(first.arrive(BO).map(PlayerId::number), Ok(2));
    assert_eq!(first, before);
}

#[test]
fn gm13_whoever_comes_gets_the_lowest_free_number() {
    for (gone, number) in [(ANN, 1), (BO, 2), (CY, 3)] {
        let mut seating = table(&[ANN, BO, CY]);
        let departure = seating.leave(gone).unwrap();
        assert_eq!((departure.left.number(), departure.abandoned), (number, false));
        assert!(departure.renumbered.is_empty());
        assert_eq!(seating.arrive(DI).map(PlayerId::number), Ok(number));
    }
    let mut seating = table(&[ANN, BO, CY]);
    seating.leave(BO).unwrap();
    seating.leave(ANN).unwrap();
    assert_eq!(seating.arrive(DI).map(PlayerId::number), Ok(1));
    assert_eq!(seating.arrive(BO).map(PlayerId::number), Ok(2));
    assert_eq!(seating.leave(Guest(99)), None);
    assert_eq!(PlayerId::new(3).map(PlayerId::seat), Some(Seat::of(2)));
    assert_eq!((PlayerId::new(0), PlayerId::new(4)), (None, None));
}

#[test]
fn gmt12_two_players_cannot_start() {
    for guests in [&[ANN][..], &[ANN, BO]] {
        let mut seating = table(guests);
        assert_eq!(seating.start(ANN), Err(SeatingRefusal::TooFew));
        assert!(!seating.is_running());
    }
}

#[test]
fn gmt13_a_game_that_runs_cannot_be_started() {
    let mut seating = table(&[ANN, BO, CY]);
    seating.start(CY).unwrap();
    for guest in [ANN, BO, CY] {
        assert_eq!(seating.start(guest), Err(SeatingRefusal::Running));
    }
    assert!(seating.is_running());
}

#[test]
fn gmt14_player_2_cannot_restart() {
    let mut seating = ended(&[ANN, BO, CY]);
    for restarts in [Restarts::AfterTheGame, Restarts::AtAnyTime] {
        assert_eq!(seating.restart(BO, restarts), Err(SeatingRefusal::OnlyFirstRestarts));
    }
    assert!(!seating.is_running());
}

#[test]
fn gmt15_leaving_in_the_middle_ends_the_game_and_leaving_before_it_frees_the_number() {
    let mut seating = table(&[ANN, BO, CY]);
    seating.start(ANN).unwrap();
    let departure = seating.leave(BO).unwrap();
    assert!(departure.abandoned);
    assert_eq!(departure.renumbered.as_slice(), [Seated { guest: CY, id: PlayerId::new(2).unwrap() }]);
    assert!(!seating.is_running());
    assert_eq!(seating.arrive(DI).map(PlayerId::number), Ok(3));
    assert_eq!(seating.start(CY), Ok(()));

    let mut seating = table(&[ANN, BO]);
    seating.leave(ANN).unwrap();
    assert_eq!(seating.arrive(CY).map(PlayerId::number), Ok(1));
    assert_eq!(seating.arrive(DI).map(PlayerId::number), Ok(3));
}

#[test]
fn refusals_of_the_table_are_sentences() {
    use SeatingRefusal::{Full, NoGameYet, NotYourId, OnlyFirstRestarts, Running, TooFew};
    for refusal in [Full, NotYourId, TooFew, Running, NoGameYet, OnlyFirstRestarts] {
        assert!(refusal.to_string().ends_with('.'));
    }
}
