//! Bytes of one client ↔ messages of the server.

use std::collections::VecDeque;

use game::Options;
use games::chicago::{Action, Chicago, ChicagoOptions, Event, HAND_SIZE};
use protocol::{Act, ClientMsg, GameEvent, Join, Leave, LegacyProtocol, Ref, SeatInfo, ServerMsg, TableId};

use super::ChicagoConfig;
use super::code::{change_of, play_of};
use super::legacy_lobby::{LobbyChange, LobbyContents, LobbySubscription, names};
use super::packet::{FromClient, LEAVE_GAME, Parsed, ToClient};
use super::play::{ENDED, Play, Question, Turn};
use crate::translator::{Effects, GatewayRequest, SeatView, Translator, read_json, read_view};

/// This many bytes may wait: a client that is ahead of every question is not read further.
const MAX_WAITING: usize = 1_024;

/// How long to wait before asking the server again for what it could not store, in milliseconds.
const RETRY: i64 = 1_000;

/// One client, in the lobby and in its games.
#[derive(Debug)]
pub struct ChicagoTranslator {
    lobby: LobbySubscription,
    config: ChicagoConfig,
    input: VecDeque<u8>,
    last_ref: Ref,
    /// What was asked of the lobby and is not answered yet. News wait behind the answer.
    pending: Option<(Ref, Pending)>,
    held: Vec<LobbyChange>,
    table: Option<TableId>,
    seats: Vec<SeatInfo>,
    options: ChicagoOptions,
    seq: u64,
    game_number: u32,
    playing: Option<Playing>,
    /// The lengths of answers that came too late, if they come at all: thrown away in the lobby too.
    late: VecDeque<usize>,
    /// This many bytes belong to an answer that is thrown away.
    skip: usize,
    closed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    New,
    Join(TableId),
    Leave,
}

/// A game that runs.
#[derive(Debug)]
struct Playing {
    play: Play,
    /// What the seat can do now.
    legal: Vec<Action>,
    nth: u32,
    question: Option<Question>,
    asked: Option<(Ref, Action)>,
    /// What is written when the rest between two rounds is over.
    later: Vec<u8>,
    resumes_at: Option<i64>,
    retry_at: Option<i64>,
}

impl ChicagoTranslator {
    /// A client that has just come into the lobby.
    #[must_use]
    pub fn new(lobby: LobbySubscription, config: ChicagoConfig) -> Self {
        Self {
            lobby,
            config,
            input: VecDeque::new(),
            last_ref: 100,
            pending: None,
            held: Vec::new(),
            table: None,
            seats: Vec::new(),
            options: ChicagoOptions::default(),
            seq: 0,
            game_number: 0,
            playing: None,
            late: VecDeque::new(),
            skip: 0,
            closed: false,
        }
    }

    fn say(&self, message: ToClient<'_>, effects: &mut Effects) {
        message.write(self.lobby.order(), &mut effects.write);
    }

    fn next_ref(&mut self) -> Ref {
        self.last_ref = self.last_ref.wrapping_add(1);
        self.last_ref
    }

    fn give_up(&mut self, effects: &mut Effects) {
        self.closed = true;
        self.input.clear();
        effects.close();
    }

    /// Handles bytes that wait, as far as they mean something now. Returns how many messages they were.
    fn go_on(&mut self, effects: &mut Effects) -> usize {
        let mut messages = 0;
        while !self.closed && self.pending.is_none() {
            while self.skip > 0 && self.input.pop_front().is_some() {
                self.skip -= 1;
            }
            let took = if self.playing.is_some() { self.answer(effects) } else { self.request(effects) };
            if !took {
                break;
            }
            messages += 1;
        }
        messages
    }

