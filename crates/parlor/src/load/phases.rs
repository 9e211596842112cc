//! The phases of a load test: all players connect, all are idle, all play.

use protocol::SeenTracker;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::args::LoadArgs;
use super::load_connection::LoadConnection;
use super::move_times::{MoveTimes, Tally};
use super::player::{self, Echo, Player, PlayerState};
use super::report::{Report, ServerUsage};
use super::target::Target;
use crate::process::Measured;

/// This many tables connect at the same time.
const AT_ONCE: usize = 100;

/// Before anything is counted, so that buffers and caches are as they will be.
const WARM_UP: Duration = Duration::from_secs(2);

/// What all players need to connect.
pub(super) struct LoadPlan {
    address: SocketAddr,
    host: String,
    /// Where everybody but the hosts connects, if that is another node.
    guests: Option<(SocketAddr, String)>,
    new: serde_json::Value,
    /// Part of all names of this run, for names are kept.
    run: String,
    baseline: bool,
    players: u8,
    think: Duration,
    seed: u64,
    connections: AtomicU32,
    tally: Arc<Tally>,
    begun: watch::Receiver<bool>,
}

pub(super) async fn run(args: &LoadArgs, target: &Target, measured: Option<&Measured>) -> Result<Report> {
    let (begin, begun) = watch::channel(false);
    let tally = Arc::<Tally>::default();
    let plan = Arc::new(LoadPlan::new(args, target, tally.clone(), begun, args.think())?);
    let before = measured.map(Measured::resident).transpose()?;
    let others = args.pid.iter().flat_map(|pids| &pids.others);
    let others = others.map(|pid| Measured::new(*pid)).collect::<Result<Vec<_>>>()?;
    let cpu_of_others = || others.iter().map(Measured::cpu_seconds).sum::<Result<f64>>();
    let coming = Instant::now();
    connect_players(&plan, args.tables).await?;
    let connecting = coming.elapsed();
    let mut server = ServerUsage::default();
    if let (Some(measured), Some(before)) = (measured, before) {
        let idle = Duration::from_secs(u64::from(args.idle_seconds));
        // The server first releases the memory that connecting took.
        tokio::time::sleep(idle.min(Duration::from_secs(1))).await;
        let (cpu, since) = (measured.cpu_seconds()?, Instant::now());
        tokio::time::sleep(idle).await;
        server.idle_cores = (measured.cpu_seconds()? - cpu) / since.elapsed().as_secs_f64().max(0.001);
        server.kib_per_table_idle = kib_per_table(measured.resident()?, before, args.tables);
    }
    begin.send_replace(true);
    if args.think_ms == 0 {
        tokio::spawn(stay_awake());
    }
    tokio::time::sleep(WARM_UP + args.think()).await;
    let ourselves = Measured::ourselves()?;
    tally.clear();
    let since = Instant::now();
    let own_cpu = ourselves.cpu_seconds()?;
    let cpu = measured.map(Measured::cpu_seconds).transpose()?;
    let others_cpu = cpu_of_others()?;
    tokio::time::sleep(Duration::from_secs(u64::from(args.seconds))).await;
    let counts = tally.counts().clone();
    let took = since.elapsed().as_secs_f64();
    if let (Some(measured), Some(cpu), Some(before)) = (measured, cpu, before) {
        let used = measured.cpu_seconds()? - cpu + cpu_of_others()? - others_cpu;
        server.cores = used / took;
        server.cpu_micros_per_move = used * 1e6 / counts.moves.max(1) as f64;
        server.kib_per_table = kib_per_table(measured.resident()?, before, args.tables);
    }
    Ok(Report {
        baseline: args.baseline,
        game: args.game.name().to_owned(),
        tables: args.tables,
        connections: args.tables * u32::from(args.players),
        think_ms: args.think_ms,
        connect_seconds: connecting.as_secs_f64(),
        seconds: took,
        moves: counts.moves,
        moves_per_second: counts.moves as f64 / took,
        games: counts.games,
        refused: counts.refused,
        lost: counts.lost,
        first_refusal: counts.refusal,
        mover: (&counts.mover).into(),
        others: (&counts.others).into(),
        load_cores: (ourselves.cpu_seconds()? - own_cpu) / took,
        server: measured.map(|_| server),
    })
}

