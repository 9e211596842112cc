//! A temporary PostgreSQL for tests.
//!
//! It lives in a temporary folder, listens on a Unix socket, and ends with the process that started it, however that
//! ends. One that speaks TLS listens on a port too. `scripts/with-postgres` starts one for all tests of a run.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write as _};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::{env, fs};

use crate::StoreLocation;

/// Set to 1 where PostgreSQL cannot be installed: tests that need it then pass without having tested anything.
pub const SKIP: &str = "PARLOR_SKIP_POSTGRES";

/// The folder of a running PostgreSQL that all tests of a run share.
const RUNNING: &str = "PARLOR_TEST_POSTGRES";

/// Why there is no PostgreSQL to test with.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The programs are not there.
    #[error("PostgreSQL is not installed. Install it (Debian: apt install postgresql), or set {SKIP}=1.")]
    NotInstalled,
    /// PostgreSQL does not run as root, and there is nobody else to run it.
    #[error("PostgreSQL does not run as root, and there is no user named postgres.")]
    NoUser,
    /// It did not start.
    #[error("PostgreSQL did not start: {0}")]
    Failed(String),
    /// The script that keeps it is gone.
    #[error("The keeper of PostgreSQL is gone: {0}.")]
    PostgresProcess(#[from] io::Error),
}

/// A running PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    folder: String,
    bin: PathBuf,
    /// Its Unix socket is named after it.
    port: u16,
    /// Nothing for one that other processes use too: nobody stops that one.
    keeper: Option<Mutex<PostgresProcess>>,
    databases: AtomicU32,
}

/// What a server is beside the usual.
struct Role {
    port: u16,
    options: String,
    certificate: String,
    key: String,
    /// The folder of the one it follows.
    primary: Option<String>,
}

impl Default for Role {
    fn default() -> Self {
        let (options, certificate, key) = Default::default();
        Self { port: 5432, options, certificate, key, primary: None }
    }
}

#[derive(Debug)]
struct PostgresProcess {
    // Ends the keeper when it is dropped.
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _process: Child,
}

impl Postgres {
    /// Whether tests are to use PostgreSQL at all.
    #[must_use]
    pub fn is_wanted() -> bool {
        env::var_os(SKIP).is_none_or(|value| value != "1")
    }

    /// Starts one that does not wait for the disk: quick, and safe against everything but a power failure.
    ///
    /// # Errors
    /// If PostgreSQL is not installed or does not start.
    pub fn start() -> Result<Self, StartError> {
        Self::start_with("off", &Role::default())
    }

    /// Starts one that waits for the disk, for measurements.
    ///
    /// # Errors
    /// If PostgreSQL is not installed or does not start.
    pub fn start_durable() -> Result<Self, StartError> {
        Self::start_with("on", &Role::default())
    }

