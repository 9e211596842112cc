//! Who is at the other end: hello, names, and the welcome.

use protocol::{
    Bye, ByeReason, Hello, MyTable, Name, Ref, Refusal, RefusalCode, ServerMsg, VERSION, Welcome,
};

use super::Session;
use crate::people::Known;
use crate::table::{TableRequest, draw_secret};

impl Session {
    pub(super) async fn hello(&mut self, hello: Hello) -> Result<(), Refusal> {
        if hello.version != VERSION {
            let sentence =
                format!("This house speaks version {VERSION} of the protocol, not {}.", hello.version);
            return Err(Refusal::new(RefusalCode::OtherVersion, sentence));
        }
        if self.greeted {
            return Err(Refusal::new(RefusalCode::BadMessage, "You have said hello already."));
        }
        self.bot = hello.bot;
        if let Some(token) = hello.token {
            let forgotten =
                || Refusal::new(RefusalCode::BadToken, "The house does not know you any more. Pick a name.");
            let known = self.hall.people().by_token(&token).ok_or_else(forgotten)?;
            self.token = token;
            self.come_in(known)?;
        } else if let Some(name) = hello.name {
            self.arrive(&name).await?;
        } else if let Some(known) =
            self.remembered.take().and_then(|token| self.hall.people().by_token(&token))
        {
            self.come_in(known)?;
        }
        self.greeted = true;
        self.secret = draw_secret().ok();
        self.hall.greeted(self.connection);
        self.welcome(hello.reference);
        let seats = self.person.as_ref().map(|known| self.hall.seats_of(known.id)).unwrap_or_default();
        for (table, _) in seats {
            // A table that is busy or just gone is found by the client in its list of tables.
            let _ = self.ask(table, None, TableRequest::Attach { since: None });
        }
        Ok(())
    }

    async fn arrive(&mut self, name: &str) -> Result<(), Refusal> {
        let name = read_name(name)?;
        let (known, token) = self.hall.people().arrive(name, self.hall.time().now()).await?;
        self.token = token.text();
        self.come_in(known)
    }

    pub(super) fn come_in(&mut self, known: Known) -> Result<(), Refusal> {
        let (people, id) = (self.hall.people(), known.id);
        people.connected(id);
        let credits = people.credits_of(id, &self.credits);
        let too_many = people.connections_of(id) > self.hall.config().max_connections_per_person;
        self.credits = credits;
        self.person = Some(known);
        self.hall.people_changed();
        if !too_many {
            return Ok(());
        }
        self.hall.metrics().connections_rejected_total.inc();
        let message = "You are here over too many connections at once.".to_owned();
        self.outbox.close(Bye { reason: ByeReason::TooMany, message: message.clone() });
        Err(Refusal::new(RefusalCode::TooMany, message))
    }

    fn welcome(&self, reference: Option<Ref>) {
        let seats = self.person.iter().flat_map(|known| self.hall.seats_of(known.id));
        let tables = seats.filter_map(|(table, seat)| Some(MyTable { card: self.hall.card(table)?, seat }));
        self.outbox.person(&ServerMsg::Welcome(Welcome {
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
            return Err(Refusal::new(RefusalCode::NoHello, "Say hello first."));
        }
        let now = self.hall.time().now();
        match self.person.clone() {
            None => self.arrive(name).await?,
            Some(known) => {
                let name = read_name(name)?;
                self.hall.people().rename(known.id, name.clone(), now).await?;
                self.person = Some(Known { id: known.id, name });
                let caller = self.caller()?;
                for (table, _) in self.hall.seats_of(known.id) {
                    // The name is changed already: a busy table hears of it a moment later, one that is gone need not.
                    let Ok(handle) = self.hall.table(table) else { continue };
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
