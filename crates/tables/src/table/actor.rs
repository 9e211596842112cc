//! The table at work: one task that takes requests in order, stores what they lead to, and only then tells.

mod bots;
mod calls;
mod elsewhere;
mod hints;
mod isolation;
mod moderation;
mod outage;
mod replay;
mod requests;
mod sleep;
mod suspend;
mod timers;

use std::sync::Arc;

use game::Seat;
use protocol::{ChatRoom, Refusal, ServerMsg, TableId, TableStage};
use store::{CommitError, Store, Write};
use tokio::sync::mpsc;

use super::connections::Connections;
use super::decide::Decision;
use super::handle::{BotDecision, ConnectionId, TableHandle, TableMsg, closing_house, no_such_table};
use super::opening::DEFAULT_GRACE;
use super::publish::WatcherWindow;
use super::state::TableState;
use crate::bot_pool::{BotPool, CancelFlag};
use crate::entropy::Entropy;
use crate::journal::Fact;
use crate::lobby::Lobby;
use crate::log_throttle::LogThrottle;
use crate::metrics::Metrics;
use crate::outbox::frame;
use crate::people::PersonId;
use crate::stopped_time::StoppedTime;
use crate::time::Time;

pub(crate) use isolation::without_panic;

/// This many requests may wait at one table.
const MAILBOX: usize = 64;

/// However many cannot be closed, it is logged at intervals.
static NOT_CLOSED: LogThrottle = LogThrottle::every_ms(1_000);

/// What a table needs of the server.
#[derive(Clone)]
pub(crate) struct TableContext {
    pub(crate) store: Store,
    pub(crate) time: Time,
    pub(crate) entropy: Entropy,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: BotPool,
    pub(crate) seat_index: Arc<dyn SeatIndex>,
    /// Milliseconds after which a table that nobody is connected to is closed.
    pub(crate) empty_after: i64,
    /// Milliseconds after which a table that nobody is connected to goes to sleep.
    pub(crate) sleep_after: i64,
    /// Milliseconds after which a suspended table that nobody is connected to is closed.
    pub(crate) suspended_after: i64,
    /// Whether bots play on where nobody is connected.
    pub(crate) plays_unattended: bool,
    /// Time for which no clock of any table ran.
    pub(crate) stopped: Arc<StoppedTime>,
    /// Told of each game that has ended.
    pub(crate) finished_games: Arc<tokio::sync::Notify>,
    /// Told of each rated game that has ended.
    pub(crate) rated_games: Arc<tokio::sync::Notify>,
    /// Told of each game of a tournament that has ended.
    pub(crate) tournaments: Arc<tokio::sync::Notify>,
}

