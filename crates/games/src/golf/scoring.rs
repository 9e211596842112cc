//! What layouts count, and who has won. Free of any table, for everything that has to reckon in this game.

use cards::Card;
use game::{Seat, SeatSet};

use super::layout::{CARDS, Faces};
use super::options::Values;

const COLUMNS: usize = CARDS / 2;

/// What six cards count: two cards of one rank in a column count nothing together, twos included; all others
/// count what they are worth.
#[must_use]
pub fn layout_points(values: Values, cards: &[Card; CARDS]) -> i32 {
    showing_points(values, &cards.map(Some))
}

/// What the open cards count as they lie; hidden ones count nothing.
#[must_use]
pub fn showing_points(values: Values, faces: &Faces) -> i32 {
    (0..COLUMNS).map(|column| column_points(values, faces[column], faces[column + COLUMNS])).sum()
}

fn column_points(values: Values, above: Option<Card>, below: Option<Card>) -> i32 {
    let [above, below] = [above, below].map(|card| card.map(Card::rank));
    if above.is_some() && above == below {
        return 0;
    }
    [above, below].into_iter().flatten().map(|rank| values.points(rank)).sum()
}

/// Who has the fewest points; several share the win.
#[must_use]
pub fn winners(totals: &[i32]) -> SeatSet {
    let least = totals.iter().min();
    let seats = Seat::all(totals.len() as u8).zip(totals);
    seats.filter(|(_, total)| Some(*total) == least).map(|(seat, _)| seat).collect()
}

/// The one winner for a protocol that can name only one: the first in order of seats among those with the fewest points.
#[must_use]
pub fn named_winner(totals: &[i32]) -> Option<Seat> {
    winners(totals).first()
}
