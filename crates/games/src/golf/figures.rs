//! What is counted of a player over many games.

use game::{FigureNotes, FigureSpec, Figures, Step};

use super::{Event, Golf};

impl Figures for Golf {
    const FIGURES: &'static [FigureSpec] = &[
        FigureSpec::mean("round_mean", "Points a round, on average"),
        FigureSpec::min("round_best", "Best round"),
        FigureSpec::max("round_worst", "Worst round"),
        FigureSpec::count("steals", "Cards stolen"),
        FigureSpec::count("stolen_from", "Cards stolen from them"),
    ];

    fn note_figures(step: &Step<Self>, notes: &mut FigureNotes) {
        for (_, event) in &step.emitted.0 {
            match event {
                Event::RoundScored { points, .. } => {
                    for (seat, points) in points.iter() {
                        for key in ["round_mean", "round_best", "round_worst"] {
                            notes.note(seat, key, i64::from(*points));
                        }
                    }
                }
                Event::Stole { seat, from, .. } => {
                    notes.once(*seat, "steals");
                    notes.once(*from, "stolen_from");
                }
                _ => {}
            }
        }
    }
}
