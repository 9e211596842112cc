//! What changes of the manager's knowledge, so that a change is stored and not everything.

use serde::{Deserialize, Serialize};

use super::manager::{Manager, Player, RunningGame};

/// The time of a player's last datagram is stored again when it is this much later, in milliseconds: most datagrams change
/// nothing else.
const SIGN_OF_LIFE_EVERY: u64 = 60_000;

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ManagerChange {
    /// A player is new, or is another now.
    Player(Player),
    /// A player is gone, by name.
    PlayerGone(String),
    /// A game has begun.
    Game(RunningGame),
    /// A game is over, by number.
    GameOver(u64),
    /// The number of the next game.
    NextGame(u64),
    /// Everything.
    All(Manager),
}

/// The changes that lead from one manager to another.
pub(super) fn changes(before: &Manager, after: &Manager) -> Vec<ManagerChange> {
    let common = |one: &Manager, other: &Manager| -> Vec<String> {
        let known = |player: &&Player| other.players.iter().any(|other| other.name == player.name);
        one.players.iter().filter(known).map(|player| player.name.clone()).collect()
    };
    // A client that registered again moved to the end of the list: rare enough to store the whole state.
    if common(before, after) != common(after, before) {
        return vec![ManagerChange::All(after.clone())];
    }
    let mut changes = Vec::new();
    for game in &before.games {
        if after.games.iter().all(|other| other.id != game.id) {
            changes.push(ManagerChange::GameOver(game.id));
        }
    }
    for player in &before.players {
        if after.players.iter().all(|other| other.name != player.name) {
            changes.push(ManagerChange::PlayerGone(player.name.clone()));
        }
    }
    for player in &after.players {
        let known = before.players.iter().find(|other| other.name == player.name);
        if known.is_none_or(|known| differs(known, player)) {
            changes.push(ManagerChange::Player(player.clone()));
        }
    }
    for game in &after.games {
        if before.games.iter().all(|other| other.id != game.id) {
            changes.push(ManagerChange::Game(game.clone()));
        }
    }
    if before.next_game != after.next_game {
        changes.push(ManagerChange::NextGame(after.next_game));
    }
    changes
}

/// Whether a player has to be stored again.
fn differs(before: &Player, after: &Player) -> bool {
    let heard_long_ago = after.heard.saturating_sub(before.heard) >= SIGN_OF_LIFE_EVERY;
    let mut as_heard = before.clone();
    as_heard.heard = after.heard;
    heard_long_ago || as_heard != *after
}

impl Manager {
    /// Applies a change.
    pub(super) fn apply(&mut self, change: ManagerChange) {
        match change {
            ManagerChange::Player(player) => {
                match self.players.iter_mut().find(|known| known.name == player.name) {
                    Some(known) => *known = player,
                    None => self.players.push(player),
                }
            }
            ManagerChange::PlayerGone(name) => self.players.retain(|player| player.name != name),
            ManagerChange::Game(game) => self.games.push(game),
            ManagerChange::GameOver(id) => self.games.retain(|game| game.id != id),
            ManagerChange::NextGame(next) => self.next_game = next,
            ManagerChange::All(manager) => *self = manager,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::net::{IpAddr, Ipv4Addr};

    use game::{below, dice};

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn the_changes_lead_from_one_manager_to_the_other_and_survive_json() {
        let mut dice = dice(3);
        let (mut manager, mut stored) = (Manager::new(), Manager::new());
        for now in 0..2_000u64 {
            let name = format!("p{}", below(&mut dice, 12));
            let port = 2_000 + 5 * below(&mut dice, 12);
            let request = match below(&mut dice, 6) {
                0 | 1 => format!("register {name} {port}"),
                2 => format!("de-register {name}"),
                3 => format!("start game {name} {}", 1 + below(&mut dice, 3)),
                4 => format!("end {} {name}", below(&mut dice, 40)),
                _ => "query players".to_owned(),
            };
            manager.answer(HERE, request.as_bytes(), now * 10_000);
            if now % 97 == 0 {
                manager.forget_silent(now * 10_000, 3_000_000);
            }
            let changes = changes(&stored, &manager);
            let text = serde_json::to_string(&changes).unwrap();
            let read: Vec<ManagerChange> = serde_json::from_str(&text).unwrap();
            read.into_iter().for_each(|change| stored.apply(change));
            // All but the time of the last datagram, which may be a minute behind.
            let mut expected = manager.clone();
            for (expected, stored) in expected.players.iter_mut().zip(&stored.players) {
                assert!(expected.heard - stored.heard < SIGN_OF_LIFE_EVERY);
                expected.heard = stored.heard;
            }
            assert_eq!(stored, expected, "{request}");
        }
    }

    #[test]
    fn a_question_changes_nothing_and_a_registration_one_player() {
        let mut manager = Manager::new();
        for number in 0..900 {
            let far = IpAddr::V4(Ipv4Addr::new(10, 0, (number / 250) as u8, (number % 250) as u8));
            manager.answer(far, format!("register p{number} 4505").as_bytes(), 0);
        }
        let before = manager.clone();
        manager.answer(HERE, b"query players", 1_000);
        assert_eq!(changes(&before, &manager), []);
        manager.answer(HERE, b"register ann 4505", 1_000);
        let text = serde_json::to_string(&changes(&before, &manager)).unwrap();
        assert!(text.len() < 200, "{text}");
    }
}
