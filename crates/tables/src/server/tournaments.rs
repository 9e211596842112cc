//! Tournaments at the running server: who opens, enters, withdraws and starts them.

mod arena;
mod forgetting;
mod progress;
mod stored;
mod tables;
mod view;

use protocol::{
    NewTournament, Nonce, Refusal, RefusalCode, Secret, TournamentDetails, TournamentId, TournamentList,
};
use store::{CommitError, Document, DocumentsQuery, Write};

pub(super) use self::progress::run_tournaments;
pub(in crate::server) use self::stored::TournamentError;
use super::Server;
use crate::announcements::Announcement;
use crate::entropy::Entropy;
use crate::people::{PersonId, PersonInfo};
use crate::tournament::settings::Form;
use crate::tournament::{self, Organiser, Settings, Stage, StoredEntrant, Tournament};

/// How many tournaments the list has.
const MAX_LISTED: u32 = 50;

/// Which tables of an arena are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownTables {
    /// Those that are played, and the latest that are finished.
    Latest,
    /// All of them, as an export has them.
    All,
}

/// Who organises a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentOrganiser {
    /// A person, with limits.
    Person(PersonInfo),
    /// The operator of the server.
    Operator,
}

fn refuse<T>(code: RefusalCode, sentence: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, sentence))
}

pub(super) fn unavailable(error: &TournamentError) -> Refusal {
    tracing::warn!(%error, "a tournament is not available");
    Refusal::new(RefusalCode::NotSaved, "The house cannot look that up or store it just now. Try again.")
}

pub(super) fn no_such_tournament() -> Refusal {
    Refusal::new(RefusalCode::NoSuchTournament, "There is no such tournament.")
}

fn entry_closed() -> Refusal {
    Refusal::new(RefusalCode::AlreadyStarted, "Entry to this tournament is closed.")
}

impl Server {
    /// Opens a tournament. From now on the server is committed to its random seed.
    ///
    /// # Errors
    /// If it cannot be, there are too many, or it cannot be stored.
    pub async fn open_tournament(
        &self,
        organiser: &TournamentOrganiser,
        new: NewTournament,
    ) -> Result<TournamentId, Refusal> {
        let now = self.time().now();
        let settings = Settings::check(new, now)?;
        if self.count_documents(tournament::LIVE, None, tournament::MAX_LIVE).await? >= tournament::MAX_LIVE {
            return refuse(RefusalCode::LimitReached, "The house has enough tournaments for now.");
        }
        let organiser = match organiser {
            TournamentOrganiser::Person(person) => {
                let most = tournament::MAX_ORGANISED;
                if self.count_documents(tournament::ORGANISED, Some(person.id), most).await? >= most {
                    let sentence = format!("One person organises at most {most} tournaments at a time.");
                    return refuse(RefusalCode::LimitReached, &sentence);
                }
                Some(Organiser { person: person.id, name: person.name.as_str().to_owned() })
            }
            TournamentOrganiser::Operator => None,
        };
        let (id, secret) = draw(&self.config.entropy)?;
        let by = organiser.as_ref().map(|organiser| organiser.person.0);
        let opened = Tournament {
            settings,
            organiser,
            secret,
            opened_at: now,
            stage: Stage::Entry,
            ends_at: None,
            entrants: Vec::new(),
        };
        let document = |kind: &str, person| {
            let made = tournament::document(kind.to_owned(), id.to_string(), now, now, &());
            made.map(|document| Document { person, ..document })
        };
        let writes = || -> Result<Vec<Write>, serde_json::Error> {
            let mut writes = vec![
                Write::AddDocument(tournament::document(
                    tournament::TOURNAMENT.to_owned(),
                    id.to_string(),
                    now,
                    now,
                    &opened,
                )?),
                Write::AddDocument(document(tournament::LIVE, None)?),
                Write::AddDocument(document(tournament::ENTRY, None)?),
            ];
            if by.is_some() {
                writes.push(Write::AddDocument(document(tournament::ORGANISED, by)?));
            }
            Ok(writes)
        };
        let writes = writes().map_err(|error| unavailable(&error.into()))?;
        self.store().commit(writes).await.map_err(|error| unavailable(&error.into()))?;
        let (name, game) = (opened.settings.name.clone(), opened.settings.game.name().to_owned());
        self.announcements.say(Announcement::TournamentOpened { id, name, game });
        self.tournaments_changed();
        Ok(id)
    }

