//! Tables that sleep: who owns them, and how they are found.

use store::{
    CommitError, DueTable, FIRST_EPOCH, OwnedTable, SeatAtTable, SeatedPerson, TableCounts, TableInfo, Write,
};

use super::harness::{Bed, append, append_in, close, conflict, open, seqs};

const fn sleep(table: u64, epoch: u64, wake_at: Option<i64>) -> Write {
    Write::SleepTable { table, epoch, wake_at }
}

const fn take(table: u64, epoch: u64) -> Write {
    Write::TakeTable { table, epoch }
}

fn info(table: u64, invite_code: Option<&str>, people: &[(u64, u8)]) -> Write {
    let people = people.iter().map(|&(person, seat)| SeatedPerson { person, seat }).collect();
    let invite_code = invite_code.map(str::to_owned);
    let info = TableInfo { game: "golf".to_owned(), rules: 3, facts: 0, invite_code, people };
    Write::PutTableInfo { table, epoch: FIRST_EPOCH, info }
}

const fn not_owner(table: u64, epoch: u64) -> Result<(), CommitError> {
    Err(CommitError::NotOwner { table, epoch })
}

pub(crate) async fn whoever_takes_a_table_is_the_only_one_who_can_change_it(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    // In the same call, as a server does that wakes a table for a request.
    store.commit(vec![take(1, 2), append_in(2, 1, 2)]).await.unwrap();
    let of_before =
        [append(1, 3), sleep(1, 1, None), close(1), info(1, None, &[]), take(1, 2), take(1, 1), take(1, 0)];
    for write in of_before {
        assert_eq!(store.commit(vec![write.clone()]).await, not_owner(1, 2), "{write:?}");
        let with_another = vec![open(77), write];
        assert_eq!(store.commit(with_another).await, not_owner(1, 2));
    }
    for early in [append_in(3, 1, 3), take(1, 4)] {
        assert_eq!(store.commit(vec![early]).await, not_owner(1, 2));
    }
    assert_eq!(store.commit(vec![append_in(2, 1, 2)]).await, conflict(1, 2));
    assert_eq!(store.commit(vec![take(9, 2)]).await, Err(CommitError::NoTable { table: 9 }));
    let store = harness.reopen(store).await;
    store.commit(vec![append_in(2, 1, 3)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [1, 2, 3]);
    assert_eq!(store.table(77).await.unwrap(), None);
    store.close().await;
}

pub(crate) async fn of_many_who_take_a_table_one_gets_it(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1)]).await.unwrap();
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let store = store.clone();
        takers.spawn(async move { store.commit(vec![take(1, 2), append_in(2, 1, 1)]).await });
    }
    let answers = takers.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| answer.is_ok() || *answer == not_owner(1, 2)), "{answers:?}");
    assert_eq!(seqs(&store, 1).await, [1]);
    store.close().await;
}

pub(crate) async fn a_sleeping_table_is_due_when_it_said_and_not_before(harness: Bed) {
    let store = harness.open().await;
    let none = TableCounts { stored: 0, owned: 0, next_wake: None };
    assert_eq!(store.table_counts().await.unwrap(), none);
    store.commit((1..=5).map(open).collect()).await.unwrap();
    let sleeps = [(1, None), (2, Some(500)), (3, Some(-7)), (4, Some(300))];
    store.commit(sleeps.map(|(table, wake_at)| sleep(table, 1, wake_at)).to_vec()).await.unwrap();
    let store = harness.reopen(store).await;
    let counts = |stored, owned, next_wake| TableCounts { stored, owned, next_wake };
    assert_eq!(store.table_counts().await.unwrap(), counts(5, 1, Some(-7)));
    let owned = OwnedTable { table: 5, owner: 1, has_info: false };
    assert_eq!(store.owned_tables().await.unwrap(), [owned]);
    assert_eq!(store.due_tables(-8, 9).await.unwrap(), []);
    let due = |table, wake_at| DueTable { table, wake_at };
    assert_eq!(store.due_tables(400, 9).await.unwrap(), [due(3, -7), due(4, 300)]);
    assert_eq!(store.due_tables(i64::MAX, 1).await.unwrap(), [due(3, -7)]);
    let found = store.table(3).await.unwrap().unwrap();
    assert_eq!((found.epoch, found.owner), (1, None));
    // A server that has taken it looks after it; one that closed it need not.
    store.commit(vec![take(3, 2), close(4)]).await.unwrap();
    assert_eq!(store.due_tables(i64::MAX, 9).await.unwrap(), [due(2, 500)]);
    assert_eq!(store.table_counts().await.unwrap(), counts(4, 2, Some(500)));
    assert_eq!(store.table(3).await.unwrap().unwrap().owner, Some(1));
    store.commit(vec![append_in(2, 3, 1), sleep(3, 2, Some(100))]).await.unwrap();
    assert_eq!(store.due_tables(i64::MAX, 9).await.unwrap(), [due(3, 100), due(2, 500)]);
    store.close().await;
}

pub(crate) async fn a_sleeping_table_is_found_by_code_and_by_person(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), open(2), open(3)]).await.unwrap();
    store
        .commit(vec![
            info(1, Some("Abc"), &[(10, 0), (11, 3)]),
            info(2, None, &[(10, 255)]),
            info(3, Some("xyz"), &[]),
            sleep(1, 1, None),
        ])
        .await
        .unwrap();
    let store = harness.reopen(store).await;
    let by_code = async |code: &str| store.table_by_invite_code(code).await.unwrap();
    assert_eq!((by_code("Abc").await, by_code("abc").await, by_code("a\0").await), (Some(1), None, None));
    let at = |table, seat| SeatAtTable { table, seat };
    assert_eq!(store.tables_of(10).await.unwrap(), [at(1, 0), at(2, 255)]);
    assert_eq!(store.tables_of(11).await.unwrap(), [at(1, 3)]);
    assert_eq!(store.tables_of(12).await.unwrap(), []);
    assert!(store.owned_tables().await.unwrap().iter().all(|owned| owned.has_info));
    let taken = Err(CommitError::InviteCodeTaken { table: 2 });
    assert_eq!(store.commit(vec![info(2, Some("xyz"), &[(12, 0)])]).await, taken);
    assert_eq!(store.tables_of(10).await.unwrap().len(), 2, "nothing of a refused write stays");
    // What is put replaces all that was there; a closed table leaves nothing.
    store.commit(vec![info(1, Some("new"), &[(11, 0)]), close(3)]).await.unwrap();
    assert_eq!((by_code("Abc").await, by_code("new").await, by_code("xyz").await), (None, Some(1), None));
    assert_eq!(
        (store.tables_of(10).await.unwrap(), store.tables_of(11).await.unwrap()),
        (vec![at(2, 255)], vec![at(1, 0)])
    );
    store.commit(vec![info(2, Some("xyz"), &[(12, 0)]), close(1)]).await.unwrap();
    assert_eq!((store.tables_of(11).await.unwrap(), by_code("xyz").await), (vec![], Some(2)));
    store.close().await;
}
