//! The tables of the lobby: in which order, as sentences, and how one is named.

use protocol::{Clock, InviteCode, Occupant, TableId, TableInfo, TableStage};

use super::Core;
use crate::play::address::Address;
use crate::play::table::seat_name;

impl Core {
    /// The tables of the lobby that fit a filter: one's own first, where it is one's turn before all others, then those with a
    /// free seat.
    pub(crate) fn listed(&self, filter: &str) -> Vec<TableInfo> {
        let own = self.model.tables.values().map(|table| table.info.clone());
        let mut tables: Vec<TableInfo> = own.collect();
        let others = self.model.lobby.iter().filter(|info| !self.model.tables.contains_key(&info.table));
        tables.extend(others.cloned());
        let filter = filter.to_lowercase();
        tables.retain(|info| filter.is_empty() || self.sentence(info).to_lowercase().contains(&filter));
        tables.sort_by_key(|info| {
            let place = match self.model.tables.get(&info.table) {
                Some(own) if own.your_turn() => 0,
                Some(own) if own.info.stage == TableStage::Running => 1,
                Some(own) if own.info.stage == TableStage::Waiting => 2,
                Some(_) => 3,
                None => 4,
            };
            (place, !has_free_seat(info), info.opened_at)
        });
        tables
    }

    /// A table of the lobby as a sentence.
    pub(crate) fn sentence(&self, info: &TableInfo) -> String {
        let seated = info.seats.iter().filter(|seat| seat.occupant != Occupant::Empty).count();
        let names: Vec<_> = info
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| seat.occupant != Occupant::Empty)
            .map(|(index, seat)| seat_name(index, seat))
            .collect();
        let stage = match info.stage {
            TableStage::Waiting => "waiting",
            TableStage::Running => "playing",
            TableStage::Finished => "finished",
        };
        let clock = match info.clock {
            Clock::Off => "no clock".to_owned(),
            Clock::Seconds(seconds) => format!("{seconds} s"),
        };
        let private = if info.private { " · private" } else { "" };
        format!(
            "{} · {seated} of {} · {} · {clock} · {stage}{private}",
            self.model.catalogue.title(&info.game),
            info.seats.len(),
            names.join(", ")
        )
    }

    /// A table by its number in the list, its id or its link.
    pub(super) fn find_table(&self, text: &str) -> Result<(TableId, Option<InviteCode>), String> {
        let wrong = || format!("There is no table {text:?}. Type list for the tables.");
        if let Some(number) = text.parse::<usize>().ok().filter(|number| *number < 10_000) {
            let tables = self.listed("");
            return number
                .checked_sub(1)
                .and_then(|index| Some((tables.get(index)?.table, None)))
                .ok_or_else(wrong);
        }
        if let Ok(table) = text.parse::<TableId>() {
            return Ok((table, None));
        }
        let link: Address = text.parse().map_err(|_| wrong())?;
        Ok((link.table.ok_or_else(wrong)?, link.code))
    }

    pub(super) fn list(&self) -> Vec<String> {
        let tables = self.listed("");
        if tables.is_empty() {
            return vec!["No tables are open. Type play GAME or open GAME.".to_owned()];
        }
        let number = |(index, info): (usize, &TableInfo)| format!("{}. {}", index + 1, self.sentence(info));
        tables.iter().enumerate().map(number).collect()
    }
}

/// Whether a seat is free.
pub(crate) fn has_free_seat(info: &TableInfo) -> bool {
    info.stage != TableStage::Running && info.seats.iter().any(|seat| seat.occupant == Occupant::Empty)
}
