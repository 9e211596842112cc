//! A game that has ended, written down for those who look at it later.

use game::SeatSet;
use protocol::Seal;
use serde_json::json;

use super::state::TableState;
use crate::entry::Entry;

/// How a game ended.
pub(crate) struct Ending<'a> {
    pub(crate) winners: SeatSet,
    pub(crate) scores: &'a [i32],
    pub(crate) abandoned: bool,
    pub(crate) at: i64,
    /// What ended it, if the table has not taken it in yet.
    pub(crate) last: &'a [Entry],
}

/// A replay, and the hash of it.
pub(crate) struct Sealed {
    pub(crate) body: String,
    pub(crate) seal: Seal,
}

impl TableState {
    /// The replay of the game. Before its last action is taken in, and after, it is the same.
    pub(crate) fn replay_body(&self, ending: &Ending<'_>) -> Sealed {
        let mut record = self.game.as_ref().map(|game| game.record()).unwrap_or_default();
        if let Some(actions) = record.get_mut("actions").and_then(|actions| actions.as_array_mut()) {
            actions.extend(ending.last.iter().filter_map(|entry| match entry {
                Entry::Acted { seat, action, by } => {
                    Some(json!({ "seat": seat, "action": action, "by": by }))
                }
                _ => None,
            }));
        }
        let mut body = json!({
            "id": self.replay_id(),
            "table": self.id,
            "ended": ending.at,
            "names": self.names(),
            "winners": ending.winners,
            "scores": ending.scores,
            "abandoned": ending.abandoned,
            "record": record,
        });
        if let Some(deal) = self.luck.dealt() {
            body["deal"] = json!(deal);
        }
        let seal = Seal::of(&body);
        body["seal"] = json!(seal);
        // Plain data: writing it cannot fail.
        Sealed { body: serde_json::to_string(&body).unwrap_or_default(), seal }
    }
}
