//! The original wire protocols of the games: each is a door into the same hall.
//!
//! A gateway has three parts: a codec (bytes ↔ packets) and a map (packets ↔ messages of the house), both without I/O,
//! and a thin task that moves bytes between a socket and the same `Session` that browsers use.

pub mod golf;
