//! Who sits where at a table opened through an old protocol: those know people by the order in which they came.

use game::Seat;
use protocol::{LegacyProtocol, Refusal, RefusalCode};

use super::player_numbers::{ArrivalId, PlayerNumber, PlayerNumberError, PlayerNumbers};
use super::state::{SeatOccupant, TableState};

/// How seats are given.
#[derive(Clone, Debug)]
pub(crate) enum SeatOrder {
    /// Everybody picks a seat and keeps it.
    Picked,
    /// By arrival, without gaps: when a player leaves before the game, the others move up.
    Arrival,
    /// By the numbers of Gomoku's old protocol, whose players also start their games themselves.
    Numbers(PlayerNumbers),
}

impl SeatOrder {
    pub(crate) fn of(legacy_protocol: Option<LegacyProtocol>, keeps_numbers: bool) -> Self {
        match legacy_protocol {
            None => Self::Picked,
            Some(LegacyProtocol::Chicago | LegacyProtocol::Sorry) => Self::Arrival,
            Some(LegacyProtocol::Gomoku) => Self::Numbers(PlayerNumbers::new(keeps_numbers)),
        }
    }

    pub(super) fn arrives(&mut self, arrived: u64, seat: Seat) {
        if let Self::Numbers(numbers) = self {
            // The seat was free, and so is its number.
            let _ = numbers.arrive(ArrivalId(arrived), seat);
        }
    }

    /// Whether a client of a legacy protocol can ask for a seat: its number was promised to it.
    pub(super) const fn promises_seats(&self) -> bool {
        matches!(self, Self::Numbers(_))
    }

    /// A game was dealt: the first of these three, or another one.
    pub(super) fn begins(&mut self) {
        if let Self::Numbers(numbers) = self
            && let Some(first) = numbers.numbered().iter().find(|player| player.number == PlayerNumber::FIRST)
        {
            let first = first.arrival;
            if numbers.start(first).is_err() {
                // It was dealt, so it could be; a table of fewer than three is never dealt.
                let _ = numbers.restart(first);
            }
        }
    }

    pub(super) fn ends(&mut self) {
        if let Self::Numbers(numbers) = self {
            numbers.game_over();
        }
    }
}

/// Why a game is not started, in the words of the server.
fn refusal(why: PlayerNumberError) -> Refusal {
    let code = match why {
        PlayerNumberError::Taken => RefusalCode::SeatTaken,
        PlayerNumberError::NotSeated => RefusalCode::NotSeated,
        PlayerNumberError::TooFew => RefusalCode::CannotStart,
        PlayerNumberError::Running => RefusalCode::AlreadyStarted,
        PlayerNumberError::NoGameYet => RefusalCode::NotStarted,
        PlayerNumberError::OnlyFirstRestarts => RefusalCode::FirstPlayerOnly,
    };
    Refusal::new(code, why.to_string())
}

impl TableState {
    /// Whether the game waits until a player asks for it: old clients of Gomoku do. Others cannot ask.
    pub(super) fn waits_for_a_start(&self, coming: &[crate::journal::Fact]) -> bool {
        let old = |sitter: &SeatOccupant| matches!(sitter, SeatOccupant::Person { legacy: true, .. });
        let comes =
            |fact: &crate::journal::Fact| matches!(fact, crate::journal::Fact::Sat { legacy: true, .. });
        matches!(self.order, SeatOrder::Numbers(_))
            && (self.seats.iter().any(|seat| old(&seat.who)) || coming.iter().any(comes))
    }

    /// Whether a seat may start the first game of these players. Somebody who is not connected counts as missing:
    /// where a lost player ends the game, it would be over at once.
    pub(super) fn may_start(&self, seat: Seat, is_here: impl Fn(Seat) -> bool) -> Result<(), Refusal> {
        match &self.order {
            SeatOrder::Numbers(numbers) => {
                numbers.clone().start(self.arrival(seat)).map_err(refusal)?;
                self.all_here(is_here)
            }
            SeatOrder::Picked | SeatOrder::Arrival => {
                let sentence = "This table starts by itself as soon as its last seat is taken.";
                Err(Refusal::new(RefusalCode::CannotStart, sentence))
            }
        }
    }

    /// Whether a seat may begin anew, where that is up to one player alone. Nothing where all have to agree.
    pub(super) fn may_restart(
        &self,
        seat: Seat,
        is_here: impl Fn(Seat) -> bool,
    ) -> Option<Result<(), Refusal>> {
        match &self.order {
            SeatOrder::Numbers(numbers) => {
                let restarted = numbers.clone().restart(self.arrival(seat)).map_err(refusal);
                Some(restarted.and_then(|()| self.all_here(is_here)))
            }
            SeatOrder::Picked | SeatOrder::Arrival => None,
        }
    }

    fn all_here(&self, is_here: impl Fn(Seat) -> bool) -> Result<(), Refusal> {
        if self.persons().all(|(seat, state)| state.away.is_some() || is_here(seat)) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::CannotStart, "Somebody at this table is not connected."))
    }

    fn arrival(&self, seat: Seat) -> ArrivalId {
        ArrivalId(self.seats.get(seat.index()).map_or(u64::MAX, |state| state.arrived))
    }

    /// After somebody left: players whose seat changed move there, and the host is who came first.
    pub(super) fn close_up(&mut self, gone: u64) {
        let mut places: Vec<(usize, Option<usize>)> = match &mut self.order {
            SeatOrder::Picked => return,
            SeatOrder::Arrival => {
                let mut taken: Vec<usize> = occupied(&self.seats).collect();
                taken.sort_by_key(|&index| self.seats[index].arrived);
                taken.into_iter().enumerate().map(|(to, from)| (from, Some(to))).collect()
            }
            SeatOrder::Numbers(numbers) => {
                numbers.leave(ArrivalId(gone));
                let number = |index: usize| numbers.number(ArrivalId(self.seats[index].arrived));
                occupied(&self.seats)
                    .map(|from| (from, number(from).map(|number| number.seat().index())))
                    .collect()
            }
        };
        places.retain(|(from, to)| to.is_some_and(|to| to != *from));
        let mut taken: Vec<_> =
            places.iter().map(|&(from, _)| std::mem::take(&mut self.seats[from])).collect();
        for (&(from, to), state) in places.iter().zip(taken.drain(..)) {
            let Some(to) = to else { continue };
            self.seats[to] = state;
            self.moved.extend(Seat::new(from as u8).zip(Seat::new(to as u8)));
        }
        let first = self.persons().min_by_key(|(_, state)| state.arrived);
        self.host = first.map(|(seat, _)| seat);
    }
}

fn occupied(seats: &[super::state::SeatState]) -> impl Iterator<Item = usize> {
    let taken = seats.iter().enumerate().filter(|(_, seat)| seat.who != SeatOccupant::Empty);
    taken.map(|(index, _)| index)
}
