//! How strong people play: one fit over all rated games of a server.
//!
//! A rated game is who sat there and how it ended ([`RatedGame`]). Each game and [`TableClass`] has a board of its own. On
//! a board, the chance of a player to come before the others is their strength divided by the sum of all strengths
//! (Plackett and Luce); the ratings are those under which all results together are the most likely, beside a Gaussian
//! prior. Older games weigh less. The bots of the server have the ratings that the arena measured, and do not move.
//!
//! The same games give the same numbers, bit for bit, in whatever order they come: nothing here has a clock, randomness or
//! a state of its own.

mod anchors;
mod board;
mod fit;
mod order;
mod rated_game;
mod table_class;

pub use anchors::anchor;
pub use board::{Board, BoardKey, Rating, fit_board, fit_boards};
pub use order::{FinishOrder, finish_order, places};
pub use rated_game::{Player, RatedGame, RatedSeat};
pub use table_class::{TableClass, UnknownTableClass};

/// The rating of somebody who has not played yet, and of the bot `medium` in every game.
pub const START: f64 = 1_000.0;

/// From natural logarithms of strengths to points: 400 points are odds of ten to one.
pub const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The standard deviation of the prior, in points.
pub const PRIOR_DEVIATION: f64 = 350.0;

/// After this time a game weighs half, in milliseconds: a year.
pub const HALF_LIFE_MS: i64 = 365 * 86_400_000;

/// A rating whose interval is wider than this on each side is shown with a question mark.
pub const MAX_CERTAIN_INTERVAL: f64 = 200.0;

/// Leaderboards list people with at least this number of rated games.
pub const LEADERBOARD_GAMES: u32 = 10;
