//! Events of the server that the operator's webhook announces in a chat channel.

use std::collections::BTreeMap;

use protocol::{ReadyGroup, TableId, TournamentId};
use tokio::sync::broadcast;

/// The capacity of the queue. A receiver that falls behind misses the oldest announcements.
const MAX_WAITING: usize = 64;

/// The same game is not announced again within this time, in milliseconds, unless more people would play it.
const SAME_GAME_AGAIN: i64 = 30 * 60_000;
/// The shortest time between two announcements of people who would play, in milliseconds.
const WOULD_PLAY_AGAIN: i64 = 60_000;

/// Something to be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Announcement {
    /// People can enter a tournament.
    TournamentOpened {
        /// The tournament's id.
        id: TournamentId,
        /// What it is called.
        name: String,
        /// Name of the game.
        game: String,
    },
    /// A tournament is played from now on.
    TournamentBegan {
        /// The tournament's id.
        id: TournamentId,
        /// What it is called.
        name: String,
        /// Name of the game.
        game: String,
    },
    /// A table is announced for a time in the future.
    TableScheduled {
        /// The table's id.
        table: TableId,
        /// Name of the game.
        game: String,
        /// Who announced it.
        opener: String,
        /// When it begins, in milliseconds since 1970.
        starts_at: i64,
    },
    /// People would play a game, and more are needed.
    WouldPlay {
        /// Name of the game.
        game: String,
        /// How many there are.
        people: usize,
        /// How many a table needs.
        needed: u8,
    },
}

/// Broadcasts announcements. Senders never wait for receivers.
#[derive(Debug)]
pub(crate) struct Announcements {
    sender: broadcast::Sender<Announcement>,
}

impl Default for Announcements {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(MAX_WAITING) }
    }
}

impl Announcements {
    pub(crate) fn say(&self, announcement: Announcement) {
        // Nobody listens if the operator has no webhook.
        let _ = self.sender.send(announcement);
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Announcement> {
        self.sender.subscribe()
    }
}

/// The last announcements of people who would play, so that a channel is not flooded.
#[derive(Debug, Default)]
pub(crate) struct WouldPlaySaid {
    last: Option<i64>,
    /// When each game was named last, and how many would play it then.
    games: BTreeMap<String, (i64, usize)>,
}

impl WouldPlaySaid {
    /// What is new among those who wait now.
    pub(crate) fn news(&mut self, groups: &[ReadyGroup], now: i64) -> Option<Announcement> {
        if self.last.is_some_and(|last| now - last < WOULD_PLAY_AGAIN) {
            return None;
        }
        let is_new = |group: &&ReadyGroup| {
            let known = self.games.get(&group.game);
            let is_old =
                |(at, people): &(i64, usize)| now - at < SAME_GAME_AGAIN && group.people.len() <= *people;
            group.people.len() < usize::from(group.needed) && !known.is_some_and(is_old)
        };
        // One at a time: the one that lacks the fewest.
        let missing = |group: &&ReadyGroup| usize::from(group.needed) - group.people.len();
        let group = groups.iter().filter(is_new).min_by_key(missing)?;
        self.last = Some(now);
        self.games.retain(|_, (at, _)| now - *at < SAME_GAME_AGAIN);
        let people = group.people.len();
        self.games.insert(group.game.clone(), (now, people));
        Some(Announcement::WouldPlay { game: group.game.clone(), people, needed: group.needed })
    }
}

#[cfg(test)]
mod tests {
    use protocol::Pace;

    use super::*;

    fn group(game: &str, people: usize, needed: u8) -> ReadyGroup {
        let people = (0..people).map(|number| format!("Person {number}")).collect();
        ReadyGroup { game: game.to_owned(), pace: Pace::Days, people, needed }
    }

    #[test]
    fn a_channel_hears_of_a_game_when_more_people_would_play_it_and_not_too_often() {
        let mut said = WouldPlaySaid::default();
        let mut news = |groups: &[ReadyGroup], now: i64| {
            said.news(groups, now).map(|announcement| match announcement {
                Announcement::WouldPlay { game, people, needed } => {
                    format!("{people} of {needed} for {game}")
                }
                other => panic!("{other:?}"),
            })
        };
        let one = [group("chicago", 1, 3)];
        assert_eq!(news(&one, 0).as_deref(), Some("1 of 3 for chicago"));
        assert_eq!(news(&one, WOULD_PLAY_AGAIN), None, "nothing is new");
        let both = [group("golf", 1, 4), group("chicago", 2, 3)];
        assert_eq!(news(&both, WOULD_PLAY_AGAIN - 1), None, "too soon");
        assert_eq!(news(&both, WOULD_PLAY_AGAIN).as_deref(), Some("2 of 3 for chicago"));
        assert_eq!(news(&both, 2 * WOULD_PLAY_AGAIN).as_deref(), Some("1 of 4 for golf"));
        assert_eq!(news(&both, 3 * WOULD_PLAY_AGAIN), None);
        assert_eq!(news(&one, 4 * WOULD_PLAY_AGAIN), None, "fewer is no news");
        assert_eq!(news(&one, 2 * SAME_GAME_AGAIN).as_deref(), Some("1 of 3 for chicago"));
        assert_eq!(news(&[group("sorry", 4, 4)], 3 * SAME_GAME_AGAIN), None, "they have a table");
        assert_eq!(news(&[], 4 * SAME_GAME_AGAIN), None);
    }
}
