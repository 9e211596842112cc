//! Who is at the other end: hello, names, and the welcome.

use protocol::{
    Bye, ByeReason, Hello, Name, Ref, Refusal, RefusalCode, SeatedTable, ServerMsg, VERSION, Welcome,
};

use super::Session;
use crate::people::{PersonInfo, cannot_read};
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
        self.bot = hello.program;
        if let Some(token) = hello.token {
            let forgotten = || {
                Refusal::new(RefusalCode::UnknownToken, "The house does not know you any more. Pick a name.")
            };
            let known = self.known_by(&token).await?.ok_or_else(forgotten)?;
            self.token = token;
            self.sign_in(known)?;
        } else if let Some(name) = hello.name {
            self.register(&name).await?;
        } else if let Some(token) = self.remembered.clone() {
            let known = self.known_by(&token).await?;
            self.remembered = None;
            known.map_or(Ok(()), |known| self.sign_in(known))?;
        }
        if let Some(known) = &self.person {
            self.server.wake_tables_of(known.id).await;
        }
        self.greeted = true;
        self.secret = draw_secret().ok();
        self.server.greeted(self.connection);
        self.welcome(hello.reference);
        let seats = self.person.as_ref().map(|known| self.server.seats_of(known.id)).unwrap_or_default();
        for (table, _) in seats {
            // A table that is busy or just gone is found by the client in its list of tables.
            let _ = self.ask_awake(table, None, TableRequest::Attach { since: None });
        }
        Ok(())
    }

    async fn known_by(&self, token: &str) -> Result<Option<PersonInfo>, Refusal> {
        let found = self.server.people().by_token(token).await;
        found.map_err(|error| cannot_read(&error, self.server.time().now()))
    }

    async fn register(&mut self, name: &str) -> Result<(), Refusal> {
        let name = read_name(name)?;
        let (known, token) = self.server.people().register(name, self.server.time().now()).await?;
        self.token = token.text();
        self.sign_in(known)
    }

    pub(super) fn sign_in(&mut self, known: PersonInfo) -> Result<(), Refusal> {
        let (people, id) = (self.server.people(), known.id);
        people.connected(id, self.server.time().now());
        let quotas = people.quotas_of(id, &self.quotas);
        let too_many = people.connections_of(id) > self.server.config().max_connections_per_person;
        self.quotas = quotas;
        self.person = Some(known);
        self.server.people_changed();
        if !too_many {
            return Ok(());
        }
        self.server.metrics().connections_rejected_total.inc();
        let message = "You are here over too many connections at once.".to_owned();
        self.outbox.close(Bye { reason: ByeReason::TooManyConnections, message: message.clone() });
        Err(Refusal::new(RefusalCode::LimitReached, message))
    }

    fn welcome(&self, reference: Option<Ref>) {
        let seats = self.person.iter().flat_map(|known| self.server.seats_of(known.id));
        let tables =
            seats.filter_map(|(table, seat)| Some(SeatedTable { info: self.server.card(table)?, seat }));
        self.outbox.send_to_person(&ServerMsg::Welcome(Welcome {
            version: VERSION,
            name: self.person.as_ref().map(|known| known.name.to_string()),
            token: self.token.clone(),
            tables: tables.collect(),
            commitment: self.secret.map(|secret| secret.commitment()),
            reference,
        }));
    }

    pub(super) async fn rename(&mut self, name: &str, reference: Option<Ref>) -> Result<(), Refusal> {
        if !self.greeted {
            return Err(Refusal::new(RefusalCode::HelloRequired, "Say hello first."));
        }
        let now = self.server.time().now();
        match self.person.clone() {
            None => self.register(name).await?,
            Some(known) => {
                let name = read_name(name)?;
                self.server.people().rename(known.id, name.clone(), now).await?;
                self.person = Some(PersonInfo { id: known.id, name });
                let caller = self.caller()?;
                for (table, _) in self.server.seats_of(known.id) {
                    // The name is changed already: a busy table hears of it a moment later, one that is gone need not.
                    let Ok(handle) = self.server.table(table) else { continue };
                    handle.deliver(self.request(caller.clone(), None, TableRequest::Renamed)).await;
                }
            }
        }
        self.welcome(reference);
        Ok(())
    }
}

pub(super) fn read_name(name: &str) -> Result<Name, Refusal> {
    Name::parse(name).map_err(|bad| Refusal::new(RefusalCode::BadName, bad.to_string()))
}
