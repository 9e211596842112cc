use game::{Chance, DiscardEvents, Game, Seat, Seed, Viewer, dice};
use games::gomoku::{Crossing, GomokuOptions};

use super::board::{Board, Cell};
use super::*;
use crate::{HeuristicBot, Level};

/// A view of a board drawn from its top left; the rest is free.
fn view(drawn: &[&str], seats: u8, you: u8) -> games::gomoku::Seen {
    let position = Gomoku::start(
        &GomokuOptions::default(),
        seats,
        Chance::new(Seed::from_number(1)),
        &mut DiscardEvents,
    );
    let mut view = position.unwrap().seen(Viewer::Seat(Seat::of(0)));
    for (row, drawn) in view.view.rows.iter_mut().zip(drawn) {
        *row = format!("{drawn}{}", &row[drawn.len()..]).parse().unwrap();
    }
    view.view.pebbles =
        view.rows.iter().flat_map(|row| row.bytes()).filter(|letter| *letter != b'.').count() as u16;
    view.legal = Crossing::all(15).filter(|at| view.pebble(*at).is_none()).map(Action::Place).collect();
    view.you = Some(Seat::of(you));
    view.to_act = game::SeatSet::only(Seat::of(you));
    view
}

fn choice(drawn: &[&str], seats: u8, you: u8, effort: Effort) -> (i8, i8) {
    let (view, options) = (view(drawn, seats, you), GomokuOptions::default());
    let input = BotInput { rules: 1, options: &options, seat: Seat::of(you), view: &view };
    let at = Gomoku::evaluate(input, effort, &mut dice(1), Budget::usual()).choice().action.crossing();
    (at.x, at.y)
}

#[test]
fn the_own_five_comes_before_the_others() {
    let drawn = ["1111.", "2222."];
    assert_eq!(choice(&drawn, 2, 0, Effort::Medium), (4, 0));
    assert_eq!(choice(&drawn, 2, 1, Effort::Medium), (4, 1));
}

#[test]
fn a_five_of_either_opponent_is_never_let_through() {
    // The next player's first, for it comes first; and that of the player after if there is no other.
    assert_eq!(choice(&["2222.", "3333."], 3, 0, Effort::Expert), (4, 0));
    assert_eq!(choice(&[".....", "3333."], 3, 0, Effort::Expert), (4, 1));
}

/// Where one pebble of the seat makes five or more in a row, found by counting on the view alone.
fn fives(view: &games::gomoku::View, seat: Seat) -> Vec<Crossing> {
    let owned = |x: i8, y: i8| {
        let inside = (0..15).contains(&x) && (0..15).contains(&y);
        inside && view.pebble(Crossing::new(x, y)) == Some(seat)
    };
    let run = |at: Crossing, dx: i8, dy: i8| {
        (1..15i8).take_while(|steps| owned(at.x + dx * steps, at.y + dy * steps)).count()
    };
    let completes = |at: &Crossing| {
        view.pebble(*at).is_none()
            && [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|&(dx, dy)| run(*at, dx, dy) + run(*at, -dx, -dy) >= 4)
    };
    Crossing::all(15).filter(completes).collect()
}

