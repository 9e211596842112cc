//! `parlor`: a server for table games, in one binary.

mod admin;
mod arena;
mod backup;
mod cli;
mod engine;
mod entrant;
mod game_source;
mod games_command;
mod golf;
mod healthcheck;
mod http_client;
mod load;
#[cfg(test)]
mod manual;
mod open_files;
mod output;
mod output_file;
mod perspective;
mod play;
mod process;
mod ratings_command;
mod renamed;
mod replay;
mod report;
mod review;
mod schema;
mod serve;
mod show;
mod sim;
mod table;
mod tournament_command;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

/// A server makes and drops many small messages, one thread's for another: this costs half of what it costs the system's
/// own allocator (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Games(args) => games_command::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Ratings(args) => ratings_command::run(&args),
        Command::Verify(args) => return verify::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Onecard(args) => return ExitCode::from(terminal::onecard::main(args.args)),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Tournament(args) => tournament_command::run(&args),
        Command::Healthcheck(args) => healthcheck::run(&args),
        Command::Backup(args) => backup::back_up(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Golf(args) => return golf::run(&args),
        Command::Load(args) => load::run(&args),
    };
    output::exit_code(done)
}
