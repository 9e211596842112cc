//! The host removes somebody, somebody reports a line of chat, the operator closes the table.

use game::Seat;
use protocol::{ChatRoom, ChatText, Notice, NoticeKind, Refusal, RefusalCode, ServerMsg, TableStage};

use super::{ActorState, TableActor};
use crate::journal::Fact;
use crate::moderation::{ReportedLine, no_such_line};
use crate::table::decide::Caller;
use crate::table::handle::{ConnectionId, Responder, no_such_table};

impl TableActor {
    /// The host removes a person, whose connections are told so.
    pub(super) async fn remove_player(&mut self, from: &Caller, seat: Seat, answer: &Responder) {
        let decided = self.state.remove_player(from.person, seat);
        let is_decided = decided.is_ok();
        // Before it is decided: as soon as the seat is free it may be somebody else's, whose cards must not be sent here.
        let connections = if is_decided { self.connections.detach_seat(seat) } else { Vec::new() };
        if !self.settle(decided, answer).await {
            connections.into_iter().for_each(|connection| self.connections.attach(connection));
            return;
        }
        answer.done(None);
        let notice = ServerMsg::Notice(Notice {
            id: None,
            kind: NoticeKind::Removed,
            table: Some(self.state.id),
            message: format!("{} has removed you from the table.", from.name),
        });
        for connection in &connections {
            connection.outbox.send_to_person(&notice);
        }
        self.tell_removed(&connections);
        self.presence_changed();
    }

    /// Stores a line of chat that somebody was shown, for the operator to read.
    pub(super) async fn report(
        &mut self,
        from: &Caller,
        connection: ConnectionId,
        watchers: bool,
        number: u64,
        reason: Option<ChatText>,
        answer: &Responder,
    ) {
        if !self.may_see(from, connection) {
            return self.refuse(answer, no_such_table());
        }
        let room = if watchers { &self.state.watcher_chat } else { &self.state.player_chat };
        let line = room.lines.iter().find(|line| line.number == number).cloned();
        // Only what was shown to them: players do not read the watchers' lines, and the other way round.
        let shown = self.state.chat_for(self.state.seat_of(from.person));
        let line = line.filter(|line| shown.iter().any(|known| known.number == line.number));
        let id = self.state.id;
        let room = if watchers { ChatRoom::Watchers(id) } else { ChatRoom::Table(id) };
        let reported = match line {
            Some(line) => ReportedLine::new(room, line, from, reason, self.context.time.now()),
            None => Err(no_such_line()),
        };
        let stored = match reported {
            Ok(reported) => reported.store(&self.context.store).await,
            Err(refusal) => Err(refusal),
        };
        match stored {
            Ok(()) => {
                self.context.metrics.chat_reports_total.inc();
                answer.done(None);
            }
            Err(refusal) => self.refuse(answer, refusal),
        }
    }

    /// The operator closes the table: a running game ends without a winner, and what was played is kept.
    pub(super) async fn operator_closes(
        &mut self,
        reason: Option<ChatText>,
        answer: &Responder,
    ) -> ActorState {
        if self.state.stage == TableStage::Running {
            let seat = self.state.host.or_else(|| self.state.persons().next().map(|(seat, _)| seat));
            let seat = seat.unwrap_or(Seat::of(0));
            if let Err(refusal) = self.commit(vec![Fact::Abandoned { seat }].into()).await {
                self.refuse(answer, refusal);
                return ActorState::Running;
            }
        }
        let notice = ServerMsg::Notice(Notice {
            id: None,
            kind: NoticeKind::TableClosed,
            table: Some(self.state.id),
            message: reason.map(|text| text.as_str().to_owned()).unwrap_or_default(),
        });
        let told: Vec<_> = self.connections.iter().map(|connection| connection.outbox.clone()).collect();
        let closed = self.close().await;
        if closed == ActorState::TableClosed {
            told.iter().for_each(|outbox| outbox.send_to_person(&notice));
            answer.done(None);
        } else {
            let sentence = "The table could not be closed just now. Try again in a moment.";
            self.refuse(answer, Refusal::new(RefusalCode::NotSaved, sentence));
        }
        closed
    }
}
