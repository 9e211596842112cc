//! The full screen: which page is shown, what keys do, what is drawn. Without a terminal or a clock: both are passed in.

mod flash;
mod input;
mod prompt;

use client::{Incoming, RequestError};
use protocol::{ServerMsg, TableStage};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::{Frame as Screen, buffer::Buffer};

use self::flash::Flash;
use super::connections::FetchPurpose;
use super::core::{Core, Effect, Purpose};
use super::device_link::DeviceLink;
use super::hot_seat::HotSeat;
use super::look::Look;
use super::model::NewLine;
use super::replay::{FinishedGames, Replay, STEP_MS};
use super::review::ReviewState;
use super::screens::form::Form;
use super::screens::games::GamesPage;
use super::screens::lobby::LobbyPage;
use super::screens::settings::SettingsPage;
use super::screens::{form, games, hand_over, lobby, overlay, replay, settings, table};
use super::settings::Settings;
use super::table::LineKind;

/// Text over the page, until a key is pressed.
pub(crate) struct Overlay {
    pub(crate) title: String,
    pub(crate) lines: Vec<String>,
    /// A QR code below the text, as lines of half blocks.
    pub(crate) code: Vec<String>,
    pub(crate) scrolled: usize,
}

/// What fills the screen.
pub(crate) enum Page {
    /// The lobby, or the table that one is at.
    Main,
    NewTable(Form),
    Games(GamesPage),
    Replay(Box<Replay>),
    Settings(SettingsPage),
}

/// The full screen.
pub(crate) struct App {
    pub(crate) core: Core,
    pub(crate) hot_seat: HotSeat,
    /// The keyboard is being handed over: nothing of the table is in sight.
    pub(crate) covered: bool,
    pub(crate) look: Look,
    pub(crate) settings: Settings,
    /// What is being typed.
    pub(crate) prompt: String,
    /// The last notice; it stays until the next key.
    pub(crate) message: Option<String>,
    /// What happened to the connection. A key that was pressed before it could be read does not take it away.
    pub(crate) news: Option<String>,
    news_is_drawn: bool,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) lobby: LobbyPage,
    pub(crate) page: Page,
    /// How far the log is scrolled back.
    pub(crate) log_back: usize,
    pub(crate) flash: Flash,
    /// The client's clock when the screen was drawn last.
    now: u64,
}

impl App {
    pub(crate) fn new(core: Core, hot_seat: HotSeat, look: Look, settings: Settings) -> Self {
        Self {
            covered: hot_seat.is_shared() && hot_seat.has_secrets,
            core,
            hot_seat,
            look,
            settings,
            prompt: String::new(),
            message: None,
            news: None,
            news_is_drawn: false,
            overlay: None,
            lobby: LobbyPage::default(),
            page: Page::Main,
            log_back: 0,
            flash: Flash::default(),
            now: 0,
        }
    }

    /// Processes a message to one of the people at this keyboard; returns whether the bell should ring.
    pub(crate) fn take(&mut self, who: usize, incoming: Incoming, now: u64) -> bool {
        if who != self.hot_seat.active() {
            if let Some(core) = self.hot_seat.parked(who) {
                core.take(incoming, now);
            }
            self.follow_turn();
            return false;
        }
        let (before, moment) = (self.turns(), self.moment());
        let had_link = self.core.has_device_link;
        let news = self.core.take(incoming, now);
        if had_link && !self.core.has_device_link {
            // The link was used, and is of no use any more.
            self.overlay = None;
        }
        for NewLine { table, line } in &news {
            // Chat and changes of the connection are also shown as a notice where the log is not visible.
            if table.is_none() && line.kind == LineKind::Table {
                self.news = Some(line.text.clone());
                self.news_is_drawn = false;
            }
            if *table == self.core.here && line.kind == LineKind::Event && !self.settings.calm {
                self.flash.begin(now);
            }
        }
        if self.moment() != moment {
            // It spoke of what was to be decided then, and would hide what is to be decided now.
            self.message = None;
        }
        let bell = self.settings.bell && self.turns() > before;
        self.follow_turn();
        bell
    }

    /// In games without secrets the screen follows the turn without a key.
    fn follow_turn(&mut self) {
        let next = self.hot_seat.next(&self.core).filter(|_| self.hot_seat.is_shared());
        if let Some((who, _)) = next
            && (!self.hot_seat.has_secrets || self.covered)
        {
            self.hot_seat.switch(&mut self.core, who);
        }
    }

    /// Who gets the keyboard next, if it is shared and has to be handed over.
    pub(crate) fn next_player(&self) -> Option<String> {
        self.hot_seat.next(&self.core).map(|(_, name)| name)
    }

    /// At how many tables it is one's turn.
    fn turns(&self) -> usize {
        self.core.model.tables.values().filter(|table| table.your_turn()).count()
    }

    /// What is to be decided at the table that is looked at.
    fn moment(&self) -> Option<(TableStage, u32, u32, bool)> {
        let table = self.core.table()?;
        Some((table.info.stage, table.game_number, table.nth, table.your_turn()))
    }

