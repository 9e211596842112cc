//! Data folders that cannot be used, and files that are not what they should be.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::Connection;
use store::{OpenError, Store, StoreLocation, Write};
use tempfile::TempDir;

use super::harness::{append, close, open, seqs};

/// Everything in a folder but the lock.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|path| path.is_file() && !path.ends_with("lock"));
    files.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect()
}

async fn refused(folder: &Path) -> OpenError {
    let place = StoreLocation::Sqlite(folder.to_owned());
    match Store::open(&place).await {
        Ok(_) => panic!("{place} was opened"),
        Err(error) => error,
    }
}

/// A folder with a database in it that was in use, and closed.
async fn used() -> TempDir {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    for seq in 1..200 {
        store.commit(vec![append(1, seq)]).await.unwrap();
    }
    store.close().await;
    folder
}

/// Changes the database behind the store's back.
fn tamper(folder: &TempDir, sql: &str) {
    Connection::open(folder.path().join("parlor.db")).unwrap().execute_batch(sql).unwrap();
}

/// Refused with such a sentence, and nothing changed.
async fn refused_untouched(folder: &TempDir, sentence: &str) -> OpenError {
    let before = contents(folder.path());
    let error = refused(folder.path()).await;
    assert_eq!(contents(folder.path()), before, "something was changed");
    assert!(error.to_string().contains(sentence), "{error}");
    error
}

#[tokio::test]
async fn a_database_from_the_future_is_refused_and_left_as_it_was() {
    let folder = used().await;
    tamper(&folder, "CREATE TABLE novelties (x); PRAGMA user_version = 77");
    let error =
        refused_untouched(&folder, "written by a newer version (format 77; this program knows 9)").await;
    assert!(matches!(error, OpenError::Future { found: 77, known: 9, .. }));
}

#[tokio::test]
async fn a_future_that_stands_only_in_the_log_is_seen() {
    let folder = used().await;
    let copy = TempDir::new().unwrap();
    let newer = Connection::open(folder.path().join("parlor.db")).unwrap();
    newer.execute_batch("PRAGMA user_version = 77").unwrap();
    for file in ["parlor.db", "parlor.db-wal"] {
        fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
    }
    let before = contents(copy.path());
    let error = refused(copy.path()).await;
    assert!(matches!(error, OpenError::Future { found: 77, .. }), "{error:?}");
    let mut after = contents(copy.path());
    after.retain(|name, _| !name.ends_with("-shm"));
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_was() {
    for bytes in [&b""[..], b"hello", &[0; 5000], &[b'x'; 5000]] {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("parlor.db"), bytes).unwrap();
        let error = refused_untouched(&folder, "is not a database").await;
        assert!(matches!(error, OpenError::NotADatabase(_)));
    }
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_as_it_was() {
    let folder = TempDir::new().unwrap();
    tamper(&folder, "CREATE TABLE recipes (x)");
    let error = refused_untouched(&folder, "is a database of another program").await;
    assert!(matches!(error, OpenError::Foreign(_)));
}

#[tokio::test]
async fn a_damaged_database_is_refused_and_left_as_it_was() {
    let whole = used().await;
    let bytes = fs::read(whole.path().join("parlor.db")).unwrap();
    let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    // The end cut off, noise in the middle of the entries, and a broken first page.
    let short = bytes[..bytes.len() - 3 * page].to_vec();
    let mut noisy = bytes.clone();
    let entries = bytes.windows(12).position(|window| window == br#"{"table":1,""#).unwrap() / page * page;
    noisy[entries..entries + page / 2].fill(0xA7);
    let mut headless = bytes.clone();
    headless[100..1000].fill(0xFF);
    for damaged in [short, noisy, headless] {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("parlor.db"), damaged).unwrap();
        let error = refused_untouched(&folder, "is damaged").await;
        assert!(matches!(error, OpenError::Damaged { .. }));
    }
}

#[tokio::test]
async fn a_log_without_its_database_is_not_read_into_a_new_one() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("parlor.db-wal"), [1; 5000]).unwrap();
    refused_untouched(&folder, "the file is missing, but its log").await;
}

