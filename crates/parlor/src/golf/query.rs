//! `parlor golf query`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use gateways::golf::ManagerClient;

use super::args::{QueryArgs, QueryKind, manager_at};
use crate::output;

/// Prints the manager's answer as it is.
pub(super) async fn run(args: &QueryArgs) -> Result<ExitCode> {
    let client = ManagerClient::new(manager_at(&args.manager).await?);
    let request = match args.what {
        QueryKind::Players => "query players",
        QueryKind::Games => "query games",
    };
    let answer = client.ask(request).await?;
    let mut out = output::stdout();
    for line in answer.lines() {
        writeln!(out, "{}", output::harmless(line))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
