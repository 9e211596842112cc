//! The full screen: which page is shown, what keys do, what is drawn. Without a terminal or a clock: both are passed in.

use client::{Incoming, RequestError};
use protocol::{ServerMsg, TableStage};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::{Frame as Screen, buffer::Buffer};

use super::boards::Reaction;
use super::choice;
use super::command::Command;
use super::core::{Core, Effect, Purpose, Reply};
use super::keys::Key;
use super::look::Look;
use super::model::News;
use super::screens::form::{Form, FormDone};
use super::screens::lobby::{LobbyDone, LobbyPage};
use super::screens::{form, lobby, overlay, table};
use super::table::LineKind;

/// Text over the page, until a key is pressed.
pub(crate) struct Overlay {
    pub(crate) title: String,
    pub(crate) lines: Vec<String>,
    pub(crate) scrolled: usize,
}

/// The full screen.
pub(crate) struct App {
    pub(crate) core: Core,
    pub(crate) look: Look,
    /// What is being typed.
    pub(crate) prompt: String,
    /// What was told last; it stays until the next key.
    pub(crate) message: Option<String>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) lobby: LobbyPage,
    pub(crate) form: Option<Form>,
    /// How far the log is scrolled back.
    pub(crate) log_back: usize,
    /// Ring the bell at one's turn.
    pub(crate) bell: bool,
}

impl App {
    pub(crate) fn new(core: Core, look: Look, bell: bool) -> Self {
        Self {
            core,
            look,
            prompt: String::new(),
            message: None,
            overlay: None,
            lobby: LobbyPage::default(),
            form: None,
            log_back: 0,
            bell,
        }
    }

    /// Takes in what came from the server; true if the bell should ring.
    pub(crate) fn take(&mut self, incoming: Incoming, now: u64) -> bool {
        let before = self.turns();
        let news = self.core.take(incoming, now);
        for News { table, line } in &news {
            // Chat and news of the connection are also told where the log is not in sight.
            if table.is_none() && line.kind == LineKind::Table {
                self.message = Some(line.text.clone());
            }
        }
        self.bell && self.turns() > before
    }

    /// At how many tables it is one's turn.
    fn turns(&self) -> usize {
        self.core.model.tables.values().filter(|table| table.your_turn()).count()
    }

    /// Takes in an answer of the server.
    pub(crate) fn answer(&mut self, purpose: Purpose, answer: Result<ServerMsg, RequestError>) {
        let here = self.core.here;
        let lines = self.core.answer(purpose, answer);
        if !lines.is_empty() {
            self.message = Some(lines.join(" "));
        }
        if self.core.here != here {
            self.arrive();
        }
    }

    fn arrive(&mut self) {
        self.form = None;
        self.prompt.clear();
        self.log_back = 0;
    }

    /// The title of the window.
    pub(crate) fn title(&self) -> String {
        let your_turn = self.core.model.tables.values().find(|table| table.your_turn());
        match your_turn.or(self.core.table()) {
            Some(table) => {
                let game = self.core.model.catalogue.title(&table.info.game);
                let turn = if table.your_turn() { "Your turn · " } else { "" };
                self.look.text(&format!("{turn}{game} · Parlor"))
            }
            None => "Parlor".to_owned(),
        }
    }

    /// Whether a clock is in sight, so that the screen changes every second.
    pub(crate) fn has_clock(&self) -> bool {
        self.core.table().is_some_and(|table| !table.deadlines.is_empty())
    }

