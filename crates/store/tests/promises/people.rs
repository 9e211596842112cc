//! People, their names and tokens.

use store::{CommitError, Person, Write};

use super::harness::Bed;

pub(crate) fn person(id: u64, name: &str) -> Person {
    Person {
        id,
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        token_hash: [u8::try_from(id).unwrap(); 32],
        created: 10,
        seen: 20,
    }
}

fn rename(person: u64, name: &str) -> Write {
    Write::RenamePerson { person, name: name.to_owned(), name_key: name.to_lowercase() }
}

pub(crate) async fn a_person_is_found_by_name_and_by_id(harness: Bed) {
    let store = harness.open().await;
    let (ann, bob) = (person(1, "Ann"), person(2, "Bob"));
    store.commit(vec![Write::PutPerson(bob.clone()), Write::PutPerson(ann.clone())]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(store.people().await.unwrap(), [ann.clone(), bob.clone()]);
    assert_eq!(store.person_by_name_key("ann").await.unwrap(), Some(ann));
    assert_eq!(store.person_by_name_key("Ann").await.unwrap(), None);
    assert_eq!(store.person(2).await.unwrap(), Some(bob));
    assert_eq!(store.person(3).await.unwrap(), None);
    store.close().await;
}

pub(crate) async fn no_two_people_share_a_name_or_a_token(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![Write::PutPerson(person(1, "Ann")), Write::PutPerson(person(2, "Bob"))]).await.unwrap();
    let same_name = Person { token_hash: [9; 32], ..person(3, "ann") };
    assert_eq!(store.commit(vec![Write::PutPerson(same_name)]).await, Err(CommitError::NameTaken));
    let same_token = Person { token_hash: [1; 32], ..person(3, "Cid") };
    assert_eq!(store.commit(vec![Write::PutPerson(same_token)]).await, Err(CommitError::TokenTaken));
    assert_eq!(store.commit(vec![rename(2, "ANN")]).await, Err(CommitError::NameTaken));
    let stolen = Person { token_hash: [1; 32], ..person(2, "Bob") };
    assert_eq!(store.commit(vec![Write::PutPerson(stolen)]).await, Err(CommitError::TokenTaken));
    assert_eq!(store.people().await.unwrap(), [person(1, "Ann"), person(2, "Bob")]);
    store.close().await;
}

pub(crate) async fn a_person_can_be_replaced_renamed_seen_and_removed(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![Write::PutPerson(person(1, "Ann"))]).await.unwrap();
    let anew = Person { token_hash: [8; 32], seen: 30, ..person(1, "Ann") };
    store.commit(vec![Write::PutPerson(anew.clone())]).await.unwrap();
    assert_eq!(store.person(1).await.unwrap(), Some(anew));
    store.commit(vec![rename(1, "Anna"), Write::SeenPerson { person: 1, at: 40 }]).await.unwrap();
    store.commit(vec![Write::SeenPerson { person: 1, at: 35 }]).await.unwrap();
    let anna = store.person_by_name_key("anna").await.unwrap().unwrap();
    assert_eq!((anna.name.as_str(), anna.seen), ("Anna", 40));
    assert_eq!(store.commit(vec![rename(7, "Gus")]).await, Err(CommitError::NoPerson { person: 7 }));
    store
        .commit(vec![Write::SeenPerson { person: 7, at: 1 }, Write::RemovePerson { person: 7 }])
        .await
        .unwrap();
    store.commit(vec![Write::RemovePerson { person: 1 }]).await.unwrap();
    assert_eq!(store.people().await.unwrap(), []);
    store.close().await;
}

pub(crate) async fn writes_to_one_person_happen_in_their_order(harness: Bed) {
    let store = harness.open().await;
    let heir = Person { token_hash: [2; 32], ..person(2, "Ann") };
    let writes = vec![
        Write::PutPerson(person(1, "Ann")),
        rename(1, "Old"),
        Write::PutPerson(heir.clone()),
        Write::RemovePerson { person: 1 },
    ];
    store.commit(writes).await.unwrap();
    assert_eq!(store.people().await.unwrap(), [heir]);
    store.close().await;
}

pub(crate) async fn words_of_the_server_are_kept(harness: Bed) {
    let store = harness.open().await;
    let set = |key: &str, value: &str| Write::SetMeta { key: key.to_owned(), value: value.to_owned() };
    store.commit(vec![set("a", "1"), set("b", ""), set("a", "2")]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(store.meta("a").await.unwrap().as_deref(), Some("2"));
    assert_eq!(store.meta("b").await.unwrap().as_deref(), Some(""));
    assert_eq!(store.meta("c").await.unwrap(), None);
    store.close().await;
}

pub(crate) async fn what_cannot_be_stored_is_looked_for_in_vain(harness: Bed) {
    let store = harness.open().await;
    assert_eq!(store.person_by_name_key("a\0").await.unwrap(), None);
    assert_eq!(store.meta("\0").await.unwrap(), None);
    assert_eq!(store.replay("\0").await.unwrap(), None);
    assert_eq!(store.standing("\0").await.unwrap(), []);
    assert_eq!(store.person_by_name_key(&"x".repeat(100_000)).await.unwrap(), None);
    store.close().await;
}
