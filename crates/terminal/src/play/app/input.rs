//! What keys do.

use protocol::TableStage;

use super::{App, Overlay, Page, fetch};
use crate::play::boards::Reaction;
use crate::play::command::{self, Command};
use crate::play::connections::FetchPurpose;
use crate::play::core::{Effect, Purpose, Reply, Show};
use crate::play::help;
use crate::play::keys::Key;
use crate::play::qr;
use crate::play::replay::{Replay, games_path};
use crate::play::review::{self, ReviewState};
use crate::play::screens::form::{Form, FormDone};
use crate::play::screens::games::{GamesDone, GamesPage};
use crate::play::screens::lobby::LobbyDone;
use crate::play::screens::replay::{self, ReplayDone};
use crate::play::screens::settings::{SettingsDone, SettingsPage};

impl App {
    pub(crate) fn key(&mut self, key: Key) -> Vec<Effect> {
        if key == Key::Ctrl('c') {
            return vec![Effect::Quit];
        }
        if key == Key::Redraw {
            return vec![Effect::Redraw];
        }
        if key != Key::Resized {
            self.message = None;
            if self.news_is_drawn {
                self.news = None;
            }
            self.flash.stop();
        }
        if self.covered {
            self.covered = !matches!(key, Key::Enter | Key::Char(' ') | Key::Click(_));
            return Vec::new();
        }
        if let Some(overlay) = &mut self.overlay {
            match key {
                Key::Up => overlay.scrolled = overlay.scrolled.saturating_sub(1),
                Key::Down => overlay.scrolled += 1,
                Key::PageUp => overlay.scrolled = overlay.scrolled.saturating_sub(10),
                Key::PageDown | Key::Char(' ') => overlay.scrolled += 10,
                Key::Resized => {}
                _ => self.overlay = None,
            }
            return Vec::new();
        }
        if !self.prompt.is_empty() {
            return self.prompt_key(key);
        }
        if matches!(key, Key::Help | Key::Char('?')) {
            let keys = |place| help::keys(place, "").map(help::line).collect();
            let help = match self.page {
                Page::Main => self.core.help(),
                Page::NewTable(_) => keys(help::Place::NewTable),
                Page::Games(_) => keys(help::Place::Games),
                Page::Settings(_) => keys(help::Place::Settings),
                Page::Replay(_) => keys(help::Place::Replay),
            };
            self.show("Help", help);
            return Vec::new();
        }
        match &mut self.page {
            Page::Main if self.core.table().is_some() => self.table_key(key),
            Page::Main => self.lobby_key(&key),
            Page::NewTable(form) => {
                let done = form.key(&key, &self.core.model.catalogue);
                self.form_done(done)
            }
            Page::Games(page) => {
                let done = page.key(&key);
                self.games_done(done)
            }
            Page::Replay(shown) => {
                let done = replay::key(shown, &key, self.settings.calm, self.now);
                self.replay_done(&done)
            }
            Page::Settings(page) => {
                let done = page.key(&key, &mut self.settings);
                self.settings_done(&done)
            }
        }
    }

    fn form_done(&mut self, done: FormDone) -> Vec<Effect> {
        match done {
            FormDone::No => Vec::new(),
            FormDone::Cancel => {
                self.page = Page::Main;
                Vec::new()
            }
            FormDone::Open(table) => vec![Effect::Send(command::open(*table), Purpose::Open)],
        }
    }

    fn games_done(&mut self, done: GamesDone) -> Vec<Effect> {
        match done {
            GamesDone::No => Vec::new(),
            GamesDone::Close => {
                self.page = Page::Main;
                Vec::new()
            }
            GamesDone::More(before) => self.fetch_games(Some(before)),
            GamesDone::Watch(id, seat) => self.open_replay(Replay::new(id, seat)),
        }
    }

    /// Fetches a page of the person's finished games.
    fn fetch_games(&self, before: Option<u64>) -> Vec<Effect> {
        let path = games_path(&self.core.model.name, before);
        vec![Effect::Fetch(FetchPurpose::Games { before }, path)]
    }

    fn replay_done(&mut self, done: &ReplayDone) -> Vec<Effect> {
        let Page::Replay(replay) = &mut self.page else { return Vec::new() };
        match done {
            ReplayDone::No => Vec::new(),
            ReplayDone::Close => {
                self.page = Page::Main;
                Vec::new()
            }
            ReplayDone::OtherView => replay.missing().map(fetch).into_iter().collect(),
            ReplayDone::AskReview => {
                replay.review = ReviewState::Running(0);
                let wanted = FetchPurpose::Review { replay: replay.id.clone() };
                vec![Effect::Post(wanted, review::path(&replay.id, None))]
            }
            ReplayDone::Tell(text) => {
                self.message = Some((*text).to_owned());
                Vec::new()
            }
        }
    }

    /// Shows a finished game; says at once if there is a review of it.
    fn open_replay(&mut self, replay: Replay) -> Vec<Effect> {
        let effects = replay.missing().into_iter().chain(replay.missing_review()).map(fetch).collect();
        self.page = Page::Replay(Box::new(replay));
        effects
    }