#[test]
fn a_level_that_searches_never_loses_to_a_threat_of_one_move_by_either_opponent() {
    let options = GomokuOptions::default();
    let (mut luck, mut threatened) = (dice(77), 0);
    for seed in 0..1_500 {
        let chance = Chance::new(Seed::from_number(seed));
        let mut position = Gomoku::start(&options, 3, chance, &mut DiscardEvents).unwrap();
        // Pebbles anywhere in a corner of the board: rows of four of all players lie there soon.
        let pebbles = 20 + below(&mut luck, 28);
        for _ in 0..pebbles {
            let Some(seat) = position.status().to_act().first() else { break };
            let legal = position.seen(Viewer::Seat(seat)).legal;
            let near: Vec<_> = legal
                .into_iter()
                .filter(|action| action.crossing().x < 8 && action.crossing().y < 8)
                .collect();
            let action = near[below(&mut luck, near.len() as u32) as usize];
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let Some(seat) = position.status().to_act().first() else { continue };
        let view = position.seen(Viewer::Seat(seat));
        let Some(must) = seat.round(3).map(|owner| fives(&view, owner)).find(|fives| !fives.is_empty())
        else {
            continue;
        };
        threatened += 1;
        for effort in [Effort::Medium, Effort::Hard, Effort::Expert] {
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let chosen = Gomoku::evaluate(input, effort, &mut luck, Budget::usual()).choice().action;
            assert!(must.contains(&chosen.crossing()), "{effort:?} chose {chosen} in game {seed}");
        }
    }
    assert!(threatened > 200, "only {threatened} boards had a row to complete or to stop");
}

#[test]
fn an_open_three_is_answered_where_it_can_be_stopped() {
    let drawn = ["", "", "", "", "", "", "", ".....222......."];
    let at = choice(&drawn, 2, 0, Effort::Hard);
    assert!([(4, 7), (8, 7), (3, 7), (9, 7)].contains(&at), "{at:?}");
}

#[test]
fn counts_come_back_when_pebbles_do() {
    let mut board = Board::read(&GomokuOptions::default(), &view(&["12.", ".21", "1.2"], 3, 0));
    let before = format!("{:?}", (board.total(0), board.total(1), board.total(2), board.hash));
    let cells: Vec<Cell> = [40, 41, 42, 43, 60, 61].into();
    for (index, cell) in cells.iter().enumerate() {
        board.place(*cell, index % 3);
    }
    for (index, cell) in cells.iter().enumerate().rev() {
        board.take_back(*cell, index % 3);
    }
    assert_eq!(before, format!("{:?}", (board.total(0), board.total(1), board.total(2), board.hash)));
}

/// How one game between two bots ends: the seat that won.
fn winner(mut bots: [Box<dyn Bot<Gomoku>>; 2], seed: u64) -> Option<Seat> {
    let options = GomokuOptions::default();
    let mut position =
        Gomoku::start(&options, 2, Chance::new(Seed::from_number(seed)), &mut DiscardEvents).unwrap();
    let mut luck = dice(seed);
    while let Some(seat) = position.status().to_act().first() {
        let view = position.seen(Viewer::Seat(seat));
        let input = BotInput { rules: 1, options: &options, seat, view: &view };
        let action = bots[seat.index()].choose(input, &mut luck, Budget::usual());
        position.play(seat, action, &mut DiscardEvents).unwrap();
    }
    position.status().outcome().and_then(|outcome| outcome.winners.first())
}

#[test]
fn a_hard_player_beats_the_rule_of_thumb_from_both_seats() {
    for seed in 0..2 {
        assert_eq!(winner([Level::Hard.bot(), Box::new(HeuristicBot)], seed), Some(Seat::of(0)));
        assert_eq!(winner([Box::new(HeuristicBot), Level::Hard.bot()], seed), Some(Seat::of(1)));
    }
}

#[test]
fn the_first_pebble_is_answered_beside_it_and_not_always_in_the_same_way() {
    let drawn = ["", "", "", "", "", "", "", ".......1"];
    let (view, options) = (view(&drawn, 2, 1), GomokuOptions::default());
    let input = BotInput { rules: 1, options: &options, seat: Seat::of(1), view: &view };
    let answers: std::collections::HashSet<_> = (0..40)
        .map(|luck| {
            let weighing = Gomoku::evaluate(input, Effort::Expert, &mut dice(luck), Budget::usual());
            let at = weighing.choice().action.crossing();
            assert!(at.x.abs_diff(7) <= 1 && at.y.abs_diff(7) <= 1, "{at:?}");
            (at.x, at.y)
        })
        .collect();
    assert!(answers.len() > 4, "{answers:?}");
}
