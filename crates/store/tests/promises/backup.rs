//! Backups, from either database into either.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Cursor;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use store::backup::{self, BackupError, BackupFileError, RestoreError};
use store::{
    CommitError, Document, DocumentsQuery, FIRST_EPOCH, OpenError, Person, Replay, SeatResult, SeatedBot,
    SeatedPerson, Store, StoreLocation, TableInfo, Write,
};
use tempfile::TempDir;

use super::harness::{Bed, append, begin, close, conflict, live_tables, open, seqs};
use super::replays::games_of;

/// Something to write to that stays readable.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(super) async fn back_up(place: &StoreLocation) -> Vec<u8> {
    let out = Shared::default();
    backup::write(place, 1_700_000_000_000, "test", out.clone()).await.unwrap();
    let bytes = out.0.lock().unwrap();
    bytes.clone()
}

pub(super) async fn restore(place: &StoreLocation, bytes: &[u8]) -> Result<u64, RestoreError> {
    backup::restore(place, Cursor::new(bytes.to_owned())).await.map(|counts| counts.total())
}

/// The lines between the first and the last, in any order: databases differ in that of the entries.
fn rows(bytes: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8(bytes.to_owned()).unwrap();
    let lines: Vec<_> = text.lines().collect();
    lines[1..lines.len() - 1].iter().map(ToString::to_string).collect()
}

fn person(id: u64) -> Write {
    Write::PutPerson(Person {
        id,
        name: format!("Ann {id}"),
        name_key: format!("ann {id}"),
        token_hash: [u8::try_from(id).unwrap(); 32],
        created: 5,
        seen: 6,
    })
}

fn replay(id: &str, person: Option<u64>) -> Write {
    let result = |seat, person| SeatResult {
        person,
        name: "Ann".to_owned(),
        seat,
        won: seat == 0,
        score: -7 * i64::from(seat),
        bot: (seat == 1).then(|| SeatedBot { level: "easy".to_owned(), version: 2 }),
        departed: seat == 0,
        rating: None,
    };
    Write::PutReplay(Replay {
        id: id.to_owned(),
        game: "golf".to_owned(),
        ended: 9,
        public: person.is_some(),
        rated: person.is_some(),
        body: "{\"é\":\"\u{1F0A1}\\n\"}".to_owned(),
        results: vec![result(0, person), result(1, None)],
    })
}

/// Open and closed tables, people who are gone, texts of all kinds.
async fn fill(store: &Store) {
    let meta = |key: &str, value: &str| Write::SetMeta { key: key.to_owned(), value: value.to_owned() };
    store.commit(vec![person(1), person(2), person(9)]).await.unwrap();
    store.commit(vec![open(1), open(2), open(3), open(40), open(50)]).await.unwrap();
    for (table, seq) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)] {
        store.commit(vec![append(table, seq)]).await.unwrap();
    }
    let odd = "tab\t line\n quote\" back\\slash \u{1} \u{2028} é 三 \u{1F0A1}".to_owned();
    let odd_fact = Write::Append { table: 1, epoch: FIRST_EPOCH, seq: 4, at: i64::MIN, body: odd.clone() };
    store.commit(vec![odd_fact, close(3), begin(2, 3)]).await.unwrap();
    let people = vec![SeatedPerson { person: 1, seat: 0 }, SeatedPerson { person: 9, seat: 1 }];
    let info = TableInfo {
        game: "golf".to_owned(),
        rules: 2,
        facts: 0,
        invite_code: Some("code".to_owned()),
        people,
    };
    store.commit(vec![Write::PutTableInfo { table: 2, epoch: FIRST_EPOCH, info }]).await.unwrap();
    let sleep = Write::SleepTable { table: 50, epoch: FIRST_EPOCH, wake_at: Some(7_000) };
    store.commit(vec![sleep]).await.unwrap();
    // The same end for all: the order of being stored tells them apart.
    store.commit(vec![replay("b", Some(1)), replay("a", Some(2)), replay("c", None)]).await.unwrap();
    store.commit(vec![Write::RemovePerson { person: 2 }]).await.unwrap();
    let device = |person| {
        let (kind, id) = ("device".to_owned(), format!("{person:064}"));
        Write::PutDocument(Document {
            kind,
            id,
            person: Some(person),
            at: 6,
            expires: None,
            body: odd.clone(),
        })
    };
    store.commit(vec![device(1), device(9)]).await.unwrap();
    store.commit(vec![meta("admin", "x"), meta("odd", &odd), meta("empty", "")]).await.unwrap();
}

