//! Any bytes from any old client of this protocol, with clocks and departures in between.
#![no_main]
// Each target takes one protocol out of what all of them share.
#![allow(dead_code)]

#[path = "../../crates/gateways/tests/any_bytes/translators.rs"]
mod translators;
#[path = "../../crates/gateways/tests/any_bytes/mini_server.rs"]
mod mini_server;
#[path = "../../crates/gateways/tests/any_bytes/tables.rs"]
mod tables;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    translators::sorry(bytes);
});
