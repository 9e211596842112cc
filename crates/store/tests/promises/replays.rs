//! Finished games and who won them.

use store::{CommitError, GamesQuery, PlayerGameStats, Replay, SeatResult, Write};

use super::harness::Bed;
use super::people::person;

fn result(seat: u8, person: Option<u64>, won: bool) -> SeatResult {
    SeatResult { person, name: format!("seat {seat}"), seat, won, score: i64::from(seat) - 3 }
}

fn replay(id: &str, game: &str, ended: i64, results: Vec<SeatResult>) -> Replay {
    Replay {
        id: id.to_owned(),
        game: game.to_owned(),
        ended,
        public: true,
        body: format!("{{\"{id}\":1}}"),
        results,
    }
}

fn ids(heads: &[store::ReplayHead]) -> Vec<&str> {
    heads.iter().map(|head| head.id.as_str()).collect()
}

/// Ann is 1, Bob is 2.
async fn with_people(harness: &Bed) -> store::Store {
    let store = harness.open().await;
    store.commit(vec![Write::PutPerson(person(1, "Ann")), Write::PutPerson(person(2, "Bob"))]).await.unwrap();
    store
}

pub(crate) async fn a_replay_comes_back_as_it_was(harness: Bed) {
    let store = with_people(&harness).await;
    let whole = replay(
        "r1",
        "golf",
        5,
        vec![result(0, Some(1), true), result(1, None, false), result(255, Some(2), true)],
    );
    let empty = replay("r2", "golf", 6, vec![]);
    store.commit(vec![Write::PutReplay(whole.clone()), Write::PutReplay(empty.clone())]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(store.replay("r1").await.unwrap(), Some(whole));
    assert_eq!(store.replay("r2").await.unwrap(), Some(empty));
    assert_eq!(store.replay("r3").await.unwrap(), None);
    let twice = replay("r4", "golf", 7, vec![result(1, None, true), result(1, None, true)]);
    let refused = store.commit(vec![Write::PutReplay(twice)]).await;
    assert!(matches!(refused, Err(CommitError::Malformed(_))), "{refused:?}");
    store.close().await;
}

pub(crate) async fn a_replay_is_never_overwritten(harness: Bed) {
    let store = with_people(&harness).await;
    let first = replay("r1", "golf", 5, vec![result(0, Some(1), true)]);
    store.commit(vec![Write::PutReplay(first.clone())]).await.unwrap();
    let other = replay("r1", "sorry", 6, vec![result(0, Some(2), true)]);
    let refused = store.commit(vec![Write::PutReplay(other)]).await;
    assert_eq!(refused, Err(CommitError::ReplayExists { id: "r1".to_owned() }));
    assert_eq!(store.replay("r1").await.unwrap(), Some(first));
    store.close().await;
}

pub(super) fn games_of(person: u64) -> GamesQuery {
    let limit = 100;
    GamesQuery { person, viewer: None, game: None, opponent: None, won: None, before: None, limit }
}

pub(crate) async fn lists_are_newest_first_and_hide_what_is_private(harness: Bed) {
    let store = with_people(&harness).await;
    let both = || vec![result(0, Some(1), true), result(1, Some(2), false)];
    let private = |game| Replay { public: false, ..game };
    let games = [
        replay("a", "golf", 10, both()),
        replay("b", "sorry", 20, vec![result(0, Some(1), false), result(1, None, true)]),
        private(replay("hidden", "golf", 30, both())),
        private(replay("alone", "golf", 40, vec![result(0, Some(1), true), result(1, None, false)])),
        // Two seats of one game are one game.
        replay("c", "golf", 50, vec![result(0, Some(1), true), result(1, Some(1), false)]),
        replay("bob", "golf", 60, vec![result(0, Some(2), true)]),
    ];
    for game in games {
        store.commit(vec![Write::PutReplay(game)]).await.unwrap();
    }
    let listed = async |query| ids(&store.games_of(query).await.unwrap()).join(" ");
    assert_eq!(listed(games_of(1)).await, "c b a");
    assert_eq!(listed(GamesQuery { viewer: Some(1), ..games_of(1) }).await, "c alone hidden b a");
    assert_eq!(listed(GamesQuery { viewer: Some(2), ..games_of(1) }).await, "c hidden b a");
    assert_eq!(listed(GamesQuery { opponent: Some(2), ..games_of(1) }).await, "a");
    assert_eq!(listed(GamesQuery { game: Some("sorry".to_owned()), ..games_of(1) }).await, "b");
    assert_eq!(listed(GamesQuery { game: Some("so\0rry".to_owned()), ..games_of(1) }).await, "");
    assert_eq!(listed(GamesQuery { won: Some(true), ..games_of(1) }).await, "c a");
    assert_eq!(listed(GamesQuery { won: Some(false), ..games_of(1) }).await, "c b");
    assert_eq!(listed(games_of(77)).await, "");
    let first = store.games_of(GamesQuery { limit: 2, ..games_of(1) }).await.unwrap();
    assert_eq!(ids(&first), ["c", "b"]);
    assert_eq!(first[0].results.len(), 2);
    let rest = GamesQuery { before: Some(first[1].place), ..games_of(1) };
    assert_eq!(listed(rest).await, "a");
    store.close().await;
}

pub(crate) async fn standings_follow_the_person_through_a_rename(harness: Bed) {
    let store = with_people(&harness).await;
    let games = [
        replay("1", "sorry", 1, vec![result(0, Some(1), true), result(1, Some(2), false)]),
        replay("2", "sorry", 2, vec![result(0, Some(1), false), result(1, Some(2), true)]),
        // Two seats of one game are one game.
        replay("3", "golf", 3, vec![result(0, Some(1), true), result(1, Some(1), false)]),
        replay("4", "Chicago", 4, vec![result(0, Some(1), false), result(1, None, true)]),
    ];
    store.commit(games.into_iter().map(Write::PutReplay).collect()).await.unwrap();
    let name_key = "anna".to_owned();
    store.commit(vec![Write::RenamePerson { person: 1, name: "Anna".to_owned(), name_key }]).await.unwrap();
    let standing = |game: &str, games, wins| PlayerGameStats { game: game.to_owned(), games, wins };
    let expected = [standing("Chicago", 1, 0), standing("golf", 1, 1), standing("sorry", 2, 1)];
    assert_eq!(store.standing("anna").await.unwrap(), expected);
    assert_eq!(store.standing("bob").await.unwrap(), [standing("sorry", 2, 1)]);
    assert_eq!(store.standing("ann").await.unwrap(), []);
    store.close().await;
}

pub(crate) async fn a_removed_person_leaves_only_a_name(harness: Bed) {
    let store = with_people(&harness).await;
    let game = |id: &str| replay(id, "golf", 1, vec![result(0, Some(1), true), result(1, Some(2), false)]);
    store.commit(vec![Write::PutReplay(game("1")), Write::RemovePerson { person: 1 }]).await.unwrap();
    // The game ends after its player was removed: it is kept all the same.
    store.commit(vec![Write::PutReplay(game("2"))]).await.unwrap();
    for id in ["1", "2"] {
        let results = store.replay(id).await.unwrap().unwrap().results;
        assert_eq!(results, [result(0, None, true), result(1, Some(2), false)]);
    }
    // Whoever takes the name next takes nothing else over.
    store.commit(vec![Write::PutPerson(person(1, "Ann"))]).await.unwrap();
    assert_eq!(store.standing("ann").await.unwrap(), []);
    store.close().await;
}
