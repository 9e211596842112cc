//! `parlor load --hostile`: what people notice while somebody attacks the server.
//!
//! People play at their tables all the time, and one of them against a bot. First nobody attacks; then one attack after the
//! other runs for as long. Everything is measured in one run, so that the lines can be compared.

mod attacks;
mod bot_partner;
mod crowd;
mod old_ports;
mod table;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;

pub(super) use self::attacks::Attack;
use self::attacks::Attacker;
use self::bot_partner::BotPartner;
use self::crowd::{Crowd, OldPorts};
use self::table::{AttackLine, Table};
use super::args::LoadArgs;
use super::move_times::Tally;
use super::phases::{self, LoadPlan};
use super::target::Target;
use crate::process::Measured;

/// Before anything is counted, so that people are playing.
const BEFORE_MEASURING: Duration = Duration::from_secs(2);

/// After an attack, so that its connections are gone.
const AFTER_ATTACK: Duration = Duration::from_secs(2);

/// How long people think if nothing else is said: nobody plays as fast as a machine.
const THINK_MS: u32 = 500;

pub(super) async fn run(args: &LoadArgs, target: &Target, measured: Option<&Measured>) -> Result<Table> {
    let measured = measured.context("--hostile says what the server uses: give its process with --pid")?;
    let address = target.address()?;
    let old_ports = args.legacy_port.iter().chain(&args.golf_manager);
    let elsewhere = std::iter::once(&address).chain(old_ports).find(|address| !address.ip().is_loopback());
    if let Some(elsewhere) = elsewhere.filter(|_| !args.attack_remote) {
        bail!(
            "{elsewhere} is not this machine: attack servers of your own only, and say so with --attack-remote."
        );
    }
    for (attack, is_named, flag) in [
        (Attack::LegacyPorts, !args.legacy_port.is_empty(), "--legacy-port"),
        (Attack::GolfManager, args.golf_manager.is_some(), "--golf-manager"),
    ] {
        if args.attack.contains(&attack) && !is_named {
            bail!("Which port is attacked? Name it with {flag}.");
        }
    }
    let (begin, begun) = watch::channel(false);
    let tally = Arc::<Tally>::default();
    let think = Duration::from_millis(u64::from(if args.think_ms == 0 { THINK_MS } else { args.think_ms }));
    let plan = Arc::new(LoadPlan::new(args, target, tally.clone(), begun, think)?);
    phases::connect_players(&plan, args.tables).await?;
    begin.send_replace(true);
    let bot_answers = Arc::<Tally>::default();
    let partner =
        BotPartner::sit_down(&plan, bot_answers.clone()).await.context("Nobody can play with a bot")?;
    tokio::spawn(partner.play());
    let ports = OldPorts { legacy: args.legacy_port.clone(), golf_manager: args.golf_manager };
    let crowd = Crowd::new(address, target.host(), plan.run(), args.attackers, ports);
    let measure = Measuring { measured, tally: &tally, bot_answers: &bot_answers, seconds: args.seconds };
    let mut table = Table::default();
    tokio::time::sleep(BEFORE_MEASURING + think).await;
    table.push(measure.line("none", None).await?);
    let wanted = |attack: &&Attack| match attack {
        _ if !args.attack.is_empty() => args.attack.contains(attack),
        Attack::LegacyPorts => !args.legacy_port.is_empty(),
        Attack::GolfManager => args.golf_manager.is_some(),
        _ => true,
    };
    for attack in Attack::ALL.iter().filter(wanted) {
        let attacker = Attacker::new(plan.clone(), crowd.clone());
        let begun = (measured.cpu_seconds()?, Instant::now());
        let running = RunningAttack::start(*attack, attacker.clone()).await?;
        let arriving = (measured.cpu_seconds()? - begun.0, begun.1.elapsed());
        tokio::time::sleep(attack.lead()).await;
        let mut line = measure.line(attack.name(), Some(arriving)).await?;
        running.stop();
        line.note = attacker.note();
        table.push(line);
        tokio::time::sleep(AFTER_ATTACK).await;
    }
    Ok(table)
}

/// An attack on a separate thread, so that it does not delay the measured players in this process.
struct RunningAttack {
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl RunningAttack {
    /// Returns when the attackers are connected.
    async fn start(attack: Attack, attacker: Attacker) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.context("The attack cannot start")?;
        let ((stop, stopped), (started, is_started)) = (oneshot::channel(), oneshot::channel());
        let thread = std::thread::spawn(move || {
            runtime.block_on(async {
                let mut tasks = JoinSet::new();
                attack.start(&attacker, &mut tasks).await;
                let _ = started.send(());
                let _ = stopped.await;
                tasks.shutdown().await;
            });
        });
        is_started.await.context("The attack ended before it began")?;
        Ok(Self { stop, thread })
    }

    fn stop(self) {
        // A thread that has ended needs no word.
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

struct Measuring<'a> {
    measured: &'a Measured,
    tally: &'a Tally,
    bot_answers: &'a Tally,
    seconds: u32,
}

impl Measuring<'_> {
    /// What people notice and the server uses in the time that is measured.
    async fn line(&self, attack: &str, arriving: Option<(f64, Duration)>) -> Result<AttackLine> {
        self.tally.clear();
        self.bot_answers.clear();
        let (cpu, written) = (self.measured.cpu_seconds()?, self.measured.bytes_written()?);
        let since = Instant::now();
        tokio::time::sleep(Duration::from_secs(self.seconds.into())).await;
        let took = since.elapsed().as_secs_f64();
        let (people, bots) = (self.tally.counts().clone(), self.bot_answers.counts().clone());
        Ok(AttackLine {
            attack: attack.to_owned(),
            moves: people.moves,
            people_p50: people.mover.quantile(0.5),
            people_p99: people.mover.quantile(0.99),
            bot_p50: bots.mover.quantile(0.5),
            bot_p99: bots.mover.quantile(0.99),
            cores: (self.measured.cpu_seconds()? - cpu) / took,
            written_mb_per_minute: (self.measured.bytes_written()? - written) as f64 / 1e6 / took * 60.0,
            people_refused: people.refused + people.lost,
            arriving_cpu_seconds: arriving.map(|(cpu, _)| cpu),
            arriving_seconds: arriving.map(|(_, took)| took.as_secs_f64()),
            note: String::new(),
        })
    }
}
