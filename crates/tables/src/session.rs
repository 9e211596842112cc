//! One connection, whatever carries it: it says hello, and then asks for things.

mod greeting;
mod old;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use protocol::{
    Bye, ByeReason, ChatRoom, ChatText, ClientMsg, Done, LONGEST_CLIENT_MESSAGE, Name, Open, Ref, Refusal,
    RefusalCode, Secret, ServerMsg, TableId, Wire, reference_in,
};

use crate::credit::{Credit, Credits};
use crate::hall::Hall;
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::people::Known;
use crate::table::{
    Answer, Asked, Caller, ConnectionId, TableHandle, TableMsg, TableRequest, closing_house, draw_secret,
};

/// A warning for being too fast is forgotten after so many milliseconds, one after the other.
const FORGIVEN_AFTER: u32 = 1_000;

/// So many unreadable messages are forgiven on one connection.
const PATIENCE: u32 = 20;

/// To be shown the lobby costs one more message for each so many tables.
const TABLES_A_CREDIT: usize = 200;

/// Whether the connection goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It goes on.
    Continue,
    /// It ends, after what waits in the outbox was written.
    Close,
}

/// One connection.
pub struct Session {
    hall: Arc<Hall>,
    outbox: Outbox,
    connection: ConnectionId,
    person: Option<Known>,
    greeted: bool,
    bot: bool,
    /// Whether an old protocol carries it: then its seats are given up with it.
    wire: bool,
    token: String,
    /// A token that came with the connection, in a cookie.
    remembered: Option<String>,
    /// The tables this connection is at, and the way to them.
    tables: Vec<(TableId, TableHandle)>,
    /// What the next table is dealt from that is opened here. Its hash was told, and it serves one table only.
    secret: Option<Secret>,
    unreadable: u32,
    credits: Arc<Mutex<Credits>>,
    /// How often it may still be told that it is too fast.
    patience: Credit,
}

impl Session {
    /// A connection begins. Its messages go to the outbox.
    #[must_use]
    pub fn new(hall: Arc<Hall>, outbox: Outbox) -> Self {
        let connection = hall.connect(&outbox);
        let now = hall.time().now();
        let credits = Credits::new(hall.config(), now);
        let patience = Credit::new(hall.config().messages_per_second * 4, FORGIVEN_AFTER, now);
        Self {
            hall,
            outbox,
            connection,
            person: None,
            greeted: false,
            bot: false,
            wire: false,
            token: String::new(),
            remembered: None,
            tables: Vec::new(),
            secret: None,
            unreadable: 0,
            credits: Arc::new(Mutex::new(credits)),
            patience,
        }
    }

    /// The connection brought along a token that no script can read: a hello that says nothing about who it is means
    /// its holder. Such a token is not told again.
    #[must_use]
    pub fn remembering(mut self, token: Option<String>) -> Self {
        self.remembered = token;
        self
    }