    pub(crate) fn key(&mut self, key: Key) -> Vec<Effect> {
        if key == Key::Ctrl('c') {
            return vec![Effect::Quit];
        }
        if key != Key::Resized {
            self.message = None;
        }
        if let Some(overlay) = &mut self.overlay {
            match key {
                Key::Up => overlay.scrolled = overlay.scrolled.saturating_sub(1),
                Key::Down => overlay.scrolled += 1,
                Key::PageUp => overlay.scrolled = overlay.scrolled.saturating_sub(10),
                Key::PageDown => overlay.scrolled += 10,
                Key::Resized => {}
                _ => self.overlay = None,
            }
            return Vec::new();
        }
        if !self.prompt.is_empty() {
            return self.prompt_key(key);
        }
        if matches!(key, Key::Help | Key::Char('?')) {
            self.show("Help", self.core.help());
            return Vec::new();
        }
        if let Some(form) = &mut self.form {
            let done = form.key(&key, &self.core.model.catalogue);
            return self.form_done(done);
        }
        if self.core.table().is_some() { self.table_key(key) } else { self.lobby_key(&key) }
    }

    fn form_done(&mut self, done: FormDone) -> Vec<Effect> {
        match done {
            FormDone::No => Vec::new(),
            FormDone::Cancel => {
                self.form = None;
                Vec::new()
            }
            FormDone::Open(table) => {
                vec![Effect::Send(super::command::open(*table), Purpose::Open)]
            }
        }
    }

    fn lobby_key(&mut self, key: &Key) -> Vec<Effect> {
        let tables = self.core.listed(&self.lobby.filter);
        match self.lobby.key(key, &tables) {
            LobbyDone::No => Vec::new(),
            LobbyDone::Quit => vec![Effect::Quit],
            LobbyDone::New => {
                self.form = Form::new(&self.core.model.catalogue);
                Vec::new()
            }
            LobbyDone::Type(text) => {
                self.prompt = text;
                Vec::new()
            }
            LobbyDone::Run(command) => self.run(command),
        }
    }

    fn table_key(&mut self, key: Key) -> Vec<Effect> {
        let Some(table) = self.core.table_mut() else { return Vec::new() };
        let stage = table.info.stage;
        match key {
            Key::Esc => return self.run(Command::Lobby),
            Key::Ctrl('t') | Key::Char('\'') => {
                "/say ".clone_into(&mut self.prompt);
                return Vec::new();
            }
            Key::Char('/') => {
                "/".clone_into(&mut self.prompt);
                return Vec::new();
            }
            Key::Ctrl('p') => {
                self.log_back += 5;
                return Vec::new();
            }
            Key::Ctrl('n') => {
                self.log_back = self.log_back.saturating_sub(5);
                return Vec::new();
            }
            Key::Tab => return self.next_table(),
            _ => {}
        }
        if stage != TableStage::Running {
            return self.resting_key(&key, stage);
        }
        match table.board.key(&key) {
            Reaction::Act(action) => {
                let reply = self.core.act(&action);
                self.told(reply)
            }
            Reaction::Tell(text) => {
                self.message = Some(text);
                Vec::new()
            }
            Reaction::Moved => Vec::new(),
            Reaction::Ignored => {
                match key {
                    Key::Char(letter) if !letter.is_whitespace() => self.prompt.push(letter),
                    Key::Paste(text) => self.prompt.push_str(text.lines().next().unwrap_or_default()),
                    _ => {}
                }
                Vec::new()
            }
        }
    }

