//! From a server's address to a client that plays there.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use client::{Client, ConnectError, Incoming, RequestError};
use protocol::{ClientMsg, Lobby, ServerMsg, TableStage, Welcome};
use tokio::sync::mpsc;

use super::address::Address;
use super::app::App;
use super::catalogue::Catalogue;
use super::command;
use super::core::{Core, Effect, Purpose};
use super::keys::Key;
use super::look::Look;
use super::model::{Link, Model};
use super::plain;
use super::saved::{Saved, SavedError};
use super::sign_in::sign_in;
use super::terminal::FullScreen;

/// How to play.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// Where.
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
    /// Ring the bell at one's turn.
    pub bell: bool,
    /// Let the mouse pick cards and crossings.
    pub mouse: bool,
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
    /// The server ended the connection for good.
    #[error("{0}")]
    Ended(String),
}

/// What can wake the client.
pub(crate) enum Woken {
    Incoming(Box<Incoming>),
    Answer(Purpose, Box<Result<ServerMsg, RequestError>>),
}

/// Everything that talks to the server, for both user interfaces.
pub(crate) struct Wire {
    client: Client,
    incoming: mpsc::Receiver<Incoming>,
    answers: mpsc::UnboundedReceiver<(Purpose, Result<ServerMsg, RequestError>)>,
    answered: mpsc::UnboundedSender<(Purpose, Result<ServerMsg, RequestError>)>,
    started: Instant,
}

impl Wire {
    pub(crate) fn send(&self, message: ClientMsg, purpose: Purpose) {
        let (client, answered) = (self.client.clone(), self.answered.clone());
        tokio::spawn(async move {
            let answer = client.request(message).await;
            // Nobody waits for it any more once the client ends.
            let _ = answered.send((purpose, answer));
        });
    }

    /// Waits for whatever comes next; nothing when the connection is over for good.
    pub(crate) async fn next(&mut self) -> Option<Woken> {
        tokio::select! {
            incoming = self.incoming.recv() => incoming.map(|incoming| Woken::Incoming(Box::new(incoming))),
            Some((purpose, answer)) = self.answers.recv() => Some(Woken::Answer(purpose, Box::new(answer))),
        }
    }

    /// What is there already.
    fn ready(&mut self) -> Option<Woken> {
        if let Ok(incoming) = self.incoming.try_recv() {
            return Some(Woken::Incoming(Box::new(incoming)));
        }
        self.answers.try_recv().ok().map(|(purpose, answer)| Woken::Answer(purpose, Box::new(answer)))
    }

    /// Milliseconds since the client started.
    pub(crate) fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    pub(crate) async fn close(&self) {
        self.client.close().await;
    }
}

/// Plays on a server until the person has enough.
///
/// # Errors
/// If the server cannot be reached or the terminal fails.
pub async fn play(options: PlayOptions) -> Result<(), PlayError> {
    let mut saved = Saved::read(&options.state_dir)?;
    let (client, welcome, incoming) = sign_in(&options, &mut saved).await?;
    note(&mut saved, &options.saved_as, &welcome)?;
    let (answered, answers) = mpsc::unbounded_channel();
    let wire = Wire { client, incoming, answers, answered, started: Instant::now() };
    let lobby = Lobby { on: true, game: None, pages: None, bundled: true, reference: None };
    wire.send(ClientMsg::Lobby(lobby), Purpose::Other);
    let mut core = Core {
        model: Model::new(options.catalogue.clone(), &welcome),
        address: options.address.clone(),
        here: None,
    };
    arrive(&mut core, &wire, &options, &welcome)?;
    if options.plain {
        plain::run(core, wire, &options, saved).await
    } else {
        full_screen(core, wire, &options, saved).await
    }
}

