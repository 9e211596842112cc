//! Reports, notices that were read, and what a sign-in brings along: bans, blocks and warnings.

use std::net::IpAddr;

use protocol::{Acknowledge, ChatRoom, ChatText, Refusal, RefusalCode, Report, ServerMsg};

use super::Session;
use crate::limiter::LimitKind;
use crate::moderation::BlockedPerson;
use crate::people::{PersonId, cannot_read};
use crate::table::TableRequest;

/// The longest reason of a report, in characters.
const MAX_REASON: usize = 200;

const TOO_FAST: &str = "You do that too fast: wait a moment.";

impl Session {
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.origin.address.parse().ok()
    }

    /// Whether the connection may be here: neither its person nor its address is banned.
    pub(super) fn refuse_banned(&self, person: Option<PersonId>) -> Result<(), Refusal> {
        match self.server.ban(person, self.address()) {
            Some(ban) => Err(self.server.turn_away(&self.outbox, &ban)),
            None => Ok(()),
        }
    }

    /// Hides what those say whom the person blocks, before anything is shown.
    pub(super) async fn apply_blocks(&self) -> Result<(), Refusal> {
        let Some(known) = self.person.as_ref().filter(|_| !self.legacy) else { return Ok(()) };
        let blocked = self.server.blocked_by(known.id).await;
        let blocked = blocked.map_err(|error| cannot_read(&error, self.server.time().now()))?;
        for name in blocked.iter().flat_map(BlockedPerson::names) {
            self.outbox.mute(name, true);
        }
        Ok(())
    }

    /// Sends this connection the warnings that its person has not read.
    pub(super) async fn send_unread(&self, person: PersonId) {
        for notice in self.server.unread(person).await {
            self.outbox.send_to_person(&ServerMsg::Notice(notice));
        }
    }

    pub(super) async fn report(&mut self, report: Report) -> Result<(), Refusal> {
        let caller = self.caller()?;
        let Report { room, number, reason, reference } = report;
        let reason = reason.map(|text| ChatText::clean(&text)).transpose();
        let reason = reason.map_err(|bad| Refusal::new(RefusalCode::BadChat, bad.to_string()))?;
        if reason.as_ref().is_some_and(|text| text.as_str().chars().count() > MAX_REASON) {
            let sentence = format!("A reason has at most {MAX_REASON} characters.");
            return Err(Refusal::new(RefusalCode::BadChat, sentence));
        }
        if self.legacy {
            return Err(Refusal::new(RefusalCode::NameRequired, "Old programs cannot report anything."));
        }
        self.spend(LimitKind::Changes, 1, TOO_FAST)?;
        self.server.may_report(room, number, caller.person).await?;
        let (table, watchers) = match room {
            ChatRoom::Lobby => {
                self.server.report_in_lobby(&caller, number, reason).await?;
                self.answer(reference).done(None);
                return Ok(());
            }
            ChatRoom::Table(table) => (table, false),
            ChatRoom::Watchers(table) => (table, true),
        };
        self.ask(table, reference, TableRequest::Report { watchers, number, reason }).await
    }

    pub(super) async fn acknowledge(&self, read: Acknowledge) -> Result<(), Refusal> {
        let caller = self.caller()?;
        self.spend(LimitKind::Changes, 1, TOO_FAST)?;
        self.server.acknowledge(caller.person, &read.notice).await?;
        self.answer(read.reference).done(None);
        Ok(())
    }
}
