//! How soon a message is sent again: not before a slow player can have acknowledged it.

use std::collections::HashMap;
use std::time::Duration;

use game::Seat;

/// The longest time to wait for an acknowledgement.
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// How long each player takes to acknowledge, measured only with messages that were sent once.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    slowest: HashMap<Seat, Duration>,
}

impl Pace {
    /// Notes how long a player took to acknowledge a message that was sent once.
    pub(super) fn took(&mut self, seat: Seat, time: Duration) {
        let slowest = self.slowest.entry(seat).or_default();
        // One bad moment is forgotten in time.
        *slowest = time.max(*slowest * 9 / 10);
    }

    /// How long to wait for an acknowledgement by a player at a table with this number of players, at least this long. A player who is
    /// slow may have everybody's two turned cards to read first, and takes a repeat for something new.
    pub(super) fn gap(&self, seat: Seat, seats: u8, least: Duration) -> Duration {
        let slowest = self.slowest.get(&seat).copied().unwrap_or_default();
        least.max((slowest * (2 * u32::from(seats) + 2)).min(MAX_PAUSE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_players_are_asked_again_soon_and_slow_ones_later() {
        let (half, seat) = (Duration::from_millis(500), Seat::of(1));
        let mut pace = Pace::default();
        assert_eq!(pace.gap(seat, 2, half), half);
        pace.took(seat, Duration::from_millis(1));
        assert_eq!(pace.gap(seat, 4, half), half);
        pace.took(seat, Duration::from_millis(300));
        assert_eq!(pace.gap(seat, 2, half), Duration::from_millis(1_800));
        pace.took(seat, Duration::from_secs(3));
        assert_eq!(pace.gap(seat, 2, half), MAX_PAUSE);
        for _ in 0..50 {
            pace.took(seat, Duration::from_millis(1));
        }
        assert_eq!(pace.gap(seat, 2, half), half, "a bad moment is forgotten");
    }
}
