//! The real binary as a server process: on a free port, in a temporary folder, killed at the end of the test.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// How long anything may take before a test fails.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The program with these arguments, and nothing of the environment that could change its settings. `PARLOR_BIN` names
/// another build, for measurements.
pub(crate) fn parlor(args: &[&str]) -> Command {
    let other = std::env::var_os("PARLOR_BIN");
    let mut command = Command::new(other.unwrap_or_else(|| env!("CARGO_BIN_EXE_parlor").into()));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PARLOR_")) {
        command.env_remove(name);
    }
    command.args(args);
    command
}

/// What a command that ends by itself said.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Ended {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A running server.
pub(crate) struct ServerProcess {
    child: Child,
    stdout: Receiver<String>,
    stderr: Receiver<String>,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The admin token, if one was printed.
    pub(crate) token: Option<String>,
    /// The file it is in, if it was printed.
    pub(crate) token_file: Option<String>,
}

/// Collects lines in the background, so that a full pipe never stops the server.
fn lines(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

impl ServerProcess {
    /// Starts a server on this data folder and a free port.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// The same with further arguments.
    pub(crate) fn start_with(data: &Path, args: &[&str]) -> Self {
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
        command.arg(data).args(args);
        Self::spawn(&mut command)
    }

    /// Starts a server by a command of one's own; it must listen on 127.0.0.1.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = lines(child.stdout.take().unwrap());
        let stderr = lines(child.stderr.take().unwrap());
        let (mut token, mut token_file) = (None, None);
        let address = loop {
            let Ok(line) = stdout.recv_timeout(TEST_TIMEOUT) else {
                // Its log ends with it.
                let _ = child.kill();
                let said: Vec<_> = stderr.iter().collect();
                panic!("the server did not open: {}", said.join("\n"));
            };
            if let Some(shown) = line.strip_prefix("Admin token (shown once): ") {
                token = Some(shown.to_owned());
            } else if let Some(shown) = line.strip_prefix("Admin token file: ") {
                token_file = Some(shown.to_owned());
            } else {
                break line.split("http://").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
            }
        };
        Self { child, stdout, stderr, address: address.expect("an address to open"), token, token_file }
    }

    /// The admin token; only a first start prints it.
    pub(crate) fn admin_token(&self) -> &str {
        self.token.as_deref().expect("the admin token was printed")
    }

    /// The next line on standard output.
    pub(crate) fn line(&self) -> String {
        self.stdout.recv_timeout(TEST_TIMEOUT).expect("a line on standard output")
    }

    /// Waits for a line of the log that contains this.
    pub(crate) fn log_until(&self, part: &str) -> String {
        loop {
            let line = self.stderr.recv_timeout(TEST_TIMEOUT);
            let line = line.unwrap_or_else(|_| panic!("the log never said {part:?}"));
            if line.contains(part) {
                return line;
            }
        }
    }

    /// Stops the server and returns the log lines that the test has not read yet.
    pub(crate) fn log_to_the_end(mut self) -> String {
        self.signal(Signal::TERM);
        let mut log = String::new();
        loop {
            match self.stderr.recv_timeout(TEST_TIMEOUT) {
                Ok(line) => log += &(line + "\n"),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server did not end:\n{log}"),
            }
        }
        assert!(self.child.wait().unwrap().success(), "{log}");
        log
    }

    /// Types a line on the server's terminal.
    pub(crate) fn type_line(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Ends the server's standard input.
    pub(crate) fn end_input(&mut self) {
        drop(self.child.stdin.take());
    }

    /// The number of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(mut self) -> ExitStatus {
        loop {
            // Both pipes end with the process.
            match self.stdout.recv_timeout(TEST_TIMEOUT) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return self.child.wait().unwrap(),
                Err(RecvTimeoutError::Timeout) => panic!("the server did not end"),
            }
        }
    }

    /// Ends the process in an instant, as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends it as an operator would.
    pub(crate) fn stop(self) {
        self.signal(Signal::TERM);
        assert!(self.wait().success());
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