/// Keeps this process awake. Waking a sleeping process on another core costs the one that wakes it, here the server;
/// across a network it would not. The short sleeps leave the system time for its own work.
async fn stay_awake() {
    loop {
        let since = Instant::now();
        while since.elapsed() < Duration::from_millis(8) {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn kib_per_table(now: u64, before: u64, tables: u32) -> f64 {
    now.saturating_sub(before) as f64 / 1024.0 / f64::from(tables)
}

/// Seats all players; returns when everybody has a seat.
pub(super) async fn connect_players(plan: &Arc<LoadPlan>, tables: u32) -> Result<()> {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut coming = JoinSet::new();
    for number in 0..tables {
        let place = places.clone().acquire_owned().await?;
        let plan = plan.clone();
        coming.spawn(async move {
            let seated =
                if plan.baseline { plan.baseline_table(number).await } else { plan.table(number).await };
            drop(place);
            seated.with_context(|| format!("Table {} cannot come in", number + 1))
        });
        while let Some(seated) = coming.try_join_next() {
            seated??;
        }
    }
    while let Some(seated) = coming.join_next().await {
        seated??;
    }
    Ok(())
}

impl LoadPlan {
    pub(super) fn new(
        args: &LoadArgs,
        target: &Target,
        tally: Arc<Tally>,
        begun: watch::Receiver<bool>,
        think: Duration,
    ) -> Result<Self> {
        let random = getrandom::u32().map_err(|_| anyhow::anyhow!("The system has no randomness left"))?;
        Ok(Self {
            address: target.address()?,
            host: target.host().to_owned(),
            guests: match target.guests() {
                Some(guests) => Some((guests.address()?, guests.host().to_owned())),
                None => None,
            },
            new: json!({
                "game": args.game.name(), "seats": args.players, "options": args.options,
                "clock": "off", "grace_seconds": 3600, "watch_policy": "none",
            }),
            run: format!("{random:08x}"),
            baseline: args.baseline,
            players: args.players,
            think,
            seed: args.seed,
            connections: AtomicU32::new(0),
            tally,
            begun,
        })
    }

    /// Part of all names of this run.
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// Somebody at a seat of a table who has seen nothing yet.
    pub(super) fn player_state(&self, seat: u8, table: String, person: u32) -> PlayerState {
        PlayerState {
            seat,
            table,
            scene: MoveTimes::new(),
            tally: self.tally.clone(),
            think: self.think,
            dice: game::dice(self.seed.wrapping_add(u64::from(person))),
            seen: 0,
            game_number: 0,
            tracker: SeenTracker::default(),
            choice: None,
        }
    }

    pub(super) async fn line(&self, path: &str) -> std::io::Result<LoadConnection> {
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        LoadConnection::open(self.address, &self.host, path, number).await
    }

    /// The connection of a seat at a table.
    async fn line_of_seat(&self, seat: u8) -> std::io::Result<LoadConnection> {
        match &self.guests {
            Some((address, host)) if seat > 0 => {
                let number = self.connections.fetch_add(1, Ordering::Relaxed);
                LoadConnection::open(*address, host, "/ws", number).await
            }
            _ => self.line("/ws").await,
        }
    }

    async fn table(&self, number: u32) -> std::io::Result<()> {
        let mut table = String::new();
        let scene = MoveTimes::new();
        let mut players = Vec::new();
        for seat in 0..self.players {
            let mut line = self.line_of_seat(seat).await?;
            let person = number * u32::from(self.players) + u32::from(seat);
            player::hello(&mut line, &format!("{}-{person}", self.run)).await?;
            if seat == 0 {
                table = player::open(&mut line, &self.new).await?;
            }
            let mind = PlayerState { scene: scene.clone(), ..self.player_state(seat, table.clone(), person) };
            let mut player = Player { line, mind };
            if seat == 0 {
                player.be_shown().await?;
            } else {
                player.join().await?;
            }
            players.push(player);
        }
        for player in players {
            tokio::spawn(player.play(self.begun.clone()));
        }
        Ok(())
    }

    async fn baseline_table(&self, number: u32) -> std::io::Result<()> {
        let scene = MoveTimes::new();
        for seat in 0..self.players {
            let echo = Echo {
                line: self.line(&format!("/{number}")).await?,
                seat,
                seats: self.players,
                scene: scene.clone(),
                tally: self.tally.clone(),
                think: self.think,
            };
            tokio::spawn(echo.play(self.begun.clone()));
        }
        Ok(())
    }
}
