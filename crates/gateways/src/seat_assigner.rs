//! Where the next client of a protocol without a lobby is seated: at the oldest table with a free seat.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::Seat;
use protocol::{
    ClientMsg, Join, LegacyProtocol, NewTable, Occupant, OnLeave, Open, RefusalCode, ServerMsg, TableId,
    TableInfo, TableStage,
};
use tables::{Closed, LobbyObserver, Outgoing};
use tokio::sync::oneshot;

use crate::listener::{GatewayConnection, read};

/// The `ref` of the request for a seat.
const SEAT: u32 = 1;

/// Clients have no name here, so they are guests with a number: this many numbers are tried before it is given up.
const MAX_GUEST_NUMBER: u32 = 20_000;

/// The tables of one protocol that wait for somebody.
pub(crate) struct SeatAssigner {
    protocol: LegacyProtocol,
    new: NewTable,
    /// Whether a table admits new clients after a game: where the others stay connected.
    plays_on: bool,
    queue: Mutex<QueueState>,
    /// Resolves when the last client in the queue is seated.
    line: Mutex<Option<oneshot::Receiver<()>>>,
    guests: Arc<GuestNumbers>,
}

/// The numbers of guests, for all protocols whose clients have no name.
#[derive(Debug, Default)]
pub(crate) struct GuestNumbers(Mutex<BTreeSet<u32>>);

/// A guest's name. Its number is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct GuestName {
    numbers: Arc<GuestNumbers>,
    number: u32,
}

impl GuestNumbers {
    fn taken(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lowest number after this one that no guest has.
    fn take_after(self: &Arc<Self>, after: u32) -> Option<GuestName> {
        let mut taken = self.taken();
        let mut number = after + 1;
        for other in taken.range(number..) {
            if *other != number {
                break;
            }
            number += 1;
        }
        (number <= MAX_GUEST_NUMBER).then(|| {
            taken.insert(number);
            GuestName { numbers: self.clone(), number }
        })
    }
}

impl GuestName {
    pub(crate) fn text(&self) -> String {
        format!("Guest {}", self.number)
    }
}

impl Drop for GuestName {
    fn drop(&mut self) {
        self.numbers.taken().remove(&self.number);
    }
}

/// A place in the line, given up when it is dropped.
pub(crate) struct QueuePosition {
    before: Option<oneshot::Receiver<()>>,
    _done: oneshot::Sender<()>,
}

impl QueuePosition {
    /// Waits until all earlier clients are seated or have left.
    pub(crate) async fn turn(&mut self) {
        if let Some(before) = self.before.take() {
            // It ends by being dropped.
            let _ = before.await;
        }
    }
}

#[derive(Default)]
struct QueueState {
    /// All tables of the protocol, by age.
    tables: BTreeMap<(i64, TableId), WaitingTable>,
    /// Where a game was started.
    used: HashSet<TableId>,
    promised: Vec<Promise>,
    last_promise: u64,
    last_next: u64,
    /// The table that is being opened. Clients are seated one after another, so there is one at most.
    opening: Option<u64>,
}

/// A table as the next client finds it.
struct WaitingTable {
    /// Whether a client can be seated there.
    is_open: bool,
    free: Vec<Seat>,
    seats: usize,
}

/// Where a promised seat is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    Table(TableId),
    /// At a table that the first client to be seated there will open.
    Next(u64),
}

/// A seat that is reserved for a client.
struct Promise {
    id: u64,
    at: At,
    seat: Seat,
}

/// A seat that is kept for a client until this is dropped.
pub(crate) struct Reservation {
    room: Arc<SeatAssigner>,
    id: u64,
    seat: Seat,
}

impl Reservation {
    /// The seat the client was promised.
    pub(crate) const fn seat(&self) -> Seat {
        self.seat
    }

    fn at(&self) -> Option<At> {
        self.room.queue().promised.iter().find(|promise| promise.id == self.id).map(|promise| promise.at)
    }
}

/// The seat that a client has. The next client can have it as soon as this is dropped.
pub(crate) struct GivenSeat {
    room: Arc<SeatAssigner>,
    table: TableId,
    seat: Seat,
}

impl GivenSeat {
    /// Waits until all clients that have connected so far are seated or have left.
    pub(crate) async fn after_arrivals(&self) {
        self.room.ticket().turn().await;
    }
}

