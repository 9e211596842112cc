//! Whether a game counts for ratings.

use std::net::IpAddr;

use protocol::UnratedReason;
use store::{SeatResult, SeatedBot};

use super::decide::Caller;
use super::state::{SeatOccupant, SeatState, TableState};
use crate::journal::TableConfig;

impl TableConfig {
    /// The address to note of somebody who sits down; none where it is not needed.
    pub(crate) fn noted_address(&self, caller: &Caller) -> Option<IpAddr> {
        caller.address.filter(|_| self.rated && !self.same_address)
    }
}

impl TableState {
    /// Why the running game, or else the next one, is not rated although the table is.
    pub(crate) fn unrated_because(&self) -> Option<UnratedReason> {
        if !self.config.rated {
            return None;
        }
        if self.has_legacy_clients() {
            return Some(UnratedReason::LegacyClient);
        }
        let mut addresses: Vec<IpAddr> = self.persons().filter_map(|(_, seat)| seat.address).collect();
        addresses.sort_unstable();
        addresses.windows(2).any(|pair| pair[0] == pair[1]).then_some(UnratedReason::SameAddress)
    }

    /// Whether the running game counts for ratings if it is played to its end.
    pub(crate) fn is_rated_game(&self) -> bool {
        self.config.rated && self.undo_count == 0 && self.unrated_because().is_none()
    }
}

impl SeatState {
    /// A result with all that is known of the seat but the number, the name and how it ended. A person who has come back
    /// with the last facts has not departed.
    pub(crate) fn result(&self, is_back: bool) -> SeatResult {
        let (person, bot) = match &self.who {
            SeatOccupant::Person { id, legacy: false, .. } => (Some(id.0), None),
            SeatOccupant::Bot(level) => {
                (None, Some(SeatedBot { level: level.name().to_owned(), version: bots::VERSION }))
            }
            SeatOccupant::Person { .. } | SeatOccupant::Empty => (None, None),
        };
        SeatResult { person, bot, departed: self.away.is_some() && !is_back, ..SeatResult::default() }
    }
}
