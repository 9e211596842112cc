//! Databases that an older version wrote, and journals that somebody else changed.

use std::fs;

use rusqlite::Connection;
use store::testing::Postgres;
use store::{CommitError, JournalDefect, OwnedTable, ReadError, StoreLocation, TableCounts, Write};

use super::harness::{Bed, append, conflict, live_tables, open, seqs};

/// Runs SQL behind the store's back.
pub(super) fn tamper(harness: &Bed, in_sqlite: &str, in_postgres: &str) {
    match &harness.place {
        StoreLocation::Sqlite(folder) => {
            fs::create_dir_all(folder).unwrap();
            Connection::open(folder.join("parlor.db")).unwrap().execute_batch(in_sqlite).unwrap();
        }
        place @ StoreLocation::Postgres(_) => {
            Postgres::shared().unwrap().sql(place, in_postgres).unwrap();
        }
    }
}

pub(crate) async fn a_database_of_version_0_1_is_taken_over_with_all_that_is_in_it(harness: Bed) {
    tamper(&harness, include_str!("../v0.1/sqlite.sql"), include_str!("../v0.1/postgres.sql"));
    let store = harness.open().await;
    // Once more: what was brought up to date stays so.
    let store = harness.reopen(store).await;
    let bodies = async |table| -> String {
        store.journal(table).await.unwrap().into_iter().map(|entry| entry.body).collect()
    };
    let lobby = 1 << 62;
    assert_eq!((bodies(1).await, bodies(3).await, bodies(4).await), ("abd".into(), "".into(), "".into()));
    assert_eq!((bodies(lobby).await, seqs(&store, lobby).await), ("fg".into(), vec![1, 2]));
    // All that was open was awake, and cannot be found by what nobody had written down.
    let expected = TableCounts { stored: 4, owned: 4, next_wake: None };
    assert_eq!(store.table_counts().await.unwrap(), expected);
    let owned = store.owned_tables().await.unwrap();
    assert!(owned.contains(&OwnedTable { table: 1, owner: 0, has_info: false }), "{owned:?}");
    let gap = JournalDefect::Gap { table: 2, begin: 0, next: 4, found: 3, wanted: 1 };
    assert_eq!(store.journal(2).await, Err(ReadError::Defect(gap)));
    assert_eq!(store.commit(vec![append(1, 2)]).await, conflict(1, 2));
    assert_eq!(store.commit(vec![append(1, 4)]).await, conflict(1, 4));
    assert_eq!(store.commit(vec![append(3, 10)]).await, Err(CommitError::NoTable { table: 3 }));
    assert_eq!(store.commit(vec![open(3)]).await, Err(CommitError::TableExists { table: 3 }));
    store.commit(vec![append(1, 3), append(4, 0), append(lobby, 3)]).await.unwrap();
    assert_eq!((seqs(&store, 1).await, seqs(&store, 4).await), (vec![0, 1, 2, 3], vec![0]));
    let people = store.people().await.unwrap();
    assert_eq!(people.len(), 2);
    for person in people {
        // Their token is their first device: nobody is logged out.
        let hash: String = person.token_hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let device = store.document("device", &hash).await.unwrap().unwrap();
        assert_eq!((device.person, device.at), (Some(person.id), person.seen));
        assert_eq!(device.body, format!(r#"{{"label":"","address":"","created":{}}}"#, person.created));
    }
    let replays = store.unsummed_replays(9).await.unwrap();
    store.commit(vec![Write::SumReplays { replays }]).await.unwrap();
    assert_eq!(store.unsummed_replays(9).await.unwrap(), [""; 0]);
    assert_eq!(store.standing("ann").await.unwrap()[0].wins, 1);
    assert_eq!(store.meta("admin").await.unwrap().as_deref(), Some("hash"));
    assert_eq!(store.closed_tables(i64::MAX, 9).await.unwrap(), [3]);
    store.close().await;
}

pub(crate) async fn a_journal_with_a_missing_fact_is_refused_and_no_other(harness: Bed) {
    let store = harness.open().await;
    let tables = 1..=4;
    store.commit(tables.clone().flat_map(|table| [open(table), append(table, 1)]).collect()).await.unwrap();
    store.commit(tables.flat_map(|table| [append(table, 2), append(table, 3)]).collect()).await.unwrap();
    store.close().await;
    // In the middle, at the beginning, at the end.
    let sql = |schema: &str| {
        format!(
            "DELETE FROM {schema}entries WHERE (table_id, seq) IN ((1, 2), (2, 1), (3, 3));
             UPDATE {schema}tables SET closed = NULL WHERE id = 1"
        )
    };
    let relink = "UPDATE entries SET before = NULL WHERE before NOT IN (SELECT place FROM entries);
                  UPDATE tables SET newest = (SELECT max(place) FROM entries WHERE table_id = id);";
    tamper(&harness, &format!("{};{relink}", sql("")), &sql("parlor."));
    let store = harness.open().await;
    for (table, found, wanted) in [(1, 3, 2), (2, 2, 1), (3, 4, 3)] {
        let answer = store.journal(table).await;
        // What SQLite finds behind a missing fact depends on how it is linked.
        let Err(ReadError::Defect(gap)) = answer else { panic!("{answer:?}") };
        assert!(matches!(gap, JournalDefect::Gap { begin: 1, next: 4, .. }), "{gap}");
        if matches!(harness.place, StoreLocation::Postgres(_)) {
            assert_eq!(gap, JournalDefect::Gap { table, begin: 1, next: 4, found, wanted });
        }
    }
    assert_eq!(seqs(&store, 4).await, [1, 2, 3]);
    let live = live_tables(&store).await;
    assert_eq!(
        live.iter().map(|table| table.journal.is_ok()).collect::<Vec<_>>(),
        [false, false, false, true]
    );
    store.close().await;
}

pub(crate) async fn a_fact_that_was_changed_or_moved_is_refused_and_no_other(harness: Bed) {
    let store = harness.open().await;
    let tables = 1..=8;
    store.commit(tables.clone().flat_map(|table| [open(table), append(table, 1)]).collect()).await.unwrap();
    store.commit(tables.flat_map(|table| [append(table, 2), append(table, 3)]).collect()).await.unwrap();
    store.close().await;
    // Two bodies of one table, whole rows of one table, bodies of two tables, another time, another body, and a digest that
    // was taken away in the middle. At the beginning it is a fact of an older format.
    let sql = |schema: &str| {
        let swap = |columns: &[&str], one: (u64, u64), two: (u64, u64)| {
            let other = |(table, seq), column: &str| {
                format!("(SELECT {column} FROM old WHERE table_id = {table} AND seq = {seq})")
            };
            let both = |column: &&str| {
                format!(
                    "{column} = CASE WHEN table_id = {} AND seq = {} THEN {} ELSE {} END",
                    one.0,
                    one.1,
                    other(two, column),
                    other(one, column)
                )
            };
            let sets = columns.iter().map(both).collect::<Vec<_>>().join(", ");
            format!(
                "UPDATE {schema}entries SET {sets} WHERE (table_id, seq) IN (({}, {}), ({}, {}));",
                one.0, one.1, two.0, two.1
            )
        };
        [
            format!("CREATE TEMPORARY TABLE old AS SELECT * FROM {schema}entries;"),
            swap(&["body"], (1, 2), (1, 3)),
            swap(&["body", "at", "digest"], (2, 2), (2, 3)),
            swap(&["body", "at", "digest"], (3, 2), (4, 2)),
            format!("UPDATE {schema}entries SET at = at + 1 WHERE table_id = 5 AND seq = 1;"),
            format!("UPDATE {schema}entries SET body = '{{}}' WHERE table_id = 6 AND seq = 3;"),
            format!("UPDATE {schema}entries SET digest = NULL WHERE table_id = 7 AND seq = 2;"),
            format!("UPDATE {schema}entries SET digest = NULL WHERE table_id = 8 AND seq < 3;"),
        ]
        .concat()
    };
    tamper(&harness, &sql(""), &sql("parlor."));
    let store = harness.open().await;
    for (table, seq) in [(1, 2), (2, 2), (3, 2), (4, 2), (5, 1), (6, 3), (7, 2)] {
        let altered = JournalDefect::Altered { table, seq };
        assert_eq!(store.journal(table).await, Err(ReadError::Defect(altered)));
    }
    assert_eq!(seqs(&store, 8).await, [1, 2, 3]);
    store.close().await;
}
