//! What a load found out.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use super::latency::Latency;

/// The result of a load.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    /// Whether it was the relay and not a server.
    pub(super) baseline: bool,
    pub(super) game: String,
    pub(super) tables: u32,
    pub(super) connections: u32,
    pub(super) think_ms: u32,
    /// Seconds until everybody was seated.
    pub(super) connect_seconds: f64,
    /// Seconds that were measured.
    pub(super) seconds: f64,
    pub(super) moves: u64,
    pub(super) moves_per_second: f64,
    pub(super) games: u64,
    pub(super) refused: u64,
    /// Connections that ended before the load did.
    pub(super) lost: u64,
    pub(super) first_refusal: Option<String>,
    pub(super) mover: Quantiles,
    pub(super) others: Quantiles,
    /// How much of a core the load itself used.
    pub(super) load_cores: f64,
    pub(super) server: Option<ServerUsage>,
}

/// From a move to its update, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Quantiles {
    p50: f64,
    p95: f64,
    p99: f64,
    max: f64,
}

impl From<&Latency> for Quantiles {
    fn from(latency: &Latency) -> Self {
        let [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1.0].map(|part| latency.quantile(part));
        Self { p50, p95, p99, max }
    }
}

/// What the server's process used.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct ServerUsage {
    pub(super) cpu_micros_per_move: f64,
    pub(super) cores: f64,
    pub(super) idle_cores: f64,
    pub(super) kib_per_table_idle: f64,
    pub(super) kib_per_table: f64,
}

impl Report {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let Self {
            tables, connections, think_ms, connect_seconds, seconds, moves, games, refused, lost, ..
        } = self;
        let what = if self.baseline { "the relay, no game" } else { &self.game };
        writeln!(
            out,
            "load         {what}: {tables} tables, {connections} connections, {think_ms} ms to think"
        )?;
        writeln!(out, "connecting   {connect_seconds:.1} s")?;
        writeln!(out, "moves        {moves} in {seconds:.1} s: {:.0} a second", self.moves_per_second)?;
        writeln!(out, "games        {games} to their end")?;
        writeln!(out, "refused      {refused}, connections lost: {lost}")?;
        if let Some(refusal) = self.first_refusal.as_ref().filter(|_| refused + lost > 0) {
            writeln!(out, "the first    {refusal}")?;
        }
        for (who, Quantiles { p50, p95, p99, max }) in [("mover", self.mover), ("others", self.others)] {
            writeln!(out, "{who:<12} p50 {p50:.2} ms, p95 {p95:.2} ms, p99 {p99:.2} ms, max {max:.2} ms")?;
        }
        if let Some(server) = self.server {
            let ServerUsage { cpu_micros_per_move, cores, idle_cores, kib_per_table_idle, kib_per_table } =
                server;
            writeln!(out, "server       {cpu_micros_per_move:.1} CPU-µs a move, {cores:.2} of a core")?;
            writeln!(
                out,
                "             {kib_per_table:.1} KiB a table, {kib_per_table_idle:.1} before the first move"
            )?;
            writeln!(out, "             {idle_cores:.4} of a core while nobody moved")?;
        }
        writeln!(out, "load itself  {:.2} of a core", self.load_cores)?;
        out.flush()?;
        Ok(())
    }
}
