//! The table as text: two rows of three for each player, side by side.

use std::fmt::Write as _;

use game::Seat;
use games::golf::layout::CARDS;
use games::golf::{Held, Seen};
use gateways::golf::Table;

/// Inside the frame of a layout.
const WIDTH: usize = 15;

fn name_of(table: &Table, view: &Seen, seat: Seat) -> String {
    let name = table.player(seat).name();
    if view.you == Some(seat) { format!("{name} (you)") } else { name.to_owned() }
}

/// Piles and layouts.
pub(super) fn table(table: &Table, view: &Seen) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "\nRound {} of {}   stock {}   ", view.round, view.rounds, view.stock);
    match view.discard() {
        Some(card) => {
            let _ = write!(text, "discard {card} (pile of {})", view.discards.len());
        }
        None => text.push_str("no discard"),
    }
    if let Some(Held { seat, card: Some(card), .. }) = view.held {
        let whose = if view.you == Some(seat) { "your" } else { "another" };
        let _ = write!(text, "   in {whose} hand {card}");
    }
    text.push_str("\n\n");
    let mut lines = [const { String::new() }; 6];
    for seat in table.order() {
        let mark = if view.to_act.contains(seat) { '▶' } else { ' ' };
        let row = |first: usize| {
            let cells = (first..first + CARDS / 2).map(|index| match view.layouts[seat][index] {
                Some(card) => format!("{card:>4} "),
                None => "  ** ".to_owned(),
            });
            cells.collect::<String>()
        };
        let block = [
            format!("{mark} {:.14}", name_of(table, view, seat)),
            format!("┌{}┐", "─".repeat(WIDTH)),
            format!("│{}│", row(0)),
            format!("│{}│", row(CARDS / 2)),
            format!("└{}┘", "─".repeat(WIDTH)),
            format!("  shows {}", view.showing[seat]),
        ];
        for (line, part) in lines.iter_mut().zip(block) {
            let _ = write!(line, "  {part:<width$}", width = WIDTH + 2);
        }
    }
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Everybody's points in each round, and in all.
pub(super) fn scores(table: &Table, view: &Seen) -> String {
    let mut text = format!("  {:<16}", "round");
    for round in 1..=view.results.len() {
        let _ = write!(text, "{round:>5}");
    }
    let _ = writeln!(text, "{:>8}", "total");
    for seat in Seat::of(1).round(table.seats()) {
        let _ = write!(text, "  {:<16}", name_of(table, view, seat));
        for points in &view.results {
            let _ = write!(text, "{:>5}", points[seat]);
        }
        let _ = writeln!(text, "{:>8}", view.scores[seat]);
    }
    text
}