    /// A key before or after a game.
    fn resting_key(&mut self, key: &Key, stage: TableStage) -> Vec<Effect> {
        match (key, stage) {
            // Not Enter: a player about to play when the game ends would never see the result.
            (Key::Char('r'), TableStage::Finished) => self.run(Command::Rematch),
            (Key::Enter | Key::Char('s'), TableStage::Waiting) => self.run(Command::Start),
            (Key::Char('b'), _) => self.run(Command::AddBot(String::new())),
            (Key::Char('x'), _) => self.run(Command::RemoveBot(String::new())),
            (Key::Char('i'), _) => self.run(Command::Invite),
            (Key::Char('l'), _) => self.run(Command::Leave),
            (Key::Char('j'), _) => {
                let table = self.core.here.map(|table| table.to_string()).unwrap_or_default();
                self.run(Command::Join(table))
            }
            (Key::Char('t'), _) => {
                "/say ".clone_into(&mut self.prompt);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Goes to the next of one's tables, first to one where it is one's turn.
    fn next_table(&mut self) -> Vec<Effect> {
        let tables = &self.core.model.tables;
        let waiting =
            tables.values().find(|table| table.your_turn() && Some(table.info.table) != self.core.here);
        let next = waiting.map(|table| table.info.table).or_else(|| {
            let after = tables.keys().find(|table| Some(**table) > self.core.here);
            after.or_else(|| tables.keys().next()).copied()
        });
        self.core.here = next;
        self.arrive();
        Vec::new()
    }

    fn prompt_key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Enter => {
                let text = std::mem::take(&mut self.prompt);
                let reply = self.core.line(&text);
                return self.told(reply);
            }
            Key::Esc | Key::Ctrl('u') => self.prompt.clear(),
            Key::Backspace => {
                self.prompt.pop();
            }
            Key::Ctrl('w') => {
                let kept = self.prompt.trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.prompt.truncate(kept);
            }
            Key::Tab => self.complete(),
            Key::Char(letter) => self.prompt.push(letter),
            Key::Paste(text) => self.prompt.push_str(text.lines().next().unwrap_or_default()),
            _ => {}
        }
        // A longer line would be refused by the server.
        let end = self.prompt.char_indices().nth(protocol::MAX_CHAT_LENGTH + 16).map(|(at, _)| at);
        self.prompt.truncate(end.unwrap_or(self.prompt.len()));
        Vec::new()
    }

    fn complete(&mut self) {
        if let Some(begun) = self.prompt.strip_prefix('/') {
            let names = super::command::COMMANDS.iter().map(|(name, ..)| *name);
            let fitting: Vec<_> = names.filter(|name| name.starts_with(begun)).collect();
            match &*fitting {
                [only] => self.prompt = format!("/{only} "),
                [] => {}
                several => self.message = Some(several.join("  ")),
            }
            return;
        }
        let Some(table) = self.core.table() else { return };
        let (text, more) = choice::complete(table.board.choices(), &self.prompt);
        self.prompt = text;
        if !more.is_empty() {
            self.message = Some(more.join("  "));
        }
    }

    fn run(&mut self, command: Command) -> Vec<Effect> {
        let reply = self.core.run(command).into();
        self.told(reply)
    }

    fn told(&mut self, reply: Reply) -> Vec<Effect> {
        match &*reply.lines {
            [] => {}
            [only] => self.message = Some(only.clone()),
            _ => self.show("", reply.lines),
        }
        if self.core.table().is_none() {
            self.log_back = 0;
        }
        reply.effects
    }

    fn show(&mut self, title: &str, lines: Vec<String>) {
        self.overlay = Some(Overlay { title: title.to_owned(), lines, scrolled: 0 });
    }

    /// Draws the screen; `now` is the client's clock in milliseconds.
    pub(crate) fn draw(&mut self, screen: &mut Screen<'_>, now: u64) {
        let area = screen.area();
        let focus = self.draw_page(area, screen.buffer_mut(), now);
        self.look.apply(screen.buffer_mut());
        // The real cursor stands where the focus is, for those who follow it with a magnifier or a reader.
        if let Some(focus) = focus.filter(|focus| area.contains(*focus)) {
            screen.set_cursor_position(focus);
        }
    }

    fn draw_page(&mut self, area: Rect, buffer: &mut Buffer, now: u64) -> Option<Position> {
        let [page, prompt] = Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(area);
        let focus = if self.form.is_some() {
            form::draw(self, page, buffer)
        } else if self.core.table().is_some() {
            table::draw(self, page, buffer, now)
        } else {
            lobby::draw(self, page, buffer)
        };
        let prompted = table::draw_prompt(self, prompt, buffer);
        if let Some(overlay) = &mut self.overlay {
            overlay::draw(overlay, area, buffer);
            return None;
        }
        prompted.or(focus)
    }
}
