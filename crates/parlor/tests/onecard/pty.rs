//! A pseudo-terminal: what the program shows there, and what is typed.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

/// Long enough for a machine that is busy with everything else; a test that works never waits for it.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// A program that runs on a pseudo-terminal.
pub(crate) struct Session {
    child: Child,
    master: File,
    /// Held open, so that what the program wrote last can still be read when it has ended.
    slave: Option<File>,
    chunks: Receiver<Vec<u8>>,
    /// Everything shown so far.
    pub(crate) shown: Vec<u8>,
    /// Up to where somebody has looked.
    seen: usize,
    before: Termios,
}

impl Session {
    pub(crate) fn start(mut command: Command, (columns, rows): (u16, u16)) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let slave = OpenOptions::new().read(true).write(true).open(name).unwrap();
        tcsetwinsize(slave.as_fd(), size).unwrap();
        let before = tcgetattr(slave.as_fd()).unwrap();
        let end = || slave.try_clone().unwrap();
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        // The command still holds its ends of the terminal.
        drop(command);
        let master = File::from(master);
        let mut reader = master.try_clone().unwrap();
        let (send, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails when nobody has the terminal open any more.
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { child, master, slave: Some(slave), chunks, shown: Vec::new(), seen: 0, before }
    }

    /// Types this and Enter.
    pub(crate) fn line(&mut self, text: &str) {
        self.keys(&format!("{text}\n"));
    }

    /// Types exactly this.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until one of these is shown; returns its index and everything shown up to its end since the last time.
    #[track_caller]
    pub(crate) fn wait_for_any(&mut self, texts: &[&str]) -> (usize, String) {
        loop {
            let fresh = &self.shown[self.seen..];
            let found = texts.iter().enumerate().filter_map(|(index, text)| {
                let at = fresh.windows(text.len()).position(|window| window == text.as_bytes())?;
                Some((at + text.len(), index))
            });
            if let Some((end, index)) = found.min() {
                let text = String::from_utf8_lossy(&fresh[..end]).into_owned();
                self.seen += end;
                return (index, text);
            }
            match self.chunks.recv_timeout(TEST_TIMEOUT) {
                Ok(chunk) => self.shown.extend(chunk),
                Err(error) => {
                    panic!("{error} while waiting for {texts:?} after {:?}", String::from_utf8_lossy(fresh))
                }
            }
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        self.wait_for_any(&[text]).1
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the program; returns its status and what was shown since the last time. The terminal must
    /// be in the mode it was in before.
    #[track_caller]
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let slave = self.slave.take().unwrap();
        let after = tcgetattr(slave.as_fd()).unwrap();
        assert_eq!(format!("{after:?}"), format!("{:?}", self.before), "the terminal is as it was");
        drop(slave);
        while let Ok(chunk) = self.chunks.recv_timeout(TEST_TIMEOUT) {
            self.shown.extend(chunk);
        }
        (status, String::from_utf8_lossy(&self.shown[self.seen..]).into_owned())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Only a test that failed leaves it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
