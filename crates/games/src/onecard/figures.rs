//! What is counted of a player over many games.

use game::{FigureNotes, FigureSpec, Figures, Game, Seat, Step};

use super::{Event, OneCard};

impl Figures for OneCard {
    const FIGURES: &'static [FigureSpec] = &[
        FigureSpec::count("rounds_won", "Rounds won"),
        FigureSpec::mean("cards_left_mean", "Cards left after a round, on average"),
        FigureSpec::max("cards_left_max", "Most cards left after a round"),
        FigureSpec::count("reshuffles_survived", "Reshuffles survived"),
    ];

    fn note_figures(step: &Step<Self>, notes: &mut FigureNotes) {
        for (_, event) in &step.emitted.0 {
            match event {
                Event::RoundWon { seat, .. } => notes.once(*seat, "rounds_won"),
                Event::RoundScored { scores, .. } => {
                    for (seat, score) in scores.iter() {
                        for key in ["cards_left_mean", "cards_left_max"] {
                            notes.note(seat, key, -i64::from(*score));
                        }
                    }
                }
                Event::Reshuffled { .. } => {
                    // Nobody leaves a round before its end: all who play have seen the stock run out.
                    Seat::all(step.position.seats()).for_each(|seat| notes.once(seat, "reshuffles_survived"));
                }
                _ => {}
            }
        }
    }
}
