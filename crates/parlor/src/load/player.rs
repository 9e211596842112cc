//! A scripted player: plays whatever legal action a die chooses, and wants another game when one is over.

use std::io::{Error, Result};
use std::sync::Arc;
use std::time::Duration;

use game::{FastRng, Rng};
use protocol::{Seen, SeenTracker, ServerMsg};
use tokio::sync::watch;

use super::load_connection::LoadConnection;
use super::move_times::{MoveTimes, Tally};
use super::scan;

/// How long to wait before asking again after a refusal.
const AFTER_A_REFUSAL: Duration = Duration::from_millis(200);

/// Somebody at a table: a connection, and what goes on behind it.
pub(super) struct Player {
    pub(super) line: LoadConnection,
    pub(super) mind: PlayerState,
}

/// What a player knows.
pub(super) struct PlayerState {
    pub(super) seat: u8,
    pub(super) table: String,
    pub(super) scene: Arc<MoveTimes>,
    pub(super) tally: Arc<Tally>,
    pub(super) think: Duration,
    pub(super) dice: FastRng,
    /// How many moves of the table this player has seen.
    pub(super) seen: u64,
    pub(super) game_number: u64,
    /// Makes updates whole.
    pub(super) tracker: SeenTracker,
    /// What to play next: the number of the decision and the action.
    pub(super) choice: Option<(u32, String)>,
}

/// What a message calls for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MessageKind {
    Nothing,
    /// The game is over.
    Over,
    Refused,
    Goodbye,
}

