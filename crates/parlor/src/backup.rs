//! `parlor backup` and `parlor restore`: all data as one file, from either database and into either.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Args;
use store::StoreLocation;
use store::backup::{self, RowCounts};

use crate::output;
use crate::output_file::{Access, OutputFile};
use crate::serve::settings::{self, Layers};

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// File to write, replaced when the backup is complete; - writes to standard output
    file: PathBuf,
    /// Data directory or PostgreSQL URL to back up [default: from the settings]
    #[arg(long, value_name = "LOCATION")]
    from: Option<StoreLocation>,
    /// Read settings from this TOML file [env: PARLOR_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct RestoreArgs {
    /// A file that `parlor backup` has written
    file: PathBuf,
    /// Data directory or PostgreSQL URL to fill; it must be empty [default: from the settings]
    #[arg(long, value_name = "LOCATION")]
    into: Option<StoreLocation>,
    /// Read settings from this TOML file [env: PARLOR_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub(crate) const BACKUP_EXAMPLES: &str = "\
The server may keep running: the backup holds one moment, and everything that was acknowledged before it. The file
does not depend on the database: `parlor restore` fills SQLite or PostgreSQL from it. It holds hands and secrets of
running games; its mode is 600.

Examples:
  parlor backup parlor.jsonl                     the database that the settings name
  parlor backup - | gzip > parlor.jsonl.gz       compressed
  parlor backup --from /var/lib/parlor b.jsonl   a data directory
  PARLOR_CONFIG=/etc/parlor/parlor.toml parlor backup parlor.jsonl";

pub(crate) const RESTORE_EXAMPLES: &str = "\
The whole file is checked before anything is written; a damaged or incomplete one is refused. The database must be
empty and must not be in use. Running games continue when a server is started on it.

Examples:
  parlor restore parlor.jsonl --into /var/lib/parlor
  parlor restore parlor.jsonl --into postgres://parlor@127.0.0.1/parlor";

pub(crate) fn back_up(args: &BackupArgs) -> Result<()> {
    let place = place(args.from.as_ref(), args.config.clone())?;
    let made_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let made_at = i64::try_from(made_at).unwrap_or(i64::MAX);
    let version = env!("CARGO_PKG_VERSION");
    if args.file == Path::new("-") {
        run(backup::write(&place, made_at, version, std::io::stdout()))?;
        return Ok(());
    }
    let file = OutputFile::create(&args.file, "the backup", Access::Private)?;
    let counts = run(backup::write(&place, made_at, version, file.writer()?))?;
    file.finish()?;
    tell(&format!("Backed up {place} to {}", args.file.display()), &counts)
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<()> {
    let place = place(args.into.as_ref(), args.config.clone())?;
    let name = args.file.display().to_string();
    let file = File::open(&args.file).with_context(|| format!("cannot read {name}"))?;
    let counts = run(backup::restore(&place, file)).with_context(|| name.clone())?;
    tell(&format!("Restored {name} into {place}"), &counts)
}

fn place(named: Option<&StoreLocation>, config: Option<PathBuf>) -> Result<StoreLocation> {
    match named {
        Some(place) => Ok(place.clone()),
        None => Ok(Layers::without_flags(config, settings::environment)?.merged().place()),
    }
}

fn run<T, E: Into<anyhow::Error>>(work: impl Future<Output = Result<T, E>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.context("The program cannot start its threads")?.block_on(work).map_err(Into::into)
}

fn tell(done: &str, counts: &RowCounts) -> Result<()> {
    let mut out = output::stdout();
    let kinds: Vec<_> = counts.by_kind().map(|(kind, count)| format!("{kind} {count}")).collect();
    writeln!(out, "{done}: {} rows ({}).", counts.total(), kinds.join(", "))?;
    out.flush()?;
    Ok(())
}
