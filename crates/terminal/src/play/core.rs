//! What both user interfaces share: where one is, what a typed line does, what an answer means.

mod tables;

pub(crate) use self::tables::has_free_seat;

use client::{Incoming, RequestError};
use protocol::{Act, ClientMsg, ServerMsg, TableId, TableStage};
use serde_json::Value;

use super::address::Address;
use super::choice::{self, Found};
use super::command::{self, COMMANDS, Command};
use super::connections::FetchPurpose;
use super::help;
use super::model::{Model, NewLine};
use super::table::{LineKind, LogLine, TableState};

/// The notice while a move was sent and is not answered.
pub(crate) const ON_ITS_WAY: &str = "Your move is on its way.";

/// Something to do outside.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Ask the server, and bring the answer back with its purpose.
    Send(ClientMsg, Purpose),
    /// The same for everybody at this keyboard.
    Everybody(ClientMsg, Purpose),
    /// Fetch this page, and bring it back with its purpose.
    Fetch(FetchPurpose, String),
    /// The same for a page that changes something at the server.
    Post(FetchPurpose, String),
    /// The settings have changed.
    Settings,
    /// Draw everything again.
    Redraw,
    Quit,
}

/// What a request was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Open,
    Join(TableId),
    Watch(TableId),
    Leave(TableId),
    Act { table: TableId, game_number: u32, nth: u32 },
    Hint { table: TableId, game_number: u32, nth: u32 },
    Other,
}

/// Something that each user interface shows in its own way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Show {
    /// The person's finished games; older ones than those that were listed.
    Games { older: bool },
    /// A finished game, from this seat.
    Replay { id: String, seat: Option<u8> },
    /// What each decision of a finished game cost; the game as this seat saw it.
    Review { id: String, seat: Option<u8> },
    /// A hint.
    Hint,
    /// The link to a table.
    Invite(String),
    /// The settings, or a change of one.
    Settings(String),
}

/// What a typed line did.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) effects: Vec<Effect>,
    /// What to show, one sentence per line.
    pub(crate) lines: Vec<String>,
    pub(crate) show: Option<Show>,
}

impl Reply {
    pub(crate) fn tell(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], ..Self::default() }
    }

    fn show(show: Show) -> Self {
        Self { show: Some(show), ..Self::default() }
    }

    pub(crate) fn send(message: ClientMsg, purpose: Purpose) -> Self {
        Self { effects: vec![Effect::Send(message, purpose)], ..Self::default() }
    }
}

impl From<Result<Reply, String>> for Reply {
    fn from(result: Result<Reply, String>) -> Self {
        result.unwrap_or_else(Self::tell)
    }
}

/// What both user interfaces share.
pub(crate) struct Core {
    pub(crate) model: Model,
    pub(crate) address: Address,
    /// The table that is looked at; the lobby if there is none.
    pub(crate) here: Option<TableId>,
    /// The server is inside this program: no other device can reach it.
    pub(crate) is_local: bool,
    /// A link for another device is shown and was not used yet.
    pub(crate) has_device_link: bool,
}

impl Core {
    /// Processes a server message; returns the new log lines. Leaves a table that was removed.
    pub(crate) fn take(&mut self, incoming: Incoming, now: u64) -> Vec<NewLine> {
        let was_there = self.table().is_some();
        let devices = matches!(&incoming, Incoming::Message(message) if matches!(**message, ServerMsg::DevicesChanged {}));
        let mut news = self.model.take(incoming, now);
        if devices && std::mem::take(&mut self.has_device_link) {
            let text = "Done: the other device is signed in.".to_owned();
            news.push(NewLine { table: None, line: LogLine { kind: LineKind::Table, text } });
        }
        if was_there && self.table().is_none() {
            self.here = None;
            let line = LogLine { kind: LineKind::Table, text: "The table was closed.".to_owned() };
            news.push(NewLine { table: None, line });
        }
        news
    }

