//! `onecard`: One Card as a separate program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(terminal::onecard::main(std::env::args_os().skip(1)))
}
