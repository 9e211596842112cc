//! Servers that can be read and not written, and others that take over.

use std::time::{Duration, Instant};

use store::testing::Postgres;
use store::{CommitError, OpenError, ReadError, Store, StoreOptions};

use super::harness::{append, open, seqs};

fn opening() -> StoreOptions {
    StoreOptions { response_timeout: Duration::from_secs(3), ..StoreOptions::default() }
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(30), "it never came to pass that {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_is_never_written_nor_asked_and_takes_over_when_it_is_promoted() {
    if !Postgres::is_wanted() {
        return;
    }
    let primary = Postgres::start().unwrap();
    let place = primary.create_database().unwrap();
    let standby = primary.start_standby().unwrap();
    let Err(error) = Store::open_with(&Postgres::place_on(&place, &[&standby]).unwrap(), opening()).await
    else {
        panic!("a standby was opened")
    };
    assert!(matches!(error, OpenError::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains("does not allow writes"), "{error}");
    // The standby comes first, and is passed by.
    let both = Postgres::place_on(&place, &[&standby, &primary]).unwrap();
    let store = Store::open_with(&both, opening()).await.unwrap();
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [1]);
    let has_it =
        || standby.sql(&place, "SELECT count(*) FROM parlor.entries").is_ok_and(|count| count == "1");
    until("the standby has the fact", has_it).await;
    primary.crash().unwrap();
    let answer = store.commit(vec![append(1, 2)]).await;
    assert!(matches!(answer, Err(CommitError::NotSaved(_) | CommitError::Unknown(_))), "{answer:?}");
    // The standby would answer: it does not know what the other one did last.
    let read = store.journal(1).await;
    assert!(matches!(read, Err(ReadError::Failed(_) | ReadError::Unsettled(_))), "{read:?}");
    assert!(!store.stats().up);
    standby.sql(&place, "SELECT pg_promote()").unwrap();
    until("the other server is found", || store.stats().up).await;
    assert_eq!(seqs(&store, 1).await, [1]);
    store.commit(vec![append(1, 2)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [1, 2]);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_becomes_read_only_is_an_outage_until_it_can_be_written() {
    if !Postgres::is_wanted() {
        return;
    }
    let postgres = Postgres::start().unwrap();
    let place = postgres.create_database().unwrap();
    let store = Store::open_with(&place, opening()).await.unwrap();
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    let read_only = |word: &str| {
        postgres.sql(&place, &format!("ALTER SYSTEM SET default_transaction_read_only = {word}")).unwrap();
        postgres.sql(&place, "SELECT pg_reload_conf()").unwrap();
    };
    for (seq, writes) in [(2, vec![append(1, 2)]), (3, vec![append(1, 3), open(7)])] {
        read_only("on");
        // Sessions take over a setting between two statements, each when it gets to it.
        let answer = loop {
            match store.commit(vec![]).await {
                Ok(()) => {}
                Err(_) => break store.commit(writes.clone()).await,
            }
        };
        assert!(matches!(answer, Err(CommitError::NotSaved(_))), "{answer:?}");
        assert!(!store.stats().up);
        read_only("off");
        until("the server is found again", || store.stats().up).await;
        assert_eq!(seqs(&store, 1).await.len(), seq - 1);
        store.commit(writes).await.unwrap();
        assert_eq!(seqs(&store, 1).await.len(), seq);
    }
    store.close().await;
}
