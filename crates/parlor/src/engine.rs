//! The protocol of the Gomoku tournaments (Gomocup, Piskvork), both ways: `parlor engine gomoku` plays by it, and
//! any program that speaks it can be seated with `--bots engine:PATH`.

mod referee;
mod session;
mod speak;
#[cfg(test)]
mod tests;

pub(crate) use referee::{Engine, Failure, FailureKind};
pub(crate) use speak::run;
