//! One table as this client knows it.

use game::{Seat, SeatSet, Voice};
use protocol::{
    ChatLine, Deadline, GameEvent, GameResult, GameUpdate, HintAnswer, InviteCode, Occupant, Presence,
    SeatInfo, SeatsUpdate, TableInfo, TableSnapshot, TableStage,
};
use serde::Deserialize;
use serde_json::Value;

use super::boards::{self, Board};

/// The longest log that is kept.
const MAX_LOG: usize = 500;

/// What all games show alike.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Frame {
    pub(crate) to_act: SeatSet,
    pub(crate) scores: Vec<i32>,
}

/// What kind of line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineKind {
    /// Something happened in the game.
    Event,
    /// Somebody said something.
    Chat,
    /// Something about the table itself.
    Table,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
    pub(crate) kind: LineKind,
    pub(crate) text: String,
}

/// A table as this client knows it.
pub(crate) struct TableState {
    pub(crate) info: TableInfo,
    pub(crate) you: Option<Seat>,
    pub(crate) invite_code: Option<InviteCode>,
    pub(crate) game_number: u32,
    pub(crate) nth: u32,
    pub(crate) frame: Frame,
    /// What was seen last, for the moment at which nobody decides any more.
    seen: Value,
    pub(crate) board: Box<dyn Board>,
    /// Who has to decide until when, in milliseconds of this client's clock.
    pub(crate) deadlines: Vec<(Seat, u64)>,
    pub(crate) result: Option<GameResult>,
    pub(crate) log: Vec<LogLine>,
    last_chat: Option<u64>,
    /// The decision that was sent. It is on its way until the server refuses it or asks for another one.
    pub(crate) sent: Option<(u32, u32)>,
    /// The decision that a hint was asked for and is not answered yet.
    pub(crate) hint_asked: Option<(u32, u32)>,
    /// The last hint.
    pub(crate) hint: Option<Box<HintAnswer>>,
    /// When the last message about presence came.
    pub(crate) seats_at: u64,
    /// How often a decision of this game was taken back.
    undo_count: u32,
    /// The last update whose events are in the log.
    logged: Option<u64>,
}

impl TableState {
    pub(crate) fn new(snapshot: TableSnapshot, now: u64) -> Self {
        let mut table = Self {
            board: boards::open(&snapshot.info.game),
            info: snapshot.info.clone(),
            you: None,
            invite_code: None,
            game_number: 0,
            nth: 0,
            frame: Frame::default(),
            seen: Value::Null,
            deadlines: Vec::new(),
            result: None,
            log: Vec::new(),
            last_chat: None,
            sent: None,
            hint_asked: None,
            hint: None,
            seats_at: now,
            undo_count: snapshot.undo_count,
            logged: None,
        };
        table.take_snapshot(snapshot, now);
        table
    }

    /// Takes the whole table; returns the lines that are new.
    pub(crate) fn take_snapshot(&mut self, snapshot: TableSnapshot, now: u64) -> Vec<LogLine> {
        let mut new = Vec::new();
        let began = snapshot.info.stage == TableStage::Running
            && (self.game_number, self.info.stage) != (snapshot.game_number, TableStage::Running);
        let told = match (self.info.paused, snapshot.info.paused) {
            _ if snapshot.undo_count > self.undo_count => Some("A decision was taken back."),
            (false, true) => Some("The game is paused: the clock stands and the bots wait."),
            (true, false) => Some("The game goes on."),
            _ => None,
        };
        new.extend(told.map(|text| LogLine { kind: LineKind::Table, text: text.to_owned() }));
        self.undo_count = snapshot.undo_count;
        self.info = snapshot.info;
        self.you = snapshot.you;
        self.invite_code = snapshot.invite_code;
        self.note_decision(snapshot.game_number, snapshot.nth);
        self.seats_at = now;
        self.note_deadlines(&snapshot.deadlines, now);
        if let Some(seen) = &snapshot.seen {
            self.see(seen.get(), &mut new);
        }
        if began {
            self.result = None;
        }
        // A table that was paused, or in which something was taken back, comes with all that happened in the game.
        let logged = self.logged.replace(snapshot.seq).filter(|logged| *logged <= snapshot.seq);
        let missed = snapshot.missed.into_iter().filter(|missed| Some(missed.seq) > logged);
        new.extend(missed.flat_map(|missed| missed.events).map(|event| Self::event_line(&event)));
        for line in snapshot.chat {
            new.extend(self.chat_line(&line));
        }
        let finished = self.info.stage == TableStage::Finished;
        if let Some(result) = snapshot.result.filter(|_| finished)
            && self.result.as_ref().map(|old| old.replay_id) != Some(result.replay_id)
        {
            new.extend(self.end(result));
        }
        self.keep(&new);
        new
    }

