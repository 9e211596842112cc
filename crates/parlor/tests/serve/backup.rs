//! `parlor backup` beside a server that is played on, and `parlor restore` into the other database and back.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use games::Kind;
use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;
use tokio::task::{JoinSet, block_in_place};

use crate::support::client::{Client, legal};
use crate::support::http::get;
use crate::support::server::{Ended, ServerProcess, parlor, run};

/// Nobody is too fast.
const PATIENT: [&str; 4] = ["--messages-per-second", "1000", "--tables-per-minute", "10000"];

/// What the server has acknowledged to one player.
#[derive(Clone, Default, Debug)]
struct Acknowledged {
    token: String,
    table: String,
    /// The number of the player's next decision at that table.
    nth: u32,
    /// The replays of the games that are over.
    replays: Vec<String>,
}

/// A player who plays one game after the other against a bot until `stop` is set.
async fn play(mut client: Client, game: &str, noted: Arc<Mutex<Acknowledged>>, stop: Arc<AtomicBool>) {
    noted.lock().unwrap().token.clone_from(&client.token);
    loop {
        let new = json!({"game": game, "seats": 2, "bots": ["random"], "bot_delay_ms": 0, "clock": "off"});
        let table = client.open(new).await;
        let mut scene = client.scene().await;
        while scene.result().is_none() {
            {
                let mut noted = noted.lock().unwrap();
                noted.table.clone_from(&table);
                noted.nth = scene.nth();
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
            scene = client.play_on(&table, scene, 1).await;
        }
        let replay = scene.result().unwrap()["replay_id"].as_str().unwrap().to_owned();
        // Not left: a table that everybody has left is closed.
        noted.lock().unwrap().replays.push(replay);
        client.forget_what_waits();
    }
}

/// One command, while the players go on.
fn command(args: &[&str]) -> Ended {
    let ended = block_in_place(|| run(&mut parlor(args)));
    assert_eq!(ended.code, Some(0), "{args:?}: {}{}", ended.stdout, ended.stderr);
    ended
}

/// Where a server keeps its data, as its own flag and as a location.
enum Data {
    Folder(PathBuf),
    Postgres(String),
}

impl Data {
    fn location(&self) -> &str {
        match self {
            Self::Folder(folder) => folder.to_str().unwrap(),
            Self::Postgres(url) => url,
        }
    }

    fn start(&self, own: &Path) -> ServerProcess {
        match self {
            Self::Folder(folder) => ServerProcess::start_with(folder, &PATIENT),
            Self::Postgres(url) => {
                ServerProcess::start_with(own, &[&PATIENT[..], &["--database-url", url]].concat())
            }
        }
    }
}

/// Everything that was acknowledged before a backup is there after it was restored.
async fn check(server: &ServerProcess, noted: &[Acknowledged]) {
    for Acknowledged { token, table, nth, replays } in noted {
        for replay in replays {
            let ended = command(&["verify", &format!("http://{}/r/{replay}", server.address)]);
            assert!(ended.stdout.contains("Everything holds."), "{}", ended.stdout);
        }
        let (mut client, _) = Client::resume(server, token).await;
        let now = client.done("sync", json!({"table": table})).await;
        assert!(now["nth"].as_u64().unwrap() >= u64::from(*nth) || now["result"].is_object(), "{now}");
    }
}

/// Plays every table to its end; returns the replays.
async fn play_on(server: &ServerProcess, noted: &mut [Acknowledged]) -> Vec<Value> {
    let mut replays = Vec::new();
    for player in noted {
        let (mut client, _) = Client::resume(server, &player.token).await;
        let table = &player.table;
        let result = loop {
            let now = client.done("sync", json!({"table": table})).await;
            if now["result"].is_object() {
                break now["result"].clone();
            }
            match legal(&now).first() {
                Some(action) => drop(
                    client.ask("act", json!({"table": table, "nth": now["nth"], "action": action})).await,
                ),
                None => drop(client.until("update").await),
            }
        };
        let replay = result["replay_id"].as_str().unwrap().to_owned();
        replays.push(get(server, &format!("/api/replays/{replay}")).json());
        player.replays.push(replay);
        player.nth = 0;
    }
    replays
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_under_load_moves_to_postgresql_and_back_and_its_games_go_on() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (first, second) = (Data::Folder(path("first")), Data::Postgres(url));
    let third = Data::Folder(path("third"));
    let file = path("backup.jsonl").to_str().unwrap().to_owned();

    let server = first.start(folder.path());
    let stop = Arc::<AtomicBool>::default();
    let mut playing = JoinSet::new();
    let mut players = Vec::new();
    for (number, kind) in Kind::ALL.iter().chain(Kind::ALL).enumerate() {
        let client = Client::hello(&server, &format!("Player {number}")).await;
        let noted = Arc::<Mutex<Acknowledged>>::default();
        players.push(noted.clone());
        playing.spawn(play(client, kind.name(), noted, stop.clone()));
    }
    let noted =
        || -> Vec<Acknowledged> { players.iter().map(|noted| noted.lock().unwrap().clone()).collect() };
    let moves =
        || noted().iter().map(|noted| u64::from(noted.nth) + 1_000 * noted.replays.len() as u64).sum::<u64>();
    while noted().iter().any(|noted| noted.nth == 0) || noted().iter().all(|noted| noted.replays.is_empty()) {
        if let Some(ended) = playing.try_join_next() {
            panic!("a player stopped too early: {ended:?}");
        }
        tokio::task::yield_now().await;
    }
    let mut before = noted();
    let at_start = moves();
    let ended = command(&["backup", "--from", first.location(), &file]);
    assert!(
        ended.stdout.starts_with(&format!("Backed up {} to {file}: ", first.location())),
        "{}",
        ended.stdout
    );
    assert!(moves() > at_start, "nobody played meanwhile");
    stop.store(true, Ordering::Relaxed);
    while let Some(ended) = playing.join_next().await {
        ended.unwrap();
    }
    server.stop();

    command(&["restore", &file, "--into", second.location()]);
    let server = second.start(folder.path());
    assert_eq!(server.token, None, "the admin token is the old one");
    check(&server, &before).await;
    let replays = play_on(&server, &mut before).await;
    command(&["backup", "--from", second.location(), &file]);
    server.stop();

    command(&["restore", &file, "--into", third.location()]);
    let server = third.start(folder.path());
    check(&server, &before).await;
    for replay in &replays {
        assert_eq!(&get(&server, &format!("/api/replays/{}", replay["id"].as_str().unwrap())).json(), replay);
    }
    let old_token = fs::read_to_string(path("first").join("admin-token")).unwrap();
    let status =
        ["admin", "status", "--url", &format!("http://{}", server.address), "--token", old_token.trim()];
    command(&status);
    server.stop();
}

/// A command that must fail; returns what it says.
fn refused(args: &[&str]) -> String {
    let ended = run(&mut parlor(args));
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""), "{args:?}");
    ended.stderr
}

