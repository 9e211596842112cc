//! How rounds and the game end.

use game::{Game, Outcome, Seat, SeatSet, Status, Viewer};

use super::super::scoring::named_winner;
use super::super::{Action, Event, Golf, LastTurns, Phase, TURNS_EACH, Then};
use super::table::{ANN, BO, card, fresh, place, play, seat, shown, swap, table};

/// Ann has one hidden card, Bo two, Cy three.
const LAYOUTS: [&str; 3] = ["HK S5 D7 CK H3 (S9)", "HA SA DA C4 (H4) (S4)", "H10 S10 D10 (C6) (H6) (S6)"];
const STOCK: &str = "C2 D2 H2 S2 CQ DQ HQ SQ";

fn take_and_swap(golf: &mut Golf, number: u8, at: u8) -> Vec<Event> {
    play(golf, number, Action::TakeStock);
    play(golf, number, swap(at))
}

fn take_and_throw(golf: &mut Golf, number: u8) -> Vec<Event> {
    play(golf, number, Action::TakeStock);
    play(golf, number, Action::ThrowAway)
}

#[test]
fn gf5_a_round_ends_when_all_cards_of_all_players_are_up() {
    let mut golf = table("", &["HK S5 D7 CK H3 (S9)", "HA SA DA C4 H4 (S4)"], STOCK, "C3");
    let events = take_and_swap(&mut golf, ANN, 5);
    assert_eq!(events[1..], [Event::AllUp { seat: seat(ANN), then: Then::GoesOn }]);
    assert_eq!(golf.round, 1);
    let events = take_and_swap(&mut golf, BO, 5);
    assert_eq!(events[1], Event::AllUp { seat: seat(BO), then: Then::Ends });
    let Event::RoundScored { round: 1, points, totals } = &events[2] else { panic!("{events:?}") };
    // 0, 5+3, 7+10 (queen) and 1+4, 1+4, 1+10.
    assert_eq!((points.as_slice(), totals), (&[25, 21][..], points));
    assert_eq!(golf.round, 2);
}

#[test]
fn gf5_first_out_ends_the_round_at_once_and_hidden_cards_are_turned_and_scored() {
    let mut golf = table("end_rule=first_out", &LAYOUTS, STOCK, "C3");
    let events = take_and_swap(&mut golf, ANN, 5);
    assert_eq!(events[1], Event::AllUp { seat: seat(ANN), then: Then::Ends });
    let turned = |number, places: &[u8], texts: &str| Event::Uncovered {
        seat: seat(number),
        places: places.iter().copied().map(place).collect(),
        cards: super::table::cards(texts),
    };
    assert_eq!(events[2..4], [turned(BO, &[4, 5], "H4 S4"), turned(2, &[3, 4, 5], "C6 H6 S6")]);
    assert_eq!(golf.scores().as_slice(), [25, 15, 48]);
    assert_eq!(golf.round, 2);
}

#[test]
fn gf5_first_out_plus_one_gives_each_other_player_one_more_turn() {
    let mut golf = table("end_rule=first_out_plus_one", &LAYOUTS, STOCK, "C3");
    let events = take_and_swap(&mut golf, ANN, 5);
    assert_eq!(events[1], Event::AllUp { seat: seat(ANN), then: Then::LastTurns });
    assert_eq!(golf.last_turns, Some(LastTurns { out: seat(ANN), left: 2 }));
    take_and_throw(&mut golf, BO);
    assert_eq!((golf.round, golf.last_turns.map(|last| last.left)), (1, Some(1)));
    take_and_throw(&mut golf, 2);
    assert_eq!((golf.round, golf.last_turns), (2, None));
    assert_eq!(golf.scores().as_slice(), [25, 15, 48]);
}

#[test]
fn gf5_a_second_player_out_in_the_last_turns_gives_nobody_another_turn() {
    let layouts = ["HK S5 D7 CK H3 (S9)", "HA SA DA C4 H4 (S4)", LAYOUTS[2]];
    let mut golf = table("end_rule=first_out_plus_one", &layouts, STOCK, "C3");
    take_and_swap(&mut golf, ANN, 5);
    let events = take_and_swap(&mut golf, BO, 5);
    assert_eq!(events[1], Event::AllUp { seat: seat(BO), then: Then::GoesOn });
    take_and_throw(&mut golf, 2);
    assert_eq!(golf.round, 2);
}

#[test]
fn gft22_one_player_with_all_cards_up_plays_on_while_the_others_play() {
    let mut golf = table("", &LAYOUTS, STOCK, "C3");
    take_and_swap(&mut golf, ANN, 5);
    take_and_throw(&mut golf, BO);
    take_and_throw(&mut golf, 2);
    let events = take_and_swap(&mut golf, ANN, 0);
    assert_eq!(events.len(), 1, "one event only says that all are up: {events:?}");
    assert_eq!((golf.round, shown(&golf, ANN).matches("**").count()), (1, 0));
}

fn stall(golf: &mut Golf) -> Vec<Event> {
    let turn = golf.mover.number();
    take_and_throw(golf, turn)
}

#[test]
fn gf6_nobody_can_refuse_for_ever_to_turn_the_last_card() {
    let mut golf = fresh("", 4);
    for number in 0..4 {
        play(&mut golf, number, super::table::reveal(0, 1));
    }
    for _ in 0..4 * TURNS_EACH - 1 {
        assert!(stall(&mut golf).iter().all(|event| matches!(event, Event::ThrewAway { .. })));
    }
    assert_eq!((golf.round, golf.turns), (1, 239));
    let events = stall(&mut golf);
    assert_eq!(events[1], Event::CapReached { turns: 60 });
    assert_eq!(golf.round, 2);
}

