//! Keeps the server's index of seats, and the seats of connections, in step with the table.

use game::Seat;

use super::TableActor;
use crate::journal::Fact;
use crate::people::PersonId;
use crate::table::state::SeatOccupant;

impl TableActor {
    /// People have other seats now: their connections go with them.
    pub(super) fn note_moves(&mut self, moved: &[(Seat, Seat)]) {
        if moved.is_empty() {
            return;
        }
        self.connections.move_seats(moved);
        // No game runs while people move, so no bot thinks.
        self.bots_due = [None; game::MAX_SEATS];
        self.bots_asked = [None; game::MAX_SEATS];
        for (seat, person) in self.state.people() {
            self.context.seat_index.seat_taken(person, self.state.id, seat);
        }
    }

    pub(super) fn note_seating(&mut self, fact: &Fact) {
        match fact {
            Fact::Sat { person, seat, .. } => {
                self.context.seat_index.seat_taken(*person, self.state.id, *seat);
                self.context.metrics.seats_taken.inc();
            }
            Fact::Stood { seat } | Fact::Removed { seat, .. } => {
                self.connections.seat_freed(*seat);
                if let Some(SeatOccupant::Person { id, .. }) =
                    self.state.seats.get(seat.index()).map(|seat| &seat.who)
                {
                    self.context.seat_index.seat_left(*id, self.state.id);
                    self.context.metrics.seats_taken.dec();
                }
            }
            _ => {}
        }
    }

    /// The table was read anew from its journal: who sits where may have changed.
    pub(super) fn note_all_seats(&self, before: &[(Seat, PersonId)]) {
        let now = self.state.people();
        for (_, person) in before.iter().filter(|(_, person)| !now.iter().any(|(_, other)| other == person)) {
            self.context.seat_index.seat_left(*person, self.state.id);
        }
        for (seat, person) in &now {
            self.context.seat_index.seat_taken(*person, self.state.id, *seat);
        }
        self.context.metrics.seats_taken.inc_by(now.len() as i64 - before.len() as i64);
    }
}
