//! Each scenario on each database.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use store::testing::{Postgres, SKIP};

use crate::server;
use crate::server::harness::Shelf;

macro_rules! on_sqlite {
    ($($file:ident::$promise:ident,)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $promise() {
                crate::server::$file::$promise().await;
            })*
        }
    };
}

scenarios!(on_sqlite);

/// This many servers at a time: more would only wait for each other.
const AT_ONCE: usize = 3;

macro_rules! list_of {
    ($($file:ident::$promise:ident,)*) => {
        [$((stringify!($promise), || alone(server::$file::$promise())),)*]
    };
}

/// All scenarios on PostgreSQL are one test, for they share one server, and a runner that gives each test a process of
/// its own would start one for each.
#[test]
fn postgres_keeps_every_promise() {
    if !Postgres::is_wanted() {
        println!("{SKIP}=1: nothing was tested on PostgreSQL");
        return;
    }
    let scenarios: &[(&str, fn())] = &scenarios!(list_of);
    let waiting = Mutex::new(scenarios.iter());
    let broken = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap().next();
                    let Some((promise, run)) = next else { break };
                    if catch_unwind(AssertUnwindSafe(run)).is_err() {
                        broken.lock().unwrap().push(*promise);
                    }
                }
            });
        }
    });
    let broken = broken.into_inner().unwrap();
    assert!(broken.is_empty(), "broken: {}", broken.join(", "));
}

/// Runs a scenario on this thread, in servers that keep their data in PostgreSQL.
fn alone(scenario: impl Future<Output = ()>) {
    Shelf::Postgres.choose();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(scenario);
}
