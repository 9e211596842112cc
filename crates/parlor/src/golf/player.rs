//! `parlor golf player`: registers, plays, de-registers.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use gateways::golf::{Answered, Contact, Ending, ManagerClient, Node, NodeEvent, OpenError, Started, Timing};

use super::args::{PlayerArgs, manager_at};
use super::game::{Decider, GameRun, Outcome, Speech};
use super::input::{Interrupts, Keyboard};
use super::{INTERRUPTED, PEER_FAILED, menu};
use crate::output;

/// A port block that is taken is tried again so much higher.
const BLOCK: u16 = 5;
const LAST_PORT: u16 = 65_531;
/// How long a dealer waits for others.
const OTHERS_TIMEOUT: u32 = 60;
/// How long a dealer may take to end a game that this player has left.
const FREE_TIMEOUT: Duration = Duration::from_secs(20);
/// How often the manager is asked whether it has.
const ASK_EVERY: Duration = Duration::from_millis(250);
/// How often a waiting player registers again, because the manager may drop players that it has not heard from.
const STILL_HERE: Duration = Duration::from_secs(30);

/// A registered player.
pub(super) struct Player {
    pub(super) name: String,
    pub(super) client: ManagerClient,
    pub(super) speech: Speech,
    /// Nothing once the ports are given back.
    pub(super) node: Option<Node>,
    pub(super) decider: Decider,
    /// The game that this player deals.
    dealing: Option<u64>,
}

/// Why the player leaves.
pub(super) enum Leaving {
    Done,
    /// A peer cheated or vanished.
    PeerFailed,
    /// The dealer vanished, so nobody will end the game.
    DealerVanished,
    /// In the middle of a game.
    Quit,
}

pub(super) async fn run(args: &PlayerArgs) -> Result<ExitCode> {
    // Before anything that would have to be undone.
    let mut interrupts = Interrupts::listen()?;
    let manager = manager_at(&args.manager).await?;
    let speech = Speech { json: args.json };
    let client = ManagerClient::new(manager);
    let timing = Timing { patience: Duration::from_secs(u64::from(args.peer_timeout)), ..Timing::default() };
    let node = register(&client, args, manager.is_ipv4(), timing).await?;
    speech.line(&format!(
        "{} is registered at {manager}, on ports {} to {}.",
        args.name,
        node.port(),
        node.port() + 2
    ));
    let decider = match args.bot {
        Some(level) => Decider::Bot(level),
        None => Decider::Person(Keyboard::open()),
    };
    let mut player =
        Player { name: args.name.clone(), client, speech, node: Some(node), decider, dealing: None };
    let left = tokio::select! {
        left = player.live(args) => left,
        () = interrupts.next() => {
            speech.line("\nInterrupted.");
            let done = player.leave(Duration::ZERO).await;
            return done.map(|()| ExitCode::from(INTERRUPTED));
        }
    };
    let patience = match left {
        Ok(Leaving::Done | Leaving::PeerFailed | Leaving::Quit) => FREE_TIMEOUT,
        Ok(Leaving::DealerVanished) | Err(_) => Duration::ZERO,
    };
    if !matches!(left, Ok(Leaving::Done)) {
        // Frees the ports.
        player.node = None;
    }
    let done = tokio::select! {
        done = player.leave(patience) => done,
        () = interrupts.next() => return Ok(ExitCode::from(INTERRUPTED)),
    };
    match left? {
        Leaving::PeerFailed | Leaving::DealerVanished => {
            // The manager's silence is the lesser trouble.
            let _ = done;
            Ok(ExitCode::from(PEER_FAILED))
        }
        Leaving::Done | Leaving::Quit => done.map(|()| ExitCode::SUCCESS),
    }
}

