//! `onecard`: One Card as a separate program.
//!
//! [`run()`] is the whole program with everything outside passed in; [`main`] is [`run()`] on the standard streams.
//!
//! People and bots share one code path: the table checks an action, plays it, and writes what happened to the log before
//! anything is shown. The demo differs from play at the keyboard only in who chooses.

mod answer;
mod art;
mod demo;
mod failure;
mod help;
mod hotseat;
mod layout;
mod line;
mod log;
mod options;
mod pages;
mod rules_text;
mod run;
mod screen;
mod standard;
mod table;
mod unread;

pub use failure::Failure;
pub use log::{header, lines};
pub use options::{Art, ColorChoice, Request, Setup, Usage, parse};
pub use run::{Outside, run};
pub use standard::main;