    /// Takes one request of the lobby from the bytes that wait.
    fn request(&mut self, effects: &mut Effects) -> bool {
        let Some(&first) = self.input.front() else { return false };
        // A late answer to a game that has ended is not a request.
        if !FromClient::begins_with(first)
            && let Some(length) = self.late.pop_front()
        {
            self.skip = length;
            return true;
        }
        let bytes: Vec<u8> = self.input.iter().take(5).copied().collect();
        let (request, length) = match FromClient::parse(&bytes, self.lobby.order()) {
            Parsed::Whole(request, length) => (request, length),
            Parsed::Part => return false,
            Parsed::Unknown => {
                self.give_up(effects);
                return false;
            }
        };
        self.input.drain(..length);
        self.late.clear();
        match request {
            FromClient::NewGame { players: players @ 2..=4 } if self.table.is_none() => {
                let reference = self.wait_for(Pending::New);
                effects.open(self.config.new_table(players), reference);
            }
            FromClient::NewGame { .. } => self.say(ToClient::NewGame(0), effects),
            FromClient::JoinGame { id } => match self.lobby.table(id).filter(|_| self.table.is_none()) {
                Some(table) => {
                    let reference = Some(self.wait_for(Pending::Join(table)));
                    effects.ask(ClientMsg::Join(Join {
                        table,
                        seat: None,
                        invite_code: None,
                        nonce: None,
                        reference,
                    }));
                }
                None => self.say(ToClient::JoinGame(false), effects),
            },
            FromClient::LeaveGame => match self.table {
                Some(table) => {
                    let reference = self.wait_for(Pending::Leave);
                    effects.asks.push(GatewayRequest::LeaveBeforeStart { table, reference });
                }
                None => self.say(ToClient::LeaveGame, effects),
            },
            FromClient::ListOfGames => match self.lobby.list() {
                Some(LobbyContents { news, games }) => {
                    self.tell_news(news, effects);
                    self.say(ToClient::ListOfGames, effects);
                    games.iter().for_each(|game| effects.write.extend_from_slice(game));
                }
                None => self.give_up(effects),
            },
        }
        true
    }

    fn wait_for(&mut self, pending: Pending) -> Ref {
        let reference = self.next_ref();
        self.pending = Some((reference, pending));
        reference
    }

    /// Tells what is new in the lobby, or keeps it until an answer is given. The game one sits in is not removed for
    /// its players: it starts.
    fn tell_news(&mut self, news: impl IntoIterator<Item = LobbyChange>, effects: &mut Effects) {
        for news in news {
            if self.pending.is_some() {
                self.held.push(news);
            } else if self.playing.is_none() && !(news.removed && self.table == Some(news.table)) {
                effects.write.extend_from_slice(&news.bytes);
            }
        }
    }

    fn answered(
        &mut self,
        reference: Option<Ref>,
        refused: Option<&str>,
        effects: &mut Effects,
    ) -> Option<Pending> {
        let (_, pending) = self.pending.take_if(|(own, _)| Some(*own) == reference)?;
        match (pending, refused) {
            (Pending::New, Some(_)) => self.say(ToClient::NewGame(0), effects),
            (Pending::Join(_), Some(_)) => self.say(ToClient::JoinGame(false), effects),
            // It crossed the start: then it is the first byte of whatever is asked next.
            (Pending::Leave, Some("already_started")) => self.input.push_front(LEAVE_GAME),
            (Pending::Leave, None) => {
                self.say(ToClient::LeaveGame, effects);
                self.table = None;
            }
            // The protocol has no message for a failure; the table that was opened or joined is sent elsewhere.
            (Pending::Leave, Some(_)) | (Pending::New | Pending::Join(_), None) => {}
        }
        Some(pending)
    }

    /// After an answer: the news that waited behind it, and the next request.
    fn after_answer(&mut self, effects: &mut Effects) {
        let held = std::mem::take(&mut self.held);
        self.tell_news(held, effects);
        self.go_on(effects);
    }

    /// Takes one answer to what is asked in the game from the bytes that wait.
    fn answer(&mut self, effects: &mut Effects) -> bool {
        let Some(table) = self.table else { return false };
        let Some(playing) = &mut self.playing else { return false };
        let Some(question) = playing.question else { return false };
        if playing.asked.is_some() || playing.resumes_at.is_some() || self.input.len() < question.length() {
            return false;
        }
        let mut bytes = self.input.drain(..question.length());
        let byte = bytes.next().unwrap_or_default();
        let action = match question {
            Question::Call if byte == 1 => Action::CallChicago,
            Question::Call => Action::NoChicago,
            Question::Exchange | Question::Card => {
                let mut answer = [byte; HAND_SIZE];
                answer.iter_mut().skip(1).zip(&mut bytes).for_each(|(place, byte)| *place = byte);
                match question {
                    Question::Exchange => change_of(&playing.legal, answer),
                    // The seat is asked for a card only when it has one to play.
                    _ => play_of(&playing.legal, byte).unwrap_or(Action::NoChicago),
                }
            }
        };
        drop(bytes);
        self.last_ref = self.last_ref.wrapping_add(1);
        playing.asked = Some((self.last_ref, action));
        effects.asks.extend(playing.act(table, self.game_number));
        true
    }

