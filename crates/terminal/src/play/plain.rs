//! Lines instead of a screen: everything that happens is one sentence, nothing is ever drawn again. For screen readers,
//! pipes and terminals that can do nothing else.

use std::io::{self, BufRead, IsTerminal, Write};

use protocol::{ClientMsg, TableId, TableStage};
use tokio::sync::mpsc;

use super::choice::Choice;
use super::connections::{Connections, FetchPurpose, Woken};
use super::core::{Core, Effect, Reply, Show};
use super::device_link::DeviceLink;
use super::hot_seat::HotSeat;
use super::look::Look;
use super::model::{Link, NewLine};
use super::replay::{FinishedGame, FinishedGames, Replay, games_path};
use super::review::{self, ReviewState};
use super::run::{PlayError, PlayOptions, Signals, remember, request};
use super::saved::Saved;
use super::settings::{SETTINGS, Settings};

/// More choices than these are not listed at each turn.
const MAX_LISTED: usize = 16;

/// What was printed last, so that nothing is printed twice.
pub(crate) struct PlainPage {
    pub(crate) core: Core,
    /// The decision that was announced.
    asked: Option<(TableId, u32, u32)>,
    /// Where one was, and in which stage, when that was announced.
    place: Option<(TableId, TableStage)>,
    hot_seat: HotSeat,
    /// Who is waited for at the keyboard, by number.
    handing_over: Option<usize>,
    /// How many lines of their log each person at this keyboard has seen.
    heard: Vec<usize>,
    settings: Settings,
    /// The finished games that were listed.
    games: Vec<FinishedGame>,
    /// Where the list goes on.
    older_games: Option<u64>,
    replay: Option<Replay>,
    /// What is wanted of that game.
    replay_for: ReplayFor,
    /// It was said that there are hints.
    spoke_of_hints: bool,
}

/// What a finished game is fetched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplayFor {
    Steps,
    /// The review, and the progress that was printed last, in per cent.
    Review(u8),
}

/// The progress of a review is printed in steps of this many per cent.
const PROGRESS_STEP: u8 = 20;

/// Lines that push what is on a screen out of sight.
const CURTAIN: usize = 60;

impl PlainPage {
    pub(crate) fn new(core: Core, hot_seat: HotSeat, settings: Settings) -> Self {
        Self {
            core,
            asked: None,
            place: None,
            hot_seat,
            handing_over: None,
            heard: Vec::new(),
            settings,
            games: Vec::new(),
            older_games: None,
            replay: None,
            replay_for: ReplayFor::Steps,
            spoke_of_hints: false,
        }
    }

    /// Processes a message to one of the people at this keyboard; returns the lines to print.
    fn take(&mut self, who: usize, woken: Woken, now: u64) -> (Vec<String>, Vec<Effect>) {
        if who != self.hot_seat.active() {
            if let Some(core) = self.hot_seat.parked(who) {
                match woken {
                    Woken::Incoming(incoming) => drop(core.take(*incoming, now)),
                    Woken::Answer(purpose, answer) => drop(core.answer(purpose, *answer)),
                    Woken::Fetched(..) | Woken::Closed => {}
                }
            }
            return (Vec::new(), Vec::new());
        }
        match woken {
            Woken::Incoming(incoming) => {
                let news = self.core.take(*incoming, now);
                (self.told(news), Vec::new())
            }
            Woken::Answer(purpose, answer) => (self.core.answer(purpose, *answer), Vec::new()),
            Woken::Fetched(FetchPurpose::Games { before }, body) => {
                (self.list_games(before, body), Vec::new())
            }
            Woken::Fetched(wanted @ FetchPurpose::Frames { .. }, body) => self.take_replay(&wanted, body),
            Woken::Fetched(FetchPurpose::Review { replay }, body) => self.take_review(&replay, body),
            Woken::Fetched(FetchPurpose::DeviceLink, body) => {
                match DeviceLink::read(&self.core.address, body) {
                    Ok(link) => {
                        self.core.has_device_link = true;
                        (link.lines(), Vec::new())
                    }
                    Err(error) => (vec![error], Vec::new()),
                }
            }
            Woken::Closed => (Vec::new(), vec![Effect::Quit]),
        }
    }

