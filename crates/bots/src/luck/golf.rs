//! Golf: points so far, what lies open, and what a card in the hand can still do.

use game::{PerSeat, Seat, SeenOf};
use games::cards::Card;
use games::golf::{Golf, GolfOptions, Source, Values};

use super::{Outlook, scale_of, softmax};

/// What a hidden card counts in the end: most are exchanged before they are turned.
const HIDDEN: f64 = 3.0;
/// How much a high open card is still expected to be improved, for each hidden card that its player has.
const IMPROVED: f64 = 0.15;
/// How much the points of a round vary, and how little is known of them while it is played: high cards are exchanged.
const ROUND_DEVIATION: f64 = 25.0;
const COLUMNS: usize = 3;

type Faces = [Option<Card>; 6];

impl Outlook for Golf {
    fn outlook(options: &GolfOptions, seen: &[SeenOf<Self>]) -> PerSeat<f64> {
        let any = &seen[0];
        let rounds_left = f64::from(any.rounds.saturating_sub(any.round));
        let seats = seen.len() as u8;
        let points = PerSeat::<f64>::from_fn(seats, |seat| {
            let faces = &any.layouts[seat];
            let held = any.held.filter(|held| held.seat == seat);
            let card = seen[seat.index()].held.and_then(|held| held.card);
            let round = match (held, card) {
                (Some(held), Some(card)) => {
                    with_card(options.values, faces, card, held.source == Source::Stock)
                }
                _ => expected(options.values, faces),
            };
            -(f64::from(any.scores[seat]) + round)
        });
        let hidden: usize = Seat::all(seats).map(|seat| hidden(&any.layouts[seat])).sum();
        let share = hidden as f64 / f64::from(6 * u32::from(seats));
        let deviation = ROUND_DEVIATION * (rounds_left + 0.8 * share + 0.05).sqrt();
        softmax(&points, scale_of(deviation))
    }
}

fn hidden(faces: &Faces) -> usize {
    faces.iter().filter(|face| face.is_none()).count()
}

/// What a layout will count.
fn expected(values: Values, faces: &Faces) -> f64 {
    let keeps = 1.0 - IMPROVED * hidden(faces) as f64;
    let open = |card: Card| {
        let points = f64::from(values.points(card.rank()));
        if points > HIDDEN { HIDDEN + (points - HIDDEN) * keeps } else { points }
    };
    let column = |column: usize| match (faces[column], faces[column + COLUMNS]) {
        (Some(above), Some(below)) if above.rank() == below.rank() => 0.0,
        (above, below) => [above, below].iter().map(|card| card.map_or(HIDDEN, open)).sum(),
    };
    (0..COLUMNS).map(column).sum()
}

/// What it will count with this card in the best place, or thrown away.
fn with_card(values: Values, faces: &Faces, card: Card, may_throw: bool) -> f64 {
    let placed = |place: usize| {
        let mut with = *faces;
        with[place] = Some(card);
        expected(values, &with)
    };
    let thrown = if may_throw { expected(values, faces) } else { f64::INFINITY };
    (0..faces.len()).map(placed).fold(thrown, f64::min)
}
