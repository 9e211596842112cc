//! What old programs need of the server, as the gateways that speak to them know it.

use std::fmt;

use game::options::RawOptions;
use protocol::{GameJson, LegacyProtocol};

/// Given to the server when it starts. The server asks; it knows no legacy protocol and no game itself.
pub trait LegacyRules: fmt::Debug + Send + Sync {
    /// Which of a seat's legal actions, as JSON, the programs of a protocol survive: the one that the clock prefers
    /// first. It applies to what the clock and bots choose at a table of that protocol. An empty list, like one that
    /// holds them all, restricts nothing.
    fn survivable(&self, protocol: LegacyProtocol, legal: &[GameJson]) -> Vec<GameJson>;

    /// Whether the cards of a game with these options are dealt by a gateway, so that it may read the game's record,
    /// with its seed, while the game runs.
    fn deals(&self, game: &str, options: &RawOptions) -> bool;
}

/// A server without gateways.
#[derive(Clone, Copy, Debug)]
pub struct NoLegacyRules;

impl LegacyRules for NoLegacyRules {
    fn survivable(&self, _: LegacyProtocol, _: &[GameJson]) -> Vec<GameJson> {
        Vec::new()
    }

    fn deals(&self, _: &str, _: &RawOptions) -> bool {
        false
    }
}

/// The running game of a table whose cards a gateway deals.
#[derive(Clone, Debug)]
pub struct PeerRecord {
    /// The number of the game at the table, which an `act` names.
    pub game_number: u32,
    /// The record, with the seed.
    pub record: serde_json::Value,
}
