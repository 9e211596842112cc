//! A program in a pseudo-terminal, with what it shows as rows of text.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::server::TEST_TIMEOUT;

/// A program on a pseudo-terminal.
pub(crate) struct ScreenSession {
    child: Child,
    master: File,
    slave: File,
    chunks: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    before: Termios,
    /// All that the program wrote.
    raw: Vec<u8>,
}

impl ScreenSession {
    pub(crate) fn start(mut command: Command, (columns, rows): (u16, u16)) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let slave = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(slave.as_fd(), size).unwrap();
        let before = tcgetattr(slave.as_fd()).unwrap();
        let end = || slave.try_clone().unwrap();
        let child =
            command.env("TERM", "xterm-256color").stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        drop(command);
        let master = File::from(master);
        let mut reader = master.try_clone().unwrap();
        let (send, chunks) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails when nobody has the terminal open any more.
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(rows, columns, 0);
        Self { child, master, slave, chunks, parser, before, raw: Vec::new() }
    }

    /// The rows of the screen.
    pub(crate) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Types exactly this.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    fn read_chunk(&mut self) {
        match self.chunks.recv_timeout(TEST_TIMEOUT) {
            Ok(chunk) => self.process(&chunk),
            Err(error) => panic!("{error}; the screen shows:\n{}", self.text()),
        }
    }

    fn process(&mut self, chunk: &[u8]) {
        self.parser.process(chunk);
        self.raw.extend_from_slice(chunk);
    }

    /// All that the program wrote so far, escape sequences included.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Whether the program writes nothing for this time.
    pub(crate) fn is_silent_for(&mut self, time: std::time::Duration) -> bool {
        self.drain();
        match self.chunks.recv_timeout(time) {
            Ok(chunk) => {
                self.process(&chunk);
                false
            }
            Err(_) => true,
        }
    }

    /// Changes the size of the terminal, as a window does.
    pub(crate) fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.drain();
        self.parser.screen_mut().set_size(rows, columns);
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(self.slave.as_fd(), size).unwrap();
        // The terminal is not the program's own, so nobody else tells it.
        let pid = rustix::process::Pid::from_raw(self.pid() as i32).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::WINCH).unwrap();
    }

    /// Clicks where this text is on the screen.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.keys(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    }

    /// The screen with its styles.
    pub(crate) fn vt(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Reads what is there without waiting for more.
    pub(crate) fn drain(&mut self) {
        while let Ok(chunk) = self.chunks.try_recv() {
            self.process(&chunk);
        }
    }

    /// Waits until the screen satisfies this; returns it.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, is_done: impl Fn(&str) -> bool) -> String {
        loop {
            self.drain();
            let text = self.text();
            if is_done(&text) {
                return text;
            }
            self.read_chunk();
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, part: &str) -> String {
        self.wait_until(|text| text.contains(part))
    }

    /// Waits until the program draws on the full screen.
    pub(crate) fn wait_for_screen(&mut self) {
        while !self.parser.screen().alternate_screen() {
            self.read_chunk();
        }
    }

    /// Waits until the program writes something.
    pub(crate) fn wait_for_output(&mut self) {
        self.read_chunk();
    }

    /// Waits for the end of the program. The terminal must be in the mode it was in before.
    #[track_caller]
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let after = tcgetattr(self.slave.as_fd()).unwrap();
        assert_eq!(format!("{after:?}"), format!("{:?}", self.before), "the terminal is as it was");
        // What it wrote last may still be on its way: the screen of before must be shown again.
        while self.parser.screen().alternate_screen() {
            self.read_chunk();
        }
        self.drain();
        assert!(!self.parser.screen().hide_cursor(), "the cursor is shown again");
        let text = self.text();
        (status, text)
    }
}

impl Drop for ScreenSession {
    fn drop(&mut self) {
        // Only a test that failed leaves it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
