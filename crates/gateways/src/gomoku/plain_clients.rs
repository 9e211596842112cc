//! What a table must mind when a player's program is an old one.
//!
//! Such a program knows one board and one rule, has no message for a draw, and fails on pebbles in the last row and
//! the last column.

use games::gomoku::{Action, Crossing, GomokuOptions};
use protocol::GameJson;

/// The lines of its board.
const LINES: u8 = 15;

/// The row and the column on which old programs fail.
const PERILOUS_LINE: i8 = 14;

/// The only settings an old program can play with: the usual ones, and no draw, which its protocol cannot express.
#[must_use]
pub fn options() -> GomokuOptions {
    GomokuOptions { dead_draw: false, ..GomokuOptions::default() }
}

/// Whether an old program survives a pebble there.
const fn is_safe(crossing: Crossing) -> bool {
    crossing.x != PERILOUS_LINE && crossing.y != PERILOUS_LINE
}

/// The legal actions that an old program survives, the nearest to the centre first; of equals the highest, then the
/// leftmost.
pub(crate) fn survivable(legal: &[GameJson]) -> Vec<GameJson> {
    let read = |action: &GameJson| serde_json::from_str(action.get()).ok().map(Action::crossing);
    let mut safe: Vec<(Crossing, &GameJson)> =
        legal.iter().filter_map(|action| Some((read(action).filter(|at| is_safe(*at))?, action))).collect();
    safe.sort_by_key(|(at, _)| (at.from_centre(LINES), at.y, at.x));
    safe.into_iter().map(|(_, action)| action.clone()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use game::Options;

    use super::*;

    fn json(crossings: &[Crossing]) -> Vec<GameJson> {
        let write = |at: &Crossing| serde_json::value::to_raw_value(&Action::Place(*at)).unwrap();
        crossings.iter().map(write).collect()
    }

    #[test]
    fn gm14_with_an_old_program_at_the_table_row_and_column_14_come_last() {
        let mut free: Vec<Crossing> = Crossing::all(LINES).collect();
        // The clock plays what is preferred, repeatedly: all safe crossings come up, and none of the others.
        for count in 0..14 * 14 {
            let safe = survivable(&json(&free));
            assert_eq!(safe.len(), 14 * 14 - count, "bots have the same choice");
            let first: Action = serde_json::from_str(safe[0].get()).unwrap();
            let nearest = free.iter().filter(|at| is_safe(**at)).map(|at| at.from_centre(LINES)).min();
            assert_eq!(Some(first.crossing().from_centre(LINES)), nearest);
            free.retain(|at| *at != first.crossing());
        }
        assert!(free.iter().all(|at| at.x == 14 || at.y == 14));
        assert!(survivable(&json(&free)).is_empty(), "nothing is restricted then");
    }

    #[test]
    fn gm15_old_programs_play_by_the_plain_rules() {
        let settings = options().settings().0;
        let usual = GomokuOptions::default().settings().0;
        let differ: Vec<_> = settings.into_iter().zip(usual).filter(|(own, usual)| own != usual).collect();
        let pair = |text: &str| ("dead_draw".to_owned(), text.to_owned());
        assert_eq!(differ, [(pair("off"), pair("on"))]);
    }
}
