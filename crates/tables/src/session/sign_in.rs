//! Who is at the other end: hello, names, and the welcome.

use protocol::{
    Bye, ByeReason, Hello, Name, Ref, Refusal, RefusalCode, SeatedTable, ServerMsg, TableId, VERSION, Welcome,
};

use super::Session;
use crate::cluster::Place;
use crate::limiter::LimitKind;
use crate::people::{PersonInfo, TokenHash, cannot_read};
use crate::table::{TableRequest, draw_secret};

impl Session {
    pub(super) async fn hello(&mut self, hello: Hello) -> Result<(), Refusal> {
        if hello.version != VERSION {
            let sentence =
                format!("This house speaks version {VERSION} of the protocol, not {}.", hello.version);
            return Err(Refusal::new(RefusalCode::UnsupportedVersion, sentence));
        }
        if self.greeted {
            return Err(Refusal::new(RefusalCode::BadMessage, "You have said hello already."));
        }
        self.refuse_banned(None)?;
        self.bot = hello.program;
        if let Some(token) = hello.token {
            let forgotten = || {
                Refusal::new(RefusalCode::UnknownToken, "The house does not know you any more. Pick a name.")
            };
            let known = self.known_by(&token).await?.ok_or_else(forgotten)?;
            self.sign_in_with(known, &token)?;
            self.token = token;
        } else if let Some(code) = hello.sign_in_code {
            self.redeem(&code).await?;
        } else if let Some(user) = self.origin.proxy_user.clone() {
            self.sign_in_proxy_user(&user, hello.name.as_deref()).await?;
        } else if let Some(name) = hello.name {
            self.register(&name, hello.invitation.as_deref()).await?;
        } else if let Some(token) = self.remembered.take() {
            let known = self.known_by(&token).await?;
            known.map_or(Ok(()), |known| self.sign_in_with(known, &token))?;
        }
        let woken = match &self.person {
            Some(known) => self.server.wake_tables_of(known.id).await,
            None => Vec::new(),
        };
        self.apply_blocks().await?;
        let mut seats = self.seats_at_sign_in().await?;
        // One that was awake may have fallen asleep meanwhile, and is not among those that are.
        for (table, seat) in woken {
            if !seats.iter().any(|(known, _)| *known == table) {
                seats.push((table, seat));
            }
        }
        self.greeted = true;
        self.secret = draw_secret(&self.server.config().entropy).ok();
        self.server.greeted(self.connection);
        self.welcome(hello.reference, &seats);
        if let Some(known) = &self.person {
            self.server.ready_returned(known.id);
            self.send_unread(known.id).await;
        }
        // What is awake here may be another node's by now, and older than what this person has seen there.
        let lease = self.server.wait_for_lease().await;
        for (table, _) in seats {
            // A table that is busy or just gone is found by the client in its list of tables.
            let attach = || TableRequest::Attach { since: None };
            let mut asked = lease.clone().and_then(|()| self.ask_awake(table, None, attach()));
            // It may have fallen asleep since it was woken for this person.
            if asked.is_err()
                && self.server.cluster().is_none()
                && self.server.find_table(table).await.is_ok()
            {
                asked = self.ask_awake(table, None, attach());
            }
            // In a cluster it may be on its way from one node to another, and is come to when it is there.
            if asked.is_err()
                && let (Some(cluster), Some(caller)) = (self.server.cluster(), self.caller_if_known())
            {
                cluster.note_place(self.connection, table, &caller, &self.outbox, Place::Seat);
                cluster.lead_anew(&self.server, vec![table]);
            }
        }
        Ok(())
    }

    /// The tables of whom this connection belongs to. A person who is not shown their tables would wait for them for ever:
    /// if they cannot be read the connection is closed, and the client comes back.
    async fn seats_at_sign_in(&self) -> Result<Vec<(TableId, game::Seat)>, Refusal> {
        let Some(known) = &self.person else { return Ok(Vec::new()) };
        self.server.all_seats_of(known.id).await.map_err(|error| {
            let refusal = cannot_read(&error, self.server.time().now());
            let (reason, message) = (ByeReason::ServerShutdown, refusal.message.clone());
            self.outbox.close(Bye { reason, message, retry_ms: None });
            refusal
        })
    }

    async fn known_by(&self, token: &str) -> Result<Option<PersonInfo>, Refusal> {
        let found = self.server.people().by_token(token).await;
        found.map_err(|error| cannot_read(&error, self.server.time().now()))
    }

    async fn register(&mut self, name: &str, invitation: Option<&str>) -> Result<(), Refusal> {
        let (name, door) = (read_name(name)?, self.server.config().door);
        self.spend_at_address(LimitKind::Names, "Too many new names from your address: wait a moment.")?;
        let (known, token) = self
            .server
            .people()
            .register_through(door, invitation, name, &self.origin, self.server.time().now())
            .await?;
        self.token = token.text();
        self.sign_in_with(known, &token.text())
    }