    pub(crate) fn table(&self) -> Option<&TableState> {
        self.here.and_then(|id| self.model.tables.get(&id))
    }

    pub(crate) fn table_mut(&mut self) -> Option<&mut TableState> {
        self.here.and_then(|id| self.model.tables.get_mut(&id))
    }

    /// Plays an action at the table that is looked at.
    pub(crate) fn act(&mut self, action: &Value) -> Reply {
        let Some(table) = self.table_mut() else { return Reply::tell("You are not at a table.") };
        if table.you.is_none() {
            return Reply::tell("You are watching.");
        }
        if table.is_sent() {
            return Reply::tell(ON_ITS_WAY);
        }
        let Ok(action) = serde_json::value::to_raw_value(action) else {
            return Reply::tell("That is not a move.");
        };
        let (game_number, nth, table_id) = (table.game_number, table.nth, table.info.table);
        table.sent = Some((game_number, nth));
        let act = Act { table: table_id, game_number, nth, action, reference: None };
        Reply::send(ClientMsg::Act(act), Purpose::Act { table: table_id, game_number, nth })
    }

    /// What was to be sent was not: it can be tried again.
    pub(crate) fn not_sent(&mut self) {
        if let Some(table) = self.table_mut() {
            table.sent = None;
        }
    }

    /// A typed line: a move of the game, or a command.
    pub(crate) fn line(&mut self, text: &str) -> Reply {
        let text = text.trim();
        if text.is_empty() {
            return Reply::default();
        }
        if text.starts_with('/') || text == "?" {
            return self.command(text);
        }
        let Some(table) = self.table().filter(|table| table.you.is_some()) else { return self.command(text) };
        let playing = table.info.stage == TableStage::Running;
        match choice::find(table.board.choices(), text) {
            Found::One(found) if playing => {
                let action = found.action.clone();
                return self.act(&action);
            }
            Found::Several(several) if playing => {
                let words: Vec<_> = several.iter().take(12).map(|choice| choice.typed.as_str()).collect();
                let more = if several.len() > 12 { ", …" } else { "" };
                return Reply::tell(format!("{text:?} could be {}{more}.", words.join(", ")));
            }
            _ => {}
        }
        // A move that is not legal is sent all the same: the server says which rule forbids it.
        if playing && let Some(action) = table.board.read(text) {
            return self.act(&action);
        }
        match command::parse(text) {
            // One letter too few of a move must not cost the seat.
            Ok(Command::Leave) if playing => Reply::tell("Type /leave to leave the table."),
            Ok(Command::Resign) if playing => Reply::tell("Type /resign to end the game."),
            Ok(_) => self.command(text),
            Err(_) if playing => {
                Reply::tell(format!("{text:?} is not a move now. Type ? for what you can do."))
            }
            Err(error) => Reply::tell(error),
        }
    }

    fn command(&mut self, text: &str) -> Reply {
        match command::parse(text) {
            Ok(command) => self.run(command).into(),
            Err(error) => Reply::tell(error),
        }
    }

