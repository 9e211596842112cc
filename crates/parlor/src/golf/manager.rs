//! `parlor golf manager`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use gateways::golf::{FileStateStorage, ManagerService, REGISTRATION_TIMEOUT};
use tables::{LimitConfig, Time};
use tokio::net::UdpSocket;

use super::args::ManagerArgs;
use super::input::Interrupts;
use crate::output;

pub(super) async fn run(args: &ManagerArgs) -> Result<ExitCode> {
    let mut interrupts = Interrupts::listen()?;
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let socket = UdpSocket::bind((args.address, args.port))
        .await
        .with_context(|| format!("The manager cannot listen on {}:{}", args.address, args.port))?;
    let here = socket.local_addr()?;
    let path = match &args.state {
        Some(path) => path.clone(),
        None => PathBuf::from(format!("parlor-data/golf-{}.json", here.port())),
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    let seconds = args.registration_timeout.map(|seconds| Duration::from_secs(u64::from(seconds)));
    let timeout = seconds.unwrap_or(REGISTRATION_TIMEOUT);
    let service =
        ManagerService::open(FileStateStorage::new(&path), timeout, LimitConfig::default(), Time::real())
            .await
            .with_context(|| format!("what is kept in {} cannot be read", path.display()))?;
    let mut out = output::stdout();
    writeln!(out, "Golf manager at {here} (UDP), state in {}", path.display())?;
    out.flush()?;
    drop(out);
    tokio::select! {
        () = service.answer_at(&socket) => {}
        () = interrupts.next() => {}
    }
    Ok(ExitCode::SUCCESS)
}
