//! From what is seen back to the position: there is only one.

use game::{DiscardEvents, Game, Seat, SeenOf};

use super::{Action, Crossing, Gomoku, GomokuOptions};

/// The position that the view shows. The last pebble is played by the rules, so that they say how it ended.
pub(super) fn world(options: &GomokuOptions, view: &SeenOf<Gomoku>) -> Gomoku {
    let mut position = Gomoku::empty(options, view.seats);
    let owned = |crossing| view.pebble(crossing).map(|owner| (crossing, owner));
    for (crossing, owner) in Crossing::all(position.lines).filter_map(owned) {
        if view.last != Some(crossing) && position.free.take(crossing) {
            position.board.put(crossing, owner);
        }
    }
    if let Some(first_open) = &mut position.first_open {
        first_open.advance(&position.board, position.lines);
    }
    match view.last.and_then(owned) {
        Some((last, owner)) => {
            position.turn = owner;
            position.apply(owner, Action::Place(last), &mut DiscardEvents);
        }
        // Only an empty board has no last pebble.
        None => position.turn = view.to_act.first().unwrap_or(Seat::of(0)),
    }
    position
}
