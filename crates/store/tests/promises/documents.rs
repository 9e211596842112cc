//! Documents: small texts about people and the server.

use store::{CommitError, Document, DocumentsQuery, Store, Write};

use super::harness::Bed;
use super::people::person;

fn document(kind: &str, id: &str, person: Option<u64>, at: i64, expires: Option<i64>) -> Document {
    Document { kind: kind.to_owned(), id: id.to_owned(), person, at, expires, body: format!("{kind} {id}") }
}

fn take(kind: &str, id: &str, at: i64) -> Write {
    Write::TakeDocument { kind: kind.to_owned(), id: id.to_owned(), at }
}

fn require(kind: &str, id: &str, at: i64) -> Write {
    Write::RequireDocument { kind: kind.to_owned(), id: id.to_owned(), at }
}

fn replace(kind: &str, id: &str, before: &str, body: &str) -> Write {
    let [kind, id, before, body] = [kind, id, before, body].map(str::to_owned);
    Write::ReplaceDocument { kind, id, before, body }
}

fn missing(kind: &str) -> Result<(), CommitError> {
    Err(CommitError::NoDocument { kind: kind.to_owned() })
}

async fn ids(store: &Store, kind: &str, person: Option<u64>, before: Option<i64>, limit: u32) -> Vec<String> {
    let query = DocumentsQuery { kind: kind.to_owned(), person, before, limit };
    store.documents(query).await.unwrap().into_iter().map(|document| document.id).collect()
}

pub(crate) async fn a_document_is_found_by_id_by_person_and_by_time(harness: Bed) {
    let store = harness.open().await;
    let a = document("device", "a", Some(1), 10, None);
    let writes = vec![
        Write::PutPerson(person(1, "Ann")),
        Write::PutDocument(a.clone()),
        Write::PutDocument(document("device", "b", Some(1), 30, Some(40))),
        Write::PutDocument(document("report", "a", None, 20, None)),
        Write::PutDocument(document("report", "c", None, 20, None)),
    ];
    store.commit(writes).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(store.document("device", "a").await.unwrap(), Some(a.clone()));
    assert_eq!(store.document("device", "c").await.unwrap(), None);
    assert_eq!(store.document("device", "a\0").await.unwrap(), None);
    assert_eq!(ids(&store, "device", Some(1), None, 9).await, ["b", "a"]);
    assert_eq!(ids(&store, "device", Some(2), None, 9).await, [""; 0]);
    assert_eq!(ids(&store, "device", None, Some(30), 9).await, ["a"]);
    assert_eq!(ids(&store, "report", None, None, 9).await, ["a", "c"]);
    assert_eq!(ids(&store, "report", None, None, 1).await, ["a"]);
    let other = Document { at: 50, body: "x".to_owned(), ..a };
    store.commit(vec![Write::PutDocument(other.clone())]).await.unwrap();
    assert_eq!(store.document("device", "a").await.unwrap(), Some(other));
    store.commit(vec![Write::PruneDocuments { expired_before: 41, limit: 9 }]).await.unwrap();
    assert_eq!(ids(&store, "device", Some(1), None, 9).await, ["a"]);
    let long = Document { body: "x".repeat(70_000), ..document("device", "d", None, 1, None) };
    let refused = store.commit(vec![Write::PutDocument(long)]).await;
    assert!(matches!(refused, Err(CommitError::Malformed(_))), "{refused:?}");
    store.close().await;
}

pub(crate) async fn a_document_that_was_changed_meanwhile_is_not_replaced(harness: Bed) {
    let store = harness.open().await;
    let stored = document("report", "a", None, 10, Some(100));
    store.commit(vec![Write::PutDocument(stored.clone())]).await.unwrap();
    store.commit(vec![replace("report", "a", &stored.body, "one")]).await.unwrap();
    assert_eq!(store.commit(vec![replace("report", "a", &stored.body, "two")]).await, missing("report"));
    assert_eq!(store.commit(vec![replace("report", "b", "", "two")]).await, missing("report"));
    let now = store.document("report", "a").await.unwrap();
    assert_eq!(now, Some(Document { body: "one".to_owned(), ..stored }), "all else stays");
}

