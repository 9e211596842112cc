//! What a table must mind when a player's program is an old one.
//!
//! Such a program knows one board and one rule, has no word for a draw, and fails on pebbles in the last row and
//! the last column.

use game::{DealError, Options};

use super::{Action, Crossing, Gomoku, GomokuOptions, View};

/// The row and the column on which old programs fail.
pub const PERILOUS_LINE: i8 = 14;

/// The only settings an old program can play with: the usual ones, and no draw that it could not be told of.
#[must_use]
pub fn options() -> GomokuOptions {
    GomokuOptions { dead_draw: false, ..GomokuOptions::default() }
}

/// Whether an old program can sit at a table with these settings and so many seats.
///
/// # Errors
/// The first setting that it would not understand.
pub fn admit(options: &GomokuOptions, seats: u8) -> Result<(), DealError> {
    if seats != 3 {
        return Err(DealError::Options("Old programs play with exactly three players.".to_owned()));
    }
    let wanted = self::options().settings().0;
    let differs = options.settings().0.into_iter().zip(wanted).find(|(found, wanted)| found != wanted);
    match differs {
        None => Ok(()),
        Some(((name, found), (_, wanted))) => Err(DealError::Options(format!(
            "Old programs cannot play with {name}={found}: they need {name}={wanted}."
        ))),
    }
}

/// Whether an old program survives a pebble there.
#[must_use]
pub const fn is_safe(crossing: Crossing) -> bool {
    crossing.x != PERILOUS_LINE && crossing.y != PERILOUS_LINE
}

/// The default action at a table with an old program: as always, but on a safe crossing while one is free.
/// Only for games that are not over.
#[must_use]
pub fn default_action(position: &Gomoku) -> Action {
    let nearest = |wanted: fn(Crossing) -> bool| position.free.nearest_to_the_centre(position.lines, wanted);
    nearest(is_safe).or_else(|| nearest(|_| true)).unwrap_or(Action::TOP_LEFT)
}

/// The view to give to a bot at a table with an old program: only safe actions are listed while there is one.
#[must_use]
pub fn view_for_bot(mut view: View) -> View {
    if view.legal.iter().any(|action| is_safe(action.crossing())) {
        view.legal.retain(|action| is_safe(action.crossing()));
    }
    view
}
