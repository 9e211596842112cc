//! Several servers on one database: leases on its clock, and tables that one of them owns.

use std::time::Duration;

use store::{
    Claim, ClaimedTable, CommitError, KeptFile, OpenError, ReadableGames, Store, StoreOptions, TableInfo,
    Write,
};

use super::harness::{Bed, append, append_in, open, seqs};

/// Long enough for a machine that is busy with other tests.
const LONG: Duration = Duration::from_secs(600);
const BELOW: u64 = 1 << 62;

async fn node(harness: &Bed, node: u64) -> Store {
    let opening = StoreOptions { node, shared: true, ..StoreOptions::default() };
    Store::open_with(&harness.place, opening).await.unwrap()
}

async fn renew(store: &Store, length: Duration) -> store::RenewedLease {
    store.renew_lease("node", "0.1", length).await.unwrap()
}

fn taken(claim: Claim) -> ClaimedTable {
    match claim {
        Claim::Taken(claimed) => claimed,
        other => panic!("not taken: {other:?}"),
    }
}

fn all() -> ReadableGames {
    ReadableGames::default().with("gomoku", 1..=2)
}

pub(crate) async fn servers_of_a_cluster_share_a_database_that_a_single_one_does_not(harness: Bed) {
    let (first, second) = (node(&harness, 11).await, node(&harness, 12).await);
    assert!(matches!(Store::open(&harness.place).await, Err(OpenError::InUse(_))));
    first.commit(vec![open(1), append(1, 1)]).await.unwrap();
    assert_eq!(seqs(&second, 1).await, [1]);
    first.close().await;
    second.close().await;
    let single = harness.open().await;
    let opening = StoreOptions { node: 13, shared: true, ..StoreOptions::default() };
    assert!(matches!(Store::open_with(&harness.place, opening).await, Err(OpenError::InUse(_))));
    single.close().await;
}

pub(crate) async fn a_lease_lasts_as_long_as_the_database_says_and_the_living_are_listed(harness: Bed) {
    let (first, second) = (node(&harness, 11).await, node(&harness, 12).await);
    assert!(renew(&first, LONG).await.had_lapsed, "there was none before");
    let renewed = renew(&first, LONG).await;
    assert!(!renewed.had_lapsed);
    assert_eq!(renewed.living.iter().map(|node| node.id).collect::<Vec<_>>(), [11]);
    let renewed = renew(&second, Duration::ZERO).await;
    assert_eq!(renewed.living.iter().map(|node| node.id).collect::<Vec<_>>(), [11], "its own has run out");
    assert!(renew(&second, LONG).await.had_lapsed);
    assert_eq!(first.living_nodes().await.unwrap().len(), 2);
    first.end_lease().await.unwrap();
    assert_eq!(second.living_nodes().await.unwrap().iter().map(|node| node.id).collect::<Vec<_>>(), [12]);
    first.close().await;
    second.close().await;
}

pub(crate) async fn a_table_is_claimed_from_the_dead_and_never_from_the_living(harness: Bed) {
    let (first, second) = (node(&harness, 11).await, node(&harness, 12).await);
    renew(&first, LONG).await;
    renew(&second, LONG).await;
    first.commit(vec![open(1), append(1, 1)]).await.unwrap();
    assert_eq!(second.claim_table(1, &all()).await.unwrap(), Claim::OwnedBy(11));
    assert_eq!(second.claim_table(2, &all()).await.unwrap(), Claim::NoTable);
    assert!(second.claim_waiting(0, BELOW, 10, &all()).await.unwrap().is_empty());
    first.end_lease().await.unwrap();
    let claimed = taken(second.claim_table(1, &all()).await.unwrap());
    assert_eq!((claimed.table, claimed.epoch, claimed.slept), (1, 2, false));
    assert!(claimed.last_alive.is_some());
    // The former owner thinks that it is alive, and is refused for all that it tries.
    let refused = first.commit(vec![append(1, 2)]).await;
    assert_eq!(refused, Err(CommitError::NotOwner { table: 1, epoch: 2 }));
    second.commit(vec![append_in(2, 1, 2)]).await.unwrap();
    assert_eq!(second.own_tables().await.unwrap(), [(1, 2)]);
    assert!(first.own_tables().await.unwrap().is_empty());
    first.close().await;
    second.close().await;
}

pub(crate) async fn of_many_who_claim_tables_of_the_dead_each_table_has_one_owner(harness: Bed) {
    let dead = node(&harness, 10).await;
    renew(&dead, Duration::ZERO).await;
    dead.commit((1..=60).map(open).collect()).await.unwrap();
    let (first, second) = (node(&harness, 11).await, node(&harness, 12).await);
    renew(&first, LONG).await;
    renew(&second, LONG).await;
    let claim = async |store: &Store| {
        let mut mine = Vec::new();
        loop {
            let claimed = store.claim_waiting(0, 51, 7, &all()).await.unwrap();
            if claimed.is_empty() {
                return mine;
            }
            mine.extend(claimed.iter().map(|claimed| claimed.table));
        }
    };
    let (mine, yours) = tokio::join!(claim(&first), claim(&second));
    let mut both = [mine, yours].concat();
    both.sort_unstable();
    assert_eq!(both, (1..=50).collect::<Vec<_>>(), "each once, and none above the limit");
    for store in [dead, first, second] {
        store.close().await;
    }
}

