//! What people ask of a table.

use protocol::{Refusal, RefusalCode, ServerMsg, TableStage, Watchers};

use super::{ActorState, TableActor};
use crate::live_game::RefusedAction;
use crate::outbox::frame;
use crate::table::connections::Connection;
use crate::table::deal_secrets::NewSecrets;
use crate::table::decide::{ActOutcome, Caller, Decision};
use crate::table::handle::{ConnectionId, RequestEnvelope, Responder, TableRequest, no_such_table};

impl TableActor {
    pub(super) async fn request(&mut self, asked: RequestEnvelope) -> ActorState {
        let RequestEnvelope { from, connection, answer, request } = asked;
        match request {
            TableRequest::Join { seat, code, nonce } => {
                self.free_lost_seats_before_the_start(from.person).await;
                let before = self.state.seq;
                let now = self.context.time.now();
                let decided = NewSecrets::draw(&self.context.entropy)
                    .and_then(|luck| self.state.join(&from, seat, code.as_ref(), nonce, luck, now));
                if self.settle(decided, &answer).await {
                    // Whoever takes the last seat was not connected yet when the game was dealt.
                    self.welcome(&from, connection, &answer, Some(before));
                }
            }
            TableRequest::Attach { since } => self.attach(&from, connection, &answer, since).await,
            TableRequest::Watch { code } => {
                if let Err(refusal) = self.watch(&from, connection, &answer, code.as_ref()) {
                    self.refuse(&answer, refusal);
                }
            }
            TableRequest::Sync { since } => {
                if self.may_see(&from, connection) {
                    self.send_snapshot_to(
                        self.state.seat_of(from.person),
                        &answer.outbox,
                        since,
                        answer.reference,
                    );
                } else {
                    self.refuse(&answer, no_such_table());
                }
            }
            TableRequest::LeaveBeforeStart if self.state.stage == TableStage::Running => {
                self.refuse(&answer, Refusal::new(RefusalCode::AlreadyStarted, "The game has begun."));
            }
            TableRequest::Leave | TableRequest::LeaveBeforeStart => {
                return self.leave(&from, connection, &answer).await;
            }
            TableRequest::Disconnected => return self.disconnected(&from, connection).await,
            TableRequest::AddBot { .. }
            | TableRequest::RemoveBot { .. }
            | TableRequest::RemovePlayer { .. }
            | TableRequest::LockSeat { .. }
                if !self.may_see(&from, connection) =>
            {
                self.refuse(&answer, Refusal::new(RefusalCode::NotHost, "You are not at this table."));
            }
            TableRequest::AddBot { level, seat } => {
                let now = self.context.time.now();
                let decided = NewSecrets::draw(&self.context.entropy)
                    .and_then(|luck| self.state.add_bot(from.person, &level, seat, luck, now));
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::RemoveBot { seat } => {
                let decided = self.state.remove_bot(from.person, seat);
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::RemovePlayer { seat } => self.remove_player(&from, seat, &answer).await,
            TableRequest::LockSeat { seat, on } => {
                let decided = self.state.lock_seat(from.person, seat, on);
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::Report { watchers, number, reason } => {
                self.report(&from, connection, watchers, number, reason, &answer).await;
            }
            TableRequest::OperatorClose { reason } => return self.operator_closes(reason, &answer).await,
            TableRequest::Act { game_number, nth, action, received } => {
                match self.state.act(from.person, game_number, nth, &action) {
                    Ok(ActOutcome::New(decision)) => {
                        if self.settle_and_say_so(Ok(decision), &answer).await {
                            let took = received.elapsed().as_secs_f64();
                            self.context.metrics.action_duration_seconds.observe(took);
                        }
                    }
                    Ok(ActOutcome::Again) => answer.done(None),
                    Err(refused) => self.refuse_action(&answer, refused),
                }
            }
            TableRequest::Draft { game_number, nth, action } => {
                match self.state.draft(from.person, game_number, nth, action) {
                    Ok(decision) => {
                        self.settle_and_say_so(Ok(decision), &answer).await;
                    }
                    Err(refused) => self.refuse_action(&answer, refused),
                }
            }
            TableRequest::Hint { game_number, nth } => {
                self.hint(from.person, game_number, nth, answer).await;
            }
            TableRequest::Say { watchers, text } => {
                if self.may_see(&from, connection) {
                    let decided = self.state.say(&from, watchers, text);
                    self.settle_and_say_so(decided, &answer).await;
                } else {
                    self.refuse(&answer, no_such_table());
                }
            }
            TableRequest::Start => {
                let decided = NewSecrets::draw(&self.context.entropy).and_then(|luck| {
                    self.state.start_game(from.person, luck, |seat| self.connections.is_here(seat))
                });
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::Rematch { nonce, bots_for_absent } => {
                let bots = bots_for_absent.map(|level| self.bots_for_absent(&level)).transpose();
                let luck = NewSecrets::draw(&self.context.entropy);
                let decided = bots.and_then(|bots| Ok((bots, luck?))).and_then(|(bots, luck)| {
                    self.state.rematch(from.person, nonce, bots, luck, |seat| self.connections.is_here(seat))
                });
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::Undo { game_number, nth } => {
                let decided = self.state.undo(from.person, game_number, nth);
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::Vacation { until } => {
                match self.state.vacation_fact(from.person, until, self.context.time.now()) {
                    Some(fact) => {
                        if self.settle_and_say_so(Ok(vec![fact].into()), &answer).await {
                            self.tell_clocks();
                        }
                    }
                    // It is known already, or nothing stands here.
                    None => answer.done(None),
                }
            }
            TableRequest::Pause { on } => {
                let decided = self.state.pause(from.person, on);
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::Resign => {
                let decided = self.state.resign(from.person);
                self.settle_and_say_so(decided, &answer).await;
            }
            TableRequest::Renamed => {
                if let Some(seat) = self.state.seat_of(from.person) {
                    let fact = crate::journal::Fact::Renamed { seat, name: from.name };
                    // The name stands in the server's book; a table that could not note it will hear it at the next chance.
                    let _ = self.commit(vec![fact].into()).await;
                }
            }
        }
        ActorState::Running
    }

    /// Makes a decision real; on a refusal tells it and gives false.
    pub(super) async fn settle(&mut self, decided: Result<Decision, Refusal>, answer: &Responder) -> bool {
        let settled = match decided {
            Ok(decision) => self.commit(decision).await,
            Err(refusal) => Err(refusal),
        };
        match settled {
            Ok(()) => true,
            Err(refusal) => {
                self.refuse(answer, refusal);
                false
            }
        }
    }

    /// [`Self::settle`], and answers that it is done if somebody waits for that.
    async fn settle_and_say_so(&mut self, decided: Result<Decision, Refusal>, answer: &Responder) -> bool {
        let settled = self.settle(decided, answer).await;
        if settled && answer.reference.is_some() {
            answer.done(None);
        }
        settled
    }

    pub(super) fn refuse(&self, answer: &Responder, refusal: Refusal) {
        self.context.metrics.requests_refused_total.inc();
        answer.refused(refusal);
    }

    fn refuse_action(&self, answer: &Responder, refused: RefusedAction) {
        self.context.metrics.requests_refused_total.inc();
        answer.refused_action(refused);
    }

    pub(super) fn may_see(&self, from: &Caller, connection: ConnectionId) -> bool {
        self.state.seat_of(from.person).is_some() || self.connections.has(connection)
    }

    /// A connection is at this table from now on. If nobody was here before, bots have waited as they do where nobody looks: they
    /// are asked as usual again.
    fn connect(&mut self, connection: Connection) {
        let is_first = self.connections.is_empty();
        self.connections.attach(connection);
        self.empty_since = None;
        self.resume();
        if is_first {
            self.bots_due = [None; game::MAX_SEATS];
            self.schedule_bots();
        }
    }

    /// Connects somebody who sits here and tells them everything.
    fn welcome(&mut self, from: &Caller, connection: ConnectionId, answer: &Responder, since: Option<u64>) {
        let seat = self.state.seat_of(from.person);
        let was_here = seat.is_some_and(|seat| self.connections.is_here(seat));
        self.connect(Connection { id: connection, seat, outbox: answer.outbox.clone() });
        self.send_snapshot_to(seat, &answer.outbox, since, answer.reference);
        if !was_here {
            self.presence_changed();
        }
    }

    /// A connection of somebody who sits here. Whoever was gone plays again.
    async fn attach(
        &mut self,
        from: &Caller,
        connection: ConnectionId,
        answer: &Responder,
        since: Option<u64>,
    ) {
        let Some(seat) = self.state.seat_of(from.person) else { return };
        if !self.connections.is_here(seat) {
            let mut facts = self.state.return_facts(seat);
            // They may have taken another name while the table slept.
            if self.state.seats.get(seat.index()).is_some_and(|state| !state.who.is_called(&from.name)) {
                facts.push(crate::journal::Fact::Renamed { seat, name: from.name.clone() });
            }
            // If this cannot be stored now, their next action brings them back.
            let _ = self.commit(facts.into()).await;
        }
        self.welcome(from, connection, answer, since);
    }

    fn watch(
        &mut self,
        from: &Caller,
        connection: ConnectionId,
        answer: &Responder,
        code: Option<&protocol::InviteCode>,
    ) -> Result<(), Refusal> {
        if self.state.seat_of(from.person).is_some() {
            self.welcome(from, connection, answer, None);
            return Ok(());
        }
        self.state.admit(from.person, code)?;
        if self.state.config.watchers == Watchers::None {
            return Err(Refusal::new(RefusalCode::WatchingDisabled, "Nobody may watch this table."));
        }
        self.connect(Connection { id: connection, seat: None, outbox: answer.outbox.clone() });
        self.send_snapshot_to(None, &answer.outbox, None, answer.reference);
        self.presence_changed();
        Ok(())
    }

    async fn leave(&mut self, from: &Caller, connection: ConnectionId, answer: &Responder) -> ActorState {
        let table = self.state.id;
        let Some(seat) = self.state.seat_of(from.person) else {
            if self.connections.detach(connection, self.context.time.now()).is_some() {
                answer.done(Some(table));
                self.presence_changed();
            } else {
                self.refuse(answer, Refusal::new(RefusalCode::NotSeated, "You are not at this table."));
            }
            return self.close_if_empty().await;
        };
        let decided = self.state.leave(from.person);
        // Before it is decided: as soon as the seat is free it may be somebody else's, whose cards must not be sent here.
        let connections = self.connections.detach_seat(seat);
        if !self.settle(decided, answer).await {
            // They were refused, and are still at the table. If it turns out later that it was stored, they are removed then.
            connections.into_iter().for_each(|connection| self.connections.attach(connection));
            return ActorState::Running;
        }
        answer.done(Some(table));
        self.tell_removed(&connections);
        if let Some(seat) = self.state.seat_of(from.person) {
            self.connections.all_lost([seat].into_iter(), self.context.time.now());
        }
        self.presence_changed();
        self.close_if_empty().await
    }

    /// A connection has ended, and its person cannot come back. If that cannot be stored now it is tried again: nobody is
    /// there to be refused.
    async fn disconnected(&mut self, from: &Caller, connection: ConnectionId) -> ActorState {
        let now = self.context.time.now();
        self.connections.detach(connection, now);
        if let Ok(decision) = self.state.leave(from.person)
            && self.commit(decision).await.is_err()
        {
            self.retry_at = Some(now + super::timers::RETRY);
        }
        self.presence_changed();
        self.close_if_empty().await
    }

    /// Tells connections that they are not at this table any more.
    pub(super) fn tell_removed(&self, connections: &[Connection]) {
        let table = self.state.id;
        let removed = frame(&ServerMsg::TableRemoved { table });
        for connection in connections {
            connection.outbox.table(table, removed.clone());
        }
    }
}
