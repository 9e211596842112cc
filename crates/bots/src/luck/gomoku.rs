//! Gomoku has no chance in it.

use game::{PerSeat, SeenOf};
use games::gomoku::{Gomoku, GomokuOptions};

use super::{LuckMethod, Outlook};

impl Outlook for Gomoku {
    fn luck_method(_: &GomokuOptions, _: u8) -> LuckMethod {
        LuckMethod::None
    }

    fn outlook(_: &GomokuOptions, seen: &[SeenOf<Self>]) -> PerSeat<f64> {
        let seats = seen.len() as u8;
        PerSeat::from_fn(seats, |_| 1.0 / f64::from(seats))
    }
}
