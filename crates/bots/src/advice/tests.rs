use game::{Chance, Game, Record, Seed, dice};
use games::golf::{Golf, GolfOptions};
use games::gomoku::{Action, Crossing, Gomoku, GomokuOptions};
use games::onecard::{OneCard, OneCardOptions};

use super::*;
use crate::Level;

/// A whole game between two levels, written down.
fn played<G: Searchable>(options: &G::Options, levels: [Level; 2], seed: u64) -> Replay<G> {
    let seed = Seed::from_number(seed);
    let mut position = G::start(options, 2, Chance::new(seed), &mut DiscardEvents).unwrap();
    let mut record = Record::new::<G>(options, 2, seed);
    let mut rng = dice(1);
    while let Some(seat) = position.status().to_act().first() {
        let view = position.seen(Viewer::Seat(seat));
        let input = BotInput { rules: 1, options, seat, view: &view };
        let action = levels[seat.index()].bot::<G>().choose(input, &mut rng, Budget::usual());
        position.play(seat, action, &mut DiscardEvents).unwrap();
        record.push(seat, action);
    }
    Replay::read(&record.to_line()).unwrap()
}

#[test]
fn a_hint_weighs_every_legal_action_and_names_the_best() {
    let options = GomokuOptions::default();
    let mut position =
        Gomoku::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    // Four in a row for seat 0, which is to move.
    for (x, y) in [(3, 3), (3, 5), (4, 3), (4, 5), (5, 3), (9, 9), (6, 3), (2, 3)] {
        let seat = position.status().to_act().first().unwrap();
        position.play(seat, Action::place(x, y), &mut DiscardEvents).unwrap();
    }
    let seat = Seat::of(0);
    let view = position.seen(Viewer::Seat(seat));
    let input: BotInput<'_, Gomoku> = BotInput { rules: 1, options: &options, seat, view: &view };
    let hint = hint(input, Effort::Medium, &mut dice(1), Budget::usual()).unwrap();
    assert_eq!(hint.choices.len(), view.legal.len());
    assert_eq!(hint.choice().action.crossing(), Crossing::new(7, 3));
    assert!(hint.choices.iter().filter_map(|choice| choice.value).all(|value| (0.0..=1.0).contains(&value)));
    assert!(hint.choice().value > Some(0.99));
}

#[test]
fn whoever_is_not_to_act_gets_no_hint() {
    let options = OneCardOptions::default();
    let position =
        OneCard::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    let to_act = position.status().to_act().first().unwrap();
    let other = to_act.next(2);
    let view = position.seen(Viewer::Seat(other));
    let input: BotInput<'_, OneCard> = BotInput { rules: 1, options: &options, seat: other, view: &view };
    assert_eq!(hint(input, Effort::Medium, &mut dice(1), Budget::usual()), None);
}

#[test]
fn a_review_judges_by_what_the_seat_knew_then() {
    // The same decision in two worlds that look the same to the seat is judged the same: hidden cards do not count.
    let options = OneCardOptions::default();
    let position =
        OneCard::start(&options, 2, Chance::new(Seed::from_number(3)), &mut DiscardEvents).unwrap();
    let seat = position.status().to_act().first().unwrap();
    let view = position.seen(Viewer::Seat(seat));
    let other = <OneCard as game::Imagine>::imagine(1, &options, seat, &view, &mut dice(77));
    assert_ne!(position, other);
    let weigh = |position: &OneCard| {
        let view = position.seen(Viewer::Seat(seat));
        let input = BotInput { rules: 1, options: &options, seat, view: &view };
        OneCard::evaluate(input, Effort::Medium, &mut dice(5), Budget::usual())
    };
    assert_eq!(weigh(&position), weigh(&other));
}

#[test]
fn a_review_finds_more_lost_by_a_beginner_than_by_who_thinks() {
    let options = GolfOptions { rounds: game::options::BoundedInt::new(1), ..GolfOptions::default() };
    let (mut careless, mut careful) = (0.0, 0.0);
    for seed in 0..3 {
        let replay = played::<Golf>(&options, [Level::Easy, Level::Hard], seed);
        let mut rng = dice(seed);
        for reviewed in review(&replay, None, Effort::Hard, &mut rng, Budget::usual()) {
            let loss = reviewed.loss().unwrap();
            assert!(reviewed.choices > 1 && loss >= 0.0);
            assert_eq!(replay.actions()[reviewed.step - 1].action, reviewed.played);
            *(if reviewed.seat == Seat::of(0) { &mut careless } else { &mut careful }) += loss;
        }
    }
    assert!(careless > 2.0 * careful, "{careless} {careful}");
}

