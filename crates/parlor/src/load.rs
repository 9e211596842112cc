//! `parlor load`: how much a server can carry.
//!
//! One thread, one task a connection, frames made by hand and messages looked through rather than read: what is
//! measured is the server, not the load generator. `--baseline` sends the same traffic through a relay that knows no
//! game, which is the least that any server of this shape can cost on the machine.

mod args;
mod hostile;
mod latency;
mod load_connection;
mod move_times;
mod phases;
mod player;
mod relay;
mod report;
mod scan;
mod target;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

pub(crate) use self::args::{EXAMPLES, LoadArgs};
use self::target::Target;
use crate::process::Measured;
use crate::{open_files, output};

pub(crate) fn run(args: &LoadArgs) -> Result<()> {
    open_files::allow_many();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("The load cannot start")?;
    if let Some(address) = args.relay {
        return runtime.block_on(relay::serve(address));
    }
    let own_relay;
    let (target, pid) = match (&args.url, args.baseline) {
        (Some(url), _) => (url.clone(), args.pid.as_ref().map(|pids| pids.first)),
        (None, true) => {
            own_relay = OwnRelay::start()?;
            (own_relay.target.clone(), Some(own_relay.child.id()))
        }
        (None, false) => {
            bail!("The URL of the server is missing: give one, such as http://127.0.0.1:8080, or --baseline.")
        }
    };
    let measured = pid.map(Measured::new).transpose()?;
    if args.pin {
        let measured = measured.as_ref().context("--pin needs the process to pin: say --pid")?;
        measured.pin_beside_us()?;
    }
    if args.hostile {
        let table = runtime.block_on(hostile::run(args, &target, measured.as_ref()))?;
        let mut out = output::stdout();
        return if args.json { output::json_line(&mut out, &table) } else { table.write_text(&mut out) };
    }
    let report = runtime.block_on(phases::run(args, &target, measured.as_ref()))?;
    let mut out = output::stdout();
    if args.json { output::json_line(&mut out, &report) } else { report.write_text(&mut out) }
}

/// The relay in a separate process, so that its cost can be measured apart from ours.
struct OwnRelay {
    child: Child,
    target: Target,
}

impl OwnRelay {
    fn start() -> Result<Self> {
        let program = std::env::current_exe().context("The relay cannot be started")?;
        let mut child = Command::new(program)
            .args(["load", "--relay", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("The relay cannot be started")?;
        let mut line = String::new();
        if let Some(said) = child.stdout.take() {
            BufReader::new(said).read_line(&mut line)?;
        }
        let target = line.trim().strip_prefix(relay::SAYS).and_then(|url| url.parse().ok());
        match target {
            Some(target) => Ok(Self { child, target }),
            None => {
                let _ = child.kill();
                bail!("The relay did not say where it is");
            }
        }
    }
}

impl Drop for OwnRelay {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
