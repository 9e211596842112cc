//! The watch list: people somebody follows, and their running public games.

use std::collections::{HashMap, HashSet};

use protocol::{Occupant, Refusal, RefusalCode, TableInfo, TableStage};
use store::{CommitError, ReadError, Write};

use super::Server;
use crate::people::follows::{self, FOLLOW, FollowedPerson, MAX_FOLLOWS};
use crate::people::{PersonId, cannot_read};

impl Server {
    /// Whom a person follows, the latest first, by their names of today. Without people whom they block.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn followed_by(&self, by: PersonId) -> Result<Vec<FollowedPerson>, ReadError> {
        let found = self.store().documents(follows::query(by)).await?;
        let people = found.iter().map(follows::read).collect::<Result<Vec<_>, _>>()?;
        let names: HashMap<u64, String> = self
            .store()
            .names_of(people.iter().map(|person| person.0).collect())
            .await?
            .into_iter()
            .collect();
        let blocked: HashSet<PersonId> =
            self.blocked_by(by).await?.into_iter().map(|blocked| blocked.person).collect();
        let known = people.into_iter().zip(found).filter_map(|(person, document)| {
            let name = names.get(&person.0).filter(|_| !blocked.contains(&person))?;
            Some(FollowedPerson { person, name: name.clone(), since: document.at })
        });
        Ok(known.collect())
    }

    /// A person follows somebody.
    ///
    /// # Errors
    /// If there is nobody of that name, it is oneself or somebody one blocks, was done already, would be too many, or cannot be
    /// stored.
    pub async fn follow(&self, by: PersonId, name: &str) -> Result<(), Refusal> {
        let now = self.time().now();
        let unreadable = |error: ReadError| cannot_read(&error, now);
        let whom = self.stored_person(name).await?;
        if by == whom.id {
            return Err(Refusal::new(RefusalCode::NoSuchPerson, "You cannot follow yourself."));
        }
        if self.blocks(by, whom.id).await.map_err(unreadable)? {
            let sentence = format!("You block {name}: end that first.");
            return Err(Refusal::new(RefusalCode::NoSuchPerson, sentence));
        }
        // People who are gone count no more, but their entries do until they are taken out.
        let list = self.store().documents(follows::query(by)).await.map_err(unreadable)?;
        if list.len() >= MAX_FOLLOWS {
            let sentence = format!("You follow {MAX_FOLLOWS} people: end that with somebody first.");
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        let add = Write::AddDocument(follows::document(by, whom.id, now)?);
        match self.store().commit(vec![add]).await {
            Ok(()) => Ok(()),
            Err(CommitError::DocumentExists { .. }) => {
                let sentence = format!("You follow {} already.", whom.name);
                Err(Refusal::new(RefusalCode::AlreadyDone, sentence))
            }
            Err(error) => Err(crate::moderation::not_stored(&error)),
        }
    }

    /// A person does not follow somebody any more. False if they did not.
    ///
    /// # Errors
    /// If there is nobody of that name, or it cannot be stored.
    pub async fn unfollow(&self, by: PersonId, name: &str) -> Result<bool, Refusal> {
        let whom = self.stored_person(name).await?;
        let (id, at) = (follows::id_of(by, whom.id), self.time().now());
        match self.store().commit(vec![Write::TakeDocument { kind: FOLLOW.to_owned(), id, at }]).await {
            Ok(()) => Ok(true),
            Err(CommitError::NoDocument { .. }) => Ok(false),
            Err(error) => Err(crate::moderation::not_stored(&error)),
        }
    }

    /// The running public games of the people whom a person follows, the newest table first. Somebody who blocks the person is
    /// not shown.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn games_of_followed(&self, by: PersonId) -> Result<Vec<TableInfo>, ReadError> {
        let followed = self.followed_by(by).await?;
        let mut names: HashMap<&str, PersonId> =
            followed.iter().map(|followed| (followed.name.as_str(), followed.person)).collect();
        let sits = |names: &HashMap<&str, PersonId>, info: &TableInfo| {
            let of_seat = |occupant: &Occupant| match occupant {
                Occupant::Person { name, .. } => names.get(name.as_str()).copied(),
                Occupant::Empty | Occupant::Bot { .. } => None,
            };
            info.seats.iter().filter_map(|seat| of_seat(&seat.occupant)).collect::<Vec<_>>()
        };
        let mut running = self.lobby().public_of(names.keys().copied());
        running.retain(|info| info.stage == TableStage::Running);
        let playing: HashSet<PersonId> = running.iter().flat_map(|info| sits(&names, info)).collect();
        for person in playing {
            if self.blocks(person, by).await? {
                names.retain(|_, followed| *followed != person);
            }
        }
        running.retain(|info| !sits(&names, info).is_empty());
        running.sort_by_key(|info| std::cmp::Reverse(info.opened_at));
        Ok(running)
    }
}
