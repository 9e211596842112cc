//! What is counted of a player over many games.

use game::{FigureNotes, FigureSpec, Figures, Step};

use super::{Event, Gomoku};

impl Figures for Gomoku {
    const FIGURES: &'static [FigureSpec] = &[
        FigureSpec::mean("win_length_mean", "Pebbles on the board at a win, on average"),
        FigureSpec::min("win_length_min", "Shortest win, in pebbles"),
        FigureSpec::max("win_length_max", "Longest win, in pebbles"),
    ];

    fn note_figures(step: &Step<Self>, notes: &mut FigureNotes) {
        for (_, event) in &step.emitted.0 {
            if let Event::Won { seat, .. } = event {
                // Each action puts one pebble on the board.
                let pebbles = i64::try_from(step.number).unwrap_or(i64::MAX);
                for key in ["win_length_mean", "win_length_min", "win_length_max"] {
                    notes.note(*seat, key, pebbles);
                }
            }
        }
    }
}
