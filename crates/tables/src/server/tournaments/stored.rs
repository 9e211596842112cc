//! Reads what is stored of tournaments.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{TableId, TournamentId, TournamentInfo};
use serde::de::DeserializeOwned;
use store::{CommitError, Document, DocumentsQuery, ReadError};

use super::{Server, view};
use crate::tournament::arena::{ArenaGame, ArenaTable, Doing, doing};
use crate::tournament::pairing::Entrant;
use crate::tournament::settings::Form;
use crate::tournament::standings::{EndedRound, TableResult};
use crate::tournament::{self, ARENA_ROUND, Ended, MAX_ENTRANTS, Round, Stage, StoredEntrant, Tournament};

/// More documents of one kind than a tournament can have.
const ALL: u32 = 10_000;

#[derive(Debug, thiserror::Error)]
pub(in crate::server) enum TournamentError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] CommitError),
    #[error("a document cannot be written or read: {0}")]
    Json(#[from] serde_json::Error),
}

/// All that is stored of a tournament.
pub(super) struct Loaded {
    /// The tournament's document as it was read.
    pub(super) body: String,
    pub(super) tournament: Tournament,
    /// Whether people can still enter.
    pub(super) entry_open: bool,
    pub(super) cancelled: bool,
    /// Whether the organiser has started an arena.
    pub(super) begun: bool,
    pub(super) withdrawn: BTreeSet<u64>,
    /// When people joined an arena last.
    pub(super) joined: BTreeMap<u64, i64>,
    /// The games of an arena, in the order in which they were opened.
    pub(super) games: Vec<ArenaGame>,
    /// The rounds that have begun, by number.
    pub(super) rounds: Vec<Round>,
    /// Those that have ended, by number.
    pub(super) ended: Vec<Ended>,
    /// Where the tables of the last round are played, by their place.
    pub(super) tables: BTreeMap<usize, TableId>,
    /// How games of the last round ended, by the table's place.
    pub(super) results: BTreeMap<usize, TableResult>,
}

impl Loaded {
    /// The rounds that have ended, to be scored.
    pub(super) fn ended_rounds(&self) -> Vec<EndedRound<'_>> {
        let pairs = self.rounds.iter().zip(&self.ended);
        pairs
            .map(|(round, ended)| EndedRound {
                tables: &round.tables,
                free: &round.free,
                results: &ended.results,
            })
            .collect()
    }

    /// The round that is played now.
    pub(super) fn current(&self) -> Option<&Round> {
        self.rounds.get(self.ended.len())
    }

    /// Whether an entrant asked not to be paired any more.
    pub(super) fn has_withdrawn(&self, entrant: Entrant) -> bool {
        let stored = self.tournament.entrants.get(entrant.index());
        stored.is_some_and(|stored| self.withdrawn.contains(&stored.person.0))
    }

    /// What an entrant of an arena does.
    pub(super) fn doing(&self, entrant: Entrant) -> Doing {
        let person = self.tournament.entrants.get(entrant.index()).map(|stored| stored.person.0);
        let joined_at = person.and_then(|person| self.joined.get(&person).copied());
        // Who was forgotten has no document any more.
        let has_left = self.has_withdrawn(entrant) || joined_at.is_none();
        doing(entrant, joined_at.unwrap_or_default(), has_left, &self.games)
    }
}

impl Server {
    pub(super) async fn read_stored_tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<Tournament>, TournamentError> {
        let found = self.store().document(tournament::TOURNAMENT, &id.to_string()).await?;
        Ok(found.map(|document| serde_json::from_str(&document.body)).transpose()?)
    }

    /// The documents of a kind with their ids, in no order.
    async fn read_all<T: DeserializeOwned>(&self, kind: String) -> Result<Vec<(String, T)>, TournamentError> {
        let query = DocumentsQuery { kind, person: None, before: None, limit: ALL };
        let found = self.store().documents(query).await?;
        let read = found.into_iter().map(|document| Ok((document.id, serde_json::from_str(&document.body)?)));
        read.collect()
    }

    /// The same by the number of a table, from 0.
    async fn read_by_table<T: DeserializeOwned>(
        &self,
        kind: String,
    ) -> Result<BTreeMap<usize, T>, TournamentError> {
        let all: Vec<(String, T)> = self.read_all(kind).await?;
        let numbered =
            all.into_iter().filter_map(|(id, body)| Some((id.parse::<usize>().ok()?.checked_sub(1)?, body)));
        Ok(numbered.collect())
    }

    /// Everybody who has entered a tournament whose entry is not closed, in the order of entry.
    pub(super) async fn read_entrants(
        &self,
        id: TournamentId,
    ) -> Result<Vec<StoredEntrant>, TournamentError> {
        let kind = tournament::entrants(id);
        let query = DocumentsQuery { kind, person: None, before: None, limit: ALL };
        let mut found = self.store().documents(query).await?;
        found.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
        // Two who enter at once at the last place may both be stored.
        found.truncate(MAX_ENTRANTS as usize);
        Ok(found
            .iter()
            .map(|document| serde_json::from_str(&document.body))
            .collect::<Result<_, serde_json::Error>>()?)
    }

