//! Who is connected to a table, and how present each seat is.

use bytes::Bytes;
use game::Seat;
use protocol::TableId;

use super::handle::ConnectionId;
use crate::frame_buffer::FramedMessage;
use crate::outbox::Outbox;

/// One connection to a table.
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    /// Which seat it plays; nothing if it watches.
    pub(crate) seat: Option<Seat>,
    pub(crate) outbox: Outbox,
}

/// All connections to a table.
#[derive(Default)]
pub(crate) struct Connections {
    all: Vec<Connection>,
    /// Since when a seat has had no connection.
    lost: [Option<i64>; game::MAX_SEATS],
}

impl Connections {
    /// Adds a connection, or changes what it sees.
    pub(crate) fn attach(&mut self, connection: Connection) {
        if let Some(seat) = connection.seat {
            self.lost[seat.index()] = None;
        }
        match self.all.iter_mut().find(|known| known.id == connection.id) {
            Some(known) => *known = connection,
            None => self.all.push(connection),
        }
    }

    /// Removes a connection; gives its seat if that has no connection any more.
    pub(crate) fn detach(&mut self, id: ConnectionId, now: i64) -> Option<Connection> {
        let index = self.all.iter().position(|known| known.id == id)?;
        let gone = self.all.swap_remove(index);
        self.all.shrink_to(4);
        if let Some(seat) = gone.seat
            && !self.is_here(seat)
        {
            self.lost[seat.index()] = Some(now);
        }
        Some(gone)
    }

    /// All connections of a seat watch from now on, or play another.
    pub(crate) fn detach_seat(&mut self, seat: Seat) -> Vec<Connection> {
        self.lost[seat.index()] = None;
        let (gone, kept) =
            std::mem::take(&mut self.all).into_iter().partition(|known| known.seat == Some(seat));
        self.all = kept;
        gone
    }

    /// The seat is empty: its next occupant was not disconnected before.
    pub(crate) fn seat_freed(&mut self, seat: Seat) {
        self.lost[seat.index()] = None;
    }

    /// People have other seats now, each from one to another.
    pub(crate) fn move_seats(&mut self, moved: &[(Seat, Seat)]) {
        let new = |seat: Seat| moved.iter().find(|(from, _)| *from == seat).map_or(seat, |(_, to)| *to);
        for connection in &mut self.all {
            connection.seat = connection.seat.map(new);
        }
        let lost: Vec<_> = moved.iter().map(|(from, _)| self.lost[from.index()].take()).collect();
        for ((_, to), since) in moved.iter().zip(lost) {
            self.lost[to.index()] = since;
        }
    }

    /// After a start of the server nobody is connected: everybody's grace time begins now.
    pub(crate) fn all_lost(&mut self, seats: impl Iterator<Item = Seat>, now: i64) {
        for seat in seats {
            self.lost[seat.index()] = Some(now);
        }
    }

    pub(crate) fn is_here(&self, seat: Seat) -> bool {
        self.all.iter().any(|known| known.seat == Some(seat))
    }

    pub(crate) fn lost_since(&self, seat: Seat) -> Option<i64> {
        self.lost[seat.index()]
    }

    pub(crate) fn has(&self, id: ConnectionId) -> bool {
        self.all.iter().any(|known| known.id == id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn watchers(&self) -> usize {
        self.all.iter().filter(|known| known.seat.is_none()).count()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Connection> {
        self.all.iter()
    }

    /// Sends one frame to all.
    pub(crate) fn send_all(&self, table: TableId, frame: &Bytes) {
        for connection in &self.all {
            connection.outbox.table(table, frame.clone());
        }
    }

    /// Sends one frame to the connections of a seat.
    pub(crate) fn send_to_seat(&self, seat: Seat, table: TableId, message: &mut FramedMessage<'_>) {
        for connection in self.all.iter().filter(|known| known.seat == Some(seat)) {
            connection.outbox.send_table_direct(table, message);
        }
    }

    /// Sends one frame to all watchers. A table may have any number of them and must not be kept from its players, so
    /// that their connections write it.
    pub(crate) fn send_to_watchers(&self, table: TableId, frame: &Bytes) {
        for connection in self.all.iter().filter(|known| known.seat.is_none()) {
            connection.outbox.table(table, frame.clone());
        }
    }
}
