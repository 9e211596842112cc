//! `parlor serve`: opens the server.

mod admin_auth;
mod admin_service;
pub(crate) mod admin_token;
mod app;
mod bans;
mod calls;
mod client_addr;
mod cluster;
mod connection;
mod console;
mod device_label;
mod door;
mod golf;
mod hosts;
mod http;
mod identity;
mod legacy_ports;
mod limited_addresses;
mod listen;
mod metrics;
mod origin;
mod page_files;
mod session_cookie;
pub(crate) mod settings;
mod shutdown;
mod socket;
mod start;
mod websocket;

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};

use self::settings::{Layers, LogFormat, ServeArgs, Settings};
pub(crate) use self::start::InsideServer;
use crate::{open_files, output};

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let started = Instant::now();
    if args.sample_config {
        let mut out = output::stdout();
        write!(out, "{}", settings::sample()?)?;
        out.flush()?;
        return Ok(());
    }
    let layers = Layers::read(args, settings::environment)?;
    if args.print_config {
        let mut out = output::stdout();
        layers.print(&mut out)?;
        out.flush()?;
        return Ok(());
    }
    let settings = layers.merged();
    log(&settings);
    for name in settings::unknown_variables() {
        // Not refused: systems that start containers make variables of their own.
        tracing::warn!(name, "unknown setting in environment");
    }
    let files = open_files::allow_many();
    if files < u64::from(settings.max_connections.0) {
        tracing::warn!(files, "the limit of open files is below max_connections: raise ulimit -n");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("The server cannot start its threads")?;
    let served = runtime.block_on(start::serve(args, &settings, started));
    // All that matters is stored: nothing waits for a bot that does not stop thinking.
    runtime.shutdown_background();
    served
}

/// The log goes to standard error; standard output is for the address and for answers.
fn log(settings: &Settings) {
    let log = tracing_subscriber::fmt().with_max_level(settings.log_level.0).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Json => log.json().init(),
        LogFormat::Text => log.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr())).init(),
    }
}
