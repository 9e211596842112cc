//! The lock, and the end.

use store::{CommitError, Fault, Faults, OpenError, ReadError, Store};

use super::harness::{Bed, append, conflict, live_tables, open};

pub(crate) async fn a_second_server_is_refused_until_the_first_is_gone(harness: Bed) {
    let store = harness.open().await;
    let Err(error) = Store::open(&harness.place).await else { panic!("two servers on one database") };
    assert!(matches!(error, OpenError::InUse(_)), "{error:?}");
    assert!(
        error.to_string().ends_with("is in use by another server; only one may run on it at a time."),
        "{error}"
    );
    store.commit(vec![open(1)]).await.unwrap();
    store.close().await;
    harness.open().await.close().await;
}

pub(crate) async fn closing_stores_what_waits_and_refuses_what_comes_later(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    faults.set(Fault::Silent);
    let waiting: Vec<_> = (1..=20)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move { store.commit(vec![open(table)]).await })
        })
        .collect();
    // Some are stored and not answered; the others queue behind them.
    while live_tables(&store).await.len() + store.stats().queue < 20 {
        tokio::task::yield_now().await;
    }
    let (late, other) = (store.clone(), store.clone());
    let closing = tokio::spawn(store.close());
    faults.lift();
    closing.await.unwrap();
    for call in waiting {
        assert_eq!(call.await.unwrap(), Ok(()));
    }
    assert_eq!(late.commit(vec![open(21)]).await, Err(CommitError::Closed));
    assert_eq!(late.journal(1).await, Err(ReadError::Closed));
    late.close().await;
    other.close().await;
    let store = harness.open().await;
    assert_eq!(live_tables(&store).await.len(), 20);
    store.close().await;
}

pub(crate) async fn dropping_the_last_handle_lets_go_of_the_lock(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1)]).await.unwrap();
    drop(store);
    let store = loop {
        match Store::open(&harness.place).await {
            Ok(store) => break store,
            Err(OpenError::InUse(_)) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(live_tables(&store).await.len(), 1);
    store.close().await;
}

pub(crate) async fn stats_count_what_was_done(harness: Bed) {
    let store = harness.open().await;
    assert_eq!(store.stats(), store::StoreStats { up: true, ..store::StoreStats::default() });
    store.commit(vec![open(1), append(1, 1), append(1, 2)]).await.unwrap();
    store.commit(vec![append(1, 3)]).await.unwrap();
    assert_eq!(store.commit(vec![append(1, 3)]).await, conflict(1, 3));
    let stats = store.stats();
    assert_eq!((stats.commits, stats.writes, stats.failures, stats.batches, stats.queue), (2, 4, 1, 3, 0));
    assert!(!stats.last_latency.is_zero() && stats.max_latency >= stats.last_latency);
    store.close().await;
}