/// Takes ports and the name; a block that is taken is tried again a block higher.
async fn register(client: &ManagerClient, args: &PlayerArgs, v4: bool, timing: Timing) -> Result<Node> {
    let mut port = args.port;
    loop {
        match Node::open(&args.name, port, v4, timing).await {
            Ok(node) => match client.register(&args.name, port).await? {
                Answered::Done => return Ok(node),
                Answered::BadPort => {}
                Answered::BadName => {
                    bail!("The manager refuses the name {:?}: somebody has it already.", args.name)
                }
                Answered::Refused => bail!("The manager refuses to register {:?}.", args.name),
            },
            Err(OpenError::Taken(_)) => {}
            Err(error @ OpenError::Io(..)) => return Err(error.into()),
        }
        port =
            port.checked_add(BLOCK).filter(|port| *port <= LAST_PORT).context("All port blocks are taken")?;
    }
}

impl Player {
    /// The node, as long as the player plays.
    pub(super) fn node(&mut self) -> Result<&mut Node> {
        self.node.as_mut().context("The ports are given back")
    }

    async fn live(&mut self, args: &PlayerArgs) -> Result<Leaving> {
        if args.start.is_none() && args.bot.is_none() {
            return menu::run(self).await;
        }
        let mut left = if args.repeat { u32::MAX } else { args.games };
        while left > 0 {
            let outcome = match args.start {
                Some(others) => self.deal_when_others_are_there(others, args.steal).await?,
                None => self.wait_for_game().await?,
            };
            match outcome {
                Outcome::Left => return Ok(Leaving::Quit),
                Outcome::Played(ending) if ending.is_bad() && !args.repeat => return Ok(self.failed(&ending)),
                Outcome::Played(_) => {}
            }
            left -= 1;
            if left > 0 {
                self.node()?.reset();
            }
        }
        Ok(Leaving::Done)
    }

    /// Why this player leaves after a game that was broken off.
    pub(super) fn failed(&self, ending: &Ending) -> Leaving {
        let dealer = self.node.as_ref().and_then(|node| node.peer().dealer());
        match ending {
            Ending::Vanished { name, .. } if dealer.is_some_and(|dealer| dealer.name() == name) => {
                Leaving::DealerVanished
            }
            _ => Leaving::PeerFailed,
        }
    }

    /// Waits until a dealer takes this player into a game, and plays it.
    pub(super) async fn wait_for_game(&mut self) -> Result<Outcome> {
        self.joined().await?;
        self.play(None).await
    }

    /// Waits until a dealer takes this player into a game.
    async fn joined(&mut self) -> Result<()> {
        loop {
            let (client, name) = (self.client, self.name.clone());
            let node = self.node()?;
            let port = node.port();
            tokio::select! {
                happening = node.next() => if matches!(happening, NodeEvent::Joined) {
                    return Ok(());
                },
                () = tokio::time::sleep(STILL_HERE) => {
                    // If the manager does not answer now, the next attempt follows.
                    let _ = client.register(&name, port).await;
                }
            }
        }
    }

