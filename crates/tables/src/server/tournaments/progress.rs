//! Runs tournaments in the background: entry closes, rounds begin and end. One node of a cluster does it for all.
//!
//! Each step is stored before the next begins, and depends only on what is stored: a server that was killed between any two
//! continues with the next.

use std::collections::HashSet;
use std::sync::Weak;
use std::time::Duration;

use protocol::{ChatText, ReplayId, TableId, TournamentId, TournamentSecret};
use store::{CommitError, Write};

use super::Server;
use super::stored::{Loaded, TournamentError};
use crate::announcements::Announcement;
use crate::tournament::pairing::{self, Entrant, Meetings};
use crate::tournament::settings::{Form, RoundsForm};
use crate::tournament::standings::{draw_lot, draw_seats, free_rounds, has_dropped_out, meetings, standings};
use crate::tournament::{self, Ended, Round, Stage, Tournament};

/// The lease of the node of a cluster that runs the tournaments.
const LEASE: Duration = Duration::from_secs(20);
/// How often it is looked whether something is due, in milliseconds: games end on other nodes, too.
const EVERY_MS: i64 = 3_000;
/// The same while there is no tournament.
const IDLE_MS: i64 = 15_000;
/// How long to wait after a failure, in milliseconds.
const RETRY_MS: i64 = 1_000;
/// The reason that people at a table receive when its round is over.
const ROUND_OVER: &str = "The round is over: its time is up.";
/// How many documents one commit removes.
const AT_ONCE: usize = 200;

/// What became of a tournament that was looked at.
pub(super) enum Step {
    /// Something was done: look again.
    Again,
    /// Nothing is due.
    Wait,
}

impl Server {
    /// Advances all tournaments that are not over.
    ///
    /// Returns when to do it again.
    async fn look_after_tournaments(&self) -> Result<i64, TournamentError> {
        // From the beginning of the look on: what becomes due while it lasts is not put off.
        let began = self.time().now();
        let live = self.live_tournaments().await?;
        for id in &live {
            while let Step::Again = self.look_after_tournament(*id).await? {}
        }
        Ok(began + if live.is_empty() { IDLE_MS } else { EVERY_MS })
    }

    async fn look_after_tournament(&self, id: TournamentId) -> Result<Step, TournamentError> {
        let Some(loaded) = self.load_tournament(id).await? else { return Ok(Step::Wait) };
        let now = self.time().now();
        match loaded.tournament.stage {
            Stage::Over { .. } | Stage::Cancelled { .. } => {
                self.forget_live(id, &loaded).await?;
                Ok(Step::Wait)
            }
            _ if loaded.cancelled => self.put_stage(id, &loaded, Stage::Cancelled { at: now }).await,
            stage => match (loaded.tournament.settings.form, stage) {
                (Form::Rounds(_), Stage::Entry) => self.look_after_entry(id, &loaded, now).await,
                (Form::Rounds(form), _) => match loaded.current() {
                    Some(round) => self.look_after_round(id, &loaded, round, now).await,
                    None => self.begin_round(id, &loaded, form, now).await,
                },
                (Form::Arena(form), Stage::Entry) => self.begin_arena(id, &loaded, form, now).await,
                (Form::Arena(_), _) => self.look_after_arena(id, &loaded, now).await,
            },
        }
    }

    async fn look_after_entry(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        now: i64,
    ) -> Result<Step, TournamentError> {
        if !loaded.entry_open {
            // Nobody can enter any more, so that the list is complete.
            let stage = if loaded.tournament.entrants.len() < 2 {
                Stage::Cancelled { at: now }
            } else {
                self.announce_beginning(id, &loaded.tournament);
                Stage::Running
            };
            return self.put_stage(id, loaded, stage).await;
        }
        if loaded.tournament.settings.closes_at.is_none_or(|closes| closes > now) {
            return Ok(Step::Wait);
        }
        self.close_entry(id, now).await
    }

