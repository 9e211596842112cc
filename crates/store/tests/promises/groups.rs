//! Many callers at once.

use std::collections::BTreeSet;

use store::{CommitError, Fault, Faults, Store, Write};
use tokio::task::JoinSet;

use super::harness::{Bed, append, conflict, open, seqs};

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
    for table in store.live_tables().await.unwrap() {
        assert!(table.entries.iter().map(|entry| entry.seq).eq(1..=10), "{table:?}");
    }
    store.close().await;
}

/// Ten moves; at every tenth table each is sent twice, and now and then with another behind it.
async fn play(store: &Store, table: u64) {
    for seq in 1..=10 {
        store.commit(vec![append(table, seq)]).await.unwrap();
        if table.is_multiple_of(10) {
            assert_eq!(store.commit(vec![append(table, seq)]).await, conflict(table, seq));
            assert_eq!(store.commit(vec![append(table, 99), append(table, seq)]).await, conflict(table, seq));
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
            let answer =
                store.commit(vec![Write::Append { table: 1, seq: 1, at: 0, body: body.clone() }]).await;
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
    store.commit(vec![open(1), open(2)]).await.unwrap();
    faults.set(Fault::Silent);
    let waiting = (1..=100).map(|seq| {
        let store = store.clone();
        tokio::spawn(async move { store.commit(vec![append(1, seq), append(2, seq)]).await })
    });
    for (number, call) in waiting.collect::<Vec<_>>().into_iter().enumerate() {
        if number % 3 == 0 {
            tokio::task::yield_now().await;
        }
        call.abort();
    }
    faults.lift();
    store.commit(vec![append(1, 1_000)]).await.unwrap();
    let store = harness.reopen(store).await;
    let (mut one, two) = (seqs(&store, 1).await, seqs(&store, 2).await);
    assert_eq!(one.pop(), Some(1_000));
    assert_eq!(one, two, "each call was stored as a whole or not at all");
    store.close().await;
}

pub(crate) async fn a_refused_call_leaves_its_neighbours_whole(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    store.commit(vec![open(1), open(2), append(1, 1)]).await.unwrap();
    // While nothing is answered, all that follows gathers in one transaction.
    faults.set(Fault::Silent);
    let calls = [
        vec![append(2, 100)],
        vec![append(2, 1)],
        vec![append(2, 2), append(1, 1)],
        vec![append(2, 3), Write::SetMeta { key: "a".to_owned(), value: "b".to_owned() }],
        vec![append(3, 1)],
        vec![open(3), append(3, 1)],
        vec![Write::RenamePerson { person: 1, name: String::new(), name_key: String::new() }],
        vec![append(2, 4), append(1, 2)],
    ];
    let mut waiting = Vec::new();
    for call in calls {
        let handle = store.clone();
        waiting.push(tokio::spawn(async move { handle.commit(call).await }));
        // The first is stored alone; the others queue behind it, in a known order.
        let queued = waiting.len() - 1;
        while store.stats().queue < queued || seqs(&store, 2).await != [100] {
            tokio::task::yield_now().await;
        }
    }
    faults.lift();
    let mut answers = Vec::new();
    for call in waiting {
        answers.push(call.await.unwrap());
    }
    let no_table = Err(CommitError::NoTable { table: 3 });
    let no_person = Err(CommitError::NoPerson { person: 1 });
    assert_eq!(answers, [Ok(()), Ok(()), conflict(1, 1), Ok(()), no_table, Ok(()), no_person, Ok(())]);
    let two: BTreeSet<u64> = seqs(&store, 2).await.into_iter().collect();
    assert_eq!(two, [1, 3, 4, 100].into());
    assert_eq!((seqs(&store, 1).await, seqs(&store, 3).await), (vec![1, 2], vec![1]));
    assert_eq!(store.meta("a").await.unwrap().as_deref(), Some("b"));
    store.close().await;
}
