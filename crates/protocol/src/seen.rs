//! What a viewer sees of a game, as messages carry it: whole, or as changes.

use std::collections::HashMap;

use game::SeatSet;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{GameJson, ServerMsg, TableId};

/// All that one viewer sees of a game: the frame that all games share, and the game's own view in it.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Seen {
    /// Your seat; `null` for watchers.
    #[ts(type = "number | null")]
    pub you: Option<game::Seat>,
    /// How many play.
    pub seats: u8,
    /// The number of the turn: a seat has one clock for all its decisions in one turn.
    pub turn: u32,
    /// The seats that are to act; none when the game is over.
    #[ts(type = "number[]")]
    pub to_act: SeatSet,
    /// Points so far, by seat.
    pub scores: Vec<i32>,
    /// The scores after each round that has ended.
    pub sheet: Vec<Vec<i32>>,
    /// How the game ended: its winners.
    #[ts(type = "{ winners: number[] } | null")]
    pub outcome: Option<game::Outcome>,
    /// What you can do now: a list, or `"implied"` where it follows from the view by the game's rule.
    #[ts(type = "unknown[] | \"implied\"")]
    #[cfg_attr(feature = "schema", schemars(with = "LegalActions"))]
    pub legal: GameJson,
    /// What is particular to the game.
    #[ts(type = "unknown")]
    pub view: GameJson,
}

/// The schema of legal actions, which travel as they are.
#[cfg(feature = "schema")]
pub(crate) struct LegalActions;

#[cfg(feature = "schema")]
game::schema_by_hand!(LegalActions, "LegalActions", {
    "description": "The legal actions, or `implied` where they follow from the view by a rule of the game.",
    "anyOf": [{ "type": "array" }, { "const": "implied" }]
});

/// One change: a value that is set, or elements of a list that are replaced. A path names fields and indexes from the root
/// of [`Seen`], with dots between them.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Change {
    /// Removes `remove` elements at `at` and inserts these.
    Splice(String, usize, usize, Vec<Value>),
    /// Sets a value.
    Set(String, Value),
}

/// Why changes could not be applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeError {
    /// The update builds on one that never came: ask for `sync`.
    Gap,
    /// The update is not newer than what was seen: it is to be ignored.
    Repeated,
    /// A change names a place that is not there.
    NoSuchPlace(String),
}

impl std::fmt::Display for ChangeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gap => f.write_str("an update is missing"),
            Self::Repeated => f.write_str("the update was seen before"),
            Self::NoSuchPlace(path) => write!(f, "there is nothing at {path:?} that could change"),
        }
    }
}

impl std::error::Error for ChangeError {}

/// Applies changes to what a viewer saw.
///
/// # Errors
/// If a change does not fit. What was applied before it stays: ask for `sync` then.
pub fn apply_changes(seen: &mut Value, changes: &[Change]) -> Result<(), ChangeError> {
    for change in changes {
        let (Change::Set(path, _) | Change::Splice(path, ..)) = change;
        let nowhere = || ChangeError::NoSuchPlace(path.clone());
        let place = path.split('.').try_fold(&mut *seen, |value, name| match value {
            Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
            Value::Object(fields) => fields.get_mut(name),
            _ => None,
        });
        match (place.ok_or_else(nowhere)?, change) {
            (place, Change::Set(_, value)) => *place = value.clone(),
            (Value::Array(list), Change::Splice(_, at, remove, items)) if at + remove <= list.len() => {
                list.splice(*at..at + remove, items.iter().cloned());
            }
            _ => return Err(nowhere()),
        }
    }
    Ok(())
}

/// Makes every update whole, for clients that want all they see each time.
#[derive(Clone, Debug, Default)]
pub struct SeenTracker {
    tables: HashMap<TableId, (u64, Value)>,
}

impl SeenTracker {
    /// Notes what a message says about a table. An update with changes gets its `seen`, and loses `base` and `changes`.
    ///
    /// # Errors
    /// If the update does not follow what was seen: pass the message on to nobody, and ask for `sync` unless it is
    /// [repeated](ChangeError::Repeated).
    pub fn expand(&mut self, message: &mut ServerMsg) -> Result<(), ChangeError> {
        let read = |json: &GameJson| {
            serde_json::from_str::<Value>(json.get()).map_err(|_| ChangeError::NoSuchPlace(String::new()))
        };
        match message {
            ServerMsg::Table(table) => match &table.seen {
                Some(seen) => {
                    self.tables.insert(table.info.table, (table.seq, read(seen)?));
                }
                None => {
                    self.tables.remove(&table.info.table);
                }
            },
            ServerMsg::TableRemoved { table } => {
                self.tables.remove(table);
            }
            ServerMsg::Update(update) => {
                if self.tables.get(&update.table).is_some_and(|(have, _)| update.seq <= *have) {
                    return Err(ChangeError::Repeated);
                }
                if let Some(seen) = &update.seen {
                    self.tables.insert(update.table, (update.seq, read(seen)?));
                    return Ok(());
                }
                let (have, seen) = self.tables.get_mut(&update.table).ok_or(ChangeError::Gap)?;
                if update.base.is_none_or(|base| base > *have) {
                    return Err(ChangeError::Gap);
                }
                if let Some(changes) = update.changes.take() {
                    let changes: Vec<Change> = serde_json::from_str(changes.get())
                        .map_err(|_| ChangeError::NoSuchPlace(String::new()))?;
                    apply_changes(seen, &changes)?;
                }
                *have = update.seq;
                update.base = None;
                update.seen = serde_json::value::to_raw_value(seen).ok();
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(seq: u64, rest: &str) -> ServerMsg {
        let text = format!(
            r#"{{"update":{{"table":"ss439rrzy0","seq":{seq},"game_number":1,"nth":0,"events":[],"deadlines":[]{rest}}}}}"#
        );
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn seen_in(message: &ServerMsg) -> String {
        match message {
            ServerMsg::Update(update) => {
                update.seen.as_ref().map(|seen| seen.get().to_owned()).unwrap_or_default()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_repeated_update_is_not_applied_again_and_a_missing_one_is_noticed() {
        let mut tracker = SeenTracker::default();
        let mut next = update(4, r#","base":3,"changes":[["n",1,0,["x"]]]"#);
        assert_eq!(tracker.clone().expand(&mut next.clone()), Err(ChangeError::Gap), "nothing was seen yet");
        tracker.expand(&mut update(3, r#","seen":{"n":["a"]}"#)).unwrap();
        let again = next.clone();
        tracker.expand(&mut next).unwrap();
        assert_eq!(seen_in(&next), r#"{"n":["a","x"]}"#);
        assert_eq!(tracker.expand(&mut again.clone()), Err(ChangeError::Repeated));
        assert_eq!(tracker.expand(&mut update(9, r#","base":8,"changes":[]"#)), Err(ChangeError::Gap));
        let mut last = update(5, r#","base":4,"changes":[["n.0","b"]]"#);
        tracker.expand(&mut last).unwrap();
        assert_eq!(seen_in(&last), r#"{"n":["b","x"]}"#);
        let nowhere = tracker.expand(&mut update(6, r#","base":5,"changes":[["m.0","b"]]"#));
        assert_eq!(nowhere, Err(ChangeError::NoSuchPlace("m.0".to_owned())));
    }
}
