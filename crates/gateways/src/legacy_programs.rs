//! What the server is given to know about old programs, without knowing their protocols.

use game::options::Settings;
use protocol::{GameJson, Wire};
use tables::LegacyRules;

use crate::gomoku::plain_clients;

/// All that the protocols of this crate need of the server.
#[derive(Clone, Copy, Debug)]
pub struct LegacyPrograms;

impl LegacyRules for LegacyPrograms {
    fn survivable(&self, protocol: Wire, legal: &[GameJson]) -> Vec<GameJson> {
        match protocol {
            Wire::Gomoku => plain_clients::survivable(legal),
            Wire::Chicago | Wire::Sorry => Vec::new(),
        }
    }

    /// A golf table that is open to peers: their protocol sends every card to every player.
    fn deals(&self, game: &str, options: &Settings) -> bool {
        game == "golf" && options.0.iter().any(|(name, text)| name == "peers" && text == "on")
    }
}
