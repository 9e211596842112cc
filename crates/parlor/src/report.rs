//! Status reports for operators, on the server's console and over HTTP.

mod moderation;
mod nodes;

use std::io::Write;

use anyhow::Result;
use protocol::{Occupant, TableInfo, TableStage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use self::moderation::{AuditList, OpenReports, SanctionInfo, SanctionList};
pub(crate) use self::nodes::ClusterNodes;

/// Status of the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Status {
    /// Version of the server.
    pub(crate) version: String,
    /// Time since the start, in seconds.
    pub(crate) uptime_seconds: u64,
    /// Number of people connected.
    pub(crate) people: usize,
    /// Number of open connections.
    pub(crate) connections: i64,
    /// Number of tables that wait for players.
    pub(crate) tables_waiting: usize,
    /// Number of tables with a running game.
    pub(crate) tables_running: usize,
    /// Number of tables whose game has ended.
    pub(crate) tables_finished: usize,
    /// Number of tables not opened because their journal is invalid.
    #[serde(default)]
    pub(crate) tables_quarantined: i64,
    /// Number of games played to the end since the start.
    pub(crate) games_finished: u64,
    /// Number of actions played since the start.
    pub(crate) actions_played: u64,
    /// Status of the database.
    pub(crate) store: StoreStatus,
}

/// Status of the database.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct StoreStatus {
    /// Location of the database, without passwords.
    pub(crate) location: String,
    /// Number of commits since the start.
    pub(crate) commits: u64,
    /// Number of commits that failed.
    pub(crate) failures: u64,
    /// Number of commits waiting.
    pub(crate) queue_length: usize,
    /// Time until the last commit was durable, in milliseconds.
    pub(crate) last_latency_ms: f64,
    /// Longest such time since the start, in milliseconds.
    pub(crate) max_latency_ms: f64,
    /// Whether the database can be written; while it cannot, writes are refused.
    pub(crate) up: bool,
}

/// All tables, including private ones.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AllTables {
    /// The tables, oldest first.
    pub(crate) tables: Vec<TableInfo>,
}

/// The connected players.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ConnectedPlayers {
    /// Names, sorted.
    pub(crate) players: Vec<String>,
}

/// A report that can be printed as text.
pub(crate) trait Report {
    fn write_text(&self, out: &mut dyn Write) -> Result<()>;
}

impl Report for Status {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let StoreStatus { location, commits, failures, queue_length, last_latency_ms, max_latency_ms, up } =
            &self.store;
        let down = if *up { "" } else { "DOWN, writes are refused: " };
        writeln!(out, "Parlor {}, up for {}", self.version, duration(self.uptime_seconds))?;
        writeln!(out, "people    {} (connections: {})", self.people, self.connections)?;
        writeln!(
            out,
            "tables    {} waiting, {} running, {} finished",
            self.tables_waiting, self.tables_running, self.tables_finished
        )?;
        if self.tables_quarantined > 0 {
            writeln!(out, "          {} quarantined (see log)", self.tables_quarantined)?;
        }
        writeln!(
            out,
            "played    {} games, {} actions since the start",
            self.games_finished, self.actions_played
        )?;
        writeln!(
            out,
            "store     {down}{location}: {commits} commits, {failures} failures, {queue_length} waiting"
        )?;
        writeln!(out, "latency   {last_latency_ms:.1} ms last, {max_latency_ms:.1} ms longest")?;
        Ok(())
    }
}

impl Report for AllTables {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        if self.tables.is_empty() {
            writeln!(out, "There are no tables.")?;
        }
        for card in &self.tables {
            let stage = match card.stage {
                TableStage::Waiting => "waiting",
                TableStage::Running => "running",
                TableStage::Finished => "finished",
            };
            let private = if card.private { ", private" } else { "" };
            let seats: Vec<_> = card.seats.iter().map(|seat| name(&seat.occupant)).collect();
            writeln!(
                out,
                "{}  {}  {stage}{private}  {}  watched by {}",
                card.table,
                card.game,
                seats.join(", "),
                card.watcher_count
            )?;
        }
        Ok(())
    }
}

/// An invitation that was just made.
#[derive(Debug, Deserialize)]
pub(crate) struct MadeInvitation {
    code: String,
}

impl Report for MadeInvitation {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "Invitation code (shown once): {}", self.code)?;
        writeln!(out, "As a link: the server's address with /door#{} behind it.", self.code)?;
        Ok(())
    }
}

impl Report for ConnectedPlayers {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        match self.players.as_slice() {
            [] => writeln!(out, "No players connected.")?,
            names => names.iter().try_for_each(|name| writeln!(out, "{name}"))?,
        }
        Ok(())
    }
}

fn name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Empty => "(free)".to_owned(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { level } => format!("bot ({level})"),
    }
}

fn duration(seconds: u64) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{minutes} min"),
        3_600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_told_in_two_units_at_most() {
        let durations: Vec<_> = [5, 119, 3_600, 90_061].into_iter().map(duration).collect();
        assert_eq!(durations, ["5 s", "1 min", "1 h 0 min", "1 d 1 h"]);
    }
}
