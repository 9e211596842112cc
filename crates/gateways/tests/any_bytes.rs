//! What the fuzz targets promise, tried for a short time with every run of the tests; and whole games, byte for byte.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod any_bytes {
    pub(crate) mod codecs;
    pub(crate) mod datagrams;
    mod goldens;
    pub(crate) mod mini_server;
    pub(crate) mod tables;
    pub(crate) mod translators;
}

use std::time::{Duration, Instant};

use any_bytes::{codecs, datagrams, translators};
use game::Rng;

/// Random inputs, the same ones at every run; for as many seconds as `PARLOR_FUZZ_SECONDS` says, if it says any.
fn try_many(check: fn(&[u8]), times: u64, longest: u32) {
    let seconds = std::env::var("PARLOR_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let (began, time) = (Instant::now(), Duration::from_secs(seconds.unwrap_or(0)));
    for number in (0..).take_while(|number| *number < times || began.elapsed() < time) {
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
fn any_datagrams_at_the_golf_manager() {
    try_many(datagrams::check, 2_000, 1_000);
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
