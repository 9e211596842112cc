//! The deals of a day at the running server: who plays them, what becomes public when, and the end of the day.

use std::collections::BTreeMap;
use std::sync::Weak;
use std::time::Duration;

use games::{DayTable, Kind};
use protocol::{
    DayDate, DayDeal, DayInfo, DayLuck, DayTry, InviteCode, NextDay, Nonce, Refusal, RefusalCode, Secret,
    TableId,
};
use serde::de::DeserializeOwned;
use store::{CommitError, Document, DocumentsQuery, ReadError, Write};

use super::Server;
use super::opening::NotOpened;
use crate::day::{self, DaySecret, FrozenLuck, Try};
use crate::entropy::NoEntropy;
use crate::journal::Fact;
use crate::people::PersonId;
use crate::table::Caller;

/// As many tries of one day as are ever compared.
const MAX_TRIES: u32 = 100_000;
/// As many tries of one person as a streak is counted from.
const MAX_OWN: u32 = 20_000;
/// Standings show this many rows.
const MAX_STANDINGS: usize = 100;
/// How many tries are changed by one commit.
const AT_ONCE: usize = 200;
/// A day that was not closed for longer than this many days never is.
const CLOSE_DAYS_BACK: i32 = 14;
/// How long to wait after a failure, in milliseconds.
const RETRY_MS: i64 = 5_000;
/// The lease of the node of a cluster that maintains the days.
const LEASE: Duration = Duration::from_secs(90);
/// How often it is looked whether something is due, in milliseconds: a node that has gone must not be waited for.
const EVERY_MS: i64 = 60_000;

#[derive(Debug, thiserror::Error)]
enum DayError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] CommitError),
    #[error("a document cannot be written or read: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Random(#[from] NoEntropy),
    #[error("the server was never bound to the deals of {0}")]
    Unbound(DayDate),
}

impl Server {
    /// The day it is.
    #[must_use]
    pub fn today(&self) -> DayDate {
        DayDate::of(self.time().now())
    }

