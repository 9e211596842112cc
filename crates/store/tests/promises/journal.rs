//! Tables and their journals.

use store::{CommitError, JournalRow, SeatedPerson, StoredTable, TableInfo, Write};

use super::harness::{Bed, append, append_in, begin, body, close, conflict, live_tables, open, seqs};

pub(crate) async fn entries_are_there_after_reopening(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(7), append(7, 1)]).await.unwrap();
    store.commit(vec![append(7, 2)]).await.unwrap();
    store.commit(vec![open(8)]).await.unwrap();
    let store = harness.reopen(store).await;
    let entry = |seq: u64| JournalRow { seq, at: 2_000 + seq.cast_signed(), body: body(7, seq) };
    let stored = |table, entries| StoredTable {
        table,
        opened: 1_000,
        epoch: 1,
        owner: Some(1),
        wake_at: None,
        journal: Ok(entries),
    };
    let seven = stored(7, vec![entry(1), entry(2)]);
    assert_eq!(live_tables(&store).await, [seven.clone(), stored(8, vec![])]);
    assert_eq!(store.table(7).await.unwrap(), Some(seven.clone()));
    assert_eq!(store.journal(7).await.unwrap(), seven.journal.unwrap());
    assert_eq!((store.journal(9).await.unwrap(), store.table(9).await.unwrap()), (vec![], None));
    store.close().await;
}

pub(crate) async fn a_fact_has_exactly_the_next_number_or_is_refused(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    let other = Write::Append { table: 1, epoch: 1, seq: 1, at: 0, body: "another".to_owned() };
    assert_eq!(store.commit(vec![other]).await, conflict(1, 1));
    assert_eq!(store.journal(1).await.unwrap()[0].body, body(1, 1));
    for wrong in [0, 1, 3, 100] {
        assert_eq!(store.commit(vec![append(1, wrong)]).await, conflict(1, wrong));
        let begin = vec![begin(1, wrong)];
        assert_eq!(store.commit(begin).await, conflict(1, wrong));
    }
    assert_eq!(store.commit(vec![append(1, 2), append(1, 2)]).await, conflict(1, 2));
    assert_eq!(store.commit(vec![append(1, 2), append(1, 4)]).await, conflict(1, 4));
    assert_eq!(store.commit(vec![append(1, 3), append(1, 2)]).await, conflict(1, 3));
    assert_eq!(seqs(&store, 1).await, [1]);
    store.commit(vec![append(1, 2), append(1, 3)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [1, 2, 3]);
    store.close().await;
}

pub(crate) async fn a_journal_that_begins_anew_keeps_nothing_of_what_came_before(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), open(2), append(1, 1), append(2, 1), append(1, 2)]).await.unwrap();
    store.commit(vec![append(1, 3), begin(1, 4), append(1, 5), append(2, 2)]).await.unwrap();
    store.commit(vec![append(1, 6)]).await.unwrap();
    let whole = JournalRow { seq: 4, at: 3_000, body: "all of 1".to_owned() };
    let store = harness.reopen(store).await;
    assert_eq!(seqs(&store, 1).await, [4, 5, 6]);
    assert_eq!(store.journal(1).await.unwrap()[0], whole);
    assert_eq!(seqs(&store, 2).await, [1, 2]);
    // Alone, and twice in a row.
    store.commit(vec![begin(1, 7)]).await.unwrap();
    store.commit(vec![begin(1, 8), begin(1, 9)]).await.unwrap();
    assert_eq!((seqs(&store, 1).await, seqs(&store, 2).await), (vec![9], vec![1, 2]));
    assert_eq!(store.commit(vec![begin(1, 9)]).await, conflict(1, 9));
    assert_eq!(store.commit(vec![begin(1, 10), append(2, 9)]).await, conflict(2, 9));
    assert_eq!(seqs(&store, 1).await, [9], "a refused call deletes nothing");
    store.commit(vec![append(1, 10), close(1)]).await.unwrap();
    assert_eq!((seqs(&store, 1).await, seqs(&store, 2).await), (vec![], vec![1, 2]));
    store.close().await;
}

pub(crate) async fn a_call_is_stored_as_a_whole_or_not_at_all(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    let set = |value: &str| Write::SetMeta { key: "k".to_owned(), value: value.to_owned() };
    let whole = vec![open(2), append(2, 1), append(1, 2), set("no"), append(1, 1), open(3)];
    assert_eq!(store.commit(whole).await, conflict(1, 1));
    let store = harness.reopen(store).await;
    assert_eq!(seqs(&store, 1).await, [1]);
    assert_eq!(live_tables(&store).await.len(), 1);
    assert_eq!(store.meta("k").await.unwrap(), None);
    store.close().await;
}

pub(crate) async fn a_table_that_is_not_open_takes_no_entries(harness: Bed) {
    let store = harness.open().await;
    assert_eq!(store.commit(vec![append(5, 1)]).await, Err(CommitError::NoTable { table: 5 }));
    assert_eq!(store.commit(vec![close(5)]).await, Err(CommitError::NoTable { table: 5 }));
    store.commit(vec![open(5), append(5, 1), close(5)]).await.unwrap();
    assert_eq!(store.commit(vec![append(5, 2)]).await, Err(CommitError::NoTable { table: 5 }));
    assert_eq!(store.commit(vec![append(5, 1)]).await, Err(CommitError::NoTable { table: 5 }));
    assert_eq!(store.commit(vec![close(5)]).await, Err(CommitError::NoTable { table: 5 }));
    let backwards = vec![open(6), close(6), append(6, 1)];
    assert_eq!(store.commit(backwards).await, Err(CommitError::NoTable { table: 6 }));
    store.close().await;
}

