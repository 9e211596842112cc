//! How fast the rules play: `make bench`.
//!
//! For each game, complete random games on one thread through the contract: legal actions listed, one picked,
//! checked, applied, no events wanted. Times depend on the machine and its load; the instructions an action,
//! counted by valgrind, do not.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what it is for")]

mod counting;
mod timing;

use game::Game;
use games::{Kind, with_game};

/// The tables measured: each game as it is usually played, and at its other sizes.
const TABLES: &[(&str, u8)] = &[
    ("chicago", 2),
    ("chicago", 4),
    ("gomoku", 2),
    ("gomoku", 3),
    ("golf", 2),
    ("golf", 4),
    ("sorry", 2),
    ("sorry", 4),
    ("onecard", 2),
    ("onecard", 3),
    ("onecard", 4),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => everything(),
        // What `scripts/bench-peers` asks for: one number.
        ["actions-per-second", name, seats] => with_table(name, seats, |name, seats| {
            println!("{:.0}", timing::measure_named(name, seats).actions_per_second);
        }),
        // What the counting runs under valgrind.
        ["play", name, seats, games] => match games.parse() {
            Ok(games) => {
                with_table(name, seats, |name, seats| println!("{}", play_named(name, seats, games)));
            }
            Err(_) => usage(),
        },
        _ => usage(),
    }
}

fn usage() {
    eprintln!("rollouts [actions-per-second GAME SEATS | play GAME SEATS GAMES]");
    std::process::exit(2);
}

fn with_table(name: &str, seats: &str, run: impl FnOnce(Kind, u8)) {
    match (name.parse(), seats.parse()) {
        (Ok(kind), Ok(seats)) => run(kind, seats),
        _ => usage(),
    }
}

fn play_named(kind: Kind, seats: u8, games: u64) -> u64 {
    with_game!(kind, G => timing::play::<G>(seats, 0..games))
}

fn everything() {
    println!(
        "{:<16}{:>12}{:>14}{:>10}{:>10}{:>10}{:>14}",
        "game, players", "games/s", "actions/s", "bytes", "clone ns", "view ns", "instr./action"
    );
    for &(name, seats) in TABLES {
        let Ok(kind) = name.parse::<Kind>() else { continue };
        let speed = timing::measure_named(kind, seats);
        let bytes = with_game!(kind, G => size_of::<G>());
        let instructions = match counting::instructions_per_action(kind, seats) {
            Ok(count) => format!("{count:.0}"),
            Err(why) => why,
        };
        println!(
            "{:<16}{:>12.0}{:>14.0}{bytes:>10}{:>10.0}{:>10.0}{instructions:>14}",
            format!("{}, {seats}", with_game!(kind, G => G::TITLE)),
            speed.games_per_second,
            speed.actions_per_second,
            speed.clone_nanoseconds,
            speed.view_nanoseconds,
        );
    }
}
