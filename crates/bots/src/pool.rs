//! Simple players to measure the bots against: eight for each card game, written from the rules alone.
//!
//! Nobody meets them at a table. Each follows one plain idea, and none shares code with the searching bots. Half of each pool
//! may be used for tuning, the other half is held out: how the bots do against those is how they do against strangers.

mod chicago;
mod golf;
mod onecard;
#[cfg(test)]
mod tests;

pub(crate) use chicago::player as chicago_player;
pub(crate) use golf::player as golf_player;
pub(crate) use onecard::player as onecard_player;

/// The players of one game's pool.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// Those that the bots may be tuned on.
    pub tuned: [&'static str; 4],
    /// Those that are only measured against.
    pub held_out: [&'static str; 4],
}

impl Pool {
    /// Chicago.
    pub const CHICAGO: Self = Self {
        tuned: ["chicago-pairs", "chicago-suits", "chicago-tricks", "chicago-bold"],
        held_out: ["chicago-steady", "chicago-rows", "chicago-saver", "chicago-caller"],
    };
    /// Six Card Golf.
    pub const GOLF: Self = Self {
        tuned: ["golf-plain", "golf-pairs", "golf-waiter", "golf-hasty"],
        held_out: ["golf-columns", "golf-careful", "golf-low", "golf-patient"],
    };
    /// One Card.
    pub const ONECARD: Self = Self {
        tuned: ["onecard-suit", "onecard-attack", "onecard-high", "onecard-rank"],
        held_out: ["onecard-keeper", "onecard-even", "onecard-guard", "onecard-first"],
    };

    /// All eight, those for tuning first.
    #[must_use]
    pub const fn all(&self) -> [&'static str; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.tuned, self.held_out);
        [a, b, c, d, e, f, g, h]
    }
}
