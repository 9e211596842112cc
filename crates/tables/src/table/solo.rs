//! What one person may do who plays alone against bots: take back a decision, and pause.

use game::Seat;
use protocol::{Refusal, RefusalCode, TableStage};

use super::decide::{Decided, refuse};
use super::state::{FactError, SeatOccupant, TableState};
use crate::journal::Fact;
use crate::people::PersonId;

impl TableState {
    /// The seat of somebody who plays alone against bots.
    fn alone_against_bots(&self, person: PersonId) -> Result<Seat, Refusal> {
        let Some(seat) = self.seat_of(person) else {
            return refuse(RefusalCode::NotSeated, "You do not sit at this table.");
        };
        if self.stage != TableStage::Running {
            return refuse(RefusalCode::NotStarted, "No game is running here.");
        }
        let mut others = self.seats.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let only_bots = others.all(|(_, other)| matches!(other.who, SeatOccupant::Bot(_)));
        let deals_elsewhere = self.legacy.deals(self.config.game.name(), &self.config.options);
        if !only_bots || deals_elsewhere || self.config.legacy_protocol.is_some() {
            let sentence = "That is possible only where you play alone against bots.";
            return refuse(RefusalCode::NotAlone, sentence);
        }
        Ok(seat)
    }

    /// The same where nothing is at stake.
    fn alone_and_unrated(&self, person: PersonId) -> Result<Seat, Refusal> {
        if self.config.rated {
            let sentence = "This table is rated: no decision is taken back, no game paused or ended here.";
            return refuse(RefusalCode::RatedTable, sentence);
        }
        self.alone_against_bots(person)
    }

    /// Refuses what would make the deal of the day another for this person than for everybody else.
    /// A game of a tournament is played once and to its end, too.
    pub(super) fn not_played_once(&self) -> Result<(), Refusal> {
        if self.config.tournament.is_some() {
            let sentence =
                "A game of a tournament is played once: nothing is taken back, paused or repeated.";
            return refuse(RefusalCode::AlreadyPlayed, sentence);
        }
        if self.config.day.is_none() {
            return Ok(());
        }
        let sentence = "The deal of the day is played once, by everybody alike: nothing is taken back, paused or repeated.";
        refuse(RefusalCode::AlreadyPlayed, sentence)
    }

    /// Takes back the person's last decision and all that was played after it.
    pub(crate) fn undo(&self, person: PersonId, game_number: u32, nth: u32) -> Decided {
        let seat = self.alone_and_unrated(person)?;
        self.not_played_once()?;
        let (_, current) = self.decision_of(person, game_number)?;
        if nth != current {
            return refuse(RefusalCode::Stale, "Something was decided meanwhile: look again.");
        }
        let last = self.game.as_ref().and_then(|game| game.actions_before_last_of(seat));
        let Some(keep) = last else {
            return refuse(RefusalCode::NothingToUndo, "There is nothing to take back.");
        };
        let mut facts = self.return_facts(seat);
        facts.extend(self.paused.then_some(Fact::Resumed { seat }));
        facts.push(Fact::Undone { seat, keep: keep as u32 });
        Ok(facts.into())
    }

    /// Pauses the game, or goes on with it. To ask for what is so already changes nothing.
    pub(crate) fn pause(&self, person: PersonId, on: bool) -> Decided {
        let seat = self.alone_and_unrated(person)?;
        self.not_played_once()?;
        let facts = match (on, self.paused) {
            (true, false) => vec![Fact::Paused { seat }],
            (false, true) => vec![Fact::Resumed { seat }],
            _ => Vec::new(),
        };
        Ok(facts.into())
    }

    /// Ends the game.
    pub(crate) fn resign(&self, person: PersonId) -> Decided {
        let seat = self.alone_and_unrated(person)?;
        if self.config.tournament.is_some() {
            self.not_played_once()?;
        }
        Ok(vec![Fact::Abandoned { seat }].into())
    }

    /// The game is as it was after this number of actions.
    pub(super) fn take_back(&mut self, seat: Seat, keep: u32, seq: u64, at: i64) -> Result<(), FactError> {
        let keep = keep as usize;
        let game = self.game.as_mut().ok_or("something is taken back before the deal")?;
        if self.stage != TableStage::Running || keep + 1 >= self.game_seqs.len() {
            return Err(format!("seat {seat} takes back what was not played").into());
        }
        game.rewind(keep);
        self.undo_count += 1;
        self.game_seqs.truncate(keep + 1);
        // The next changes build on what is sent now.
        if let Some(last) = self.game_seqs.last_mut() {
            *last = seq;
        }
        for seat in &mut self.seats {
            seat.draft = None;
            seat.deadline = None;
            seat.clock_finishes = false;
        }
        self.set_deadlines(at);
        Ok(())
    }

    /// Notes what a fact says about whether the game is suspended. What nobody paused goes on with the next fact; what was
    /// paused goes on when its person wants it, and no clock has run meanwhile.
    pub(super) fn note_suspension(&mut self, fact: &Fact, at: i64) {
        match fact {
            Fact::Suspended => self.suspended = Some(at),
            Fact::Paused { .. } => (self.suspended, self.paused) = (Some(at), true),
            Fact::Resumed { .. } => {
                self.paused = false;
                if let Some(since) = self.suspended.take() {
                    self.put_off_deadlines((at - since).max(0));
                }
            }
            _ if self.paused => {}
            _ => self.suspended = None,
        }
    }
}
