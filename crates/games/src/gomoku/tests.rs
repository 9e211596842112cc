//! The promises of the game, each held by a test.

mod drawing;
mod forms;
mod golden;
mod laws;
mod properties;
mod turns;
mod winning;

use game::{DiscardEvents, Seed};

use super::*;
use crate::testing::options;

/// The first position of a table.
fn fresh(settings: &str, seats: u8) -> Gomoku {
    let chance = Chance::new(Seed::from_number(1));
    Gomoku::start(&options::<Gomoku>(settings), seats, chance, &mut DiscardEvents).unwrap()
}

/// A position with these pebbles, drawn from the top left as `.`, `1`, `2`, `3`; what is not drawn is free.
/// Nobody has won yet, however they lie: the next pebble decides.
fn rigged(settings: &str, seats: u8, player: u8, rows: &[impl AsRef<str>]) -> Gomoku {
    let mut position = fresh(settings, seats);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.as_ref().bytes().enumerate().filter(|(_, letter)| *letter != b'.') {
            let crossing = Crossing::new(x as i8, y as i8);
            assert!(position.free.take(crossing));
            position.board.put(crossing, Seat::of(letter - b'1'));
        }
    }
    if let Some(first_open) = &mut position.first_open {
        first_open.advance(&position.board, position.lines);
    }
    position.turn = Seat::of(player - 1);
    position
}

/// The player to act puts a pebble there.
fn place(position: &mut Gomoku, x: i8, y: i8) {
    let seat = position.turn;
    position.play(seat, Action::place(x, y), &mut DiscardEvents).unwrap();
}

fn won_by(player: u8) -> Status {
    Status::Over(Outcome::won_by(Seat::of(player - 1)))
}

const DRAWN: Status = Status::Over(Outcome::DRAW);

/// The player whose pebble lies at each crossing of a board that is full without five in a row anywhere: colours
/// change at every step to the right, and at every fourth step down.
fn peaceful(x: i8, y: i8) -> u8 {
    ((x + y / 4) % 3) as u8 + 1
}

/// A game in which the pebbles come to lie as on the [`peaceful`] board, in turn.
fn peaceful_game(settings: &str) -> impl Iterator<Item = Gomoku> {
    let mut position = fresh(settings, 3);
    std::iter::from_fn(move || {
        let player = position.status().to_act().first()?.number() + 1;
        let next = Crossing::all(position.lines)
            .find(|at| position.pebble(*at).is_none() && peaceful(at.x, at.y) == player)?;
        place(&mut position, next.x, next.y);
        Some(position.clone())
    })
}

/// Each window of five of a board, found without the code under test.
fn all_windows(lines: i8) -> Vec<[Crossing; 5]> {
    let mut windows = Vec::new();
    for start in Crossing::all(lines as u8) {
        for (across, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let window =
                [0, 1, 2, 3, 4].map(|steps| Crossing::new(start.x + across * steps, start.y + down * steps));
            if window.iter().all(|at| (0..lines).contains(&at.x) && (0..lines).contains(&at.y)) {
                windows.push(window);
            }
        }
    }
    windows
}

/// Whether pebbles of two colours lie in the window.
fn is_dead(position: &Gomoku, window: &[Crossing]) -> bool {
    let mut owners = window.iter().filter_map(|at| position.pebble(*at));
    owners.next().is_some_and(|first| owners.any(|other| other != first))
}