    /// Takes what was played; returns the lines that are new.
    pub(crate) fn take_update(&mut self, update: GameUpdate, now: u64) -> Vec<LogLine> {
        let mut new = Vec::new();
        if update.game_number != self.game_number {
            self.result = None;
            self.board = boards::open(&self.info.game);
        }
        self.note_decision(update.game_number, update.nth);
        self.logged = Some(update.seq);
        self.info.stage = TableStage::Running;
        if let Some(seen) = &update.seen {
            self.see(seen.get(), &mut new);
        }
        self.note_deadlines(&update.deadlines, now);
        new.extend(update.events.iter().map(Self::event_line));
        if let Some(result) = update.result {
            self.info.stage = TableStage::Finished;
            new.extend(self.end(result));
        }
        self.keep(&new);
        new
    }

    fn see(&mut self, seen: &str, new: &mut Vec<LogLine>) {
        let read = serde_json::from_str::<Value>(seen).map_err(|error| error.to_string());
        let seen = match read {
            Ok(seen) => seen,
            Err(error) => {
                new.push(LogLine {
                    kind: LineKind::Table,
                    text: format!("The server sent something unreadable: {error}"),
                });
                return;
            }
        };
        self.seen = seen;
        self.show_seen(new);
    }

    /// Passes the latest view to the board.
    fn show_seen(&mut self, new: &mut Vec<LogLine>) {
        let seen = &self.seen;
        self.board.options(&self.info.options);
        match Frame::deserialize(seen) {
            Ok(frame) => self.frame = frame,
            Err(error) => {
                new.push(LogLine {
                    kind: LineKind::Table,
                    text: format!("The server sent something unreadable: {error}"),
                });
            }
        }
        if let Err(error) = self.board.see(seen) {
            let text = format!(
                "This server plays another version of the game; it is shown as plain text. ({error})"
            );
            new.push(LogLine { kind: LineKind::Table, text });
            self.board = boards::open_generic(&self.info.game);
            if let Err(error) = self.board.see(seen) {
                new.push(LogLine {
                    kind: LineKind::Table,
                    text: format!("It cannot be shown at all: {error}"),
                });
            }
        }
    }

    /// Takes who sits where; returns the lines that are new.
    pub(crate) fn take_seats(&mut self, update: SeatsUpdate, now: u64) -> Vec<LogLine> {
        let mut new = Vec::new();
        for (index, (before, after)) in self.info.seats.iter().zip(&update.seats).enumerate() {
            if self.you.is_some_and(|you| you.index() == index) && before.occupant == after.occupant {
                continue;
            }
            new.extend(seat_change(index, before, after).map(|text| LogLine { kind: LineKind::Table, text }));
        }
        self.info.seats = update.seats;
        self.info.host = update.host;
        self.info.watcher_count = update.watcher_count;
        self.seats_at = now;
        self.keep(&new);
        new
    }

    /// Takes a line of chat; `None` if it was seen before.
    pub(crate) fn take_chat(&mut self, line: &ChatLine) -> Option<LogLine> {
        let line = self.chat_line(line)?;
        self.keep(std::slice::from_ref(&line));
        Some(line)
    }

    fn chat_line(&mut self, line: &ChatLine) -> Option<LogLine> {
        if self.last_chat.is_some_and(|last| line.number <= last) {
            return None;
        }
        self.last_chat = Some(line.number);
        let from = line.from.as_deref().unwrap_or("Server");
        Some(LogLine { kind: LineKind::Chat, text: format!("{from}: {}", line.text.as_str()) })
    }

    fn event_line(event: &GameEvent) -> LogLine {
        LogLine { kind: LineKind::Event, text: event.text.clone() }
    }

    fn end(&mut self, result: GameResult) -> Vec<LogLine> {
        let voice = self.voice();
        let text = if result.abandoned {
            self.abandoned().to_owned()
        } else if result.winners.is_empty() {
            "The game is over: a draw.".to_owned()
        } else {
            let alone = result.winners.len() == 1;
            let you = self.you.filter(|you| alone && result.winners.contains(*you));
            let verb = if alone && you.is_none() { "wins" } else { "win" };
            format!(
                "The game is over: {} {verb}.",
                voice.list(result.winners.iter()).replacen("You", "you", 1)
            )
        };
        let mut lines = vec![LogLine { kind: LineKind::Table, text }];
        if result.scores.iter().any(|score| *score != 0) {
            let scores = self.names().into_iter().zip(&result.scores);
            let scores: Vec<_> = scores.map(|(name, score)| format!("{name} {score}")).collect();
            lines.push(LogLine { kind: LineKind::Table, text: format!("Points: {}.", scores.join(", ")) });
        }
        if !result.hinted.is_empty() {
            let text = format!("With hints: {}.", voice.list(result.hinted.iter()));
            lines.push(LogLine { kind: LineKind::Table, text });
        }
        self.deadlines.clear();
        if result.abandoned {
            self.leave_decisions(&mut lines);
        }
        self.result = Some(result);
        lines
    }

    /// A position in which a game was ended early still says who was to decide what: nobody is any more.
    fn leave_decisions(&mut self, new: &mut Vec<LogLine>) {
        for list in ["to_act", "legal"] {
            if let Some(list) = self.seen.get_mut(list) {
                *list = Value::Array(Vec::new());
            }
        }
        if self.seen.is_object() {
            self.show_seen(new);
        }
    }

