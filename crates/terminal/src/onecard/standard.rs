//! The program on the standard streams.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process;
use std::thread;

use super::run::{Outside, run};
use super::screen;

/// What a program that was interrupted ends with, by custom.
const INTERRUPTED: i32 = 130;

/// A pipe has lines of the usual length, and all the room in the world.
const PIPE_SIZE: (u16, u16) = (80, 1000);

/// Runs the program on the standard streams and returns the exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
    let terminal = io::stdout().is_terminal();
    #[cfg(windows)]
    if terminal {
        // Asking switches it on.
        let _ = crossterm::ansi_support::supports_ansi();
    }
    let mut outside = Outside {
        input: &mut io::stdin().lock(),
        output: &mut BufWriter::new(io::stdout()),
        errors: &mut io::stderr(),
        terminal,
        no_color: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
        size: &|| if terminal { crossterm::terminal::size().unwrap_or((0, 0)) } else { PIPE_SIZE },
        seed: &|| getrandom::u64().map_err(io::Error::other),
        wait: &thread::sleep,
        taking_terminal: &give_back_when_interrupted,
    };
    run(args, &mut outside)
}

/// Ctrl-C and a hang-up must not leave the terminal on the alternate screen, with somebody's cards on it.
fn give_back_when_interrupted() {
    let installed = ctrlc::set_handler(|| {
        let mut out = io::stdout();
        let _ = screen::give_back(&mut out);
        let _ = out.flush();
        process::exit(INTERRUPTED);
    });
    // Without a handler Ctrl-C still ends the game; only the terminal keeps its last page.
    drop(installed);
}
