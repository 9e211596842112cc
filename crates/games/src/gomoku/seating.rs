//! Who sits where at a table of three, who may start, and who may play again.
//!
//! The old protocol knows players by their numbers 1 to 3 and leaves it to them when a game starts. This is the
//! whole of it, without connections: a caller says who came, who left and who asks, and is told what follows.

use std::fmt;

use arrayvec::ArrayVec;
use game::Seat;

/// How many sit at such a table.
pub const PLACES: usize = 3;

/// Somebody who is or was at the table, by a number of the caller's that is never used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guest(pub u64);

/// A player's number: 1, 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(u8);

impl PlayerId {
    /// The player who begins, and who alone may restart.
    pub const FIRST: Self = Self(1);

    /// All three, in order.
    pub const ALL: [Self; PLACES] = [Self(1), Self(2), Self(3)];

    /// The number, if it is one of the three.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.0 == number)
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat in the game.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::of(self.0 - 1)
    }
}

/// A guest with the number that guest has now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    /// Who.
    pub guest: Guest,
    /// The number.
    pub id: PlayerId,
}

/// When player 1 may ask for another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restarts {
    /// Only when the last game is over: tables of the lobby.
    AfterTheGame,
    /// Also while a game runs, which is then abandoned: old programs have cleared their board already.
    AtAnyTime,
}

/// Why somebody was not seated, or a game not started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatingRefusal {
    /// Three sit here already.
    Full,
    /// This guest does not sit here, or speaks with another's number.
    NotYourId,
    /// Fewer than three sit here.
    TooFew,
    /// A game is running.
    Running,
    /// There was no game yet that could be played again.
    NoGameYet,
    /// These three have played: now only player 1 can ask, by a restart.
    OnlyFirstRestarts,
}

impl fmt::Display for SeatingRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "The table is full: three sit here already.",
            Self::NotYourId => "You cannot speak for another player.",
            Self::TooFew => "The game needs three players.",
            Self::Running => "A game is running.",
            Self::NoGameYet => "No game was played yet: start one.",
            Self::OnlyFirstRestarts => "Only player 1 can restart the game.",
        })
    }
}

impl std::error::Error for SeatingRefusal {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The seats have not played since the last guest came.
    Fresh,
    Running,
    Ended,
}

/// What a departure did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The number of the guest who left.
    pub left: PlayerId,
    /// A game was running, and cannot go on.
    pub abandoned: bool,
    /// Those whose number is another one now, in order of arrival.
    pub renumbered: ArrayVec<Seated, PLACES>,
}

/// The places of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// In order of arrival, which is not always the order of numbers.
    seated: ArrayVec<Seated, PLACES>,
    phase: Phase,
}

impl Default for Seating {
    fn default() -> Self {
        Self::new()
    }
}

impl Seating {
    /// A table where nobody sits.
    #[must_use]
    pub const fn new() -> Self {
        Self { seated: ArrayVec::new_const(), phase: Phase::Fresh }
    }

    /// Those who sit here, in order of arrival.
    #[must_use]
    pub fn seated(&self) -> &[Seated] {
        &self.seated
    }

    /// The guest's number.
    #[must_use]
    pub fn id(&self, guest: Guest) -> Option<PlayerId> {
        self.seated.iter().find(|seated| seated.guest == guest).map(|seated| seated.id)
    }

    /// Whether a game is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Seats a guest, with the lowest number that is free.
    ///
    /// # Errors
    /// If three sit here already: the guest belongs to the next table.
    pub fn arrive(&mut self, guest: Guest) -> Result<PlayerId, SeatingRefusal> {
        if let Some(id) = self.id(guest) {
            return Ok(id);
        }
        let taken = |id: &PlayerId| self.seated.iter().any(|seated| seated.id == *id);
        let id = PlayerId::ALL.into_iter().find(|id| !taken(id)).ok_or(SeatingRefusal::Full)?;
        self.seated.push(Seated { guest, id });
        self.phase = Phase::Fresh;
        Ok(id)
    }

    /// Takes a guest from the table; nothing if the guest does not sit here.
    ///
    /// Before the first game the others keep their numbers and the gap waits for the next guest. Once there was a
    /// game the numbers are dealt anew in order of arrival, so that there is a player 1 who can restart.
    pub fn leave(&mut self, guest: Guest) -> Option<Departure> {
        let place = self.seated.iter().position(|seated| seated.guest == guest)?;
        let left = self.seated.remove(place).id;
        let abandoned = self.is_running();
        let mut renumbered = ArrayVec::new();
        if self.phase != Phase::Fresh {
            for (seated, id) in self.seated.iter_mut().zip(PlayerId::ALL) {
                if seated.id != id {
                    seated.id = id;
                    renumbered.push(*seated);
                }
            }
        }
        // Whoever is left needs a third, and then these seats are fresh. The numbers stay until then.
        self.phase = Phase::Fresh;
        Some(Departure { left, abandoned, renumbered })
    }

    /// Starts the first game of these three. Any of them may ask.
    ///
    /// # Errors
    /// If there are not three, a game is running, or these three have already played.
    pub fn start(&mut self, by: Guest) -> Result<(), SeatingRefusal> {
        self.three_with(by)?;
        match self.phase {
            Phase::Fresh => {
                self.phase = Phase::Running;
                Ok(())
            }
            Phase::Running => Err(SeatingRefusal::Running),
            Phase::Ended => Err(SeatingRefusal::OnlyFirstRestarts),
        }
    }

    /// Starts another game of the same three: the board is emptied, the numbers stay. Only player 1 may ask.
    ///
    /// # Errors
    /// If another asks, there are not three, there was no game yet, or it still runs and must be over first.
    pub fn restart(&mut self, by: Guest, restarts: Restarts) -> Result<(), SeatingRefusal> {
        let id = self.three_with(by)?;
        match self.phase {
            Phase::Fresh => Err(SeatingRefusal::NoGameYet),
            _ if id != PlayerId::FIRST => Err(SeatingRefusal::OnlyFirstRestarts),
            Phase::Running if restarts == Restarts::AfterTheGame => Err(SeatingRefusal::Running),
            Phase::Running | Phase::Ended => {
                self.phase = Phase::Running;
                Ok(())
            }
        }
    }

    /// The running game is over, won or drawn.
    pub fn game_over(&mut self) {
        if self.is_running() {
            self.phase = Phase::Ended;
        }
    }

    /// The seat that a guest plays, who says to be player `id`.
    ///
    /// # Errors
    /// If the guest is another player, or sits elsewhere.
    pub fn seat_of(&self, guest: Guest, id: u8) -> Result<Seat, SeatingRefusal> {
        let own = self.id(guest).filter(|own| own.number() == id);
        own.map(PlayerId::seat).ok_or(SeatingRefusal::NotYourId)
    }

    fn three_with(&self, guest: Guest) -> Result<PlayerId, SeatingRefusal> {
        let id = self.id(guest).ok_or(SeatingRefusal::NotYourId)?;
        if self.seated.len() == PLACES { Ok(id) } else { Err(SeatingRefusal::TooFew) }
    }
}
