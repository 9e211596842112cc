//! From a server's address to a client that plays there.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use client::{Client, ConnectError};
use protocol::{ClientMsg, Lobby, ServerMsg, TableId, TableStage, Welcome};
use tokio::sync::mpsc;

use super::address::Address;
use super::app::App;
use super::catalogue::Catalogue;
use super::command;
use super::connections::{Connections, Fetch, Method, Woken};
use super::core::{Core, Effect, Purpose};
use super::hot_seat::HotSeat;
use super::keys::Key;
use super::look::Look;
use super::model::{Link, Model};
use super::plain;
use super::saved::{Saved, SavedError};
use super::settings::Settings;
use super::sign_in::sign_in;
use super::terminal::FullScreen;

/// How to play.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The server's address.
    pub address: Address,
    /// The games of that server.
    pub catalogue: Catalogue,
    /// The name of somebody new.
    pub name: Option<String>,
    /// Where it is remembered who one is.
    pub state_dir: PathBuf,
    /// Lines instead of a full screen.
    pub plain: bool,
    /// What the terminal can show.
    pub look: Look,
    /// What the person likes.
    pub settings: Settings,
    /// Reads pages of the server.
    pub fetch: Fetch,
    /// What this server is called where tokens are kept.
    pub saved_as: String,
    /// Go on with a game of this name that was not finished, or open a table of it.
    pub local_game: Option<LocalGame>,
}

/// What to play on a server of one's own.
#[derive(Clone, Debug)]
pub struct LocalGame {
    /// Name of the game.
    pub game: String,
    /// The words after `play`: the game and its settings.
    pub table: String,
    /// Do not go on with an earlier game.
    pub anew: bool,
    /// The names of several people at this keyboard; none if one person plays.
    pub people: Vec<String>,
    /// Whether somebody at this keyboard could see what they may not.
    pub has_secrets: bool,
}

/// Why playing ended early.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The server cannot be reached, or refuses.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// It cannot be remembered who one is.
    #[error(transparent)]
    Saved(#[from] SavedError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
    /// The input ended before a question was answered.
    #[error("the input ended before the question was answered")]
    NoAnswer,
    /// The server does not take what was asked at the beginning.
    #[error("{0}")]
    Refused(String),
    /// The server ended the connection for good.
    #[error("{0}")]
    Ended(String),
}

/// Plays on a server until the person has enough.
///
/// # Errors
/// If the server cannot be reached or the terminal fails.
pub async fn play(options: PlayOptions) -> Result<(), PlayError> {
    let mut saved = Saved::read(&options.state_dir)?;
    let mut connections = Connections::new(options.fetch.clone());
    let mut people = Vec::new();
    for (saved_as, name) in identities(&options) {
        let (client, welcome, incoming) = sign_in(&options, &mut saved, &saved_as, name).await?;
        if saved.note(&saved_as, &welcome.token) {
            saved.write()?;
        }
        connections.add(client.clone(), incoming);
        people.push((client, welcome));
    }
    let mut cores: Vec<Core> = people
        .iter()
        .map(|(_, welcome)| Core {
            model: Model::new(options.catalogue.clone(), welcome),
            address: options.address.clone(),
            here: None,
            is_local: options.local_game.is_some(),
            has_device_link: false,
        })
        .collect();
    for who in connections.people() {
        let lobby = Lobby { on: true, game: None, pages: None, bundled: true, reference: None };
        send(&connections, who, ClientMsg::Lobby(lobby), Purpose::Other)?;
    }
    let shared = options.local_game.as_ref().filter(|local| !local.people.is_empty());
    if let Some(local) = shared {
        let table = seat_everybody(&people, local, &options.catalogue).await?;
        cores.iter_mut().for_each(|core| core.here = Some(table));
    } else if let (Some(core), Some((_, welcome))) = (cores.first_mut(), people.first()) {
        arrive(core, &connections, &options, welcome)?;
    }
    let (first, hot_seat) = match shared {
        Some(local) => HotSeat::new(cores, local.has_secrets),
        None => (cores.pop(), HotSeat::alone()),
    };
    let core = first.ok_or_else(|| PlayError::Refused("Nobody plays.".to_owned()))?;
    if options.plain {
        plain::run(core, hot_seat, connections, &options, saved).await
    } else {
        full_screen(core, hot_seat, connections, &options, saved).await
    }
}

/// Under what each person's token is kept, and the name of one who is new.
fn identities(options: &PlayOptions) -> Vec<(String, Option<String>)> {
    let people = options.local_game.as_ref().map_or(&[][..], |local| &local.people);
    if people.is_empty() {
        return vec![(options.saved_as.clone(), options.name.clone())];
    }
    people.iter().map(|name| (format!("{}/{name}", options.saved_as), Some(name.clone()))).collect()
}

