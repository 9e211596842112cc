//! The table at work: one task that takes requests in order, stores what they lead to, and only then tells.

mod bots;
mod calls;
mod commit;
mod context;
mod elsewhere;
mod hints;
mod isolation;
mod moderation;
mod outage;
mod replay;
mod requests;
mod seating;
mod sleep;
mod suspend;
mod timers;

use game::Seat;
use protocol::{ChatRoom, ServerMsg, TableStage};
use store::{CommitError, Write};
use tokio::sync::mpsc;

use super::connections::Connections;
use super::handle::{BotDecision, TableHandle, TableMsg, no_such_table, shutting_down};
use super::opening::DEFAULT_GRACE;
use super::publish::WatcherWindow;
use super::state::TableState;
use crate::bot_pool::CancelFlag;
use crate::journal::Fact;
use crate::log_throttle::LogThrottle;
use crate::outbox::frame;

pub(crate) use context::{SeatIndex, TableContext};
pub(crate) use isolation::without_panic;

/// This many requests may wait at one table.
const MAILBOX: usize = 64;

/// However many cannot be closed, it is logged at intervals.
static NOT_CLOSED: LogThrottle = LogThrottle::every_ms(1_000);

/// Whether the table goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActorState {
    Running,
    /// The table is no more.
    TableClosed,
    /// The server stops; the table will be there again.
    ServerStopping,
    /// The table cannot go on because of an error; its journal stays.
    Failed,
    /// Nobody is here; whoever asks for the table wakes it.
    Asleep,
    /// Another node has the table, or is to have it.
    Elsewhere,
}

pub(crate) struct TableActor {
    context: TableContext,
    state: TableState,
    connections: Connections,
    window: WatcherWindow,
    mailbox: mpsc::Receiver<TableMsg>,
    /// To give to bots that think elsewhere; weak, so that a table without handles ends.
    own_mailbox: mpsc::WeakSender<TableMsg>,
    /// When each bot is to decide; nothing while it thinks or has nothing to decide.
    bots_due: [Option<i64>; game::MAX_SEATS],
    /// For which decision each bot was last asked.
    bots_asked: [Option<BotDecision>; game::MAX_SEATS],
    /// Goes with the table: bots that think for it stop then.
    bots_wanted: CancelFlag,
    /// When to try again what could not be stored.
    retry_at: Option<i64>,
    outage: outage::Outage,
    /// How much of the time for which no clock ran this table has given back.
    stopped_seen: i64,
    /// Whether this table is counted among those at which a clock runs.
    clock_counted: bool,
    /// Since when nobody has been connected.
    empty_since: Option<i64>,
    /// When the table was opened or woken.
    awake_since: i64,
    /// A game is over, and those who can never come back have not stood up yet.
    game_ended: bool,
    /// Why the table does not follow from its journal any more. Nothing may be done with it then.
    broken: Option<String>,
    /// The store says that another node has taken the table.
    lost: bool,
    /// The decisions for which calls are planned.
    calls: Vec<calls::CalledDecision>,
    /// Those for which none need be made, for their person has seen that it is their turn.
    calls_seen: Vec<calls::CalledDecision>,
    /// Whose turn it is, or who is here, may have changed since calls were planned.
    calls_changed: bool,
}

/// Since when nobody has been connected to a table that is started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NobodySince {
    /// What counts until a table without a game is closed.
    pub(crate) empty: i64,
    /// What counts until a bot takes over.
    pub(crate) lost: i64,
}

impl NobodySince {
    /// A table that is opened now, or was awake when the last server ended. Nobody can help being cut off by the server
    /// itself: there is always time to come back to it.
    pub(crate) fn now(state: &TableState, now: i64) -> Self {
        let grace = i64::from(state.config.grace);
        let lost =
            if state.stage == TableStage::Running { now.max(now + DEFAULT_GRACE - grace) } else { now };
        Self { empty: now, lost }
    }
}