/// Who sits where: what the server remembers of all tables.
pub(crate) trait SeatIndex: Send + Sync {
    /// A person sits at a table.
    fn seat_taken(&self, person: PersonId, table: TableId, seat: Seat);
    /// A person sits there no more.
    fn seat_left(&self, person: PersonId, table: TableId);
    /// A table is gone.
    fn table_closed(&self, table: TableId);
    /// A table cannot go on. Whoever asks for it is refused with this.
    fn table_failed(&self, table: TableId, refusal: Refusal);
    /// A table is not reached by its mailbox any more.
    fn table_closes(&self, table: TableId);
    /// A table is another node's now: who was connected to it, and what came meanwhile.
    fn table_lost(&self, table: TableId, connections: Vec<ConnectionId>, left_over: Vec<TableMsg>);
    /// A table has gone to sleep: until when, and what came meanwhile.
    fn table_slept(&self, table: TableId, wake_at: Option<i64>, left_over: Vec<TableMsg>);
}

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
    /// The calls that are planned, by the seat whose turn it is.
    calls: Vec<(Seat, String)>,
    /// The calls that need not be made, for their person has seen that it is their turn.
    calls_seen: Vec<String>,
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
            Box::pin(self.plan_calls()).await;
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
                Box::pin(self.plan_calls()).await;
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
                    ActorState::ServerStopping => closing_house(),
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

    /// Stores what was decided, and then makes it so and tells it. On an error nothing has happened.
    async fn commit(&mut self, decision: Decision) -> Result<(), Refusal> {
        let Decision { mut facts, mut attempt } = decision;
        if facts.is_empty() {
            return Ok(());
        }
        self.resume();
        self.give_back_stopped_time();
        if self.outage.is_on() {
            // In a box, as all that is nearly never needed: every table would keep room for it.
            Box::pin(self.before_a_new_try()).await?;
        }
        if let Some(outage) = self.state.outage {
            facts.insert(0, Fact::Reopened { outage });
        }
        let at = self.context.time.now();
        let mut writes = self.state.writes(&facts, at)?;
        writes.extend(self.state.put_info_after(&facts, at));
        writes.extend(self.ended_calls(&facts));
        writes.extend(self.replay_of(&facts, attempt.as_mut(), at)?);
        writes.extend(self.day_writes(&facts, attempt.as_ref(), at)?);
        writes.extend(self.tournament_write(&facts, attempt.as_ref(), at)?);
        let store_attempt = self.context.stopped.attempt();
        match self.context.store.commit(writes).await {
            Ok(()) => {}
            Err(error @ (CommitError::Unknown(_) | CommitError::Conflict { .. })) => {
                return Box::pin(self.find_out(&error, &facts, attempt, at)).await;
            }
            Err(error) => {
                match error {
                    CommitError::NotSaved(_) => self.store_failed(at),
                    CommitError::NotOwner { .. } => self.lost = true,
                    _ => {}
                }
                return Err(self.not_saved(&error));
            }
        }
        self.take_in(&facts, attempt, at);
        self.store_works(store_attempt);
        Ok(())
    }

    fn take_in(&mut self, facts: &[Fact], attempt: Option<crate::live_game::TriedAction>, at: i64) {
        let mut attempt = attempt;
        let was_running = self.state.stage == TableStage::Running;
        let was_unrated = self.state.unrated_because();
        let mut seats_changed = false;
        let mut played = false;
        let mut said = false;
        let mut rewound = false;
        for fact in facts {
            self.note_seating(fact);
            let sat_before = if let Fact::Dealt(_) = fact { self.state.people() } else { Vec::new() };
            let tried = if matches!(fact, Fact::Acted { .. }) { attempt.take() } else { None };
            if let Err(what) = self.state.apply_fact(fact, self.state.seq + 1, at, tried) {
                // Decisions are made from this very state, so a fact that does not fit is an error of the server.
                self.broken = Some(format!("a stored fact does not fit: {what}"));
                return;
            }
            match fact {
                Fact::Acted { .. } | Fact::Started { .. } => {
                    played = true;
                    self.context
                        .metrics
                        .actions_played_total
                        .inc_by(u64::from(matches!(fact, Fact::Acted { .. })));
                }
                Fact::Said { watchers, from, .. } => {
                    said = true;
                    self.publish_said(*watchers, from);
                }
                Fact::Drafted { .. }
                | Fact::Hinted { .. }
                | Fact::Nonce { .. }
                | Fact::Reopened { .. }
                | Fact::Suspended => {}
                Fact::Undone { .. } | Fact::Paused { .. } | Fact::Resumed { .. } => {
                    rewound = true;
                    self.stop_bots();
                }
                Fact::Dealt(_) => {
                    (played, seats_changed) = (true, true);
                    self.note_all_seats(&sat_before);
                }
                _ => seats_changed = true,
            }
            if matches!(fact, Fact::Started { .. } | Fact::Dealt(_) | Fact::Undone { .. }) {
                self.window.clear();
            }
        }
        let moved = std::mem::take(&mut self.state.moved);
        self.note_moves(&moved);
        let now_running = self.state.stage == TableStage::Running;
        if now_running != was_running {
            self.context.metrics.games_running.inc_by(if now_running { 1 } else { -1 });
            self.context.metrics.games_finished_total.inc_by(u64::from(was_running));
            self.game_ended |= was_running;
            if was_running {
                self.context.finished_games.notify_one();
            }
            if was_running && self.state.result.as_ref().is_some_and(|result| result.rated) {
                self.context.rated_games.notify_one();
            }
            if was_running && self.state.config.tournament.is_some() {
                self.context.tournaments.notify_one();
            }
        }
        if seats_changed {
            self.presence_changed();
        }
        if rewound && !played {
            self.tell_everybody_again();
        } else if rewound {
            self.show_in_lobby();
        }
        if played || self.abandoned(facts) {
            self.state.publish_update(&self.connections, &mut self.window, self.context.time.now());
            if let Some(game) = &mut self.state.game {
                game.update_sent();
            }
        }
        if now_running != was_running {
            self.show_in_lobby();
        }
        for (_, seat) in moved {
            self.tell_all_again(seat);
        }
        if self.state.unrated_because() != was_unrated {
            // Whether games count is said by the table as a whole.
            for connection in self.connections.iter() {
                self.send_snapshot_to(connection.seat, &connection.outbox, None, None);
            }
        }
        self.count_clock();
        self.calls_changed |= played || rewound || now_running != was_running;
        if !said {
            self.schedule_bots();
        }
    }

    /// Lets the server know whether a clock runs here.
    fn count_clock(&mut self) {
        let runs = self.state.some_clock_runs() && self.state.suspended.is_none();
        if std::mem::replace(&mut self.clock_counted, runs) != runs {
            self.context.metrics.clocks_running.inc_by(if runs { 1 } else { -1 });
        }
    }

    /// People have other seats now: their connections go with them.
    fn note_moves(&mut self, moved: &[(Seat, Seat)]) {
        if moved.is_empty() {
            return;
        }
        self.connections.move_seats(moved);
        // No game runs while people move, so no bot thinks.
        self.bots_due = [None; game::MAX_SEATS];
        self.bots_asked = [None; game::MAX_SEATS];
        for (seat, person) in self.state.people() {
            self.context.seat_index.seat_taken(person, self.state.id, seat);
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

    fn abandoned(&self, facts: &[Fact]) -> bool {
        facts.iter().any(|fact| matches!(fact, Fact::Abandoned { .. }))
    }

    fn note_seating(&mut self, fact: &Fact) {
        match fact {
            Fact::Sat { person, seat, .. } => {
                self.context.seat_index.seat_taken(*person, self.state.id, *seat);
                self.context.metrics.seats_taken.inc();
            }
            Fact::Stood { seat } | Fact::Removed { seat, .. } => {
                self.connections.seat_freed(*seat);
                if let Some(super::state::SeatOccupant::Person { id, .. }) =
                    self.state.seats.get(seat.index()).map(|seat| &seat.who)
                {
                    self.context.seat_index.seat_left(*id, self.state.id);
                    self.context.metrics.seats_taken.dec();
                }
            }
            _ => {}
        }
    }

    /// The table was read anew from its journal: who sits where may have changed.
    fn note_all_seats(&self, before: &[(Seat, PersonId)]) {
        let now = self.state.people();
        for (_, person) in before.iter().filter(|(_, person)| !now.iter().any(|(_, other)| other == person)) {
            self.context.seat_index.seat_left(*person, self.state.id);
        }
        for (seat, person) in &now {
            self.context.seat_index.seat_taken(*person, self.state.id, *seat);
        }
        self.context.metrics.seats_taken.inc_by(now.len() as i64 - before.len() as i64);
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