    /// Runs a command.
    pub(crate) fn run(&mut self, command: Command) -> Result<Reply, String> {
        let at_table = |core: &Self| {
            core.table().map(|table| table.info.table).ok_or("You are not at a table.".to_owned())
        };
        let catalogue = &self.model.catalogue;
        Ok(match command {
            Command::Help => Reply { lines: self.help(), ..Reply::default() },
            Command::Quit => Reply { effects: vec![Effect::Quit], ..Reply::default() },
            Command::List => Reply { lines: self.list(), ..Reply::default() },
            Command::Lobby => {
                self.here = None;
                Reply::default()
            }
            Command::Open(text) => {
                Reply::send(command::open(command::new_table(&text, catalogue)?), Purpose::Open)
            }
            Command::Play(text) => {
                Reply::send(command::open(command::against_bots(&text, catalogue)?), Purpose::Open)
            }
            Command::Join(text) => {
                let (table, code) = self.find_table(&text)?;
                if self.model.tables.get(&table).is_some_and(|table| table.you.is_some()) {
                    self.here = Some(table);
                    return Ok(Reply::default());
                }
                Reply::send(command::join(table, code), Purpose::Join(table))
            }
            Command::Watch(text) => {
                let (table, code) = self.find_table(&text)?;
                if self.model.tables.contains_key(&table) {
                    self.here = Some(table);
                    return Ok(Reply::default());
                }
                Reply::send(command::watch(table, code), Purpose::Watch(table))
            }
            Command::Go(text) => {
                let (table, _) = self.find_table(&text)?;
                if !self.model.tables.contains_key(&table) {
                    return Err("You are not at that table: join or watch it.".to_owned());
                }
                self.here = Some(table);
                Reply::default()
            }
            Command::Leave => {
                let table = at_table(self)?;
                Reply::send(command::leave(table), Purpose::Leave(table))
            }
            Command::Start => Reply::send(command::start(at_table(self)?), Purpose::Other),
            Command::Rematch => Reply::send(command::rematch(at_table(self)?), Purpose::Other),
            Command::Undo => {
                let table = self.table().ok_or("You are not at a table.")?;
                Reply::send(command::undo(table), Purpose::Other)
            }
            Command::Pause => {
                let table = self.table().ok_or("You are not at a table.")?;
                Reply::send(command::pause(table), Purpose::Other)
            }
            Command::Resign => Reply::send(command::resign(at_table(self)?), Purpose::Other),
            Command::AddBot(level) => {
                Reply::send(command::add_bot(at_table(self)?, &level, catalogue), Purpose::Other)
            }
            Command::RemoveBot(seat) => {
                let table = self.table().ok_or("You are not at a table.")?;
                Reply::send(command::remove_bot(table, &seat)?, Purpose::Other)
            }
            Command::Invite => {
                let table = self.table().ok_or("You are not at a table.")?;
                let link = self.address.invitation(table.info.table, table.invite_code.as_ref());
                Reply::show(Show::Invite(link))
            }
            Command::Replay(id) => match self.finished_game(&id)? {
                None => Reply::show(Show::Games { older: false }),
                Some((id, seat)) => Reply::show(Show::Replay { id, seat }),
            },
            Command::Review(id) => match self.finished_game(&id)? {
                None => Reply::show(Show::Games { older: false }),
                Some((id, seat)) => Reply::show(Show::Review { id, seat }),
            },
            Command::Hint => return self.ask_for_hint(),
            Command::Device if self.is_local => {
                return Err(
                    "You play without a server: there is nothing another device could sign in to.".to_owned()
                );
            }
            Command::Device => {
                let effects = vec![Effect::Post(FetchPurpose::DeviceLink, "/api/devices/link".to_owned())];
                Reply { effects, ..Reply::default() }
            }
            Command::Games(text) => match &*text {
                "" => Reply::show(Show::Games { older: false }),
                "older" => Reply::show(Show::Games { older: true }),
                other => return Err(format!("games takes nothing or older, not {other:?}.")),
            },
            Command::Set(text) => Reply::show(Show::Settings(text)),
            Command::Say(text) if text.is_empty() => return Err("Say what?".to_owned()),
            Command::Say(text) => Reply::send(command::say(self.table(), text), Purpose::Other),
            Command::Name(name) if name.is_empty() => Reply::tell(format!("You are {}.", self.model.name)),
            Command::Name(name) => Reply::send(command::rename(name), Purpose::Other),
            Command::Board => {
                let table = self.table().ok_or("You are not at a table.")?;
                Reply { lines: table.board.describe(&table.names()), ..Reply::default() }
            }
            Command::Moves => Reply { lines: self.moves(), ..Reply::default() },
        })
    }

