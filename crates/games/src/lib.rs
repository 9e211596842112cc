//! The games. Each is a folder with the rules in it; [`Kind`] lists them.

pub mod chicago;
mod day;
pub mod golf;
pub mod gomoku;
mod kind;
pub mod lessons;
pub mod onecard;
pub mod sorry;
#[cfg(test)]
mod testing;
mod titles;

/// The cards that actions, events and views are made of.
pub use cards;
pub use day::{Comparison, DayEnding, DayTable};
#[doc(hidden)]
pub use kind::reach;
pub use kind::{Kind, UnknownGame};
pub use titles::title_in;