    pub(super) async fn load_tournament(&self, id: TournamentId) -> Result<Option<Loaded>, TournamentError> {
        let (key, store) = (id.to_string(), self.store());
        let Some(Document { body, .. }) = store.document(tournament::TOURNAMENT, &key).await? else {
            return Ok(None);
        };
        let tournament: Tournament = serde_json::from_str(&body)?;
        let (form, in_entry) = (tournament.settings.form, tournament.stage == Stage::Entry);
        let can_be_open = match form {
            Form::Rounds(_) => in_entry,
            Form::Arena(_) => in_entry || tournament.stage == Stage::Running,
        };
        let entry_open = can_be_open && store.document(tournament::ENTRY, &key).await?.is_some();
        let cancelled = store.document(tournament::CANCELLED, &key).await?.is_some();
        let mut loaded = Loaded {
            body,
            tournament,
            entry_open,
            cancelled,
            begun: false,
            withdrawn: BTreeSet::new(),
            joined: BTreeMap::new(),
            games: Vec::new(),
            rounds: Vec::new(),
            ended: Vec::new(),
            tables: BTreeMap::new(),
            results: BTreeMap::new(),
        };
        match form {
            Form::Rounds(_) if in_entry => loaded.tournament.entrants = self.read_entrants(id).await?,
            Form::Rounds(_) => self.load_rounds(id, &mut loaded).await?,
            Form::Arena(_) => self.load_arena(id, &mut loaded).await?,
        }
        Ok(Some(loaded))
    }

    async fn load_rounds(&self, id: TournamentId, loaded: &mut Loaded) -> Result<(), TournamentError> {
        loaded.withdrawn = self.read_withdrawn(id).await?;
        loaded.rounds =
            self.read_all(tournament::rounds(id)).await?.into_iter().map(|(_, round)| round).collect();
        loaded.rounds.sort_by_key(|round| round.number);
        loaded.ended =
            self.read_all(tournament::ended(id)).await?.into_iter().map(|(_, ended)| ended).collect();
        loaded.ended.sort_by_key(|ended| ended.number);
        if let Some(round) = loaded.current().map(|round| round.number) {
            loaded.tables = self.read_by_table(tournament::tables(id, round)).await?;
            loaded.results = self.read_by_table(tournament::results(id, round)).await?;
        }
        Ok(())
    }

    async fn load_arena(&self, id: TournamentId, loaded: &mut Loaded) -> Result<(), TournamentError> {
        loaded.begun = self.store().document(tournament::BEGUN, &id.to_string()).await?.is_some();
        // Results are read first, so that the table of every result is read, too, even if a game ends in between.
        let mut results = self.read_by_table(tournament::results(id, ARENA_ROUND)).await?;
        let tables: BTreeMap<usize, ArenaTable> =
            self.read_by_table(tournament::tables(id, ARENA_ROUND)).await?;
        let games = tables.into_iter().map(|(place, played)| ArenaGame {
            number: place as u16 + 1,
            played,
            result: results.remove(&place),
        });
        loaded.games = games.collect();
        loaded.withdrawn = self.read_withdrawn(id).await?;
        let joined: Vec<(String, StoredEntrant)> = self.read_all(tournament::entrants(id)).await?;
        loaded.joined =
            joined.into_iter().filter_map(|(_, own)| Some((own.person.0, own.joined_at?))).collect();
        // Last: everybody who sits or has joined is in the list.
        loaded.tournament.entrants = self.read_numbered(id).await?;
        Ok(())
    }

    /// Everybody who ever entered an arena, in the order of entry.
    pub(super) async fn read_numbered(
        &self,
        id: TournamentId,
    ) -> Result<Vec<StoredEntrant>, TournamentError> {
        let mut numbered: Vec<(String, StoredEntrant)> = self.read_all(tournament::numbers(id)).await?;
        numbered.sort_by_key(|(_, entrant)| entrant.number);
        Ok(numbered.into_iter().map(|(_, entrant)| entrant).collect())
    }

    async fn read_withdrawn(&self, id: TournamentId) -> Result<BTreeSet<u64>, TournamentError> {
        let withdrawn: Vec<(String, ())> = self.read_all(tournament::withdrawn(id)).await?;
        Ok(withdrawn.iter().filter_map(|(person, ())| person.parse().ok()).collect())
    }

    /// The latest tournaments as the list has them.
    pub(super) async fn read_tournaments(&self, most: u32) -> Result<Vec<TournamentInfo>, TournamentError> {
        let query = DocumentsQuery {
            kind: tournament::TOURNAMENT.to_owned(),
            person: None,
            before: None,
            limit: most,
        };
        let mut list = Vec::new();
        for document in self.store().documents(query).await? {
            let Ok(id) = document.id.parse() else { continue };
            let stored: Tournament = serde_json::from_str(&document.body)?;
            let (count, round) = match (stored.settings.form, stored.stage) {
                (Form::Arena(_), _) => (self.read_numbered(id).await?.len(), 0),
                (Form::Rounds(_), Stage::Entry) => (self.read_entrants(id).await?.len(), 0),
                (Form::Rounds(_), _) => {
                    let rounds = self.read_all::<Round>(tournament::rounds(id)).await?;
                    (stored.entrants.len(), rounds.len())
                }
            };
            list.push(view::info(id, &stored, count, round));
        }
        Ok(list)
    }

    /// The tournaments that are not over.
    pub(super) async fn live_tournaments(&self) -> Result<Vec<TournamentId>, TournamentError> {
        let all: Vec<(String, ())> = self.read_all(tournament::LIVE.to_owned()).await?;
        Ok(all.into_iter().filter_map(|(id, ())| id.parse().ok()).collect())
    }
}
