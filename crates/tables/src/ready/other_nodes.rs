//! What the keeper has received from other nodes.

use std::collections::BTreeMap;

use super::Entry;
use super::own::{NodeWishes, OwnWishes};
use crate::people::PersonId;

/// A node that has sent nothing for this long is treated as disconnected, in milliseconds, and so are its people, until they
/// reconnect.
const SILENT_MS: i64 = 5_000;

#[derive(Default, Debug)]
pub(super) struct OtherNodes {
    nodes: BTreeMap<u64, (NodeWishes, i64)>,
    /// Wishes that the previous keeper knew or that are stored: these people reconnect, or are called.
    remembered: Vec<Entry>,
}

impl OtherNodes {
    /// What a new keeper begins with.
    pub(super) fn remembering(wishes: impl IntoIterator<Item = Entry>, now: i64) -> Self {
        let mut remembered: BTreeMap<PersonId, Entry> = BTreeMap::new();
        for mut entry in wishes {
            entry.lost_at.get_or_insert(now);
            if remembered.get(&entry.person()).is_none_or(|known| known.said < entry.said) {
                remembered.insert(entry.person(), entry);
            }
        }
        Self { nodes: BTreeMap::new(), remembered: remembered.into_values().collect() }
    }

    /// Replaces a node's wishes; false if these are older than the ones it sent before.
    pub(super) fn take(&mut self, node: u64, wishes: NodeWishes, now: i64) -> bool {
        if self.nodes.get(&node).is_some_and(|(known, _)| known.n >= wishes.n) {
            return false;
        }
        self.nodes.insert(node, (wishes, now));
        true
    }

    /// One wish for each person: the last one; a person who is connected to any node is here.
    pub(super) fn merged(&self, own: &OwnWishes, now: i64) -> Vec<Entry> {
        let heard = self.nodes.values().flat_map(|(wishes, heard_at)| {
            let lost = (heard_at + SILENT_MS <= now).then_some(heard_at + SILENT_MS);
            wishes.wishes.iter().map(move |entry| Entry { lost_at: entry.lost_at.or(lost), ..entry.clone() })
        });
        let mut merged: Vec<Entry> = Vec::new();
        let mut places: BTreeMap<PersonId, usize> = BTreeMap::new();
        for entry in own.entries().iter().cloned().chain(heard).chain(self.remembered.iter().cloned()) {
            let Some(place) = places.get(&entry.person()) else {
                places.insert(entry.person(), merged.len());
                merged.push(entry);
                continue;
            };
            let known = &mut merged[*place];
            if known.said < entry.said {
                *known = entry;
            } else if known.said == entry.said {
                known.lost_at = known.lost_at.zip(entry.lost_at).map(|(one, other)| one.max(other));
            }
        }
        merged
    }

    /// Whether a node still says what a person said until then.
    pub(super) fn says(&self, person: PersonId, until: i64) -> bool {
        let of_node = |wishes: &NodeWishes| {
            wishes.wishes.iter().any(|entry| entry.person() == person && entry.said <= until)
                || wishes.withdrawn.iter().any(|(it, _)| *it == person)
        };
        self.nodes.values().any(|(wishes, _)| of_node(wishes))
            || self.remembered.iter().any(|entry| entry.person() == person && entry.said <= until)
    }

    /// Forgets wishes whose time is up, and nodes that are gone.
    pub(super) fn expire(&mut self, now: i64, is_over: impl Fn(&Entry) -> bool) {
        self.remembered.retain(|entry| entry.ends_at() > now && !is_over(entry));
        self.nodes.retain(|_, (wishes, heard_at)| {
            *heard_at + SILENT_MS > now
                || wishes.wishes.iter().any(|entry| {
                    let lost_at = entry.lost_at.or(Some(*heard_at + SILENT_MS));
                    Entry { lost_at, ..entry.clone() }.ends_at() > now && !is_over(entry)
                })
        });
    }
}
