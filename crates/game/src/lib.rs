//! The contract of a table game.
//!
//! A game is a value of a type that implements [`Game`]: one position, small, cheap to clone, without I/O,
//! clock or history. All randomness comes from a [`Chance`] inside the position, so that a [`Record`] replays to the
//! same position on every machine and for ever. What a seat may know is a [`Game::View`], which is built from an empty
//! value, not by removing secrets from a copy.
//!
//! [`laws`] is the conformance suite: a new game gets it in a few lines.

mod chance;
mod contract;
mod event_sink;
pub mod face;
mod figures;
mod illegal_action;
mod imagine;
pub mod json;
pub mod laws;
pub mod options;
pub mod playthrough;
mod record;
mod redraw;
#[cfg(feature = "schema")]
pub mod schema;
mod seat;
mod seat_piles;
mod seen;
mod status;
mod tell;
mod viewer;
mod voice;

pub use chance::{Chance, Purpose, Seed, SeedError, below, shuffle};
pub use contract::{DealError, Game, GameSpec};
pub use event_sink::{DiscardEvents, EventLog, EventSink};
pub use figures::{FigureKind, FigureNotes, FigureSpec, FigureSum, Figures};
pub use illegal_action::{IllegalAction, Refusal};
pub use imagine::Imagine;
pub use options::{OptionError, OptionRange, OptionSpec, Options};
pub use rand_core::Rng;
pub use record::{Played, Record, RecordError, RecordHead, Replay, Step};
pub use redraw::Redraw;
pub use seat::{MAX_SEATS, NoSeat, PerSeat, Seat, SeatSet};
pub use seat_piles::SeatPiles;
pub use seen::{Seen, SeenOf};
pub use status::{Outcome, Status};
pub use tell::Tell;
pub use viewer::{Audience, Unveiled, Viewer};
pub use voice::Voice;

/// A fast generator for choices that need not be secret: bots, imagined worlds, tests.
///
/// Deals never use it: they draw from [`Chance`].
pub type FastRng = rand_pcg::Pcg64Mcg;

/// Makes [`FastRng`] that always fall the same way for the same number.
#[must_use]
pub fn dice(number: u64) -> FastRng {
    // Neighbouring numbers must not give neighbouring streams: spread the bits first.
    let spread = u128::from(number).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    let mut dice = FastRng::new(spread);
    for _ in 0..4 {
        dice.next_u64();
    }
    dice
}