fn send(
    connections: &Connections,
    who: usize,
    message: ClientMsg,
    purpose: Purpose,
) -> Result<(), PlayError> {
    connections.send(who, message, purpose).map_err(PlayError::Refused)
}

/// Seats several people at one table: the one they had not finished, or a new one.
async fn seat_everybody(
    people: &[(Client, Welcome)],
    local: &LocalGame,
    catalogue: &Catalogue,
) -> Result<TableId, PlayError> {
    let refused = |error: client::RequestError| PlayError::Refused(error.to_string());
    let Some(((host, first), others)) = people.split_first() else {
        return Err(PlayError::Refused("Nobody plays.".to_owned()));
    };
    let is_theirs = |table: TableId| {
        others.iter().all(|(_, welcome)| welcome.tables.iter().any(|seat| seat.info.table == table))
    };
    let running = first.tables.iter().map(|seat| &seat.info).find(|info| {
        info.game == local.game && info.stage == TableStage::Running && is_theirs(info.table) && !local.anew
    });
    if let Some(info) = running {
        return Ok(info.table);
    }
    for (client, welcome) in people {
        for seat in welcome.tables.iter().filter(|seat| seat.info.game == local.game) {
            client.request(command::leave(seat.info.table)).await.map_err(refused)?;
        }
    }
    let table = command::for_people(&local.table, people.len(), catalogue).map_err(PlayError::Refused)?;
    let opened = host.request(command::open(table)).await.map_err(refused)?;
    let ServerMsg::Done(protocol::Done { table: Some(table), .. }) = opened else {
        return Err(PlayError::Refused("The server opened no table.".to_owned()));
    };
    for (client, _) in others {
        client.request(command::join(table, None)).await.map_err(refused)?;
    }
    Ok(table)
}

/// Goes where one was, where the link leads, or to a table of the game that was asked for.
fn arrive(
    core: &mut Core,
    connections: &Connections,
    options: &PlayOptions,
    welcome: &Welcome,
) -> Result<(), PlayError> {
    if let Some(table) = options.address.table {
        core.here = Some(table);
        if welcome.tables.iter().all(|seat| seat.info.table != table) {
            send(connections, 0, command::join(table, options.address.code.clone()), Purpose::Join(table))?;
        }
        return Ok(());
    }
    let Some(local) = &options.local_game else {
        // A game that goes on before a table that waits, and that before one whose game is over.
        let stage = |seat: &&protocol::SeatedTable| match seat.info.stage {
            TableStage::Running => 0,
            TableStage::Waiting => 1,
            TableStage::Finished => 2,
        };
        core.here = welcome.tables.iter().min_by_key(stage).map(|seat| seat.info.table);
        return Ok(());
    };
    let unfinished = welcome.tables.iter().map(|seat| &seat.info).filter(|info| info.game == local.game);
    for info in unfinished {
        if info.stage == TableStage::Running && !local.anew && core.here.is_none() {
            core.here = Some(info.table);
        } else {
            send(connections, 0, command::leave(info.table), Purpose::Leave(info.table))?;
        }
    }
    if core.here.is_none() {
        let table = command::against_bots(&local.table, &core.model.catalogue).map_err(PlayError::Refused)?;
        send(connections, 0, command::open(table), Purpose::Open)?;
    }
    Ok(())
}

async fn full_screen(
    core: Core,
    hot_seat: HotSeat,
    mut connections: Connections,
    options: &PlayOptions,
    mut saved: Saved,
) -> Result<(), PlayError> {
    let mut app = App::new(core, hot_seat, options.look, options.settings);
    let mut signals = Signals::new()?;
    let mut screen = FullScreen::begin(!options.settings.no_mouse)?;
    let mut keys = read_keys();
    let ended = loop {
        let now = connections.now();
        app.tick(now);
        screen.title(app.title())?;
        screen.terminal.draw(|frame| app.draw(frame, now))?;
        let wakes_at = app.wakes_at();
        let wait = Duration::from_millis(wakes_at.unwrap_or_default().saturating_sub(now));
        let mut outside =
            Outside { connections: &mut connections, saved: &mut saved, screen: &mut screen, options };
        let flow = tokio::select! {
            key = keys.recv() => match key {
                Some(key) => outside.key(&mut app, key)?,
                // The terminal is gone.
                None => ControlFlow::Break(None),
            },
            (who, woken) = outside.connections.next() => outside.take(&mut app, who, woken)?,
            () = tokio::time::sleep(wait), if wakes_at.is_some() => ControlFlow::Continue(()),
            () = signals.wanted() => ControlFlow::Break(None),
        };
        // Everything that is there already is shown with one drawing.
        match outside.rest(&mut app, &mut keys, flow)? {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(why) => break why,
        }
        remember(&mut app.core.model, &mut saved, options)?;
        if let Link::Ended(why) = &app.core.model.link {
            break Some(why.clone());
        }
    };
    drop(screen);
    connections.close().await;
    ended.map_or(Ok(()), |why| Err(PlayError::Ended(options.look.text(&why))))
}

