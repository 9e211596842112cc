//! A disk that is really full.

use std::fs;
use std::path::Path;
use std::process::Command;

use store::{CommitError, Store, StoreLocation, Write};
use tempfile::TempDir;

use super::harness::open;

const fn entry(seq: u64, body: String) -> Write {
    Write::Append { table: 1, epoch: 1, seq, at: 0, body }
}

/// A small file system of its own, if this process may make one.
struct SmallDisk(TempDir);

impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=2m", "parlor"])
            .arg(folder.path())
            .output();
        mount.is_ok_and(|output| output.status.success()).then_some(Self(folder))
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

/// Needs the right to mount; without it the injected fault is all there is.
#[tokio::test]
async fn when_the_disk_is_full_nothing_is_lost_and_all_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount() else { return };
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
    fs::remove_file(&ballast).unwrap();
    store.commit(vec![entry(seq, "room".to_owned())]).await.unwrap();
    kept.push(seq);
    store.close().await;
    let store = Store::open(&place).await.unwrap();
    assert_eq!(numbers(&store).await, kept);
    store.close().await;
}
