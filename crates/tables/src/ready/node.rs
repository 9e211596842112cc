//! One node: the wishes of its people, the last state it received from the keeper, what it has sent to its people, and the
//! list of all if it is the keeper.

use std::collections::BTreeMap;

use protocol::{Proposal, ProposalEnded, ServerMsg};

use super::list::{KeeperState, OpenProposal, ReadyList};
use super::other_nodes::OtherNodes;
use super::own::{Answer, NodeWishes, OwnWishes};
use super::{Entry, Wish};
use crate::people::PersonId;
use crate::table::Caller;

/// A new keeper makes no proposals for this long, in milliseconds, because the other nodes have to send their wishes first.
const SETTLE_MS: i64 = 1_500;

/// What a keeper says counts for this long against one who took the list over earlier, in milliseconds.
const HEARD_MS: i64 = 5_000;

/// Who keeps the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// This server, which has no others.
    Alone,
    /// This node, until then.
    Keeper { until: i64, settled_at: i64 },
    /// Another node.
    Follower,
}

/// The part of one node.
#[derive(Debug)]
pub(crate) struct ReadyNode {
    role: Role,
    pub(crate) own: OwnWishes,
    pub(crate) list: ReadyList,
    others: OtherNodes,
    /// The last state of the keeper; its own, if it is this node.
    heard: KeeperState,
    heard_from: Option<u64>,
    heard_at: i64,
    /// Which proposals were sent to the people here, and who was called then.
    told: BTreeMap<(PersonId, u32), Vec<PersonId>>,
    last_n: u64,
}

impl ReadyNode {
    pub(crate) fn new(is_alone: bool) -> Self {
        Self {
            role: if is_alone { Role::Alone } else { Role::Follower },
            own: OwnWishes::default(),
            list: ReadyList::default(),
            others: OtherNodes::default(),
            heard: KeeperState::default(),
            heard_from: None,
            heard_at: 0,
            told: BTreeMap::new(),
            last_n: 0,
        }
    }

    pub(crate) const fn is_keeper(&self, now: i64) -> bool {
        match self.role {
            Role::Alone => true,
            Role::Keeper { until, .. } => now < until,
            Role::Follower => false,
        }
    }

    /// Whether people may be asked.
    pub(crate) const fn is_settled(&self, now: i64) -> bool {
        match self.role {
            Role::Alone => true,
            Role::Keeper { until, settled_at } => now < until && now >= settled_at,
            Role::Follower => false,
        }
    }

    /// When the keeper has to look at the list again.
    pub(crate) fn next_due(&self, now: i64) -> Option<i64> {
        match self.role {
            Role::Keeper { settled_at, .. } if self.is_keeper(now) && now < settled_at => Some(settled_at),
            _ if self.is_keeper(now) => self.list.next_due(),
            _ => None,
        }
    }

    /// This node is the only one. These wishes are stored.
    pub(crate) fn remember(&mut self, stored: Vec<Entry>, now: i64) {
        self.list = ReadyList::of_keeper(now, &[]);
        self.others = OtherNodes::remembering(stored, now);
    }

    /// This node keeps the list until then.
    pub(crate) fn stay_keeper(&mut self, until: i64) {
        if let Role::Keeper { until: known, .. } = &mut self.role {
            *known = until.max(*known);
        }
    }

    /// This node keeps the list from now on. What the last keeper asked is over: it alone knew the secrets of those tables.
    pub(crate) fn become_keeper(&mut self, stored: Vec<Entry>, now: i64, until: i64) {
        self.role = Role::Keeper { until, settled_at: now + SETTLE_MS };
        self.heard.term = now.max(self.heard.term + 1);
        self.list = ReadyList::of_keeper(self.heard.term, &self.heard.over);
        self.others = OtherNodes::remembering(self.heard.waiting.drain(..).chain(stored), now);
    }

    /// Another node keeps the list.
    pub(crate) fn become_follower(&mut self) {
        self.role = Role::Follower;
        (self.list, self.others) = (ReadyList::default(), OtherNodes::default());
    }

    /// What a person wishes for, on whichever node they said it.
    pub(crate) fn entry(&self, person: PersonId) -> Option<&Entry> {
        let heard = self.heard.waiting(person);
        match (self.own.entry(person), heard) {
            (Some(own), Some(heard)) if heard.said > own.said => Some(heard),
            (Some(own), _) => Some(own),
            (None, heard) => heard,
        }
    }

    /// What a person wishes for from now on.
    pub(crate) fn new_entry(&self, caller: Caller, wish: Wish, now: i64) -> Entry {
        let (person, known) = (caller.person, self.entry(caller.person));
        let over = self.heard.over.iter().find(|(over, _)| *over == person).map(|(_, said)| *said);
        let said = [known.map(|known| known.said), over, self.own.withdrawn(person), self.list.over(person)];
        Entry::new(caller, wish, known, said.into_iter().flatten().max(), now)
    }

    pub(crate) const fn heard(&self) -> &KeeperState {
        &self.heard
    }