pub(crate) async fn a_closed_table_is_gone_and_its_number_is_never_used_again(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), append(1, 1), open(2), append(2, 1)]).await.unwrap();
    store.commit(vec![append(2, 2), close(2)]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(live_tables(&store).await.len(), 1);
    assert_eq!(seqs(&store, 2).await, [0_u64; 0]);
    assert_eq!(store.commit(vec![open(2)]).await, Err(CommitError::TableExists { table: 2 }));
    assert_eq!(store.commit(vec![open(1)]).await, Err(CommitError::TableExists { table: 1 }));
    store.close().await;
}

pub(crate) async fn a_closed_table_never_shows_what_others_wrote_later(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), append(1, 1), append(1, 2), close(1)]).await.unwrap();
    store.commit(vec![open(2), append(2, 1), append(2, 2), append(2, 3)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [0_u64; 0]);
    assert_eq!(seqs(&store, 2).await, [1, 2, 3]);
    store.close().await;
}

pub(crate) async fn a_table_may_open_play_and_close_in_one_call(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), append(1, 1), close(1), open(2), append(2, 1)]).await.unwrap();
    assert_eq!(live_tables(&store).await.len(), 1);
    store.close().await;
}

pub(crate) async fn the_facts_of_many_tables_that_lie_scattered_are_read_whole(harness: Bed) {
    let store = harness.open().await;
    let (tables, rounds) = (2_000, 20);
    store.commit((1..=tables).map(open).collect()).await.unwrap();
    // Round by round: the entries of one table lie far apart.
    for round in 1..=rounds {
        store.commit((1..=tables).map(|table| append(table, round)).collect()).await.unwrap();
    }
    let store = harness.reopen(store).await;
    let live = live_tables(&store).await;
    assert_eq!(live.len() as u64, tables);
    assert!(
        live.iter().all(|table| table.journal.as_ref().unwrap().iter().map(|entry| entry.seq).eq(1..=rounds))
    );
    store.close().await;
}

pub(crate) async fn any_text_comes_back_as_it_was(harness: Bed) {
    let store = harness.open().await;
    let texts =
        ["", "{}", "'; DROP TABLE entries; --", "\u{1F0A1} äé\n\t\\u0000 \"x\"", "\u{FFFF}\u{10FFFF}"];
    let entry = |(seq, text): (usize, &&str)| Write::Append {
        table: 1,
        epoch: 1,
        seq: seq as u64 + 1,
        at: i64::MIN,
        body: (*text).to_owned(),
    };
    store
        .commit(std::iter::once(open(1)).chain(texts.iter().enumerate().map(entry)).collect())
        .await
        .unwrap();
    let store = harness.reopen(store).await;
    let found = store.journal(1).await.unwrap();
    assert_eq!(found.iter().map(|entry| entry.body.as_str()).collect::<Vec<_>>(), texts);
    assert_eq!(found[0].at, i64::MIN);
    store.close().await;
}

pub(crate) async fn what_no_database_can_hold_is_refused_by_both(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1)]).await.unwrap();
    let nul = Write::Append { table: 1, epoch: 1, seq: 1, at: 0, body: "a\0b".to_owned() };
    let long = Write::SetMeta { key: "k".repeat(1001), value: String::new() };
    let info = |people: &[u64]| Write::PutTableInfo {
        table: 1,
        epoch: 1,
        info: TableInfo {
            game: "gomoku".to_owned(),
            rules: 1,
            facts: 0,
            invite_code: None,
            people: people.iter().map(|person| SeatedPerson { person: *person, seat: 0 }).collect(),
        },
    };
    let numbers = [append(1, u64::MAX), append(1, i64::MAX as u64), append(1 << 63, 1), open(u64::MAX)];
    let epoch = append_in(u64::MAX, 1, 1);
    for bad in numbers.into_iter().chain([nul, long, epoch, info(&[7, 8, 7]), info(&[u64::MAX])]) {
        let answer = store.commit(vec![append(1, 1), bad]).await;
        assert!(matches!(answer, Err(CommitError::Malformed(_))), "{answer:?}");
    }
    assert_eq!(seqs(&store, 1).await, [0_u64; 0]);
    assert_eq!(seqs(&store, u64::MAX).await, [0_u64; 0]);
    let last = i64::MAX as u64 - 1;
    store.commit(vec![Write::OpenTable { table: 2, first_seq: last, at: 0 }, append(2, last)]).await.unwrap();
    assert_eq!(seqs(&store, 2).await, [last]);
    store.close().await;
}

pub(crate) async fn an_entry_of_ten_megabytes_is_kept(harness: Bed) {
    let store = harness.open().await;
    let body = "x".repeat(10 << 20);
    store
        .commit(vec![open(1), Write::Append { table: 1, epoch: 1, seq: 1, at: 0, body: body.clone() }])
        .await
        .unwrap();
    let store = harness.reopen(store).await;
    assert!(store.journal(1).await.unwrap()[0].body == body);
    store.close().await;
}
