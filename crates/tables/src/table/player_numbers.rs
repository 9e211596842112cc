//! The numbers of players at a table of the legacy Gomoku protocol, who may start, and who may play again.
//!
//! That protocol knows players by their numbers 1 to 3 and leaves it to them when a game starts. This is the whole of
//! it, without connections: a caller says who came, who left and who asks, and gets what follows.
//!
//! A number is a seat. A player who stays keeps it: a client whose board is open keeps the colour it has, and fails on a new
//! number. Tables that were opened before this rule deal the numbers anew in order of arrival when somebody leaves after
//! a game; their journals are read by the rule they were written with.

use std::fmt;

use game::Seat;

/// How many sit at such a table.
const PLACES: usize = 3;

/// One stay at the table, by a number of the caller's that is never used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ArrivalId(pub(crate) u64);

/// A player's number: 1, 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PlayerNumber(u8);

impl PlayerNumber {
    /// The player who begins, and who alone may restart.
    pub(crate) const FIRST: Self = Self(1);

    /// All three, in order.
    const ALL: [Self; PLACES] = [Self(1), Self(2), Self(3)];

    /// The seat in the game.
    pub(crate) const fn seat(self) -> Seat {
        Seat::of(self.0 - 1)
    }
}

/// An arrival with the number it has now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered {
    pub(crate) arrival: ArrivalId,
    pub(crate) number: PlayerNumber,
}

/// Why somebody got no number, or a game was not started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerNumberError {
    /// Somebody has that number.
    Taken,
    /// The caller has no number here.
    NotSeated,
    /// A number is free.
    TooFew,
    /// A game is running.
    Running,
    /// There was no game yet that could be played again.
    NoGameYet,
    /// These three have played: now only player 1 can ask, by a restart.
    OnlyFirstRestarts,
}

impl fmt::Display for PlayerNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Taken => "Somebody sits there.",
            Self::NotSeated => "You do not sit at this table.",
            Self::TooFew => "The game needs three players.",
            Self::Running => "A game is running.",
            Self::NoGameYet => "No game was played yet: start one.",
            Self::OnlyFirstRestarts => "Only player 1 can restart the game.",
        })
    }
}

impl std::error::Error for PlayerNumberError {}

/// Where the match of these players stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MatchState {
    /// These players have not played since the last of them came.
    Fresh,
    /// A game is running.
    Running,
    /// Their game is over.
    Ended,
}

/// The numbers of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayerNumbers {
    /// In order of arrival, which is not always the order of numbers.
    numbered: Vec<Numbered>,
    state: MatchState,
    /// Whether a game was ever dealt at this table.
    played: bool,
    /// Whether those who stay keep their numbers.
    keeps_numbers: bool,
}

impl PlayerNumbers {
    /// A table where nobody sits.
    pub(crate) const fn new(keeps_numbers: bool) -> Self {
        Self { numbered: Vec::new(), state: MatchState::Fresh, played: false, keeps_numbers }
    }

    /// Who has a number, in order of arrival.
    pub(crate) fn numbered(&self) -> &[Numbered] {
        &self.numbered
    }

    /// The number of an arrival.
    pub(crate) fn number(&self, arrival: ArrivalId) -> Option<PlayerNumber> {
        self.numbered.iter().find(|numbered| numbered.arrival == arrival).map(|numbered| numbered.number)
    }

    /// An arrival takes a number, which must be free.
    ///
    /// # Errors
    /// If somebody has it.
    pub(crate) fn arrive(&mut self, arrival: ArrivalId, seat: Seat) -> Result<(), PlayerNumberError> {
        let free = |number: &PlayerNumber| self.numbered.iter().all(|numbered| numbered.number != *number);
        let number = PlayerNumber::ALL.into_iter().find(|number| number.seat() == seat).filter(free);
        self.numbered.push(Numbered { arrival, number: number.ok_or(PlayerNumberError::Taken)? });
        self.state = MatchState::Fresh;
        Ok(())
    }

    /// Frees the number of an arrival; nothing happens if it has none.
    pub(crate) fn leave(&mut self, arrival: ArrivalId) {
        let before = self.numbered.len();
        self.numbered.retain(|numbered| numbered.arrival != arrival);
        if self.numbered.len() == before {
            return;
        }
        if self.state != MatchState::Fresh && !self.keeps_numbers {
            for (numbered, number) in self.numbered.iter_mut().zip(PlayerNumber::ALL) {
                numbered.number = number;
            }
        }
        // Those who are left need a third, and then these players are fresh. The numbers stay until then.
        self.state = MatchState::Fresh;
    }

    /// Starts the first game of these three. Any of them may ask.
    ///
    /// # Errors
    /// If there are not three, a game is running, or these three have already played.
    pub(crate) fn start(&mut self, by: ArrivalId) -> Result<(), PlayerNumberError> {
        self.three_with(by)?;
        match self.state {
            MatchState::Fresh => {
                self.begin();
                Ok(())
            }
            MatchState::Running => Err(PlayerNumberError::Running),
            MatchState::Ended => Err(PlayerNumberError::OnlyFirstRestarts),
        }
    }

    /// Starts another game at a table that has seen one, also while one runs, which is then abandoned: the client has
    /// cleared its board already. The numbers stay. Only player 1 may ask.
    ///
    /// # Errors
    /// If another asks, there are not three, or there was no game yet.
    pub(crate) fn restart(&mut self, by: ArrivalId) -> Result<(), PlayerNumberError> {
        let number = self.three_with(by)?;
        match self.state {
            MatchState::Fresh if !self.played || !self.keeps_numbers => Err(PlayerNumberError::NoGameYet),
            _ if number != PlayerNumber::FIRST => Err(PlayerNumberError::OnlyFirstRestarts),
            MatchState::Fresh | MatchState::Running | MatchState::Ended => {
                self.begin();
                Ok(())
            }
        }
    }

    fn begin(&mut self) {
        self.state = MatchState::Running;
        self.played = true;
    }

    /// The running game is over, won, drawn or abandoned.
    pub(crate) fn game_over(&mut self) {
        if self.state == MatchState::Running {
            self.state = MatchState::Ended;
        }
    }

    fn three_with(&self, arrival: ArrivalId) -> Result<PlayerNumber, PlayerNumberError> {
        let number = self.number(arrival).ok_or(PlayerNumberError::NotSeated)?;
        if self.numbered.len() == PLACES { Ok(number) } else { Err(PlayerNumberError::TooFew) }
    }
}

#[cfg(test)]
mod tests;