/// Starts a table.
pub(crate) fn spawn(context: TableContext, state: TableState, nobody_since: NobodySince) -> TableHandle {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let mut connections = Connections::default();
    connections.all_lost(state.persons().map(|(seat, _)| seat), nobody_since.lost);
    let awake_since = context.time.now();
    let stopped_seen = context.stopped.total(awake_since);
    let mut actor = TableActor {
        context,
        state,
        connections,
        window: WatcherWindow::default(),
        mailbox,
        own_mailbox: sender.downgrade(),
        bots_due: [None; game::MAX_SEATS],
        bots_asked: [None; game::MAX_SEATS],
        bots_wanted: CancelFlag::default(),
        retry_at: None,
        outage: outage::Outage::default(),
        stopped_seen,
        clock_counted: false,
        empty_since: Some(nobody_since.empty),
        awake_since,
        game_ended: false,
        broken: None,
        lost: false,
        calls: Vec::new(),
        calls_seen: Vec::new(),
        calls_changed: true,
    };
    // Before anybody can ask: whoever opened the table, or comes back to it, finds it in the lobby.
    actor.context.metrics.tables.inc();
    if actor.state.stage == TableStage::Running {
        actor.context.metrics.games_running.inc();
    }
    actor.count_clock();
    actor.show_in_lobby();
    // In a box: a task that owns the table would have room for it twice.
    tokio::spawn(isolation::run_isolated(Box::new(actor)));
    TableHandle::new(sender)
}

