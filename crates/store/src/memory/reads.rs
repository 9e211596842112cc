//! Questions, leases and claims.

use std::time::Duration;

use super::{MemoryDatabase, NodeRow, Rows, TableRow, lock};
use crate::{
    Claim, ClaimedTable, Document, DocumentsQuery, DueTable, GamesQuery, HeadToHead, JournalRow, Node,
    OwnedTable, PastRating, Person, PersonFigure, PlayerGameStats, RatingHistoryQuery, ReadError,
    ReadableGames, RenewedLease, Replay, ReplayHead, ReplaySeat, SeatAtTable, SizeStats, StoredReview,
    StoredTable, TableCounts,
};

/// Asks the database.
#[derive(Clone)]
pub(crate) struct Reader {
    database: MemoryDatabase,
    node: u64,
}

impl Reader {
    pub(super) const fn new(database: MemoryDatabase, node: u64) -> Self {
        Self { database, node }
    }

    async fn ask<T>(&self, question: impl FnOnce(&mut Rows, i64) -> T) -> Result<T, ReadError> {
        self.database.travel(self.node).await.map_err(ReadError::Failed)?;
        let now = self.database.now();
        let answer = question(&mut lock(&self.database.0.rows), now);
        self.database.travel(self.node).await.map_err(ReadError::Failed)?;
        Ok(answer)
    }

    pub(crate) async fn stored_table(&self, table: u64) -> Result<Option<StoredTable>, ReadError> {
        self.ask(|rows, _| {
            let row = rows.tables.get(&table).filter(|row| row.closed.is_none())?;
            let fact = |(seq, (at, body)): (&u64, &(i64, String))| JournalRow {
                seq: *seq,
                at: *at,
                body: body.clone(),
            };
            Some(StoredTable {
                table,
                opened: row.opened,
                epoch: row.epoch,
                owner: row.owner,
                wake_at: row.wake_at,
                journal: Ok(row.entries.iter().map(fact).collect()),
            })
        })
        .await
    }

    pub(crate) async fn table_counts(&self) -> Result<TableCounts, ReadError> {
        self.ask(|rows, _| {
            let open = || rows.tables.values().filter(|row| row.closed.is_none());
            TableCounts {
                stored: open().count() as u64,
                owned: open().filter(|row| row.owner.is_some()).count() as u64,
                next_wake: open().filter_map(|row| row.wake_at).min(),
            }
        })
        .await
    }

    pub(crate) async fn owned_tables(&self) -> Result<Vec<OwnedTable>, ReadError> {
        self.ask(|rows, _| {
            let owned = rows.tables.iter().filter_map(|(table, row)| {
                Some(OwnedTable { table: *table, owner: row.owner?, has_info: row.info.is_some() })
            });
            owned.collect()
        })
        .await
    }

    pub(crate) async fn due_tables(&self, now: i64, limit: u32) -> Result<Vec<DueTable>, ReadError> {
        self.ask(|rows, _| {
            let due = rows.tables.iter().filter_map(|(table, row)| {
                row.wake_at.filter(|at| *at <= now).map(|wake_at| DueTable { table: *table, wake_at })
            });
            let mut due: Vec<_> = due.collect();
            due.sort_by_key(|due| due.wake_at);
            due.truncate(limit as usize);
            due
        })
        .await
    }

    pub(crate) async fn tables_of(&self, person: u64) -> Result<Vec<SeatAtTable>, ReadError> {
        self.ask(|rows, _| {
            let seats =
                rows.tables.iter().filter(|(_, row)| row.closed.is_none()).filter_map(|(table, row)| {
                    let people = &row.info.as_ref()?.people;
                    let seated = people.iter().find(|seated| seated.person == person)?;
                    Some(SeatAtTable { table: *table, seat: seated.seat })
                });
            seats.collect()
        })
        .await
    }