    /// Enters a tournament, or changes the nonce of somebody who has.
    ///
    /// # Errors
    /// If entry is closed, there are too many, or it cannot be stored.
    pub async fn enter_tournament(
        &self,
        person: &PersonInfo,
        id: TournamentId,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        let stored = self.stored_tournament(id).await?;
        if let Form::Arena(_) = stored.settings.form {
            return match stored.stage {
                Stage::Entry | Stage::Running => self.join_arena(person, id, &stored, nonce).await,
                Stage::Over { .. } | Stage::Cancelled { .. } => Err(entry_closed()),
            };
        }
        if stored.stage != Stage::Entry {
            return Err(entry_closed());
        }
        let own = person.id.0.to_string();
        let kind = tournament::entrants(id);
        let before = self.store().document(&kind, &own).await.map_err(|error| unavailable(&error.into()))?;
        if before.is_none() {
            let most = tournament::MAX_ENTRANTS;
            if self.count_documents(&kind, None, most).await? >= most {
                return refuse(RefusalCode::LimitReached, "This tournament is full.");
            }
            self.may_enter_another(person.id, id).await?;
        }
        let now = self.time().now();
        let name = person.name.as_str().to_owned();
        let entrant =
            StoredEntrant { person: person.id, name, nonce, number: None, joined_at: None, forgotten: false };
        // A person who only changes their nonce keeps their place in the list.
        let at = before.map_or(now, |before| before.at);
        let of_person = |document: Document| Document { person: Some(person.id.0), ..document };
        let writes = || -> Result<Vec<Write>, serde_json::Error> {
            let entry = tournament::document(kind, own, stored.opened_at, at, &entrant)?;
            let (kind, key) = (tournament::ENTERED.to_owned(), tournament::entered_id(id, person.id));
            let entered = tournament::document(kind, key, stored.opened_at, at, &())?;
            Ok(vec![
                require_entry(id, now),
                Write::PutDocument(of_person(entry)),
                Write::PutDocument(of_person(entered)),
            ])
        };
        let writes = writes().map_err(|error| unavailable(&error.into()))?;
        self.commit_entry(writes).await
    }

    /// Withdraws from a tournament: before it starts the entry is deleted, afterwards they are not paired any more.
    ///
    /// # Errors
    /// If they have not entered, or it cannot be stored.
    pub async fn withdraw_from_tournament(&self, person: PersonId, id: TournamentId) -> Result<(), Refusal> {
        let stored = self.stored_tournament(id).await?;
        let now = self.time().now();
        let own = person.0.to_string();
        let not_entered = || refuse(RefusalCode::NotSeated, "You have not entered this tournament.");
        let is_arena = matches!(stored.settings.form, Form::Arena(_));
        match stored.stage {
            Stage::Entry | Stage::Running if is_arena => self.leave_arena(person, id, &stored).await,
            Stage::Entry => {
                let kind = tournament::entrants(id);
                let found =
                    self.store().document(&kind, &own).await.map_err(|error| unavailable(&error.into()))?;
                if found.is_none() {
                    return not_entered();
                }
                let key = tournament::entered_id(id, person);
                let writes = vec![
                    require_entry(id, now),
                    Write::RemoveDocument { kind, id: own },
                    Write::RemoveDocument { kind: tournament::ENTERED.to_owned(), id: key },
                ];
                self.commit_entry(writes).await
            }
            Stage::Running if stored.number_of(person).is_some() => {
                let kind = tournament::withdrawn(id);
                let left = tournament::document(kind, own, stored.opened_at, now, &());
                let left = left.map_err(|error| unavailable(&error.into()))?;
                let key = tournament::entered_id(id, person);
                let writes = vec![
                    Write::PutDocument(left),
                    Write::RemoveDocument { kind: tournament::ENTERED.to_owned(), id: key },
                ];
                self.store().commit(writes).await.map_err(|error| unavailable(&error.into()))?;
                self.tournaments_changed();
                Ok(())
            }
            Stage::Running => not_entered(),
            Stage::Over { .. } | Stage::Cancelled { .. } => {
                refuse(RefusalCode::AlreadyDone, "This tournament is over.")
            }
        }
    }

    /// Starts a tournament now: the first round begins and entry to it closes, or the time of an arena begins.
    ///
    /// # Errors
    /// If somebody else organises it, it has started, or it cannot be stored.
    pub async fn start_tournament(&self, by: &TournamentOrganiser, id: TournamentId) -> Result<(), Refusal> {
        let stored = self.organised_tournament(by, id).await?;
        if stored.stage != Stage::Entry {
            return Err(entry_closed());
        }
        if let Form::Arena(_) = stored.settings.form {
            return self.start_arena(id, &stored).await;
        }
        if self.count_documents(&tournament::entrants(id), None, 2).await? < 2 {
            return refuse(RefusalCode::CannotStart, "A tournament needs two people at least.");
        }
        let (kind, at) = (tournament::ENTRY.to_owned(), self.time().now());
        let taken = Write::TakeDocument { kind, id: id.to_string(), at };
        self.commit_entry(vec![taken]).await
    }

