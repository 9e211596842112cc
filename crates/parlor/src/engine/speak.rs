//! `parlor engine gomoku`: our bot for the managers of tournaments.

use std::io::{BufRead, Read, Write};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bots::{BotInput, Budget, GomokuEngine, GomokuThought};
use game::Game;
use games::Kind;
use games::gomoku::Gomoku;

use super::session::{Reply, Session};
use crate::cli::EngineArgs;
use crate::output;

/// No command is longer; a line that is has gone wrong.
const MAX_LINE: u64 = 4_096;

pub(crate) fn run(args: &EngineArgs) -> Result<()> {
    if args.game != Kind::Gomoku {
        anyhow::bail!("There is a protocol for engines of gomoku only, not of {}.", args.game);
    }
    let mut input = std::io::stdin().lock();
    let mut session = Session::default();
    let mut dice = game::dice(args.seed.unwrap_or_default());
    let mut engine: Option<(usize, GomokuEngine)> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        match session.hear(&String::from_utf8_lossy(&line)) {
            Reply::Silence => {}
            Reply::End => return Ok(()),
            Reply::Line(text) => say(&text)?,
            Reply::Think => {
                // Making the table of positions takes time of the move, too.
                let started = Instant::now();
                let (options, seat, view) = session.table();
                let input =
                    BotInput::<Gomoku> { rules: *Gomoku::RULES.end(), options: &options, seat, view: &view };
                if let Some(opening) = GomokuEngine::opening(input, &mut dice) {
                    say(&session.played(opening.crossing()))?;
                    continue;
                }
                let memory = session.memory();
                let (_, engine) = match &mut engine {
                    Some(kept) if kept.0 == memory => kept,
                    other => other.insert((memory, GomokuEngine::with_bytes(memory))),
                };
                let thought = think(&session, input, engine, started)?;
                let milliseconds = started.elapsed().as_millis().max(1) as u64;
                let decided =
                    thought.decided_in.map(|moves| format!(", decided in {moves}")).unwrap_or_default();
                say(&format!(
                    "MESSAGE depth {}, value {:.3}{decided}, {} nodes, {} nodes per second",
                    thought.depth,
                    thought.value,
                    thought.nodes,
                    thought.nodes * 1_000 / milliseconds
                ))?;
                say(&session.played(thought.action.crossing()))?;
            }
        }
    }
}

/// Thinks with as many threads as the manager allows. The nodes are those of all threads.
fn think(
    session: &Session,
    input: BotInput<'_, Gomoku>,
    engine: &mut GomokuEngine,
    started: Instant,
) -> Result<GomokuThought> {
    let time = Duration::from_millis(session.time().into());
    let cores = thread::available_parallelism().map_or(1, NonZero::get) as u32;
    engine.next_move();
    let engine = &*engine;
    let search = |helper: u32| {
        let stop = || started.elapsed() >= time || engine.is_decided();
        engine.think(input, helper, Budget { simulations: u32::MAX, stop: &stop })
    };
    thread::scope(|scope| {
        let search = &search;
        let helpers: Vec<_> =
            (1..session.threads(cores)).map(|helper| scope.spawn(move || search(helper))).collect();
        let thought = search(0);
        engine.decide();
        let helped: u64 = helpers
            .into_iter()
            .filter_map(|helper| helper.join().ok().flatten())
            .map(|thought| thought.nodes)
            .sum();
        thought.map(|thought| GomokuThought { nodes: thought.nodes + helped, ..thought })
    })
    .context("there is no move on a full board")
}

fn say(line: &str) -> Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}
