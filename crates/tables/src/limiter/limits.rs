//! Everything that is limited, and how much of it one person and one address may have.

use super::Rate;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitKind {
    /// Messages over WebSockets. What carries no message, such as a ping, counts as one.
    Messages,
    /// Messages in the chat.
    Chat,
    /// Tables opened.
    Tables,
    /// Drafts stored.
    Drafts,
    /// Bots asked to sit down.
    Bots,
    /// Names taken: by new people at an address, by one person who takes another.
    Names,
    /// Codes: made by a person, tried at an address.
    Codes,
    /// Small changes of one's own: people blocked or followed, messages reported, seats locked.
    Changes,
    /// New WebSockets.
    Connections,
    /// WebSockets at a time.
    OpenConnections,
    /// HTTP requests.
    Requests,
    /// Connections at a time that are not WebSockets.
    OpenRequests,
    /// New connections to legacy ports.
    LegacyConnections,
    /// Connections to legacy ports at a time.
    OpenLegacyConnections,
    /// Messages to legacy ports.
    LegacyMessages,
    /// Datagrams to the golf manager.
    Datagrams,
    /// Bytes that the golf manager sends beyond three times those of the requests.
    ReplyBytes,
    /// Warnings for being too fast, before the connection is closed.
    Warnings,
}

/// How many kinds there are.
pub(super) const KINDS: usize = LimitKind::ALL.len();

impl LimitKind {
    /// Every kind, in order.
    pub const ALL: [Self; 18] = [
        Self::Messages,
        Self::Chat,
        Self::Tables,
        Self::Drafts,
        Self::Bots,
        Self::Names,
        Self::Codes,
        Self::Changes,
        Self::Connections,
        Self::OpenConnections,
        Self::Requests,
        Self::OpenRequests,
        Self::LegacyConnections,
        Self::OpenLegacyConnections,
        Self::LegacyMessages,
        Self::Datagrams,
        Self::ReplyBytes,
        Self::Warnings,
    ];
}

/// How much of one kind is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Any number.
    Unlimited,
    /// By time.
    Rate(Rate),
    /// At most this many at a time.
    AtOnce(u32),
}

/// How much of each kind one person, or one address, may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitSet([Limit; KINDS]);

impl LimitSet {
    fn new(limits: &[(LimitKind, Limit)]) -> Self {
        let mut all = [Limit::Unlimited; KINDS];
        for (kind, limit) in limits {
            all[*kind as usize] = *limit;
        }
        Self(all)
    }

    /// The limit of a kind.
    #[must_use]
    pub const fn of(&self, kind: LimitKind) -> Limit {
        self.0[kind as usize]
    }
}

/// The numbers that the limits are made of: what an operator can set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct LimitConfig {
    pub messages_per_second: u32,
    pub chat_messages_per_minute: u32,
    pub tables_per_minute: u32,
    pub drafts_per_minute: u32,
    pub bots_per_minute: u32,
    pub max_connections_per_person: u32,
    pub addresses: AddressLimits,
}

/// The same for addresses alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct AddressLimits {
    pub people_per_address: u32,
    pub names_per_hour: u32,
    pub connections_per_minute: u32,
    pub max_connections_per_address: u32,
    pub requests_per_second: u32,
    pub legacy_max_connections_per_address: u32,
    pub legacy_messages_per_second: u32,
    pub golf_requests_per_second: u32,
}

impl Default for LimitConfig {
    fn default() -> Self {
        Self {
            messages_per_second: 25,
            chat_messages_per_minute: 30,
            tables_per_minute: 30,
            drafts_per_minute: 120,
            bots_per_minute: 300,
            max_connections_per_person: 20,
            addresses: AddressLimits::default(),
        }
    }
}

impl Default for AddressLimits {
    fn default() -> Self {
        Self {
            people_per_address: 20,
            names_per_hour: 120,
            connections_per_minute: 120,
            max_connections_per_address: 100,
            requests_per_second: 50,
            legacy_max_connections_per_address: 2_000,
            legacy_messages_per_second: 500,
            golf_requests_per_second: 50,
        }
    }
}

/// A person may take another name this often.
const RENAMES_PER_MINUTE: u32 = 10;

/// A person may make codes, and an address try them, this often: nobody guesses one of 100 bits.
const CODES_PER_MINUTE: u32 = 10;

/// A person may change small things of their own this often.
const CHANGES_PER_MINUTE: u32 = 30;

/// The golf manager sends an address this many bytes a minute beyond three times its requests.
const REPLY_BYTES_PER_MINUTE: u32 = 2_048;

/// Seconds after which a warning is forgotten, one after the other.
const SECONDS_UNTIL_FORGOTTEN: u32 = 1;

