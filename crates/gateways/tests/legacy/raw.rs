//! A client that knows bytes and nothing else.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// How long anything may take before a test fails.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// One connection.
pub(crate) struct Raw {
    stream: TcpStream,
}

/// Waits until this holds: for what happens behind the connections of a test.
#[track_caller]
pub(crate) fn until(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < TEST_TIMEOUT, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x} ")).collect()
}

impl Raw {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Sends what the server may not want any more.
    pub(crate) fn try_send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    pub(crate) fn read(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        let mut got = 0;
        while got < count {
            match self.stream.read(&mut bytes[got..]) {
                Ok(0) => panic!("closed after {}", hex(&bytes[..got])),
                Ok(more) => got += more,
                Err(error) => panic!("{error} after {} of {count} bytes: {}", got, hex(&bytes[..got])),
            }
        }
        bytes
    }

    /// The next bytes are exactly these.
    #[track_caller]
    pub(crate) fn expect(&mut self, wanted: &[u8]) {
        let got = self.read(wanted.len());
        assert_eq!(hex(&got), hex(wanted));
    }

    /// The next line, without its end, is exactly this.
    #[track_caller]
    pub(crate) fn line(&mut self, wanted: &str) {
        assert_eq!(self.next_line(), wanted);
    }

    pub(crate) fn next_line(&mut self) -> String {
        let mut line = Vec::new();
        loop {
            let byte = self.read(1)[0];
            if byte == b'\n' {
                return String::from_utf8(line).unwrap();
            }
            line.push(byte);
        }
    }

    /// Nothing comes, and the connection is there.
    #[track_caller]
    pub(crate) fn still_open(&mut self) {
        self.stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        let read = self.stream.read(&mut [0]);
        self.stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let waits =
            |error: &std::io::Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(read.as_ref().is_err_and(waits), "{read:?}");
    }

    /// Nothing comes any more: the server has closed the connection.
    #[track_caller]
    pub(crate) fn closed(&mut self) {
        let mut byte = [0];
        match self.stream.read(&mut byte) {
            Ok(0) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            other => panic!("not closed: {other:?} {byte:?}"),
        }
    }

    /// Hangs up.
    pub(crate) fn hang_up(self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
