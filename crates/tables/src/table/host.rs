//! What only the host decides before the game: who is removed, and which seats are locked.

use game::Seat;
use protocol::RefusalCode;

use super::decide::{Decided, refuse};
use super::state::{SeatOccupant, SeatState, TableState};
use crate::journal::Fact;
use crate::people::PersonId;

/// Maximum number of people whom a table remembers as removed; of more, the first is forgotten.
const MAX_REMOVED: usize = 50;

impl TableState {
    /// The host removes a person.
    pub(crate) fn remove_player(&self, by: PersonId, seat: Seat) -> Decided {
        self.host_before_the_game(by)?;
        self.without_old_clients()?;
        match self.seats.get(seat.index()).map(|seat| &seat.who) {
            Some(SeatOccupant::Person { id, .. }) if *id == by => {
                refuse(RefusalCode::NoSuchPerson, "You sit there yourself: leave the table instead.")
            }
            Some(SeatOccupant::Person { id, .. }) => Ok(vec![Fact::Removed { seat, person: *id }].into()),
            _ => refuse(RefusalCode::NoSuchPerson, "Nobody sits there."),
        }
    }

    /// The host locks a free seat, or frees it.
    pub(crate) fn lock_seat(&self, by: PersonId, seat: Seat, on: bool) -> Decided {
        self.host_before_the_game(by)?;
        self.without_old_clients()?;
        match self.seats.get(seat.index()) {
            Some(state) if state.who != SeatOccupant::Empty => {
                refuse(RefusalCode::SeatTaken, "Somebody sits there.")
            }
            Some(state) if state.locked == on => {
                let sentence = if on { "That seat is locked already." } else { "That seat is not locked." };
                refuse(RefusalCode::AlreadyDone, sentence)
            }
            Some(_) => Ok(vec![Fact::Locked { seat, on }].into()),
            None => refuse(RefusalCode::SeatTaken, "There is no such seat at this table."),
        }
    }

    /// Who becomes host while the host is gone: of those who are here the one who has sat here longest, people before
    /// programs.
    pub(super) fn next_host(&self, gone: Seat, is_here: impl Fn(Seat) -> bool) -> Option<Seat> {
        let others = self.persons().filter(|(seat, _)| *seat != gone && is_here(*seat));
        let rank = |state: &SeatState| {
            let program = matches!(state.who, SeatOccupant::Person { bot: true, .. });
            (program, state.arrived)
        };
        others.min_by_key(|(_, state)| rank(state)).map(|(seat, _)| seat)
    }

    /// Old programs seat people in order of arrival, and everybody at their tables is a host.
    fn without_old_clients(&self) -> Result<(), protocol::Refusal> {
        if self.config.legacy_protocol.is_some() {
            return refuse(RefusalCode::NotHost, "A table of an old program has no host who could do that.");
        }
        Ok(())
    }

    /// Whether a person may take a seat, or any one.
    pub(super) fn may_sit_down(&self, person: PersonId, seat: Option<Seat>) -> Result<(), protocol::Refusal> {
        if self.removed.contains(&person) {
            let sentence = "The host has removed you from this table: you can watch it.";
            return refuse(RefusalCode::RemovedByHost, sentence);
        }
        if seat.and_then(|seat| self.seats.get(seat.index())).is_some_and(|seat| seat.locked) {
            return refuse(RefusalCode::SeatLocked, "The host keeps that seat locked.");
        }
        Ok(())
    }

    pub(super) fn no_seat_is_free(&self) -> Decided {
        if self.locked_seat().is_some() {
            return refuse(RefusalCode::SeatLocked, "The host keeps the free seats of this table locked.");
        }
        refuse(RefusalCode::TableFull, "All seats at this table are taken.")
    }

    /// The first seat that is locked.
    pub(super) fn locked_seat(&self) -> Option<Seat> {
        let locked = self.seats.iter().position(|seat| seat.locked);
        locked.and_then(|index| Seat::new(index as u8))
    }

    pub(super) fn note_removed(&mut self, person: PersonId) {
        if self.removed.len() >= MAX_REMOVED {
            self.removed.remove(0);
        }
        self.removed.push(person);
    }
}