impl TableActor {
    async fn run(&mut self) {
        self.schedule_bots();
        if std::mem::take(&mut self.calls_changed) {
            self.plan_calls().await;
        }
        loop {
            let moment = self.next_moment();
            let time = self.context.time.clone();
            let closing = tokio::select! {
                // What arrived in time counts before the deadline that passed meanwhile.
                biased;
                message = self.mailbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => ActorState::TableClosed,
                },
                () = time.sleep_until(moment) => Box::pin(self.timers()).await,
            };
            if self.broken.is_some() {
                return;
            }
            if closing == ActorState::Running && !self.lost && std::mem::take(&mut self.calls_changed) {
                self.plan_calls().await;
            }
            let closing = match closing {
                ActorState::Running if self.lost => self.go_elsewhere(),
                ActorState::Running if std::mem::take(&mut self.game_ended) => {
                    Box::pin(self.after_the_game()).await
                }
                closing => closing,
            };
            if closing != ActorState::Running {
                return self.refuse_the_rest(closing);
            }
        }
    }

    fn note_end(&self) {
        if self.clock_counted {
            self.context.metrics.clocks_running.dec();
        }
        self.context.metrics.tables.dec();
        if self.state.stage == TableStage::Running {
            self.context.metrics.games_running.dec();
        }
    }

    /// Whoever asked just as the table closed is told so.
    fn refuse_the_rest(&mut self, closing: ActorState) {
        self.mailbox.close();
        while let Ok(message) = self.mailbox.try_recv() {
            if let TableMsg::Request(asked) = message
                && asked.request.wants_an_answer()
            {
                self.context.metrics.requests_refused_total.inc();
                asked.answer.refused(match closing {
                    ActorState::ServerStopping => shutting_down(),
                    ActorState::Failed => isolation::failed_table(),
                    ActorState::Running
                    | ActorState::TableClosed
                    | ActorState::Asleep
                    | ActorState::Elsewhere => no_such_table(),
                });
            }
        }
    }

    async fn handle(&mut self, message: TableMsg) -> ActorState {
        self.give_back_stopped_time();
        match message {
            TableMsg::Request(asked) => self.request(*asked).await,
            TableMsg::Detach { connection } => {
                if self.connections.detach(connection, self.context.time.now()).is_some() {
                    self.presence_changed();
                }
                self.close_if_empty().await
            }
            TableMsg::Reopened { done } => {
                let before = self.state.seq;
                self.free_unreachable_seats().await;
                let closing =
                    if self.state.seq == before { ActorState::Running } else { self.close_if_empty().await };
                drop(done);
                closing
            }
            TableMsg::BotChose { seat, decision, action } => {
                self.bot_chose(seat, decision, action).await;
                ActorState::Running
            }
            TableMsg::PeerRecord { answer } => {
                // Whoever asked may have given up.
                let _ = answer.send(self.state.peer_record());
                ActorState::Running
            }
            TableMsg::Close => ActorState::ServerStopping,
            TableMsg::HandOver => self.hand_over().await,
            TableMsg::Lost => self.go_elsewhere(),
        }
    }

    /// Everything about the table, for all connections of a seat.
    fn tell_all_again(&self, seat: Seat) {
        for connection in self.connections.iter().filter(|connection| connection.seat == Some(seat)) {
            self.send_snapshot_to(Some(seat), &connection.outbox, None, None);
        }
    }

    /// Everything about the table, and all that happened in this game, for all connections.
    fn tell_everybody_again(&self) {
        self.show_in_lobby();
        for connection in self.connections.iter() {
            self.send_snapshot_to(connection.seat, &connection.outbox, Some(0), None);
        }
    }

    /// A game is over: whoever left it for good needs no seat any more.
    async fn after_the_game(&mut self) -> ActorState {
        let before = self.state.seq;
        self.free_unreachable_seats().await;
        if self.state.seq == before { ActorState::Running } else { self.close_if_empty().await }
    }

    /// Frees the seats of those who came through an old protocol and are gone, unless a game needs them.
    async fn free_unreachable_seats(&mut self) {
        while let Some(seat) = self.state.unreachable_seat(|seat| self.connections.is_here(seat)) {
            if self.commit(vec![Fact::Stood { seat }].into()).await.is_err() {
                self.retry_at = Some(self.context.time.now() + timers::RETRY);
                return;
            }
        }
    }

    fn publish_said(&self, watchers: bool, from: &str) {
        self.context.metrics.chat_messages_total.inc();
        let (room, heard) = if watchers {
            (ChatRoom::Watchers(self.state.id), &self.state.watcher_chat)
        } else {
            (ChatRoom::Table(self.state.id), &self.state.player_chat)
        };
        let Some(line) = heard.lines.back().cloned() else { return };
        let frame = frame(&ServerMsg::Said { room, line });
        let apart = self.state.stage == TableStage::Running;
        for connection in self.connections.iter() {
            let hears =
                if watchers { connection.seat.is_none() } else { connection.seat.is_some() || !apart };
            if hears && !connection.outbox.mutes(from) {
                connection.outbox.table(self.state.id, frame.clone());
            }
        }
    }

    /// Tells everybody here and in the lobby who sits where and how present they are.
    fn presence_changed(&mut self) {
        let now = self.context.time.now();
        self.calls_changed = true;
        self.empty_since = if self.connections.is_empty() { self.empty_since.or(Some(now)) } else { None };
        // The lobby first: whoever hears of it here and looks there finds it.
        self.show_in_lobby();
        let news = self.state.news(&self.connections, now);
        self.connections.send_all(self.state.id, &frame(&news));
    }

    fn show_in_lobby(&self) {
        self.context.lobby.put(self.state.card(&self.connections, self.context.time.now()));
    }

    /// Closes the table if nobody sits at it and nobody watches.
    async fn close_if_empty(&mut self) -> ActorState {
        let nobody = self.state.persons().next().is_none() && self.connections.is_empty();
        let is_kept = self.state.kept_until().is_some_and(|until| self.context.time.now() < until);
        if nobody && !is_kept && self.state.stage != TableStage::Running {
            self.close().await
        } else {
            ActorState::Running
        }
    }

    async fn close(&mut self) -> ActorState {
        let table = self.state.id;
        let (epoch, at) = (self.state.epoch, self.context.time.now());
        let mut writes = vec![Write::CloseTable { table: table.number(), epoch, at }];
        writes.extend(self.all_calls());
        match self.context.store.commit(writes).await {
            // An earlier try may have been stored although it seemed lost.
            Ok(()) | Err(CommitError::NoTable { .. }) => {}
            Err(CommitError::NotOwner { .. }) => return self.go_elsewhere(),
            Err(error) => {
                if let Some(more) = NOT_CLOSED.allow(self.context.time.now()) {
                    tracing::warn!(%table, %error, more, "a table could not be closed");
                }
                self.retry_at = Some(self.context.time.now() + timers::RETRY);
                return ActorState::Running;
            }
        }
        self.connections.send_all(table, &frame(&ServerMsg::TableRemoved { table }));
        for (_, person) in self.state.people() {
            self.context.seat_index.seat_left(person, table);
            self.context.metrics.seats_taken.dec();
        }
        self.context.lobby.remove(table);
        self.context.seat_index.table_closed(table);
        ActorState::TableClosed
    }

    fn send_snapshot_to(
        &self,
        seat: Option<Seat>,
        outbox: &crate::outbox::Outbox,
        since: Option<u64>,
        reference: Option<protocol::Ref>,
    ) {
        let now = self.context.time.now();
        let mut snapshot = self.state.snapshot(&self.connections, &self.window, seat, since, now);
        snapshot.reference = reference;
        snapshot.chat.retain(|line| line.from.as_ref().is_none_or(|from| !outbox.mutes(from)));
        outbox.table(self.state.id, frame(&ServerMsg::Table(Box::new(snapshot))));
    }
}
