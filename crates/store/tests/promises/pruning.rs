//! What is kept for a while only.

use store::{Document, DocumentsQuery, Person, Replay, SeatResult, SeatedPerson, TableInfo, Write};

use super::harness::{Bed, append, close, open};

fn person(id: u64, seen: i64) -> Write {
    let name = format!("person {id}");
    let mut token_hash = [0; 32];
    token_hash[0] = u8::try_from(id).unwrap();
    Write::PutPerson(Person { id, name: name.clone(), name_key: name, token_hash, created: 0, seen })
}

fn replay(number: u8, ended: i64, person: Option<u64>) -> Write {
    let result = SeatResult { person, name: "p".to_owned(), won: true, score: 1, ..SeatResult::default() };
    let (game, body) = ("golf".to_owned(), "{}".to_owned());
    Write::PutReplay(Replay {
        id: format!("r{number}"),
        game,
        ended,
        public: true,
        rated: false,
        body,
        results: vec![result],
    })
}

pub(crate) async fn only_people_who_never_played_are_dropped(harness: Bed) {
    let store = harness.open().await;
    let people = (1..=5).map(|id| person(id, 10 * id.cast_signed()));
    store.commit(people.chain([replay(1, 0, Some(2)), open(1)]).collect()).await.unwrap();
    let people = vec![SeatedPerson { person: 3, seat: 0 }];
    let info = TableInfo { game: "golf".to_owned(), rules: 1, facts: 0, invite_code: None, people };
    store.commit(vec![Write::PutTableInfo { table: 1, epoch: 1, info }]).await.unwrap();
    assert_eq!(store.idle_people(50, 9).await.unwrap(), [1, 4]);
    assert_eq!(store.idle_people(50, 1).await.unwrap(), [1]);
    // People who were there meanwhile, or played, are kept although the list names them.
    store.commit(vec![Write::SeenPerson { person: 4, at: 50 }]).await.unwrap();
    let all = Write::PrunePeople { people: (1..=9).collect(), seen_before: 50 };
    store.commit(vec![all]).await.unwrap();
    let left: Vec<u64> = store.people().await.unwrap().iter().map(|person| person.id).collect();
    assert_eq!(left, [2, 3, 4, 5]);
    store.close().await;
}

pub(crate) async fn only_tables_closed_long_ago_are_dropped(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), open(2), open(3), append(3, 1), close(1), close(2)]).await.unwrap();
    assert_eq!(store.closed_tables(9_000, 9).await.unwrap(), [0_u64; 0]);
    assert_eq!(store.closed_tables(9_001, 1).await.unwrap().len(), 1);
    let prune = |closed_before| Write::PruneTables { tables: vec![1, 3], closed_before };
    store.commit(vec![prune(9_000)]).await.unwrap();
    assert_eq!(store.closed_tables(9_001, 9).await.unwrap().len(), 2);
    store.commit(vec![prune(9_001)]).await.unwrap();
    assert_eq!(store.closed_tables(9_001, 9).await.unwrap(), [2]);
    assert_eq!(store.table(3).await.unwrap().unwrap().journal.unwrap().len(), 1);
    store.close().await;
}

pub(crate) async fn old_replays_are_dropped_with_their_results(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![person(1, 0), replay(1, 100, Some(1)), replay(2, 200, Some(1))]).await.unwrap();
    assert_eq!(store.old_replays(150, 9).await.unwrap(), ["r1"]);
    let replays = vec!["r1".to_owned(), "r2".to_owned()];
    store.commit(vec![Write::PruneReplays { replays, ended_before: 150 }]).await.unwrap();
    assert_eq!(store.replay("r1").await.unwrap(), None);
    assert!(store.replay("r2").await.unwrap().is_some());
    assert_eq!(store.standing("person 1").await.unwrap()[0].games, 1);
    store.close().await;
}

pub(crate) async fn documents_that_ended_are_dropped_a_few_at_a_time(harness: Bed) {
    let store = harness.open().await;
    let code = |number: i64, expires: Option<i64>| {
        let (kind, id, body) = ("code".to_owned(), format!("c{number}"), "{}".to_owned());
        Write::PutDocument(Document { kind, id, person: None, at: number, expires, body })
    };
    let ending = (1..=5).map(|number| code(number, Some(10 * (6 - number))));
    store.commit(ending.chain([code(6, None)]).collect()).await.unwrap();
    let left = async || {
        let query = DocumentsQuery { kind: "code".to_owned(), person: None, before: None, limit: 9 };
        let found = store.documents(query).await.unwrap();
        found.iter().map(|document| document.at).collect::<Vec<_>>()
    };
    // Those that ended first go first; what ends at the moment itself, or never, stays.
    for (expected, more) in [(vec![6, 5, 4, 3, 2, 1], true), (vec![6, 3, 2, 1], true), (vec![6, 2, 1], false)]
    {
        assert_eq!(left().await, expected);
        assert_eq!(store.has_expired_documents(40).await.unwrap(), more);
        store.commit(vec![Write::PruneDocuments { expired_before: 40, limit: 2 }]).await.unwrap();
    }
    assert_eq!(left().await, [6, 2, 1]);
    store.close().await;
}