    fn has_day_deals(&self) -> Result<(), Refusal> {
        if self.config.day_deals {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotStarted, "There is no deal of the day in this house."))
    }

    async fn read_day<T: DeserializeOwned>(&self, kind: &str, id: &str) -> Result<Option<T>, DayError> {
        let found = self.store().document(kind, id).await?;
        Ok(found.map(|document| serde_json::from_str(&document.body)).transpose()?)
    }

    /// What the server is bound to for a day: from now on, if it was not before.
    async fn day_secret(&self, date: DayDate) -> Result<DaySecret, DayError> {
        let id = date.to_string();
        if let Some(bound) = self.read_day(day::SECRET, &id).await? {
            return Ok(bound);
        }
        let bytes = self.config.entropy.bytes()?;
        let now = self.time().now();
        let bound = DaySecret { secret: Secret::from_random(bytes), committed_at: now };
        self.add_document(day::of_day(day::SECRET, date, now, &bound)?).await?;
        // Another node may have been first.
        self.read_day(day::SECRET, &id).await?.ok_or(DayError::Unbound(date))
    }

    /// Adds a document unless it exists.
    pub(super) async fn add_document(&self, document: Document) -> Result<(), CommitError> {
        match self.store().commit(vec![Write::AddDocument(document)]).await {
            Ok(()) | Err(CommitError::DocumentExists { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn day_nonces(&self, date: DayDate) -> Result<Vec<Nonce>, DayError> {
        let query =
            DocumentsQuery { kind: day::nonces(date), person: None, before: None, limit: day::MAX_NONCES };
        let found = self.store().documents(query).await?;
        let mut nonces: Vec<Nonce> = found.iter().filter_map(|document| document.body.parse().ok()).collect();
        nonces.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
        Ok(nonces)
    }

    /// What the deals of a day that has begun follow from. It is fixed with the first question.
    async fn day_luck(&self, date: DayDate) -> Result<FrozenLuck, DayError> {
        let id = date.to_string();
        if let Some(luck) = self.read_day(day::LUCK, &id).await? {
            return Ok(luck);
        }
        let bound = self.day_secret(date).await?;
        let luck = FrozenLuck { secret: bound.secret, nonces: self.day_nonces(date).await? };
        self.add_document(day::of_day(day::LUCK, date, self.time().now(), &luck)?).await?;
        self.read_day(day::LUCK, &id).await?.ok_or(DayError::Unbound(date))
    }

    /// Adds to the randomness of a day that has not begun.
    pub(crate) async fn add_day_nonce(
        &self,
        person: PersonId,
        date: DayDate,
        nonce: &Nonce,
    ) -> Result<(), Refusal> {
        self.has_day_deals()?;
        let now = self.time().now();
        if now + day::NONCES_END_MS > date.begins_at() {
            let sentence = "That day has begun, or is about to: its deals are fixed.";
            return Err(Refusal::new(RefusalCode::AlreadyStarted, sentence));
        }
        if date.days_since(DayDate::of(now)) > day::DAYS_AHEAD {
            let sentence = "That day is too far ahead: the house is not bound to its deals yet.";
            return Err(Refusal::new(RefusalCode::TooEarly, sentence));
        }
        // The server is bound before it knows what is added.
        self.day_secret(date).await.map_err(|error| unavailable(&error))?;
        let known = self.day_nonces(date).await.map_err(|error| unavailable(&error))?;
        let own = self.store().document(&day::nonces(date), &person.0.to_string()).await;
        let own = own.map_err(|error| unavailable(&error.into()))?;
        if own.is_none() && known.len() >= day::MAX_NONCES as usize {
            let sentence = "Enough people have added to the luck of that day.";
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        let write = Write::PutDocument(day::nonce_document(date, person, nonce, now));
        self.store().commit(vec![write]).await.map_err(|error| unavailable(&error.into()))
    }

    /// The table where somebody plays the deal of the day. It is opened the first time.
    pub(crate) async fn play_day(&self, caller: &Caller, game: &str) -> Result<TableId, Refusal> {
        let kind: Kind = game.parse().map_err(|unknown: games::UnknownGame| {
            Refusal::new(RefusalCode::NoSuchGame, unknown.to_string())
        })?;
        self.has_day_deals()?;
        if caller.legacy {
            return Err(Refusal::new(RefusalCode::NameRequired, "Pick a name first."));
        }
        let date = self.today();
        if let Some(table) = self.begun(date, kind, caller.person).await? {
            return Ok(table);
        }
        self.may_sit(caller.person, None).await?;
        let luck = self.day_luck(date).await.map_err(|error| unavailable(&error))?;
        let code = InviteCode::from_random(u128::from_le_bytes(self.config.entropy.bytes()?));
        let config = day::table_config(kind, date, luck, code)?;
        let mut facts = vec![Fact::Sat {
            seat: game::Seat::of(0),
            person: caller.person,
            name: caller.name.clone(),
            bot: caller.bot,
            legacy: false,
            nonce: None,
            address: None,
        }];
        let bots = (1..config.seats).map(game::Seat::of);
        facts.extend(bots.map(|seat| Fact::BotSat { seat, level: day::LEVEL }));
        let beside = |table, at| {
            let (game, name) = (kind.name().to_owned(), caller.name.clone());
            let entry = Try { game, name, table, finished: None, matchpoints: None };
            day::begin_writes(date, caller.person, &entry, at).map_err(|error| unavailable(&error.into()))
        };
        match self.open_with(config, facts, beside).await {
            Ok(table) => Ok(table),
            // On another device, just now.
            Err(NotOpened::Exists) => {
                let begun = self.begun(date, kind, caller.person).await?;
                begun.ok_or_else(|| unavailable(&DayError::Unbound(date)))
            }
            Err(NotOpened::Refused(refusal)) => Err(refusal),
        }
    }

    /// Where somebody plays a deal that they have begun.
    async fn begun(&self, date: DayDate, kind: Kind, person: PersonId) -> Result<Option<TableId>, Refusal> {
        let id = day::try_id(kind.name(), person);
        let found: Option<Try> =
            self.read_day(&day::tries(date), &id).await.map_err(|error| unavailable(&error))?;
        match found {
            Some(Try { finished: Some(_), .. }) => {
                let sentence = "You have played this deal. Tomorrow there is another.";
                Err(Refusal::new(RefusalCode::AlreadyPlayed, sentence))
            }
            Some(Try { table, .. }) => Ok(Some(table)),
            None => Ok(None),
        }
    }

    /// All tries of a day, with their ids.
    async fn day_tries(&self, date: DayDate) -> Result<Vec<(Document, Try)>, DayError> {
        let query = DocumentsQuery { kind: day::tries(date), person: None, before: None, limit: MAX_TRIES };
        let found = self.store().documents(query).await?;
        found
            .into_iter()
            .map(|document| {
                let entry = serde_json::from_str(&document.body)?;
                Ok((document, entry))
            })
            .collect()
    }

    /// The deals of a day as somebody may see them; `None` if there are none of that day.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn day_info(
        &self,
        date: DayDate,
        person: Option<PersonId>,
    ) -> Result<Option<DayInfo>, Refusal> {
        if !self.config.day_deals {
            return Ok(None);
        }
        self.read_day_info(date, person).await.map_err(|error| unavailable(&error))
    }

    async fn read_day_info(
        &self,
        date: DayDate,
        person: Option<PersonId>,
    ) -> Result<Option<DayInfo>, DayError> {
        let now = self.time().now();
        let today = DayDate::of(now);
        if date > today {
            return Ok(None);
        }
        let id = date.to_string();
        let bound = match date == today {
            true => Some(self.day_secret(date).await?),
            false => self.read_day::<DaySecret>(day::SECRET, &id).await?,
        };
        let Some(bound) = bound else { return Ok(None) };
        let luck = self.day_luck(date).await?;
        let is_over = now >= date.ends_at();
        let closed = is_over && self.store().document(day::CLOSED, &id).await?.is_some();
        let tries = self.day_tries(date).await?;
        let deals = Kind::ALL.iter().map(|kind| deal(*kind, date, person, &tries, closed)).collect();
        let streak = match person {
            Some(person) => {
                let query = DocumentsQuery {
                    kind: day::OWN.to_owned(),
                    person: Some(person.0),
                    before: None,
                    limit: MAX_OWN,
                };
                Some(day::streak(date, &self.store().documents(query).await?))
            }
            None => None,
        };
        let next = match date == today {
            true => Some(self.next_day(date.plus(1), person).await?),
            false => None,
        };
        Ok(Some(DayInfo {
            date,
            now,
            begins_at: date.begins_at(),
            ends_at: date.ends_at(),
            closed,
            luck: DayLuck {
                commitment: date.commitment(bound.secret),
                committed_at: bound.committed_at,
                committed_early: bound.committed_at <= date.plus(-1).begins_at(),
                nonce_count: luck.nonces.len() as u32,
                secret: is_over.then_some(luck.secret),
                nonces: is_over.then_some(luck.nonces),
            },
            deals,
            streak,
            next,
        }))
    }

    async fn next_day(&self, date: DayDate, person: Option<PersonId>) -> Result<NextDay, DayError> {
        let bound = self.day_secret(date).await?;
        let own = match person {
            Some(person) => self.store().document(&day::nonces(date), &person.0.to_string()).await?,
            None => None,
        };
        Ok(NextDay {
            date,
            commitment: date.commitment(bound.secret),
            nonce_count: self.day_nonces(date).await?.len() as u32,
            own_nonce: own.and_then(|document| document.body.parse().ok()),
        })
    }

    /// Compares all results of a day, and marks them as final. Doing it twice leads to the same numbers.
    async fn close_day(&self, date: DayDate) -> Result<(), DayError> {
        let mut by_game: BTreeMap<String, Vec<(Document, Try)>> = BTreeMap::new();
        for (document, entry) in self.day_tries(date).await? {
            if entry.counted(date).is_some() {
                by_game.entry(entry.game.clone()).or_default().push((document, entry));
            }
        }
        let mut writes = Vec::new();
        for tries in by_game.into_values() {
            let values: Vec<i64> = tries
                .iter()
                .filter_map(|(_, entry)| entry.counted(date).map(|(result, _)| result.value))
                .collect();
            for ((document, mut entry), points) in tries.into_iter().zip(day::compared(&values)) {
                entry.matchpoints = Some(points);
                writes.push(day::change(date, &document.id, &entry, document.at)?);
            }
        }
        let count = writes.len();
        let mut writes = writes.into_iter();
        loop {
            let some: Vec<Write> = writes.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            self.store().commit(some).await?;
        }
        let closed =
            day::of_day(day::CLOSED, date, self.time().now(), &serde_json::json!({ "results": count }))?;
        self.add_document(closed).await?;
        tracing::info!(%date, results = count, "the deals of a day are compared");
        Ok(())
    }

    /// Binds the server to the days ahead, and closes the days that are over.
    async fn look_after_days(&self) -> Result<(), DayError> {
        let now = self.time().now();
        let today = DayDate::of(now);
        for ahead in 0..=day::DAYS_AHEAD {
            self.day_secret(today.plus(ahead)).await?;
        }
        for back in (1..=CLOSE_DAYS_BACK).rev() {
            let date = today.plus(-back);
            let id = date.to_string();
            if now < date.ends_at() + day::CLOSE_AFTER_MS
                || self.store().document(day::SECRET, &id).await?.is_none()
                || self.store().document(day::CLOSED, &id).await?.is_some()
            {
                continue;
            }
            self.close_day(date).await?;
        }
        Ok(())
    }
}

/// One deal as somebody may see it.
fn deal(
    kind: Kind,
    date: DayDate,
    person: Option<PersonId>,
    tries: &[(Document, Try)],
    closed: bool,
) -> DayDeal {
    let DayTable { seats, options, comparison } = DayTable::of(kind);
    let of_game = || tries.iter().filter(|(_, entry)| entry.game == kind.name());
    let own = of_game()
        .find(|(document, _)| document.person.is_some() && document.person == person.map(|person| person.0));
    let standings = closed.then(|| {
        let mut rows = day::standings(date, of_game().map(|(_, entry)| entry));
        rows.truncate(MAX_STANDINGS);
        rows
    });
    DayDeal {
        game: kind.name().to_owned(),
        seats,
        options,
        level: day::LEVEL.name().to_owned(),
        comparison: comparison.name().to_owned(),
        started: of_game().count() as u32,
        finished: of_game().filter(|(_, entry)| entry.counted(date).is_some()).count() as u32,
        own: own.map(|(_, entry)| DayTry {
            table: entry.table,
            finished: entry.finished.is_some(),
            uncounted: entry.finished.is_some() && entry.counted(date).is_none(),
            result: entry.finished.and_then(|finish| finish.result),
            matchpoints: entry.matchpoints.filter(|_| closed),
        }),
        standings,
    }
}

fn unavailable(error: &DayError) -> Refusal {
    tracing::warn!(%error, "the deals of a day are not available");
    Refusal::new(RefusalCode::NotSaved, "The house cannot look that up or store it just now. Try again.")
}

/// Maintains the days for as long as the server exists.
pub(super) async fn run_days(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let time = running.time().clone();
        let now = time.now();
        let mut due = now + EVERY_MS;
        // One node of a cluster does it for all.
        match running.store().hold_lease("days", LEASE).await {
            Ok(true) => {
                if let Err(error) = running.look_after_days().await {
                    tracing::warn!(%error, "maintaining the deals of the day failed");
                    due = now + RETRY_MS;
                }
            }
            Ok(false) => {}
            Err(_) => due = now + RETRY_MS,
        }
        // The server can end meanwhile.
        drop(running);
        time.sleep_until(Some(due)).await;
    }
}
