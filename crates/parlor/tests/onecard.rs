//! The program `onecard`, run as people run it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod onecard {
    #[cfg(unix)]
    mod keyboard;
    mod logs;
    mod options;
    mod pipes;
    mod program;
    #[cfg(unix)]
    mod pty;
    mod reader;
    #[cfg(unix)]
    mod secrecy;
    #[cfg(unix)]
    mod signals;
    mod streams;
}
