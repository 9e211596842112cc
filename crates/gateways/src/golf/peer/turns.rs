//! The messages of turns, so that repeats are recognised.

use std::collections::HashSet;

use game::Seat;

use crate::golf::message::Laid;
use crate::golf::table::Table;

/// The latest turn of somebody else, with the table before each message of it.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    pub(super) pop: String,
    pub(super) before_pop: Box<Table>,
    pub(super) replace: Option<Replaced>,
}

/// How a turn ended.
#[derive(Clone, Debug)]
pub(super) struct Replaced {
    pub(super) text: String,
    pub(super) laid: Laid,
    pub(super) by: String,
    pub(super) before: Box<Table>,
}

/// What one player said in the turn before the latest one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) pop: Option<String>,
    pub(super) replace: Option<String>,
}

/// The turns so far, as much as is needed to know a repeat.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The own turn is begun.
    pub(super) chosen: bool,
    pub(super) latest: Option<Turn>,
    /// By seat: the latest turn, unless it is `latest`.
    said: Vec<Said>,
    /// By seat: all messages of earlier turns of the round. A late copy of one could be taken for a new message.
    ever: Vec<HashSet<String>>,
    /// How often such a late copy was excused in this turn.
    excused: u32,
}

/// This many late copies of one turn are believed to be late.
const MAX_EXCUSES: u32 = 8;

impl Turns {
    pub(super) fn new(seats: u8) -> Self {
        Self {
            chosen: false,
            latest: None,
            said: vec![Said::default(); usize::from(seats)],
            ever: vec![HashSet::new(); usize::from(seats)],
            excused: 0,
        }
    }

    /// A turn of somebody else begins with this message.
    pub(super) fn begin(&mut self, turn: Turn) {
        self.put_away();
        self.latest = Some(turn);
    }

    /// The own turn is over.
    pub(super) fn ended(&mut self) {
        self.put_away();
        self.chosen = false;
    }

    fn put_away(&mut self) {
        self.excused = 0;
        if let Some(turn) = self.latest.take() {
            let ever = &mut self.ever[turn.seat.index()];
            ever.insert(turn.pop.clone());
            ever.extend(turn.replace.as_ref().map(|replaced| replaced.text.clone()));
            self.said[turn.seat.index()] =
                Said { pop: Some(turn.pop), replace: turn.replace.map(|replaced| replaced.text) };
        }
    }

    /// What this player said before the latest turn.
    pub(super) fn said_before(&self, seat: Seat) -> &Said {
        &self.said[seat.index()]
    }

    /// Whether this may be a late copy of what this player said in an earlier turn. The latest turn is not among them.
    pub(super) fn may_be_late(&self, seat: Seat, text: &str) -> bool {
        self.ever[seat.index()].contains(text)
    }

    /// Whether this player has begun a turn of this round so.
    fn was_said(&self, seat: Seat, pop: &str) -> bool {
        self.may_be_late(seat, pop) || self.latest_of(seat).is_some_and(|latest| latest.pop == pop)
    }

    /// Whether something that is against the rules now may be a late copy of what was right in an earlier turn. Who
    /// repeats it means it.
    pub(super) fn excuses(&mut self, seat: Seat, text: &str) -> bool {
        let is_late = self.was_said(seat, text);
        self.excused += u32::from(is_late);
        is_late && self.excused <= MAX_EXCUSES
    }

    /// The latest turn, if it is of this player.
    pub(super) fn latest_of(&self, seat: Seat) -> Option<&Turn> {
        self.latest.as_ref().filter(|turn| turn.seat == seat)
    }
}
