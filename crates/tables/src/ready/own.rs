//! The wishes and answers that clients sent to one node.

use std::collections::BTreeMap;

use protocol::Nonce;
use serde::{Deserialize, Serialize};

use super::{Entry, KeeperState};
use crate::people::PersonId;

/// Somebody accepts a proposal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) person: PersonId,
    pub(crate) proposal: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nonce: Option<Nonce>,
}

/// Everything that clients sent to a node and that the keeper must know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct NodeWishes {
    /// Counts up.
    pub(crate) n: u64,
    pub(crate) wishes: Vec<Entry>,
    /// Who took back what they said until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) withdrawn: Vec<(PersonId, i64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) answers: Vec<Answer>,
}

/// The wishes that were said to this node, and those of people who came here from another one.
#[derive(Default, Debug)]
pub(crate) struct OwnWishes {
    /// In the order in which they were said.
    entries: Vec<Entry>,
    withdrawn: BTreeMap<PersonId, i64>,
    answers: Vec<Answer>,
}

impl OwnWishes {
    pub(crate) fn entry(&self, person: PersonId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.person() == person)
    }

    pub(super) fn withdrawn(&self, person: PersonId) -> Option<i64> {
        self.withdrawn.get(&person).copied()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Notes a wish, in the place of what the person wished for before.
    pub(crate) fn put(&mut self, entry: Entry) {
        self.withdrawn.remove(&entry.person());
        match self.entries.iter_mut().find(|known| known.person() == entry.person()) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Somebody takes back what they said until then.
    pub(crate) fn withdraw(&mut self, person: PersonId, said: i64) {
        self.entries.retain(|entry| entry.person() != person);
        self.withdrawn.insert(person, said);
    }

    /// The last connection of somebody to this node was lost.
    pub(crate) fn lost(&mut self, person: PersonId, now: i64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.person() == person) {
            entry.lost_at.get_or_insert(now);
        }
    }

    /// A person whose wish is on the list has connected to this node.
    pub(crate) fn returned(&mut self, person: PersonId, heard: Option<&Entry>) {
        if let Some(heard) =
            heard.filter(|heard| self.withdrawn.get(&person).is_none_or(|it| heard.said > *it))
            && self.entry(person).is_none_or(|own| own.said < heard.said)
        {
            self.put(heard.clone());
        }
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.person() == person) {
            entry.lost_at = None;
        }
    }

    /// Somebody accepts. A second answer changes nothing.
    pub(crate) fn accept(&mut self, answer: Answer) {
        let same = |it: &&Answer| it.person == answer.person && it.proposal == answer.proposal;
        if !self.answers.iter().any(|it| same(&it)) {
            self.answers.push(answer);
        }
    }

    /// Forgets wishes whose time is up.
    pub(crate) fn expire(&mut self, now: i64) {
        self.entries.retain(|entry| entry.ends_at() > now);
    }

    /// Updates whom people block, for those whose lists this node has.
    pub(crate) fn note_blocks(&mut self, blocked_by: impl Fn(PersonId) -> Option<Vec<PersonId>>) {
        for entry in &mut self.entries {
            if let Some(blocked) = blocked_by(entry.person()) {
                entry.blocked = blocked;
            }
        }
    }

    /// Applies the keeper's state: removes wishes that are over, and takes over the wishes of people who are connected here.
    pub(super) fn hear(&mut self, state: &KeeperState, is_connected: impl Fn(PersonId) -> bool) {
        let is_newer =
            |entry: &Entry| state.waiting(entry.person()).is_some_and(|heard| heard.said > entry.said);
        self.entries.retain(|entry| !state.is_over(entry) && !is_newer(entry));
        self.withdrawn
            .retain(|person, said| !state.over.iter().any(|(over, until)| over == person && *until >= *said));
        self.answers.retain(|answer| state.asked(answer.person, answer.proposal).is_some());
        for entry in state.waiting.iter().filter(|entry| is_connected(entry.person())) {
            self.returned(entry.person(), Some(entry));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.withdrawn.is_empty() && self.answers.is_empty()
    }

    pub(super) fn says(&self, person: PersonId, until: i64) -> bool {
        self.entry(person).is_some_and(|entry| entry.said <= until) || self.withdrawn.contains_key(&person)
    }

    pub(super) fn told(&self, n: u64) -> NodeWishes {
        NodeWishes {
            n,
            wishes: self.entries.clone(),
            withdrawn: self.withdrawn.iter().map(|(person, said)| (*person, *said)).collect(),
            answers: self.answers.clone(),
        }
    }
}
