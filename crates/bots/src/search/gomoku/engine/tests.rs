use std::collections::HashSet;

use game::{FastRng, below, dice};

use super::patterns::{Class, Pattern};
use super::position::{Cell, Position};
use super::threats::Reach;
use super::worker::{SURE, WIN};
use super::*;

/// A position drawn from its top left: `x` is to move, `o` is the other, the rest is free.
fn drawn(rows: &[&str], exact_five: bool) -> Position {
    let mut position = Position::new(15, exact_five);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.bytes().enumerate() {
            if letter != b'.' {
                position.set_mover(usize::from(letter == b'o'));
                position.place(position.cell(x, y));
            }
        }
    }
    position.set_mover(0);
    position
}

fn with_worker<T>(position: &Position, nodes: u64, ask: impl FnOnce(&mut Worker<'_, '_>) -> T) -> T {
    let (table, budget) = (Table::with_bytes(1 << 20), Budget::usual());
    let meter = Meter::of(&budget);
    ask(&mut Worker::new(position.clone(), &table, SearchLimits { meter: &meter, nodes }))
}

/// Random stones close to each other, without a five.
fn random_position(lines: usize, exact_five: bool, stones: u32, luck: &mut FastRng) -> Position {
    let mut position = Position::new(lines, exact_five);
    for _ in 0..stones {
        let mut place = || lines / 2 - 4 + below(luck, 9) as usize;
        let cell = position.cell(place(), place());
        let fives = (0..2).any(|colour| position.info(cell, colour).class == Class::Five);
        if position.is_free(cell) && !fives {
            position.place(cell);
        }
    }
    position
}

/// What a stone makes in one line, by putting stones on a copy and counting: no table.
fn pattern_by_counting(cells: &mut Vec<Option<bool>>, at: usize, exact_five: bool) -> Pattern {
    // Own stones are `Some(true)`, free cells `None`.
    fn five(cells: &[Option<bool>], at: usize, exact_five: bool) -> bool {
        let own = |place: usize| cells.get(place).copied().flatten() == Some(true);
        let left = (1..=at).take_while(|step| own(at - step)).count();
        let right = (1..).take_while(|step| own(at + step)).count();
        let run = left + right + 1;
        if exact_five { run == 5 } else { run >= 5 }
    }
    cells[at] = Some(true);
    let near = at.saturating_sub(4)..(at + 5).min(cells.len());
    let wins = |cells: &mut Vec<Option<bool>>| {
        let mut wins = 0;
        for place in near.clone() {
            if cells[place].is_none() {
                cells[place] = Some(true);
                // The row must go through both stones.
                let together = five(cells, place, exact_five) && five(cells, at, exact_five);
                let (from, to) = (place.min(at), place.max(at));
                wins += usize::from(together && (from..=to).all(|between| cells[between] == Some(true)));
                cells[place] = None;
            }
        }
        wins
    };
    let found = if five(cells, at, exact_five) {
        Pattern::Five
    } else {
        match wins(cells) {
            2.. => Pattern::OpenFour,
            1 => Pattern::Four,
            0 => Pattern::Dead,
        }
    };
    cells[at] = None;
    found
}