    /// A person has connected to this node. Returns the proposals they are asked about, and whether they are called to them.
    pub(crate) fn returned(&mut self, person: PersonId, now: i64) -> Vec<(Proposal, bool)> {
        self.own.returned(person, self.heard.waiting(person));
        let asked = self.heard.asked.iter().filter(|asked| asked.people.contains(&person));
        let told = asked.map(|asked| {
            self.told.insert((person, asked.proposal.proposal), asked.called.clone());
            (asked.message(now), asked.called.contains(&person))
        });
        told.collect()
    }

    /// Takes somebody off the list, wherever they are on it. The proposal that is over by that, if this is the keeper.
    pub(crate) fn withdraw(&mut self, person: PersonId, now: i64) -> Option<OpenProposal> {
        let said = self.entry(person)?.said;
        self.own.withdraw(person, said);
        if self.is_keeper(now) { self.list.withdraw(person, said) } else { None }
    }

    /// Keeper: applies another node's wishes. Returns the proposals that end because of them, and those that are complete.
    pub(crate) fn take(
        &mut self,
        node: u64,
        wishes: NodeWishes,
        now: i64,
    ) -> (Vec<OpenProposal>, Vec<OpenProposal>) {
        let (withdrawn, answers) = (wishes.withdrawn.clone(), wishes.answers.clone());
        if !self.is_keeper(now) || !self.others.take(node, wishes, now) {
            return (Vec::new(), Vec::new());
        }
        let ended = withdrawn.into_iter().filter_map(|(person, said)| self.list.withdraw(person, said));
        let ended = ended.collect();
        // An answer to a proposal that is over is answered by the next state.
        let complete = answers.into_iter().filter_map(|Answer { person, proposal, nonce }| {
            self.list.accept(proposal, person, nonce).ok().flatten()
        });
        (ended, complete.collect())
    }

    /// Keeper: brings the list up to date. The proposals that are over by that.
    pub(crate) fn reconcile(&mut self, now: i64) -> Vec<OpenProposal> {
        let wishes = self.others.merged(&self.own, now);
        let mut ended = self.list.reconcile(wishes, now);
        ended.extend(self.list.expire(now));
        ended.extend(self.list.end_apart());
        ended
    }

    /// Keeper: makes the list the state that all nodes receive. Returns the messages to the people of this node.
    pub(crate) fn publish(
        &mut self,
        now: i64,
        is_connected: impl Fn(PersonId) -> bool,
    ) -> Vec<(PersonId, ServerMsg)> {
        self.last_n += 1;
        let state = self.list.state(self.heard.term, self.last_n);
        self.others.expire(now, |entry| state.is_over(entry));
        let (own, others) = (&self.own, &self.others);
        // The state above still holds the wishes that are removed here, so the other nodes receive their end once more.
        self.list.forget_over(|person, said| own.says(person, said) || others.says(person, said));
        self.take_state(state, now, is_connected)
    }

    /// Applies the keeper's state, unless it is older than the current one. Returns the messages to the people of this node.
    pub(crate) fn hear(
        &mut self,
        from: u64,
        state: KeeperState,
        now: i64,
        is_connected: impl Fn(PersonId) -> bool,
    ) -> Option<Vec<(PersonId, ServerMsg)>> {
        if self.is_keeper(now) {
            return None;
        }
        let is_news = if self.heard_from == Some(from) {
            (state.term, state.n) > (self.heard.term, self.heard.n)
        } else {
            state.term > self.heard.term || self.heard_at + HEARD_MS <= now
        };
        if !is_news {
            return None;
        }
        (self.heard_from, self.heard_at) = (Some(from), now);
        Some(self.take_state(state, now, is_connected))
    }

    fn take_state(
        &mut self,
        state: KeeperState,
        now: i64,
        is_connected: impl Fn(PersonId) -> bool,
    ) -> Vec<(PersonId, ServerMsg)> {
        self.own.hear(&state, &is_connected);
        let mut messages = Vec::new();
        let over: Vec<(PersonId, u32)> = self.told.keys().copied().collect();
        for (person, number) in over.into_iter().filter(|(person, it)| state.asked(*person, *it).is_none()) {
            self.told.remove(&(person, number));
            let seated = state.seated.iter().find(|seated| seated.proposal == number);
            let waiting = state.waiting(person).is_some() || self.own.entry(person).is_some();
            let (table, waiting) = (seated.and_then(|seated| seated.table), waiting && seated.is_none());
            messages
                .push((person, ServerMsg::ProposalEnded(ProposalEnded { proposal: number, table, waiting })));
        }
        for asked in &state.asked {
            for person in asked.people.iter().filter(|person| is_connected(**person)) {
                let told = self.told.insert((*person, asked.proposal.proposal), asked.called.clone());
                if told.as_ref() != Some(&asked.called) {
                    messages.push((*person, ServerMsg::Proposal(asked.message(now))));
                }
            }
        }
        self.heard = state;
        messages
    }

    /// What this node sends to the keeper; `None` if nobody here wants to play.
    pub(crate) fn own_wishes(&mut self) -> Option<NodeWishes> {
        if self.own.is_empty() {
            return None;
        }
        self.last_n += 1;
        Some(self.own.told(self.last_n))
    }
}