    fn list_games(&mut self, before: Option<u64>, body: Result<String, String>) -> Vec<String> {
        match body.and_then(|body| FinishedGames::read(&body)) {
            Err(error) => vec![error],
            Ok(list) if list.games.is_empty() && before.is_none() => {
                vec!["No game is finished yet.".to_owned()]
            }
            Ok(list) => {
                if before.is_none() {
                    self.games.clear();
                }
                let first = self.games.len();
                self.games.extend(list.games);
                self.older_games = list.next;
                let title = |game: &FinishedGame| self.core.model.catalogue.title(&game.game);
                let line = |(number, game): (usize, &FinishedGame)| {
                    format!("{number}. {}", game.sentence(&title(game)))
                };
                let mut lines: Vec<_> = (1..).zip(&self.games).skip(first).map(line).collect();
                if self.older_games.is_some() {
                    lines.push("Type games older for the games before these.".to_owned());
                }
                lines.push(
                    "Type replay and a number to hear a game again, or review and a number for what its decisions \
                     cost."
                        .to_owned(),
                );
                lines
            }
        }
    }

    fn take_replay(
        &mut self,
        page: &FetchPurpose,
        body: Result<String, String>,
    ) -> (Vec<String>, Vec<Effect>) {
        let Some(mut replay) = self.replay.take_if(|replay| replay.wants(page)) else {
            return (Vec::new(), Vec::new());
        };
        if let Err(error) = body.and_then(|body| replay.take(&body)) {
            return (vec![error], Vec::new());
        }
        if let Some((wanted, path)) = replay.missing() {
            self.replay = Some(replay);
            return (Vec::new(), vec![Effect::Fetch(wanted, path)]);
        }
        if self.replay_for != ReplayFor::Steps {
            let wanted = FetchPurpose::Review { replay: replay.id.clone() };
            let ask = Effect::Post(wanted, review::path(&replay.id, None));
            self.replay = Some(replay);
            return (Vec::new(), vec![ask]);
        }
        replay.go_to(usize::MAX);
        let (_, steps) = replay.step();
        let title = self.core.model.catalogue.title(&replay.game);
        let mut lines = vec![format!("{title}, {} in {steps} steps:", replay.names.join(", "))];
        lines.extend(replay.lines());
        lines.push("That was the game.".to_owned());
        (lines, Vec::new())
    }

    /// The review of the game that was fetched, or how far it is.
    fn take_review(&mut self, id: &str, body: Result<String, String>) -> (Vec<String>, Vec<Effect>) {
        let Some(replay) = self.replay.as_mut().filter(|replay| replay.id == id) else {
            return (Vec::new(), Vec::new());
        };
        replay.review = ReviewState::read(body);
        if let ReviewState::Running(percent) = replay.review {
            let ReplayFor::Review(told) = self.replay_for else { return (Vec::new(), Vec::new()) };
            let mut lines = Vec::new();
            if told == 0 || percent >= told.saturating_add(PROGRESS_STEP) {
                self.replay_for = ReplayFor::Review(percent.max(1));
                lines.extend(replay.review.progress());
            }
            let next = replay.missing_review().map(|(wanted, path)| Effect::Fetch(wanted, path));
            return (lines, next.into_iter().collect());
        }
        let lines = match &replay.review {
            ReviewState::Done(review) => {
                let title = self.core.model.catalogue.title(&replay.game);
                let mut lines = vec![format!("The review of {title}, {}:", replay.names.join(", "))];
                lines.extend(review.describe(&replay.names));
                lines
            }
            other => other.progress().into_iter().collect(),
        };
        self.replay = None;
        (lines, Vec::new())
    }

    /// The game of the list with this number, or the one with this id.
    fn replay_of(&self, id: String, seat: Option<u8>) -> Replay {
        let listed = id.parse::<usize>().ok().and_then(|number| self.games.get(number.checked_sub(1)?));
        match listed {
            Some(game) => Replay::new(game.replay_id.clone(), game.own_seat()),
            None => Replay::new(id, seat),
        }
    }

    /// Fetches a finished game, for this.
    fn fetch_replay(&mut self, replay: Replay, wanted_for: ReplayFor) -> Option<Effect> {
        let missing = replay.missing().map(|(wanted, path)| Effect::Fetch(wanted, path));
        self.replay = Some(replay);
        self.replay_for = wanted_for;
        missing
    }

