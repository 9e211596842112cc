//! A disk that is really full: an outage that is reported, and ends by itself.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use store::testing::Postgres;
use store::{CommitError, Fault, Faults, Store, StoreLocation, Write};
use tempfile::TempDir;

use super::harness::{open, seqs};
use crate::skipped::skipped;

const fn entry(seq: u64, body: String) -> Write {
    Write::Append { table: 1, epoch: 1, seq, at: 0, body }
}

/// A small file system for this test, if the process has the rights to mount one.
struct SmallDisk(TempDir);

impl SmallDisk {
    fn mount(size: &str, what: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "parlor"])
            .arg(folder.path())
            .output();
        if !mount.is_ok_and(|output| output.status.success()) {
            skipped(what, "this user may not mount a file system");
            return None;
        }
        Some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

/// Waits until the store has noticed by itself.
async fn writable_again(store: &Store) {
    let since = Instant::now();
    while !store.stats().up {
        assert!(since.elapsed() < Duration::from_secs(30), "it is still thought to be full");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Commits until that fails; what was kept, and why the next was not.
async fn fill(store: &Store) -> (u64, CommitError) {
    for seq in 1.. {
        if let Err(error) = store.commit(vec![entry(seq, "x".repeat(20_000))]).await {
            return (seq - 1, error);
        }
    }
    unreachable!()
}

/// Needs no rights: the file may have this many pages and no more.
#[tokio::test]
async fn a_file_that_may_not_grow_is_an_outage_until_it_may() {
    let folder = TempDir::new().unwrap();
    let faults = Faults::none();
    let place = StoreLocation::Sqlite(folder.path().to_owned());
    let store = Store::open_with(&place, faults.clone()).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    faults.set(Fault::Limit { pages: 1_000 });
    let (kept, error) = fill(&store).await;
    assert_eq!(error, CommitError::NotSaved("the disk is full".to_owned()));
    assert!(kept > 10 && !store.stats().up);
    assert_eq!(seqs(&store, 1).await.len() as u64, kept);
    // It is probed several times meanwhile, and reading works.
    let since = Instant::now();
    while since.elapsed() < Duration::from_millis(300) {
        assert!(!store.stats().up, "a file that cannot be written is an outage, however well it can be read");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    faults.lift();
    writable_again(&store).await;
    store.commit(vec![entry(kept + 1, "room".to_owned())]).await.unwrap();
    assert_eq!(seqs(&store, 1).await.len() as u64, kept + 1);
    store.close().await;
}

/// Needs the right to mount; the database's tables lie on a small file system.
#[tokio::test]
async fn when_the_disk_of_a_database_server_is_full_it_is_an_outage_until_there_is_room() {
    let what = "PostgreSQL on a full disk";
    if !Postgres::is_wanted() {
        skipped(what, "PostgreSQL is not wanted");
        return;
    }
    let Some(disk) = SmallDisk::mount("32m", what) else { return };
    let postgres = Postgres::start().unwrap();
    let tables = disk.path().join("tables");
    fs::create_dir(&tables).unwrap();
    for path in [disk.path(), &tables] {
        let owner = Command::new("chown").arg("postgres").arg(path).status().unwrap();
        assert!(owner.success());
    }
    let any = postgres.create_database().unwrap();
    postgres.sql(&any, &format!("CREATE TABLESPACE small LOCATION '{}'", tables.display())).unwrap();
    let place = postgres.create_database_with("TABLESPACE small").unwrap();
    let ballast = disk.path().join("ballast");
    fs::write(&ballast, vec![0; 16 << 20]).unwrap();
    let store = Store::open(&place).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    // What is compressed on its way needs no room.
    let text = "ALTER TABLE parlor.entries ALTER COLUMN body SET STORAGE EXTERNAL";
    postgres.sql(&place, text).unwrap();
    let (kept, error) = fill(&store).await;
    assert!(matches!(&error, CommitError::NotSaved(text) if text.contains("No space left")), "{error:?}");
    assert!(kept > 10 && !store.stats().up);
    let probe = store.commit(vec![]).await;
    assert!(matches!(probe, Err(CommitError::NotSaved(_))), "{probe:?}");
    assert_eq!(seqs(&store, 1).await.len() as u64, kept);
    fs::remove_file(&ballast).unwrap();
    writable_again(&store).await;
    store.commit(vec![entry(kept + 1, "room".to_owned())]).await.unwrap();
    store.close().await;
}

/// Needs the right to mount; without it the injected fault is all there is.
#[tokio::test]
async fn when_the_disk_is_full_nothing_is_lost_and_all_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount("2m", "SQLite on a full disk") else { return };
    let place = StoreLocation::Sqlite(disk.path().to_owned());
    let ballast = disk.path().join("ballast");
    fs::write(&ballast, vec![0; 1 << 20]).unwrap();
    let store = Store::open(&place).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    let mut kept = Vec::new();
    let mut seq = 0;
    let error = loop {
        seq += 1;
        match store.commit(vec![entry(seq, "x".repeat(20_000))]).await {
            Ok(()) => kept.push(seq),
            Err(error) => break error,
        }
    };
    assert_eq!(error, CommitError::NotSaved("the disk is full".to_owned()));
    assert!(!kept.is_empty());
    // It stays full, and stays whole.
    for _ in 0..5 {
        let again = store.commit(vec![entry(seq, "x".repeat(20_000))]).await;
        assert!(matches!(again, Err(CommitError::NotSaved(_))), "{again:?}");
    }
    let numbers = async |store: &Store| -> Vec<u64> {
        store.journal(1).await.unwrap().iter().map(|entry| entry.seq).collect()
    };
    assert_eq!(numbers(&store).await, kept);
    // No call is made: reading works, and the statistics show all the same that writing does not.
    assert!(!store.stats().up);
    let probe = store.commit(vec![]).await;
    assert!(matches!(probe, Err(CommitError::NotSaved(_))), "{probe:?}");
    fs::remove_file(&ballast).unwrap();
    writable_again(&store).await;
    assert_eq!(store.stats().reconnects, 1);
    store.commit(vec![entry(seq, "room".to_owned())]).await.unwrap();
    kept.push(seq);
    store.close().await;
    let store = Store::open(&place).await.unwrap();
    assert_eq!(numbers(&store).await, kept);
    store.close().await;
}
