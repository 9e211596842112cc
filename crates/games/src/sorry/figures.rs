//! What is counted of a player over many games.

use game::{FigureNotes, FigureSpec, Figures, Step};

use super::{Event, Sorry};

impl Figures for Sorry {
    const FIGURES: &'static [FigureSpec] = &[
        FigureSpec::count("bumps_given", "Pawns bumped"),
        FigureSpec::count("bumps_taken", "Own pawns bumped"),
        FigureSpec::count("sorry_cards", "Sorry! cards used"),
    ];

    fn note_figures(step: &Step<Self>, notes: &mut FigureNotes) {
        for (_, event) in &step.emitted.0 {
            match event {
                Event::Bumped { seat, by, .. } => {
                    notes.once(*seat, "bumps_taken");
                    if seat != by {
                        notes.once(*by, "bumps_given");
                    }
                }
                Event::Sorry { seat, .. } => notes.once(*seat, "sorry_cards"),
                _ => {}
            }
        }
    }
}
