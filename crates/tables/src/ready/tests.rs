//! Who is seated with whom, when, and who is not.

use protocol::{BoundSecret, Secret};

use super::*;

/// A list, and what was said.
#[derive(Default)]
struct Room {
    list: ReadyList,
    said: Vec<Entry>,
}

impl Room {
    fn listed(&mut self, now: i64) -> Vec<OpenProposal> {
        self.list.reconcile(self.said.clone(), now)
    }

    fn entry(&mut self, person: u64) -> &mut Entry {
        self.said.iter_mut().find(|entry| entry.person() == PersonId(person)).unwrap()
    }

    fn lost(&mut self, person: u64, now: i64) {
        self.entry(person).lost_at = Some(now);
        self.listed(now);
    }

    fn returned(&mut self, person: u64, now: i64) {
        self.entry(person).lost_at = None;
        self.listed(now);
    }

    fn expire(&mut self, now: i64) -> Vec<OpenProposal> {
        self.list.expire(now)
    }

    fn accept(&mut self, number: u32, person: u64) -> Result<Option<OpenProposal>, Refusal> {
        self.list.accept(number, PersonId(person), None)
    }

    fn is_waiting(&self, person: u64) -> bool {
        self.list.state(0, 0).waiting(PersonId(person)).is_some()
    }
}

pub(super) fn wish(
    games: &[&str],
    seats: std::ops::RangeInclusive<u8>,
    bots_after_seconds: Option<u32>,
) -> ReadyWish {
    ReadyWish {
        games: games.iter().map(ToString::to_string).collect(),
        min_seats: *seats.start(),
        max_seats: *seats.end(),
        pace: Pace::Quick,
        bots_after_seconds,
        minutes: None,
        call: false,
    }
}

fn caller(person: u64) -> Caller {
    Caller { person: PersonId(person), name: format!("P{person}"), bot: false, legacy: false, address: None }
}

pub(super) fn entry(person: u64, wish: &ReadyWish, now: i64) -> Entry {
    Entry::new(caller(person), Wish::read(wish).unwrap(), None, None, now)
}

fn put(room: &mut Room, person: u64, wish: &ReadyWish, now: i64) {
    room.said.retain(|entry| entry.person() != PersonId(person));
    room.said.push(entry(person, wish, now));
    room.listed(now);
}

/// The game, the seats and the people of the first match.
fn found(room: &Room, now: i64) -> Option<(&'static str, u8, Vec<u64>)> {
    let found = room.list.find(now)?;
    Some((found.game.name(), found.seats, found.people.iter().map(|person| person.0).collect()))
}

fn propose(room: &mut Room, now: i64) -> u32 {
    let found = room.list.find(now).unwrap();
    let secret = BoundSecret::new(Secret::from_random([7; 32]));
    room.list.propose(found, secret, now).number
}

#[test]
fn the_first_set_that_fits_is_found_and_the_one_who_waits_longest_is_first() {
    let mut room = Room::default();
    put(&mut room, 1, &wish(&["chicago"], 3..=4, None), 0);
    assert_eq!(found(&room, 0), None);
    put(&mut room, 2, &wish(&["gomoku", "chicago"], 2..=3, None), 1);
    assert_eq!(found(&room, 1), None, "one wants three at the table");
    put(&mut room, 3, &wish(&["chicago", "golf"], 2..=8, None), 2);
    assert_eq!(found(&room, 2), Some(("chicago", 3, vec![1, 2, 3])));
    put(&mut room, 4, &wish(&["chicago"], 4..=4, None), 3);
    assert_eq!(found(&room, 3), Some(("chicago", 3, vec![1, 2, 3])), "a table of four would lack the second");
    let groups = room.list.groups();
    let chicago = groups.iter().find(|group| group.game == "chicago").unwrap();
    assert_eq!((chicago.people.len(), chicago.needed), (4, 4));
}

#[test]
fn other_paces_games_and_people_who_must_not_meet_do_not_fit() {
    let mut room = Room::default();
    put(&mut room, 1, &wish(&["gomoku"], 2..=2, None), 0);
    put(&mut room, 2, &ReadyWish { pace: Pace::Days, ..wish(&["gomoku"], 2..=2, None) }, 0);
    put(&mut room, 3, &wish(&["golf"], 2..=2, None), 0);
    assert_eq!(found(&room, 0), None);
    put(&mut room, 4, &wish(&["gomoku"], 2..=2, None), 0);
    assert_eq!(found(&room, 0), Some(("gomoku", 2, vec![1, 4])));
    for (by, whom) in [(4, 1), (1, 4)] {
        room.entry(by).blocked = vec![PersonId(whom)];
        room.listed(0);
        assert_eq!(found(&room, 0), None, "whichever of both wants it so");
        room.entry(by).blocked.clear();
        room.listed(0);
    }
    propose(&mut room, 0);
    assert!(room.list.end_apart().is_empty());
    room.entry(1).blocked = vec![PersonId(4)];
    room.listed(0);
    assert_eq!(room.list.end_apart().len(), 1, "what both are asked about is over");
}

