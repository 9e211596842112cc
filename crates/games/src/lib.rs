//! The games of the house. Each is a folder with the rules in it; [`Kind`] lists them.

mod kind;
#[cfg(test)]
mod testing;

pub use kind::{Kind, UnknownGame};
