//! The attacks, each by clients that anybody could write from the documents.

use std::collections::HashMap;
use std::io::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use websocket::{Opcode, push_frame};

use super::crowd::Crowd;
use super::old_ports;
use crate::load::load_connection::LoadConnection;
use crate::load::phases::LoadPlan;
use crate::load::{player, scan};

/// Bot tables that somebody opens and leaves.
const LEFT_TABLES: usize = 30;

/// Rounds of each: the most that a server opens a table for.
const LEFT_ROUNDS: u32 = 100;

/// After this many seconds a game that nobody is connected to is suspended.
const LEFT_GRACE: u32 = 10;

/// How long to wait before a table is asked for again that was refused, and how often.
const OPEN_AGAIN: Duration = Duration::from_secs(2);
const MAX_REFUSED: usize = 5;

/// Tables of experts that somebody watches.
const GREEDY_TABLES: usize = 100;

/// Tables a second that are opened and closed while the lobby is watched.
const TABLES_PER_SECOND: u32 = 60;

/// Somebody opens a table this often: as often as the server allows.
const OPEN_EVERY: Duration = Duration::from_secs(2);

/// Connections that flood, for each kind of flood.
pub(super) const FLOODS: usize = 8;

/// A flood pauses for this long after each write: on one machine with the server it would else fill the system's own queues, and
/// what people notice would be that.
pub(super) const FLOOD_PAUSE: Duration = Duration::from_millis(2);

/// What somebody can do to a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::load) enum Attack {
    /// Open bot tables and leave
    LeftBots,
    /// Keep a hundred tables of expert bots busy
    GreedyBots,
    /// Watch the lobby while tables open and close
    Lobby,
    /// Send frames and messages that are nothing, as fast as they are taken
    Frames,
    /// Send HTTP requests as fast as they are answered
    Requests,
    /// Hold connections whose request never ends
    SlowHeads,
    /// Connect and go, again and again
    Connections,
    /// Talk, draft, rename and open tables as fast as messages are taken
    Messages,
    /// Hold and flood the ports of --legacy-port
    LegacyPorts,
    /// Flood the golf manager of --golf-manager with datagrams
    GolfManager,
}

/// Counts what one attack does.
#[derive(Clone)]
pub(super) struct Attacker {
    plan: Arc<LoadPlan>,
    pub(super) crowd: Crowd,
    pub(super) done: Arc<AtomicU64>,
    pub(super) refused: Arc<AtomicU64>,
}

impl Attacker {
    pub(super) fn new(plan: Arc<LoadPlan>, crowd: Crowd) -> Self {
        Self { plan, crowd, done: Arc::default(), refused: Arc::default() }
    }

    pub(super) fn note(&self) -> String {
        let (done, refused) = (self.done.load(Ordering::Relaxed), self.refused.load(Ordering::Relaxed));
        format!("{done} done, {refused} refused")
    }

    pub(super) fn count<T>(&self, result: Result<T>) -> Option<T> {
        let counter = if result.is_ok() { &self.done } else { &self.refused };
        counter.fetch_add(1, Ordering::Relaxed);
        result.ok()
    }
}

fn bots(game: &str, level: &str, seats: usize) -> Value {
    json!({"game": game, "seats": seats, "bots": vec![level; seats - 1], "clock": "off", "bot_delay_ms": 0})
}

impl Attack {
    pub(super) const ALL: [Self; 10] = [
        Self::LeftBots,
        Self::GreedyBots,
        Self::Lobby,
        Self::Frames,
        Self::Requests,
        Self::SlowHeads,
        Self::Connections,
        Self::Messages,
        Self::LegacyPorts,
        Self::GolfManager,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::LeftBots => "left-bots",
            Self::GreedyBots => "greedy-bots",
            Self::Lobby => "lobby",
            Self::Frames => "frames",
            Self::Requests => "requests",
            Self::SlowHeads => "slow-heads",
            Self::Connections => "connections",
            Self::Messages => "messages",
            Self::LegacyPorts => "legacy-ports",
            Self::GolfManager => "golf-manager",
        }
    }

    /// How long the attack runs before it is measured.
    pub(super) const fn lead(self) -> Duration {
        match self {
            // What bots do in the grace time is not what stays.
            Self::LeftBots => Duration::from_secs(LEFT_GRACE as u64 + 2),
            _ => Duration::from_secs(2),
        }
    }

    /// Begins; the tasks go on until they are stopped.
    pub(super) async fn start(self, attacker: &Attacker, tasks: &mut JoinSet<()>) {
        match self {
            Self::LeftBots => left_bots(attacker).await,
            Self::GreedyBots => greedy_bots(attacker, tasks).await,
            Self::Lobby => lobby(attacker, tasks).await,
            Self::Frames => frames(attacker, tasks),
            Self::Requests => spawn(attacker, tasks, attacker.crowd.size.min(64) as usize, requests),
            Self::SlowHeads => spawn(attacker, tasks, attacker.crowd.size as usize, slow_heads),
            Self::Connections => spawn(attacker, tasks, attacker.crowd.size.min(64) as usize, connections),
            Self::Messages => spawn(attacker, tasks, attacker.crowd.size.min(64) as usize, messages),
            Self::LegacyPorts => old_ports::legacy_ports(attacker, tasks),
            Self::GolfManager => old_ports::golf_manager(attacker, tasks),
        }
    }
}