#[test]
fn bots_fill_a_table_after_the_wait_and_never_for_who_wants_none() {
    let mut room = Room::default();
    put(&mut room, 1, &wish(&["chicago"], 3..=4, Some(60)), 0);
    put(&mut room, 2, &wish(&["chicago"], 2..=4, None), 0);
    put(&mut room, 3, &wish(&["chicago"], 4..=4, Some(600)), 1_000);
    assert_eq!(found(&room, 59_999), None);
    room.expire(1_000);
    assert_eq!(room.list.next_due(), Some(60_000));
    assert_eq!(found(&room, 60_000), Some(("chicago", 4, vec![1, 3])), "most people, and bots for the rest");
    assert_eq!(room.list.next_due(), Some(60_000), "not lost, however late it is asked for");
    room.expire(60_000);
    assert_eq!(room.list.next_due(), Some(601_000));
    put(&mut room, 4, &wish(&["chicago"], 2..=4, Some(0)), 60_000);
    assert_eq!(found(&room, 60_000), Some(("chicago", 4, vec![1, 2, 3, 4])), "people before bots");
}

#[test]
fn nobody_is_seated_who_did_not_accept_in_time() {
    let mut room = Room::default();
    for person in 1..=2 {
        put(&mut room, person, &wish(&["gomoku"], 2..=2, None), 0);
    }
    let number = propose(&mut room, 0);
    assert_eq!(found(&room, 0), None, "who is asked is asked once");
    assert!(room.list.groups().is_empty());
    assert!(room.accept(number, 1).unwrap().is_none());
    assert_eq!(room.accept(number, 9).unwrap_err().code, RefusalCode::Stale.name());
    assert!(room.expire(ACCEPT_MS - 1).is_empty());
    let ended = room.expire(ACCEPT_MS);
    assert_eq!(ended.len(), 1);
    assert!(room.is_waiting(1), "the one who accepted keeps their place");
    assert!(!room.is_waiting(2));
    assert_eq!(room.accept(number, 2).unwrap_err().code, RefusalCode::Stale.name());
    // With somebody else it works.
    put(&mut room, 3, &wish(&["gomoku"], 2..=2, None), ACCEPT_MS);
    let number = propose(&mut room, ACCEPT_MS);
    assert!(room.accept(number, 3).unwrap().is_none());
    let complete = room.accept(number, 1).unwrap().unwrap();
    let people: Vec<u64> = complete.members.iter().map(|member| member.caller.person.0).collect();
    assert_eq!((people, complete.bots()), (vec![1, 3], 0));
    assert!(!room.is_waiting(1) && !room.is_waiting(3));
}

#[test]
fn who_leaves_or_is_lost_ends_the_proposal_and_frees_the_others() {
    let mut room = Room::default();
    for person in 1..=2 {
        put(&mut room, person, &wish(&["gomoku"], 2..=2, None), 0);
    }
    propose(&mut room, 0);
    assert!(room.list.remove(PersonId(2)).is_some());
    assert!(room.listed(0).is_empty());
    assert!(!room.is_waiting(2), "a node that has not heard of it says so in vain");
    put(&mut room, 3, &wish(&["gomoku"], 2..=2, None), 1);
    room.lost(3, 1);
    assert_eq!(found(&room, 1), None, "nobody is asked who is not here");
    room.returned(3, 1);
    assert_eq!(found(&room, 2), Some(("gomoku", 2, vec![1, 3])));
    room.lost(3, 2);
    assert_eq!(room.list.next_due(), Some(2 + LOST_MS));
    room.expire(2 + LOST_MS);
    assert!(!room.is_waiting(3));
    room.listed(2 + LOST_MS);
    assert!(!room.is_waiting(3));
    room.expire(i64::from(MAX_MINUTES) * 60_000);
    assert!(!room.is_waiting(1), "a wish ends");
}

pub(super) fn on_call(games: &[&str], bots_after_seconds: Option<u32>) -> ReadyWish {
    ReadyWish { call: true, ..wish(games, 2..=2, bots_after_seconds) }
}

