//! Who is seated with whom, when, and who is not.

use protocol::{BoundSecret, Secret};

use super::*;

fn wish(games: &[&str], seats: std::ops::RangeInclusive<u8>, bots_after_seconds: Option<u32>) -> ReadyWish {
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

fn put(list: &mut ReadyList, person: u64, wish: &ReadyWish, now: i64) {
    list.put(caller(person), Wish::read(wish).unwrap(), now).unwrap();
}

/// The game, the seats and the people of the first match.
fn found(list: &ReadyList, now: i64) -> Option<(&'static str, u8, Vec<u64>)> {
    let found = list.find(now, |_, _| false)?;
    Some((found.game.name(), found.seats, found.people.iter().map(|person| person.0).collect()))
}

fn propose(list: &mut ReadyList, now: i64) -> u32 {
    let found = list.find(now, |_, _| false).unwrap();
    let secret = BoundSecret::new(Secret::from_random([7; 32]));
    list.propose(found, secret, now).number
}

#[test]
fn the_first_set_that_fits_is_found_and_the_one_who_waits_longest_is_first() {
    let mut list = ReadyList::default();
    put(&mut list, 1, &wish(&["chicago"], 3..=4, None), 0);
    assert_eq!(found(&list, 0), None);
    put(&mut list, 2, &wish(&["gomoku", "chicago"], 2..=3, None), 1);
    assert_eq!(found(&list, 1), None, "one wants three at the table");
    put(&mut list, 3, &wish(&["chicago", "golf"], 2..=8, None), 2);
    assert_eq!(found(&list, 2), Some(("chicago", 3, vec![1, 2, 3])));
    put(&mut list, 4, &wish(&["chicago"], 4..=4, None), 3);
    assert_eq!(found(&list, 3), Some(("chicago", 3, vec![1, 2, 3])), "a table of four would lack the second");
    let groups = list.groups();
    let chicago = groups.iter().find(|group| group.game == "chicago").unwrap();
    assert_eq!((chicago.people.len(), chicago.needed), (4, 4));
}

#[test]
fn other_paces_games_and_people_who_must_not_meet_do_not_fit() {
    let mut list = ReadyList::default();
    put(&mut list, 1, &wish(&["gomoku"], 2..=2, None), 0);
    put(&mut list, 2, &ReadyWish { pace: Pace::Days, ..wish(&["gomoku"], 2..=2, None) }, 0);
    put(&mut list, 3, &wish(&["golf"], 2..=2, None), 0);
    assert_eq!(found(&list, 0), None);
    put(&mut list, 4, &wish(&["gomoku"], 2..=2, None), 0);
    assert_eq!(found(&list, 0), Some(("gomoku", 2, vec![1, 4])));
    let apart = |one: PersonId, other: PersonId| (one.0, other.0) == (4, 1);
    assert_eq!(list.find(0, apart), None, "whichever of both wants it so");
}

#[test]
fn bots_fill_a_table_after_the_wait_and_never_for_who_wants_none() {
    let mut list = ReadyList::default();
    put(&mut list, 1, &wish(&["chicago"], 3..=4, Some(60)), 0);
    put(&mut list, 2, &wish(&["chicago"], 2..=4, None), 0);
    put(&mut list, 3, &wish(&["chicago"], 4..=4, Some(600)), 1_000);
    assert_eq!(found(&list, 59_999), None);
    list.expire(1_000);
    assert_eq!(list.next_due(), Some(60_000));
    assert_eq!(found(&list, 60_000), Some(("chicago", 4, vec![1, 3])), "most people, and bots for the rest");
    assert_eq!(list.next_due(), Some(60_000), "not lost, however late it is asked for");
    list.expire(60_000);
    assert_eq!(list.next_due(), Some(601_000));
    put(&mut list, 4, &wish(&["chicago"], 2..=4, Some(0)), 60_000);
    assert_eq!(found(&list, 60_000), Some(("chicago", 4, vec![1, 2, 3, 4])), "people before bots");
}

#[test]
fn nobody_is_seated_who_did_not_accept_in_time() {
    let mut list = ReadyList::default();
    for person in 1..=2 {
        put(&mut list, person, &wish(&["gomoku"], 2..=2, None), 0);
    }
    let number = propose(&mut list, 0);
    assert_eq!(found(&list, 0), None, "who is asked is asked once");
    assert!(list.groups().is_empty());
    assert!(list.accept(number, PersonId(1), None).unwrap().is_none());
    assert_eq!(list.accept(number, PersonId(9), None).unwrap_err().code, RefusalCode::Stale.name());
    assert!(list.expire(ACCEPT_MS - 1).is_empty());
    let ended = list.expire(ACCEPT_MS);
    assert_eq!(ended.len(), 1);
    assert!(list.is_waiting(PersonId(1)), "the one who accepted keeps their place");
    assert!(!list.is_waiting(PersonId(2)));
    assert_eq!(list.accept(number, PersonId(2), None).unwrap_err().code, RefusalCode::Stale.name());
    // With somebody else it works.
    put(&mut list, 3, &wish(&["gomoku"], 2..=2, None), ACCEPT_MS);
    let number = propose(&mut list, ACCEPT_MS);
    assert!(list.accept(number, PersonId(3), None).unwrap().is_none());
    let complete = list.accept(number, PersonId(1), None).unwrap().unwrap();
    let people: Vec<u64> = complete.members.iter().map(|member| member.caller.person.0).collect();
    assert_eq!((people, complete.bots()), (vec![1, 3], 0));
    assert!(!list.is_waiting(PersonId(1)) && !list.is_waiting(PersonId(3)));
}

#[test]
fn who_leaves_or_is_lost_ends_the_proposal_and_frees_the_others() {
    let mut list = ReadyList::default();
    for person in 1..=2 {
        put(&mut list, person, &wish(&["gomoku"], 2..=2, None), 0);
    }
    propose(&mut list, 0);
    assert!(list.remove(PersonId(2)).is_some());
    put(&mut list, 3, &wish(&["gomoku"], 2..=2, None), 1);
    list.lost(PersonId(3), 1);
    assert_eq!(found(&list, 1), None, "nobody is asked who is not here");
    assert!(list.returned(PersonId(3)).is_none());
    assert_eq!(found(&list, 2), Some(("gomoku", 2, vec![1, 3])));
    list.lost(PersonId(3), 2);
    assert_eq!(list.next_due(), Some(2 + LOST_MS));
    list.expire(2 + LOST_MS);
    assert!(!list.is_waiting(PersonId(3)));
    list.expire(i64::from(MAX_MINUTES) * 60_000);
    assert!(!list.is_waiting(PersonId(1)), "a wish ends");
}

fn on_call(games: &[&str], bots_after_seconds: Option<u32>) -> ReadyWish {
    ReadyWish { call: true, ..wish(games, 2..=2, bots_after_seconds) }
}

#[test]
fn who_is_away_is_called_when_all_who_are_here_have_accepted() {
    let mut list = ReadyList::default();
    put(&mut list, 1, &on_call(&["gomoku"], Some(0)), 0);
    list.lost(PersonId(1), 10);
    list.expire(10 + LOST_MS);
    assert!(list.is_waiting(PersonId(1)), "the place is kept");
    assert_eq!(found(&list, 10), None, "nobody is called to play with bots");
    assert_eq!(list.next_due(), Some(i64::from(MAX_MINUTES) * 60_000));
    put(&mut list, 2, &wish(&["gomoku"], 2..=2, None), 20);
    // The one who is here is asked first: who does not answer is off the list, and nobody was called in vain.
    propose(&mut list, 20);
    assert!(list.begin_calls(20).is_empty());
    assert_eq!(list.expire(20 + ACCEPT_MS).len(), 1);
    assert!(list.is_waiting(PersonId(1)) && !list.is_waiting(PersonId(2)));
    put(&mut list, 3, &wish(&["gomoku"], 2..=2, None), 30_000);
    let number = propose(&mut list, 30_000);
    assert!(list.accept(number, PersonId(3), None).unwrap().is_none());
    let called = list.begin_calls(31_000);
    assert_eq!((called.len(), &called[0].called[..]), (1, &[PersonId(1)][..]));
    assert_eq!(called[0].expires, 31_000 + CALLED_MS);
    assert!(list.begin_calls(31_001).is_empty(), "once");
    assert!(list.expire(30_000 + CALLED_MS).is_empty(), "there is time to come");
    // They come and accept.
    assert_eq!(list.returned(PersonId(1)).unwrap().number, number);
    assert!(list.accept(number, PersonId(1), None).unwrap().is_some());
}

#[test]
fn who_is_called_and_does_not_come_is_off_the_list_and_the_others_wait_on() {
    let mut list = ReadyList::default();
    for person in 1..=2 {
        put(&mut list, person, &on_call(&["gomoku"], None), 0);
        list.lost(PersonId(person), 1);
    }
    propose(&mut list, 1);
    assert_eq!(
        list.begin_calls(1)[0].called,
        [PersonId(1), PersonId(2)],
        "all who are away are called at once"
    );
    assert_eq!(list.expire(1 + CALLED_MS).len(), 1);
    assert!(!list.is_waiting(PersonId(1)) && !list.is_waiting(PersonId(2)));
    put(&mut list, 3, &on_call(&["gomoku"], None), 0);
    list.lost(PersonId(3), 1);
    put(&mut list, 4, &wish(&["gomoku"], 2..=2, None), 2);
    let number = propose(&mut list, 2);
    assert!(list.accept(number, PersonId(4), None).unwrap().is_none());
    assert_eq!(list.begin_calls(3).len(), 1);
    assert_eq!(list.expire(3 + CALLED_MS).len(), 1);
    assert!(list.is_waiting(PersonId(4)) && !list.is_waiting(PersonId(3)));
}

#[test]
fn people_who_are_here_come_before_those_who_have_to_be_called() {
    let mut list = ReadyList::default();
    put(&mut list, 1, &on_call(&["gomoku"], None), 0);
    list.lost(PersonId(1), 1);
    put(&mut list, 2, &wish(&["gomoku"], 2..=2, None), 2);
    assert_eq!(found(&list, 2), Some(("gomoku", 2, vec![1, 2])));
    put(&mut list, 3, &wish(&["gomoku"], 2..=2, None), 3);
    assert_eq!(found(&list, 3), Some(("gomoku", 2, vec![2, 3])));
    let told = list.wish_of(PersonId(1), 60_000).unwrap();
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