    /// Calls a tournament off. Games that are played go on as ordinary ones.
    ///
    /// # Errors
    /// If somebody else organises it, it is over, or it cannot be stored.
    pub async fn cancel_tournament(&self, by: &TournamentOrganiser, id: TournamentId) -> Result<(), Refusal> {
        let stored = self.organised_tournament(by, id).await?;
        if let Stage::Over { .. } | Stage::Cancelled { .. } = stored.stage {
            return refuse(RefusalCode::AlreadyDone, "This tournament is over.");
        }
        let (kind, at) = (tournament::CANCELLED.to_owned(), self.time().now());
        let cancelled = tournament::document(kind, id.to_string(), stored.opened_at, at, &());
        let cancelled = cancelled.map_err(|error| unavailable(&error.into()))?;
        let write = Write::PutDocument(cancelled);
        self.store().commit(vec![write]).await.map_err(|error| unavailable(&error.into()))?;
        self.tournaments_changed();
        Ok(())
    }

    /// The latest tournaments.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn tournaments(&self) -> Result<TournamentList, Refusal> {
        let found = self.read_tournaments(MAX_LISTED).await.map_err(|error| unavailable(&error))?;
        Ok(TournamentList { now: self.time().now(), tournaments: found })
    }

    /// All that is public about a tournament, and what it is to a person; of an arena the latest tables, or all.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub async fn tournament(
        &self,
        id: TournamentId,
        person: Option<PersonId>,
        shown: ShownTables,
    ) -> Result<TournamentDetails, Refusal> {
        let found = self.load_tournament(id).await.map_err(|error| unavailable(&error))?;
        let loaded = found.ok_or_else(no_such_tournament)?;
        Ok(view::details(id, &loaded, person, shown, self.time().now()))
    }

    /// Whether nobody may see a replay yet, because others still play the same deal.
    ///
    /// # Errors
    /// If that cannot be read.
    pub async fn is_withheld(&self, replay: protocol::ReplayId) -> Result<bool, store::ReadError> {
        Ok(self.store().document(tournament::WITHHELD, &replay.to_string()).await?.is_some())
    }

    /// Something may be due at a tournament.
    pub(crate) fn tournaments_changed(&self) {
        self.context.tournaments.notify_one();
    }

    /// A commit that holds only while entry is open.
    async fn commit_entry(&self, writes: Vec<Write>) -> Result<(), Refusal> {
        match self.store().commit(writes).await {
            Ok(()) => {
                self.tournaments_changed();
                Ok(())
            }
            Err(CommitError::NoDocument { .. }) => Err(entry_closed()),
            Err(error) => Err(unavailable(&error.into())),
        }
    }

    async fn stored_tournament(&self, id: TournamentId) -> Result<Tournament, Refusal> {
        let found = self.read_stored_tournament(id).await.map_err(|error| unavailable(&error))?;
        found.ok_or_else(no_such_tournament)
    }

    async fn organised_tournament(
        &self,
        by: &TournamentOrganiser,
        id: TournamentId,
    ) -> Result<Tournament, Refusal> {
        let stored = self.stored_tournament(id).await?;
        let may = match by {
            TournamentOrganiser::Operator => true,
            TournamentOrganiser::Person(person) => {
                stored.organiser.as_ref().is_some_and(|organiser| organiser.person == person.id)
            }
        };
        if may { Ok(stored) } else { refuse(RefusalCode::NotHost, "Only the organiser can do that.") }
    }

    /// Whether somebody may enter another tournament.
    async fn may_enter_another(&self, person: PersonId, id: TournamentId) -> Result<(), Refusal> {
        let most = tournament::MAX_ENTERED;
        let query = DocumentsQuery {
            kind: tournament::ENTERED.to_owned(),
            person: Some(person.0),
            before: None,
            limit: most,
        };
        let entered = self.store().documents(query).await.map_err(|error| unavailable(&error.into()))?;
        let own = tournament::entered_id(id, person);
        if entered.len() as u32 >= most && entered.iter().all(|document| document.id != own) {
            let sentence = format!("One person enters at most {most} tournaments at a time.");
            return refuse(RefusalCode::LimitReached, &sentence);
        }
        Ok(())
    }

    /// How many documents of a kind there are, of one person or of all; counted up to a number.
    async fn count_documents(&self, kind: &str, person: Option<PersonId>, most: u32) -> Result<u32, Refusal> {
        let query = DocumentsQuery {
            kind: kind.to_owned(),
            person: person.map(|person| person.0),
            before: None,
            limit: most,
        };
        let found = self.store().documents(query).await.map_err(|error| unavailable(&error.into()))?;
        Ok(found.len() as u32)
    }
}

fn require_entry(id: TournamentId, at: i64) -> Write {
    Write::RequireDocument { kind: tournament::ENTRY.to_owned(), id: id.to_string(), at }
}

fn draw(entropy: &Entropy) -> Result<(TournamentId, Secret), Refusal> {
    Ok((TournamentId::new(entropy.u64()?), Secret::from_random(entropy.bytes()?)))
}