    /// Asks each second until enough others are free, then deals.
    async fn deal_when_others_are_there(&mut self, others: u8, steal: bool) -> Result<Outcome> {
        for second in 0..OTHERS_TIMEOUT {
            let started = if self.free_others().await? >= usize::from(others) {
                self.client.start(&self.name, others).await?
            } else {
                None
            };
            if let Some(started) = started {
                return self.play(Some((started, steal))).await;
            }
            if second == 0 {
                self.speech.line(&format!("Waiting for {others} others."));
            }
            tokio::select! {
                // Somebody else may be quicker; then that game is played first.
                joined = self.joined() => {
                    joined?;
                    match self.play(None).await? {
                        Outcome::Played(ending) if !ending.is_bad() => self.node()?.reset(),
                        outcome => return Ok(outcome),
                    };
                }
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
        }
        bail!("Not enough others were free within {OTHERS_TIMEOUT} seconds: {others} are needed.")
    }

    /// How many others are registered and not in a game.
    pub(super) async fn free_others(&self) -> Result<usize> {
        let (players, games) = (self.client.players().await?, self.client.games().await?);
        let busy =
            |player: &Contact| games.iter().flat_map(|game| &game.players).any(|other| other == player);
        Ok(players.iter().filter(|player| player.name() != self.name && !busy(player)).count())
    }

    /// Plays a game that has begun, or deals one that the manager has started.
    pub(super) async fn play(&mut self, deals: Option<(Started, bool)>) -> Result<Outcome> {
        let speech = self.speech;
        if let Some((started, steal)) = deals {
            self.dealing = Some(started.game);
            let node = self.node()?;
            let now = node.now();
            if !node.peer_mut().start(&started.players, steal, now) {
                self.end_game().await?;
                bail!("The manager started a game that cannot be played.");
            }
        }
        let node = self.node.as_mut().context("The ports are given back")?;
        let outcome = GameRun::new(node, &mut self.decider, speech)?.play().await?;
        if let Outcome::Played(ending) = &outcome {
            self.tell_ending(ending)?;
        }
        if matches!(outcome, Outcome::Left) {
            // Others must not wait for somebody who left.
            self.node = None;
        }
        self.end_game().await?;
        Ok(outcome)
    }

    /// Tells the manager that the game of this dealer is over.
    async fn end_game(&mut self) -> Result<()> {
        if let Some(game) = self.dealing {
            self.client.end(game, &self.name).await?;
            self.dealing = None;
        }
        Ok(())
    }

    fn tell_ending(&mut self, ending: &Ending) -> Result<()> {
        let speech = self.speech;
        let table = self.node()?.peer().table().context("There is no game")?;
        let record = table.record();
        match ending {
            Ending::Finished { named, winner } => {
                let totals = table.totals();
                let least = totals.iter().min().copied().unwrap_or_default();
                let shared = totals.iter().filter(|total| **total == least).count() > 1;
                let shared = if shared { " (a tie: the first in the list is named)" } else { "" };
                speech.line(&format!("The game is over: {winner} has won with {least} points{shared}."));
                if named != winner {
                    speech.line(&format!("The dealer names {} instead.", output::harmless(named)));
                }
            }
            Ending::Cheated { name, what } => {
                complain(&format!("the game is over: {name} cheated: {what}"));
            }
            Ending::Vanished { name, what } => {
                complain(&format!("the game is over: {name} has vanished; waited for {what}"));
            }
        }
        if speech.json {
            let mut out = output::stdout();
            writeln!(out, "{}", record.to_line())?;
            out.flush()?;
        }
        Ok(())
    }

    /// De-registers. A player in a game has to wait until its dealer ends it, and meanwhile acknowledges what the
    /// others say again.
    pub(super) async fn leave(&mut self, patience: Duration) -> Result<()> {
        self.end_game().await?;
        let (client, name) = (self.client, self.name.clone());
        let until = tokio::time::Instant::now() + patience;
        let deregister = async {
            loop {
                if client.deregister(&name).await? == Answered::Done {
                    return anyhow::Ok(true);
                }
                // A game may have been started in this name just before the program was interrupted.
                if let Some(own) = client.games().await?.iter().find(|game| game.dealer == name) {
                    client.end(own.game, &name).await?;
                    continue;
                }
                if tokio::time::Instant::now() >= until {
                    return Ok(false);
                }
                tokio::time::sleep(ASK_EVERY).await;
            }
        };
        let linger = async {
            match &mut self.node {
                Some(node) => node.linger().await,
                None => std::future::pending::<()>().await,
            }
        };
        let gone = tokio::select! {
            gone = deregister => gone?,
            () = linger => false,
        };
        if gone {
            self.speech.line(&format!("{name} is de-registered."));
        } else {
            complain(&format!("{name} is still registered: its game has not been ended by the dealer"));
        }
        Ok(())
    }
}

/// Says what went wrong, without ending the program.
#[allow(clippy::print_stderr, reason = "this is where the player complains")]
pub(super) fn complain(text: &str) {
    eprintln!("parlor: {}", output::harmless(text));
}