/// Starts this many of the same, each again when it ends.
fn spawn<F>(attacker: &Attacker, tasks: &mut JoinSet<()>, count: usize, attack: impl Fn(Attacker) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    for _ in 0..count {
        tasks.spawn(attack(attacker.clone()));
    }
}

/// Opens bot tables that last as long as the server lets them, and leaves. Every other one is rated: those are not suspended.
async fn left_bots(attacker: &Attacker) {
    let Some(mut line) = attacker.count(attacker.crowd.person().await) else { return };
    let (mut opened, mut refused) = (0, 0);
    while opened < LEFT_TABLES && refused < MAX_REFUSED {
        let mut new = bots("onecard", "casual", 4);
        new["options"] = json!({ "rounds": LEFT_ROUNDS });
        (new["clock"], new["grace_seconds"]) = (json!(20), json!(LEFT_GRACE));
        new["rated"] = json!(opened % 2 == 1);
        if attacker.count(player::open(&mut line, &new).await).is_some() {
            opened += 1;
        } else {
            refused += 1;
            tokio::time::sleep(OPEN_AGAIN).await;
        }
    }
}

/// One person opens tables of experts and plays at all of them.
async fn greedy_bots(attacker: &Attacker, tasks: &mut JoinSet<()>) {
    for _ in 0..GREEDY_TABLES.div_ceil(LEFT_TABLES) {
        let Some(mut line) = attacker.count(attacker.crowd.person().await) else { continue };
        let mut tables = HashMap::new();
        for _ in 0..LEFT_TABLES.min(GREEDY_TABLES) {
            let opened = player::open(&mut line, &bots("chicago", "expert", 4)).await;
            if let Some(table) = attacker.count(opened) {
                let state = attacker.plan.player_state(0, table.clone(), 0);
                tables.insert(table, state);
            }
        }
        tasks.spawn(async move {
            // What was shown while the tables opened is sent again.
            for table in tables.keys() {
                let _ = line.say(&format!(r#"{{"sync":{{"table":"{table}"}}}}"#)).await;
            }
            while let Ok(message) = line.next().await {
                let table = scan::text(message, b"\"table\":\"");
                let Some(state) = table.and_then(|table| tables.get_mut(table)) else { continue };
                let next =
                    if state.take_in_turn(message) { Some(state.rematch()) } else { state.take_choice() };
                if let Some(next) = next
                    && line.say(&next).await.is_err()
                {
                    return;
                }
            }
        });
    }
}

async fn watch_lobby(mut line: LoadConnection, attacker: Attacker) {
    // Servers before the bundled lobby refuse the word.
    for lobby in [r#"{"lobby":{"on":true,"bundled":true,"ref":7}}"#, r#"{"lobby":{"on":true,"ref":7}}"#] {
        if line.say(lobby).await.is_err() {
            return;
        }
        let refused = loop {
            let Ok(message) = line.next().await else { return };
            match scan::kind(message) {
                b"refused" => break true,
                b"done" | b"lobby" => break false,
                _ => {}
            }
        };
        if !refused {
            break;
        }
    }
    attacker.done.fetch_add(1, Ordering::Relaxed);
    while line.next().await.is_ok() {}
}

async fn lobby(attacker: &Attacker, tasks: &mut JoinSet<()>) {
    let mut arriving = JoinSet::new();
    for _ in 0..attacker.crowd.size {
        let attacker = attacker.clone();
        arriving.spawn(async move {
            let mut line = attacker.crowd.websocket().await.ok()?;
            line.say(r#"{"hello":{"version":2}}"#).await.ok()?;
            Some(line)
        });
    }
    while let Some(arrived) = arriving.join_next().await {
        match arrived {
            Ok(Some(line)) => {
                tasks.spawn(watch_lobby(line, attacker.clone()));
            }
            _ => {
                attacker.refused.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    let openers = TABLES_PER_SECOND * OPEN_EVERY.as_secs() as u32;
    for number in 0..openers {
        let attacker = attacker.clone();
        tasks.spawn(async move {
            tokio::time::sleep(OPEN_EVERY * number / openers).await;
            let Some(mut line) = attacker.count(attacker.crowd.person().await) else { return };
            loop {
                let opened = player::open(&mut line, &json!({"game": "gomoku"})).await;
                if let Some(table) = attacker.count(opened) {
                    let left = line.say(&format!(r#"{{"leave":{{"table":"{table}"}}}}"#)).await;
                    if left.is_err() {
                        return;
                    }
                }
                tokio::time::sleep(OPEN_EVERY).await;
            }
        });
    }
}

fn frames(attacker: &Attacker, tasks: &mut JoinSet<()>) {
    let frame = |first: u8, payload: &[u8]| {
        let mut out = Vec::new();
        push_frame(&mut out, first, payload, Some([0; 4]));
        out
    };
    let floods = [
        frame(Opcode::Ping.last(), &[b'x'; 125]),
        frame(Opcode::Pong.last(), b""),
        frame(Opcode::Text.last(), b""),
        frame(Opcode::Text.last(), b"[[[[[[[["),
        frame(Opcode::Binary.last(), &[0; 1_000]),
    ];
    for bytes in floods.map(|frame| frame.repeat(20)) {
        for _ in 0..FLOODS {
            let (attacker, bytes) = (attacker.clone(), bytes.clone());
            tasks.spawn(async move {
                loop {
                    let Some(mut line) = attacker.count(attacker.crowd.websocket().await) else {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    };
                    while line.push(&bytes).await.is_ok() {
                        tokio::time::sleep(FLOOD_PAUSE).await;
                    }
                }
            });
        }
    }
}

async fn requests(attacker: Attacker) {
    loop {
        let asked = async {
            let mut stream = attacker.crowd.connect().await?;
            let request = format!("GET /api/tables HTTP/1.1\r\nHost: {}\r\n\r\n", attacker.crowd.host());
            let mut room = vec![0; 65_536];
            loop {
                stream.write_all(request.as_bytes()).await?;
                let count = stream.read(&mut room).await?;
                let answered = room[..count].starts_with(b"HTTP/1.1 200");
                let counter = if answered { &attacker.done } else { &attacker.refused };
                counter.fetch_add(1, Ordering::Relaxed);
                if count == 0 {
                    return Result::Ok(());
                }
            }
        };
        if asked.await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn slow_heads(attacker: Attacker) {
    loop {
        let held = async {
            let mut stream = attacker.crowd.connect().await?;
            stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ").await?;
            attacker.done.fetch_add(1, Ordering::Relaxed);
            loop {
                tokio::time::sleep(Duration::from_secs(1)).await;
                stream.write_all(b"a").await?;
            }
            #[expect(unreachable_code, reason = "the type of the block")]
            Result::Ok(())
        };
        let _ = held.await;
        attacker.refused.fetch_add(1, Ordering::Relaxed);
    }
}

async fn connections(attacker: Attacker) {
    loop {
        if attacker.count(attacker.crowd.websocket().await).is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

async fn messages(attacker: Attacker) {
    loop {
        let Some(mut line) = attacker.count(attacker.crowd.person().await) else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let spoken = async {
            // A game where it is one's turn for ever.
            let table = player::open(&mut line, &bots("gomoku", "random", 2)).await;
            let draft = |number: u64| {
                let action = json!({"place": {"x": number / 4 % 15, "y": number / 60 % 15}});
                let table = table.as_deref().unwrap_or_default();
                json!({"draft": {"table": table, "game_number": 1, "nth": 0, "action": action}}).to_string()
            };
            for number in 0_u64.. {
                let message = match number % 4 {
                    0 => r#"{"say":{"room":"lobby","text":"buy now"}}"#.to_owned(),
                    1 => format!(r#"{{"rename":{{"name":"Spam {number}"}}}}"#),
                    2 => draft(number),
                    _ => r#"{"open":{"config":{"game":"gomoku"}}}"#.to_owned(),
                };
                line.say(&message).await?;
                attacker.done.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(FLOOD_PAUSE).await;
            }
            Result::Ok(())
        };
        if spoken.await.is_err() {
            attacker.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}
