//! What can be set for a table.

use game::options::BoundedInt;

game::choice! {
    /// What a straight flush is worth.
    pub enum StraightFlush {
        /// Ten points.
        Ten = "10",
        /// Eight points: one more than four of a kind.
        Eight = "8",
    }
}

game::choice! {
    /// The total from which cards may no longer be changed.
    pub enum BuyStop {
        /// Cards may always be changed.
        Off = "off",
        /// From 42 points on.
        At42 = "42",
        /// From 46 points on.
        At46 = "46",
        /// From 47 points on.
        At47 = "47",
    }
}

impl BuyStop {
    /// The total from which cards may no longer be changed, if there is one.
    #[must_use]
    pub const fn total(self) -> Option<i8> {
        match self {
            Self::Off => None,
            Self::At42 => Some(42),
            Self::At46 => Some(46),
            Self::At47 => Some(47),
        }
    }
}

game::options! {
    /// The settings of a table.
    pub struct ChicagoOptions {
        /// Points for a straight flush
        straight_flush: StraightFlush = StraightFlush::Ten,
        /// Whether a Chicago that succeeds is paid the 5 points of the last trick as well
        chicago_plus_last: bool = false,
        /// The total from which a player may not change cards
        buy_stop: BuyStop = BuyStop::Off,
        /// Whether whoever changes exactly one card sees the new one face up and may have the next instead
        one_up: bool = false,
        /// Whether a paid four of a kind sets the totals of all others to 0
        four_resets: bool = false,
        /// Whether only a player who has made a Chicago (or holds a royal flush) can win
        must_chicago: bool = false,
        /// Seconds of rest before a new round
        pause: BoundedInt<0, 60> = BoundedInt::new(3),
    }
}
