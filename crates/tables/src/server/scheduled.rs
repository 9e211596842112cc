//! Announces tables for a time in the future, takes answers, and opens them when their time has come.

use std::sync::{Arc, Weak};
use std::time::Duration;

use protocol::{NewTable, Refusal, RefusalCode, TableId};
use store::{CommitError, ReadError, Write};

use super::Server;
use super::opening::NotOpened;
use crate::announcements::Announcement;
use crate::journal::{Fact, KeptConfig, KeptPerson, TableConfig};
use crate::people::PersonInfo;
use crate::scheduled::{
    self, MAX_DECLINED, MAX_LATE_MS, MAX_SCHEDULED, MAX_SCHEDULED_PER_PERSON, SEATS_KEPT_MS, ScheduleAnswer,
    ScheduleStage, ScheduledPerson, ScheduledTable,
};
use crate::table::{draw_secret, read_new_table};

/// How often tables whose time has come are looked for, in milliseconds.
const LOOK_EVERY: i64 = 1_000;

/// For how long one node of a cluster opens them.
const LEASE: Duration = Duration::from_secs(10);

/// What another node has changed is seen after this time, in milliseconds.
const CLUSTER_LIST_AGE: i64 = 5_000;

/// The announced tables as they were last read.
#[derive(Default)]
pub(super) struct ScheduledList {
    read: Option<(i64, Arc<Vec<ScheduledTable>>)>,
}

fn cannot_read(error: &ReadError) -> Refusal {
    tracing::warn!(%error, "scheduled tables cannot be read");
    Refusal::new(RefusalCode::NotSaved, "The house could not reach its database. Try again.")
}

fn no_such_table() -> Refusal {
    Refusal::new(RefusalCode::NoSuchTable, "There is no such table, or it was taken back.")
}