/// What somebody who uses the store sees of it.
async fn seen(store: &Store) -> String {
    let mut replays = Vec::new();
    for id in ["a", "b", "c"] {
        replays.push(store.replay(id).await.unwrap());
    }
    let games = store.games_of(games_of(1)).await.unwrap();
    let games: Vec<_> = games.iter().map(|game| &game.id).collect();
    let people = store.people().await.unwrap();
    let hashes: Vec<_> =
        people.iter().map(|person| (person.token_hash, person.created, person.seen)).collect();
    let words = (store.meta("admin").await, store.meta("odd").await, store.meta("empty").await);
    let found =
        (store.owned_tables().await, store.tables_of(9).await, store.table_by_invite_code("code").await);
    let devices = DocumentsQuery { kind: "device".to_owned(), person: None, before: None, limit: 9 };
    let devices = store.documents(devices).await.unwrap();
    format!(
        "{devices:?}\n{games:?}\n{:?}\n{:?}\n{found:?}\n{people:?}\n{hashes:?}\n{replays:?}\n{:?}\n{words:?}",
        live_tables(store).await,
        store.due_tables(i64::MAX, 10).await.unwrap(),
        store.standing("ann 1").await.unwrap(),
    )
}

pub(crate) async fn a_backup_is_restored_into_either_database_and_back(harness: Bed) {
    let store = harness.open().await;
    fill(&store).await;
    let before = seen(&store).await;
    let mut bytes = back_up(&harness.place).await;
    store.close().await;
    let first = rows(&bytes);
    assert_eq!(first.len(), 3 + 2 + 2 + 5 + 2 + 5 + 3 + 6, "{first:#?}");
    let beds = [Some(Bed::sqlite()), Bed::postgres(), Bed::postgres(), Some(Bed::sqlite())];
    for next in beds.into_iter().flatten() {
        assert_eq!(restore(&next.place, &bytes).await.unwrap(), first.len() as u64);
        let store = next.open().await;
        assert_eq!(seen(&store).await, before);
        bytes = back_up(&next.place).await;
        assert_eq!(rows(&bytes), first);
        // The fence stands where it stood, and numbers of closed tables stay used.
        assert_eq!(store.commit(vec![append(1, 4)]).await, conflict(1, 4));
        assert_eq!(store.commit(vec![append(2, 3)]).await, conflict(2, 3));
        assert_eq!(store.commit(vec![append(3, 2)]).await, Err(CommitError::NoTable { table: 3 }));
        assert_eq!(store.commit(vec![open(3)]).await, Err(CommitError::TableExists { table: 3 }));
        store.commit(vec![append(1, 5), append(2, 4), append(40, 1), open(41)]).await.unwrap();
        assert_eq!((seqs(&store, 1).await, seqs(&store, 2).await), (vec![1, 2, 3, 4, 5], vec![3, 4]));
        store.commit(vec![close(1), replay("d", Some(1))]).await.unwrap();
        assert_eq!(store.games_of(games_of(1)).await.unwrap()[0].id, "d");
        store.close().await;
    }
}

/// Takes what is written only after something else was committed meanwhile.
struct Slow {
    out: Shared,
    committed: Arc<AtomicU64>,
    waits: u32,
}

