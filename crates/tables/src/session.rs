//! One connection, whatever carries it: it says hello, and then asks for things.

mod day;
mod legacy;
mod limits;
mod moderation;
mod sign_in;

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use protocol::{
    BoundSecret, ChatRoom, ChatText, ClientMsg, Done, Name, Open, Ref, Refusal, RefusalCode, ServerMsg,
    TableId, reference_in,
};

use crate::cluster::Place;
use crate::limiter::{LimitAccount, LimitGuard, LimitKind, address_block};
use crate::lobby::LobbyFilter;
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::people::{ConnectionOrigin, PersonInfo, TokenHash, cannot_read};
use crate::server::{LegacyOpening, Server, TemporaryName};
use crate::table::{
    Caller, ConnectionId, RequestEnvelope, Responder, TableHandle, TableMsg, TableRequest, draw_secret,
    shutting_down,
};

/// What is said to somebody who asks for bots too fast.
const TOO_MANY_BOTS: &str = "You ask for bots too fast: wait a moment.";

/// Maximum number of pages of the lobby that are shown at once.
const MAX_LOBBY_PAGES: u8 = 20;

/// One connection.
pub struct Session {
    server: Arc<Server>,
    outbox: Outbox,
    connection: ConnectionId,
    person: Option<PersonInfo>,
    greeted: bool,
    bot: bool,
    /// Whether an old protocol carries it: then its seats are given up with it.
    legacy: bool,
    /// The name that a legacy client has in the whole cluster, for as long as it is connected.
    temporary_name: Option<TemporaryName>,
    token: String,
    /// The device whose token it has.
    device: Option<TokenHash>,
    /// Where it comes from.
    origin: ConnectionOrigin,
    /// A token that came with the connection, in a cookie.
    remembered: Option<String>,
    /// The tables this connection is at, and the way to them.
    tables: Vec<(TableId, TableHandle)>,
    /// What the next table is dealt from that is opened here. Its hash was told, and it serves one table only.
    secret: Option<BoundSecret>,
    unreadable: u32,
    /// What the person has used of what they may, over all connections.
    account: Arc<LimitAccount>,
    /// What all clients at its address have used; `None` if the address is not limited.
    address: Option<Arc<LimitAccount>>,
    /// What this connection has used: how often it may still be told that it is too fast.
    warnings: Arc<LimitAccount>,
    /// Counts this connection among the person's.
    counted: LimitGuard,
}

impl Session {
    /// A connection begins. Its messages go to the outbox.
    #[must_use]
    pub fn new(server: Arc<Server>, outbox: Outbox) -> Self {
        let connection = server.connect(&outbox);
        let (account, warnings) = (server.limiter().stranger(), server.limiter().stranger());
        Self {
            server,
            outbox,
            connection,
            person: None,
            greeted: false,
            bot: false,
            legacy: false,
            temporary_name: None,
            token: String::new(),
            device: None,
            origin: ConnectionOrigin::default(),
            remembered: None,
            tables: Vec::new(),
            secret: None,
            unreadable: 0,
            account,
            address: None,
            warnings,
            counted: LimitGuard::default(),
        }
    }

    /// The connection comes from this address, which is limited.
    #[must_use]
    pub fn with_limited_address(mut self, address: Option<IpAddr>) -> Self {
        self.address = address.map(|address| self.server.limiter().address(address));
        self
    }

    /// The connection brought along a token that no script can read: a hello that says nothing about who it is means
    /// its holder. Such a token is not told again.
    #[must_use]
    pub fn with_cookie_token(mut self, token: Option<String>) -> Self {
        self.remembered = token;
        self
    }

    /// Where the connection comes from, and whom a trusted proxy has signed in.
    #[must_use]
    pub fn with_origin(mut self, origin: ConnectionOrigin) -> Self {
        self.origin = origin;
        self.server.comes_from(self.connection, self.address());
        self
    }