impl Server {
    /// The announced tables, the next first, and those that were opened a short time ago.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn scheduled_tables(&self) -> Result<Arc<Vec<ScheduledTable>>, ReadError> {
        let now = self.time().now();
        let mut list = self.scheduled.lock().await;
        let max_age = if self.cluster.is_some() { CLUSTER_LIST_AGE } else { SEATS_KEPT_MS };
        let fresh = list.read.as_ref().filter(|(read_at, _)| now - read_at < max_age);
        if let Some((_, tables)) = fresh {
            return Ok(tables.clone());
        }
        let mut tables = scheduled::past(self.store(), now).await?;
        tables.extend(scheduled::pending(self.store()).await?);
        let tables = Arc::new(tables);
        list.read = Some((now, tables.clone()));
        Ok(tables)
    }

    /// A table that is announced, or whose time came less than a day ago.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn scheduled_table(&self, table: TableId) -> Result<Option<ScheduledTable>, ReadError> {
        scheduled::read(self.store(), table).await
    }

    /// Announces a table. Who does that comes to it.
    ///
    /// # Errors
    /// If it cannot be, would be too many, or cannot be stored.
    pub async fn schedule_table(
        &self,
        by: &PersonInfo,
        new: NewTable,
        starts_at: i64,
        note: Option<&str>,
    ) -> Result<ScheduledTable, Refusal> {
        let now = self.time().now();
        scheduled::check_start(starts_at, now)?;
        let note = scheduled::clean_note(note)?;
        let seats = read_new_table(&new, None, &self.config.entropy)?.seats;
        let mut list = self.scheduled.lock().await;
        let (own, all) =
            scheduled::pending_of(self.store(), by.id).await.map_err(|error| cannot_read(&error))?;
        if own >= MAX_SCHEDULED_PER_PERSON {
            let sentence =
                format!("You have announced {MAX_SCHEDULED_PER_PERSON} tables: play one, or take one back.");
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        if all >= MAX_SCHEDULED as usize {
            let sentence = "Too many tables are announced in this house. Try again later.";
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        let name = by.name.to_string();
        let comes =
            ScheduledPerson { person: by.id, name: name.clone(), answer: ScheduleAnswer::Yes, at: now };
        let table = ScheduledTable {
            table: self.draw_table_id()?,
            starts_at,
            opener: by.id,
            opener_name: name,
            new,
            seats,
            note,
            stage: ScheduleStage::Announced,
            answers: vec![comes],
        };
        self.store_scheduled(&mut list, scheduled::announce_writes(&table, now)?).await?;
        if !table.new.private {
            self.announcements.say(Announcement::TableScheduled {
                table: table.table,
                game: table.new.game.clone(),
                opener: table.opener_name.clone(),
                starts_at,
            });
        }
        Ok(table)
    }

    /// Somebody says whether they come.
    ///
    /// # Errors
    /// If there is no such table, its time has come, all places are taken, or it cannot be stored.
    pub async fn answer_scheduled(
        &self,
        by: &PersonInfo,
        table: TableId,
        answer: ScheduleAnswer,
    ) -> Result<ScheduledTable, Refusal> {
        let now = self.time().now();
        let mut list = self.scheduled.lock().await;
        let mut found = self.announced(table).await?;
        if found.opener != by.id && self.moderation.are_apart(found.opener, by.id) {
            return Err(no_such_table());
        }
        let others = || found.answers.iter().filter(|other| other.person != by.id);
        let count = |said| others().filter(|other| other.answer == said).count();
        let full = match answer {
            ScheduleAnswer::Yes => (count(answer) >= found.places())
                .then_some((RefusalCode::TableFull, "All places at this table are taken.")),
            ScheduleAnswer::No => (count(answer) >= MAX_DECLINED)
                .then_some((RefusalCode::LimitReached, "Enough people have said no.")),
        };
        if let Some((code, sentence)) = full {
            return Err(Refusal::new(code, sentence));
        }
        let said = ScheduledPerson { person: by.id, name: by.name.to_string(), answer, at: now };
        found.answers.retain(|other| other.person != by.id);
        found.answers.push(said.clone());
        self.store_scheduled(&mut list, scheduled::answer_writes(&found, &said, now)?).await?;
        Ok(found)
    }

    /// Cancels a table; only the person who announced it can.
    ///
    /// # Errors
    /// If there is no such table of this person, its time has come, or it cannot be stored.
    pub async fn cancel_scheduled(&self, by: &PersonInfo, table: TableId) -> Result<(), Refusal> {
        let mut list = self.scheduled.lock().await;
        let found = self.announced(table).await?;
        if found.opener != by.id {
            let sentence = "Only who announced a table takes it back.";
            return Err(Refusal::new(RefusalCode::NotHost, sentence));
        }
        self.store_scheduled(&mut list, scheduled::cancel_writes(&found, self.time().now())).await
    }

    /// A table whose time has not come.
    async fn announced(&self, table: TableId) -> Result<ScheduledTable, Refusal> {
        let found = scheduled::read(self.store(), table).await.map_err(|error| cannot_read(&error))?;
        let found = found.ok_or_else(no_such_table)?;
        if found.stage != ScheduleStage::Announced || found.starts_at <= self.time().now() {
            return Err(Refusal::new(RefusalCode::Stale, "The time of this table has come."));
        }
        Ok(found)
    }

    async fn store_scheduled(&self, list: &mut ScheduledList, writes: Vec<Write>) -> Result<(), Refusal> {
        list.read = None;
        self.store().commit(writes).await.map_err(|error| match error {
            CommitError::NoDocument { .. } => no_such_table(),
            error => {
                tracing::warn!(%error, "storing a scheduled table failed");
                Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
            }
        })
    }

    /// Opens every table whose time has come. What cannot be stored now is tried again.
    async fn open_scheduled(&self) -> Result<(), ReadError> {
        let now = self.time().now();
        for table in scheduled::due(self.store(), now).await? {
            let mut list = self.scheduled.lock().await;
            list.read = None;
            let is_dropped = table.coming().next().is_none() || now - table.starts_at > MAX_LATE_MS;
            let opened =
                if is_dropped { self.drop_scheduled(&table).await } else { self.open_one(&table).await };
            drop(list);
            if let Err(refusal) = opened {
                tracing::warn!(table = %table.table, why = refusal.message, "a scheduled table was not opened");
            }
        }
        Ok(())
    }

    async fn open_one(&self, scheduled: &ScheduledTable) -> Result<(), Refusal> {
        let now = self.time().now();
        let config = match read_new_table(&scheduled.new, None, &self.config.entropy) {
            Ok(config) => config,
            // The rules have changed since it was announced.
            Err(refusal) => {
                self.drop_scheduled(scheduled).await?;
                return Err(refusal);
            }
        };
        let expected = scheduled.coming();
        let people =
            expected.map(|person| KeptPerson { person: person.person, name: person.name.clone() }).collect();
        let until = scheduled.starts_at.max(now) + SEATS_KEPT_MS;
        let kept = KeptConfig { until, people, opener: Some(scheduled.opener) };
        let config = TableConfig {
            secret: Some(draw_secret(&self.config.entropy)?),
            kept: Some(Box::new(kept)),
            ..config
        };
        let levels = scheduled.new.bots.iter().filter_map(|level| level.parse().ok());
        // The first seats are left for people.
        let facts = (0..config.seats).rev().zip(levels);
        let facts = facts.map(|(seat, level)| Fact::BotSat { seat: game::Seat::of(seat), level }).collect();
        let beside = |now| scheduled::opened_writes(scheduled, ScheduleStage::Opened, now);
        match self.open_with_id(scheduled.table, config, facts, beside).await {
            Ok(_) | Err(NotOpened::Exists) => Ok(()),
            Err(NotOpened::Refused(refusal)) => Err(refusal),
        }
    }

    async fn drop_scheduled(&self, table: &ScheduledTable) -> Result<(), Refusal> {
        let writes = scheduled::opened_writes(table, ScheduleStage::Dropped, self.time().now())?;
        match self.store().commit(writes).await {
            Ok(()) | Err(CommitError::NoDocument { .. }) => Ok(()),
            Err(error) => Err(Refusal::new(RefusalCode::NotSaved, error.to_string())),
        }
    }
}

/// Opens tables whose time has come, for as long as the server exists.
pub(super) async fn run_scheduled(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let time = running.time().clone();
        // From the beginning of the look on: what becomes due while it lasts is not put off.
        let next = time.now() + LOOK_EVERY;
        if !running.is_closing()
            && matches!(running.store().hold_lease("scheduled", LEASE).await, Ok(true))
            && let Err(error) = running.open_scheduled().await
        {
            tracing::debug!(%error, "scheduled tables that are due cannot be read");
        }
        drop(running);
        time.sleep_until(Some(next)).await;
    }
}