#[test]
fn fives_and_fours_are_those_found_by_counting_on_random_boards() {
    let mut luck = dice(3);
    let mut seen = HashSet::new();
    for exact_five in [false, true] {
        for _ in 0..150 {
            let position = random_position(15, exact_five, 34, &mut luck);
            for cell in position.board_cells().filter(|cell| position.is_free(*cell)) {
                for colour in 0..2 {
                    let best = (0..4).map(|direction| {
                        let (mut line, at) = position.line_through(cell, direction, colour);
                        pattern_by_counting(&mut line, at, exact_five)
                    });
                    let best: Vec<_> = best.collect();
                    let fours = best.iter().filter(|pattern| **pattern == Pattern::Four).count();
                    let expected = if best.contains(&Pattern::Five) {
                        Class::Five
                    } else if best.contains(&Pattern::OpenFour) || fours > 1 {
                        Class::OpenFour
                    } else if fours == 1 {
                        Class::Four
                    } else {
                        Class::Quiet
                    };
                    let class = match position.info(cell, colour).class {
                        Class::FourThree => Class::Four,
                        Class::Three | Class::DoubleThree => Class::Quiet,
                        class => class,
                    };
                    // Where six spoil a row, a stone can close its own line.
                    assert_eq!(
                        class,
                        expected,
                        "{:?} colour {colour} exact {exact_five}",
                        position.place_of(cell)
                    );
                    seen.insert(expected as u8);
                }
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn an_open_three_is_one_stone_short_of_an_open_four() {
    let class = |row: &str, x: usize| {
        let position = drawn(&["", "", "", row], false);
        position.info(position.cell(x, 3), 0).class
    };
    assert_eq!(class("....xx", 6), Class::Three);
    assert_eq!(class("....xx", 7), Class::Three, "split");
    assert_eq!(class("...oxx", 6), Class::Quiet, "closed on one side");
    assert_eq!(class("xx", 2), Class::Quiet, "closed by the edge");
    assert_eq!(class("....xxx", 7), Class::OpenFour);
    assert_eq!(class("...oxxx", 7), Class::Four);
    assert_eq!(class("..xx.xx", 4), Class::Five);
    assert_eq!(class(".x.x.x.x", 4), Class::OpenFour, "two fours in one line");
}

#[test]
fn everything_comes_back_when_stones_are_taken_back() {
    let mut luck = dice(5);
    for (lines, exact_five) in [(15, false), (20, true), (25, false), (10, true)] {
        let mut position = random_position(lines, exact_five, 20, &mut luck);
        let before = position.summary();
        let free: Vec<Cell> = position.board_cells().filter(|cell| position.is_free(*cell)).collect();
        let placed = position.stones();
        for cell in free.into_iter().step_by(7).take(40) {
            position.place(cell);
            assert_eq!(position.summary(), position.rebuilt().summary(), "kept up to date as if built anew");
        }
        while position.stones() > placed {
            position.take_back();
        }
        assert_eq!(position.summary(), before);
    }
}

#[test]
fn a_win_by_fours_is_found_however_long() {
    // Each four is answered, and the last stone makes two at once.
    let rows = ["", "", "..oxxx", "......x", "......x", "......x", "......o"];
    let win =
        with_worker(&drawn(&rows, false), 10_000, |worker| worker.fours(Reach { depth: 10, nodes: 10_000 }))
            .unwrap();
    assert_eq!(drawn(&rows, false).place_of(win.first), (6, 2));
}

#[test]
fn two_open_threes_at_once_win_unless_the_opponent_has_a_four() {
    let rows = ["", "", "", "", "......x", "......x", "....xx", "", "", "", "", ".o.o", "", "..o", ".o"];
    let threes = |rows: &[&str]| {
        with_worker(&drawn(rows, false), 100_000, |worker| {
            assert_eq!(worker.fours(Reach { depth: 10, nodes: 1_000 }), None);
            worker.threes(Reach { depth: 4, nodes: 50_000 })
        })
    };
    assert_eq!(threes(&rows).map(|win| win.plies % 2), Some(1));
    let mut answered = rows;
    answered[13] = "...oooo";
    assert_eq!(threes(&answered), None, "a five comes first");
}

#[test]
fn a_proven_win_holds_against_every_answer() {
    let mut luck = dice(9);
    let mut proven = 0;
    for _ in 0..400 {
        let position = random_position(15, false, 12 + below(&mut luck, 10), &mut luck);
        let found = with_worker(&position, 20_000, |worker| worker.threes(Reach { depth: 5, nodes: 1_500 }));
        let Some(win) = found.filter(|win| win.plies > 3) else { continue };
        proven += 1;
        // The defender plays what a search likes best, the attacker looks anew each time.
        let (mut game, attacker) = (position.clone(), position.mover());
        let mut plies = 0;
        loop {
            if let Some(_five) = game.first(game.mover(), Class::Five) {
                assert_eq!(game.mover(), attacker, "the defender made five");
                break;
            }
            assert!(plies <= 3 * win.plies, "the attack came to nothing");
            let cell = with_worker(&game, 3_000, |worker| {
                if worker.position.mover() == attacker {
                    worker.threes(Reach { depth: 8, nodes: 3_000 }).map(|win| win.first)
                } else {
                    worker
                        .best_move(RootLimits { depth: 4, threats: 0, width: 20 }, 0)
                        .map(|found| found.cell)
                }
            });
            game.place(cell.expect("a win stays a win"));
            plies += 1;
        }
    }
    assert!(proven > 20, "only {proven} wins");
}

/// Positions in which the mover wins by force, in this many plies: proven by the search for threats alone.
fn proven_wins(count: usize, luck: &mut FastRng) -> Vec<(Position, i32)> {
    let mut proven = Vec::new();
    let mut plies_seen = HashSet::new();
    while proven.len() < count {
        let exact_five = proven.len() % 5 == 4;
        let lines = if proven.len() % 3 == 2 { 19 } else { 15 };
        let position = random_position(lines, exact_five, 10 + below(luck, 14), luck);
        let prove = |worker: &mut Worker<'_, '_>| worker.threes(Reach { depth: 7, nodes: 2_000 });
        if let Some(win) = with_worker(&position, 5_000, prove).filter(|win| win.plies > 3) {
            plies_seen.insert(win.plies);
            proven.push((position, win.plies));
        }
    }
    assert!(plies_seen.iter().any(|plies| *plies >= 13), "only short wins: {plies_seen:?}");
    proven
}

#[test]
fn of_300_positions_with_a_proven_win_95_in_100_are_solved_and_none_is_called_lost() {
    let positions = proven_wins(300, &mut dice(17));
    let solved = positions.iter().filter(|(position, _)| {
        let limits = RootLimits { depth: 60, threats: 2_000, width: 100 };
        let found = with_worker(position, 20_000, |worker| worker.best_move(limits, 0)).unwrap();
        assert!(found.value > -SURE, "a win was called a loss");
        found.value >= SURE
    });
    let solved = solved.count();
    assert!(100 * solved >= 95 * positions.len(), "only {solved} of {}", positions.len());
}

#[test]
fn the_alpha_beta_search_finds_most_of_the_wins_without_the_search_for_threats() {
    let positions = proven_wins(40, &mut dice(18));
    let solved = positions.iter().filter(|(position, _)| {
        let limits = RootLimits { depth: 60, threats: 0, width: 100 };
        let found = with_worker(position, 20_000, |worker| worker.best_move(limits, 0)).unwrap();
        assert!(found.value > -SURE, "a win was called a loss");
        found.value > super::worker::MAX_STATIC
    });
    let solved = solved.count();
    assert!(10 * solved >= 7 * positions.len(), "only {solved} of {}", positions.len());
}

#[test]
fn the_table_keeps_what_is_deep_and_of_this_move() {
    let mut table = Table::with_bytes(64);
    let entry = |depth, best| table::TranspositionEntry { value: 5, depth, bound: table::Bound::Exact, best };
    for key in 1..=4 {
        table.put(key << 32, entry(key as i8, key as u16));
    }
    table.put(9 << 32, entry(3, 9));
    assert_eq!(table.get(1 << 32), None, "the shallowest went");
    assert_eq!(table.get(9 << 32), Some(entry(3, 9)));
    table.next_age();
    table.put(8 << 32, entry(1, 8));
    assert_eq!(table.get(8 << 32), Some(entry(1, 8)), "of this move, though shallow");
    assert_eq!(table.get(2 << 32), None);
    assert_eq!(table.get(4 << 32), Some(entry(4, 4)));
}

#[test]
fn the_same_nodes_give_the_same_move_and_more_see_further() {
    let position = random_position(15, false, 10, &mut dice(21));
    let search = |nodes| {
        with_worker(&position, nodes, |worker| {
            worker.best_move(RootLimits { depth: 60, threats: 500, width: 100 }, 0).unwrap()
        })
    };
    assert_eq!(search(5_000), search(5_000));
    assert!(search(20_000).depth > search(500).depth);
    assert!(search(5_000).value.abs() <= WIN && SURE < WIN);
}