    /// Starts one that speaks TLS on a free port of this machine, with such a certificate and key, as PEM.
    ///
    /// # Errors
    /// If PostgreSQL is not installed or does not start.
    pub fn start_encrypted(certificate: &str, key: &str) -> Result<Self, StartError> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let role = Role {
            port,
            options: format!("-c listen_addresses=127.0.0.1 -c port={port}"),
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            primary: None,
        };
        Self::start_with("off", &role)
    }

    /// Starts one that follows this one: it can be read, and written when it is promoted.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_standby(&self) -> Result<Self, StartError> {
        Self::start_with("off", &Role { primary: Some(self.folder.clone()), ..Role::default() })
    }

    /// The port it listens on, if it speaks TLS.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The same database on several servers, as one place.
    ///
    /// # Errors
    /// If `place` is not a database of PostgreSQL.
    pub fn place_on(place: &StoreLocation, servers: &[&Self]) -> Result<StoreLocation, StartError> {
        let name = database(place)?;
        let hosts: Vec<String> = servers.iter().map(|server| server.folder.replace('/', "%2F")).collect();
        Ok(StoreLocation::Postgres(format!("postgres://parlor@{}/{name}", hosts.join(","))))
    }

    /// The one that all tests of this process share, and those of other processes if one was started for them all; `None`
    /// if tests without PostgreSQL were requested. It cannot be stopped: [`Postgres::start`] one for that.
    ///
    /// # Panics
    /// If there is none, with a message that says what to install or set.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Result<Postgres, StartError>> = OnceLock::new();
        if !Self::is_wanted() {
            return None;
        }
        match SHARED.get_or_init(|| Self::running().unwrap_or_else(Self::start)) {
            Ok(postgres) => Some(postgres),
            Err(error) => panic!("{error}"),
        }
    }

    /// The one that was started for all tests of a run.
    fn running() -> Option<Result<Self, StartError>> {
        let folder = env::var(RUNNING).ok().filter(|folder| !folder.is_empty())?;
        let bin = programs().ok_or(StartError::NotInstalled);
        let port = Role::default().port;
        Some(bin.map(|bin| Self { folder, bin, port, keeper: None, databases: AtomicU32::new(0) }))
    }

    fn start_with(fsync: &str, role: &Role) -> Result<Self, StartError> {
        let bin = programs().ok_or(StartError::NotInstalled)?;
        let mut command = Command::new("sh");
        command.args(["-c", include_str!("testing/keeper.sh"), "keeper"]).arg(&bin).arg(fsync);
        command.arg(&role.options).arg(role.primary.as_deref().unwrap_or_default());
        command.env("TLS_CERTIFICATE", &role.certificate).env("TLS_KEY", &role.key);
        // In a separate process group, so that Ctrl-C ends only the tests; when they end, the keeper ends too.
        command
            .process_group(0)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if id(&["-u"]) == Some(0) {
            command.uid(id(&["-u", "postgres"]).ok_or(StartError::NoUser)?);
            command.gid(id(&["-g", "postgres"]).ok_or(StartError::NoUser)?);
        }
        let mut process = command.spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(StartError::Failed("the keeper has no pipes".to_owned()));
        };
        let mut keeper = PostgresProcess { input, output: BufReader::new(output), _process: process };
        let folder = keeper.started()?;
        let port = role.port;
        Ok(Self { folder, bin, port, keeper: Some(Mutex::new(keeper)), databases: AtomicU32::new(0) })
    }

    /// Makes an empty database.
    ///
    /// # Errors
    /// If the server is gone.
    pub fn create_database(&self) -> Result<StoreLocation, StartError> {
        self.create_database_with("")
    }

    /// Makes an empty database, with more words behind `CREATE DATABASE`.
    ///
    /// # Errors
    /// If the server is gone.
    pub fn create_database_with(&self, words: &str) -> Result<StoreLocation, StartError> {
        // Other processes make databases here, too.
        let name = format!("test{}_{}", std::process::id(), self.databases.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("CREATE DATABASE {name} {words}"))?;
        Ok(StoreLocation::Postgres(format!("postgres://parlor@{}/{name}", self.folder.replace('/', "%2F"))))
    }

    /// Runs SQL in one of the databases; the answer as `psql` prints it, without decoration.
    ///
    /// # Errors
    /// If the statement fails.
    pub fn sql(&self, place: &StoreLocation, sql: &str) -> Result<String, StartError> {
        self.psql(database(place)?, sql)
    }

    /// Loads a plain dump of `pg_dump` into one of the databases, which must be empty.
    ///
    /// # Errors
    /// If the file cannot be read, or a statement in it fails.
    pub fn restore(&self, place: &StoreLocation, dump: &Path) -> Result<(), StartError> {
        self.run_psql(database(place)?, [OsStr::new("-f"), dump.as_os_str()]).map(drop)
    }

    fn psql(&self, database: &str, sql: &str) -> Result<String, StartError> {
        self.run_psql(database, ["-c", sql].map(OsStr::new))
    }

    fn run_psql(&self, database: &str, input: [&OsStr; 2]) -> Result<String, StartError> {
        let flags = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "parlor"];
        let output = Command::new(self.bin.join("psql"))
            .args(flags)
            .args(["-p", &self.port.to_string()])
            // A test may have made the server read-only; its own statements run all the same.
            .args(["-h", &self.folder, "-d", database, "-c", "SET default_transaction_read_only = off"])
            .args(input)
            .output()?;
        if !output.status.success() {
            return Err(StartError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    }

    /// Ends the server at once: connections break off, nothing is written out.
    ///
    /// # Errors
    /// If the keeper is gone.
    pub fn crash(&self) -> Result<(), StartError> {
        self.keeper()?.tell("stop")?;
        Ok(())
    }

    /// Starts it again after a crash.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_again(&self) -> Result<(), StartError> {
        let mut keeper = self.keeper()?;
        writeln!(keeper.input, "start")?;
        keeper.started().map(drop)
    }

    /// Stops the server where it stands: connections stay, and nobody answers on them.
    ///
    /// # Errors
    /// If the keeper is gone.
    pub fn freeze(&self) -> Result<(), StartError> {
        self.keeper()?.tell("freeze")?;
        Ok(())
    }

    /// Resumes the processes after [`Self::freeze`].
    ///
    /// # Errors
    /// If the keeper is gone.
    pub fn thaw(&self) -> Result<(), StartError> {
        self.keeper()?.tell("thaw")?;
        Ok(())
    }

    fn keeper(&self) -> Result<MutexGuard<'_, PostgresProcess>, StartError> {
        let keeper = self.keeper.as_ref().ok_or_else(|| {
            StartError::Failed("this server is shared: a test that stops one starts its own".to_owned())
        })?;
        Ok(keeper.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PostgresProcess {
    fn tell(&mut self, word: &str) -> io::Result<String> {
        writeln!(self.input, "{word}")?;
        self.line()
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// The folder, once the server runs.
    fn started(&mut self) -> Result<String, StartError> {
        let line = self.line()?;
        if line.starts_with('/') { Ok(line) } else { Err(StartError::Failed(line)) }
    }
}

/// The name of a database.
fn database(place: &StoreLocation) -> Result<&str, StartError> {
    match place {
        StoreLocation::Postgres(url) => Ok(url.rsplit('/').next().unwrap_or_default()),
        StoreLocation::Sqlite(_) => Err(StartError::Failed("this is not a PostgreSQL database".to_owned())),
    }
}

/// The folder with the newest programs.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .max_by_key(|bin| bin.parent().and_then(Path::file_name)?.to_str()?.parse::<u32>().ok());
    let on_path = || env::split_paths(&env::var_os("PATH")?).find(|folder| folder.join("initdb").exists());
    newest.or_else(on_path)
}

/// What `id` says.
fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