pub(crate) async fn a_sleeping_table_that_is_due_is_claimed_and_others_are_left(harness: Bed) {
    let store = node(&harness, 11).await;
    renew(&store, LONG).await;
    let sleep = |table, wake_at| Write::SleepTable { table, epoch: 1, wake_at };
    store.commit(vec![open(1), open(2), open(3)]).await.unwrap();
    store.commit(vec![sleep(1, Some(500)), sleep(2, Some(5_000)), sleep(3, None)]).await.unwrap();
    let claimed = store.claim_waiting(1_000, BELOW, 10, &all()).await.unwrap();
    assert_eq!(claimed.len(), 1);
    assert_eq!((claimed[0].table, claimed[0].wake_at, claimed[0].slept), (1, Some(500), true));
    store.close().await;
}

pub(crate) async fn a_table_of_rules_or_facts_that_cannot_be_read_is_not_claimed(harness: Bed) {
    let store = node(&harness, 11).await;
    renew(&store, LONG).await;
    let tables = [(1, "gomoku", 2, 0), (2, "gomoku", 3, 0), (3, "whist", 1, 0), (4, "gomoku", 2, 1)];
    for (table, game, rules, facts) in tables {
        let info = TableInfo { game: game.to_owned(), rules, facts, invite_code: None, people: Vec::new() };
        let put = Write::PutTableInfo { table, epoch: 1, info };
        let sleep = Write::SleepTable { table, epoch: 1, wake_at: Some(1) };
        store.commit(vec![open(table), put, sleep]).await.unwrap();
    }
    for table in [2, 3, 4] {
        assert_eq!(store.claim_table(table, &all()).await.unwrap(), Claim::Unreadable, "{table}");
    }
    let claimed = store.claim_waiting(10, BELOW, 10, &all()).await.unwrap();
    assert_eq!(claimed.iter().map(|claimed| claimed.table).collect::<Vec<_>>(), [1]);
    // A newer program reads older facts as well as its own.
    let newer = ReadableGames::with_facts(1).with("gomoku", 1..=2);
    let mut claimed = store.claim_waiting(10, BELOW, 10, &newer).await.unwrap();
    claimed.extend([taken(store.claim_table(1, &newer).await.unwrap())]);
    assert_eq!(claimed.iter().map(|claimed| claimed.table).collect::<Vec<_>>(), [4, 1]);
    store.close().await;
}

pub(crate) async fn files_that_one_server_keeps_are_read_by_all_until_their_time_is_over(harness: Bed) {
    let (first, second) = (node(&harness, 11).await, node(&harness, 12).await);
    let file = |name: &str, data: &[u8]| KeptFile { name: name.to_owned(), data: data.to_vec() };
    let (one, two) = (file("a-1.js", b"one \0 \xff"), file("a-2.js", b"two"));
    first.keep_files(&[one.clone(), two.clone()], LONG).await.unwrap();
    assert_eq!(second.kept_file("a-1.js").await.unwrap(), Some(one.data.clone()));
    assert_eq!(second.kept_file("a-3.js").await.unwrap(), None);
    // Who keeps it for a shorter time takes nothing from who keeps it for longer.
    second.keep_files(std::slice::from_ref(&one), Duration::ZERO).await.unwrap();
    assert_eq!(first.kept_file("a-1.js").await.unwrap(), Some(one.data));
    let short = file("a-4.js", b"four");
    second.keep_files(&[short], Duration::ZERO).await.unwrap();
    assert_eq!(first.kept_file("a-4.js").await.unwrap(), None, "its time is over");
    first.close().await;
    second.close().await;
}

pub(crate) async fn what_one_server_does_at_a_time_has_a_lease_that_moves_when_it_runs_out(harness: Bed) {
    let (first, second) = (node(&harness, 11).await, node(&harness, 12).await);
    assert!(first.hold_lease("pruning", LONG).await.unwrap());
    assert!(!second.hold_lease("pruning", LONG).await.unwrap());
    assert!(second.hold_lease("golf", LONG).await.unwrap());
    assert!(first.hold_lease("pruning", Duration::ZERO).await.unwrap(), "it keeps what it has");
    assert!(second.hold_lease("pruning", LONG).await.unwrap());
    assert!(!first.hold_lease("pruning", LONG).await.unwrap());
    first.close().await;
    second.close().await;
}

pub(crate) async fn servers_that_start_at_once_make_the_schema_once(harness: Bed) {
    let stores = tokio::join!(node(&harness, 11), node(&harness, 12), node(&harness, 13));
    for store in [stores.0, stores.1, stores.2] {
        renew(&store, LONG).await;
        store.close().await;
    }
}
