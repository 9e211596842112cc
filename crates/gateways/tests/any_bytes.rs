//! What the fuzz targets promise, tried for a short time with every run of the tests; and whole games, byte for byte.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod any_bytes {
    pub(crate) mod codecs;
    mod goldens;
    pub(crate) mod mini_server;
    pub(crate) mod tables;
    pub(crate) mod translators;
}

use any_bytes::{codecs, translators};
use game::Rng;

/// Random inputs, the same ones at every run.
fn try_many(check: fn(&[u8]), times: u64, longest: u32) {
    for number in 0..times {
        let mut dice = game::dice(number);
        let length = dice.next_u32() % longest;
        let bytes: Vec<u8> = (0..length).map(|_| dice.next_u32() as u8).collect();
        check(&bytes);
    }
}

#[test]
fn any_bytes_through_the_codecs() {
    try_many(codecs::check, 2_000, 3_000);
}

#[test]
fn any_bytes_at_a_table_of_gomoku() {
    try_many(translators::gomoku, 60, 400);
}

#[test]
fn any_bytes_at_a_table_of_sorry() {
    try_many(translators::sorry, 200, 800);
}

#[test]
fn any_bytes_at_a_table_of_chicago() {
    try_many(translators::chicago, 40, 600);
}
