//! Many callers at once.

use store::{CommitError, Fault, Faults, Store, Write};
use tokio::task::JoinSet;

use super::harness::{Bed, append, append_in, close, conflict, live_tables, open, seqs};

pub(crate) async fn two_hundred_callers_share_transactions_and_conflicts_hurt_nobody_else(harness: Bed) {
    let store = harness.open().await;
    let tables = 200;
    store.commit((1..=tables).map(open).collect()).await.unwrap();
    let before = store.stats();
    let mut callers = JoinSet::new();
    for table in 1..=tables {
        let store = store.clone();
        callers.spawn(async move { play(&store, table).await });
    }
    callers.join_all().await;
    let after = store.stats();
    let (batches, calls) = (after.batches - before.batches, after.commits - before.commits + after.failures);
    assert!(batches * 4 < calls, "{calls} calls took {batches} transactions");
    let store = harness.reopen(store).await;
    for table in live_tables(&store).await {
        assert!(table.journal.as_ref().unwrap().iter().map(|entry| entry.seq).eq(1..=10), "{table:?}");
    }
    store.close().await;
}

/// Ten moves; at every tenth table each is sent twice, and now and then with another behind it.
async fn play(store: &Store, table: u64) {
    for seq in 1..=10 {
        store.commit(vec![append(table, seq)]).await.unwrap();
        if table.is_multiple_of(10) {
            assert_eq!(store.commit(vec![append(table, seq)]).await, conflict(table, seq));
            assert_eq!(
                store.commit(vec![append(table, seq + 1), append(table, seq)]).await,
                conflict(table, seq)
            );
        }
    }
}

pub(crate) async fn of_many_who_want_the_same_number_one_gets_it(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1)]).await.unwrap();
    let mut callers = JoinSet::new();
    for caller in 0..50 {
        let store = store.clone();
        callers.spawn(async move {
            let body = caller.to_string();
            let answer = store
                .commit(vec![Write::Append { table: 1, epoch: 1, seq: 1, at: 0, body: body.clone() }])
                .await;
            (body, answer)
        });
    }
    let answers = callers.join_all().await;
    let (winners, losers): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(_, answer)| answer.is_ok());
    assert_eq!(winners.len(), 1);
    assert!(losers.iter().all(|(_, answer)| *answer == conflict(1, 1)));
    assert_eq!(store.journal(1).await.unwrap()[0].body, winners[0].0);
    store.close().await;
}

pub(crate) async fn a_dropped_call_harms_nobody(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    faults.set(Fault::Silent);
    let waiting = (1..=100).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.commit(vec![open(number), open(1_000 + number)]).await })
    });
    for (number, call) in waiting.collect::<Vec<_>>().into_iter().enumerate() {
        if number % 3 == 0 {
            tokio::task::yield_now().await;
        }
        call.abort();
    }
    faults.lift();
    store.commit(vec![open(500)]).await.unwrap();
    let store = harness.reopen(store).await;
    let live: Vec<u64> = live_tables(&store).await.iter().map(|table| table.table).collect();
    let (one, two): (Vec<u64>, Vec<u64>) = live.iter().partition(|table| **table <= 500);
    let expected: Vec<u64> = two.iter().map(|table| table - 1_000).chain([500]).collect();
    assert_eq!(one, expected, "each call was stored as a whole or not at all");
    store.close().await;
}

/// Makes these calls while nothing is answered, so that all but the first share a transaction, and hands out the answers.
async fn in_one_group(
    store: &Store,
    faults: &Faults,
    calls: Vec<Vec<Write>>,
) -> Vec<Result<(), CommitError>> {
    faults.set(Fault::Silent);
    let first = tokio::spawn({
        let store = store.clone();
        async move { store.commit(vec![open(999)]).await }
    });
    while store.table(999).await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
    let mut waiting = Vec::new();
    for call in calls {
        let handle = store.clone();
        waiting.push(tokio::spawn(async move { handle.commit(call).await }));
        while store.stats().queue < waiting.len() {
            tokio::task::yield_now().await;
        }
    }
    faults.lift();
    first.await.unwrap().unwrap();
    let mut answers = Vec::new();
    for call in waiting {
        answers.push(call.await.unwrap());
    }
    answers
}

pub(crate) async fn a_refused_call_leaves_its_neighbours_whole(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    store.commit(vec![open(1), open(2), append(1, 1)]).await.unwrap();
    let calls = vec![
        vec![append(2, 1)],
        vec![append(2, 2), append(1, 1)],
        vec![append(2, 2), Write::SetMeta { key: "a".to_owned(), value: "b".to_owned() }],
        vec![append(3, 1)],
        vec![open(3), append(3, 1)],
        vec![Write::RenamePerson { person: 1, name: String::new(), name_key: String::new() }],
        vec![append(2, 3), append(1, 2)],
    ];
    let answers = in_one_group(&store, &faults, calls).await;
    let no_table = Err(CommitError::NoTable { table: 3 });
    let no_person = Err(CommitError::NoPerson { person: 1 });
    assert_eq!(answers, [Ok(()), conflict(1, 1), Ok(()), no_table, Ok(()), no_person, Ok(())]);
    assert_eq!((seqs(&store, 1).await, seqs(&store, 2).await), (vec![1, 2], vec![1, 2, 3]));
    assert_eq!(seqs(&store, 3).await, [1]);
    assert_eq!(store.meta("a").await.unwrap().as_deref(), Some("b"));
    store.close().await;
}

pub(crate) async fn a_lost_fence_drops_the_facts_of_that_table_alone(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    store.commit((1..=6).map(open).collect()).await.unwrap();
    store.commit(vec![append(2, 1), Write::TakeTable { table: 4, epoch: 2 }, close(6)]).await.unwrap();
    // Facts only: in PostgreSQL they are one statement, which does not fail because of a lost fence.
    let calls = vec![
        vec![append(1, 1)],
        vec![append(2, 1)],
        vec![append(2, 2)],
        vec![append(3, 1), append(3, 2)],
        vec![append(4, 1)],
        vec![append_in(2, 4, 1)],
        vec![append(5, 2)],
        vec![append(6, 1)],
        vec![append(1, 2)],
    ];
    let answers = in_one_group(&store, &faults, calls).await;
    let not_owner = Err(CommitError::NotOwner { table: 4, epoch: 2 });
    let no_table = Err(CommitError::NoTable { table: 6 });
    assert_eq!(
        answers,
        [Ok(()), conflict(2, 1), Ok(()), Ok(()), not_owner, Ok(()), conflict(5, 2), no_table, Ok(())]
    );
    for (table, expected) in [(1, 2), (2, 2), (3, 2), (4, 1), (5, 0), (6, 0)] {
        assert_eq!(seqs(&store, table).await.len(), expected, "table {table}");
    }
    store.close().await;
}
