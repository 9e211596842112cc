//! A game that has ended, written down for those who look at it later.

use std::ops::Range;

use game::face::ChosenBy;
use game::json::{NotJson, field};
use game::{Seat, SeatSet};
use protocol::{GameJson, Seal, SealedNames};

use super::state::TableState;
use crate::journal::Fact;

/// How a game ended.
pub(crate) struct Ending<'a> {
    pub(crate) winners: SeatSet,
    pub(crate) scores: &'a [i32],
    pub(crate) abandoned: bool,
    pub(crate) at: i64,
    /// What ended it, if the table has not taken it in yet.
    pub(crate) last: &'a [Fact],
}

/// A replay, and the hash of it.
pub(crate) struct Sealed {
    pub(crate) body: String,
    pub(crate) seal: Seal,
}

impl TableState {
    /// The replay of the game. Before its last action is taken in, and after, it is the same.
    ///
    /// # Errors
    /// If something in it has no form in JSON.
    pub(crate) fn replay_body(&self, ending: &Ending<'_>) -> Result<Sealed, NotJson> {
        let (mut body, mut after) = (Vec::new(), Vec::new());
        let unsealed = self.write_replay(ending, &mut body, &mut after)?;
        let seal = Seal::of_sorted(&[&body[..unsealed.start], &body[unsealed.end..], &after]);
        body.extend_from_slice(format!(",\"seal\":\"{seal}\"").as_bytes());
        body.append(&mut after);
        Ok(Sealed { body: String::from_utf8(body).map_err(serde::ser::Error::custom)?, seal })
    }

    /// Writes the replay as it is sealed, in one line and the fields in alphabetical order: what stands before the seal,
    /// and what stands after. Gives the part before the seal that it does not cover.
    fn write_replay(
        &self,
        ending: &Ending<'_>,
        before: &mut Vec<u8>,
        after: &mut Vec<u8>,
    ) -> Result<Range<usize>, NotJson> {
        field(before, b"{\"abandoned\":", &ending.abandoned)?;
        if let Some(deal) = self.luck.dealt() {
            field(before, b",\"deal\":", deal)?;
        }
        field(before, b",\"ended\":", &ending.at)?;
        if !self.hinted.is_empty() {
            field(before, b",\"hinted\":", &self.hinted)?;
        }
        field(before, b",\"id\":", &self.replay_id())?;
        let names = self.names();
        let sealed = self.name_salt.map(|salt| SealedNames::new(&names, salt));
        if let Some(SealedNames { name_hashes, .. }) = &sealed {
            field(before, b",\"name_hashes\":", name_hashes)?;
        }
        let unsealed = before.len();
        if let Some(SealedNames { name_salts, .. }) = &sealed {
            field(before, b",\"name_salts\":", name_salts)?;
        }
        field(before, b",\"names\":", &names)?;
        // Without hashes the seal covers the names themselves.
        let unsealed = if sealed.is_some() { unsealed..before.len() } else { unsealed..unsealed };
        before.extend_from_slice(b",\"record\":");
        match &self.game {
            Some(game) => game.write_record(&ending.played(), before)?,
            None => before.extend_from_slice(b"null"),
        }
        field(before, b",\"scores\":", ending.scores)?;
        field(after, b",\"table\":", &self.id)?;
        if self.undo_count > 0 {
            field(after, b",\"undo_count\":", &self.undo_count)?;
        }
        field(after, b",\"winners\":", &ending.winners)?;
        after.push(b'}');
        Ok(unsealed)
    }
}

impl Ending<'_> {
    /// The actions that the table has not taken in yet.
    fn played(&self) -> Vec<(Seat, &GameJson, ChosenBy)> {
        let played = self.last.iter().filter_map(|fact| match fact {
            Fact::Acted { seat, action, by } => Some((*seat, action, *by)),
            _ => None,
        });
        played.collect()
    }
}
