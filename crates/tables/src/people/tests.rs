//! What is kept of people in memory.

use sha2::{Digest, Sha256};

use super::*;
use crate::limiter::LimitConfig;
use crate::time::Time;

fn people_of(store: Store) -> People {
    People::new(store, Limiter::new(LimitConfig::default(), Time::manual(0)), crate::Entropy::system())
}

#[tokio::test]
async fn memory_holds_those_who_are_here_and_some_who_were() {
    let folder = tempfile::tempdir().unwrap();
    let place = store::StoreLocation::Sqlite(folder.path().to_owned());
    let people = people_of(Store::open(&place).await.unwrap());
    let name = |number: usize| Name::parse(&format!("Person {number}")).unwrap();
    let (here, token) = people.register(name(0), &ConnectionOrigin::default(), 0).await.unwrap();
    people.connected(here.id, 0);
    for number in 1..=2 * MAX_REMEMBERED {
        let person = Person {
            id: number as u64,
            name: name(number).as_str().to_owned(),
            name_key: name(number).key(),
            token_hash: Sha256::digest(number.to_le_bytes()).into(),
            created: 0,
            seen: 0,
        };
        let device = KnownDevice::new(person.token_hash, &ConnectionOrigin::default(), 0);
        people.book().remember(person);
        people.book().add_device(PersonId(number as u64), device);
    }
    {
        let book = people.book();
        assert!(book.all.len() <= MAX_REMEMBERED + 1, "{}", book.all.len());
        assert_eq!((book.by_key.len(), book.by_token.len()), (book.all.len(), book.all.len()));
    }
    assert_eq!(people.by_token(&token.text()).await.unwrap(), Some(here));
}

#[tokio::test]
async fn a_name_that_nobody_was_told_of_is_free_and_one_in_the_store_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let place = store::StoreLocation::Sqlite(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    let name = Name::parse("Ann").unwrap();
    let (ann, token) =
        people_of(store.clone()).register(name.clone(), &ConnectionOrigin::default(), 0).await.unwrap();
    // Another process knows nobody by heart.
    let people = people_of(store);
    let refused = people.register(name.clone(), &ConnectionOrigin::default(), 1).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NameTaken.name());
    let refused = people.register_temporary(name.clone(), NAME_KEPT).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NameTaken.name());
    assert_eq!(people.by_name(&name).await.unwrap(), Some(ann.clone()));
    assert_eq!(people.by_token(&token.text()).await.unwrap(), Some(ann.clone()));
    let people = people_of(people.store.clone());
    people.book().in_doubt.insert(name.key(), ann.id);
    let (heir, _) = people.register(name.clone(), &ConnectionOrigin::default(), 2).await.unwrap();
    assert_ne!(heir.id, ann.id);
    let people = people_of(people.store.clone());
    let (later, _) = people.register(name, &ConnectionOrigin::default(), 2 + NAME_KEPT).await.unwrap();
    assert_ne!(later.id, heir.id);
}

#[tokio::test]
async fn a_name_with_a_recovery_code_is_kept_however_long_its_holder_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let place = store::StoreLocation::Sqlite(folder.path().to_owned());
    let people = people_of(Store::open(&place).await.unwrap());
    let (name, here) = (Name::parse("Ann").unwrap(), ConnectionOrigin::default());
    let (ann, _) = people.register(name.clone(), &here, 0).await.unwrap();
    let code = people.make_recovery_code(ann.id, 0).await.unwrap();
    let refused = people.register(name.clone(), &here, 10 * NAME_KEPT).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NameTaken.name());
    let (back, _) = people.redeem(&code, &here, 10 * NAME_KEPT).await.unwrap();
    assert_eq!(back, ann);
    people.remove_recovery_code(ann.id).await.unwrap();
    let (heir, _) = people.register(name, &here, 20 * NAME_KEPT).await.unwrap();
    assert_ne!(heir.id, ann.id);
}