    /// A finished game: by its id or link, or else the last one of this table; nothing in the lobby.
    fn finished_game(&self, id: &str) -> Result<Option<(String, Option<u8>)>, String> {
        if id.is_empty() {
            let Some(table) = self.table() else { return Ok(None) };
            let result = table.result.as_ref().ok_or("No game has ended here yet.")?;
            return Ok(Some((result.replay_id.to_string(), table.you.map(game::Seat::number))));
        }
        let id = id.rsplit('/').next().unwrap_or_default();
        if !id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-') {
            return Err(format!("{id:?} is not the id of a replay."));
        }
        Ok(Some((id.to_owned(), None)))
    }

    /// What can be done now.
    pub(crate) fn moves(&self) -> Vec<String> {
        let Some(table) = self.table() else { return vec!["You are not at a table.".to_owned()] };
        let choices = table.board.choices();
        if choices.is_empty() || table.info.stage != TableStage::Running {
            return vec!["There is nothing for you to do at the moment.".to_owned()];
        }
        if choices.len() > choice::MAX_NUMBERED {
            let first = &choices[0].typed;
            return vec![format!("You have {} moves, such as {first}.", choices.len())];
        }
        let told = |(index, choice): (usize, &choice::Choice)| {
            format!("{}. {} (type {})", index + 1, choice.label, choice.typed)
        };
        choices.iter().enumerate().map(told).collect()
    }

    /// The help for where one is: what is legal now and why not, the keys, the commands.
    pub(crate) fn help(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(table) = self.table() {
            if table.info.stage == TableStage::Running {
                lines.push(table.board.hint(&table.names()));
                lines.extend(self.moves());
                lines.extend(table.board.why_not());
                lines.push(String::new());
            }
            lines.push("Keys:".to_owned());
            let here = help::Place::of(table);
            lines.extend(help::keys(here, &table.info.game).map(help::line));
            if here == help::Place::Playing && table.info.hints {
                lines.extend(help::keys(help::Place::Hints, "").map(help::line));
            }
            lines.extend(help::keys(help::Place::EveryTable, "").map(help::line));
            lines.push(String::new());
            lines.push(
                "Type a move as it is listed, or its number; Tab completes it. Commands begin with a slash at a table:"
                    .to_owned(),
            );
        } else {
            lines.push("Keys:".to_owned());
            lines.extend(help::keys(help::Place::Lobby, "").map(help::line));
            lines.push(String::new());
            lines.push("Commands, typed after a slash:".to_owned());
        }
        lines.extend(
            COMMANDS.iter().map(|(name, rest, what)| help::line((format!("{name} {rest}").trim_end(), what))),
        );
        lines
    }

    /// Processes an answer of the server; returns the lines to show.
    pub(crate) fn answer(
        &mut self,
        purpose: Purpose,
        answer: Result<ServerMsg, RequestError>,
    ) -> Vec<String> {
        // A move that was taken stays on its way until the update comes: the answer can overtake it.
        if let Purpose::Act { table, game_number, nth } = purpose
            && answer.is_err()
            && let Some(table) = self.model.tables.get_mut(&table)
            && table.sent == Some((game_number, nth))
        {
            table.sent = None;
        }
        if let Purpose::Hint { table, .. } = purpose
            && let Some(table) = self.model.tables.get_mut(&table)
        {
            table.hint_asked = None;
        }
        match (purpose, answer) {
            (Purpose::Hint { .. }, Ok(ServerMsg::Hint(hint))) => return self.take_hint(*hint),
            (_, Err(error)) => return vec![error.to_string()],
            (Purpose::Open, Ok(ServerMsg::Done(done))) => self.here = done.table.or(self.here),
            (Purpose::Join(table) | Purpose::Watch(table), Ok(_)) => self.here = Some(table),
            (Purpose::Leave(table), Ok(_)) => {
                self.model.tables.remove(&table);
                if self.here == Some(table) {
                    self.here = None;
                }
            }
            _ => {}
        }
        Vec::new()
    }
}