    /// A game begins: nothing of the lobby is sent any more.
    fn begin(&mut self, seen: SeatView<Chicago>, game_number: u32, nth: u32, effects: &mut Effects) {
        let Some(own) = seen.you else { return };
        self.game_number = game_number;
        self.lobby.plays(true);
        self.held.clear();
        self.say(ToClient::GameStart, effects);
        let play = Play::begin(own, &names(&self.seats), self.options, &mut effects.write);
        self.playing = Some(Playing {
            play,
            legal: seen.legal,
            nth,
            question: None,
            asked: None,
            later: Vec::new(),
            resumes_at: None,
            retry_at: None,
        });
    }

    /// What one action did.
    fn happened(&mut self, seq: u64, events: &[GameEvent], now: i64, effects: &mut Effects) {
        if seq <= self.seq {
            return;
        }
        self.seq = seq;
        let events: Vec<Event> = events.iter().filter_map(|sent| read_json(&sent.event)).collect();
        let Some(playing) = &mut self.playing else { return };
        let mut over = false;
        for event in events.iter().map(Some).chain([None]) {
            let out = if playing.resumes_at.is_some() { &mut playing.later } else { &mut effects.write };
            let turn = match event {
                Some(event) => playing.play.event(event, out),
                None => playing.play.settle(out),
            };
            match turn {
                Some(Turn::Asked(question)) => playing.question = Some(question),
                Some(Turn::Decided) => {
                    // If the client has not answered, the clock has: the answer will come too late.
                    let question = playing.question.take();
                    if playing.asked.is_none()
                        && let Some(question) = question
                    {
                        self.late.push_back(question.length());
                    }
                }
                Some(Turn::Rests) if self.options.pause.get() > 0 => {
                    playing.resumes_at = Some(now + i64::from(self.options.pause.get()) * 1_000);
                }
                Some(Turn::Over) => over = true,
                Some(Turn::Rests) | None => {}
            }
        }
        // While it plays, a client sends an answer to everything it is asked, so these bytes are known.
        self.skip += self.late.drain(..).sum::<usize>();
        if over {
            self.back_to_the_lobby(effects);
        }
    }

    /// The game is over: the client is in the lobby again, and its seat is free.
    fn back_to_the_lobby(&mut self, effects: &mut Effects) {
        let Some(playing) = self.playing.take() else { return };
        let mut unanswered = playing.question.filter(|_| playing.asked.is_none()).map(Question::length);
        // A client that has begun an answer will end it; one that has not may never answer.
        if let Some(length) = unanswered
            && self.skip == 0
            && !self.input.is_empty()
            && self.input.len() < length
        {
            self.skip = length - self.input.len();
            self.input.clear();
            unanswered = None;
        } else if self.skip > 0 {
            self.late.push_back(std::mem::take(&mut self.skip));
        }
        self.late.extend(unanswered);
        self.lobby.plays(false);
        if let Some(table) = self.table.take() {
            effects.ask(ClientMsg::Leave(Leave { table, reference: None }));
        }
        self.seats.clear();
    }

    fn abandoned(&mut self, effects: &mut Effects) {
        if self.playing.is_some() {
            effects.write.push(ENDED);
            self.back_to_the_lobby(effects);
        }
    }

    /// The server has answered an action. What it could not store is asked for again.
    fn acted(&mut self, reference: Option<Ref>, refused: Option<&str>, now: i64) {
        let Some(playing) = &mut self.playing else { return };
        if playing.asked.is_none_or(|(own, _)| Some(own) != reference) {
            return;
        }
        if refused.is_some_and(|code| code != "stale") && playing.question.is_some() {
            playing.retry_at = Some(now + RETRY);
        } else {
            playing.asked = None;
        }
    }
}

impl Playing {
    /// Asks for what the client has chosen.
    fn act(&self, table: TableId, game_number: u32) -> Option<GatewayRequest> {
        let (reference, action) = self.asked?;
        // Plain data: writing it cannot fail.
        let action = serde_json::value::to_raw_value(&action).ok()?;
        Some(GatewayRequest::Message(ClientMsg::Act(Act {
            table,
            game_number,
            nth: self.nth,
            action,
            reference: Some(reference),
        })))
    }
}

