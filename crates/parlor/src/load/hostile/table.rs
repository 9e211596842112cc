//! What an attack did, beside what was without it.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

/// One attack, or none.
#[derive(Clone, Debug, Serialize)]
pub(in crate::load) struct AttackLine {
    pub(super) attack: String,
    /// Moves of people in the time that was measured.
    pub(super) moves: u64,
    /// From a person's move to its update, in milliseconds.
    pub(super) people_p50: f64,
    pub(super) people_p99: f64,
    /// From a person's move until the bot has answered it.
    pub(super) bot_p50: f64,
    pub(super) bot_p99: f64,
    /// How much of a core the server used.
    pub(super) cores: f64,
    /// What the server wrote to its disk.
    pub(super) written_mb_per_minute: f64,
    /// Moves of people that were refused, and their connections that ended.
    pub(super) people_refused: u64,
    /// The server's CPU time until all attackers were connected.
    pub(super) arriving_cpu_seconds: Option<f64>,
    pub(super) arriving_seconds: Option<f64>,
    /// What the attackers did.
    pub(super) note: String,
}

/// All of them.
#[derive(Clone, Debug, Default, Serialize)]
pub(in crate::load) struct Table {
    lines: Vec<AttackLine>,
}

impl Table {
    pub(super) fn push(&mut self, line: AttackLine) {
        self.lines.push(line);
    }

    pub(in crate::load) fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(
            out,
            "{:<12} {:>7} {:>9} {:>9} {:>9} {:>9} {:>6} {:>9} {:>8}  attackers",
            "attack", "moves", "p50 ms", "p99 ms", "bot p50", "bot p99", "cores", "MB/min", "refused"
        )?;
        for line in &self.lines {
            let arriving = line.arriving_cpu_seconds.map_or_else(String::new, |cpu| {
                format!("; arriving: {cpu:.2} s of CPU in {:.1} s", line.arriving_seconds.unwrap_or_default())
            });
            writeln!(
                out,
                "{:<12} {:>7} {:>9.2} {:>9.2} {:>9.1} {:>9.1} {:>6.2} {:>9.2} {:>8}  {}{arriving}",
                line.attack,
                line.moves,
                line.people_p50,
                line.people_p99,
                line.bot_p50,
                line.bot_p99,
                line.cores,
                line.written_mb_per_minute,
                line.people_refused,
                line.note
            )?;
        }
        out.flush()?;
        Ok(())
    }
}