    /// A typed line.
    fn line(&mut self, text: &str, is_terminal: bool) -> (Vec<String>, Vec<Effect>) {
        if let Some(who) = self.handing_over.take() {
            return (self.hand_over(who, is_terminal), Vec::new());
        }
        let reply = self.core.line(text);
        self.reply(reply)
    }

    fn reply(&mut self, reply: Reply) -> (Vec<String>, Vec<Effect>) {
        let Reply { mut effects, mut lines, show } = reply;
        match show {
            None | Some(Show::Hint) => {}
            Some(Show::Games { older: true }) if self.older_games.is_none() => {
                lines.push("There are no older games in the list.".to_owned());
            }
            Some(Show::Games { older }) => {
                let before = self.older_games.filter(|_| older);
                let path = games_path(&self.core.model.name, before);
                effects.push(Effect::Fetch(FetchPurpose::Games { before }, path));
            }
            Some(Show::Replay { id, seat }) => {
                let replay = self.replay_of(id, seat);
                effects.extend(self.fetch_replay(replay, ReplayFor::Steps));
            }
            Some(Show::Review { id, seat }) => {
                let replay = self.replay_of(id, seat);
                lines.push("Asking for the review: it can take a minute or two.".to_owned());
                effects.extend(self.fetch_replay(replay, ReplayFor::Review(0)));
            }
            Some(Show::Invite(link)) => lines.push(link),
            Some(Show::Settings(text)) if text.is_empty() => {
                let setting = |(index, (name, about)): (usize, &(&str, &str))| {
                    let on = self.settings.at(index).is_some_and(|on| *on);
                    format!("{name} is {}. {about}.", if on { "on" } else { "off" })
                };
                lines.extend(SETTINGS.iter().enumerate().map(setting));
            }
            Some(Show::Settings(text)) => match self.settings.set(&text) {
                Ok(told) => {
                    lines.push(told);
                    effects.push(Effect::Settings);
                }
                Err(error) => lines.push(error),
            },
        }
        if self.hot_seat.is_shared() {
            // Everybody at this keyboard wants the rematch that one of them asks for, and leaves together.
            for effect in &mut effects {
                if let Effect::Send(message @ (ClientMsg::Rematch(_) | ClientMsg::Leave(_)), purpose) = effect
                {
                    *effect = Effect::Everybody(message.clone(), *purpose);
                }
            }
        }
        (lines, effects)
    }

    /// Who is next at the keyboard, said once.
    fn ask_to_hand_over(&mut self) -> Vec<String> {
        if self.handing_over.is_some() {
            return Vec::new();
        }
        let Some((who, name)) = self.hot_seat.next(&self.core) else { return Vec::new() };
        if !self.hot_seat.has_secrets {
            return self.hand_over(who, false);
        }
        self.handing_over = Some(who);
        vec![format!("Hand the keyboard to {name}. {name}: press Enter.")]
    }

    /// The next person plays: returns the lines that they missed.
    fn hand_over(&mut self, who: usize, is_terminal: bool) -> Vec<String> {
        let heard_by = |core: &Core| core.table().map_or(0, |table| table.log.len());
        let before = self.hot_seat.active();
        self.heard.resize(self.heard.len().max(before.max(who) + 1), 0);
        self.heard[before] = heard_by(&self.core);
        self.hot_seat.switch(&mut self.core, who);
        self.asked = None;
        let hide = is_terminal && self.hot_seat.has_secrets;
        let mut lines = if hide { vec![String::new(); CURTAIN] } else { Vec::new() };
        lines.push(format!("{} plays.", self.core.model.name));
        if self.hot_seat.has_secrets {
            let log = self.core.table().map_or(&[][..], |table| &table.log);
            lines.extend(log.iter().skip(self.heard[who]).map(|line| line.text.clone()));
        }
        lines
    }

    /// The lines printed at the start.
    pub(crate) fn greeting(&self) -> Vec<String> {
        let name = &self.core.model.name;
        vec![format!("You are {name} at {}. Type help for the commands.", self.core.address.http())]
    }

