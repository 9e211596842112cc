//! `parlor golf`: Six Card Golf between peers: the manager, a player, and questions to the manager.

mod args;
mod game;
mod input;
mod manager;
mod menu;
mod person;
mod player;
mod query;
mod screen;

pub(crate) use self::args::GolfArgs;

use std::process::ExitCode;

use anyhow::{Context, Result};

use self::args::GolfCommand;
use crate::output;

/// What the program ends with when a peer cheated or vanished.
pub(crate) const PEER_FAILED: u8 = 3;
/// What the program ends with when it was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

pub(crate) fn run(args: &GolfArgs) -> ExitCode {
    match in_runtime(args) {
        Ok(code) => code,
        Err(error) => output::exit_code(Err(error)),
    }
}

fn in_runtime(args: &GolfArgs) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("The program cannot start its threads")?;
    let code = runtime.block_on(async {
        match &args.command {
            GolfCommand::Manager(args) => manager::run(args).await,
            GolfCommand::Player(args) => player::run(args).await,
            GolfCommand::Query(args) => query::run(args).await,
        }
    });
    // A thread may still wait for a line of input that nobody will type.
    runtime.shutdown_background();
    code
}
