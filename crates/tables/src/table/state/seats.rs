//! The seats of a table: who sits there, who is to act, and what others call them.

use std::net::IpAddr;

use bots::Level;
use game::{Seat, SeatSet, Voice};
use protocol::{GameJson, Nonce, Occupant, TableStage};

use super::TableState;
use crate::journal::AwayReason;
use crate::people::PersonId;

/// One seat.
#[derive(Clone, Default)]
pub(crate) struct SeatState {
    pub(crate) who: SeatOccupant,
    pub(crate) away: Option<AwayReason>,
    pub(crate) missed: u8,
    pub(crate) draft: Option<(u32, GameJson)>,
    /// The last decision that a draft was stored for, and how many were.
    pub(crate) drafted: (u32, u32),
    pub(crate) deadline: Option<i64>,
    pub(crate) ready: bool,
    /// The number of the entry that seated the occupant of this seat: the order of arrival.
    pub(crate) arrived: u64,
    /// The clock began this seat's turn and is to finish it.
    pub(crate) clock_finishes: bool,
    /// What the person adds to the luck of the next game.
    pub(crate) nonce: Option<Nonce>,
    /// The host keeps the free seat from being taken.
    pub(crate) locked: bool,
    /// The block of addresses the person came from, at a rated table.
    pub(crate) address: Option<IpAddr>,
    /// Until when the person is on vacation.
    pub(crate) vacation: Option<i64>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum SeatOccupant {
    #[default]
    Empty,
    Person {
        id: PersonId,
        name: String,
        bot: bool,
        /// Came through an old protocol: gone for good with the connection.
        legacy: bool,
    },
    Bot(Level),
}

impl TableState {
    /// Where a person sits.
    pub(crate) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let sits = |seat: &SeatState| matches!(&seat.who, SeatOccupant::Person { id, .. } if *id == person);
        self.seats.iter().position(sits).and_then(|index| Seat::new(index as u8))
    }

    /// The seats with a person on them.
    pub(crate) fn persons(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        let seats = self.seats.iter().enumerate();
        seats
            .filter(|(_, seat)| matches!(seat.who, SeatOccupant::Person { .. }))
            .filter_map(|(index, seat)| Seat::new(index as u8).map(|number| (number, seat)))
    }

    /// The people who sit here, and where.
    pub(crate) fn people(&self) -> Vec<(Seat, PersonId)> {
        let people = self.persons().filter_map(|(seat, state)| match &state.who {
            SeatOccupant::Person { id, .. } => Some((seat, *id)),
            _ => None,
        });
        people.collect()
    }

    /// How many seats are free.
    pub(crate) fn free_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.who == SeatOccupant::Empty).count()
    }

    /// The first free seat that is not locked.
    pub(crate) fn free_seat(&self) -> Option<Seat> {
        let free = self.seats.iter().position(|seat| seat.who == SeatOccupant::Empty && !seat.locked);
        free.and_then(|index| Seat::new(index as u8))
    }

    /// Who is to act in a running game.
    pub(crate) fn to_act(&self) -> SeatSet {
        match (&self.game, self.stage) {
            (Some(game), TableStage::Running) => game.status().to_act(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The bot that plays a seat, if one does: its own, or one for somebody who is away.
    pub(crate) fn bot_of(&self, seat: Seat) -> Option<Level> {
        let state = self.seats.get(seat.index())?;
        match (&state.who, state.away) {
            (SeatOccupant::Bot(level), _) => Some(*level),
            (SeatOccupant::Person { .. }, Some(_)) => Some(self.config.level),
            _ => None,
        }
    }

    /// Who has played here, by seat, for those who look at the game later: of bots how well they play, too.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = (1..).zip(&self.seats).map(|(number, seat)| match &seat.who {
            SeatOccupant::Bot(level) => format!("{} ({level})", seat.who.name(number)),
            who => who.name(number),
        });
        names.collect()
    }

    /// How sentences name the people here: as their plates at the table do.
    pub(crate) fn voice(&self) -> Voice {
        Voice::new((1..).zip(&self.seats).map(|(number, seat)| seat.who.name(number)).collect())
    }
}

impl SeatOccupant {
    /// Whether a person of this name sits here.
    pub(crate) fn is_called(&self, wanted: &str) -> bool {
        matches!(self, Self::Person { name, .. } if name == wanted)
    }

    /// What others call the occupant of this seat. No two bots have one name.
    fn name(&self, seat_number: u8) -> String {
        match self {
            Self::Empty => "Nobody".to_owned(),
            Self::Person { name, .. } => name.clone(),
            Self::Bot(_) => format!("Bot {seat_number}"),
        }
    }

    /// The same, for the protocol.
    pub(crate) fn occupant(&self) -> Occupant {
        match self {
            Self::Empty => Occupant::Empty,
            Self::Person { name, bot, .. } => Occupant::Person { name: name.clone(), program: *bot },
            Self::Bot(level) => Occupant::Bot { level: level.to_string() },
        }
    }
}