    /// The numbers of the house.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        self.hall.metrics()
    }

    /// Takes one message.
    pub async fn handle(&mut self, text: &str) -> Flow {
        self.hall.metrics().messages_received_total.inc();
        let now = self.hall.time().now();
        if !self.credits().messages.spend(now) {
            self.hall.metrics().requests_rate_limited_total.inc();
            return self.too_fast(reference_in(text));
        }
        match serde_json::from_str::<ClientMsg>(text) {
            Ok(message) => {
                let reference = message.reference();
                if self.hall.is_closing() {
                    // The goodbye follows as soon as the tables have finished what is in flight.
                    self.answer(reference).refused(closing_house());
                    return Flow::Continue;
                }
                if let Err(refusal) = self.carry_out(message).await {
                    self.hall.metrics().requests_refused_total.inc();
                    self.answer(reference).refused(refusal);
                }
                Flow::Continue
            }
            Err(error) => self.cannot_read(&error.to_string(), reference_in(text)),
        }
    }

    /// Something that carries no message, such as a ping of the connection itself. It counts as one: nobody may keep the
    /// house busy with nothing.
    pub fn sign_of_life(&mut self) -> Flow {
        let now = self.hall.time().now();
        if self.credits().messages.spend(now) {
            return Flow::Continue;
        }
        self.hall.metrics().requests_rate_limited_total.inc();
        self.warned_too_often()
    }

    /// A message that no client of this protocol sends.
    pub fn unreadable(&mut self, why: &str) -> Flow {
        self.cannot_read(why, None)
    }

    fn cannot_read(&mut self, why: &str, reference: Option<Ref>) -> Flow {
        let sentence = format!("This message could not be read: {why}.");
        self.forgive(Refusal::new(RefusalCode::BadMessage, sentence), reference)
    }

    /// A message that is longer than any may be.
    pub fn too_long(&mut self) -> Flow {
        let sentence = format!("A message has at most {LONGEST_CLIENT_MESSAGE} bytes.");
        self.forgive(Refusal::new(RefusalCode::TooLong, sentence), None)
    }

    /// Refuses a message that is none, unless there were too many of them.
    fn forgive(&mut self, refusal: Refusal, reference: Option<Ref>) -> Flow {
        self.hall.metrics().messages_unreadable_total.inc();
        self.unreadable += 1;
        if self.unreadable > PATIENCE {
            self.outbox.close(Bye {
                reason: ByeReason::Unintelligible,
                message: "Too many messages could not be read.".to_owned(),
            });
            return Flow::Close;
        }
        self.answer(reference).refused(refusal);
        Flow::Continue
    }

    fn too_fast(&mut self, reference: Option<Ref>) -> Flow {
        let flow = self.warned_too_often();
        if flow == Flow::Continue {
            self.answer(reference).refused(Refusal::new(RefusalCode::TooFast, "Too fast: wait a moment."));
        }
        flow
    }

    /// Whoever goes on too fast for too long is let go.
    fn warned_too_often(&mut self) -> Flow {
        if self.patience.spend(self.hall.time().now()) {
            return Flow::Continue;
        }
        let message = "Too many messages at once.".to_owned();
        self.outbox.close(Bye { reason: ByeReason::TooFast, message });
        Flow::Close
    }

    /// The outbox of a slow reader wants a table's newest state.
    pub fn sync_table(&self, table: TableId) {
        let Some(caller) = self.caller_if_known() else { return };
        let Ok(handle) = self.hall.table(table) else { return };
        // A mailbox that is full sends further updates, and the wish comes up again with them.
        let _ = handle.send(self.request(caller, None, TableRequest::Sync { since: None }));
    }

    /// The outbox of a slow reader wants the lobby as it is.
    pub fn sync_lobby(&self) {
        self.hall.lobby().subscribe(self.connection, &self.outbox);
    }

    fn credits(&self) -> MutexGuard<'_, Credits> {
        // Credits are spent in single steps.
        self.credits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, reference: Option<Ref>) -> Answer {
        Answer { outbox: self.outbox.clone(), reference }
    }

    fn caller_if_known(&self) -> Option<Caller> {
        let known = self.person.as_ref()?;
        let (person, name) = (known.id, known.name.to_string());
        Some(Caller { person, name, bot: self.bot, wire: self.wire })
    }

    fn caller(&self) -> Result<Caller, Refusal> {
        if !self.greeted {
            return Err(Refusal::new(RefusalCode::NoHello, "Say hello first."));
        }
        self.caller_if_known().ok_or_else(|| Refusal::new(RefusalCode::NoName, "Pick a name first."))
    }

    fn request(&self, from: Caller, reference: Option<Ref>, request: TableRequest) -> TableMsg {
        let (connection, answer) = (self.connection, self.answer(reference));
        TableMsg::Request(Box::new(Asked { from, connection, answer, request }))
    }

    /// Puts a request in a table's mailbox.
    fn ask(&mut self, table: TableId, reference: Option<Ref>, request: TableRequest) -> Result<(), Refusal> {
        let caller = self.caller()?;
        let known = self.tables.iter().find(|(known, _)| *known == table);
        let handle = match known {
            Some((_, handle)) => handle,
            None => &self.hall.table(table)?,
        };
        let connects = matches!(
            request,
            TableRequest::Join { .. } | TableRequest::Watch { .. } | TableRequest::Attach { .. }
        );
        handle.send(self.request(caller, reference, request)).inspect_err(|refusal| {
            if refusal.code == RefusalCode::TooFast.name() {
                self.hall.metrics().mailbox_rejections_total.inc();
            }
        })?;
        if connects && known.is_none() {
            let handle = handle.clone();
            self.tables.push((table, handle));
        }
        Ok(())
    }

    async fn carry_out(&mut self, message: ClientMsg) -> Result<(), Refusal> {
        match message {
            // In boxes: what is asked for once need not have room kept for it on every connection.
            ClientMsg::Hello(hello) => Box::pin(self.hello(hello)).await,
            ClientMsg::Rename(rename) => Box::pin(self.rename(&rename.name, rename.reference)).await,
            ClientMsg::Ping(ping) => {
                self.outbox.person(&ServerMsg::Pong(Done {
                    reference: ping.reference,
                    table: None,
                    commitment: None,
                }));
                Ok(())
            }
            ClientMsg::Lobby(lobby) => self.show_lobby(lobby.on, lobby.reference),
            ClientMsg::Open(open) => Box::pin(self.open(open, None)).await,
            ClientMsg::Join(join) => {
                self.hall.may_sit(self.caller()?.person, Some(join.table))?;
                let request = TableRequest::Join { seat: join.seat, code: join.code, nonce: join.nonce };
                self.ask(join.table, join.reference, request)
            }
            ClientMsg::Leave(leave) => {
                self.ask(leave.table, leave.reference, TableRequest::Leave)?;
                self.tables.retain(|(table, _)| *table != leave.table);
                Ok(())
            }
            ClientMsg::Watch(watch) => {
                self.ask(watch.table, watch.reference, TableRequest::Watch { code: watch.code })
            }
            ClientMsg::AddBot(add) => {
                self.ask(add.table, add.reference, TableRequest::AddBot { level: add.level, seat: add.seat })
            }
            ClientMsg::RemoveBot(remove) => {
                self.ask(remove.table, remove.reference, TableRequest::RemoveBot { seat: remove.seat })
            }
            ClientMsg::Act(act) => {
                let request =
                    TableRequest::Act { nth: act.nth, action: act.action, received: Instant::now() };
                self.ask(act.table, act.reference, request)
            }
            ClientMsg::Draft(draft) => self.ask(
                draft.table,
                draft.reference,
                TableRequest::Draft { nth: draft.nth, action: draft.action },
            ),
            ClientMsg::Say(say) => Box::pin(self.say(say.room, &say.text, say.reference)).await,
            ClientMsg::Mute(mute) => {
                self.caller()?;
                let name = Name::parse(&mute.name).map_err(|_| nobody(&mute.name))?;
                let known = self.hall.people().by_name(&name).ok_or_else(|| nobody(&mute.name))?;
                if !self.outbox.mute(known.name.as_str(), mute.on) {
                    return Err(Refusal::new(RefusalCode::TooMany, "You have muted too many people."));
                }
                self.answer(mute.reference).done(None);
                Ok(())
            }
            ClientMsg::Start(start) => self.ask(start.table, start.reference, TableRequest::Start),
            ClientMsg::Rematch(rematch) => {
                let request = TableRequest::Rematch { nonce: rematch.nonce };
                self.ask(rematch.table, rematch.reference, request)
            }
            ClientMsg::Sync(sync) => {
                self.ask(sync.table, sync.reference, TableRequest::Sync { since: sync.since })
            }
        }
    }

    async fn open(&mut self, open: Open, wire: Option<Wire>) -> Result<(), Refusal> {
        let caller = self.caller()?;
        if !self.credits().tables.spend(self.hall.time().now()) {
            self.hall.metrics().requests_rate_limited_total.inc();
            return Err(Refusal::new(RefusalCode::TooFast, "You open tables too fast: wait a moment."));
        }
        let secret = match self.secret {
            Some(secret) => secret,
            None => draw_secret()?,
        };
        let opened = self.hall.open_table(&caller, &open.new, wire, secret, open.nonce).await;
        // A secret that may have been stored with a table must not serve another one: the first game to end tells it.
        if opened.as_ref().map_or_else(|refusal| refusal.code == RefusalCode::NotSaved.name(), |_| true) {
            self.secret = draw_secret().ok();
        }
        let table = opened?;
        self.answer(open.reference).opened(table, self.secret.map(|secret| secret.commitment()));
        // With bots on all other seats the game is dealt already.
        self.ask(table, None, TableRequest::Attach { since: Some(0) })
    }

    fn show_lobby(&self, on: bool, reference: Option<Ref>) -> Result<(), Refusal> {
        if !self.greeted {
            return Err(Refusal::new(RefusalCode::NoHello, "Say hello first."));
        }
        if on {
            // In a large house the whole lobby is a long message.
            let cost = (self.hall.lobby().tables() / TABLES_A_CREDIT) as u32;
            if cost > 0 && !self.credits().messages.spend_more(cost, self.hall.time().now()) {
                self.hall.metrics().requests_rate_limited_total.inc();
                return Err(Refusal::new(RefusalCode::TooFast, "Too fast: wait a moment."));
            }
            self.hall.lobby().subscribe(self.connection, &self.outbox);
        } else {
            self.hall.lobby().unsubscribe(self.connection);
        }
        if reference.is_some() {
            self.answer(reference).done(None);
        }
        Ok(())
    }

    async fn say(&mut self, room: ChatRoom, text: &str, reference: Option<Ref>) -> Result<(), Refusal> {
        let caller = self.caller()?;
        let text =
            ChatText::clean(text).map_err(|bad| Refusal::new(RefusalCode::BadChat, bad.to_string()))?;
        if !self.credits().chat.spend(self.hall.time().now()) {
            self.hall.metrics().requests_rate_limited_total.inc();
            return Err(Refusal::new(RefusalCode::TooFast, "You talk too fast: wait a moment."));
        }
        match room {
            ChatRoom::Lobby => {
                self.hall.say_in_lobby(&caller.name, text).await?;
                if reference.is_some() {
                    self.answer(reference).done(None);
                }
                Ok(())
            }
            ChatRoom::Table(table) => self.ask(table, reference, TableRequest::Say { watchers: false, text }),
            ChatRoom::Watchers(table) => {
                self.ask(table, reference, TableRequest::Say { watchers: true, text })
            }
        }
    }
}

fn nobody(name: &str) -> Refusal {
    Refusal::new(RefusalCode::NoSuchPerson, format!("There is nobody called {name} here."))
}

impl Drop for Session {
    fn drop(&mut self) {
        self.outbox.shut();
        self.hall.disconnect(self.connection);
        for (_, handle) in std::mem::take(&mut self.tables) {
            let leaves = self.caller_if_known().filter(|_| self.wire);
            let message = match leaves {
                Some(caller) => self.request(caller, None, TableRequest::Leave),
                None => TableMsg::Detach { connection: self.connection },
            };
            // A table must hear of this even if its mailbox is full just now. And before whoever hears of the end of
            // this connection can ask for the seat.
            handle.deliver_soon(message);
        }
        if let Some(known) = &self.person {
            self.hall.people().disconnected(known.id, self.hall.time().now());
            self.hall.people_changed();
        }
    }
}