    /// Shows a finished game and asks for its review.
    fn open_review(&mut self, replay: Replay) -> Vec<Effect> {
        let mut effects: Vec<Effect> = replay.missing().map(fetch).into_iter().collect();
        self.page = Page::Replay(Box::new(replay));
        effects.extend(self.replay_done(&ReplayDone::AskReview));
        effects
    }

    fn settings_done(&mut self, done: &SettingsDone) -> Vec<Effect> {
        match done {
            SettingsDone::No => Vec::new(),
            SettingsDone::Close => {
                self.page = Page::Main;
                Vec::new()
            }
            SettingsDone::Changed => self.settings_changed(),
        }
    }

    fn settings_changed(&mut self) -> Vec<Effect> {
        self.look = self.look.with(self.settings);
        vec![Effect::Settings]
    }

    fn lobby_key(&mut self, key: &Key) -> Vec<Effect> {
        let tables = self.core.listed(&self.lobby.filter);
        match self.lobby.key(key, &tables) {
            LobbyDone::No => Vec::new(),
            LobbyDone::Quit => vec![Effect::Quit],
            LobbyDone::New => {
                self.page = Form::new(&self.core.model.catalogue).map_or(Page::Main, Page::NewTable);
                Vec::new()
            }
            LobbyDone::Play(index) => match self.core.model.catalogue.games.get(index) {
                Some(game) => self.run(Command::Play(game.name.clone())),
                None => Vec::new(),
            },
            LobbyDone::Type(text) => {
                self.prompt = text;
                Vec::new()
            }
            LobbyDone::Run(command) => self.run(command),
        }
    }

    fn table_key(&mut self, key: Key) -> Vec<Effect> {
        if key == Key::Enter
            && let Some((who, _)) = self.hot_seat.next(&self.core)
        {
            self.hot_seat.switch(&mut self.core, who);
            self.covered = self.hot_seat.has_secrets;
            return Vec::new();
        }
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
            Key::Hint | Key::Char('!') => return self.run(Command::Hint),
            Key::Settings => return self.run(Command::Set(String::new())),
            _ => {}
        }
        if stage != TableStage::Running || table.you.is_none() {
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

    /// A key before or after a game, or while watching.
    fn resting_key(&mut self, key: &Key, stage: TableStage) -> Vec<Effect> {
        match (key, stage) {
            // Not Enter: a player about to play when the game ends would never see the result.
            (Key::Char('r'), TableStage::Finished) => self.run(Command::Rematch),
            (Key::Char('v'), TableStage::Finished) => self.run(Command::Replay(String::new())),
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

    fn run(&mut self, command: Command) -> Vec<Effect> {
        // At a shared keyboard everybody wants the rematch that one of them asks for, and leaves together.
        let everybody = self.hot_seat.is_shared() && matches!(command, Command::Rematch | Command::Leave);
        let reply: Reply = self.core.run(command).into();
        let mut effects = self.told(reply);
        if everybody {
            for effect in &mut effects {
                if let Effect::Send(message, purpose) = effect {
                    *effect = Effect::Everybody(message.clone(), *purpose);
                }
            }
        }
        effects
    }

    pub(super) fn told(&mut self, reply: Reply) -> Vec<Effect> {
        match &*reply.lines {
            [] => {}
            [only] => self.message = Some(only.clone()),
            _ => {
                let title = if reply.show == Some(Show::Hint) { "Hint" } else { "" };
                self.show(title, reply.lines);
            }
        }
        if self.core.table().is_none() {
            self.log_back = 0;
        }
        let mut effects = reply.effects;
        match reply.show {
            None | Some(Show::Hint) => {}
            // The page goes on by itself where its end is reached.
            Some(Show::Games { .. }) => {
                self.page = Page::Games(GamesPage::default());
                effects.extend(self.fetch_games(None));
            }
            Some(Show::Replay { id, seat }) => effects.extend(self.open_replay(Replay::new(id, seat))),
            Some(Show::Review { id, seat }) => effects.extend(self.open_review(Replay::new(id, seat))),
            Some(Show::Invite(link)) => self.show_link("Invitation", vec![link.clone()], &link),
            Some(Show::Settings(text)) if text.is_empty() => {
                self.page = Page::Settings(SettingsPage::default());
            }
            Some(Show::Settings(text)) => match self.settings.set(&text) {
                Ok(told) => {
                    self.message = Some(told);
                    effects.extend(self.settings_changed());
                }
                Err(error) => self.message = Some(error),
            },
        }
        effects
    }

    /// Shows lines and a link as a QR code.
    pub(super) fn show_link(&mut self, title: &str, lines: Vec<String>, link: &str) {
        let code = if self.look.ascii { None } else { qr::modules(link) };
        let code = code.map(|modules| qr::half_blocks(&modules)).unwrap_or_default();
        self.overlay = Some(Overlay { title: title.to_owned(), lines, code, scrolled: 0 });
    }

    pub(super) fn show(&mut self, title: &str, lines: Vec<String>) {
        self.overlay = Some(Overlay { title: title.to_owned(), lines, code: Vec::new(), scrolled: 0 });
    }
}