    /// Processes the server's answer to a request of one of the people at this keyboard.
    pub(crate) fn answer(&mut self, who: usize, purpose: Purpose, answer: Result<ServerMsg, RequestError>) {
        if who != self.hot_seat.active() {
            if let Some(core) = self.hot_seat.parked(who) {
                core.answer(purpose, answer);
            }
            return;
        }
        let here = self.core.here;
        let is_hint = matches!((purpose, &answer), (Purpose::Hint { .. }, Ok(_)));
        let lines = self.core.answer(purpose, answer);
        if is_hint {
            self.message = None;
            // A hint of another table waits until somebody looks there.
            let is_here = self.core.table().is_some_and(|table| table.current_hint().is_some());
            if is_here && !lines.is_empty() {
                self.show("Hint", lines);
            }
        } else if !lines.is_empty() {
            self.message = Some(lines.join(" "));
        }
        if self.core.here != here {
            self.arrive();
        }
    }

    /// Processes a response that was fetched; returns what to fetch next.
    pub(crate) fn fetched(&mut self, wanted: &FetchPurpose, body: Result<String, String>) -> Vec<Effect> {
        let told = match (wanted, &mut self.page) {
            (FetchPurpose::Games { before }, Page::Games(page)) => {
                page.take(*before, body.and_then(|body| FinishedGames::read(&body)))
            }
            (FetchPurpose::Frames { .. }, Page::Replay(replay)) if replay.wants(wanted) => {
                match body.and_then(|body| replay.take(&body)) {
                    Ok(()) => return replay.missing().map(fetch).into_iter().collect(),
                    Err(error) => Err(error),
                }
            }
            (FetchPurpose::Review { replay: id }, Page::Replay(replay)) if *id == replay.id => {
                replay.review = ReviewState::read(body);
                match &replay.review {
                    ReviewState::Problem(_) => Err(replay.review.progress().unwrap_or_default()),
                    _ => return replay.missing_review().map(fetch).into_iter().collect(),
                }
            }
            (FetchPurpose::DeviceLink, _) => match DeviceLink::read(&self.core.address, body) {
                Ok(link) => {
                    self.core.has_device_link = true;
                    self.show_link("Another device", link.lines(), &link.link);
                    Ok(())
                }
                Err(error) => Err(error),
            },
            // The screen it was fetched for is closed.
            _ => Ok(()),
        };
        if let Err(error) = told {
            self.message = Some(error);
        }
        Vec::new()
    }

    fn arrive(&mut self) {
        self.page = Page::Main;
        self.prompt.clear();
        self.log_back = 0;
        self.flash = Flash::default();
    }

    /// What is to be read now: news of the connection first.
    pub(crate) fn told_now(&self) -> Option<String> {
        match (&self.news, &self.message) {
            (Some(news), Some(message)) => Some(format!("{news} {message}")),
            (news, message) => news.clone().or_else(|| message.clone()),
        }
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

    /// When the screen changes by itself: a second of a clock, the end of a flash, the next step of a replay.
    pub(crate) fn wakes_at(&self) -> Option<u64> {
        let clock = matches!(self.page, Page::Main)
            && !self.covered
            && self.core.table().is_some_and(super::table::TableState::has_running_time);
        let second = clock.then_some(self.now - self.now % 1_000 + 1_000);
        let step = match &self.page {
            Page::Replay(replay) => replay.next_at,
            _ => None,
        };
        [second, step, self.flash.ends_at()].into_iter().flatten().min()
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: u64) {
        self.flash.end(now);
        if let Page::Replay(replay) = &mut self.page
            && replay.next_at.is_some_and(|at| at <= now)
        {
            replay.go(1);
            let (at, last) = replay.step();
            replay.next_at = (at < last).then_some(now + STEP_MS);
        }
    }

    /// Draws the screen; `now` is the client's clock in milliseconds.
    pub(crate) fn draw(&mut self, screen: &mut Screen<'_>, now: u64) {
        self.now = now;
        let area = screen.area();
        let focus = self.draw_page(area, screen.buffer_mut(), now);
        self.news_is_drawn = self.news.is_some() && !self.covered;
        self.look.apply(screen.buffer_mut());
        // The real cursor stands where the focus is, for those who follow it with a magnifier or a reader.
        if let Some(focus) = focus.filter(|focus| area.contains(*focus)) {
            screen.set_cursor_position(focus);
        }
    }

    fn draw_page(&mut self, area: Rect, buffer: &mut Buffer, now: u64) -> Option<Position> {
        if self.covered {
            hand_over::draw(&self.core.model.name, area, buffer);
            return None;
        }
        let [page, prompt] = Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(area);
        let message = self.told_now();
        let message = message.as_deref();
        let catalogue = &self.core.model.catalogue;
        let focus = match &mut self.page {
            Page::NewTable(new) => form::draw(new, catalogue, message, page, buffer),
            Page::Games(list) => games::draw(list, catalogue, message, page, buffer),
            Page::Replay(game) => {
                replay::draw(game, (catalogue, self.look), message, page, buffer);
                None
            }
            Page::Settings(list) => settings::draw(*list, self.settings, page, buffer),
            Page::Main if self.core.table().is_some() => table::draw(self, page, buffer, now),
            Page::Main => lobby::draw(self, page, buffer),
        };
        let prompted = prompt::draw(self, prompt, buffer);
        if let Some(overlay) = &mut self.overlay {
            overlay::draw(overlay, area, buffer);
            return None;
        }
        prompted.or(focus)
    }
}

/// Asks for a page.
fn fetch((wanted, path): (FetchPurpose, String)) -> Effect {
    Effect::Fetch(wanted, path)
}
