//! A server with wrong cluster settings does not start, and its error says what to do.

use store::StoreLocation;
use store::testing::Postgres;

use super::harness::Nats;
use crate::support::server::{parlor, run};

fn refused(args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    let ended = run(command.arg(folder.path().join("data")).args(args));
    assert_eq!(ended.code, Some(1), "{} {}", ended.stdout, ended.stderr);
    ended.stderr
}

#[test]
fn a_cluster_without_postgresql_is_refused() {
    let said = refused(&["--cluster", "nats://127.0.0.1:4222"]);
    assert!(said.contains("Set database_url as well, or unset cluster."), "{said}");
    let said = refused(&["--node-name", "north"]);
    assert!(said.contains("Set cluster as well, or unset node_name."), "{said}");
}

#[test]
fn a_nats_that_is_not_there_or_refuses_is_named_without_its_password() {
    let Some(postgres) = Postgres::shared() else { return };
    let Some(nats) = Nats::start(&["--user", "ann", "--pass", "right"]) else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let said = refused(&["--database-url", &url, "--cluster", "nats://ann:hush@127.0.0.1:1"]);
    assert!(said.contains("NATS at nats://127.0.0.1:1 cannot be reached"), "{said}");
    assert!(said.contains("Start nats-server there") && !said.contains("hush"), "{said}");
    let wrong = format!("nats://ann:wrong@{}", nats.address());
    let said = refused(&["--database-url", &url, "--cluster", &wrong]);
    assert!(said.contains("refuses the connection") && said.contains("USER:PASSWORD"), "{said}");
    assert!(!said.contains("wrong@"), "{said}");
}