#[tokio::test]
async fn a_creation_that_was_cut_short_is_begun_anew() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("parlor.db.new"), b"half a datab").unwrap();
    fs::write(folder.path().join("parlor.db.new-journal"), b"noise").unwrap();
    let store = Store::open(&StoreLocation::Sqlite(folder.path().to_owned())).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    store.close().await;
    let files: Vec<_> = contents(folder.path()).into_keys().collect();
    assert_eq!(files, [folder.path().join("parlor.db").display().to_string()]);
}

#[tokio::test]
async fn folders_that_cannot_be_are_refused_with_a_reason() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let error = refused(&file).await;
    assert!(matches!(error, OpenError::NotAFolder(_)), "{error:?}");
    assert!(
        error.to_string().ends_with("file is a file; the data directory must be a directory."),
        "{error}"
    );
    let error = refused(&file.join("below")).await;
    assert!(matches!(error, OpenError::CannotCreate { .. }), "{error:?}");
    assert!(error.to_string().starts_with("The data directory "), "{error}");
}

/// The kernel's own folders let not even root write.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_that_cannot_be_written_is_refused_with_a_reason() {
    let error = refused(Path::new("/proc/sys")).await;
    assert!(matches!(error, OpenError::CannotUse { .. }), "{error:?}");
    assert!(error.to_string().starts_with("/proc/sys/lock cannot be used: "), "{error}");
    let error = refused(Path::new("/proc/parlor")).await;
    assert!(matches!(error, OpenError::CannotCreate { .. }), "{error:?}");
}

#[tokio::test]
async fn a_folder_may_have_any_name() {
    let folder = TempDir::new().unwrap();
    let place = StoreLocation::Sqlite(folder.path().join("a b?c#d%41&é\u{1F0A1}"));
    for seq in 1..=2 {
        let store = Store::open(&place).await.unwrap();
        assert_eq!(store.table_counts().await.unwrap().stored, seq - 1);
        store
            .commit(if seq == 1 { vec![open(1), append(1, seq)] } else { vec![append(1, seq)] })
            .await
            .unwrap();
        assert_eq!(seqs(&store, 1).await.len() as u64, seq);
        store.close().await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_made_is_for_its_owner_alone_and_what_was_there_keeps_its_rights() {
    use std::os::unix::fs::PermissionsExt as _;
    let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let above = TempDir::new().unwrap();
    let folder = above.path().join("new/data");
    let store = Store::open(&StoreLocation::Sqlite(folder.clone())).await.unwrap();
    store.commit(vec![open(1)]).await.unwrap();
    assert_eq!((rights(&above.path().join("new")), rights(&folder)), (0o700, 0o700));
    for file in ["lock", "parlor.db", "parlor.db-wal", "parlor.db-shm"] {
        assert_eq!(rights(&folder.join(file)), 0o600, "{file}");
    }
    store.close().await;
    for (path, mode) in [(folder.clone(), 0o750), (folder.join("parlor.db"), 0o640)] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        Store::open(&StoreLocation::Sqlite(folder.clone())).await.unwrap().close().await;
        assert_eq!(rights(&path), mode);
    }
}

#[tokio::test]
async fn a_file_shrinks_when_what_filled_it_is_gone() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("parlor.db");
    let size = || fs::metadata(&file).unwrap().len();
    let place = StoreLocation::Sqlite(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    let tables = 1..=400;
    let fact = |table| Write::Append { table, epoch: 1, seq: 1, at: 0, body: "x".repeat(20_000) };
    store.commit(tables.clone().flat_map(|table| [open(table), fact(table)]).collect()).await.unwrap();
    store.close().await;
    let full = size();
    assert!(full > 8_000_000, "{full}");
    let store = Store::open(&place).await.unwrap();
    store.commit(tables.map(close).collect()).await.unwrap();
    // Nobody asks for it: it happens while nothing else does.
    let since = std::time::Instant::now();
    while size() > full / 4 {
        assert!(since.elapsed() < std::time::Duration::from_secs(30), "{} of {full} bytes are left", size());
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    store.close().await;
}
