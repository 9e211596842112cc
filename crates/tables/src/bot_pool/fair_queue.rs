//! Whose bot thinks next: a queue per owner, so that somebody with many tables waits for themselves and not others for them.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// More owners than this who wait for nothing are forgotten, whatever they used.
const MAX_IDLE_OWNERS: usize = 10_000;

/// Jobs of owners, each at a table. The owner who used the least time is served first; an owner's tables take turns.
#[derive(Debug)]
pub(super) struct FairQueue<O, T, J> {
    owners: HashMap<O, OwnerQueue<T, J>>,
    /// The owners who wait, by what they used and since when they wait.
    ready: BTreeMap<(u64, u64), O>,
    /// The used time at which the last job was started. An owner that returns starts from it, so that being idle earns no
    /// credit.
    clock: u64,
    /// Numbers the moments at which owners begin to wait.
    tickets: u64,
    waiting: usize,
}

#[derive(Debug)]
struct OwnerQueue<T, J> {
    /// Milliseconds, with what running jobs may still use.
    used: u64,
    /// When the owner began to wait; among equals the first one is served.
    ticket: u64,
    running: u32,
    tables: VecDeque<(T, VecDeque<J>)>,
}

impl<T, J> OwnerQueue<T, J> {
    fn is_idle(&self) -> bool {
        self.running == 0 && self.tables.is_empty()
    }
}

impl<O, T, J> Default for FairQueue<O, T, J> {
    fn default() -> Self {
        Self { owners: HashMap::new(), ready: BTreeMap::new(), clock: 0, tickets: 0, waiting: 0 }
    }
}

impl<O: Copy + Eq + Hash, T: PartialEq, J> FairQueue<O, T, J> {
    pub(super) fn push(&mut self, owner: O, table: T, job: J) {
        let clock = self.clock;
        let new = || OwnerQueue { used: clock, ticket: 0, running: 0, tables: VecDeque::new() };
        let queue = self.owners.entry(owner).or_insert_with(new);
        if queue.is_idle() {
            queue.used = queue.used.max(clock);
        }
        if queue.tables.is_empty() {
            self.tickets += 1;
            queue.ticket = self.tickets;
            self.ready.insert((queue.used, queue.ticket), owner);
        }
        match queue.tables.iter_mut().find(|(known, _)| *known == table) {
            Some((_, jobs)) => jobs.push_back(job),
            None => queue.tables.push_back((table, VecDeque::from([job]))),
        }
        self.waiting += 1;
    }

    /// The next job and whose it is. `cost` is what it may use, in milliseconds, until [`Self::finished`] says what it used.
    pub(super) fn pop(&mut self, cost: impl FnOnce(&J) -> u64) -> Option<(O, J)> {
        let (_, owner) = self.ready.pop_first()?;
        let queue = self.owners.get_mut(&owner)?;
        let (table, mut jobs) = queue.tables.pop_front()?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            queue.tables.push_back((table, jobs));
        }
        self.clock = self.clock.max(queue.used);
        queue.used += cost(&job);
        queue.running += 1;
        self.waiting -= 1;
        if !queue.tables.is_empty() {
            self.tickets += 1;
            queue.ticket = self.tickets;
            self.ready.insert((queue.used, queue.ticket), owner);
        }
        Some((owner, job))
    }

    /// A job that was popped with `cost` has used this much.
    pub(super) fn finished(&mut self, owner: O, cost: u64, used: u64) {
        let Some(queue) = self.owners.get_mut(&owner) else { return };
        let waits = self.ready.remove(&(queue.used, queue.ticket)).is_some();
        queue.running = queue.running.saturating_sub(1);
        queue.used = (queue.used + used).saturating_sub(cost);
        if waits {
            self.ready.insert((queue.used, queue.ticket), owner);
        }
        if queue.is_idle() && queue.used <= self.clock {
            self.owners.remove(&owner);
        } else if self.owners.len() > MAX_IDLE_OWNERS || self.waiting == 0 {
            self.forget_idle();
        }
    }

    /// Removes idle owners, if all owners are idle or there are too many of them.
    fn forget_idle(&mut self) {
        let is_crowded = self.owners.len() > MAX_IDLE_OWNERS;
        if is_crowded || self.owners.values().all(OwnerQueue::is_idle) {
            self.owners.retain(|_, queue| !queue.is_idle());
        }
        if self.owners.is_empty() {
            self.clock = 0;
        }
    }

    pub(super) const fn waiting(&self) -> usize {
        self.waiting
    }

    /// Forgets all that waits.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(queue: &mut FairQueue<char, u32, u32>, cost: u64) -> Vec<(char, u32)> {
        let mut order = Vec::new();
        while let Some((owner, job)) = queue.pop(|_| cost) {
            queue.finished(owner, cost, cost);
            order.push((owner, job));
        }
        order
    }

    #[test]
    fn owners_take_turns_however_much_each_asks_for() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|job| queue.push('g', job, job));
        let (owner, _) = queue.pop(|_| 10).unwrap();
        (0..3).for_each(|job| queue.push('a', 0, job));
        queue.finished(owner, 10, 10);
        let served = order(&mut queue, 10);
        let own: Vec<_> = served.iter().take(6).filter(|(owner, _)| *owner == 'a').collect();
        assert_eq!(own.len(), 3, "{:?}", &served[..6]);
        assert_eq!(served[0].0, 'a', "who used nothing is first");
        assert_eq!(served.len(), 102);
    }

    #[test]
    fn who_asks_for_cheap_things_is_served_more_often() {
        let mut queue = FairQueue::default();
        for job in 0..50 {
            queue.push('e', job, 2_800);
            queue.push('c', job, 1);
        }
        let mut served = Vec::new();
        for _ in 0..20 {
            let (owner, cost): (char, u64) = queue.pop(|cost| *cost).unwrap();
            queue.finished(owner, cost, cost);
            served.push(owner);
        }
        assert!(served.iter().filter(|owner| **owner == 'e').count() <= 1, "{served:?}");
    }

    #[test]
    fn the_tables_of_an_owner_take_turns() {
        let mut queue = FairQueue::default();
        [(1, 10), (1, 11), (1, 12), (2, 20)].into_iter().for_each(|(table, job)| queue.push('a', table, job));
        let jobs: Vec<_> = order(&mut queue, 1).into_iter().map(|(_, job)| job).collect();
        assert_eq!(jobs, [10, 20, 11, 12]);
    }

    #[test]
    fn who_was_away_has_no_credit_and_nobody_is_kept_who_waits_for_nothing() {
        let mut queue = FairQueue::default();
        for round in 0..10 {
            queue.push('g', 0, round);
            queue.push('g', 0, round);
            let (owner, _) = queue.pop(|_| 100).unwrap();
            queue.finished(owner, 100, 100);
        }
        queue.push('a', 0, 0);
        queue.push('a', 0, 1);
        let served: Vec<_> = order(&mut queue, 100).into_iter().map(|(owner, _)| owner).take(4).collect();
        assert_eq!(served.iter().filter(|owner| **owner == 'a').count(), 2, "{served:?}");
        assert!(served[1] == 'g' || served[2] == 'g', "not all at once: {served:?}");
        assert!(queue.owners.is_empty());
    }
}
