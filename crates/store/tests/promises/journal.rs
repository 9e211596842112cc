//! Tables and their journals.

use std::time::{Duration, Instant};

use store::{CommitError, Entry, LiveTable, Write};

use super::bed::{Bed, append, body, close, conflict, open, seqs};

pub(crate) async fn entries_are_there_after_reopening(bed: Bed) {
    let store = bed.open().await;
    store.commit(vec![open(7), append(7, 1)]).await.unwrap();
    store.commit(vec![append(7, 2)]).await.unwrap();
    store.commit(vec![open(8)]).await.unwrap();
    let store = bed.reopen(store).await;
    let entry = |seq: u64| Entry { seq, at: 2_000 + seq.cast_signed(), body: body(7, seq) };
    let seven = LiveTable { table: 7, opened: 1_000, entries: vec![entry(1), entry(2)] };
    let eight = LiveTable { table: 8, opened: 1_000, entries: vec![] };
    assert_eq!(store.live_tables().await.unwrap(), [seven.clone(), eight]);
    assert_eq!(store.journal(7).await.unwrap(), seven.entries);
    assert_eq!(store.journal(9).await.unwrap(), []);
    store.close().await;
}

pub(crate) async fn entries_come_in_the_order_of_their_numbers(bed: Bed) {
    let store = bed.open().await;
    store
        .commit(vec![open(2), open(1), append(1, 30), append(2, 5), append(1, 4), append(1, 200)])
        .await
        .unwrap();
    assert_eq!(seqs(&store, 1).await, [4, 30, 200]);
    let live = store.live_tables().await.unwrap();
    assert_eq!(live.iter().map(|table| table.table).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(live[0].entries.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [4, 30, 200]);
    for taken in [4, 30, 200] {
        assert_eq!(store.commit(vec![append(1, taken)]).await, conflict(1, taken));
    }
    store.commit(vec![append(1, 31)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [4, 30, 31, 200]);
    store.close().await;
}

pub(crate) async fn a_number_that_is_taken_is_refused_and_the_first_entry_stays(bed: Bed) {
    let store = bed.open().await;
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    let other = Write::Append { table: 1, seq: 1, at: 0, body: "another".to_owned() };
    assert_eq!(store.commit(vec![other]).await, conflict(1, 1));
    assert_eq!(store.journal(1).await.unwrap()[0].body, body(1, 1));
    assert_eq!(store.commit(vec![append(1, 2), append(1, 2)]).await, conflict(1, 2));
    store.commit(vec![append(1, 2)]).await.unwrap();
    store.close().await;
}

pub(crate) async fn a_call_is_stored_as_a_whole_or_not_at_all(bed: Bed) {
    let store = bed.open().await;
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    let set = |value: &str| Write::SetMeta { key: "k".to_owned(), value: value.to_owned() };
    let whole = vec![open(2), append(2, 1), append(1, 2), set("no"), append(1, 1), open(3)];
    assert_eq!(store.commit(whole).await, conflict(1, 1));
    let store = bed.reopen(store).await;
    assert_eq!(seqs(&store, 1).await, [1]);
    assert_eq!(store.live_tables().await.unwrap().len(), 1);
    assert_eq!(store.meta("k").await.unwrap(), None);
    store.close().await;
}

pub(crate) async fn a_table_that_is_not_open_takes_no_entries(bed: Bed) {
    let store = bed.open().await;
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

pub(crate) async fn a_closed_table_is_gone_and_its_number_is_never_used_again(bed: Bed) {
    let store = bed.open().await;
    assert_eq!(store.last_table().await.unwrap(), None);
    store.commit(vec![open(1), append(1, 1), open(2), append(2, 1)]).await.unwrap();
    store.commit(vec![append(2, 2), close(2)]).await.unwrap();
    let store = bed.reopen(store).await;
    assert_eq!(store.live_tables().await.unwrap().len(), 1);
    assert_eq!(seqs(&store, 2).await, [0_u64; 0]);
    assert_eq!(store.last_table().await.unwrap(), Some(2));
    assert_eq!(store.commit(vec![open(2)]).await, Err(CommitError::TableExists { table: 2 }));
    assert_eq!(store.commit(vec![open(1)]).await, Err(CommitError::TableExists { table: 1 }));
    store.close().await;
}

pub(crate) async fn a_closed_table_never_shows_what_others_wrote_later(bed: Bed) {
    let store = bed.open().await;
    store.commit(vec![open(1), append(1, 1), append(1, 2), close(1)]).await.unwrap();
    store.commit(vec![open(2), append(2, 1), append(2, 2), append(2, 3)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [0_u64; 0]);
    assert_eq!(seqs(&store, 2).await, [1, 2, 3]);
    store.close().await;
}

pub(crate) async fn a_table_may_open_play_and_close_in_one_call(bed: Bed) {
    let store = bed.open().await;
    store.commit(vec![open(1), append(1, 1), close(1), open(2), append(2, 1)]).await.unwrap();
    assert_eq!(store.live_tables().await.unwrap().len(), 1);
    store.close().await;
}

pub(crate) async fn many_tables_load_in_seconds(bed: Bed) {
    let store = bed.open().await;
    let (tables, rounds) = (2_000, 20);
    store.commit((1..=tables).map(open).collect()).await.unwrap();
    // Round by round: the entries of one table lie far apart.
    for round in 1..=rounds {
        store.commit((1..=tables).map(|table| append(table, round)).collect()).await.unwrap();
    }
    let store = bed.reopen(store).await;
    let begun = Instant::now();
    let live = store.live_tables().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(live.len() as u64, tables);
    assert!(live.iter().all(|table| table.entries.iter().map(|entry| entry.seq).eq(1..=rounds)));
    store.close().await;
}

pub(crate) async fn any_text_comes_back_as_it_was(bed: Bed) {
    let store = bed.open().await;
    let texts =
        ["", "{}", "'; DROP TABLE entries; --", "\u{1F0A1} äé\n\t\\u0000 \"x\"", "\u{FFFF}\u{10FFFF}"];
    let entry = |(seq, text): (usize, &&str)| Write::Append {
        table: 1,
        seq: seq as u64,
        at: i64::MIN,
        body: (*text).to_owned(),
    };
    store
        .commit(std::iter::once(open(1)).chain(texts.iter().enumerate().map(entry)).collect())
        .await
        .unwrap();
    let store = bed.reopen(store).await;
    let found = store.journal(1).await.unwrap();
    assert_eq!(found.iter().map(|entry| entry.body.as_str()).collect::<Vec<_>>(), texts);
    assert_eq!(found[0].at, i64::MIN);
    store.close().await;
}

pub(crate) async fn what_no_database_can_hold_is_refused_by_both(bed: Bed) {
    let store = bed.open().await;
    store.commit(vec![open(1)]).await.unwrap();
    let nul = Write::Append { table: 1, seq: 1, at: 0, body: "a\0b".to_owned() };
    let long = Write::SetMeta { key: "k".repeat(1001), value: String::new() };
    for bad in [nul, long, append(1, u64::MAX), append(1 << 63, 1), open(u64::MAX)] {
        let answer = store.commit(vec![append(1, 1), bad]).await;
        assert!(matches!(answer, Err(CommitError::Malformed(_))), "{answer:?}");
    }
    assert_eq!(seqs(&store, 1).await, [0_u64; 0]);
    assert_eq!(seqs(&store, u64::MAX).await, [0_u64; 0]);
    store.commit(vec![append(1, i64::MAX as u64)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [i64::MAX as u64]);
    store.close().await;
}

pub(crate) async fn an_entry_of_ten_megabytes_is_kept(bed: Bed) {
    let store = bed.open().await;
    let body = "x".repeat(10 << 20);
    store.commit(vec![open(1), Write::Append { table: 1, seq: 1, at: 0, body: body.clone() }]).await.unwrap();
    let store = bed.reopen(store).await;
    assert!(store.journal(1).await.unwrap()[0].body == body);
    store.close().await;
}