    /// The sentences of what is new.
    pub(crate) fn told(&self, news: Vec<NewLine>) -> Vec<String> {
        let told = |NewLine { table, line }: NewLine| match table {
            Some(table) if Some(table) != self.core.here => {
                let game = self.core.model.tables.get(&table).map_or("", |table| &table.info.game);
                format!("[{} {table}] {}", self.core.model.catalogue.title(game), line.text)
            }
            _ => line.text,
        };
        news.into_iter().map(told).collect()
    }

    /// What has to be said after anything changed: where one is now, and whose turn it is.
    pub(crate) fn after(&mut self) -> Vec<String> {
        let Some(table) = self.core.table() else {
            let left = self.place.take().is_some();
            return if left && self.core.here.is_none() {
                vec!["You are in the lobby.".to_owned()]
            } else {
                Vec::new()
            };
        };
        let mut lines = Vec::new();
        let place = (table.info.table, table.info.stage);
        if self.place != Some(place) {
            let arrived = self.place.is_none_or(|(before, _)| before != place.0);
            if arrived {
                let title = self.core.model.catalogue.title(&table.info.game);
                lines.push(format!("You are at table {}, {title}.", table.info.table));
            }
            match table.info.stage {
                TableStage::Waiting => {
                    lines.push(self.core.sentence(&table.info));
                    if table.is_host() {
                        lines.push(
                            "The game starts when every seat is taken. Type bot LEVEL to seat a bot."
                                .to_owned(),
                        );
                    }
                }
                TableStage::Running if arrived => lines.extend(table.board.describe(&table.names())),
                TableStage::Running => {}
                TableStage::Finished => {
                    lines.push(
                        "Type rematch for another game, review for what its decisions cost, or leave."
                            .to_owned(),
                    );
                }
            }
            self.place = Some(place);
        }
        if self.handing_over.is_some() {
            return lines;
        }
        let decision = (table.info.table, table.game_number, table.nth);
        if table.your_turn() && self.asked != Some(decision) {
            self.asked = Some(decision);
            lines.extend(table.board.at_turn(&table.names()));
            lines.push(table.board.hint(&table.names()));
            let choices = table.board.choices();
            if choices.len() <= MAX_LISTED {
                let told = |(index, choice): (usize, &Choice)| {
                    format!("  {}. {} (type {})", index + 1, choice.label, choice.typed)
                };
                lines.extend(choices.iter().enumerate().map(told));
            }
            if table.info.hints && !self.spoke_of_hints {
                self.spoke_of_hints = true;
                lines.push("Type hint for the best choice.".to_owned());
            }
        }
        lines
    }
}

/// Plays line by line until the input ends or somebody types quit.
pub(crate) async fn run(
    core: Core,
    hot_seat: HotSeat,
    mut connections: Connections,
    options: &PlayOptions,
    mut saved: Saved,
) -> Result<(), PlayError> {
    let mut page = PlainPage::new(core, hot_seat, options.settings);
    let mut signals = Signals::new()?;
    let mut typed = read_lines();
    let is_terminal = io::stdout().is_terminal();
    print(options.look, page.greeting())?;
    'playing: loop {
        let (lines, effects) = tokio::select! {
            line = typed.recv() => match line {
                Some(line) => page.line(&line, is_terminal),
                None => break,
            },
            (who, woken) = connections.next() => page.take(who, woken, connections.now()),
            () = signals.wanted() => break,
        };
        print(options.look, lines)?;
        print(options.look, page.ask_to_hand_over())?;
        print(options.look, page.after())?;
        remember(&mut page.core.model, &mut saved, options)?;
        for effect in effects {
            match effect {
                Effect::Quit => break 'playing,
                Effect::Settings => page.settings.write(&options.state_dir)?,
                effect => {
                    if let Err(told) = request(&connections, &saved, options, page.hot_seat.active(), effect)
                    {
                        page.core.not_sent();
                        print(options.look, vec![told])?;
                    }
                }
            }
        }
        if let Link::Ended(why) = &page.core.model.link {
            return Err(PlayError::Ended(options.look.text(why)));
        }
    }
    connections.close().await;
    Ok(())
}

fn print(look: Look, lines: Vec<String>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{}", look.text(&line))?;
    }
    out.flush()
}

fn read_lines() -> mpsc::UnboundedReceiver<String> {
    let (send, lines) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