/// Whether the full screen goes on; if not, perhaps why.
type ScreenFlow = ControlFlow<Option<String>>;

/// Everything outside the screen that keys and answers act on.
struct Outside<'a> {
    connections: &'a mut Connections,
    saved: &'a mut Saved,
    screen: &'a mut FullScreen,
    options: &'a PlayOptions,
}

impl Outside<'_> {
    fn key(&mut self, app: &mut App, key: Key) -> Result<ScreenFlow, PlayError> {
        let effects = app.key(key);
        self.run(app, effects)
    }

    fn take(&mut self, app: &mut App, who: usize, woken: Woken) -> Result<ScreenFlow, PlayError> {
        match woken {
            Woken::Incoming(incoming) => {
                if app.take(who, *incoming, self.connections.now()) {
                    self.screen.ring()?;
                }
            }
            Woken::Answer(purpose, answer) => app.answer(who, purpose, *answer),
            Woken::Fetched(wanted, body) => {
                let effects = app.fetched(&wanted, body);
                return self.run(app, effects);
            }
            Woken::Closed => return Ok(ControlFlow::Break(Some("the connection is closed".to_owned()))),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Processes what has already arrived, unless the program is to end.
    fn rest(
        &mut self,
        app: &mut App,
        keys: &mut mpsc::UnboundedReceiver<Key>,
        mut flow: ScreenFlow,
    ) -> Result<ScreenFlow, PlayError> {
        while matches!(flow, ControlFlow::Continue(())) {
            flow = if let Some((who, woken)) = self.connections.ready() {
                self.take(app, who, woken)?
            } else if let Ok(key) = keys.try_recv() {
                self.key(app, key)?
            } else {
                break;
            };
        }
        Ok(flow)
    }

    fn run(&mut self, app: &mut App, effects: Vec<Effect>) -> Result<ScreenFlow, PlayError> {
        let who = app.hot_seat.active();
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(ControlFlow::Break(None)),
                Effect::Redraw => self.screen.terminal.clear()?,
                Effect::Settings => {
                    app.settings.write(&self.options.state_dir)?;
                    self.screen.mouse(!app.settings.no_mouse)?;
                }
                other => {
                    if let Err(told) = request(self.connections, self.saved, self.options, who, other) {
                        app.message = Some(told);
                        app.core.not_sent();
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Sends or fetches for a person; says why not.
pub(crate) fn request(
    connections: &Connections,
    saved: &Saved,
    options: &PlayOptions,
    who: usize,
    effect: Effect,
) -> Result<(), String> {
    match effect {
        Effect::Send(message, purpose) => connections.send(who, message, purpose),
        Effect::Everybody(message, purpose) => {
            connections.people().try_for_each(|who| connections.send(who, message.clone(), purpose))
        }
        Effect::Fetch(wanted, path) => {
            connections.fetch(who, wanted, (Method::Get, path), token(saved, options, who));
            Ok(())
        }
        Effect::Post(wanted, path) => {
            connections.fetch(who, wanted, (Method::Post, path), token(saved, options, who));
            Ok(())
        }
        Effect::Quit | Effect::Settings | Effect::Redraw => Ok(()),
    }
}

/// The token of one of the people here.
fn token(saved: &Saved, options: &PlayOptions, who: usize) -> Option<String> {
    let (saved_as, _) = identities(options).into_iter().nth(who)?;
    saved.tokens.get(&saved_as).cloned()
}

/// Notes a token that came later, as after a change of the name.
pub(crate) fn remember(model: &mut Model, saved: &mut Saved, options: &PlayOptions) -> Result<(), PlayError> {
    let shared = options.local_game.as_ref().is_some_and(|local| !local.people.is_empty());
    if let Some(token) = model.token.take().filter(|_| !shared)
        && saved.note(&options.saved_as, &token)
    {
        saved.write()?;
    }
    Ok(())
}

/// A thread that waits for keys: it costs nothing while nobody types.
fn read_keys() -> mpsc::UnboundedReceiver<Key> {
    let (send, keys) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        while let Ok(event) = crossterm::event::read() {
            if let Some(key) = Key::of(event)
                && send.send(key).is_err()
            {
                return;
            }
        }
    });
    keys
}

/// The signals that end the program in order.
pub(crate) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hang_up: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    #[cfg(not(unix))]
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    pub(crate) async fn wanted(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hang_up.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(crate) async fn wanted(&mut self) {
        // Without this signal the program ends by its keys.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