#[test]
fn who_is_away_is_called_when_all_who_are_here_have_accepted() {
    let mut room = Room::default();
    put(&mut room, 1, &on_call(&["gomoku"], Some(0)), 0);
    room.lost(1, 10);
    room.expire(10 + LOST_MS);
    assert!(room.is_waiting(1), "the place is kept");
    assert_eq!(found(&room, 10), None, "nobody is called to play with bots");
    assert_eq!(room.list.next_due(), Some(i64::from(MAX_MINUTES) * 60_000));
    put(&mut room, 2, &wish(&["gomoku"], 2..=2, None), 20);
    // The one who is here is asked first: who does not answer is off the list, and nobody was called in vain.
    propose(&mut room, 20);
    assert!(room.list.begin_calls(20).is_empty());
    assert_eq!(room.expire(20 + ACCEPT_MS).len(), 1);
    assert!(room.is_waiting(1) && !room.is_waiting(2));
    put(&mut room, 3, &wish(&["gomoku"], 2..=2, None), 30_000);
    let number = propose(&mut room, 30_000);
    assert!(room.accept(number, 3).unwrap().is_none());
    let called = room.list.begin_calls(31_000);
    assert_eq!((called.len(), &called[0].called[..]), (1, &[PersonId(1)][..]));
    assert_eq!(called[0].expires, 31_000 + CALLED_MS);
    assert!(room.list.begin_calls(31_001).is_empty(), "once");
    assert!(room.expire(30_000 + CALLED_MS).is_empty(), "there is time to come");
    // They come and accept.
    room.returned(1, 40_000);
    assert!(room.accept(number, 1).unwrap().is_some());
}

#[test]
fn who_is_called_and_does_not_come_is_off_the_list_and_the_others_wait_on() {
    let mut room = Room::default();
    for person in 1..=2 {
        put(&mut room, person, &on_call(&["gomoku"], None), 0);
        room.lost(person, 1);
    }
    propose(&mut room, 1);
    assert_eq!(
        room.list.begin_calls(1)[0].called,
        [PersonId(1), PersonId(2)],
        "all who are away are called at once"
    );
    assert_eq!(room.expire(1 + CALLED_MS).len(), 1);
    assert!(!room.is_waiting(1) && !room.is_waiting(2));
    put(&mut room, 3, &on_call(&["gomoku"], None), 0);
    room.lost(3, 1);
    put(&mut room, 4, &wish(&["gomoku"], 2..=2, None), 2);
    let number = propose(&mut room, 2);
    assert!(room.accept(number, 4).unwrap().is_none());
    assert_eq!(room.list.begin_calls(3).len(), 1);
    assert_eq!(room.expire(3 + CALLED_MS).len(), 1);
    assert!(room.is_waiting(4) && !room.is_waiting(3));
}

#[test]
fn people_who_are_here_come_before_those_who_have_to_be_called() {
    let mut room = Room::default();
    put(&mut room, 1, &on_call(&["gomoku"], None), 0);
    room.lost(1, 1);
    put(&mut room, 2, &wish(&["gomoku"], 2..=2, None), 2);
    assert_eq!(found(&room, 2), Some(("gomoku", 2, vec![1, 2])));
    put(&mut room, 3, &wish(&["gomoku"], 2..=2, None), 3);
    assert_eq!(found(&room, 3), Some(("gomoku", 2, vec![2, 3])));
    let told = room.entry(1).message(60_000);
    assert_eq!((told.call, told.minutes, told.games), (true, Some(120), vec!["gomoku".to_owned()]));
}

#[test]
fn a_wish_that_no_table_can_meet_is_refused() {
    let refused = |wish: ReadyWish| Wish::read(&wish).unwrap_err().code;
    assert_eq!(refused(wish(&["chess"], 2..=2, None)), RefusalCode::NoSuchGame.name());
    let bad = RefusalCode::BadOptions.name();
    assert_eq!(refused(wish(&[], 2..=2, None)), bad);
    assert_eq!(refused(wish(&["gomoku"], 1..=2, None)), bad);
    assert_eq!(refused(wish(&["gomoku"], 4..=8, None)), bad);
    assert_eq!(refused(ReadyWish { min_seats: 3, ..wish(&["golf"], 2..=2, None) }), bad);
    assert_eq!(refused(ReadyWish { minutes: Some(121), ..wish(&["golf"], 2..=2, None) }), bad);
    assert_eq!(refused(wish(&["golf"], 2..=2, Some(7_201))), bad);
}