impl LimitConfig {
    /// What one person may have, over all their connections together.
    #[must_use]
    pub fn of_person(&self) -> LimitSet {
        let Self { messages_per_second, tables_per_minute, bots_per_minute, .. } = *self;
        let spread = |rate| Limit::Rate(Rate::spread_per_minute(rate));
        LimitSet::new(&[
            (LimitKind::Messages, Limit::Rate(Rate::per_second(messages_per_second))),
            (LimitKind::Chat, spread(self.chat_messages_per_minute)),
            (LimitKind::Tables, Limit::Rate(Rate::per_minute(tables_per_minute))),
            (LimitKind::Drafts, spread(self.drafts_per_minute)),
            (LimitKind::Bots, Limit::Rate(Rate::per_minute(bots_per_minute))),
            (LimitKind::Names, Limit::Rate(Rate::per_minute(RENAMES_PER_MINUTE))),
            (LimitKind::Codes, Limit::Rate(Rate::per_minute(CODES_PER_MINUTE))),
            (LimitKind::Changes, Limit::Rate(Rate::per_minute(CHANGES_PER_MINUTE))),
            (LimitKind::OpenConnections, Limit::AtOnce(self.max_connections_per_person)),
            (LimitKind::Warnings, Limit::Rate(warnings(messages_per_second))),
        ])
    }

    /// What one address block may have.
    #[must_use]
    pub fn of_address(&self) -> LimitSet {
        let person = self.of_person();
        let AddressLimits {
            people_per_address,
            names_per_hour,
            connections_per_minute,
            max_connections_per_address,
            requests_per_second,
            legacy_max_connections_per_address: legacy,
            legacy_messages_per_second: legacy_messages,
            golf_requests_per_second,
        } = self.addresses;
        let together = |kind| match person.of(kind) {
            Limit::Rate(rate) => (kind, Limit::Rate(rate.times(people_per_address))),
            other => (kind, other),
        };
        let names = Rate::new(names_per_hour, names_per_hour, 3_600);
        let legacy_messages = Rate::new(legacy_messages, legacy_messages, 1);
        LimitSet::new(&[
            together(LimitKind::Messages),
            together(LimitKind::Chat),
            together(LimitKind::Tables),
            together(LimitKind::Drafts),
            together(LimitKind::Bots),
            (LimitKind::Names, Limit::Rate(names)),
            (LimitKind::Codes, Limit::Rate(Rate::per_minute(CODES_PER_MINUTE))),
            together(LimitKind::Changes),
            (LimitKind::Connections, Limit::Rate(Rate::per_minute(connections_per_minute))),
            (LimitKind::OpenConnections, Limit::AtOnce(max_connections_per_address)),
            (LimitKind::Requests, Limit::Rate(Rate::per_second(requests_per_second))),
            (LimitKind::OpenRequests, Limit::AtOnce(max_connections_per_address)),
            (LimitKind::LegacyConnections, Limit::Rate(Rate::per_minute(legacy))),
            (LimitKind::OpenLegacyConnections, Limit::AtOnce(legacy)),
            (LimitKind::LegacyMessages, Limit::Rate(legacy_messages)),
            (LimitKind::Datagrams, Limit::Rate(Rate::per_second(golf_requests_per_second))),
            (LimitKind::ReplyBytes, Limit::Rate(Rate::per_minute(REPLY_BYTES_PER_MINUTE))),
        ])
    }

    /// What one legacy connection may have: how far it may exceed the rate of its address before it is closed.
    #[must_use]
    pub fn of_legacy_connection(&self) -> LimitSet {
        LimitSet::new(&[(
            LimitKind::Warnings,
            Limit::Rate(warnings(self.addresses.legacy_messages_per_second)),
        )])
    }
}

/// As many warnings as messages in four seconds.
const fn warnings(per_second: u32) -> Rate {
    Rate::new(per_second.saturating_mul(4), 1, SECONDS_UNTIL_FORGOTTEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_limited_for_an_address_or_a_person() {
        let config = LimitConfig::default();
        let (person, address) = (config.of_person(), config.of_address());
        for (place, kind) in LimitKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place, "each kind stands once");
            assert!([person.of(kind), address.of(kind)] != [Limit::Unlimited; 2], "{kind:?} is not limited");
        }
    }

    #[test]
    fn an_address_has_what_its_people_have_together() {
        let addresses = AddressLimits { people_per_address: 3, ..AddressLimits::default() };
        let address = LimitConfig { addresses, ..LimitConfig::default() }.of_address();
        let Limit::Rate(rate) = address.of(LimitKind::Messages) else { panic!("messages have a rate") };
        assert_eq!(rate, Rate::new(300, 75, 1));
    }
}