pub(crate) async fn of_many_who_take_a_document_one_gets_it(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![Write::PutPerson(person(1, "Ann"))]).await.unwrap();
    let code = document("link", "code", Some(1), 10, Some(100));
    store.commit(vec![Write::PutDocument(code)]).await.unwrap();
    assert_eq!(store.commit(vec![take("link", "code", 100)]).await, missing("link"), "it is too late");
    store.commit(vec![require("link", "code", 99)]).await.unwrap();
    assert_eq!(store.commit(vec![require("link", "other", 99)]).await, missing("link"));
    let takers = (0..20).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let device = document("device", &number.to_string(), Some(1), 20, None);
            store.commit(vec![take("link", "code", 20), Write::PutDocument(device)]).await
        })
    });
    let mut taken = 0;
    for taker in takers.collect::<Vec<_>>() {
        match taker.await.unwrap() {
            Ok(()) => taken += 1,
            refused => assert_eq!(refused, missing("link")),
        }
    }
    assert_eq!(taken, 1);
    assert_eq!(ids(&store, "device", Some(1), None, 99).await.len(), 1, "the others left nothing");
    store.close().await;
}

pub(crate) async fn of_many_who_add_a_document_one_succeeds_and_the_others_store_nothing(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![Write::PutPerson(person(1, "Ann"))]).await.unwrap();
    let adders = (0..20).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let first = Document { body: number.to_string(), ..document("try", "1/ann", Some(1), 20, None) };
            let beside = document("beside", &number.to_string(), None, 20, None);
            store.commit(vec![Write::PutDocument(beside), Write::AddDocument(first)]).await.map(|()| number)
        })
    });
    let mut added = Vec::new();
    for adder in adders.collect::<Vec<_>>() {
        match adder.await.unwrap() {
            Ok(number) => added.push(number.to_string()),
            Err(refused) => assert_eq!(refused, CommitError::DocumentExists { kind: "try".to_owned() }),
        }
    }
    assert_eq!(added.len(), 1);
    assert_eq!(ids(&store, "beside", None, None, 99).await, added);
    assert_eq!(store.document("try", "1/ann").await.unwrap().unwrap().body, added[0]);
    let nobody = Write::AddDocument(document("try", "1/ben", Some(2), 20, None));
    assert_eq!(store.commit(vec![nobody]).await, Err(CommitError::NoPerson { person: 2 }));
    store.close().await;
}

pub(crate) async fn a_document_goes_with_its_person_and_never_comes_back_by_a_change(harness: Bed) {
    let store = harness.open().await;
    let put = |id: &str, person| Write::PutDocument(document("device", id, Some(person), 10, None));
    let people = [Write::PutPerson(person(1, "Ann")), Write::PutPerson(person(2, "Ben"))];
    store.commit(people.into()).await.unwrap();
    store.commit(vec![put("a", 1), put("b", 1), put("c", 2), put("d", 2)]).await.unwrap();
    store.commit(vec![Write::RemovePerson { person: 1 }]).await.unwrap();
    assert_eq!(ids(&store, "device", None, None, 9).await, ["c", "d"]);
    assert_eq!(store.commit(vec![put("e", 1)]).await, Err(CommitError::NoPerson { person: 1 }));
    let (kind, id) = ("device".to_owned(), "a".to_owned());
    let change =
        |id: String| Write::ChangeDocument { kind: kind.clone(), id, at: 20, body: "new".to_owned() };
    store.commit(vec![change(id), change("c".to_owned())]).await.unwrap();
    assert_eq!(store.document("device", "a").await.unwrap(), None);
    assert_eq!(store.document("device", "c").await.unwrap().unwrap().body, "new");
    store.commit(vec![Write::RemoveDocument { kind: kind.clone(), id: "c".to_owned() }]).await.unwrap();
    assert_eq!(ids(&store, "device", Some(2), None, 9).await, ["d"]);
    store.commit(vec![Write::RemoveDocumentsOf { kind, person: 2 }]).await.unwrap();
    assert_eq!(ids(&store, "device", Some(2), None, 9).await, [""; 0]);
    store.close().await;
}
