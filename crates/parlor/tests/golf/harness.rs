//! A manager and players, each in a separate process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::support::server::parlor;

/// An address of this machine at which no test has players.
pub(super) const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// How long anything may take.
pub(super) const TEST_TIMEOUT: Duration = Duration::from_secs(90);

/// Whether the long versions are wanted: `PARLOR_GOLF_LONG=1`, or `make golf-long`.
pub(super) fn is_long() -> bool {
    std::env::var_os("PARLOR_GOLF_LONG").is_some()
}

/// A block of free ports: below the system's ephemeral ports, and at a different start than in the other test processes
/// that run beside this one.
pub(super) fn block() -> u16 {
    const BLOCKS: u32 = 4_500;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let begin = std::process::id().wrapping_mul(60);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        assert!(number < BLOCKS, "no ports are left");
        let first = 10_000 + 5 * (begin.wrapping_add(number) % BLOCKS) as u16;
        if (first..first + 5).all(|port| UdpSocket::bind(("0.0.0.0", port)).is_ok()) {
            return first;
        }
    }
}

/// A manager process.
pub(super) struct Manager {
    pub(super) child: Child,
    pub(super) address: SocketAddr,
}

impl Manager {
    pub(super) fn start(state: &Path, port: u16) -> Self {
        Self::start_with(state, port, &["--address", "127.0.0.1"])
    }

    pub(super) fn start_with(state: &Path, port: u16, args: &[&str]) -> Self {
        let mut command = parlor(&["golf", "manager"]);
        command.args(args).arg("--port").arg(port.to_string()).arg("--state").arg(state);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().nth(3).unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Self { child, address }
    }

    /// Sends a request and returns the answer.
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
        let from = if self.address.is_ipv4() { ELSEWHERE.into() } else { self.address.ip() };
        loop {
            let answer = ask_from(from, self.address, request.as_bytes());
            if answers(&answer) {
                return;
            }
            assert!(started.elapsed() < TEST_TIMEOUT, "{request}: {answer}");
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
    ask_from(manager.ip(), manager, request)
}

/// The same from this address. A datagram from a player's address renews its registration.
pub(super) fn ask_from(address: impl Into<IpAddr>, manager: SocketAddr, request: &[u8]) -> String {
    let socket = UdpSocket::bind((address.into(), 0)).unwrap();
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

/// What a process says, as it says it.
#[derive(Default)]
struct Spoken {
    text: Mutex<String>,
    more: Condvar,
}

impl Spoken {
    fn hear(mut stream: impl Read + Send + 'static) -> (Arc<Self>, JoinHandle<()>) {
        let spoken = Arc::new(Self::default());
        let ours = spoken.clone();
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                ours.text.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..length]));
                ours.more.notify_all();
            }
        });
        (spoken, reader)
    }

    fn wait_for(&self, part: &str) {
        let text = self.text.lock().unwrap();
        let waits = |text: &mut String| !text.contains(part);
        let (text, timeout) = self.more.wait_timeout_while(text, TEST_TIMEOUT, waits).unwrap();
        assert!(!timeout.timed_out(), "{part:?} was never said: {text}");
    }
}

/// A player.
pub(super) struct Player {
    pub(super) child: Child,
    pub(super) stdin: Option<ChildStdin>,
    spoken: [Arc<Spoken>; 2],
    readers: Vec<JoinHandle<()>>,
}

/// How a player ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
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
        let stdin = child.stdin.take();
        let (stdout, out) = Spoken::hear(child.stdout.take().unwrap());
        let (stderr, err) = Spoken::hear(child.stderr.take().unwrap());
        Self { child, stdin, spoken: [stdout, stderr], readers: vec![out, err] }
    }

    pub(super) fn types(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits until it has said this on standard output.
    pub(super) fn says(&self, part: &str) {
        self.spoken[0].wait_for(part);
    }

    /// Whether it has said this on standard output.
    pub(super) fn has_said(&self, part: &str) -> bool {
        self.spoken[0].text.lock().unwrap().contains(part)
    }

    /// Waits until it has said this on standard error.
    pub(super) fn complains(&self, part: &str) {
        self.spoken[1].wait_for(part);
    }

    /// Ends it without warning.
    pub(super) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Interrupts it, as ctrl-C does.
    pub(super) fn interrupt(&self) {
        // It may have ended just now.
        let _ = rustix::process::kill_process(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::INT,
        );
    }

    /// Waits for its end for a while, then interrupts it.
    pub(super) fn ended_or_interrupted(mut self) -> Ended {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(20) && self.child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(50));
        }
        self.interrupt();
        self.ended()
    }

    /// Waits for its end.
    pub(super) fn ended(self) -> Ended {
        self.ended_within(TEST_TIMEOUT)
    }

    /// Waits for its end for so long at the most.
    pub(super) fn ended_within(mut self, patience: Duration) -> Ended {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > patience {
                self.child.kill().unwrap();
                let [stdout, stderr] = self.texts();
                panic!("a player does not end:\n{stdout}\n{stderr}");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let [stdout, stderr] = self.texts();
        Ended { code: status.code(), stdout, stderr }
    }

    /// All that it said; it has ended.
    fn texts(&mut self) -> [String; 2] {
        for reader in self.readers.drain(..) {
            reader.join().unwrap();
        }
        [0, 1].map(|index| self.spoken[index].text.lock().unwrap().clone())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the three ports from here on can be had.
pub(super) fn ports_are_free(port: u16) -> bool {
    (port..port + 3).all(|port| UdpSocket::bind(("0.0.0.0", port)).is_ok())
}