/// Goes where one was, where the link leads, or to a table of the game that was asked for.
fn arrive(core: &mut Core, wire: &Wire, options: &PlayOptions, welcome: &Welcome) -> Result<(), PlayError> {
    if let Some(table) = options.address.table {
        core.here = Some(table);
        if welcome.tables.iter().all(|seat| seat.info.table != table) {
            wire.send(command::join(table, options.address.code.clone()), Purpose::Join(table));
        }
        return Ok(());
    }
    let Some(local) = &options.local_game else {
        core.here = welcome.tables.first().map(|seat| seat.info.table);
        return Ok(());
    };
    let unfinished = welcome.tables.iter().map(|seat| &seat.info).filter(|info| info.game == local.game);
    for info in unfinished {
        if info.stage == TableStage::Running && !local.anew && core.here.is_none() {
            core.here = Some(info.table);
        } else {
            wire.send(command::leave(info.table), Purpose::Leave(info.table));
        }
    }
    if core.here.is_none() {
        let table = command::against_bots(&local.table, &core.model.catalogue).map_err(PlayError::Ended)?;
        wire.send(command::open(table), Purpose::Open);
    }
    Ok(())
}

/// Remembers who one is, if that is new.
pub(crate) fn note(saved: &mut Saved, server: &str, welcome: &Welcome) -> Result<(), PlayError> {
    if saved.note(server, &welcome.token) {
        saved.write()?;
    }
    Ok(())
}

async fn full_screen(
    core: Core,
    mut wire: Wire,
    options: &PlayOptions,
    mut saved: Saved,
) -> Result<(), PlayError> {
    let mut app = App::new(core, options.look, options.bell);
    let mut signals = Signals::new()?;
    let mut screen = FullScreen::begin(options.mouse)?;
    let mut keys = read_keys();
    let ended = loop {
        let now = wire.now();
        screen.title(app.title())?;
        screen.terminal.draw(|frame| app.draw(frame, now))?;
        let mut effects = Vec::new();
        let until_second = Duration::from_millis(1_000 - now % 1_000);
        tokio::select! {
            key = keys.recv() => match key {
                Some(key) => effects.extend(app.key(key)),
                // The terminal is gone.
                None => break None,
            },
            woken = wire.next() => match woken {
                Some(woken) => take(&mut app, woken, &wire, &mut screen)?,
                None => break Some("the connection is closed".to_owned()),
            },
            () = tokio::time::sleep(until_second), if app.has_clock() => {}
            () = signals.wanted() => break None,
        }
        // Everything that is there already is shown with one drawing.
        while let Some(woken) = wire.ready() {
            take(&mut app, woken, &wire, &mut screen)?;
        }
        while let Ok(key) = keys.try_recv() {
            effects.extend(app.key(key));
        }
        remember(&mut app.core.model, &mut saved, options)?;
        if run_effects(effects, &wire) {
            break None;
        }
        if let Link::Ended(why) = &app.core.model.link {
            break Some(why.clone());
        }
    };
    drop(screen);
    wire.close().await;
    ended.map_or(Ok(()), |why| Err(PlayError::Ended(options.look.text(&why))))
}

fn take(app: &mut App, woken: Woken, wire: &Wire, screen: &mut FullScreen) -> io::Result<()> {
    match woken {
        Woken::Incoming(incoming) => {
            if app.take(*incoming, wire.now()) {
                screen.ring()?;
            }
        }
        Woken::Answer(purpose, answer) => app.answer(purpose, *answer),
    }
    Ok(())
}

/// Does what is to be done outside; true if that is to end.
pub(crate) fn run_effects(effects: Vec<Effect>, wire: &Wire) -> bool {
    let mut quit = false;
    for effect in effects {
        match effect {
            Effect::Send(message, purpose) => wire.send(message, purpose),
            Effect::Quit => quit = true,
        }
    }
    quit
}

/// Notes a token that came later, as after a change of the name.
pub(crate) fn remember(model: &mut Model, saved: &mut Saved, options: &PlayOptions) -> Result<(), PlayError> {
    if let Some(token) = model.token.take()
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
