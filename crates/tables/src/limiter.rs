//! How much one person and one address may ask of the server, and when they may ask again.
//!
//! There is one limiter for everything: WebSockets, HTTP, legacy ports and datagrams. It keeps an account for each person
//! and each address block, and counts on the server's own time, which nobody can set back.

mod address_block;
mod bucket;
mod limits;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use self::address_block::address_block;
pub use self::bucket::{Rate, TokenBucket};
use self::limits::KINDS;
pub use self::limits::{AddressLimits, Limit, LimitConfig, LimitKind, LimitSet};
use crate::people::PersonId;
use crate::time::Time;

/// Milliseconds to wait where it is not known when there is room.
pub const FULL_RETRY_MS: u32 = 5_000;

/// This many accounts are kept before those with nothing to remember are forgotten.
const FIRST_SWEEP: usize = 1_024;

/// And not more often than this.
const SWEEP_INTERVAL_MS: i64 = 1_000;

/// At most this many accounts of a sort. More than these at the same time share one.
const MAX_ACCOUNTS: usize = 200_000;

/// A limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitExceeded {
    /// The limit that was reached.
    pub kind: LimitKind,
    /// Milliseconds after which the same request would be answered; where that is not known, a time to wait.
    pub retry_ms: u32,
}

/// What one person or one address has used.
#[derive(Debug)]
pub struct LimitAccount {
    limits: Arc<LimitSet>,
    usage: Mutex<Usage>,
}

#[derive(Debug)]
struct Usage {
    buckets: [TokenBucket; KINDS],
    open: [u32; KINDS],
}

impl LimitAccount {
    /// An account that no other connection shares.
    #[must_use]
    pub fn new(limits: Arc<LimitSet>) -> Arc<Self> {
        let usage = Usage { buckets: [TokenBucket::FULL; KINDS], open: [0; KINDS] };
        Arc::new(Self { limits, usage: Mutex::new(usage) })
    }

    fn usage(&self) -> MutexGuard<'_, Usage> {
        // Each number is changed in one step.
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes `cost` of something that is limited by time.
    ///
    /// # Errors
    /// If there is less; nothing was taken then.
    pub fn take(&self, kind: LimitKind, cost: u32, now: i64) -> Result<(), LimitExceeded> {
        let Limit::Rate(rate) = self.limits.of(kind) else { return Ok(()) };
        let taken = self.usage().buckets[kind as usize].take(rate, cost, now);
        taken.map_err(|retry_ms| LimitExceeded { kind, retry_ms })
    }

    /// Takes `cost` even if there is less; says for how many milliseconds nothing more should be taken.
    pub fn charge(&self, kind: LimitKind, cost: u32, now: i64) -> u32 {
        let Limit::Rate(rate) = self.limits.of(kind) else { return 0 };
        self.usage().buckets[kind as usize].charge(rate, cost, now)
    }

    /// Counts something that is open until the guard is dropped.
    ///
    /// # Errors
    /// If there are as many as may be.
    pub fn open(self: &Arc<Self>, kind: LimitKind) -> Result<LimitGuard, LimitExceeded> {
        let Limit::AtOnce(most) = self.limits.of(kind) else { return Ok(LimitGuard(None)) };
        let open = &mut self.usage().open[kind as usize];
        if *open >= most {
            return Err(LimitExceeded { kind, retry_ms: FULL_RETRY_MS });
        }
        *open += 1;
        Ok(LimitGuard(Some((self.clone(), kind))))
    }

    fn is_unused(&self, now: i64) -> bool {
        let usage = self.usage();
        usage.open.iter().all(|open| *open == 0) && usage.buckets.iter().all(|bucket| bucket.is_full(now))
    }
}

/// Something open that is counted until it is dropped.
#[derive(Debug, Default)]
pub struct LimitGuard(Option<(Arc<LimitAccount>, LimitKind)>);

impl Drop for LimitGuard {
    fn drop(&mut self) {
        if let Some((account, kind)) = self.0.take() {
            let open = &mut account.usage().open[kind as usize];
            *open = open.saturating_sub(1);
        }
    }
}

/// The accounts of all people, or of all addresses.
#[derive(Debug)]
struct Accounts<K> {
    limits: Arc<LimitSet>,
    all: HashMap<K, Arc<LimitAccount>>,
    sweep_at: usize,
    swept_at: i64,
    max: usize,
    /// Shared by all for whom the limiter has no room for a separate account.
    rest: Arc<LimitAccount>,
}

impl<K: Hash + Eq> Accounts<K> {
    fn new(limits: LimitSet, max: usize) -> Self {
        let limits = Arc::new(limits);
        let rest = LimitAccount::new(limits.clone());
        let sweep_at = FIRST_SWEEP.min(max);
        Self { limits, all: HashMap::new(), sweep_at, swept_at: i64::MIN, max, rest }
    }

    fn of(&mut self, key: K, now: i64) -> Arc<LimitAccount> {
        if let Some(account) = self.all.get(&key) {
            return account.clone();
        }
        // Not again at once where nothing can be forgotten: a flood of addresses must not cost a sweep each.
        if self.all.len() >= self.sweep_at && now >= self.swept_at.saturating_add(SWEEP_INTERVAL_MS) {
            self.swept_at = now;
            self.all.retain(|_, account| Arc::strong_count(account) > 1 || !account.is_unused(now));
            self.sweep_at = FIRST_SWEEP.max(2 * self.all.len()).min(self.max);
        }
        if self.all.len() >= self.max {
            return self.rest.clone();
        }
        let account = LimitAccount::new(self.limits.clone());
        self.all.insert(key, account.clone());
        account
    }
}

/// Keeps the accounts.
#[derive(Debug)]
pub struct Limiter {
    config: LimitConfig,
    time: Time,
    people: Mutex<Accounts<PersonId>>,
    addresses: Mutex<Accounts<IpAddr>>,
    legacy_connection: Arc<LimitSet>,
}

impl Limiter {
    /// Nobody has used anything yet.
    #[must_use]
    pub fn new(config: LimitConfig, time: Time) -> Arc<Self> {
        Self::bounded(config, time, MAX_ACCOUNTS)
    }

    /// The same with at most this many accounts of people, and of addresses. More than these at the same time share one.
    #[must_use]
    pub fn bounded(config: LimitConfig, time: Time, max_accounts: usize) -> Arc<Self> {
        Arc::new(Self {
            config,
            time,
            people: Mutex::new(Accounts::new(config.of_person(), max_accounts)),
            addresses: Mutex::new(Accounts::new(config.of_address(), max_accounts)),
            legacy_connection: Arc::new(config.of_legacy_connection()),
        })
    }

    /// What the limits are made of.
    #[must_use]
    pub const fn config(&self) -> &LimitConfig {
        &self.config
    }

    /// The time that it counts on.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.time.now()
    }

    /// The account of an address, which it shares with its block.
    #[must_use]
    pub fn address(&self, address: IpAddr) -> Arc<LimitAccount> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.of(address_block(address), self.time.now())
    }

    /// The account of a person, over all their connections together.
    #[must_use]
    pub fn person(&self, person: PersonId) -> Arc<LimitAccount> {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        people.of(person, self.time.now())
    }

    /// An account for somebody who is not known yet.
    #[must_use]
    pub fn stranger(&self) -> Arc<LimitAccount> {
        let people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        LimitAccount::new(people.limits.clone())
    }

    /// An account for one connection to a legacy port.
    #[must_use]
    pub fn legacy_connection(&self) -> Arc<LimitAccount> {
        LimitAccount::new(self.legacy_connection.clone())
    }
}

#[cfg(test)]
mod tests;
