//! What follows from blocks, warnings, mutes and bans, for those who are connected; and what the operator does to tables.

use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use protocol::{
    Bye, ByeReason, ChatRoom, ChatText, Name, Notice, NoticeKind, Ref, Refusal, RefusalCode, ServerMsg,
    TableId,
};
use store::ReadError;

use super::Server;
use crate::moderation::{
    AuditEntry, BlockedPerson, Operator, RELOAD_MS, ReportInfo, ReportedLine, Sanction, SanctionKind,
    SanctionTarget, no_such_line,
};
use crate::outbox::{Outbox, Outgoing};
use crate::people::{PersonId, PersonInfo, cannot_read};
use crate::table::{Caller, RequestEnvelope, Responder, TableMsg, TableRequest};

/// How long an answer of a table is waited for.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(8);

/// Maximum number of entries in one answer to the operator.
pub const MAX_LISTED: u32 = 200;

fn bye(sanction: &Sanction, now: i64) -> Bye {
    let refusal = sanction.refusal(now);
    Bye { reason: ByeReason::Banned, message: refusal.message, retry_ms: refusal.retry_ms }
}

impl Server {
    /// The ban that a person or an address is under.
    #[must_use]
    pub fn ban_of(&self, person: Option<PersonId>, address: Option<IpAddr>) -> Option<Refusal> {
        self.ban(person, address).map(|sanction| sanction.refusal(self.time().now()))
    }

    pub(crate) fn ban(&self, person: Option<PersonId>, address: Option<IpAddr>) -> Option<Sanction> {
        let now = self.time().now();
        let of_person = person.and_then(|person| self.moderation.of_person(SanctionKind::Ban, person, now));
        of_person.or_else(|| address.and_then(|address| self.moderation.of_address(address, now)))
    }

    /// The mute that a person is under.
    pub(crate) fn mute_of(&self, person: PersonId) -> Option<Refusal> {
        let now = self.time().now();
        self.moderation.of_person(SanctionKind::Mute, person, now).map(|sanction| sanction.refusal(now))
    }

    /// Tells a connection that is banned so, and closes it.
    pub(crate) fn turn_away(&self, outbox: &Outbox, sanction: &Sanction) -> Refusal {
        let now = self.time().now();
        outbox.close(bye(sanction, now));
        sanction.refusal(now)
    }

    /// Closes the connections of those who are banned.
    fn enforce_bans(&self) {
        let now = self.time().now();
        let mut banned = Vec::new();
        for connected in self.connections().values() {
            if let Some(sanction) = self.ban(connected.person, connected.address) {
                connected.outbox.close(bye(&sanction, now));
                banned.extend(connected.person);
            }
        }
        for person in banned {
            self.leave_ready_list(person);
        }
    }

