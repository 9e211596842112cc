//! What a million sleeping tables cost: `cargo bench -p store --bench sleeping`, or `TABLES=100000 cargo bench …`; with `-- postgres`
//! for that alone.
//!
//! Fills a database with tables that sleep, each with a journal of a kilobyte, two people and an invite code; then opens
//! it as a server does, finds tables in every way, and wakes some. Both databases wait for the disk. PostgreSQL is filled by
//! statements of its own, because a million calls over a socket would take longer than all the rest.
#![allow(clippy::print_stdout, reason = "figures are what it is for")]

use std::time::{Duration, Instant};

use store::testing::Postgres;
use store::{FIRST_EPOCH, SeatedPerson, Store, StoreLocation, TableInfo, Write};

/// How many tables one commit stores.
const AT_ONCE: u64 = 2_000;

/// How many are woken.
const WOKEN: u64 = 200;

fn main() {
    // Without this word it is being run as a test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let tables = std::env::var("TABLES").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let only_postgres = std::env::args().any(|argument| argument == "postgres");
        if !only_postgres {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let place = StoreLocation::Sqlite(folder.path().to_owned());
            fill(&place, tables).await;
            measure("SQLite", &place, tables).await;
        }
        if Postgres::is_wanted() {
            let postgres = Postgres::start_durable().expect("PostgreSQL");
            let place = postgres.create_database().expect("a database");
            Store::open(&place).await.expect("a store").close().await;
            postgres.sql(&place, &statements(tables)).expect("a full database");
            measure("PostgreSQL", &place, tables).await;
        }
    });
}

async fn fill(place: &StoreLocation, tables: u64) {
    let store = Store::open(place).await.expect("a store");
    for first in (1..=tables).step_by(AT_ONCE as usize) {
        let last = tables.min(first + AT_ONCE - 1);
        store.commit((first..=last).flat_map(asleep).collect()).await.expect("a commit");
    }
    store.close().await;
}

/// What [`fill`] does, as SQL. The codes are others, but lie as scattered.
fn statements(tables: u64) -> String {
    format!(
        "INSERT INTO parlor.tables (id, opened, next_seq, begin_seq, epoch, wake_at, game, rules, invite_code)
             SELECT g, 0, 1, 0, 1, 1800000000000 + g * 1000, 'golf', 1, 'code-' || md5(g::text)
             FROM generate_series(1::bigint, {tables}) AS g;
         INSERT INTO parlor.entries (table_id, seq, at, body)
             SELECT g, 0, 0, lpad(g::text, 1000, '0') FROM generate_series(1::bigint, {tables}) AS g;
         INSERT INTO parlor.seats (person, table_id, seat)
             SELECT 1 + 2 * (g / 10) + seat, g, seat
             FROM generate_series(1::bigint, {tables}) AS g, generate_series(0, 1) AS seat;"
    )
}

async fn measure(name: &str, place: &StoreLocation, tables: u64) {
    println!("{name}: {tables} tables asleep");
    let begun = Instant::now();
    let store = Store::open(place).await.expect("a store");
    let opened = begun.elapsed();
    let counts = store.table_counts().await.expect("counts");
    let owned = store.owned_tables().await.expect("tables").len();
    println!(
        "  start: opened in {opened:.1?}, ready after {:.1?} ({counts:?}, {owned} awake)",
        begun.elapsed()
    );
    assert_eq!((counts.stored, owned), (tables, 0));

    let mut times: [Vec<Duration>; 4] = Default::default();
    for number in 0..WOKEN {
        let table = 1 + number * (tables / WOKEN);
        let mut timed = [Instant::now(); 5];
        let found = store.table_by_invite_code(&code(table)).await.expect("a look-up");
        assert_eq!(found.is_some(), name == "SQLite");
        timed[1] = Instant::now();
        assert!(!store.tables_of(person(table)).await.expect("a look-up").is_empty());
        timed[2] = Instant::now();
        store.due_tables(wake_at(table), 100).await.expect("a look-up");
        timed[3] = Instant::now();
        wake(&store, table).await;
        timed[4] = Instant::now();
        for (times, pair) in times.iter_mut().zip(timed.windows(2)) {
            times.push(pair[1] - pair[0]);
        }
    }
    for (what, mut times) in ["by code", "by person", "due", "wake"].into_iter().zip(times) {
        times.sort_unstable();
        let [median, max] = [times.len() / 2, times.len() - 1].map(|place| times[place]);
        println!("  {what}: {median:.2?} in the middle, {max:.2?} at most");
    }
    store.close().await;
}

/// What a server does when somebody asks for a table: reads it, takes it, and stores what was asked for.
async fn wake(store: &Store, table: u64) {
    let found = store.table(table).await.expect("a look-up").expect("a table");
    let epoch = found.epoch + 1;
    let seq = found.journal.expect("a journal").last().expect("a fact").seq + 1;
    let fact = Write::Append { table, epoch, seq, at: 0, body: "{}".to_owned() };
    store.commit(vec![Write::TakeTable { table, epoch }, fact]).await.expect("a commit");
}

fn asleep(table: u64) -> [Write; 4] {
    let people = [person(table), person(table) + 1];
    let people = people.iter().zip(0..).map(|(person, seat)| SeatedPerson { person: *person, seat });
    let info = TableInfo {
        game: "golf".to_owned(),
        rules: 1,
        facts: 0,
        invite_code: Some(code(table)),
        people: people.collect(),
    };
    [
        Write::OpenTable { table, first_seq: 0, at: 0 },
        Write::Append { table, epoch: FIRST_EPOCH, seq: 0, at: 0, body: format!("{table:01000}") },
        Write::PutTableInfo { table, epoch: FIRST_EPOCH, info },
        Write::SleepTable { table, epoch: FIRST_EPOCH, wake_at: Some(wake_at(table)) },
    ]
}

const fn wake_at(table: u64) -> i64 {
    1_800_000_000_000 + table.cast_signed() * 1_000
}

/// Everybody sits at about ten tables.
const fn person(table: u64) -> u64 {
    1 + 2 * (table / 10)
}

fn code(table: u64) -> String {
    format!("code-{:016x}", table.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