#[test]
fn a_file_that_cannot_be_restored_is_refused_with_a_sentence_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, file, target) = (path("data"), path("backup.jsonl"), path("target"));
    ServerProcess::start(Path::new(&data)).stop();
    assert!(refused(&["restore", &file, "--into", &target]).contains("No such file"));
    assert_eq!(run(&mut parlor(&["backup", &file, "--from", &data])).code, Some(0));
    let good = fs::read(&file).unwrap();
    let mut damaged = good.clone();
    let middle = good.len() / 2;
    damaged[middle] ^= 4;
    for (bytes, sentence) in [
        (&good[..good.len() - 30], "This backup is incomplete"),
        (&damaged[..], "This backup is damaged"),
        (&b"hello"[..], "This is not a backup of Parlor."),
        (&b"{\"parlor_backup\":{\"format\":99}}\n"[..], "written by a newer version (format 99;"),
    ] {
        fs::write(&file, bytes).unwrap();
        let said = refused(&["restore", &file, "--into", &target]);
        assert!(said.contains(sentence) && said.starts_with(&format!("parlor: {file}: ")), "{said}");
        assert!(!Path::new(&target).exists());
    }
    fs::write(&file, &good).unwrap();
    assert!(refused(&["restore", &file, "--into", &data]).contains("is not empty"));
    let server = ServerProcess::start(Path::new(&data));
    assert!(refused(&["restore", &file, "--into", &data]).contains("in use by another server"));
    server.stop();
}

#[test]
fn a_backup_comes_from_the_database_of_the_settings_and_only_its_owner_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("parlor.toml"), format!("data_dir = {:?}\n", path("data"))).unwrap();
    ServerProcess::start(Path::new(&path("data"))).stop();
    let configured =
        run(parlor(&["backup", &path("a"), "--config", &path("parlor.toml")]).current_dir(folder.path()));
    assert_eq!(configured.code, Some(0), "{}", configured.stderr);
    assert_eq!(fs::metadata(path("a")).unwrap().permissions().mode() & 0o777, 0o600);
    let piped = run(&mut parlor(&["backup", "-", "--from", &path("data")]));
    let body = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(body(&piped.stdout).len(), body(&fs::read_to_string(path("a")).unwrap()).len());
    let missing = refused(&["backup", &path("b"), "--from", &path("nothing")]);
    assert!(missing.contains("There is no database at"), "{missing}");
    assert!(!Path::new(&path("b")).exists() && !Path::new(&path("nothing")).exists());
    let mut full = parlor(&["backup", "/dev/full", "--from", &path("data")]);
    let full = run(&mut full);
    assert!(full.code == Some(1) && full.stderr.contains("No space left"), "{}", full.stderr);
    assert_eq!(full.stderr.matches("No space left").count(), 1, "{}", full.stderr);
}