#[test]
fn a_review_can_be_of_one_seat_and_stops_when_told() {
    let replay = played::<OneCard>(&OneCardOptions::default(), [Level::Random, Level::Casual], 4);
    let mut rng = dice(1);
    let own = review(&replay, Some(Seat::of(1)), Effort::Medium, &mut rng, Budget::simulations(4));
    assert!(own.map(|reviewed| reviewed.seat).all(|seat| seat == Seat::of(1)));
    let stopped = Budget { simulations: 1, stop: &|| true };
    assert_eq!(review(&replay, None, Effort::Expert, &mut rng, stopped).count(), 0);
}

#[test]
fn quick_advice_sees_a_win_by_two_open_threes() {
    let options = GomokuOptions::default();
    let mut position =
        Gomoku::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    // Seat 0 wins by two open threes at once.
    for (x, y) in [(6, 4), (1, 11), (6, 5), (3, 11), (4, 6), (2, 13), (5, 6), (1, 14)] {
        let seat = position.status().to_act().first().unwrap();
        position.play(seat, Action::place(x, y), &mut DiscardEvents).unwrap();
    }
    let view = position.seen(Viewer::Seat(Seat::of(0)));
    let input = BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
    let hint = hint::<Gomoku>(input, Effort::Medium, &mut dice(1), Budget::usual()).unwrap();
    assert!(hint.choice().value > Some(0.99), "{:?}", hint.choice());
}

#[test]
fn quick_advice_takes_fewer_simulations_than_an_expert() {
    let simulations = |effort, budget| quicker::<OneCard>(effort, budget).simulations;
    let quickest = simulations(Effort::Medium, Budget::usual());
    assert_eq!(quickest, OneCard::QUICK_SIMULATIONS);
    assert!(simulations(Effort::Hard, Budget::usual()) > quickest);
    assert_eq!(simulations(Effort::Medium, Budget::simulations(5)), 5);
}

#[test]
fn a_move_that_ignores_an_open_three_is_a_lost_game_and_what_was_not_searched_has_no_value() {
    let options = GomokuOptions::default();
    let mut position =
        Gomoku::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    // Seat 1 has an open three, seat 0 is to move and has nothing.
    for (x, y) in [(1, 1), (6, 7), (13, 1), (7, 7), (1, 13), (8, 7)] {
        let seat = position.status().to_act().first().unwrap();
        position.play(seat, Action::place(x, y), &mut DiscardEvents).unwrap();
    }
    let view = position.seen(Viewer::Seat(Seat::of(0)));
    let input = BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
    let ignores = Action::place(12, 12);
    let advice =
        Gomoku::advise(input, Some(ignores), &mut dice(1), Budget::simulations(Gomoku::QUICK_SIMULATIONS));
    let value = |action: Action| advice.choices.iter().find(|choice| choice.action == action).unwrap().value;
    assert_eq!(value(ignores), Some(0.0));
    assert!(advice.choice().value > Some(0.0));
    assert!(
        [5, 9, 4, 10].contains(&advice.choice().action.crossing().x)
            && advice.choice().action.crossing().y == 7
    );
    assert_eq!(value(Action::place(0, 7)), None, "nobody looked there");
}

#[test]
fn choices_that_are_equal_by_symmetry_have_equal_values() {
    let options = GolfOptions::default();
    let mut position =
        Golf::start(&options, 2, Chance::new(Seed::from_number(5)), &mut DiscardEvents).unwrap();
    let mut rng = dice(3);
    let mut equal = 0;
    for _ in 0..12 {
        let seat = position.status().to_act().first().unwrap();
        let view = position.seen(Viewer::Seat(seat));
        let input: BotInput<'_, Golf> = BotInput { rules: 1, options: &options, seat, view: &view };
        let hint = hint(input, Effort::Medium, &mut rng, Budget::simulations(20)).unwrap();
        for (one, other) in hint.choices.iter().zip(hint.choices.iter().skip(1)) {
            let own = view.layouts[seat];
            let symmetric = match (one.action, other.action) {
                (games::golf::Action::Reveal(one), games::golf::Action::Reveal(other)) => {
                    let in_one_column =
                        |two: games::golf::TwoPlaces| two.places()[0].partner() == two.places()[1];
                    in_one_column(one) == in_one_column(other)
                }
                (games::golf::Action::Swap(one), games::golf::Action::Swap(other)) => {
                    // Both columns lie face down.
                    [one, one.partner(), other, other.partner()]
                        .iter()
                        .all(|place| own[place.index()].is_none())
                }
                _ => false,
            };
            if symmetric {
                equal += 1;
                assert_eq!(one.value, other.value, "{} {}", one.action, other.action);
            }
        }
        let action = hint.choice().action;
        position.play(seat, action, &mut DiscardEvents).unwrap();
    }
    assert!(equal > 10, "{equal}");
}

