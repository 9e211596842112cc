//! What happens to arenas: they begin, people join and leave, tables are opened for those who wait, and the time is up.

use protocol::{Nonce, Refusal, RefusalCode, TournamentId};
use store::{CommitError, Document, Write};

use super::progress::Step;
use super::stored::{Loaded, TournamentError};
use super::{Server, entry_closed, refuse, require_entry, unavailable};
use crate::people::{PersonId, PersonInfo};
use crate::server::opening::NotOpened;
use crate::tournament::arena::{Apart, Doing, MAX_GAMES, Waiting, arena_standings, last_met, next_tables};
use crate::tournament::pairing::{Entrant, Meetings};
use crate::tournament::settings::ArenaForm;
use crate::tournament::{self, Stage, StoredEntrant, Tournament};

/// How long games may still be played when the time is up, in milliseconds.
pub(super) const OVERTIME_MS: i64 = 10 * 60_000;
/// The reason that people at a running table receive then.
const ARENA_OVER: &str = "The tournament is over: its time is up.";
/// How often a number is tried that somebody else may take at the same time.
const MAX_TRIES: u32 = 20;

impl Server {
    /// Begins an arena at its time, or when the organiser has started it.
    pub(super) async fn begin_arena(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        form: ArenaForm,
        now: i64,
    ) -> Result<Step, TournamentError> {
        let is_due = loaded.tournament.settings.closes_at.is_some_and(|begins| begins <= now);
        if !loaded.begun && !is_due {
            return Ok(Step::Wait);
        }
        let ends_at = Some(now + form.duration_ms());
        tracing::info!(%id, "an arena begins");
        self.announce_beginning(id, &loaded.tournament);
        let running = Tournament { stage: Stage::Running, ends_at, ..loaded.tournament.clone() };
        self.put_tournament(id, loaded, &running).await
    }

    /// Opens tables for those who wait, and ends the arena when its time is up and its games are over.
    pub(super) async fn look_after_arena(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        now: i64,
    ) -> Result<Step, TournamentError> {
        let ends_at = loaded.tournament.ends_at.unwrap_or(now);
        if now < ends_at && loaded.games.len() < MAX_GAMES {
            return self.open_for_waiting(id, loaded, now).await;
        }
        // Nobody joins any more, so that the list is complete.
        if loaded.entry_open {
            return self.close_entry(id, now).await;
        }
        let played: Vec<_> = loaded.games.iter().filter(|game| game.result.is_none()).collect();
        if !played.is_empty() && now < ends_at + OVERTIME_MS {
            return Ok(Step::Wait);
        }
        for game in played {
            self.stop_table(id, game.played.table, ARENA_OVER).await;
        }
        self.put_stage(id, loaded, Stage::Over { at: now }).await
    }

    async fn open_for_waiting(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        now: i64,
    ) -> Result<Step, TournamentError> {
        let settings = &loaded.tournament.settings;
        let count = loaded.tournament.entrants.len();
        let rows = arena_standings(count, &loaded.games, settings.scoring().low_score_wins);
        let known = self.known_entrants(loaded).await?;
        let waits = |entrant: Entrant| match loaded.doing(entrant) {
            Doing::Waits { since } if known.contains(&entrant) => Some(Waiting { entrant, since }),
            _ => None,
        };
        let waiting: Vec<Waiting> = rows.iter().filter_map(|row| waits(row.entrant)).collect();
        let among: Vec<Entrant> = waiting.iter().map(|waiting| waiting.entrant).collect();
        let (last_met, mut blocked) = (last_met(count, &loaded.games), Meetings::new(count));
        self.add_blocked(loaded, &among, &mut blocked);
        let apart = Apart { last_met: &last_met, blocked: &blocked };
        let tables = next_tables(&waiting, settings.table_size(), &apart, now);
        let next = loaded.games.last().map_or(1, |game| game.number + 1);
        for (number, people) in (next..).zip(&tables) {
            match self.open_arena_table(id, loaded, number, people).await {
                Ok(()) => {}
                // Another node was first, and seats people, too, or somebody has just left: look again at what is stored.
                Err(NotOpened::Exists) => return Ok(Step::Again),
                Err(NotOpened::Refused(refusal)) => {
                    tracing::warn!(%id, code = refusal.code, "a table of an arena could not be opened");
                    return Ok(Step::Wait);
                }
            }
        }
        Ok(Step::Wait)
    }