    /// The numbers of the server.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        self.server.metrics()
    }

    /// Takes one message.
    pub async fn handle(&mut self, text: &str) -> ControlFlow<()> {
        self.server.metrics().messages_received_total.inc();
        if let Err(refusal) = self.spend(LimitKind::Messages, 1, "Too fast: wait a moment.") {
            return self.refuse_or_close(refusal, reference_in(text));
        }
        match serde_json::from_str::<ClientMsg>(text) {
            Ok(message) => {
                let reference = message.reference();
                if self.server.is_closing() {
                    // The goodbye follows as soon as the tables have completed their requests.
                    self.answer(reference).refused(shutting_down());
                    return ControlFlow::Continue(());
                }
                if let Err(refusal) = self.carry_out(message).await {
                    self.server.metrics().requests_refused_total.inc();
                    self.answer(reference).refused(refusal);
                }
                ControlFlow::Continue(())
            }
            Err(error) => self.cannot_read(&error.to_string(), reference_in(text)),
        }
    }

    /// The outbox of a slow reader wants a table's newest state.
    pub fn sync_table(&self, table: TableId) {
        let Some(caller) = self.caller_if_known() else { return };
        // A table that is on its way to another node shows itself when it is there.
        let Ok(handle) = self.server.table(table) else { return };
        // A mailbox that is full sends further updates, and the wish comes up again with them.
        let _ = handle.send(self.request(caller, None, TableRequest::Sync { since: None }));
    }

    /// The outbox of a slow reader wants the lobby as it is.
    pub fn sync_lobby(&self) {
        self.server.lobby().send_again(self.connection);
    }

    fn answer(&self, reference: Option<Ref>) -> Responder {
        Responder { outbox: self.outbox.clone(), reference }
    }

    fn caller_if_known(&self) -> Option<Caller> {
        let known = self.person.as_ref()?;
        let (person, name) = (known.id, known.name.to_string());
        let address = self.origin.address.parse().ok().map(address_block);
        Some(Caller { person, name, bot: self.bot, legacy: self.legacy, address })
    }

    fn caller(&self) -> Result<Caller, Refusal> {
        if !self.greeted {
            return Err(Refusal::new(RefusalCode::HelloRequired, "Say hello first."));
        }
        self.caller_if_known().ok_or_else(|| Refusal::new(RefusalCode::NameRequired, "Pick a name first."))
    }

    fn request(&self, from: Caller, reference: Option<Ref>, request: TableRequest) -> TableMsg {
        let (connection, answer) = (self.connection, self.answer(reference));
        TableMsg::Request(Box::new(RequestEnvelope { from, connection, answer, request }))
    }

    /// Asks a table, which is woken if it sleeps.
    async fn ask(
        &mut self,
        table: TableId,
        reference: Option<Ref>,
        request: TableRequest,
    ) -> Result<(), Refusal> {
        if self.server.cluster().is_some() {
            self.caller()?;
            self.server.wait_for_lease().await?;
        }
        let is_awake = |(known, handle): &(TableId, TableHandle)| *known == table && !handle.is_gone();
        if !self.tables.iter().any(is_awake) && self.server.table(table).is_err() {
            self.caller()?;
            Box::pin(self.server.find_table(table)).await?;
        }
        match self.ask_awake(table, reference, request.clone()) {
            // It went to sleep just then.
            Err(refusal) if refusal.code == RefusalCode::NoSuchTable.name() => {
                Box::pin(self.server.find_table(table)).await?;
                self.ask_awake(table, reference, request)
            }
            asked => asked,
        }
    }

    /// Asks a table that is awake.
    fn ask_awake(
        &mut self,
        table: TableId,
        reference: Option<Ref>,
        request: TableRequest,
    ) -> Result<(), Refusal> {
        let caller = self.caller()?;
        // A table that has ended may be there again, or can say why it is not.
        self.tables.retain(|(known, handle)| *known != table || !handle.is_gone());
        let known = self.tables.iter().find(|(known, _)| *known == table);
        let handle = match known {
            Some((_, handle)) => handle,
            None => &self.server.table(table)?,
        };
        let connects = matches!(
            request,
            TableRequest::Join { .. } | TableRequest::Watch { .. } | TableRequest::Attach { .. }
        );
        if let Some(cluster) = self.server.cluster()
            && let Some(place) = Place::of(&request)
        {
            cluster.note_place(self.connection, table, &caller, &self.outbox, place);
        }
        handle.send(self.request(caller, reference, request)).inspect_err(|refusal| {
            if refusal.code == RefusalCode::TableBusy.name() {
                self.server.metrics().mailbox_rejections_total.inc();
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
            ClientMsg::Rename(rename) => {
                Box::pin(self.rename(&rename.name, rename.invitation.as_deref(), rename.reference)).await
            }
            ClientMsg::Ping(ping) => {
                self.outbox.send_to_person(&ServerMsg::Pong(Done {
                    reference: ping.reference,
                    table: None,
                    commitment: None,
                }));
                Ok(())
            }
            ClientMsg::Lobby(lobby) => self.show_lobby(lobby),
            ClientMsg::Open(open) => Box::pin(self.open(open, None)).await,
            ClientMsg::Join(join) => {
                self.server.may_sit(self.caller()?.person, Some(join.table)).await?;
                let request =
                    TableRequest::Join { seat: join.seat, code: join.invite_code, nonce: join.nonce };
                self.ask(join.table, join.reference, request).await
            }
            ClientMsg::Leave(leave) => {
                self.ask(leave.table, leave.reference, TableRequest::Leave).await?;
                self.tables.retain(|(table, _)| *table != leave.table);
                if let Some(cluster) = self.server.cluster() {
                    cluster.note_left(self.connection, leave.table);
                }
                Ok(())
            }
            ClientMsg::Watch(watch) => {
                self.ask(watch.table, watch.reference, TableRequest::Watch { code: watch.invite_code }).await
            }
            ClientMsg::AddBot(add) => {
                self.spend(LimitKind::Bots, 1, TOO_MANY_BOTS)?;
                self.ask(add.table, add.reference, TableRequest::AddBot { level: add.level, seat: add.seat })
                    .await
            }
            ClientMsg::RemoveBot(remove) => {
                self.ask(remove.table, remove.reference, TableRequest::RemoveBot { seat: remove.seat }).await
            }
            ClientMsg::RemovePlayer(remove) => {
                self.spend(LimitKind::Changes, 1, "You do that too fast: wait a moment.")?;
                self.ask(remove.table, remove.reference, TableRequest::RemovePlayer { seat: remove.seat })
                    .await
            }
            ClientMsg::LockSeat(lock) => {
                self.spend(LimitKind::Changes, 1, "You do that too fast: wait a moment.")?;
                let request = TableRequest::LockSeat { seat: lock.seat, on: lock.on };
                self.ask(lock.table, lock.reference, request).await
            }
            ClientMsg::Report(report) => Box::pin(self.report(report)).await,
            ClientMsg::Acknowledge(read) => Box::pin(self.acknowledge(read)).await,
            ClientMsg::Act(act) => {
                let request = TableRequest::Act {
                    game_number: act.game_number,
                    nth: act.nth,
                    action: act.action,
                    received: Instant::now(),
                };
                self.ask(act.table, act.reference, request).await
            }
            ClientMsg::Draft(draft) => {
                self.spend(LimitKind::Drafts, 1, "You change your draft too fast.")?;
                let (game_number, nth) = (draft.game_number, draft.nth);
                let request = TableRequest::Draft { game_number, nth, action: draft.action };
                self.ask(draft.table, draft.reference, request).await
            }
            ClientMsg::Hint(hint) => {
                self.spend(LimitKind::Drafts, 1, "You ask for hints too fast.")?;
                let request = TableRequest::Hint { game_number: hint.game_number, nth: hint.nth };
                self.ask(hint.table, hint.reference, request).await
            }
            ClientMsg::Say(say) => Box::pin(self.say(say.room, &say.text, say.reference)).await,
            ClientMsg::Mute(mute) => {
                self.caller()?;
                let name = Name::parse(&mute.name).map_err(|_| nobody(&mute.name))?;
                let found = self.server.people().by_name(&name).await;
                let found = found.map_err(|error| cannot_read(&error, self.server.time().now()))?;
                let known = found.ok_or_else(|| nobody(&mute.name))?;
                if !self.outbox.mute(known.name.as_str(), mute.on) {
                    return Err(Refusal::new(RefusalCode::LimitReached, "You have muted too many people."));
                }
                if let Some(cluster) = self.server.cluster() {
                    cluster.note_muted(self.connection, &self.outbox);
                }
                self.answer(mute.reference).done(None);
                Ok(())
            }
            ClientMsg::Start(start) => self.ask(start.table, start.reference, TableRequest::Start).await,
            ClientMsg::Rematch(rematch) => {
                let request =
                    TableRequest::Rematch { nonce: rematch.nonce, bots_for_absent: rematch.bots_for_absent };
                self.ask(rematch.table, rematch.reference, request).await
            }
            ClientMsg::Undo(undo) => {
                let request = TableRequest::Undo { game_number: undo.game_number, nth: undo.nth };
                self.ask(undo.table, undo.reference, request).await
            }
            ClientMsg::Pause(pause) => {
                self.ask(pause.table, pause.reference, TableRequest::Pause { on: pause.on }).await
            }
            ClientMsg::Resign(resign) => self.ask(resign.table, resign.reference, TableRequest::Resign).await,
            ClientMsg::PlayDay(play) => Box::pin(self.play_day(play)).await,
            ClientMsg::DayNonce(add) => Box::pin(self.add_day_nonce(add)).await,
            ClientMsg::Ready(ready) => {
                let caller = self.caller()?;
                if self.legacy {
                    return Err(Refusal::new(
                        RefusalCode::NameRequired,
                        "Old programs open tables themselves.",
                    ));
                }
                self.spend(LimitKind::Tables, 1, "You change your mind too fast: wait a moment.")?;
                if ready.wish.as_ref().is_some_and(|wish| wish.call) {
                    self.server.can_be_called(caller.person).await?;
                }
                Box::pin(self.server.set_ready(caller, ready.wish.as_ref())).await?;
                self.answer(ready.reference).done(None);
                Ok(())
            }
            ClientMsg::Accept(accept) => {
                let person = self.caller()?.person;
                let answer =
                    self.server.answer_proposal(person, accept.proposal, accept.accept, accept.nonce);
                Box::pin(answer).await?;
                self.answer(accept.reference).done(None);
                Ok(())
            }
            ClientMsg::Sync(sync) => {
                self.ask(sync.table, sync.reference, TableRequest::Sync { since: sync.since }).await
            }
        }
    }

    async fn open(&mut self, open: Open, legacy: Option<LegacyOpening>) -> Result<(), Refusal> {
        let caller = self.caller()?;
        self.spend(LimitKind::Tables, 1, "You open tables too fast: wait a moment.")?;
        let bots = u32::try_from(open.config.bots.len()).unwrap_or(u32::MAX);
        if bots > 0 {
            self.spend(LimitKind::Bots, bots, TOO_MANY_BOTS)?;
        }
        let secret = match self.secret {
            Some(secret) => secret,
            None => draw_secret(&self.server.config().entropy)?,
        };
        let opened = self.server.open_table(&caller, &open.config, legacy, secret, open.nonce).await;
        // A secret that may have been stored with a table must not serve another one: the first game to end tells it.
        if opened.as_ref().map_or_else(|refusal| refusal.code == RefusalCode::NotSaved.name(), |_| true) {
            self.secret = draw_secret(&self.server.config().entropy).ok();
        }
        let table = opened?;
        self.answer(open.reference).opened(table, self.secret.map(|secret| secret.commitment()));
        // With bots on all other seats the game is dealt already.
        self.ask(table, None, TableRequest::Attach { since: Some(0) }).await
    }

    fn show_lobby(&self, lobby: protocol::Lobby) -> Result<(), Refusal> {
        if !self.greeted {
            return Err(Refusal::new(RefusalCode::HelloRequired, "Say hello first."));
        }
        if self.person.is_none() && !self.server.config().door.is_open() {
            let sentence = "The lobby is for people who were let in.";
            return Err(Refusal::new(RefusalCode::DoorClosed, sentence));
        }
        if lobby.on {
            let pages = lobby.pages.unwrap_or(1);
            let more_pages = pages.checked_sub(1).filter(|_| pages <= MAX_LOBBY_PAGES);
            let Some(more_pages) = more_pages else {
                let sentence = format!("The lobby is shown in 1 to {MAX_LOBBY_PAGES} pages.");
                return Err(Refusal::new(RefusalCode::BadOptions, sentence));
            };
            if let Some(game) = &lobby.game {
                let unknown =
                    |error: games::UnknownGame| Refusal::new(RefusalCode::NoSuchGame, error.to_string());
                game.parse::<games::Kind>().map_err(unknown)?;
            }
            let filter = LobbyFilter { game: lobby.game, more_pages };
            self.server.lobby().subscribe(self.connection, &self.outbox, filter, lobby.bundled);
        } else {
            self.server.lobby().unsubscribe(self.connection);
        }
        if lobby.reference.is_some() {
            self.answer(lobby.reference).done(None);
        }
        Ok(())
    }

    async fn say(&mut self, room: ChatRoom, text: &str, reference: Option<Ref>) -> Result<(), Refusal> {
        let caller = self.caller()?;
        let text =
            ChatText::clean(text).map_err(|bad| Refusal::new(RefusalCode::BadChat, bad.to_string()))?;
        self.spend(LimitKind::Chat, 1, "You talk too fast: wait a moment.")?;
        if let Some(muted) = self.server.mute_of(caller.person) {
            return Err(muted);
        }
        match room {
            ChatRoom::Lobby => {
                self.server.say_in_lobby(&caller.name, text).await?;
                if reference.is_some() {
                    self.answer(reference).done(None);
                }
                Ok(())
            }
            ChatRoom::Table(table) => {
                self.ask(table, reference, TableRequest::Say { watchers: false, text }).await
            }
            ChatRoom::Watchers(table) => {
                self.ask(table, reference, TableRequest::Say { watchers: true, text }).await
            }
        }
    }
}

fn nobody(name: &str) -> Refusal {
    Refusal::new(RefusalCode::NoSuchPerson, format!("There is nobody called {name} here."))
}

impl Drop for Session {
    fn drop(&mut self) {
        self.outbox.abort();
        for (table, handle) in std::mem::take(&mut self.tables) {
            // It may have gone to another node meanwhile.
            let handle = if handle.is_gone() { self.server.table(table).unwrap_or(handle) } else { handle };
            let leaves = self.caller_if_known().filter(|_| self.legacy);
            let message = match leaves {
                Some(caller) => self.request(caller, None, TableRequest::Disconnected),
                None => TableMsg::Detach { connection: self.connection },
            };
            // A table must hear of this even if its mailbox is full just now. And before whoever hears of the end of
            // this connection can ask for the seat.
            handle.deliver_soon(message);
        }
        self.server.disconnect(self.connection);
        if let Some(known) = &self.person {
            let now = self.server.time().now();
            if let Some(device) = self.device {
                self.server.people().device_connects(device, &self.origin, now);
            }
            self.server.people().disconnected(known.id, now);
            if !self.server.people().is_connected(known.id) {
                self.server.ready_lost(known.id);
            }
            self.server.people_changed();
        }
    }
}