impl Drop for GivenSeat {
    fn drop(&mut self) {
        let ends_the_game = self.room.plays_on && self.room.new.on_leave == OnLeave::End;
        self.room.queue().departs(self.table, self.seat, ends_the_game);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.room.queue().promised.retain(|promise| promise.id != self.id);
    }
}

impl QueueState {
    /// The first seat that is neither taken nor promised: at the oldest table that waits, at one that will be opened, or
    /// at another one after it.
    fn next_seat(&mut self, seats: u8) -> (At, Seat) {
        let is_promised =
            |at: At, seat: Seat| self.promised.iter().any(|promise| promise.at == at && promise.seat == seat);
        for (table, waiting) in self.open() {
            let at = At::Table(table);
            if let Some(&seat) = waiting.free.iter().find(|seat| !is_promised(at, **seat)) {
                return (at, seat);
            }
        }
        let coming = self.promised.iter().map(|promise| promise.at).filter(|at| matches!(at, At::Next(_)));
        for at in coming {
            if let Some(seat) = Seat::all(seats).find(|seat| !is_promised(at, *seat)) {
                return (at, seat);
            }
        }
        self.last_next += 1;
        (At::Next(self.last_next), Seat::of(0))
    }

    /// The tables where a client can be seated, the oldest first.
    fn open(&self) -> impl Iterator<Item = (TableId, &WaitingTable)> {
        self.tables
            .iter()
            .filter(|(_, waiting)| waiting.is_open)
            .map(|((_, table), waiting)| (*table, waiting))
    }

    /// A client has disconnected, and its seat is about to become free. Removes a table that is empty then.
    fn departs(&mut self, table: TableId, seat: Seat, ends_the_game: bool) {
        let found = self.tables.iter_mut().find(|((_, id), _)| *id == table);
        let Some((_, waiting)) = found else { return };
        if !waiting.free.contains(&seat) {
            waiting.free.push(seat);
            waiting.free.sort_unstable();
        }
        waiting.is_open = (waiting.is_open || ends_the_game) && waiting.free.len() < waiting.seats;
    }

    /// A table has appeared: if it is the one that is being opened, those who were promised a seat there go to it.
    fn appeared(&mut self, table: TableId) {
        let Some(next) = self.opening.take() else { return };
        for promise in self.promised.iter_mut().filter(|promise| promise.at == At::Next(next)) {
            promise.at = At::Table(table);
        }
    }
}

impl SeatAssigner {
    pub(crate) fn new(
        protocol: LegacyProtocol,
        new: NewTable,
        plays_on: bool,
        guests: Arc<GuestNumbers>,
    ) -> Arc<Self> {
        Arc::new(Self { protocol, new, plays_on, queue: Mutex::default(), line: Mutex::default(), guests })
    }

    /// A position in the queue. Clients are seated one after another, in the order in which they connect.
    pub(crate) fn ticket(&self) -> QueuePosition {
        let (done, next) = oneshot::channel();
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        QueuePosition { before: line.replace(next), _done: done }
    }

    fn queue(&self) -> MutexGuard<'_, QueueState> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a seat, in the order in which clients connect. Nothing is stored for it, so the result is immediate.
    pub(crate) fn reserve(self: &Arc<Self>) -> Reservation {
        let mut queue = self.queue();
        let (at, seat) = queue.next_seat(self.new.seats.unwrap_or(1));
        queue.last_promise += 1;
        let id = queue.last_promise;
        queue.promised.push(Promise { id, at, seat });
        drop(queue);
        Reservation { room: self.clone(), id, seat }
    }

    /// Assigns the client a name: the guest with the lowest free number. `None` if all are refused.
    pub(crate) async fn name(&self, visitor: &mut GatewayConnection) -> Option<GuestName> {
        let mut after = 0;
        while let Some(guest) = self.guests.take_after(after) {
            match visitor.session.sign_in_temporary(&guest.text(), false).await {
                Ok(()) => return Some(guest),
                Err(refusal) if refusal.code == RefusalCode::NotSaved.name() => break,
                // Somebody else is called that.
                Err(_) => after = guest.number,
            }
        }
        tracing::warn!("no name could be found for a guest");
        None
    }