    pub(crate) async fn table_by_invite_code(&self, invite_code: &str) -> Result<Option<u64>, ReadError> {
        self.ask(|rows, _| {
            let has = |row: &TableRow| {
                row.info.as_ref().is_some_and(|info| info.invite_code.as_deref() == Some(invite_code))
            };
            rows.tables.iter().find(|(_, row)| has(row)).map(|(table, _)| *table)
        })
        .await
    }

    pub(crate) async fn closed_tables(&self, closed_before: i64, limit: u32) -> Result<Vec<u64>, ReadError> {
        self.ask(|rows, _| {
            let closed = |row: &TableRow| row.closed.is_some_and(|closed| closed < closed_before);
            let closed = rows.tables.iter().filter(|(_, row)| closed(row)).map(|(table, _)| *table);
            closed.take(limit as usize).collect()
        })
        .await
    }

    pub(crate) async fn idle_people(&self, _seen_before: i64, _limit: u32) -> Result<Vec<u64>, ReadError> {
        // Nobody is forgotten in a simulation.
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn has_expired_documents(&self, before: i64) -> Result<bool, ReadError> {
        self.ask(|rows, _| {
            rows.documents.values().any(|kept| kept.expires.is_some_and(|expires| expires < before))
        })
        .await
    }

    pub(crate) async fn old_replays(&self, ended_before: i64, limit: u32) -> Result<Vec<String>, ReadError> {
        self.ask(|rows, _| {
            let old = rows.replays.iter().filter(|replay| replay.ended < ended_before);
            old.map(|replay| replay.id.clone()).take(limit as usize).collect()
        })
        .await
    }

    pub(crate) async fn people(&self) -> Result<Vec<Person>, ReadError> {
        self.ask(|rows, _| rows.people.values().cloned().collect()).await
    }

    pub(crate) async fn person_by_name_key(&self, name_key: &str) -> Result<Option<Person>, ReadError> {
        self.ask(|rows, _| rows.people.values().find(|person| person.name_key == name_key).cloned()).await
    }

    pub(crate) async fn replay(&self, id: &str) -> Result<Option<Replay>, ReadError> {
        self.ask(|rows, _| rows.replays.iter().find(|replay| replay.id == id).cloned()).await
    }

    pub(crate) async fn games_of(&self, query: &GamesQuery) -> Result<Vec<ReplayHead>, ReadError> {
        let GamesQuery { person, limit, .. } = query;
        self.ask(|rows, _| {
            let played = rows.replays.iter().enumerate().rev();
            let played = played
                .filter(|(_, replay)| replay.results.iter().any(|result| result.person == Some(*person)));
            let head = |(place, replay): (usize, &Replay)| ReplayHead {
                place: place as u64,
                id: replay.id.clone(),
                game: replay.game.clone(),
                ended: replay.ended,
                public: replay.public,
                rated: replay.rated,
                results: replay.results.clone(),
            };
            played.take(*limit as usize).map(head).collect()
        })
        .await
    }

    pub(crate) async fn rated_games(&self, _after: u64, _limit: u32) -> Result<Vec<ReplayHead>, ReadError> {
        // No game is rated in a simulation.
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn names_of(&self, people: &[u64]) -> Result<Vec<(u64, String)>, ReadError> {
        self.ask(|rows, _| {
            let named = people.iter().filter_map(|id| Some((*id, rows.people.get(id)?.name.clone())));
            named.collect()
        })
        .await
    }

    pub(crate) async fn standing(&self, _name_key: &str) -> Result<Vec<PlayerGameStats>, ReadError> {
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn standing_by_seats(&self, _person: u64) -> Result<Vec<SizeStats>, ReadError> {
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn head_to_head(
        &self,
        _person: u64,
        _opponent: u64,
        _viewer: Option<u64>,
    ) -> Result<Vec<HeadToHead>, ReadError> {
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn rating_history(
        &self,
        _query: &RatingHistoryQuery,
    ) -> Result<Vec<PastRating>, ReadError> {
        // No game is rated in a simulation.
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn seats_in_replays(
        &self,
        _person: u64,
        _limit: u32,
    ) -> Result<Vec<ReplaySeat>, ReadError> {
        // Nobody is forgotten in a simulation.
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn documents_of(&self, person: u64) -> Result<Vec<Document>, ReadError> {
        self.ask(|rows, _| {
            let own = rows.documents.values().filter(|document| document.person == Some(person));
            own.cloned().collect()
        })
        .await
    }

    pub(crate) async fn figures_of(&self, _person: u64) -> Result<Vec<PersonFigure>, ReadError> {
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn uncounted_replays(&self, _limit: u32) -> Result<Vec<String>, ReadError> {
        // Nothing is counted in a simulation.
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn unsummed_replays(&self, _limit: u32) -> Result<Vec<String>, ReadError> {
        self.ask(|_, _| Vec::new()).await
    }

    pub(crate) async fn person(&self, id: u64) -> Result<Option<Person>, ReadError> {
        self.ask(|rows, _| rows.people.get(&id).cloned()).await
    }

    pub(crate) async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, ReadError> {
        self.ask(|rows, _| rows.documents.get(&(kind.to_owned(), id.to_owned())).cloned()).await
    }

    pub(crate) async fn documents(&self, query: &DocumentsQuery) -> Result<Vec<Document>, ReadError> {
        self.ask(|rows, _| rows.documents(query)).await
    }

    pub(crate) async fn review(&self, replay: &str) -> Result<Option<StoredReview>, ReadError> {
        self.ask(|rows, _| rows.reviews.get(replay).cloned()).await
    }

    pub(crate) async fn open_reviews(&self, limit: u32) -> Result<Vec<String>, ReadError> {
        self.ask(|rows, _| {
            let mut open: Vec<_> = rows.reviews.iter().filter(|(_, review)| review.body.is_none()).collect();
            open.sort_by_key(|(_, review)| review.asked);
            open.into_iter().take(limit as usize).map(|(replay, _)| replay.clone()).collect()
        })
        .await
    }

    pub(crate) async fn meta(&self, key: &str) -> Result<Option<String>, ReadError> {
        self.ask(|rows, _| rows.meta.get(key).cloned()).await
    }

    pub(crate) async fn renew_lease(
        &self,
        node: u64,
        name: &str,
        build: &str,
        length: Duration,
    ) -> Result<RenewedLease, ReadError> {
        let length = length.as_millis() as i64;
        self.ask(|rows, now| {
            let before = rows.nodes.get(&node);
            let had_lapsed = before.is_none_or(|row| row.alive_until <= now);
            let started = before.map_or(now, |row| row.started);
            let (name, build) = (name.to_owned(), build.to_owned());
            rows.nodes
                .insert(node, NodeRow { name, build, started, renewed: now, alive_until: now + length });
            RenewedLease { had_lapsed, now, living: living(rows, now) }
        })
        .await
    }

    pub(crate) async fn living_nodes(&self) -> Result<Vec<Node>, ReadError> {
        self.ask(|rows, now| living(rows, now)).await
    }

    pub(crate) async fn end_lease(&self, node: u64) -> Result<(), ReadError> {
        self.ask(|rows, now| {
            if let Some(row) = rows.nodes.get_mut(&node) {
                row.alive_until = now;
            }
        })
        .await
    }

    pub(crate) async fn claim_table(
        &self,
        node: u64,
        table: u64,
        can: &ReadableGames,
    ) -> Result<Claim, ReadError> {
        self.ask(|rows, now| {
            let nodes = rows.nodes.clone();
            let Some(row) = rows.tables.get_mut(&table).filter(|row| row.closed.is_none()) else {
                return Claim::NoTable;
            };
            let owner = row.owner.and_then(|owner| nodes.get(&owner));
            match row.owner {
                Some(owning) if owning != node && owner.is_some_and(|row| row.alive_until > now) => {
                    Claim::OwnedBy(owning)
                }
                _ if !is_readable(row, can) => Claim::Unreadable,
                _ => Claim::Taken(take(table, row, node, owner)),
            }
        })
        .await
    }

    pub(crate) async fn claim_waiting(
        &self,
        node: u64,
        due: i64,
        below: u64,
        limit: u32,
        can: &ReadableGames,
    ) -> Result<Vec<ClaimedTable>, ReadError> {
        self.ask(|rows, now| {
            let nodes = rows.nodes.clone();
            let is_gone =
                |owner: u64| owner != node && nodes.get(&owner).is_none_or(|row| row.alive_until <= now);
            let waiting = rows.tables.range_mut(..below).filter(|(_, row)| {
                let waits = match row.owner {
                    Some(owner) => is_gone(owner),
                    None => row.wake_at.is_some_and(|at| at <= due),
                };
                waits && row.closed.is_none() && is_readable(row, can)
            });
            let claimed = waiting.take(limit as usize).map(|(table, row)| {
                let owner = row.owner.and_then(|owner| nodes.get(&owner));
                take(*table, row, node, owner)
            });
            claimed.collect()
        })
        .await
    }

    pub(crate) async fn tables_owned_by(&self, node: u64) -> Result<Vec<(u64, u64)>, ReadError> {
        self.ask(|rows, _| {
            let own = rows.tables.iter().filter(|(_, row)| row.owner == Some(node) && row.closed.is_none());
            own.map(|(table, row)| (*table, row.epoch)).collect()
        })
        .await
    }

    pub(crate) async fn hold_lease(
        &self,
        node: u64,
        name: &str,
        length: Duration,
    ) -> Result<bool, ReadError> {
        let length = length.as_millis() as i64;
        self.ask(|rows, now| {
            let is_free =
                rows.leases.get(name).is_none_or(|(holder, until)| *holder == node || *until <= now);
            if is_free {
                rows.leases.insert(name.to_owned(), (node, now + length));
            }
            is_free
        })
        .await
    }

    pub(crate) async fn forget_gone_nodes(&self) -> Result<(), ReadError> {
        self.ask(|rows, now| {
            let owners: Vec<_> = rows.tables.values().filter_map(|row| row.owner).collect();
            rows.nodes.retain(|node, row| row.alive_until > now - 60_000 || owners.contains(node));
        })
        .await
    }

    pub(crate) async fn newest_table(&self, at_least: u64) -> Result<Option<u64>, ReadError> {
        self.ask(|rows, _| {
            let open = rows.tables.range(at_least..).filter(|(_, row)| row.closed.is_none());
            open.map(|(table, _)| *table).max()
        })
        .await
    }
}

fn living(rows: &Rows, now: i64) -> Vec<Node> {
    let living = rows.nodes.iter().filter(|(_, row)| row.alive_until > now);
    living
        .map(|(id, row)| Node {
            id: *id,
            name: row.name.clone(),
            build: row.build.clone(),
            started: row.started,
            renewed: row.renewed,
        })
        .collect()
}

fn is_readable(row: &TableRow, can: &ReadableGames) -> bool {
    let Some(info) = &row.info else { return true };
    let known = can.games.iter().zip(can.oldest.iter().zip(&can.newest));
    known
        .into_iter()
        .any(|(game, (oldest, newest))| *game == info.game && (*oldest..=*newest).contains(&info.versions()))
}

fn take(table: u64, row: &mut TableRow, node: u64, owner: Option<&NodeRow>) -> ClaimedTable {
    let claimed = ClaimedTable {
        table,
        epoch: row.epoch + 1,
        wake_at: row.wake_at,
        slept: row.owner.is_none(),
        last_alive: owner.map(|row| row.renewed),
    };
    (row.epoch, row.owner, row.wake_at) = (row.epoch + 1, Some(node), None);
    claimed
}
