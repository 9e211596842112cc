//! A PostgreSQL of one's own, for tests.
//!
//! It lives in a temporary folder, listens on a Unix socket only, and ends with the process that started it, however
//! that ends.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs};

use crate::StoreLocation;

/// Set to 1 where PostgreSQL cannot be installed: tests that need it then pass without having tested anything.
pub const SKIP: &str = "PARLOR_SKIP_POSTGRES";

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
    keeper: Mutex<PostgresProcess>,
    databases: AtomicU32,
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
        Self::start_with("off")
    }

    /// Starts one that waits for the disk, for measurements.
    ///
    /// # Errors
    /// If PostgreSQL is not installed or does not start.
    pub fn start_durable() -> Result<Self, StartError> {
        Self::start_with("on")
    }

    /// The one that all tests of this process share; nothing if none is wanted.
    ///
    /// # Panics
    /// If there is none, with a sentence that says what to do.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Result<Postgres, StartError>> = OnceLock::new();
        if !Self::is_wanted() {
            return None;
        }
        match SHARED.get_or_init(Self::start) {
            Ok(postgres) => Some(postgres),
            Err(error) => panic!("{error}"),
        }
    }

    fn start_with(fsync: &str) -> Result<Self, StartError> {
        let bin = programs().ok_or(StartError::NotInstalled)?;
        let mut command = Command::new("sh");
        command.args(["-c", include_str!("testing/keeper.sh"), "keeper"]).arg(&bin).arg(fsync);
        // A group of its own: a Ctrl-C ends the tests, and their end ends the keeper.
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
        Ok(Self { folder, bin, keeper: Mutex::new(keeper), databases: AtomicU32::new(0) })
    }

    /// Makes an empty database.
    ///
    /// # Errors
    /// If the server is gone.
    pub fn create_database(&self) -> Result<StoreLocation, StartError> {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(StoreLocation::Postgres(format!("postgres://parlor@{}/{name}", self.folder.replace('/', "%2F"))))
    }

    /// Runs SQL in one of the databases; the answer as `psql` prints it, without decoration.
    ///
    /// # Errors
    /// If the statement fails.
    pub fn sql(&self, place: &StoreLocation, sql: &str) -> Result<String, StartError> {
        match place {
            StoreLocation::Postgres(url) => self.psql(url.rsplit('/').next().unwrap_or_default(), sql),
            StoreLocation::Sqlite(_) => {
                Err(StartError::Failed("this is no database of PostgreSQL".to_owned()))
            }
        }
    }

    /// Loads a plain dump of `pg_dump` into one of the databases, which must be empty.
    ///
    /// # Errors
    /// If the file cannot be read, or a statement in it fails.
    pub fn restore(&self, place: &StoreLocation, dump: &Path) -> Result<(), StartError> {
        match place {
            StoreLocation::Postgres(url) => {
                let database = url.rsplit('/').next().unwrap_or_default();
                self.run_psql(database, [OsStr::new("-f"), dump.as_os_str()]).map(drop)
            }
            StoreLocation::Sqlite(_) => {
                Err(StartError::Failed("this is not a PostgreSQL database".to_owned()))
            }
        }
    }

    fn psql(&self, database: &str, sql: &str) -> Result<String, StartError> {
        self.run_psql(database, ["-c", sql].map(OsStr::new))
    }

    fn run_psql(&self, database: &str, input: [&OsStr; 2]) -> Result<String, StartError> {
        let flags = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "parlor"];
        let output = Command::new(self.bin.join("psql"))
            .args(flags)
            .args(["-h", &self.folder, "-d", database])
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
        self.keeper().tell("stop")?;
        Ok(())
    }

    /// Starts it again after a crash.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_again(&self) -> Result<(), StartError> {
        let mut keeper = self.keeper();
        writeln!(keeper.input, "start")?;
        keeper.started().map(drop)
    }

    /// Stops the server where it stands: connections stay, and nobody answers on them.
    ///
    /// # Errors
    /// If the keeper is gone.
    pub fn freeze(&self) -> Result<(), StartError> {
        self.keeper().tell("freeze")?;
        Ok(())
    }

    /// Lets it go on as if nothing had been.
    ///
    /// # Errors
    /// If the keeper is gone.
    pub fn thaw(&self) -> Result<(), StartError> {
        self.keeper().tell("thaw")?;
        Ok(())
    }

    fn keeper(&self) -> std::sync::MutexGuard<'_, PostgresProcess> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
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
