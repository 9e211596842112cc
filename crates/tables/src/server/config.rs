//! How a server is run.

use std::sync::Arc;

use protocol::Door;

use super::Retention;
use crate::entropy::Entropy;
use crate::legacy_rules::{LegacyRules, NoLegacyRules};
use crate::limiter::{AddressLimits, LimitConfig};

/// How the server is run.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Maximum number of tables that are awake.
    pub max_tables: usize,
    /// Maximum number of tables, awake or asleep.
    pub max_stored_tables: u64,
    /// Seconds after which a table without clients goes to sleep, if nothing is due soon.
    pub table_sleep_timeout: u32,
    /// Maximum tables one person can be seated at.
    pub max_tables_per_person: usize,
    /// Seconds after which a table without clients and without a running game is closed.
    pub empty_table_timeout: u32,
    /// Seconds after which a table whose game is suspended, because no client is connected, is closed.
    pub suspended_table_timeout: u32,
    /// Whether bots play on at tables that no client is connected to.
    pub unattended_bots: bool,
    /// Whether there is a deal of the day.
    pub day_deals: bool,
    /// How many vacation days a person has in a year.
    pub vacation_days: u32,
    /// Number of threads for bots.
    pub bot_threads: usize,
    /// Maximum concurrent connections per person.
    pub max_connections_per_person: u32,
    /// Sustained messages per second and person, over all connections; bursts up to 4×.
    pub messages_per_second: u32,
    /// Tables one person can open per minute; bursts up to as many.
    pub tables_per_minute: u32,
    /// Chat messages per minute and person; bursts up to 1/6 of it.
    pub chat_messages_per_minute: u32,
    /// How many drafts one person may store in a minute.
    pub drafts_per_minute: u32,
    /// Bots one person can ask to sit down per minute; bursts up to as many.
    pub bots_per_minute: u32,
    /// What one address may ask for.
    pub addresses: AddressLimits,
    /// Who may become a person here.
    pub door: Door,
    /// Whether clients of legacy protocols are admitted where registration is not open.
    pub door_admits_legacy: bool,
    /// How long things are kept.
    pub retention: Retention,
    /// What old programs need of the server.
    pub legacy: Arc<dyn LegacyRules>,
    /// The build of the pages that the server has, for `welcome`.
    pub build: Option<String>,
    /// Where ids, tokens and secrets come from.
    pub entropy: Entropy,
}

impl Default for ServerConfig {
    fn default() -> Self {
        let limits = LimitConfig::default();
        Self {
            max_tables: 100_000,
            max_stored_tables: 1_000_000,
            table_sleep_timeout: 60,
            max_tables_per_person: 50,
            empty_table_timeout: 600,
            suspended_table_timeout: 86_400,
            unattended_bots: false,
            day_deals: false,
            vacation_days: 14,
            bot_threads: std::thread::available_parallelism()
                .map_or(1, |cores| cores.get().saturating_sub(1).max(1)),
            max_connections_per_person: limits.max_connections_per_person,
            messages_per_second: limits.messages_per_second,
            tables_per_minute: limits.tables_per_minute,
            chat_messages_per_minute: limits.chat_messages_per_minute,
            drafts_per_minute: limits.drafts_per_minute,
            bots_per_minute: limits.bots_per_minute,
            addresses: limits.addresses,
            door: Door::Open,
            door_admits_legacy: false,
            retention: Retention::default(),
            legacy: Arc::new(NoLegacyRules),
            build: None,
            entropy: Entropy::system(),
        }
    }
}

impl ServerConfig {
    /// What one person and one address may ask for.
    #[must_use]
    pub const fn limits(&self) -> LimitConfig {
        LimitConfig {
            messages_per_second: self.messages_per_second,
            chat_messages_per_minute: self.chat_messages_per_minute,
            tables_per_minute: self.tables_per_minute,
            drafts_per_minute: self.drafts_per_minute,
            bots_per_minute: self.bots_per_minute,
            max_connections_per_person: self.max_connections_per_person,
            addresses: self.addresses,
        }
    }
}