    /// Signs in as somebody who made a code for this device.
    async fn redeem(&mut self, code: &str) -> Result<(), Refusal> {
        let people = self.server.people();
        let (known, token) = people.redeem(code, &self.origin, self.server.time().now()).await?;
        let person = known.id;
        self.token = token.text();
        self.sign_in_with(known, &token.text())?;
        self.server.devices_changed(person);
        Ok(())
    }

    /// Signs in whom a trusted proxy has named. A user who is new here is the person of the cookie, if that person belongs to
    /// no other user; else a new person.
    async fn sign_in_proxy_user(&mut self, user: &str, name: Option<&str>) -> Result<(), Refusal> {
        let now = self.server.time().now();
        let found = self.server.people().by_proxy_user(user).await;
        if let Some(known) = found.map_err(|error| cannot_read(&error, now))? {
            return self.sign_in(known);
        }
        if let Some(token) = self.remembered.take()
            && let Some(known) = self.known_by(&token).await?
            && self.server.people().adopt_proxy_user(user, known.id, now).await?
        {
            return self.sign_in_with(known, &token);
        }
        let people = self.server.people();
        let (known, token) =
            people.register_proxy_user(user, name.unwrap_or(user), &self.origin, now).await?;
        self.token = token.text();
        self.sign_in_with(known, &token.text())
    }

    /// Signs in with the token of a device.
    fn sign_in_with(&mut self, known: PersonInfo, token: &str) -> Result<(), Refusal> {
        let (person, device) = (known.id, TokenHash::of(token));
        self.server.identified(self.connection, person, device);
        self.device = device;
        if let Some(device) = device {
            self.server.people().device_connects(device, &self.origin, self.server.time().now());
        }
        self.sign_in(known)
    }

    pub(super) fn sign_in(&mut self, known: PersonInfo) -> Result<(), Refusal> {
        let (people, id) = (self.server.people(), known.id);
        self.refuse_banned(Some(id))?;
        self.server.identified_person(self.connection, id);
        people.connected(id, self.server.time().now());
        self.account = self.server.limiter().person(id);
        // The message that says who it is was the person's.
        let _ = self.account.take(LimitKind::Messages, 1, self.server.time().now());
        self.person = Some(known);
        self.server.people_changed();
        let exceeded = match self.account.open(LimitKind::OpenConnections) {
            Ok(counted) => {
                self.counted = counted;
                return Ok(());
            }
            Err(exceeded) => exceeded,
        };
        self.server.metrics().connections_rejected_total.inc();
        let message = "You are here over too many connections at once.".to_owned();
        let (reason, retry_ms) = (ByeReason::TooManyConnections, Some(exceeded.retry_ms));
        self.outbox.close(Bye { reason, message: message.clone(), retry_ms });
        Err(Refusal::new(RefusalCode::LimitReached, message).retry_after(exceeded.retry_ms))
    }

    fn welcome(&self, reference: Option<Ref>, seats: &[(TableId, game::Seat)]) {
        let tables = seats
            .iter()
            .filter_map(|(table, seat)| Some(SeatedTable { info: self.server.card(*table)?, seat: *seat }));
        self.outbox.send_to_person(&ServerMsg::Welcome(Welcome {
            version: VERSION,
            name: self.person.as_ref().map(|known| known.name.to_string()),
            token: self.token.clone(),
            door: self.server.config().door,
            tables: tables.collect(),
            wish: self.person.as_ref().and_then(|known| self.server.wish_of(known.id)),
            commitment: self.secret.map(|secret| secret.commitment()),
            build: self.server.config().build.clone(),
            reference,
        }));
    }

    pub(super) async fn rename(
        &mut self,
        name: &str,
        invitation: Option<&str>,
        reference: Option<Ref>,
    ) -> Result<(), Refusal> {
        if !self.greeted {
            return Err(Refusal::new(RefusalCode::HelloRequired, "Say hello first."));
        }
        let now = self.server.time().now();
        match self.person.clone() {
            None => self.register(name, invitation).await?,
            Some(known) => {
                let name = read_name(name)?;
                self.spend_alone(LimitKind::Names, "You change your name too fast: wait a moment.")?;
                self.server.people().rename(known.id, name.clone(), now).await?;
                self.server.blocked_person_renamed(known.id, name.as_str());
                if let Some(cluster) = self.server.cluster() {
                    cluster.send_renamed(known.id, name.to_string()).await;
                }
                self.person = Some(PersonInfo { id: known.id, name });
                let caller = self.caller()?;
                // The name is stored: a table that cannot be found now reads it when the person comes back.
                let seats = self.server.all_seats_of(known.id).await;
                for (table, _) in seats.unwrap_or_else(|_| self.server.seats_of(known.id)) {
                    // The name is changed already: a busy table hears of it a moment later, one that is gone need not.
                    let Ok(handle) = self.server.table(table) else { continue };
                    handle.deliver(self.request(caller.clone(), None, TableRequest::Renamed)).await;
                }
            }
        }
        let seats = self.seats_at_sign_in().await?;
        self.welcome(reference, &seats);
        Ok(())
    }
}

pub(super) fn read_name(name: &str) -> Result<Name, Refusal> {
    Name::parse(name).map_err(|bad| Refusal::new(RefusalCode::BadName, bad.to_string()))
}