    /// Waits for the client's turn, then seats it at the oldest table with a free seat, or at a new one. Returns the server's
    /// messages; `None` if the client cannot be seated.
    pub(crate) async fn sit_down(&self, visitor: &mut GatewayConnection) -> Option<Vec<ServerMsg>> {
        let waiting: Vec<TableId> = self.queue().open().map(|(table, _)| table).collect();
        for table in waiting {
            if let Some(said) = visitor.join(table, None).await {
                return Some(said);
            }
        }
        self.open_table(visitor, None).await
    }

    /// Seats the client on the reserved seat. If somebody else has taken it, on any that is free.
    pub(crate) async fn sit_down_at(
        self: &Arc<Self>,
        visitor: &mut GatewayConnection,
        reservation: Reservation,
    ) -> Option<Vec<ServerMsg>> {
        let said = self.take_reserved(visitor, reservation).await?;
        let table = said.iter().find_map(|message| match message {
            ServerMsg::Table(table) => table.you.map(|seat| (table.info.table, seat)),
            _ => None,
        });
        visitor.seat = table.map(|(table, seat)| GivenSeat { room: self.clone(), table, seat });
        Some(said)
    }

    async fn take_reserved(
        &self,
        visitor: &mut GatewayConnection,
        reservation: Reservation,
    ) -> Option<Vec<ServerMsg>> {
        let seat = reservation.seat();
        let said = match reservation.at()? {
            At::Table(table) => match visitor.join(table, Some(seat)).await {
                None => visitor.join(table, None).await,
                said => said,
            },
            At::Next(next) => {
                self.queue().opening = Some(next);
                let said = self.open_table(visitor, Some(seat)).await;
                // If it could not be opened, the next client tries.
                self.queue().opening = None;
                return said;
            }
        };
        drop(reservation);
        match said {
            None => self.sit_down(visitor).await,
            said => said,
        }
    }

    async fn open_table(
        &self,
        visitor: &mut GatewayConnection,
        seat: Option<Seat>,
    ) -> Option<Vec<ServerMsg>> {
        let open = Open { config: self.new.clone(), nonce: None, reference: Some(SEAT) };
        visitor.session.open_legacy(self.protocol, open, seat).await;
        visitor.seated().await
    }

    fn waits(&self, card: &TableInfo) -> bool {
        let free = card.seats.iter().any(|seat| seat.occupant == Occupant::Empty);
        card.legacy_protocol == Some(self.protocol)
            && card.stage == TableStage::Waiting
            && free
            && self.new.seats.is_none_or(|seats| usize::from(seats) == card.seats.len())
            && self.new.options.0.iter().all(|wanted| card.options.0.contains(wanted))
    }
}

impl GatewayConnection {
    /// Joins a table. Returns the server's messages; `None` if it refuses.
    async fn join(&mut self, table: TableId, seat: Option<Seat>) -> Option<Vec<ServerMsg>> {
        let join = Join { table, seat, invite_code: None, nonce: None, reference: Some(SEAT) };
        self.session.handle_message(ClientMsg::Join(join)).await;
        self.seated().await
    }

    /// Reads until the server has said whether there is a seat; returns all it said if there is one.
    async fn seated(&mut self) -> Option<Vec<ServerMsg>> {
        let mut said = Vec::new();
        loop {
            let text = match self.outbox.next().await {
                Ok(Outgoing::Text(text)) => text,
                Ok(Outgoing::ResumeWrite | Outgoing::SyncTable(_) | Outgoing::SyncLobby) => continue,
                Ok(Outgoing::Close(_)) | Err(Closed) => return None,
            };
            let message = read(&text)?;
            match &message {
                ServerMsg::Refused(refused) if refused.reference == Some(SEAT) => return None,
                // Whether opened or joined, a snapshot of the table follows.
                ServerMsg::Table(_) => {
                    said.push(message);
                    return Some(said);
                }
                _ => said.push(message),
            }
        }
    }
}

