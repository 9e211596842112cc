//! The deal of the day, asked for by a connection.

use protocol::{DayNonce, PlayDay, Refusal};

use super::Session;
use crate::limiter::LimitKind;
use crate::table::TableRequest;

impl Session {
    /// Leads to the person's table for the deal of the day.
    pub(super) async fn play_day(&mut self, play: PlayDay) -> Result<(), Refusal> {
        let caller = self.caller()?;
        self.spend(LimitKind::Tables, 1, "You open tables too fast: wait a moment.")?;
        let table = self.server.play_day(&caller, &play.game).await?;
        self.answer(play.reference).done(Some(table));
        self.ask(table, None, TableRequest::Attach { since: Some(0) }).await
    }

    /// Adds to the randomness of a day.
    pub(super) async fn add_day_nonce(&mut self, add: DayNonce) -> Result<(), Refusal> {
        let caller = self.caller()?;
        self.spend(LimitKind::Drafts, 1, "You change your mind too fast: wait a moment.")?;
        self.server.add_day_nonce(caller.person, add.date, &add.nonce).await?;
        self.answer(add.reference).done(None);
        Ok(())
    }
}