#[test]
fn what_the_best_of_many_is_ahead_by_counts_only_beyond_chance() {
    use crate::search::beyond_chance;
    assert_eq!(beyond_chance(0.019, 0.01, 2), 0.0);
    assert_eq!(beyond_chance(0.021, 0.01, 2), 0.021);
    assert_eq!(beyond_chance(0.021, 0.01, 30), 0.0, "thirty choices have a luckier best");
    assert_eq!(beyond_chance(0.035, 0.01, 30), 0.035);
    assert_eq!(beyond_chance(-0.5, 0.01, 2), 0.0);
    assert_eq!(beyond_chance(0.1, 0.0, 2), 0.1, "without sampling every difference is one");
}

#[test]
fn a_review_says_how_far_it_is() {
    let options = OneCardOptions::default();
    let replay = played::<OneCard>(&options, [Level::Random, Level::Casual], 4);
    let steps = replay.actions().len();
    let mut dice = dice(1);
    let mut review = crate::review(&replay, None, Effort::Medium, &mut dice, Budget::simulations(4));
    let mut decisions = 0;
    while let Some(reviewed) = review.next() {
        assert_eq!(review.progress(), (reviewed.step, steps));
        assert!(reviewed.choices >= 2 && reviewed.looked_at <= reviewed.choices);
        decisions += 1;
    }
    assert!(decisions > 3);
    assert_eq!(review.progress(), (steps, steps));
}

#[test]
fn a_game_that_is_not_over_is_not_reviewed() {
    let options = OneCardOptions::default();
    let record =
        Record::<<OneCard as Game>::Action>::new::<OneCard>(&options, 2, Seed::from_number(1)).to_line();
    let review = crate::review_game(&record, Effort::Medium, 1, Budget::simulations(1), &mut |_| ());
    assert!(matches!(review, Err(crate::ReviewError::NotOver)), "{review:?}");
}

#[test]
fn gomoku_for_three_proves_what_it_can_and_invents_nothing() {
    let options = GomokuOptions::default();
    let mut position =
        Gomoku::start(&options, 3, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    // Seat 1 has four in a row, closed at one end by seat 2; seat 0 is to move.
    let stones = [
        (1, 1),
        (5, 7),
        (4, 7),
        (13, 1),
        (6, 7),
        (1, 12),
        (1, 13),
        (7, 7),
        (12, 12),
        (13, 4),
        (8, 7),
        (4, 1),
    ];
    for (x, y) in stones {
        let seat = position.status().to_act().first().unwrap();
        position.play(seat, Action::place(x, y), &mut DiscardEvents).unwrap();
    }
    let seat = position.status().to_act().first().unwrap();
    let view = position.seen(Viewer::Seat(seat));
    let input = BotInput { rules: 1, options: &options, seat, view: &view };
    let advice = Gomoku::advise(input, None, &mut dice(1), Budget::simulations(1_000));
    assert_eq!(advice.choice().action, Action::place(9, 7));
    let others = advice.choices.iter().filter(|choice| choice.action != Action::place(9, 7));
    assert!(others.map(|choice| choice.value).all(|value| value == Some(0.0)));
}

#[test]
fn the_only_move_is_searched_before_it_has_a_value() {
    let options = GomokuOptions::default();
    let mut position =
        Gomoku::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    // Seat 1 has a four, closed at one end, across an open three of its own: seat 0 must stop the four, and loses to the three.
    let stones =
        [(4, 7), (5, 7), (1, 1), (6, 7), (13, 13), (7, 7), (1, 13), (6, 5), (13, 1), (6, 6), (11, 1), (8, 7)];
    for (x, y) in stones {
        let seat = position.status().to_act().first().unwrap();
        position.play(seat, Action::place(x, y), &mut DiscardEvents).unwrap();
    }
    let view = position.seen(Viewer::Seat(Seat::of(0)));
    let input = BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
    let advice = Gomoku::advise(input, None, &mut dice(1), Budget::simulations(Gomoku::QUICK_SIMULATIONS));
    assert_eq!(advice.choice().action, Action::place(9, 7));
    assert_eq!(advice.choice().value, Some(0.0), "an open three is left, and it is the other's turn");
}