impl LobbyObserver for SeatAssigner {
    fn changed(&self, card: &TableInfo) {
        if card.legacy_protocol != Some(self.protocol) {
            return;
        }
        let free = (0..).zip(&card.seats).filter(|(_, seat)| seat.occupant == Occupant::Empty);
        let free: Vec<Seat> = free.map(|(number, _)| Seat::of(number)).collect();
        let mut queue = self.queue();
        if card.stage == TableStage::Running && !self.plays_on {
            queue.used.insert(card.table);
        }
        let is_open = self.waits(card) && !queue.used.contains(&card.table);
        let waiting = WaitingTable { is_open, free, seats: card.seats.len() };
        if queue.tables.insert((card.opened_at, card.table), waiting).is_none() {
            queue.appeared(card.table);
        }
    }

    fn gone(&self, table: TableId) {
        let mut queue = self.queue();
        queue.used.remove(&table);
        queue.tables.retain(|(_, known), _| *known != table);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use game::options::RawOptions;
    use protocol::Clock;

    use super::*;

    const FIRST: TableId = TableId::new(1);

    fn room() -> Arc<SeatAssigner> {
        let new = crate::new_table("gomoku", Some(3), RawOptions::default(), Clock::Off, OnLeave::End);
        SeatAssigner::new(LegacyProtocol::Gomoku, new, true, Arc::default())
    }

    /// A table of three where these seats are free.
    fn waits(room: &SeatAssigner, free: &[u8], is_open: bool) {
        let free = free.iter().map(|number| Seat::of(*number)).collect();
        room.queue().tables.insert((0, FIRST), WaitingTable { is_open, free, seats: 3 });
    }

    fn seats(reservations: &[Reservation]) -> Vec<u8> {
        reservations.iter().map(|reservation| reservation.seat().number()).collect()
    }

    #[test]
    fn guests_have_the_lowest_free_number() {
        let numbers = Arc::new(GuestNumbers::default());
        let mut guests: Vec<GuestName> = (0..4).map(|_| numbers.take_after(0).unwrap()).collect();
        assert_eq!(guests.iter().map(|guest| guest.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        drop(guests.remove(1));
        assert_eq!(numbers.take_after(0).unwrap().text(), "Guest 2");
        assert_eq!(numbers.take_after(2).unwrap().number, 5);
    }

    #[test]
    fn every_client_is_promised_another_seat_and_each_three_share_a_table() {
        let room = room();
        let promised: Vec<_> = (0..7).map(|_| room.reserve()).collect();
        assert_eq!(seats(&promised), [0, 1, 2, 0, 1, 2, 0]);
        let at: Vec<At> = promised.iter().map(|reservation| reservation.at().unwrap()).collect();
        assert_eq!([at[0], at[3]], [at[2], at[5]]);
        assert!(at[0] != at[3] && at[3] != at[6]);
        // A client that disconnects frees its reservation.
        let mut promised = promised;
        promised.remove(1);
        assert_eq!(room.reserve().seat().number(), 1);
    }

    #[test]
    fn seats_that_are_free_at_a_table_are_promised_first_and_once() {
        let room = room();
        waits(&room, &[0, 2], true);
        let promised: Vec<_> = (0..3).map(|_| room.reserve()).collect();
        assert_eq!(seats(&promised), [0, 2, 0]);
        assert_eq!(promised[1].at(), Some(At::Table(FIRST)));
        assert_ne!(promised[2].at(), Some(At::Table(FIRST)));
    }

    #[test]
    fn those_who_were_promised_a_seat_at_a_table_to_come_find_it() {
        let room = room();
        let promised: Vec<_> = (0..4).map(|_| room.reserve()).collect();
        let Some(At::Next(next)) = promised[0].at() else { panic!("nobody has opened it") };
        room.queue().opening = Some(next);
        room.queue().appeared(FIRST);
        for reservation in &promised[..3] {
            assert_eq!(reservation.at(), Some(At::Table(FIRST)));
        }
        assert!(matches!(promised[3].at(), Some(At::Next(_))));
    }

    #[test]
    fn the_seat_of_a_client_that_is_gone_is_promised_at_once_and_an_empty_table_is_not() {
        let room = room();
        waits(&room, &[], false);
        let given = |seat| GivenSeat { room: room.clone(), table: FIRST, seat: Seat::of(seat) };
        drop(given(1));
        let next = room.reserve();
        assert_eq!((next.at(), next.seat()), (Some(At::Table(FIRST)), Seat::of(1)));
        drop(next);
        drop(given(0));
        drop(given(2));
        assert_ne!(room.reserve().at(), Some(At::Table(FIRST)));
    }
}
