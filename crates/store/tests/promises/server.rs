//! Cases that only PostgreSQL has: it stops, it restarts, and it holds tables of other applications.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use store::testing::Postgres;
use store::{CommitError, OpenError, ReadError, Store, StoreLocation, StoreOptions, Write};
use tokio::task::JoinSet;

use super::harness::{Bed, append, live_tables, open, seqs};
use super::replays::replay;

fn server() -> &'static Postgres {
    Postgres::shared().expect("a bed in PostgreSQL")
}

/// One that a test may stop, and a database in it.
fn own_server() -> (Postgres, StoreLocation) {
    let postgres = Postgres::start().unwrap_or_else(|error| panic!("{error}"));
    let place = postgres.create_database().unwrap();
    (postgres, place)
}

async fn refused(place: &StoreLocation) -> OpenError {
    match Store::open(place).await {
        Ok(_) => panic!("{place} was opened"),
        Err(error) => error,
    }
}

pub(crate) async fn a_server_that_went_away_is_told_and_found_again() {
    let (postgres, place) = own_server();
    let store = Store::open(&place).await.unwrap();
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    postgres.crash().unwrap();
    let answer = store.commit(vec![append(1, 2)]).await;
    assert!(matches!(answer, Err(CommitError::NotSaved(_) | CommitError::Unknown(_))), "{answer:?}");
    let answer = store.commit(vec![append(1, 2)]).await;
    assert!(matches!(answer, Err(CommitError::NotSaved(_))), "{answer:?}");
    let read = store.journal(1).await;
    assert!(matches!(read, Err(ReadError::Failed(_) | ReadError::Unsettled(_))), "{read:?}");
    assert!(!store.stats().up);
    postgres.start_again().unwrap();
    // It is found although nobody asks for anything.
    let since = Instant::now();
    while !store.stats().up {
        assert!(since.elapsed() < Duration::from_secs(30), "it was not looked for");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(seqs(&store, 1).await, [1]);
    store.commit(vec![append(1, 2)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [1, 2]);
    store.close().await;
}

pub(crate) async fn a_long_list_that_is_answered_bit_by_bit_is_no_silence(harness: Bed) {
    let opening = StoreOptions { response_timeout: Duration::from_secs(3), ..StoreOptions::default() };
    let store = Store::open_with(&harness.place, opening).await.unwrap();
    let slow = "CREATE FUNCTION parlor.slow() RETURNS trigger LANGUAGE plpgsql
                    AS $$ BEGIN PERFORM pg_sleep(0.8); RETURN NEW; END $$;
                CREATE TRIGGER slow BEFORE INSERT ON parlor.replays FOR EACH ROW EXECUTE FUNCTION parlor.slow()";
    server().sql(&harness.place, slow).unwrap();
    let games = ["a", "b", "c", "d", "e"].map(|id| Write::PutReplay(replay(id, "golf", 1, Vec::new())));
    store.commit(games.into()).await.unwrap();
    assert!(store.replay("e").await.unwrap().is_some());
    store.close().await;
}

pub(crate) async fn a_server_that_falls_silent_is_told_and_found_again() {
    let (postgres, place) = own_server();
    let opening = StoreOptions { response_timeout: Duration::from_secs(3), ..StoreOptions::default() };
    let store = Store::open_with(&place, opening).await.unwrap();
    store.commit(vec![open(1), append(1, 1)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [1]);
    assert!(store.stats().up);
    postgres.freeze().unwrap();
    let answer = store.commit(vec![append(1, 2)]).await;
    assert!(matches!(answer, Err(CommitError::Unknown(_))), "{answer:?}");
    let answer = store.commit(vec![append(1, 2)]).await;
    assert!(matches!(answer, Err(CommitError::NotSaved(_))), "{answer:?}");
    assert!(store.journal(1).await.is_err());
    assert!(!store.stats().up);
    postgres.thaw().unwrap();
    // What it was asked before it fell silent it may have done when it woke, or not; once it answers, that is settled.
    let known = seqs(&store, 1).await;
    assert!(known == [1] || known == [1, 2], "{known:?}");
    let next = known.len() as u64 + 1;
    store.commit(vec![append(1, next)]).await.unwrap();
    assert_eq!(seqs(&store, 1).await, [&known[..], &[next]].concat());
    let stats = store.stats();
    assert_eq!((stats.up, stats.reconnects), (true, 1));
    store.close().await;
}

/// What a caller knows of its facts.
#[derive(Default)]
struct Known {
    kept: Vec<String>,
    not_kept: Vec<String>,
}

pub(crate) async fn a_crash_under_load_keeps_what_was_acknowledged_and_nothing_that_was_refused() {
    let (postgres, place) = own_server();
    let store = Store::open(&place).await.unwrap();
    let tables = 40;
    store.commit((1..=tables).map(open).collect()).await.unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let mut callers = JoinSet::new();
    for table in 1..=tables {
        let (store, over) = (store.clone(), Arc::clone(&over));
        callers.spawn(async move {
            let mut known = Known::default();
            let mut seq = 1;
            for attempt in 1.. {
                let body = format!("attempt {attempt}");
                let append = Write::Append { table, epoch: 1, seq, at: 0, body: body.clone() };
                // Some calls are a single statement, some a transaction.
                let twice = table % 2 == 0;
                let writes =
                    if twice { vec![append, open(1_000_000 * table + attempt)] } else { vec![append] };
                match store.commit(writes).await {
                    Ok(()) => {
                        known.kept.push(body);
                        seq += 1;
                    }
                    Err(CommitError::NotSaved(_)) => known.not_kept.push(body),
                    Err(CommitError::Unknown(_)) => {
                        // The journal tells, as soon as it can be read.
                        let journal = loop {
                            if let Ok(journal) = store.journal(table).await {
                                break journal;
                            }
                        };
                        seq = journal.len() as u64 + 1;
                    }
                    Err(error) => panic!("{error}"),
                }
                if over.load(Ordering::Relaxed) {
                    break;
                }
            }
            (table, known)
        });
    }
    for _ in 0..3 {
        let before = store.stats().commits;
        while store.stats().commits < before + 500 {
            tokio::task::yield_now().await;
        }
        tokio::task::block_in_place(|| postgres.crash()).unwrap();
        tokio::task::block_in_place(|| postgres.start_again()).unwrap();
    }
    let before = store.stats().commits;
    while store.stats().commits < before + 500 {
        tokio::task::yield_now().await;
    }
    over.store(true, Ordering::Relaxed);
    for (table, known) in callers.join_all().await {
        let journal = store.journal(table).await.unwrap();
        let journal: HashSet<&str> = journal.iter().map(|entry| entry.body.as_str()).collect();
        assert!(known.kept.iter().all(|body| journal.contains(body.as_str())), "table {table} lost an entry");
        assert!(
            !known.not_kept.iter().any(|body| journal.contains(body.as_str())),
            "table {table} has one too many"
        );
    }
    store.close().await;
}

pub(crate) async fn an_answer_lost_while_committing_is_unknown_and_one_lost_before_is_not_saved(
    harness: Bed,
) {
    let (postgres, place) = (server(), &harness.place);
    let store = harness.open().await;
    store.commit(vec![open(1)]).await.unwrap();
    // The session ends itself: when a row is written, or when the transaction that wrote it commits.
    let function = "CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$";
    postgres.sql(place, function).unwrap();
    let at_once =
        "CREATE TRIGGER leave BEFORE INSERT ON parlor.entries FOR EACH ROW EXECUTE FUNCTION leave()";
    let at_commit =
        "CREATE CONSTRAINT TRIGGER leave AFTER INSERT ON parlor.entries DEFERRABLE INITIALLY DEFERRED
                     FOR EACH ROW EXECUTE FUNCTION leave()";
    let alone = || vec![append(1, 1)];
    let with_another = || vec![append(1, 1), open(2)];
    for (trigger, writes, in_doubt) in [
        (at_once, alone(), true),
        (at_once, with_another(), false),
        (at_commit, alone(), true),
        (at_commit, with_another(), true),
    ] {
        postgres.sql(place, trigger).unwrap();
        match store.commit(writes).await {
            Err(CommitError::Unknown(_)) => assert!(in_doubt, "{trigger}"),
            Err(CommitError::NotSaved(_)) => assert!(!in_doubt, "{trigger}"),
            other => panic!("{trigger}: {other:?}"),
        }
        // Reading settles the doubt.
        assert_eq!(seqs(&store, 1).await, [0_u64; 0]);
        postgres.sql(place, "DROP TRIGGER leave ON parlor.entries").unwrap();
    }
    store.commit(with_another()).await.unwrap();
    store.close().await;
}

pub(crate) async fn a_session_that_was_ended_is_replaced_and_keeps_the_lock_from_others(harness: Bed) {
    let (postgres, place) = (server(), harness.place);
    let store = Store::open(&place).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    for seq in 1..=5 {
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE datname = current_database() AND application_name = 'parlor'";
        postgres.sql(&place, end).unwrap();
        // Whether the end was noticed before or after the call was sent is chance.
        while let Err(error) = store.commit(vec![append(1, seq)]).await {
            assert!(matches!(error, CommitError::NotSaved(_) | CommitError::Unknown(_)), "{error:?}");
            assert_eq!(seqs(&store, 1).await.len() as u64, seq - 1);
        }
        assert_eq!(seqs(&store, 1).await.len() as u64, seq);
    }
    assert!(matches!(refused(&place).await, OpenError::InUse(_)));
    store.close().await;
}

pub(crate) async fn while_another_holds_the_lock_nothing_is_written(harness: Bed) {
    let (postgres, place) = (server(), harness.place);
    let old = Store::open(&place).await.unwrap();
    old.commit(vec![open(1)]).await.unwrap();
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND application_name = 'parlor'";
    postgres.sql(&place, end).unwrap();
    let new = Store::open(&place).await.unwrap();
    new.commit(vec![append(1, 1)]).await.unwrap();
    let answer = loop {
        match old.commit(vec![append(1, 1)]).await {
            // Sent on the connection that was ended.
            Err(CommitError::Unknown(_)) => {}
            other => break other,
        }
    };
    assert!(
        matches!(&answer, Err(CommitError::NotSaved(text)) if text.contains("in use by another server")),
        "{answer:?}"
    );
    new.close().await;
    // The old one may write again, and runs into the fence instead of writing over what it has not seen.
    assert_eq!(old.commit(vec![append(1, 1)]).await, Err(CommitError::Conflict { table: 1, seq: 1 }));
    old.close().await;
}

pub(crate) async fn a_schema_from_the_future_is_refused_and_left_as_it_was(harness: Bed) {
    let (postgres, place) = (server(), harness.place);
    Store::open(&place).await.unwrap().close().await;
    postgres.sql(&place, "UPDATE parlor.format SET version = 77; DROP TABLE parlor.meta").unwrap();
    let error = refused(&place).await;
    assert!(matches!(error, OpenError::Future { found: 77, known: 10, .. }), "{error:?}");
    assert_eq!(postgres.sql(&place, "SELECT version FROM parlor.format").unwrap(), "77");
    assert_eq!(postgres.sql(&place, "SELECT to_regclass('parlor.meta')").unwrap(), "");
}

pub(crate) async fn a_schema_of_another_program_is_refused_and_an_empty_one_is_taken(harness: Bed) {
    let (postgres, place) = (server(), harness.place);
    postgres.sql(&place, "CREATE SCHEMA parlor; CREATE TABLE parlor.chairs (x int)").unwrap();
    assert!(matches!(refused(&place).await, OpenError::Foreign(_)));
    assert_eq!(postgres.sql(&place, "SELECT to_regclass('parlor.format')").unwrap(), "");
    postgres.sql(&place, "DROP TABLE parlor.chairs; CREATE TABLE public.entries (x int)").unwrap();
    let store = Store::open(&place).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    store.close().await;
}

pub(crate) async fn a_database_that_acknowledges_too_early_is_told_to_wait_for_the_disk(harness: Bed) {
    let (postgres, place) = (server(), harness.place);
    let name = postgres.sql(&place, "SELECT current_database()").unwrap();
    postgres.sql(&place, &format!("ALTER DATABASE {name} SET synchronous_commit = off")).unwrap();
    // Rows remember the setting they were written under.
    let store = Store::open(&place).await.unwrap();
    postgres
        .sql(
            &place,
            "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN NEW.opened := length(current_setting('synchronous_commit')); RETURN NEW; END $$;
             CREATE TRIGGER note BEFORE INSERT ON parlor.tables FOR EACH ROW EXECUTE FUNCTION note()",
        )
        .unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    assert_eq!(live_tables(&store).await[0].opened, i64::try_from("on".len()).unwrap());
    store.close().await;
}

pub(crate) async fn a_database_that_cannot_be_reached_or_used_is_refused_with_a_reason(harness: Bed) {
    let nowhere = StoreLocation::Postgres("postgres://ann:hush@%2Fnowhere/d".to_owned());
    let error = refused(&nowhere).await;
    assert!(matches!(error, OpenError::Unreachable { .. }), "{error:?}");
    assert!(!error.to_string().contains("hush") && !format!("{error:?}").contains("hush"), "{error}");
    let nonsense = refused(&StoreLocation::Postgres("postgres://h:port/d".to_owned())).await;
    assert!(matches!(nonsense, OpenError::Unreachable { .. }), "{nonsense:?}");
    let (postgres, place) = (server(), harness.place);
    // Names of the whole server, which other tests use too.
    let number = std::process::id();
    let (latin, guest) = (format!("latin{number}"), format!("guest{number}"));
    let sql = format!("CREATE DATABASE {latin} ENCODING 'LATIN1' TEMPLATE template0");
    postgres.sql(&place, &sql).unwrap();
    postgres.sql(&place, &format!("CREATE ROLE {guest} LOGIN")).unwrap();
    let StoreLocation::Postgres(url) = &place else { panic!("{place}") };
    let (server, _) = url.rsplit_once('/').unwrap();
    let error = refused(&StoreLocation::Postgres(format!("{server}/{latin}"))).await;
    assert!(error.to_string().contains("create it with encoding UTF8"), "{error}");
    let error = refused(&StoreLocation::Postgres(url.replace("parlor@", &format!("{guest}@")))).await;
    assert!(error.to_string().contains("cannot be used: permission denied for database"), "{error}");
}