impl Translator for ChicagoTranslator {
    const PROTOCOL: LegacyProtocol = LegacyProtocol::Chicago;
    /// For its name.
    const BEGIN_TIMEOUT_MS: i64 = 30_000;
    /// In the lobby one may wait long for others.
    const IDLE_TIMEOUT_MS: i64 = 2 * 3_600_000;
    type Event = ();

    fn has_begun(&self) -> bool {
        // A connected client has always sent a name.
        true
    }

    fn room(&self) -> usize {
        if self.closed { 0 } else { MAX_WAITING - self.input.len().min(MAX_WAITING) }
    }

    fn on_bytes(&mut self, bytes: &[u8], effects: &mut Effects) -> usize {
        if self.closed {
            return 0;
        }
        self.input.extend(bytes);
        self.go_on(effects)
    }

    fn on_server_message(&mut self, message: ServerMsg, now: i64, effects: &mut Effects) {
        match message {
            ServerMsg::Done(done) => {
                self.acted(done.reference, None, now);
                if self.answered(done.reference, None, effects) == Some(Pending::New) {
                    self.table = done.table;
                    self.seq = 0;
                    self.game_number = 0;
                    let id = done.table.and_then(|table| self.lobby.id(table)).unwrap_or_default();
                    self.say(ToClient::NewGame(id), effects);
                }
            }
            ServerMsg::Refused(refused) => {
                self.acted(refused.reference, Some(&refused.code), now);
                self.answered(refused.reference, Some(&refused.code), effects);
            }
            ServerMsg::Table(table) => {
                if let Some(Pending::Join(joined)) = self.answered(table.reference, None, effects) {
                    self.table = Some(joined);
                    self.seq = 0;
                    self.game_number = table.game_number.saturating_sub(u32::from(table.result.is_none()));
                    self.say(ToClient::JoinGame(true), effects);
                }
                if self.table != Some(table.info.table) {
                    return;
                }
                self.seats = table.info.seats;
                if let Ok(options) = ChicagoOptions::from_settings(&table.info.options) {
                    self.options = options;
                }
                if let Some(seen) = table.seen.as_ref().and_then(read_view::<Chicago>) {
                    match &mut self.playing {
                        Some(playing) => (playing.legal, playing.nth) = (seen.legal, table.nth),
                        None if table.game_number > self.game_number && table.result.is_none() => {
                            self.begin(seen, table.game_number, table.nth, effects);
                        }
                        None => {}
                    }
                }
                for missed in &table.missed {
                    self.happened(missed.seq, &missed.events, now, effects);
                }
                self.seq = self.seq.max(table.seq);
            }
            ServerMsg::SeatsUpdate(news) if self.table == Some(news.table) => self.seats = news.seats,
            ServerMsg::Update(update) if self.table == Some(update.table) => {
                if update.result.as_ref().is_some_and(|result| result.abandoned) {
                    self.abandoned(effects);
                } else if let Some(seen) = update.seen.as_ref().and_then(read_view::<Chicago>) {
                    match &mut self.playing {
                        Some(playing) => (playing.legal, playing.nth) = (seen.legal, update.nth),
                        None => self.begin(seen, update.game_number, update.nth, effects),
                    }
                    self.happened(update.seq, &update.events, now, effects);
                }
            }
            ServerMsg::TableRemoved { table } if self.table == Some(table) => {
                self.abandoned(effects);
                self.table = None;
            }
            ServerMsg::Bye(_) => self.give_up(effects),
            _ => {}
        }
        if self.pending.is_none() {
            self.after_answer(effects);
        }
    }

    fn on_event(&mut self, (): (), effects: &mut Effects) {
        match self.lobby.news() {
            Some(news) => self.tell_news(news, effects),
            None => self.give_up(effects),
        }
    }

    fn next_wakeup(&self) -> Option<i64> {
        let playing = self.playing.as_ref()?;
        [playing.resumes_at, playing.retry_at].into_iter().flatten().min()
    }

    fn on_wakeup(&mut self, effects: &mut Effects) {
        let Some(playing) = &mut self.playing else { return };
        if playing.retry_at.take().is_some()
            && let Some(table) = self.table
        {
            effects.asks.extend(playing.act(table, self.game_number));
        }
        if playing.resumes_at.take().is_some() {
            effects.write.append(&mut playing.later);
        }
        self.go_on(effects);
    }

    fn last_seq(&self, table: TableId) -> Option<u64> {
        (self.table == Some(table)).then_some(self.seq)
    }
}
