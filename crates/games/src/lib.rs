//! The games of the house. Each is a folder with the rules in it; [`Kind`] lists them.

pub mod chicago;
mod kind;
#[cfg(test)]
mod testing;

#[doc(hidden)]
pub use kind::reach;
pub use kind::{Kind, UnknownGame};