    /// Whom a person blocks, by their names of today.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn blocked_by(&self, by: PersonId) -> Result<Vec<BlockedPerson>, ReadError> {
        self.moderation.tidy_blocks(|person| self.people().is_connected(person));
        self.moderation.blocked_by(by).await
    }

    /// Whether one of two people is known to block the other.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn blocks(&self, by: PersonId, whom: PersonId) -> Result<bool, ReadError> {
        Ok(self.moderation.blocked_by(by).await?.iter().any(|blocked| blocked.person == whom))
    }

    /// A person blocks somebody.
    ///
    /// # Errors
    /// If there is nobody of that name, it was done already, would be too many, or cannot be stored.
    pub async fn block(&self, by: PersonId, name: &str) -> Result<(), Refusal> {
        let now = self.time().now();
        let whom = self.stored_person(name).await?;
        self.moderation.block(by, &whom, now).await?;
        self.hide(by, whom.name.as_str(), true);
        // A proposal that both are asked about is over.
        self.match_ready();
        self.tell_nodes(Some(by)).await;
        Ok(())
    }

    /// A person does not block somebody any more. False if they did not.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn unblock(&self, by: PersonId, name: &str) -> Result<bool, Refusal> {
        let now = self.time().now();
        let found = self.moderation.unblock(by, |blocked| blocked.name == name, now).await?;
        let Some(found) = found else { return Ok(false) };
        for name in found.names() {
            self.hide(by, name, false);
        }
        self.tell_nodes(Some(by)).await;
        Ok(true)
    }

    /// Hides what somebody says on all connections of a person, or shows it again.
    fn hide(&self, by: PersonId, name: &str, on: bool) {
        let own: Vec<_> = {
            let connections = self.connections();
            let own = connections.iter().filter(|(_, connected)| connected.person == Some(by));
            own.map(|(id, connected)| (*id, connected.outbox.clone())).collect()
        };
        for (connection, outbox) in own {
            outbox.mute(name, on);
            if let Some(cluster) = &self.cluster {
                cluster.note_muted(connection, &outbox);
            }
            outbox.send_to_person(&ServerMsg::BlocksChanged {});
        }
    }

    /// A person was renamed: the connections of those who block them mute the new name, too.
    pub(crate) fn blocked_person_renamed(&self, person: PersonId, name: &str) {
        for by in self.moderation.renamed(person, name) {
            self.hide(by, name, true);
        }
    }

    /// Says to the other nodes that something about people was decided.
    async fn tell_nodes(&self, person: Option<PersonId>) {
        if let Some(cluster) = &self.cluster {
            cluster.send_people_changed(person).await;
        }
    }

    /// Another node has decided something about people.
    pub(crate) async fn people_changed_elsewhere(&self, person: Option<PersonId>) {
        if let Some(person) = person.filter(|person| self.people().is_connected(*person)) {
            self.block_list_changed(person).await;
            self.match_ready();
            for notice in self.unread(person).await {
                self.send_to(person, &ServerMsg::Notice(notice));
            }
        }
        self.reload_sanctions().await;
    }

    async fn block_list_changed(&self, person: PersonId) {
        let before = self.moderation.known_blocks(person);
        let Ok(list) = self.moderation.blocked_by(person).await else { return };
        for gone in before.iter().filter(|old| !list.iter().any(|new| new.person == old.person)) {
            gone.names().for_each(|name| self.hide(person, name, false));
        }
        for new in list.iter().filter(|new| !before.iter().any(|old| old.person == new.person)) {
            new.names().for_each(|name| self.hide(person, name, true));
        }
    }

    /// The warnings that a person has not read.
    pub(crate) async fn unread(&self, person: PersonId) -> Vec<Notice> {
        // If they cannot be read they wait for the next sign-in.
        let unread = self.moderation.unread(person).await;
        unread.inspect_err(|error| tracing::warn!(%error, "reading warnings failed")).unwrap_or_default()
    }

    /// Somebody has read a warning.
    pub(crate) async fn acknowledge(&self, person: PersonId, id: &str) -> Result<(), Refusal> {
        self.moderation.acknowledge(person, id, self.time().now()).await
    }

    async fn reload_sanctions(&self) {
        match self.moderation.reload().await {
            Ok(()) => self.enforce_bans(),
            Err(error) => tracing::warn!(%error, "reading bans again failed"),
        }
    }

    /// Somebody who is stored, by name.
    pub(super) async fn stored_person(&self, name: &str) -> Result<PersonInfo, Refusal> {
        let nobody =
            || Refusal::new(RefusalCode::NoSuchPerson, format!("There is nobody called {name} here."));
        let parsed = Name::parse(name).map_err(|_| nobody())?;
        let found = self.store().person_by_name_key(&parsed.key()).await;
        let found = found.map_err(|error| cannot_read(&error, self.time().now()))?;
        let found = found.filter(|person| person.name == parsed.as_str()).ok_or_else(nobody)?;
        Ok(PersonInfo { id: PersonId(found.id), name: parsed })
    }

    /// Warns somebody: shown to them now if they are here, and at each sign-in until they have read it.
    ///
    /// # Errors
    /// If there is nobody of that name, or it cannot be stored.
    pub async fn warn(&self, name: &str, text: &ChatText, operator: &Operator) -> Result<(), Refusal> {
        let person = self.stored_person(name).await?;
        let notice = self.moderation.warn(&person, text, operator, self.time().now()).await?;
        self.send_to(person.id, &ServerMsg::Notice(notice));
        self.tell_nodes(Some(person.id)).await;
        Ok(())
    }

    /// Mutes or bans a person for a time.
    ///
    /// # Errors
    /// If there is nobody of that name, the time is out of range, or it cannot be stored.
    pub async fn sanction_person(
        &self,
        kind: SanctionKind,
        name: &str,
        minutes: u32,
        reason: String,
        operator: &Operator,
    ) -> Result<Sanction, Refusal> {
        let PersonInfo { id, name } = self.stored_person(name).await?;
        let target = SanctionTarget::Person { id, name: name.to_string() };
        self.sanction(kind, target, minutes, reason, operator).await
    }

    /// Mutes or bans for a time.
    ///
    /// # Errors
    /// If the time is out of range, or it cannot be stored.
    pub async fn sanction(
        &self,
        kind: SanctionKind,
        target: SanctionTarget,
        minutes: u32,
        reason: String,
        operator: &Operator,
    ) -> Result<Sanction, Refusal> {
        let now = self.time().now();
        let sanction = self.moderation.sanction(kind, target, minutes, reason, operator, now).await?;
        if let (SanctionKind::Mute, SanctionTarget::Person { id, .. }) = (kind, &sanction.target) {
            let message = sanction.refusal(now).message;
            let notice = Notice { id: None, kind: NoticeKind::Muted, table: None, message };
            self.send_to(*id, &ServerMsg::Notice(notice));
        }
        self.enforce_bans();
        self.tell_nodes(None).await;
        Ok(sanction)
    }

    /// The mutes and bans that count, the latest first.
    #[must_use]
    pub fn sanctions(&self) -> Vec<Sanction> {
        self.moderation.sanctions(self.time().now())
    }

    /// Ends a mute or a ban before its time. False if there is none of that id.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn lift_sanction(&self, id: &str, operator: &Operator) -> Result<bool, Refusal> {
        let lifted = self.moderation.lift(id, operator, self.time().now()).await?;
        self.tell_nodes(None).await;
        Ok(lifted)
    }

    /// The reports that are open, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn reports(&self, before: Option<i64>) -> Result<Vec<ReportInfo>, ReadError> {
        self.moderation.reports(before, MAX_LISTED).await
    }

    /// A report is dealt with and deleted. False if there is none of that id.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn close_report(&self, id: &str, operator: &Operator) -> Result<bool, Refusal> {
        self.moderation.close_report(id, operator, self.time().now()).await
    }

    /// What operators did before a moment, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn audit(&self, before: Option<i64>) -> Result<Vec<AuditEntry>, ReadError> {
        self.moderation.audit(before, MAX_LISTED).await
    }

    /// Lists something that an operator does.
    ///
    /// # Errors
    /// If it cannot be stored: then it should not be done.
    pub async fn note_operator(
        &self,
        operator: &Operator,
        action: &str,
        target: &str,
        detail: &str,
    ) -> Result<(), Refusal> {
        self.moderation.note(operator, action, target, detail, self.time().now()).await
    }

    /// Somebody reports a line of the lobby.
    pub(crate) async fn report_in_lobby(
        &self,
        by: &Caller,
        number: u64,
        reason: Option<ChatText>,
    ) -> Result<(), Refusal> {
        let line = self.lobby().chat().into_iter().find(|line| line.number == number);
        let line = line.ok_or_else(no_such_line)?;
        let reported = ReportedLine::new(ChatRoom::Lobby, line, by, reason, self.time().now())?;
        reported.store(self.store()).await?;
        self.metrics().chat_reports_total.inc();
        Ok(())
    }

    /// Whether somebody may report a line now.
    pub(crate) async fn may_report(&self, room: ChatRoom, number: u64, by: PersonId) -> Result<(), Refusal> {
        let allowed = self.moderation.may_report(room, number, by).await;
        allowed.map_err(|error| cannot_read(&error, self.time().now()))?
    }

    /// Closes a table, wherever it is. A running game ends without a winner; what was played is kept.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be stored.
    pub async fn close_table(
        self: &Arc<Self>,
        table: TableId,
        reason: Option<ChatText>,
        operator: &Operator,
    ) -> Result<(), Refusal> {
        self.wait_for_lease().await?;
        self.find_table(table).await?;
        let why = reason.as_ref().map_or("", ChatText::as_str).to_owned();
        // Listed before it is done: nothing that an operator does is missing from the list.
        self.note_operator(operator, "close_table", &table.to_string(), &why).await?;
        self.ask_to_close(table, reason).await
    }

    /// Closes a table: a running game ends without a winner, and everybody there receives the reason.
    pub(super) async fn ask_to_close(&self, table: TableId, reason: Option<ChatText>) -> Result<(), Refusal> {
        let closed = self.ask_table(table, PersonId(0), TableRequest::OperatorClose { reason }).await;
        // The answer of another node can be lost with the way to the table: the database knows whether it is closed.
        match self.store().table(table.number()).await {
            Ok(None) => Ok(()),
            _ => closed,
        }
    }

    /// Asks a table for something in somebody's name, and waits for the answer.
    pub(super) async fn ask_table(
        &self,
        table: TableId,
        person: PersonId,
        request: TableRequest,
    ) -> Result<(), Refusal> {
        let handle = self.find_table(table).await?;
        let outbox = Outbox::new(self.metrics().clone());
        let connection = self.connect(&outbox);
        let reference: Ref = serde_json::from_str("1").map_err(|_| unanswered())?;
        let from = Caller { person, name: String::new(), bot: false, legacy: false, address: None };
        let answer = Responder { outbox: outbox.clone(), reference: Some(reference) };
        let asked =
            handle.send(TableMsg::Request(Box::new(RequestEnvelope { from, connection, answer, request })));
        let answered = match asked {
            Ok(()) => tokio::time::timeout(ANSWER_TIMEOUT, answer_of(&outbox)).await,
            Err(refusal) => Ok(Err(refusal)),
        };
        self.disconnect(connection);
        answered.unwrap_or_else(|_| Err(unanswered()))
    }
}

fn unanswered() -> Refusal {
    Refusal::new(RefusalCode::TableBusy, "The table did not answer. Look whether it is still there.")
}

/// Waits for the answer to a request.
async fn answer_of(outbox: &Outbox) -> Result<(), Refusal> {
    while let Ok(outgoing) = outbox.next().await {
        let Outgoing::Text(text) = outgoing else { continue };
        match serde_json::from_slice(&text) {
            Ok(ServerMsg::Done(_)) => return Ok(()),
            Ok(ServerMsg::Refused(refused)) => {
                return Err(Refusal {
                    code: refused.code,
                    message: refused.message,
                    retry_ms: refused.retry_ms,
                });
            }
            _ => {}
        }
    }
    Err(unanswered())
}

/// In a cluster, reads the sanctions again now and then: a message of another node may be lost.
pub(super) async fn run_reloader(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let time = running.time().clone();
        drop(running);
        time.sleep_until(Some(time.now() + RELOAD_MS)).await;
        match server.upgrade() {
            Some(running) => running.reload_sanctions().await,
            None => return,
        }
    }
}