    /// Joins an arena, or joins it again.
    pub(super) async fn join_arena(
        &self,
        person: &PersonInfo,
        id: TournamentId,
        stored: &Tournament,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        let own = person.id.0.to_string();
        self.may_enter_another(person.id, id).await?;
        for _ in 0..MAX_TRIES {
            let now = self.time().now();
            let kind = tournament::entrants(id);
            let before = self.store().document(&kind, &own).await;
            let before = before.map_err(|error| unavailable(&error.into()))?;
            let mut writes = vec![require_entry(id, now)];
            let entrant = match &before {
                Some(before) => {
                    let known: StoredEntrant =
                        serde_json::from_str(&before.body).map_err(|error| unavailable(&error.into()))?;
                    StoredEntrant { joined_at: Some(now), ..known }
                }
                None => {
                    let number = self.read_numbered(id).await.map_err(|error| unavailable(&error))?.len();
                    if number >= tournament::MAX_ENTRANTS as usize {
                        return refuse(RefusalCode::LimitReached, "This tournament is full.");
                    }
                    let entrant = StoredEntrant {
                        person: person.id,
                        name: person.name.as_str().to_owned(),
                        nonce: nonce.clone(),
                        number: Some(number as u16),
                        joined_at: Some(now),
                        forgotten: false,
                    };
                    let numbered = tournament::document(
                        tournament::numbers(id),
                        number.to_string(),
                        stored.opened_at,
                        now,
                        &entrant,
                    );
                    writes.push(Write::AddDocument(numbered.map_err(|error| unavailable(&error.into()))?));
                    entrant
                }
            };
            writes.extend(joined_writes(id, stored, &entrant, now)?);
            match self.store().commit(writes).await {
                Ok(()) => {
                    self.tournaments_changed();
                    return Ok(());
                }
                // Somebody else has the number.
                Err(CommitError::DocumentExists { .. }) => {}
                Err(CommitError::NoDocument { .. }) => return Err(entry_closed()),
                Err(error) => return Err(unavailable(&error.into())),
            }
        }
        refuse(RefusalCode::NotSaved, "Too many people join at once. Try again in a moment.")
    }

    /// Leaves an arena. A person who is playing finishes the game, or a bot does.
    pub(super) async fn leave_arena(
        &self,
        person: PersonId,
        id: TournamentId,
        stored: &Tournament,
    ) -> Result<(), Refusal> {
        let own = person.0.to_string();
        let store = self.store();
        let joined = store.document(&tournament::entrants(id), &own).await;
        let left = store.document(&tournament::withdrawn(id), &own).await;
        let joined = joined.map_err(|error| unavailable(&error.into()))?;
        if joined.is_none() || left.map_err(|error| unavailable(&error.into()))?.is_some() {
            return refuse(RefusalCode::NotSeated, "You have not entered this tournament.");
        }
        let now = self.time().now();
        let left = tournament::document(tournament::withdrawn(id), own, stored.opened_at, now, &());
        let writes = vec![
            require_entry(id, now),
            Write::PutDocument(left.map_err(|error| unavailable(&error.into()))?),
            Write::RemoveDocument {
                kind: tournament::ENTERED.to_owned(),
                id: tournament::entered_id(id, person),
            },
        ];
        self.commit_entry(writes).await
    }

    /// Starts an arena.
    pub(super) async fn start_arena(&self, id: TournamentId, stored: &Tournament) -> Result<(), Refusal> {
        let now = self.time().now();
        let kind = tournament::BEGUN.to_owned();
        let begun = tournament::document(kind, id.to_string(), stored.opened_at, now, &());
        let begun = Write::AddDocument(begun.map_err(|error| unavailable(&error.into()))?);
        match self.store().commit(vec![require_entry(id, now), begun]).await {
            Ok(()) => {
                self.tournaments_changed();
                Ok(())
            }
            Err(CommitError::DocumentExists { .. } | CommitError::NoDocument { .. }) => {
                refuse(RefusalCode::AlreadyStarted, "This tournament has begun.")
            }
            Err(error) => Err(unavailable(&error.into())),
        }
    }
}

/// What is stored when somebody joins, beside their number.
fn joined_writes(
    id: TournamentId,
    stored: &Tournament,
    entrant: &StoredEntrant,
    now: i64,
) -> Result<Vec<Write>, Refusal> {
    let person = entrant.person;
    let own = person.0.to_string();
    let of_person = |document: Document| Document { person: Some(person.0), ..document };
    let written = || -> Result<(Document, Document), serde_json::Error> {
        let key = tournament::entered_id(id, person);
        Ok((
            tournament::document(tournament::entrants(id), own.clone(), stored.opened_at, now, entrant)?,
            tournament::document(tournament::ENTERED.to_owned(), key, stored.opened_at, now, &())?,
        ))
    };
    let (entry, entered) = written().map_err(|error| unavailable(&error.into()))?;
    Ok(vec![
        Write::PutDocument(of_person(entry)),
        Write::PutDocument(of_person(entered)),
        Write::RemoveDocument { kind: tournament::withdrawn(id), id: own },
    ])
}
