//! Reads what is stored of tournaments.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{TableId, TournamentId, TournamentInfo};
use serde::de::DeserializeOwned;
use store::{CommitError, DocumentsQuery, ReadError};

use super::{Server, view};
use crate::tournament::pairing::Entrant;
use crate::tournament::standings::{EndedRound, TableResult};
use crate::tournament::{self, Ended, MAX_ENTRANTS, Round, Stage, StoredEntrant, Tournament};

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
    pub(super) tournament: Tournament,
    /// Whether people can still enter.
    pub(super) entry_open: bool,
    pub(super) cancelled: bool,
    pub(super) withdrawn: BTreeSet<u64>,
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
        let Some(mut tournament) = self.read_stored_tournament(id).await? else { return Ok(None) };
        let key = id.to_string();
        let store = self.store();
        let in_entry = tournament.stage == Stage::Entry;
        if in_entry {
            tournament.entrants = self.read_entrants(id).await?;
        }
        let entry_open = in_entry && store.document(tournament::ENTRY, &key).await?.is_some();
        let cancelled = store.document(tournament::CANCELLED, &key).await?.is_some();
        let mut loaded = Loaded {
            tournament,
            entry_open,
            cancelled,
            withdrawn: BTreeSet::new(),
            rounds: Vec::new(),
            ended: Vec::new(),
            tables: BTreeMap::new(),
            results: BTreeMap::new(),
        };
        if in_entry {
            return Ok(Some(loaded));
        }
        let withdrawn: Vec<(String, ())> = self.read_all(tournament::withdrawn(id)).await?;
        loaded.withdrawn = withdrawn.iter().filter_map(|(person, ())| person.parse().ok()).collect();
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
        Ok(Some(loaded))
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
            let (count, round) = match stored.stage {
                Stage::Entry => (self.read_entrants(id).await?.len(), 0),
                _ => (stored.entrants.len(), self.read_all::<Round>(tournament::rounds(id)).await?.len()),
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
