//! The terminal itself: taken when the full screen begins, given back however it ends.

use std::io::{self, Stdout, Write};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// The thread that draws, and what other threads died of meanwhile: it is printed when the screen is given back.
static DRAWING: Mutex<Option<ThreadId>> = Mutex::new(None);
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The terminal in full-screen mode.
pub(crate) struct FullScreen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    title: String,
}

impl FullScreen {
    pub(crate) fn begin(mouse: bool) -> io::Result<Self> {
        restore_at_panic();
        *DRAWING.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        enable_raw_mode()?;
        let mut out = io::stdout();
        execute!(out, EnterAlternateScreen, EnableBracketedPaste)?;
        if mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(Self { terminal: Terminal::new(CrosstermBackend::new(out))?, title: String::new() })
    }

    /// Sets the title of the window, if it is another one.
    pub(crate) fn title(&mut self, title: String) -> io::Result<()> {
        if title != self.title {
            execute!(io::stdout(), SetTitle(&title))?;
            self.title = title;
        }
        Ok(())
    }

    /// Takes the mouse, or leaves it to the terminal.
    pub(crate) fn mouse(&self, on: bool) -> io::Result<()> {
        if on {
            execute!(io::stdout(), EnableMouseCapture)
        } else {
            execute!(io::stdout(), DisableMouseCapture)
        }
    }

    pub(crate) fn ring(&self) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore();
        for panic in PANICS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // Standard error is the last place that is left for it.
            let _ = writeln!(io::stderr(), "{panic}");
        }
    }
}

fn restore() {
    let drawing = DRAWING.lock().unwrap_or_else(PoisonError::into_inner).take();
    if drawing.is_some() {
        // A terminal that is gone needs no restoring.
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            SetTitle(""),
            cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// Installs a panic hook. A panic of the drawing thread restores the terminal before it is printed; one of another
/// thread must not be printed over the screen.
fn restore_at_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let drawing = *DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
            match drawing {
                Some(thread) if thread != thread::current().id() => {
                    PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(panic.to_string());
                }
                _ => {
                    restore();
                    print(panic);
                }
            }
        }));
    });
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::io::Read;
    use std::process::Command;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::tcgetattr;

    use super::*;

    #[test]
    #[ignore = "the program of the test below: it panics on purpose"]
    fn panicking_program() {
        let _screen = FullScreen::begin(true).unwrap();
        panic!("the cards fell off the table");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_printed() {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let slave = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let before = format!("{:?}", tcgetattr(&slave).unwrap());
        let end = || slave.try_clone().unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "play::terminal::tests::panicking_program", "--ignored", "--nocapture"]);
        command.env("RUST_BACKTRACE", "0").stdin(end()).stdout(end()).stderr(end());
        let mut child = command.spawn().unwrap();
        drop(command);
        let mut master = File::from(master);
        let reader = std::thread::spawn(move || {
            let (mut raw, mut buffer) = (Vec::new(), [0; 4096]);
            // Reading fails when nobody has the terminal open any more.
            while let Ok(count) = master.read(&mut buffer) {
                raw.extend_from_slice(&buffer[..count]);
            }
            String::from_utf8_lossy(&raw).into_owned()
        });
        assert!(!child.wait().unwrap().success());
        assert_eq!(format!("{:?}", tcgetattr(&slave).unwrap()), before, "the mode is as it was");
        drop(slave);
        let raw = reader.join().unwrap();
        let place = |part: &str| raw.find(part).unwrap_or_else(|| panic!("{part:?} is not in {raw:?}"));
        assert!(place("\x1b[?1049h") < place("\x1b[?1049l"), "{raw:?}");
        assert!(place("\x1b[?1049l") < place("the cards fell off the table"), "{raw:?}");
        assert!(place("\x1b[?1000h") < place("\x1b[?1000l"), "the mouse is given back: {raw:?}");
    }
}