    /// Why the game ended before its end.
    pub(crate) fn abandoned(&self) -> &'static str {
        let is_person = |seat: &&SeatInfo| matches!(seat.occupant, Occupant::Person { .. });
        if self.you.is_some() && self.info.seats.iter().filter(is_person).count() == 1 {
            "You ended the game; it counts for nobody."
        } else {
            "The game was ended because somebody left."
        }
    }

    /// Adds lines that only this client knows of.
    pub(crate) fn add(&mut self, text: String) -> LogLine {
        let line = LogLine { kind: LineKind::Table, text };
        self.keep(std::slice::from_ref(&line));
        line
    }

    fn keep(&mut self, lines: &[LogLine]) {
        self.log.extend_from_slice(lines);
        let excess = self.log.len().saturating_sub(MAX_LOG);
        self.log.drain(..excess);
    }

    /// Notes which decision is the next. A move that was sent is then not on its way any more, also if it is taken back
    /// later and the same decision is to be made again.
    fn note_decision(&mut self, game_number: u32, nth: u32) {
        if (self.game_number, self.nth) != (game_number, nth) {
            self.sent = None;
        }
        (self.game_number, self.nth) = (game_number, nth);
    }

    fn note_deadlines(&mut self, deadlines: &[Deadline], now: u64) {
        self.deadlines = deadlines
            .iter()
            .map(|deadline| (deadline.seat, now + u64::from(deadline.remaining_ms)))
            .collect();
    }

    /// Whether it is this person's turn.
    pub(crate) fn your_turn(&self) -> bool {
        self.info.stage == TableStage::Running
            && self.you.is_some_and(|you| self.frame.to_act.contains(you))
            && !self.is_sent()
    }

    /// Whether the decision that is to be made was sent, and the server has not answered with the next one.
    pub(crate) fn is_sent(&self) -> bool {
        self.sent == Some((self.game_number, self.nth))
    }

    /// The hint for the decision that is to be made now.
    pub(crate) fn current_hint(&self) -> Option<&HintAnswer> {
        let is_now = |hint: &&HintAnswer| (hint.game_number, hint.nth) == (self.game_number, self.nth);
        self.hint.as_deref().filter(is_now).filter(|_| self.your_turn())
    }

    /// Whether something on the screen counts seconds.
    pub(crate) fn has_running_time(&self) -> bool {
        let bot_in = |seat: &SeatInfo| {
            matches!(seat.presence, Presence::Disconnected { bot_in_ms: Some(_), .. }) && !seat.played_by_bot
        };
        !self.deadlines.is_empty()
            || (self.info.stage == TableStage::Running && self.info.seats.iter().any(bot_in))
    }

    pub(crate) fn is_host(&self) -> bool {
        self.you.is_some() && self.info.host == self.you
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.info.seats.iter().enumerate().map(|(index, seat)| seat_name(index, seat)).collect()
    }

    pub(crate) fn voice(&self) -> Voice {
        let voice = Voice::new(self.names());
        match self.you {
            Some(seat) => voice.to(seat),
            None => voice,
        }
    }
}

/// What the one on a seat is called, as in the server's sentences.
pub(crate) fn seat_name(index: usize, seat: &SeatInfo) -> String {
    match &seat.occupant {
        Occupant::Empty => "free seat".to_owned(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { .. } => format!("Bot {}", index + 1),
    }
}

/// A change of a seat as a sentence, if it is worth one.
fn seat_change(index: usize, before: &SeatInfo, after: &SeatInfo) -> Option<String> {
    let name = seat_name(index, after);
    if before.occupant != after.occupant {
        return Some(match (&before.occupant, &after.occupant) {
            (_, Occupant::Person { .. }) => format!("{name} sits down."),
            (_, Occupant::Bot { level }) => format!("{name} ({level}) sits down."),
            (_, Occupant::Empty) => format!("{} leaves the seat.", seat_name(index, before)),
        });
    }
    if after.played_by_bot && !before.played_by_bot {
        return Some(format!("A bot plays for {name}."));
    }
    if before.played_by_bot && !after.played_by_bot {
        return Some(format!("{name} is back."));
    }
    if after.wants_rematch && !before.wants_rematch {
        return Some(format!("{name} wants a rematch."));
    }
    let is_away = |seat: &SeatInfo| matches!(seat.presence, Presence::Disconnected { .. } | Presence::Left);
    match after.presence {
        Presence::Disconnected { bot_in_ms, .. } if !is_away(before) => Some(match bot_in_ms {
            Some(ms) => format!("{name} lost the connection. A bot takes over in {} s.", ms.div_ceil(1000)),
            None => format!("{name} lost the connection."),
        }),
        Presence::Left if before.presence != Presence::Left => Some(format!("{name} has left.")),
        Presence::Connected | Presence::Thinking if is_away(before) => Some(format!("{name} is back.")),
        _ => None,
    }
}
