//! A place where documented commands run: the built programs on the path, a folder instead of the system's folders, and
//! a server where the documents say one listens.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::server::ServerProcess;

/// Stands before the program in the path. A server that a command starts is shut down as soon as it listens, and the
/// command ends as the server does.
const WRAPPER: &str = r#"#!/bin/sh
if [ "$1" != serve ]; then exec "$DOCUMENTED_PARLOR" "$@"; fi
for argument in "$@"; do [ "$argument" != --print-config ] || exec "$DOCUMENTED_PARLOR" "$@"; done
pipe="$(mktemp -u)"; mkfifo "$pipe"
"$DOCUMENTED_PARLOR" "$@" >"$pipe" </dev/null &
server=$!
exec 3<"$pipe"; rm "$pipe"
while read -r line <&3; do
    echo "$line"
    case "$line" in *http://*) kill -TERM "$server"; break ;; esac
done
wait "$server"
"#;

/// What documents write, and what stands for it in the sandbox.
struct Replacement {
    documented: &'static str,
    actual: String,
}

/// A folder and, if the commands need one, a server.
pub(super) struct Sandbox {
    folder: tempfile::TempDir,
    server: Option<ServerProcess>,
    /// The folder of PostgreSQL's socket.
    postgres: Option<String>,
    replacements: Vec<Replacement>,
}

impl Sandbox {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let programs = folder.path().join("programs");
        for name in ["programs", "data", "backups"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        let wrapper = programs.join("parlor");
        std::fs::write(&wrapper, WRAPPER).unwrap();
        std::fs::set_permissions(&wrapper, PermissionsExt::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_onecard"), programs.join("onecard")).unwrap();
        let mut sandbox = Self { folder, server: None, postgres: None, replacements: Vec::new() };
        sandbox.replace("/var/lib/parlor", sandbox.data().display());
        sandbox.replace("/var/backups", sandbox.path("backups").display());
        sandbox
    }

    /// The sandbox that a block of commands needs.
    pub(super) async fn for_commands(commands: &str) -> Self {
        let mut sandbox = Self::new();
        let mentions = |words: &[&str]| words.iter().any(|word| commands.contains(word));
        let needs_a_game = mentions(&["ss439rrzy0-1", "replay.json"]);
        let needs_a_server = needs_a_game || mentions(&["127.0.0.1:8080", "parlor admin", "/var/lib/parlor"]);
        if needs_a_server && !mentions(&["parlor serve"]) {
            sandbox.start_server(&["--messages-per-second", "1000"]);
        }
        if needs_a_game {
            sandbox.play_a_game().await;
        }
        if mentions(&["psql", "postgres://"]) {
            sandbox.use_postgres();
        }
        if mentions(&["games.jsonl"]) && !mentions(&["--records games.jsonl"]) {
            let bots = ["sim", "gomoku", "--players", "2", "--bots", "easy", "--games", "3", "--seed", "1"];
            let mut sim = Command::new(env!("CARGO_BIN_EXE_parlor"));
            sim.args(bots).args(["--records", "games.jsonl"]).current_dir(sandbox.folder.path());
            assert!(sim.output().unwrap().status.success());
        }
        sandbox
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn data(&self) -> PathBuf {
        self.path("data")
    }

    pub(super) fn server(&self) -> &ServerProcess {
        self.server.as_ref().expect("a server")
    }

    pub(super) fn replace(&mut self, documented: &'static str, actual: impl std::fmt::Display) {
        self.replacements.push(Replacement { documented, actual: actual.to_string() });
    }

    pub(super) fn start_server(&mut self, args: &[&str]) {
        let server = ServerProcess::start_with(&self.data(), args);
        self.replace("127.0.0.1:8080", server.address);
        self.replace("6518c7f7e49b…", server.admin_token());
        self.server = Some(server);
    }

    /// Plays a game on the server, and puts its replay in `replay.json`. Returns the id of the replay.
    pub(super) async fn play_a_game(&mut self) -> String {
        let mut ann = Client::hello(self.server(), "Ann").await;
        let welcome = ann.transcript.iter().find_map(|(_, message)| message.get("welcome")).cloned().unwrap();
        let new =
            json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0, "clock": "off"});
        let table = ann.open(new).await;
        let scene = ann.scene().await;
        let over = ann.play_on(&table, scene, u32::MAX).await;
        let result = over.result().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let id = text(&result["replay_id"]);
        let replay = crate::support::http::get(self.server(), &format!("/api/replays/{id}")).body;
        std::fs::write(self.path("replay.json"), replay).unwrap();
        self.replace("ss439rrzy0-1", &id);
        self.replace("680d70c4…", text(&welcome["commitment"]));
        self.replace("b0667ac9…", text(&result["seal"]));
        id
    }

    fn use_postgres(&mut self) {
        let Some(postgres) = Postgres::shared() else { return };
        let store::StoreLocation::Postgres(url) = postgres.create_database().unwrap() else {
            panic!("no URL")
        };
        let socket = url.split('@').nth(1).unwrap().split('/').next().unwrap();
        self.replace("127.0.0.1/games", format!("{socket}/games"));
        self.postgres = Some(socket.replace("%2F", "/"));
    }

    /// The text with everything replaced that is another here than in the documents.
    pub(super) fn adapted(&self, text: &str) -> String {
        let adapted = self.replacements.iter().fold(text.to_owned(), |text, replacement| {
            text.replace(replacement.documented, &replacement.actual)
        });
        legacy_ports_chosen_by_the_system(&adapted)
    }

    /// Runs commands in a shell that stops at the first one that fails; returns what they printed.
    pub(super) fn run(&self, commands: &str) -> Result<String, String> {
        let mut shell = Command::new("sh");
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PARLOR_")) {
            shell.env_remove(name);
        }
        let path = format!("{}:{}", self.path("programs").display(), std::env::var("PATH").unwrap());
        shell
            .args(["-euc", &self.adapted(commands)])
            .env("PATH", path)
            .env("DOCUMENTED_PARLOR", env!("CARGO_BIN_EXE_parlor"))
            .env("PARLOR_LISTEN", "127.0.0.1:0")
            .env("HOME", self.folder.path())
            .env("PGHOST", self.postgres.as_deref().unwrap_or_default())
            .env("PGUSER", "parlor")
            .env("PGDATABASE", "postgres")
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        let output = shell.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() {
            return Ok(text(&output.stdout));
        }
        Err(format!("{}\n{}{}", output.status, text(&output.stdout), text(&output.stderr)))
    }
}

/// The usual ports of the legacy protocols may be in use on the machine that runs the tests.
fn legacy_ports_chosen_by_the_system(commands: &str) -> String {
    let mut lines = Vec::new();
    for line in commands.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let mut chosen = Vec::new();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            chosen.push(word);
            if ["--chicago", "--gomoku", "--sorry", "--golf", "--golf-manager"].contains(&word) {
                if words.peek().is_some_and(|next| next.starts_with(|letter: char| letter.is_ascii_digit())) {
                    words.next();
                }
                chosen.push("127.0.0.1:0");
            }
        }
        lines.push(chosen.join(" "));
    }
    lines.join("\n") + "\n"
}

/// An address of this machine that no other test uses: all of 127.0.0.0/8 is this machine's. Programs that cannot choose
/// a free port themselves listen there.
pub(super) fn own_address() -> std::net::Ipv4Addr {
    let [_, _, high, low] = std::process::id().to_be_bytes();
    std::net::Ipv4Addr::new(127, high, low, 251)
}

/// A process that ends with the test.
pub(super) struct Process(std::process::Child);

impl Process {
    pub(super) fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