    /// Nobody enters any more.
    pub(super) async fn close_entry(&self, id: TournamentId, now: i64) -> Result<Step, TournamentError> {
        let (kind, key) = (tournament::ENTRY.to_owned(), id.to_string());
        match self.store().commit(vec![Write::TakeDocument { kind, id: key, at: now }]).await {
            Ok(()) | Err(CommitError::NoDocument { .. }) => Ok(Step::Again),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores where a tournament stands, and everybody who entered.
    pub(super) async fn put_stage(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        stage: Stage,
    ) -> Result<Step, TournamentError> {
        self.put_tournament(id, loaded, &Tournament { stage, ..loaded.tournament.clone() }).await
    }

    /// Stores a change of what was read. If it was changed meanwhile, such as by forgetting somebody, it is looked at again.
    pub(super) async fn put_tournament(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        changed: &Tournament,
    ) -> Result<Step, TournamentError> {
        let (kind, body) = (tournament::TOURNAMENT.to_owned(), serde_json::to_string(changed)?);
        let before = loaded.body.clone();
        match self
            .store()
            .commit(vec![Write::ReplaceDocument { kind, id: id.to_string(), before, body }])
            .await
        {
            Ok(()) | Err(CommitError::NoDocument { .. }) => Ok(Step::Again),
            Err(error) => Err(error.into()),
        }
    }

    /// Says that a tournament is played from now on.
    pub(super) fn announce_beginning(&self, id: TournamentId, begun: &Tournament) {
        let (name, game) = (begun.settings.name.clone(), begun.settings.game.name().to_owned());
        self.announcements.say(Announcement::TournamentBegan { id, name, game });
    }

    /// Pairs the next round when the pause is over, or ends the tournament.
    async fn begin_round(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        form: RoundsForm,
        now: i64,
    ) -> Result<Step, TournamentError> {
        let over = Stage::Over { at: now };
        if loaded.rounds.len() >= usize::from(form.rounds) {
            return self.put_stage(id, loaded, over).await;
        }
        if loaded.ended.last().is_some_and(|ended| ended.at + form.break_ms() > now) {
            return Ok(Step::Wait);
        }
        let Some(round) = self.paired(id, loaded, form, now).await? else {
            return self.put_stage(id, loaded, over).await;
        };
        let (kind, number) = (tournament::rounds(id), round.number.to_string());
        let document = tournament::document(kind, number, loaded.tournament.opened_at, now, &round)?;
        self.add_document(document).await?;
        tracing::info!(%id, round = round.number, tables = round.tables.len(), "a round is paired");
        Ok(Step::Again)
    }

    /// The next round; `None` if there are not enough people left to pair.
    async fn paired(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        form: RoundsForm,
        now: i64,
    ) -> Result<Option<Round>, TournamentError> {
        let stored = &loaded.tournament;
        let count = stored.entrants.len();
        let seed = TournamentSecret { tournament: id, secret: stored.secret }.lot(&stored.nonces());
        let ended = loaded.ended_rounds();
        let rows = standings(&draw_lot(count, seed), &ended, stored.settings.scoring());
        let known = self.known_entrants(loaded).await?;
        let plays = |entrant: &Entrant| {
            known.contains(entrant) && !loaded.has_withdrawn(*entrant) && !has_dropped_out(*entrant, &ended)
        };
        let order: Vec<Entrant> = rows.iter().map(|row| row.entrant).filter(plays).collect();
        if order.len() < 2 {
            return Ok(None);
        }
        let mut meetings = meetings(count, &ended);
        // Who blocks somebody does not meet them while that is possible.
        self.add_blocked(loaded, &order, &mut meetings);
        let size = stored.settings.table_size();
        let paired = pairing::pair(&order, size, &meetings, |entrant| free_rounds(entrant, &ended));
        if paired.tables.is_empty() {
            return Ok(None);
        }
        let number = loaded.rounds.len() as u8 + 1;
        let seats = stored.settings.bots.then_some(usize::from(stored.settings.seats));
        Ok(Some(Round {
            number,
            begun_at: now,
            deadline_at: now + form.round_ms(),
            tables: draw_seats(&paired.tables, seats, u64::from(number), seed),
            free: paired.free,
        }))
    }

    /// The entrants who were not forgotten.
    pub(super) async fn known_entrants(&self, loaded: &Loaded) -> Result<HashSet<Entrant>, TournamentError> {
        let people = loaded.tournament.entrants.iter().map(|entrant| entrant.person.0).collect();
        let known: HashSet<u64> =
            self.store().names_of(people).await?.into_iter().map(|(person, _)| person).collect();
        let entrants = (0..).map(Entrant).zip(&loaded.tournament.entrants);
        Ok(entrants.filter(|(_, own)| known.contains(&own.person.0)).map(|(entrant, _)| entrant).collect())
    }

    /// Adds those of some people who block each other.
    pub(super) fn add_blocked(&self, loaded: &Loaded, among: &[Entrant], meetings: &mut Meetings) {
        let person = |entrant: &Entrant| loaded.tournament.entrants[entrant.index()].person;
        for (place, one) in among.iter().enumerate() {
            for other in &among[..place] {
                if self.moderation.are_apart(person(one), person(other)) {
                    meetings.add(*one, *other);
                }
            }
        }
    }

    /// Opens what is not open, and ends the round when all games are over, or its time is.
    async fn look_after_round(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        round: &Round,
        now: i64,
    ) -> Result<Step, TournamentError> {
        let is_late = now >= round.deadline_at;
        if loaded.tables.len() < round.tables.len() && !is_late {
            let all_open = self.open_round(id, loaded, round).await;
            return Ok(if all_open { Step::Again } else { Step::Wait });
        }
        if loaded.results.len() < round.tables.len() {
            if !is_late {
                return Ok(Step::Wait);
            }
            let played = loaded.tables.iter().filter(|(place, _)| !loaded.results.contains_key(place));
            for (_, table) in played {
                self.stop_table(id, *table, ROUND_OVER).await;
            }
        }
        let Some(mut last) = self.load_tournament(id).await? else { return Ok(Step::Wait) };
        let places = 0..round.tables.len();
        let ended = Ended {
            number: round.number,
            at: now,
            tables: places.clone().map(|place| last.tables.get(&place).copied()).collect(),
            results: places.map(|place| last.results.remove(&place)).collect(),
        };
        let kind = tournament::ended(id);
        let opened_at = loaded.tournament.opened_at;
        let document = tournament::document(kind, round.number.to_string(), opened_at, now, &ended)?;
        self.add_document(document).await?;
        if loaded.tournament.settings.is_duplicate() {
            let replays = last.tables.values().map(|table| ReplayId { table: *table, game: 1 });
            let shown = replays.map(|replay| remove(tournament::WITHHELD, replay.to_string()));
            self.commit_all(shown.collect()).await?;
        }
        tracing::info!(%id, round = round.number, "a round has ended");
        Ok(Step::Again)
    }

    /// Closes a table whose time is up. One that cannot be asked is scored as one that was stopped.
    pub(super) async fn stop_table(&self, id: TournamentId, table: TableId, why: &str) {
        if let Err(refusal) = self.ask_to_close(table, ChatText::clean(why).ok()).await {
            tracing::warn!(%id, %table, code = refusal.code, "a table whose time is up is not closed");
        }
    }

    /// A tournament that is over is counted for nobody any more, and not looked at again.
    async fn forget_live(&self, id: TournamentId, loaded: &Loaded) -> Result<(), TournamentError> {
        let people = loaded.tournament.entrants.iter();
        let mut writes: Vec<Write> = people
            .map(|entrant| remove(tournament::ENTERED, tournament::entered_id(id, entrant.person)))
            .collect();
        // A tournament that was called off in the middle of a round withholds nothing any more.
        let replays = loaded.tables.values().map(|table| ReplayId { table: *table, game: 1 });
        writes.extend(replays.map(|replay| remove(tournament::WITHHELD, replay.to_string())));
        for kind in [tournament::ENTRY, tournament::BEGUN, tournament::ORGANISED, tournament::LIVE] {
            writes.push(remove(kind, id.to_string()));
        }
        self.commit_all(writes).await
    }

    async fn commit_all(&self, writes: Vec<Write>) -> Result<(), TournamentError> {
        let mut writes = writes.into_iter();
        loop {
            let some: Vec<Write> = writes.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.store().commit(some).await?;
        }
    }

    /// Nobody could play while no server ran: rounds and arenas last as much longer.
    async fn put_off_deadlines(&self, outage: i64) -> Result<(), TournamentError> {
        for id in self.live_tournaments().await? {
            let Some(loaded) = self.load_tournament(id).await? else { continue };
            if let Some(ends_at) = loaded.tournament.ends_at {
                let later = Tournament { ends_at: Some(ends_at + outage), ..loaded.tournament.clone() };
                self.put_tournament(id, &loaded, &later).await?;
                continue;
            }
            let Some(round) = loaded.current() else { continue };
            let later = Round { deadline_at: round.deadline_at + outage, ..round.clone() };
            let (kind, number) = (tournament::rounds(id), round.number.to_string());
            let opened_at = loaded.tournament.opened_at;
            let document = tournament::document(kind, number, opened_at, round.begun_at, &later)?;
            self.store().commit(vec![Write::PutDocument(document)]).await?;
        }
        Ok(())
    }
}

fn remove(kind: &str, id: String) -> Write {
    Write::RemoveDocument { kind: kind.to_owned(), id }
}

/// Runs the tournaments for as long as the server exists. `outage` is the time for which no server ran, in
/// milliseconds.
pub(in crate::server) async fn run_tournaments(server: Weak<Server>, mut outage: i64) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let (time, changed) = (running.time().clone(), running.context.tournaments.clone());
        let mut due = time.now() + EVERY_MS;
        match running.store().hold_lease("tournaments", LEASE).await {
            Ok(true) => {
                let done = match std::mem::take(&mut outage) {
                    0 => running.look_after_tournaments().await,
                    stood => {
                        let done = running.put_off_deadlines(stood).await;
                        outage = if done.is_err() { stood } else { 0 };
                        done.map(|()| time.now())
                    }
                };
                due = done.unwrap_or_else(|error| {
                    tracing::warn!(%error, "running the tournaments failed");
                    time.now() + RETRY_MS
                });
            }
            Ok(false) => {}
            Err(_) => due = time.now() + RETRY_MS,
        }
        // The server can end meanwhile.
        drop(running);
        tokio::select! {
            biased;
            () = time.sleep_until(Some(due)) => {}
            () = changed.notified() => {}
        }
    }
}