impl std::io::Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let before = self.committed.load(Ordering::Relaxed);
        // A few times, spread over the file, are enough.
        if self.waits < 20 {
            self.waits += 1;
            tokio::task::block_in_place(|| {
                while self.committed.load(Ordering::Relaxed) < before + 2 {
                    std::thread::yield_now();
                }
            });
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(crate) async fn a_backup_under_load_holds_one_moment(harness: Bed) {
    let store = harness.open().await;
    store.commit(vec![open(1), open(2)]).await.unwrap();
    // Longer than what is written at once, and after the number in the file: something is committed in between.
    let filler = Write::SetMeta { key: "zzz".to_owned(), value: "z".repeat(100_000) };
    store.commit(vec![filler]).await.unwrap();
    let (committed, stop) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
    let (writing, counted, stopped) = (store.clone(), committed.clone(), stop.clone());
    // Each commit writes the same number in three places.
    let writer = tokio::spawn(async move {
        for number in 1.. {
            let word = Write::SetMeta { key: "number".to_owned(), value: number.to_string() };
            writing.commit(vec![append(1, number), word, append(2, number)]).await.unwrap();
            counted.store(number, Ordering::Relaxed);
            if stopped.load(Ordering::Relaxed) {
                return;
            }
        }
    });
    while committed.load(Ordering::Relaxed) < 5 {
        tokio::task::yield_now().await;
    }
    let out = Slow { out: Shared::default(), committed: committed.clone(), waits: 0 };
    let bytes = out.out.clone();
    backup::write(&harness.place, 0, "test", out).await.unwrap();
    let after = committed.load(Ordering::Relaxed);
    stop.store(true, Ordering::Relaxed);
    writer.await.unwrap();
    store.close().await;

    let next = Bed::sqlite();
    let bytes = bytes.0.lock().unwrap().clone();
    restore(&next.place, &bytes).await.unwrap();
    let copy = next.open().await;
    let number: u64 = copy.meta("number").await.unwrap().unwrap().parse().unwrap();
    let expected: Vec<u64> = (1..=number).collect();
    assert_eq!((seqs(&copy, 1).await, seqs(&copy, 2).await), (expected.clone(), expected));
    assert!((5..after).contains(&number), "{number}: {after} were committed when the backup was written");
    copy.close().await;
}

pub(crate) async fn a_store_that_is_not_empty_or_in_use_takes_no_backup(harness: Bed) {
    let store = harness.open().await;
    let bytes = back_up(&harness.place).await;
    let error = restore(&harness.place, &bytes).await.unwrap_err();
    assert!(matches!(error, RestoreError::Open(OpenError::InUse(_))), "{error:?}");
    store.commit(vec![open(1), close(1)]).await.unwrap();
    store.close().await;
    let error = restore(&harness.place, &bytes).await.unwrap_err();
    assert!(matches!(error, RestoreError::NotEmpty { table: "tables", .. }), "{error:?}");
    assert!(error.to_string().contains("is not empty: it has rows in tables."), "{error}");
    let store = harness.open().await;
    assert_eq!(store.commit(vec![open(1)]).await, Err(CommitError::TableExists { table: 1 }));
    store.close().await;
}

/// A file with a valid checksum that no server has written.
fn forged(lines: &[&str]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let mut text = r#"{"parlor_backup":{"format":1}}"#.to_owned() + "\n";
    for line in lines {
        text += line;
        text.push('\n');
    }
    let hash: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
    text += &format!("{{\"end\":{{\"rows\":{},\"sha256\":\"{hash}\"}}}}\n", lines.len());
    text.into_bytes()
}

pub(crate) async fn a_backup_from_before_there_were_devices_logs_nobody_out(harness: Bed) {
    let hash = "ab".repeat(32);
    let ann = format!(
        r#"{{"person":{{"id":7,"name":"Ann","name_key":"ann","token_hash":"{hash}","created":5,"seen":6}}}}"#
    );
    restore(&harness.place, &forged(&[&ann])).await.unwrap();
    let store = harness.open().await;
    let device = store.document("device", &hash).await.unwrap().unwrap();
    assert_eq!((device.person, device.at, device.expires), (Some(7), 6, None));
    store.close().await;
}

pub(crate) async fn what_the_database_refuses_leaves_it_empty(harness: Bed) {
    let table =
        r#"{"table":{"id":1,"opened":5,"closed":null,"epoch":1,"owner":1,"next_seq":1,"begin_seq":1}}"#;
    let replay = r#"{"replay":{"id":"a","game":"golf","ended":1,"public":true,"body":""}}"#;
    let result = r#"{"result":{"replay":"a","seat":0,"person":77,"name":"Ann","won":true,"score":1}}"#;
    let lost = r#"{"result":{"replay":"b","seat":0,"name":"Ann","won":true,"score":1}}"#;
    for lines in [&[table, table][..], &[table, replay, result], &[table, replay, lost]] {
        let error = restore(&harness.place, &forged(lines)).await.unwrap_err();
        assert!(matches!(error, RestoreError::Failed(_)), "{error:?}");
    }
    // Empty still: a good one is taken.
    assert_eq!(restore(&harness.place, &forged(&[table, replay])).await.unwrap(), 2);
    let store = harness.open().await;
    assert_eq!(live_tables(&store).await.len(), 1);
    store.close().await;
}

/// Whether a folder is as it was when nothing had been written to it.
fn untouched(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[tokio::test]
async fn a_truncated_or_damaged_backup_is_refused_and_nothing_is_written() {
    let harness = Bed::sqlite();
    let store = harness.open().await;
    fill(&store).await;
    let bytes = back_up(&harness.place).await;
    store.close().await;
    let folder = TempDir::new().unwrap();
    let target = StoreLocation::Sqlite(folder.path().join("data"));
    for length in 0..bytes.len() {
        let error = restore(&target, &bytes[..length]).await.unwrap_err();
        let RestoreError::File(error) = error else { panic!("{length}: {error:?}") };
        assert!(
            matches!(error, BackupFileError::NotABackup | BackupFileError::Incomplete { .. }),
            "cut at {length}: {error:?}"
        );
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        let error = restore(&target, &damaged).await.unwrap_err();
        assert!(matches!(error, RestoreError::File(_)), "changed at {place}: {error:?}");
    }
    let doubled = [&bytes[..], b"{}\n"].concat();
    let error = restore(&target, &doubled).await.unwrap_err();
    assert!(error.to_string().contains("nothing may follow the last line"), "{error}");
    assert!(untouched(folder.path()));
    restore(&target, &bytes).await.unwrap();
}

#[tokio::test]
async fn every_reason_to_refuse_a_file_is_a_sentence() {
    let folder = TempDir::new().unwrap();
    let target = StoreLocation::Sqlite(folder.path().join("data"));
    let table = r#"{"table":{"id":1,"opened":5,"epoch":1,"next_seq":1,"begin_seq":1}}"#;
    let newer = forged(&[]).iter().map(|&byte| if byte == b'1' { b'3' } else { byte }).collect();
    for (bytes, sentence) in [
        (b"hello".to_vec(), "This is not a backup of Parlor."),
        (b"".to_vec(), "This is not a backup of Parlor."),
        (newer, "This backup was written by a newer version (format 3; this program reads up to 2)."),
        (
            forged(&[table])[..60].to_vec(),
            "This backup is incomplete: it ends after 0 rows, without its last line.",
        ),
        (forged(&["[]"]), "This backup is damaged: line 2: it is not a row."),
        (
            forged(&[table, r#"{"novelty":{}}"#]),
            "This backup is damaged: line 3: its kind of row is unknown.",
        ),
        (
            forged(&[table, r#"{"meta":{"key":"a","value":"b"}}"#]),
            "This backup is damaged: line 3: it is out of order.",
        ),
        (forged(&[r#"{"table":{"id":1}}"#]), "This backup is damaged: line 2: opened is missing or wrong."),
        (
            forged(&[r#"{"table":{"id":1,"opened":1.5}}"#]),
            "This backup is damaged: line 2: opened is missing or wrong.",
        ),
        (
            forged(&[r#"{"table":{"id":1,"opened":1,"epoch":1,"next_seq":1,"begin_seq":1,"x":1}}"#]),
            "This backup is damaged: line 2: x is unknown.",
        ),
    ] {
        assert_eq!(restore(&target, &bytes).await.unwrap_err().to_string(), sentence);
    }
    assert!(untouched(folder.path()));
}

#[tokio::test]
async fn what_is_not_a_database_of_this_version_is_not_backed_up_and_left_as_it_was() {
    let folder = TempDir::new().unwrap();
    let place = StoreLocation::Sqlite(folder.path().to_owned());
    let refused = async || backup::write(&place, 0, "test", Shared::default()).await.unwrap_err();
    assert!(matches!(refused().await, BackupError::NoDatabase(_)));
    assert!(untouched(folder.path()));
    let path = folder.path().join("parlor.db");
    fs::write(&path, [b'x'; 5_000]).unwrap();
    assert!(matches!(refused().await, BackupError::Open(OpenError::NotADatabase(_))));
    fs::remove_file(&path).unwrap();
    Store::open(&place).await.unwrap().close().await;
    let tamper = |sql: &str| rusqlite::Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    tamper("PRAGMA user_version = 1");
    assert!(matches!(refused().await, BackupError::OlderDatabase { found: 1, .. }));
    tamper("PRAGMA user_version = 77");
    assert!(matches!(refused().await, BackupError::Open(OpenError::Future { found: 77, .. })));
    tamper("PRAGMA application_id = 4");
    assert!(matches!(refused().await, BackupError::Open(OpenError::Foreign(_))));
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| name == "parlor.db" || name == "lock"), "{names:?}");
}

#[tokio::test]
async fn a_backup_can_be_written_to_and_read_from_a_real_file() {
    let harness = Bed::sqlite();
    let store = harness.open().await;
    fill(&store).await;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("backup.jsonl");
    let written = backup::write(&harness.place, 0, "test", File::create(&path).unwrap()).await.unwrap();
    store.close().await;
    assert_eq!(backup::check(File::open(&path).unwrap()).unwrap(), written);
    let counts: Vec<_> = written.by_kind().collect();
    let expected = [
        ("meta", 3),
        ("person", 2),
        ("document", 2),
        ("table", 5),
        ("seat", 2),
        ("entry", 5),
        ("replay", 3),
        ("result", 6),
        ("review", 0),
        ("appearance", 0),
        ("figure", 0),
    ];
    assert_eq!(counts, expected);
}
