//! What an operator is told of the running house, on its terminal and over HTTP alike.

use std::io::Write;

use anyhow::Result;
use protocol::{Occupant, Stage, TableCard};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the house is doing.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Status {
    /// The version of the program.
    pub(crate) version: String,
    /// How long it has been running, in seconds.
    pub(crate) uptime: u64,
    /// How many people are connected.
    pub(crate) people: usize,
    /// How many connections are open.
    pub(crate) connections: i64,
    /// How many tables wait for players.
    pub(crate) tables_open: usize,
    /// At how many tables a game runs.
    pub(crate) tables_running: usize,
    /// At how many tables a game has ended.
    pub(crate) tables_over: usize,
    /// How many tables stay closed because their journals cannot be believed.
    #[serde(default)]
    pub(crate) tables_left_closed: i64,
    /// How many games were played to their end since the start.
    pub(crate) games_finished: u64,
    /// How many actions were played since the start.
    pub(crate) moves: u64,
    /// How the store is doing.
    pub(crate) store: StoreStatus,
}

/// How the store is doing.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct StoreStatus {
    /// Where it is, without passwords.
    pub(crate) place: String,
    /// How many requests were stored since the start.
    pub(crate) commits: u64,
    /// How many were not.
    pub(crate) failures: u64,
    /// How many wait now.
    pub(crate) queue: usize,
    /// How long the last took to be durable, in milliseconds.
    pub(crate) last_latency: f64,
    /// The longest any took, in milliseconds.
    pub(crate) max_latency: f64,
    /// Whether the database is gone: nothing is stored until it is back.
    #[serde(default)]
    pub(crate) lost: bool,
}

/// All tables, private ones too.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AllTables {
    /// The tables, oldest first.
    pub(crate) tables: Vec<TableCard>,
}

/// Who is connected.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PlayersHere {
    /// Their names, in order.
    pub(crate) players: Vec<String>,
}

/// What can be told as text.
pub(crate) trait Report {
    fn write_text(&self, out: &mut dyn Write) -> Result<()>;
}

impl Report for Status {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let StoreStatus { place, commits, failures, queue, last_latency, max_latency, lost } = &self.store;
        let down = if *lost { "DOWN, writes are refused: " } else { "" };
        writeln!(out, "Parlor {}, up for {}", self.version, duration(self.uptime))?;
        writeln!(out, "people    {} (connections: {})", self.people, self.connections)?;
        writeln!(
            out,
            "tables    {} open, {} running, {} over",
            self.tables_open, self.tables_running, self.tables_over
        )?;
        if self.tables_left_closed > 0 {
            writeln!(out, "          {} quarantined (see log)", self.tables_left_closed)?;
        }
        writeln!(out, "played    {} games, {} actions since the start", self.games_finished, self.moves)?;
        writeln!(out, "store     {down}{place}: {commits} commits, {failures} failures, {queue} waiting")?;
        writeln!(out, "latency   {last_latency:.1} ms last, {max_latency:.1} ms longest")?;
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
                Stage::Open => "open",
                Stage::Running => "running",
                Stage::Over => "over",
            };
            let private = if card.private { ", private" } else { "" };
            let seats: Vec<_> = card.seats.iter().map(|seat| name(&seat.who)).collect();
            writeln!(
                out,
                "{}  {}  {stage}{private}  {}  watched by {}",
                card.table,
                card.game,
                seats.join(", "),
                card.watchers
            )?;
        }
        Ok(())
    }
}

impl Report for PlayersHere {
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
        let told: Vec<_> = [5, 119, 3_600, 90_061].into_iter().map(duration).collect();
        assert_eq!(told, ["5 s", "1 min", "1 h 0 min", "1 d 1 h"]);
    }
}
