//! Playing on, without knowing any game: whatever is legal.

use std::collections::BTreeMap;

use super::messages::{Snapshot, act, leave, wait_for_update};
use crate::support::client::Client;

/// This many decisions are made with everybody at the table; then bots play for all but one, which ends it sooner.
const DECISIONS_TOGETHER: usize = 12;
/// No game takes more decisions than this, even if one player decides by lot.
const MAX_DECISIONS: usize = 2_000;

/// Plays a running game to its end with everybody who sits there; returns the id of its replay.
pub(super) async fn play_to_the_end(
    pass_time: &impl Fn(),
    people: &mut BTreeMap<String, Client>,
    mut names: &[String],
    table: &str,
) -> String {
    // Any fixed rule that does not always take the first would do: a game must not go round in circles.
    let mut lot: usize = 7;
    let mut made = 0;
    while made < MAX_DECISIONS {
        if made == DECISIONS_TOGETHER {
            for name in &names[1..] {
                leave(people.get_mut(name).unwrap(), table).await;
            }
            names = &names[..1];
        }
        let mut decided = false;
        for name in names {
            let person = people.get_mut(name).unwrap();
            let now = Snapshot::of(person, table).await;
            if !now.is_running() {
                return now.replay().unwrap_or_else(|| panic!("{table} has a result")).to_owned();
            }
            let legal = now.legal();
            if !legal.is_empty() {
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let action = &legal[(lot >> 33) % legal.len()];
                made += usize::from(act(person, table, &now, action).await);
                decided = true;
                break;
            }
        }
        if !decided {
            // A bot of the server is to act, perhaps after a pause. What came meanwhile waits to be read.
            pass_time();
            wait_for_update(people.get_mut(&names[0]).unwrap()).await;
        }
    }
    panic!("the game at {table} did not end");
}