#[test]
fn gft23_at_the_cap_all_cards_are_turned_and_scored() {
    let mut golf = table("", &LAYOUTS, STOCK, "C3");
    golf.turns = 3 * TURNS_EACH - 1;
    golf.mover = seat(2);
    let events = stall(&mut golf);
    let uncovered = events.iter().filter(|event| matches!(event, Event::Uncovered { .. })).count();
    assert_eq!((uncovered, golf.scores().as_slice()), (3, &[24, 15, 48][..]));
    assert_eq!(golf.seen(Viewer::Watcher).turn_cap, 180);
}

#[test]
fn a_card_turned_by_the_last_turn_before_the_cap_ends_the_round_by_itself() {
    let mut golf = table("", &["HK S5 D7 CK H3 (S9)", "HA SA DA C4 H4 S4"], STOCK, "C3");
    golf.turns = 2 * TURNS_EACH - 1;
    let events = take_and_swap(&mut golf, ANN, 5);
    assert!(!events.iter().any(|event| matches!(event, Event::CapReached { .. })));
    assert_eq!(golf.round, 2);
}

/// Default actions until the round with this number is over.
fn finish_round(golf: &mut Golf) -> Vec<Event> {
    let round = golf.round;
    loop {
        let Some(next) = golf.status().to_act().first() else { panic!("already over") };
        let action = golf.default_action(next);
        let events = play(golf, next.number(), action);
        if golf.round != round || golf.status().is_over() {
            return events;
        }
    }
}

#[test]
fn gft24_the_game_ends_after_nine_rounds_and_not_before() {
    let mut golf = fresh("", 2);
    let mut sums = [0, 0];
    for round in 1..=9 {
        assert!(!golf.status().is_over());
        assert_eq!((golf.round, golf.seen(Viewer::Watcher).results.len()), (round, usize::from(round) - 1));
        for event in finish_round(&mut golf) {
            if let Event::RoundScored { points, totals, .. } = event {
                sums = [0, 1].map(|index: usize| sums[index] + points.as_slice()[index]);
                assert_eq!(totals.as_slice(), sums);
            }
        }
    }
    let view = golf.seen(Viewer::Watcher);
    assert_eq!(golf.scores().as_slice(), sums);
    assert_eq!((view.round, view.results.len(), view.legal.len()), (9, 9, 0));
    let least = sums.iter().min();
    let winners: SeatSet = Seat::all(2).filter(|seat| Some(&sums[seat.index()]) == least).collect();
    assert_eq!(view.outcome, Some(Outcome::shared_by(winners)));
}

#[test]
fn the_number_of_rounds_can_be_set() {
    let mut golf = fresh("rounds=2", 2);
    finish_round(&mut golf);
    let events = finish_round(&mut golf);
    assert!(matches!(events.last(), Some(Event::GameOver { .. })), "{events:?}");
    assert_eq!(golf.phase, Phase::Over);
}

#[test]
fn gf13_the_sum_of_all_rounds_decides_and_not_the_last_one() {
    let mut golf =
        table("rounds=9", &["HA (SA)", "HQ SQ"].map(six).each_ref().map(String::as_str), STOCK, "C3");
    golf.round = 9;
    golf.totals[seat(ANN)] = 50;
    golf.totals[seat(BO)] = 1;
    let events = take_and_swap(&mut golf, ANN, 5);
    // Six of one rank are three pairs, but for the queen Ann drew: 0+0+11 against 0.
    assert_eq!(golf.scores().as_slice(), [61, 1]);
    assert_eq!(events.last(), Some(&Event::GameOver { winners: SeatSet::only(seat(BO)), points: 1 }));
    assert_eq!(golf.status(), Status::Over(Outcome::won_by(seat(BO))));
}

/// Five times the first card and once the second.
fn six(text: &str) -> String {
    let (first, last) = text.split_once(' ').unwrap();
    [[first; 5].join(" "), last.to_owned()].join(" ")
}

#[test]
fn gft25_a_tie_shares_the_win_and_the_first_in_seat_order_is_named() {
    let mut golf =
        table("", &["HA (SA)", "HQ SQ", "HK SK"].map(six).each_ref().map(String::as_str), STOCK, "C3");
    golf.round = 9;
    golf.totals[seat(ANN)] = 20;
    golf.totals[seat(BO)] = 12;
    golf.totals[seat(2)] = 12;
    play(&mut golf, ANN, Action::TakeDiscard);
    let events = play(&mut golf, ANN, swap(5));
    let winners = SeatSet::only(seat(BO)).with(seat(2));
    assert_eq!(events.last(), Some(&Event::GameOver { winners, points: 12 }));
    assert_eq!(golf.status(), Status::Over(Outcome::shared_by(winners)));
    assert_eq!(named_winner(golf.scores().as_slice()), Some(seat(BO)));
}

#[test]
fn the_round_before_can_still_be_seen_when_the_next_one_is_dealt() {
    let mut golf = table("end_rule=first_out", &LAYOUTS, STOCK, "C3");
    take_and_swap(&mut golf, ANN, 5);
    let view = golf.seen(Viewer::Seat(seat(BO)));
    let last = view.last_round.unwrap();
    assert_eq!(last.layouts[seat(2)].map(Option::unwrap), super::table::cards("H10 S10 D10 C6 H6 S6")[..]);
    assert_eq!((last.discard, last.last.map(|last| last.action)), (Some(card("S9")), Some(swap(5))));
    assert_eq!(view.results[0].as_slice(), [25, 15, 48]);
    assert_eq!(view.layouts[seat(2)], [None; 6]);
}