/// Signs in with a name.
pub(super) async fn hello(line: &mut LoadConnection, name: &str) -> Result<()> {
    line.say(&format!(r#"{{"hello":{{"version":2,"name":"{name}","program":true,"ref":1}}}}"#)).await?;
    answer(line, b"welcome").await.map(drop)
}

/// Opens a table of this description; returns its id.
pub(super) async fn open(line: &mut LoadConnection, new: &serde_json::Value) -> Result<String> {
    line.say(&format!(r#"{{"open":{{"config":{new},"ref":2}}}}"#)).await?;
    let done = answer(line, b"done").await?;
    let table = scan::text(&done, b"\"table\":\"").map(str::to_owned);
    table.ok_or_else(|| Error::other("the server named no table"))
}

/// The next message of this kind; a refusal is an error.
async fn answer(line: &mut LoadConnection, wanted: &[u8]) -> Result<Vec<u8>> {
    loop {
        let message = line.next().await?;
        let kind = scan::kind(message);
        if kind == wanted {
            return Ok(message.to_vec());
        }
        if matches!(kind, b"refused" | b"bye") {
            return Err(Error::other(format!("the server said {}", String::from_utf8_lossy(message))));
        }
    }
}

impl Player {
    /// Takes a seat.
    pub(super) async fn join(&mut self) -> Result<()> {
        self.line.say(&format!(r#"{{"join":{{"table":"{}","ref":2}}}}"#, self.mind.table)).await?;
        self.be_shown().await
    }

    /// Reads the snapshot that a player receives after taking a seat.
    pub(super) async fn be_shown(&mut self) -> Result<()> {
        let shown = answer(&mut self.line, b"table").await?;
        self.mind.shown(&shown);
        Ok(())
    }

    /// Waits for the beginning, then plays until the connection ends.
    pub(super) async fn play(mut self, begun: watch::Receiver<bool>) {
        let ended = self.play_on(begun).await;
        let mut counts = self.mind.tally.counts();
        counts.lost += 1;
        counts.refusal.get_or_insert_with(|| ended.err().map_or_else(String::new, |why| why.to_string()));
    }

    async fn play_on(&mut self, mut begun: watch::Receiver<bool>) -> Result<()> {
        loop {
            tokio::select! {
                _ = begun.wait_for(|begun| *begun) => break,
                read = self.read() => read?,
            }
        }
        if !self.mind.think.is_zero() {
            // Tables do not move in step.
            let part = self.mind.dice.next_u64() % self.mind.think.as_micros() as u64;
            tokio::time::sleep(Duration::from_micros(part)).await;
        }
        loop {
            if self.mind.may_move() {
                if !self.mind.think.is_zero() {
                    tokio::time::sleep(self.mind.think).await;
                }
                if let Some(act) = self.mind.next_move() {
                    self.line.say(&act).await?;
                }
            }
            self.read().await?;
        }
    }

    async fn read(&mut self) -> Result<()> {
        let news = self.mind.take_in(self.line.next().await?);
        match news {
            MessageKind::Nothing => Ok(()),
            MessageKind::Over => {
                self.line.say(&format!(r#"{{"rematch":{{"table":"{}"}}}}"#, self.mind.table)).await
            }
            MessageKind::Refused => {
                tokio::time::sleep(AFTER_A_REFUSAL).await;
                self.line.say(&format!(r#"{{"sync":{{"table":"{}"}}}}"#, self.mind.table)).await
            }
            MessageKind::Goodbye => Err(Error::other("the server closed the connection")),
        }
    }
}

impl PlayerState {
    /// Processes a message without measuring times; returns whether the game is over.
    pub(super) fn take_in_turn(&mut self, message: &[u8]) -> bool {
        match scan::kind(message) {
            b"table" | b"update" => {
                self.game_number = scan::number(message, b"\"game_number\":").unwrap_or_default();
                self.choose(message);
                self.choice.is_none() && scan::find(message, b"\"result\":{\"winners\"").is_some()
            }
            _ => false,
        }
    }

    /// The message of the next move, if it is this player's turn.
    pub(super) fn take_choice(&mut self) -> Option<String> {
        let (nth, action) = self.choice.take()?;
        let (table, game_number) = (&self.table, self.game_number);
        Some(format!(
            r#"{{"act":{{"table":"{table}","game_number":{game_number},"nth":{nth},"action":{action}}}}}"#
        ))
    }

    /// The message that asks for another game.
    pub(super) fn rematch(&self) -> String {
        format!(r#"{{"rematch":{{"table":"{}"}}}}"#, self.table)
    }

    fn may_move(&self) -> bool {
        self.choice.is_some() && self.scene.count() == self.seen
    }

    /// The message of the next move, if it still is the time for it.
    fn next_move(&mut self) -> Option<String> {
        if !self.scene.send(self.seat, self.seen) {
            return None;
        }
        let (nth, action) = self.choice.take()?;
        let game_number = self.game_number;
        Some(format!(
            r#"{{"act":{{"table":"{}","game_number":{game_number},"nth":{nth},"action":{action}}}}}"#,
            self.table
        ))
    }

    /// A whole table: all that was missed is in it.
    fn shown(&mut self, message: &[u8]) {
        self.game_number = scan::number(message, b"\"game_number\":").unwrap_or_default();
        self.seen = self.scene.count();
        self.choose(message);
    }

    /// Chooses one of the legal actions, if it is this player's turn.
    fn choose(&mut self, message: &[u8]) {
        self.choice = None;
        let Ok(mut message) = serde_json::from_slice(message) else { return };
        // After a gap there is nothing to choose from until the table is sent again.
        if self.tracker.expand(&mut message).is_err() {
            return;
        }
        let (nth, seen) = match message {
            ServerMsg::Table(table) => (table.nth, table.seen),
            ServerMsg::Update(update) => (update.nth, update.seen),
            _ => return,
        };
        let Some(seen) = seen.and_then(|seen| serde_json::from_str::<Seen>(seen.get()).ok()) else { return };
        let dice = &mut self.dice;
        let action = scan::legal(&seen, |count| game::below(dice, count as u32) as usize);
        self.choice = action.map(|action| (nth, action));
    }

    fn take_in(&mut self, message: &[u8]) -> MessageKind {
        match scan::kind(message) {
            b"update" => self.updated(message),
            b"table" => {
                self.shown(message);
                MessageKind::Nothing
            }
            b"refused" => {
                self.scene.take_back();
                let mut counts = self.tally.counts();
                counts.refused += 1;
                counts.refusal.get_or_insert_with(|| String::from_utf8_lossy(message).into_owned());
                MessageKind::Refused
            }
            b"bye" => MessageKind::Goodbye,
            _ => MessageKind::Nothing,
        }
    }

    fn updated(&mut self, message: &[u8]) -> MessageKind {
        let game_number = scan::number(message, b"\"game_number\":").unwrap_or_default();
        if game_number == self.game_number {
            if let Some(sent) = self.scene.sent(self.seen) {
                self.tally.arrived(self.seat, sent);
            }
            self.seen += 1;
        } else {
            // The deal is not a move of a player.
            self.game_number = game_number;
        }
        self.choose(message);
        if self.choice.is_none() && scan::find(message, b"\"result\":{\"winners\"").is_some() {
            self.tally.counts().games += u64::from(self.seat == 0);
            return MessageKind::Over;
        }
        MessageKind::Nothing
    }
}

/// A player at a table of the relay. The player whose turn it is sends the same message every time.
pub(super) struct Echo {
    pub(super) line: LoadConnection,
    pub(super) seat: u8,
    pub(super) seats: u8,
    pub(super) scene: Arc<MoveTimes>,
    pub(super) tally: Arc<Tally>,
    pub(super) think: Duration,
}

impl Echo {
    /// As long as a move at a table of Gomoku is.
    const MOVE: &str =
        r#"{"act":{"table":"ss439rrzy0","game_number":1,"nth":12,"action":{"place":{"x":4,"y":4}}}}"#;

    /// Waits for the beginning, then plays until the connection ends.
    pub(super) async fn play(mut self, mut begun: watch::Receiver<bool>) {
        let _ = begun.wait_for(|begun| *begun).await;
        let _ = self.play_on().await;
        self.tally.counts().lost += 1;
    }

    async fn play_on(&mut self) -> Result<()> {
        let mut seen = 0;
        loop {
            if seen % u64::from(self.seats) == u64::from(self.seat) {
                if !self.think.is_zero() {
                    tokio::time::sleep(self.think).await;
                }
                if self.scene.send(self.seat, seen) {
                    self.line.say(Self::MOVE).await?;
                }
            }
            self.line.next().await?;
            if let Some(sent) = self.scene.sent(seen) {
                self.tally.arrived(self.seat, sent);
            }
            seen += 1;
        }
    }
}
