//! The program, with everything outside passed in.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::art::Artist;
use super::layout::Paint;
use super::options::{self, ColorChoice, Request, Setup};
use super::screen::Screen;
use super::{Failure, demo, help, hotseat};

/// Everything the program touches outside itself, but for the log and a file of rules.
pub struct Outside<'a> {
    /// Where answers come from.
    pub input: &'a mut dyn BufRead,
    /// The screen.
    pub output: &'a mut dyn Write,
    /// Where errors are written.
    pub errors: &'a mut dyn Write,
    /// Whether the screen is a terminal, and may be cleared.
    pub terminal: bool,
    /// Whether colours are unwanted (`NO_COLOR`).
    pub no_color: bool,
    /// The columns and lines of the screen.
    pub size: &'a dyn Fn() -> (u16, u16),
    /// A fresh seed.
    pub seed: &'a dyn Fn() -> io::Result<u64>,
    /// Waits.
    pub wait: &'a dyn Fn(Duration),
    /// Called before a terminal is taken for pages: from then on an interruption must give it back.
    pub taking_terminal: &'a dyn Fn(),
}

/// Runs the program on its arguments, without its name, and returns the exit status: 0, or 1 if something is wrong.
pub fn run(args: impl IntoIterator<Item = OsString>, outside: &mut Outside<'_>) -> u8 {
    let done = match options::parse(args) {
        Ok(Request::Help) => {
            let help = help::text();
            outside.output.write_all(help.as_bytes()).map_err(Failure::Screen)
        }
        Ok(Request::Play(setup)) => play(&setup, outside),
        Err(usage) => {
            // If this cannot be written, the exit status still reports the error.
            let _ = write!(outside.errors, "onecard: {usage}\n\n{}", help::text());
            return 1;
        }
    };
    match done.and_then(|()| outside.output.flush().map_err(Failure::Screen)) {
        Ok(()) => 0,
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => {
            let _ = writeln!(outside.errors, "onecard: {failure}");
            1
        }
    }
}

fn play(setup: &Setup, outside: &mut Outside<'_>) -> Result<(), Failure> {
    let paint = Paint(match setup.color {
        ColorChoice::Auto => outside.terminal && !outside.no_color,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    });
    let artist = setup.art.map(|art| Artist { art, paint });
    let seed = match setup.seed {
        Some(seed) => seed,
        None => (outside.seed)().map_err(Failure::Luck)?,
    };
    let wait = outside.wait;
    let pause = || {
        if !setup.pace.is_zero() {
            wait(setup.pace);
        }
    };
    if setup.auto {
        return demo::play(setup, seed, artist, outside.output, &pause);
    }
    let people = setup.bots < setup.players;
    if people && outside.terminal {
        (outside.taking_terminal)();
    }
    let mut screen = Screen::new(outside.output, outside.terminal, paint, outside.size);
    hotseat::play(setup, seed, artist, outside.input, &mut screen, &pause)
}
