//! Failures on demand.

use std::time::{Duration, Instant};

use store::{CommitError, Fault, Faults};

use super::harness::{Bed, append, live_tables, open, seqs};

pub(crate) async fn a_full_disk_is_told_and_survived(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    store.commit(vec![open(1)]).await.unwrap();
    faults.set(Fault::Full);
    for writes in [vec![append(1, 1)], vec![append(1, 1), append(1, 2)]] {
        let answer = store.commit(writes).await;
        assert!(matches!(answer, Err(CommitError::NotSaved(_))), "{answer:?}");
    }
    assert_eq!(seqs(&store, 1).await, [0_u64; 0]);
    faults.lift();
    store.commit(vec![append(1, 1)]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(seqs(&store, 1).await, [1]);
    store.close().await;
}

pub(crate) async fn a_slow_disk_is_waited_for(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    faults.set(Fault::Slow(Duration::from_millis(80)));
    let begun = Instant::now();
    store.commit(vec![open(1)]).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(80));
    assert!(store.stats().max_latency >= Duration::from_millis(80));
    store.close().await;
}

pub(crate) async fn silence_ends_when_the_fault_is_lifted(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    faults.set(Fault::Silent);
    let waiting = tokio::spawn({
        let store = store.clone();
        async move { store.commit(vec![open(1)]).await }
    });
    // It is stored, and readers see it, but it is not acknowledged.
    while live_tables(&store).await.is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(!waiting.is_finished());
    faults.lift();
    waiting.await.unwrap().unwrap();
    store.close().await;
}

pub(crate) async fn a_lost_answer_says_that_nothing_is_known(harness: Bed) {
    let faults = Faults::none();
    let store = harness.open_with(&faults).await;
    store.commit(vec![open(1)]).await.unwrap();
    for (seq, stored) in [(1, true), (2, false)] {
        faults.set(Fault::Unsure { stored });
        let answer = store.commit(vec![append(1, seq)]).await;
        assert!(matches!(answer, Err(CommitError::Unknown(_))), "{answer:?}");
        faults.lift();
        assert_eq!(seqs(&store, 1).await.contains(&seq), stored);
    }
    store.commit(vec![append(1, 2)]).await.unwrap();
    store.close().await;
}
