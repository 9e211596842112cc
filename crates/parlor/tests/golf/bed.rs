//! A manager and players, each a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::support::server::parlor;

/// How long anything may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(90);

/// Blocks of ports of this process: far apart from those of other test processes, which run beside it.
pub(super) fn block() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let own = 20_000 + (std::process::id() % 400) as u16 * 100;
    own + 5 * (NEXT.fetch_add(1, Ordering::Relaxed) % 20)
}

/// A manager of its own.
pub(super) struct Manager {
    pub(super) child: Child,
    pub(super) address: SocketAddr,
}

impl Manager {
    pub(super) fn start(state: &Path, port: u16) -> Self {
        let mut command = parlor(&["golf", "manager", "--address", "127.0.0.1"]);
        command.arg("--port").arg(port.to_string()).arg("--state").arg(state);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().nth(5).unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Self { child, address }
    }

    /// Asks, and gives the answer.
    pub(super) fn ask(&self, request: &str) -> String {
        ask(self.address, request.as_bytes())
    }

    /// Ends it without warning.
    pub(super) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until the manager's answer is this.
    pub(super) fn wait_until(&self, request: &str, answers: impl Fn(&str) -> bool) {
        let started = Instant::now();
        loop {
            let answer = self.ask(request);
            if answers(&answer) {
                return;
            }
            assert!(started.elapsed() < PATIENCE, "{request}: {answer}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn ask(manager: SocketAddr, request: &[u8]) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    let mut buffer = vec![0; 65_536];
    for _ in 0..10 {
        socket.send_to(request, manager).unwrap();
        if let Ok((length, _)) = socket.recv_from(&mut buffer) {
            return String::from_utf8(buffer[..length].to_vec()).unwrap();
        }
    }
    panic!("no answer to {request:?}");
}

/// A player.
pub(super) struct Player {
    pub(super) child: Child,
    pub(super) stdin: Option<ChildStdin>,
    stdout: Option<JoinHandle<String>>,
    stderr: Option<JoinHandle<String>>,
}

/// How a player ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

fn all(mut stream: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text
    })
}

impl Player {
    pub(super) fn start(manager: SocketAddr, name: &str, args: &[&str]) -> Self {
        let mut command = parlor(&["golf", "player", name, "--manager"]);
        command.arg(manager.to_string()).args(args);
        if !args.contains(&"--port") {
            command.arg("--port").arg(block().to_string());
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Self { child, stdin, stdout: stdout.map(all), stderr: stderr.map(all) }
    }

    pub(super) fn types(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for its end for a while, then interrupts it.
    pub(super) fn ended_or_interrupted(mut self) -> Ended {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(20) && self.child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(50));
        }
        let pid = rustix::process::Pid::from_child(&self.child);
        // It may have ended just now.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
        self.ended()
    }

    /// Waits for its end.
    pub(super) fn ended(mut self) -> Ended {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                let text = (self.stdout.take().unwrap().join(), self.stderr.take().unwrap().join());
                panic!("a player does not end: {text:?}");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        Ended {
            code: status.code(),
            stdout: self.stdout.take().unwrap().join().unwrap(),
            stderr: self.stderr.take().unwrap().join().unwrap(),
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
